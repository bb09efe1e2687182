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

type Back = Box<dyn FnOnce(&[f32], &mut Weights) + Send>;

/// One computation: leaves that are made when they are asked for, and what is to be done on the way back.
pub struct Graph<'a> {
    weights: &'a Weights,
    device: Device,
    leaves: Vec<(Slot, Tensor<2>)>,
    customs: Vec<(Tensor<2>, Back)>,
}

impl std::fmt::Debug for Graph<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph").field("leaves", &self.leaves.len()).finish_non_exhaustive()
    }
}

impl<'a> Graph<'a> {
    /// A new computation with these weights.
    pub fn new(weights: &'a Weights) -> Self {
        Self { weights, device: Device::flex().autodiff(), leaves: Vec::new(), customs: Vec::new() }
    }

    /// Where tensors live.
    pub fn device(&self) -> &Device {
        &self.device
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

    /// Numbers that were computed by hand; `back` is given their gradient and adds to those of the weights.
    pub fn custom(
        &mut self,
        data: Vec<f32>,
        shape: [usize; 2],
        back: impl FnOnce(&[f32], &mut Weights) + Send + 'static,
    ) -> Tensor<2> {
        let leaf = self.data(data, shape).require_grad();
        self.customs.push((leaf.clone(), Box::new(back)));
        leaf
    }

    /// Adds the gradients of a loss.
    pub fn backward(self, loss: &Tensor<1>, gradients: &mut Weights) {
        let grads = loss.backward();
        for (slot, leaf) in self.leaves {
            if let Some(gradient) = leaf.grad(&grads) {
                let data = gradient.into_data();
                let numbers = data.as_slice::<f32>().expect("gradients are 32-bit numbers");
                gradients[slot].iter_mut().zip(numbers).for_each(|(sum, x)| *sum += x);
            }
        }
        for (leaf, back) in self.customs {
            if let Some(gradient) = leaf.grad(&grads) {
                let data = gradient.into_data();
                back(data.as_slice::<f32>().expect("gradients are 32-bit numbers"), gradients);
            }
        }
    }
}

/// Indices as burn wants them.
pub fn indices(numbers: &[u32]) -> Vec<i32> {
    numbers.iter().map(|&n| n as i32).collect()
}

/// A tensor of whole numbers.
pub fn ints<const D: usize>(graph: &Graph<'_>, numbers: Vec<i32>, shape: [usize; D]) -> Tensor<D, Int> {
    Tensor::from_data(TensorData::new(numbers, shape), &graph.device)
}

/// `x W + b`.
pub fn layer(graph: &mut Graph<'_>, layer: Layer, x: Tensor<2>) -> Tensor<2> {
    x.matmul(graph.leaf(layer.weight)) + graph.leaf(layer.bias)
}

/// A layer norm of each row.
pub fn norm(graph: &mut Graph<'_>, norm: Norm, x: Tensor<2>) -> Tensor<2> {
    let mean = x.clone().mean_dim(1);
    let centred = x - mean;
    let variance = centred.clone().powi_scalar(2).mean_dim(1);
    let normed = centred / (variance + crate::math::NORM_EPSILON).sqrt();
    normed * graph.leaf(norm.scale) + graph.leaf(norm.shift)
}
