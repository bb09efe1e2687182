//! Gradients: the network's matrices as leaves of burn's graph, and the way back into a buffer like the weights.
//!
//! burn does one thing here, and does it well: it remembers what was computed and finds the derivatives. The numbers
//! themselves stay in [`Weights`]; each worker builds its own leaves from them, so threads share nothing.

use crate::weights::{Layer, Norm, Slot, Weights};
use burn::{Device, Int, Tensor, TensorData};

/// What is added to the logit of something that cannot be chosen: finite, so that no gradient is ever not a number.
pub const MASKED: f32 = -1e9;

/// What a network says in training.
#[derive(Debug)]
pub struct Outputs {
    /// A number for each candidate; [`MASKED`] beyond a row's last.
    pub logits: Tensor<2>,
    /// Logits of who wins, from the seat of the view on.
    pub values: Tensor<2>,
    /// The margin and how long the game will last.
    pub extra: Tensor<2>,
    /// The value of each candidate, of a network that re-ranks by it.
    pub quality: Option<Tensor<2>>,
}

/// The way back: given the weights and the gradient of what was computed by hand, adds to the gradients of weights and
/// returns that of the input, if there was one.
type Back<'a> = Box<dyn FnOnce(&Weights, &[f32], &mut Weights) -> Vec<f32> + Send + 'a>;

/// A step by hand: what came out, as a leaf, and what went in.
struct Custom<'a> {
    out: Tensor<2>,
    input: Option<Tensor<2>>,
    back: Back<'a>,
}

/// One computation: leaves that are made when they are asked for, and what is to be done on the way back.
///
/// Steps by hand cut the computation into parts. Each part is gone back through once: what follows on the step first,
/// and then with the gradient of the step's input what came before it. So nothing before a step with an input may be used
/// after it again but by way of the step.
pub struct Tape<'a> {
    weights: &'a Weights,
    device: Device,
    by_hand: bool,
    leaves: Vec<(Slot, Tensor<2>)>,
    customs: Vec<Custom<'a>>,
}

impl std::fmt::Debug for Tape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tape").field("leaves", &self.leaves.len()).finish_non_exhaustive()
    }
}

impl<'a> Tape<'a> {
    /// A new computation with these weights, the slow parts by hand.
    pub fn new(weights: &'a Weights) -> Self {
        Self { by_hand: true, ..Self::by_library(weights) }
    }

    /// A new computation with these weights, with nothing by hand that the library can do: to compare with.
    pub fn by_library(weights: &'a Weights) -> Self {
        let device = Device::flex().autodiff();
        Self { weights, device, by_hand: false, leaves: Vec::new(), customs: Vec::new() }
    }

    /// Whether the slow parts are by hand.
    pub fn is_by_hand(&self) -> bool {
        self.by_hand
    }

