//! Plain data as Python has it.

use pyo3::prelude::*;
use serde::Serialize;

/// Plain data as dicts, lists, strings and numbers.
pub(crate) fn to_python<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(data).map_err(crate::error::value)?;
    py.import("json")?.call_method1("loads", (text,))
}
