//! Arrays that both sides see: NumPy owns them, Rust writes into them, and Python reads them.

use numpy::{Element, IxDyn, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A buffer with one row per game. Python gets a view that it cannot write: a step relies on what the last one left.
pub(crate) struct Buffer<T> {
    array: Py<PyArrayDyn<T>>,
    seen: Py<PyAny>,
}

impl<T: Element> Buffer<T> {
    /// A buffer of zeros. `as_type` is how Python sees its numbers, if not as they are: bytes as booleans.
    pub(crate) fn new(py: Python<'_>, shape: &[usize], as_type: Option<&str>) -> PyResult<Self> {
        let array = PyArrayDyn::<T>::zeros(py, IxDyn(shape), false);
        let seen = match as_type {
            Some(name) => array.call_method1("view", (name,))?,
            None => array.call_method0("view")?,
        };
        let flags = PyDict::new(py);
        flags.set_item("write", false)?;
        seen.call_method("setflags", (), Some(&flags))?;
        Ok(Self { array: array.unbind(), seen: seen.unbind() })
    }

    /// The buffer, to be written.
    pub(crate) fn write<'py>(&self, py: Python<'py>) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
        self.array.bind(py).try_readwrite().map_err(crate::error::value)
    }

    /// What Python sees.
    pub(crate) fn seen(&self, py: Python<'_>) -> Py<PyAny> {
        self.seen.clone_ref(py)
    }
}