    /// Where tensors live.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// All numbers of the network.
    pub fn all_weights(&self) -> &'a Weights {
        self.weights
    }

    /// The numbers of a matrix, for parts that are computed by hand.
    pub fn weights(&self, slot: Slot) -> &'a [f32] {
        &self.weights[slot]
    }

    /// A matrix whose gradient is wanted.
    pub fn leaf(&mut self, slot: Slot) -> Tensor<2> {
        if let Some((_, leaf)) = self.leaves.iter().find(|(known, _)| known.index == slot.index) {
            return leaf.clone();
        }
        let data = TensorData::new(self.weights[slot].to_vec(), [slot.rows, slot.cols]);
        let leaf = Tensor::from_data(data, &self.device).require_grad();
        self.leaves.push((slot, leaf.clone()));
        leaf
    }

    /// Numbers that are only read.
    pub fn data<const D: usize>(&self, data: Vec<f32>, shape: [usize; D]) -> Tensor<D> {
        Tensor::from_data(TensorData::new(data, shape), &self.device)
    }

    /// Numbers that were computed by hand from weights; `back` is given the weights and the gradient of the numbers, and adds to
    /// those of the weights.
    pub fn custom(
        &mut self,
        data: Vec<f32>,
        shape: [usize; 2],
        back: impl FnOnce(&Weights, &[f32], &mut Weights) + Send + 'a,
    ) -> Tensor<2> {
        let out = self.data(data, shape).require_grad();
        let back: Back<'a> = Box::new(move |weights, back_of_out, gradients| {
            back(weights, back_of_out, gradients);
            Vec::new()
        });
        self.customs.push(Custom { out: out.clone(), input: None, back });
        out
    }

    /// Numbers that were computed by hand from weights and a tensor; `back` is given the weights and the gradient of the
    /// numbers, adds to the gradients of the weights and returns that of the tensor.
    pub fn step(
        &mut self,
        input: Tensor<2>,
        data: Vec<f32>,
        shape: [usize; 2],
        back: impl FnOnce(&Weights, &[f32], &mut Weights) -> Vec<f32> + Send + 'a,
    ) -> Tensor<2> {
        let out = self.data(data, shape).require_grad();
        self.customs.push(Custom { out: out.clone(), input: Some(input), back: Box::new(back) });
        out
    }

    /// Adds the gradients of a loss.
    ///
    /// # Panics
    /// If the library's gradients are not 32-bit numbers: they are.
    pub fn backward(mut self, loss: &Tensor<1>, gradients: &mut Weights) {
        let mut next = Some(loss.clone());
        while let Some(end) = next.take() {
            let grads = end.backward();
            for (slot, leaf) in &self.leaves {
                if let Some(gradient) = leaf.grad(&grads) {
                    let data = gradient.into_data();
                    let numbers = data.as_slice::<f32>().expect("gradients are 32-bit numbers");
                    gradients[*slot].iter_mut().zip(numbers).for_each(|(sum, x)| *sum += x);
                }
            }
            let (met, rest): (Vec<_>, Vec<_>) = self
                .customs
                .into_iter()
                .map(|custom| (custom.out.grad(&grads), custom))
                .partition(|(gradient, _)| gradient.is_some());
            self.customs = rest.into_iter().map(|(_, custom)| custom).collect();
            for (gradient, custom) in met {
                let data = gradient.expect("those with a gradient were chosen").into_data();
                let numbers = data.as_slice::<f32>().expect("gradients are 32-bit numbers");
                let back = (custom.back)(self.weights, numbers, gradients);
                if let Some(input) = custom.input {
                    let shape = input.dims();
                    let along = (input * Tensor::from_data(TensorData::new(back, shape), &self.device)).sum();
                    next = Some(match next {
                        None => along,
                        Some(other) => other + along,
                    });
                }
            }
        }
    }
}

/// Indices as burn wants them.
pub fn indices(numbers: &[u32]) -> Vec<i32> {
    numbers.iter().map(|&n| n as i32).collect()
}

/// A tensor of whole numbers.
pub fn ints<const D: usize>(tape: &Tape<'_>, numbers: Vec<i32>, shape: [usize; D]) -> Tensor<D, Int> {
    Tensor::from_data(TensorData::new(numbers, shape), &tape.device)
}

/// `x W + b`.
pub fn layer(tape: &mut Tape<'_>, layer: Layer, x: Tensor<2>) -> Tensor<2> {
    x.matmul(tape.leaf(layer.weight)) + tape.leaf(layer.bias)
}

/// A layer norm of each row.
pub fn norm(tape: &mut Tape<'_>, norm: Norm, x: Tensor<2>) -> Tensor<2> {
    let mean = x.clone().mean_dim(1);
    let centred = x - mean;
    let variance = centred.clone().powi_scalar(2).mean_dim(1);
    let normed = centred / (variance + crate::math::NORM_EPSILON).sqrt();
    normed * tape.leaf(norm.scale) + tape.leaf(norm.shift)
}
