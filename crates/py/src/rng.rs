//! The generator of the project, as an object.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A seeded generator that gives the same numbers on every machine: xoshiro256++.
///
/// A seed has 2**64 streams: one per game, per worker, per sample.
#[pyclass(module = "hoyle", name = "Rng")]
pub(crate) struct Rng(pub(crate) hoyle_core::Rng);

/// A generator that is given, or the seed of one.
#[derive(FromPyObject)]
pub(crate) enum Source<'py> {
    Rng(PyRefMut<'py, Rng>),
    Seed(u64),
}

impl Source<'_> {
    /// Does something with the generator.
    pub(crate) fn with<T>(self, act: impl FnOnce(&mut hoyle_core::Rng) -> T) -> T {
        match self {
            Self::Rng(mut rng) => act(&mut rng.0),
            Self::Seed(seed) => act(&mut hoyle_core::Rng::new(seed)),
        }
    }
}

#[pymethods]
impl Rng {
    #[new]
    #[pyo3(signature = (seed=0, stream=0))]
    fn new(seed: u64, stream: u64) -> Self {
        Self(hoyle_core::Rng::stream(seed, stream))
    }

    /// 64 random bits.
    fn bits(&mut self) -> u64 {
        self.0.bits()
    }

    /// A uniformly random number below `n`.
    fn below(&mut self, n: u32) -> PyResult<u32> {
        if n == 0 { Err(PyValueError::new_err("there is no number below 0")) } else { Ok(self.0.below(n)) }
    }

    /// A uniformly random number in [0, 1), with 24 random bits.
    fn unit(&mut self) -> f32 {
        self.0.unit()
    }

    /// A generator of its own that gives the same numbers.
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __getstate__(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(crate::error::value)
    }

    fn __setstate__(&mut self, state: &str) -> PyResult<()> {
        self.0 = serde_json::from_str(state).map_err(crate::error::value)?;
        Ok(())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().0 == self.0)
    }

    fn __repr__(&self) -> &'static str {
        "<hoyle.Rng>"
    }
}
