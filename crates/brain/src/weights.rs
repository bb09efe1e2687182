//! Weights: named matrices in one buffer.
//!
//! The master copy of a network is a plain list of numbers. Training reads it, adds up gradients in a buffer of the same
//! shape and moves it; inference reads it in place; files and PyTorch have the same names. So threads share it, a run that is
//! resumed goes on bit for bit, and there is one format.

use hoyle_core::Rng;
use rand_distr::{Distribution, StandardNormal};

/// How a matrix begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Init {
    /// All zero.
    Zero,
    /// All one.
    One,
    /// Normal with this deviation.
    Normal(f32),
    /// The same for so many rows, and all zero behind them.
    Above(usize, f32),
}

impl Init {
    /// For a layer with so many inputs that is followed by a ReLU (He et al. 2015).
    pub fn relu(inputs: usize) -> Self {
        Self::Normal((2.0 / inputs as f32).sqrt())
    }

    /// For a layer with so many inputs that is not (LeCun et al. 1998).
    pub fn plain(inputs: usize) -> Self {
        Self::Normal((1.0 / inputs as f32).sqrt())
    }

    /// The same for so many rows, and zero for all behind them.
    pub fn above(self, rows: usize) -> Self {
        if let Self::Normal(deviation) = self { Self::Above(rows, deviation) } else { self }
    }

    /// For the last layer of a policy: almost even at the start (Andrychowicz et al. 2020).
    pub fn small(inputs: usize) -> Self {
        Self::Normal(0.01 * (1.0 / inputs as f32).sqrt())
    }
}

/// Where a matrix stands in the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its first number.
    pub start: usize,
    /// How many rows it has.
    pub rows: usize,
    /// How many columns it has.
    pub cols: usize,
}

impl Slot {
    /// How many numbers it has.
    pub fn len(&self) -> usize {
        self.rows * self.cols
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where it stands.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.len()
    }
}

/// The matrices of a network, before they have numbers.
#[derive(Clone, Debug, Default)]
pub struct Declaration {
    names: Vec<String>,
    slots: Vec<Slot>,
    inits: Vec<Init>,
    len: usize,
}

impl Declaration {
    /// Adds a matrix.
    pub(crate) fn matrix(&mut self, name: impl Into<String>, rows: usize, cols: usize, init: Init) -> Slot {
        let slot = Slot { start: self.len, rows, cols };
        self.names.push(name.into());
        self.slots.push(slot);
        self.inits.push(init);
        self.len += slot.len();
        slot
    }

    /// Adds a layer `NAME.weight`, `NAME.bias`.
    pub(crate) fn layer(&mut self, name: &str, inputs: usize, outputs: usize, init: Init) -> Layer {
        Layer {
            weight: self.matrix(format!("{name}.weight"), inputs, outputs, init),
            bias: self.matrix(format!("{name}.bias"), 1, outputs, Init::Zero),
        }
    }

    /// Adds a layer norm `NAME.scale`, `NAME.shift`.
    pub(crate) fn norm(&mut self, name: &str, width: usize) -> Norm {
        Norm {
            scale: self.matrix(format!("{name}.scale"), 1, width, Init::One),
            shift: self.matrix(format!("{name}.shift"), 1, width, Init::Zero),
        }
    }

    /// How many numbers there are in all.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was declared.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The matrices with their names.
    pub fn slots(&self) -> impl Iterator<Item = (&str, Slot)> {
        self.names.iter().map(String::as_str).zip(self.slots.iter().copied())
    }

    /// Numbers to begin with.
    pub fn draw(&self, rng: &mut Rng) -> Weights {
        let mut data = Vec::with_capacity(self.len);
        for (slot, init) in self.slots.iter().zip(&self.inits) {
            let (drawn, deviation, rest) = match *init {
                Init::Zero => (0, 0.0, 0.0),
                Init::One => (0, 0.0, 1.0),
                Init::Normal(deviation) => (slot.rows, deviation, 0.0),
                Init::Above(rows, deviation) => (rows.min(slot.rows), deviation, 0.0),
            };
            data.extend((0..drawn * slot.cols).map(|_| deviation * Distribution::<f32>::sample(&StandardNormal, rng)));
            data.resize(slot.range().end, rest);
        }
        Weights(data)
    }
}

/// A matrix and a vector that is added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    /// Inputs by outputs.
    pub weight: Slot,
    /// One row.
    pub bias: Slot,
}

/// What a layer norm is scaled and shifted by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Norm {
    /// One row.
    pub scale: Slot,
    /// One row.
    pub shift: Slot,
}

/// The numbers of a network, or their gradients.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(pub Vec<f32>);

impl Weights {
    /// As many zeros as were declared.
    pub fn zeros(declaration: &Declaration) -> Self {
        Self(vec![0.0; declaration.len()])
    }
}

impl std::ops::Index<Slot> for Weights {
    type Output = [f32];

    #[inline]
    fn index(&self, slot: Slot) -> &[f32] {
        &self.0[slot.range()]
    }
}

impl std::ops::IndexMut<Slot> for Weights {
    #[inline]
    fn index_mut(&mut self, slot: Slot) -> &mut [f32] {
        &mut self.0[slot.range()]
    }
}
