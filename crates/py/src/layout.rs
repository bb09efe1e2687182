//! What the numbers of an observation mean.

use crate::convert::to_python;
use crate::read::Lists;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A declared observation: a name, a version, a shape, and the fields that fill it.
#[pyclass(module = "hoyle", frozen, name = "Layout")]
pub(crate) struct Layout(pub(crate) &'static hoyle_core::Layout);

#[pymethods]
impl Layout {
    /// The name by which it is asked for.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The version of the declaration.
    #[getter]
    fn version(&self) -> u32 {
        self.0.version()
    }

    /// 16 hexadecimal digits that identify the declaration: fields, places and ranges, not the prose.
    #[getter]
    fn hash(&self) -> String {
        format!("{:016x}", self.0.hash())
    }

    /// The shape of the whole observation.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.shape())
    }

    /// The fields as dicts: name, offset, shape, strides (in numbers, not bytes), min, max, meaning.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.fields())
    }

    /// What stands in each place of the last dimension, where the game says so.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.0.columns().iter().map(String::as_str).collect()
    }

    /// Whether observations are mostly zeros and best asked for as lists.
    #[getter]
    fn is_sparse(&self) -> bool {
        self.0.is_sparse()
    }

    /// The numbers that are the same in every observation of this game, as places and values.
    fn constants<'py>(&self, py: Python<'py>) -> Lists<'py> {
        let (places, values): (Vec<u32>, Vec<f32>) = self.0.constants().iter().copied().unzip();
        (PyArray1::from_vec(py, places), PyArray1::from_vec(py, values))
    }

    /// The lowest and the highest value of every number, in the shape of the layout.
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (mut low, mut high) = (vec![0.0; self.0.len()], vec![0.0; self.0.len()]);
        for field in self.0.fields() {
            for place in field.indices() {
                (low[place], high[place]) = (field.min, field.max);
            }
        }
        let shaped = |values: Vec<f32>| PyArray1::from_vec(py, values).reshape(self.0.shape()).map(Bound::into_any);
        Ok((shaped(low)?, shaped(high)?))
    }

    fn __repr__(&self) -> String {
        format!("<hoyle.Layout {} v{} {:?}>", self.0.name(), self.0.version(), self.0.shape())
    }
}
