//! An evaluator written in Python: a function on many positions at once.

use crate::game::Game;
use crate::read;
use hoyle_core::LayoutId;
use hoyle_games::{BatchEvaluator, EvaluatorError, LeafBatch, LeafValues};
use numpy::{IxDyn, PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Positions that a search wants to have evaluated, each as its seat to move sees it. The arrays are the evaluator's to keep.
#[pyclass(module = "hoyle", frozen, name = "Leaves")]
pub(crate) struct Leaves {
    game: Py<Game>,
    observations: Py<PyAny>,
    masks: Py<PyAny>,
    seats: Py<PyAny>,
    count: usize,
}

#[pymethods]
impl Leaves {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// What the seat to move sees, one row per position, in the layout that was chosen.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyAny> {
        self.observations.clone_ref(py)
    }

    /// The legal actions as booleans, one row per position.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.masks.clone_ref(py)
    }

    /// The seat to move of each position.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyAny> {
        self.seats.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<hoyle.Leaves: {} of {}>", self.count, self.game.get().0.spec().name)
    }
}

/// A Python function that Rust calls, as an evaluator or an opponent, shared with the object that it belongs to.
///
/// The function is held once, where Python's garbage collector finds it: a function often belongs to whoever holds the
/// object.
#[derive(Default)]
pub(crate) struct Link {
    function: Mutex<Option<Py<PyAny>>>,
}

impl Link {
    /// A link to a function.
    pub(crate) fn new(function: Py<PyAny>) -> Arc<Self> {
        Arc::new(Self { function: Mutex::new(Some(function)) })
    }

    /// Calls the function; an error if it is gone.
    pub(crate) fn call<'py>(&self, py: Python<'py>, arguments: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
        let function = lock(&self.function).as_ref().map(|function| function.clone_ref(py));
        function.ok_or_else(|| PyRuntimeError::new_err("the function is gone"))?.bind(py).call1(arguments)
    }

    /// Shows the function to the garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // Nobody holds this lock for long, but the collector must not wait.
        let Ok(function) = self.function.try_lock() else { return Ok(()) };
        function.as_ref().map_or(Ok(()), |function| visit.call(function))
    }

    /// Lets go of the function.
    pub(crate) fn clear(&self) {
        let function = lock(&self.function).take();
        drop(function); // not under the lock: Python may run
    }
}

/// A Python function as an evaluator.
pub(crate) struct Function {
    game: Py<Game>,
    layout: LayoutId,
    link: Arc<Link>,
}

impl Function {
    /// The evaluator if a function is given, and what it shares.
    pub(crate) fn given(
        py: Python<'_>,
        game: Game,
        function: Option<Py<PyAny>>,
        layout: Option<&str>,
    ) -> PyResult<Option<(Self, Arc<Link>)>> {
        let Some(function) = function else {
            return match layout {
                None => Ok(None),
                Some(_) => Err(PyValueError::new_err("`layout` is what an evaluator sees, and none is given")),
            };
        };
        if !function.bind(py).is_callable() {
            let kind = function.bind(py).get_type().name()?;
            return Err(PyTypeError::new_err(format!("an evaluator is a function on leaves, not {kind}")));
        }
        let layout = read::layout(game.0.spec(), layout)?;
        let link = Link::new(function);
        let evaluator = Self { game: Py::new(py, game)?, layout, link: link.clone() };
        Ok(Some((evaluator, link)))
    }

    fn ask(&self, py: Python<'_>, batch: &LeafBatch) -> PyResult<LeafValues> {
        let (n, spec) = (batch.len(), batch.spec);
        let shape = [&[n], spec.layout(batch.layout).shape()].concat();
        let observations = PyArray1::from_slice(py, &batch.observations).reshape(IxDyn(&shape))?;
        let masks = PyArray1::from_slice(py, &batch.masks).reshape([n, spec.actions])?;
        let leaves = Leaves {
            game: self.game.clone_ref(py),
            observations: observations.into_any().unbind(),
            masks: masks.into_any().unbind(),
            seats: PyArray1::from_slice(py, &batch.seats).into_any().unbind(),
            count: n,
        };
        let answer = self.link.call(py, (leaves,))?;
        let (values, policy) = match answer.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 => (pair.get_item(0)?, pair.get_item(1)?),
            _ => {
                let kind = answer.get_type().name()?;
                return Err(PyTypeError::new_err(format!("an evaluator gives a tuple (values, policy), not {kind}")));
            }
        };
        let values = numbers(&values, "values", [n, spec.seats()], "a number for each seat")?;
        let policy = match policy.is_none() {
            true => None,
            false => Some(numbers(&policy, "policy", [n, spec.actions], "a weight for each action")?),
        };
        Ok(LeafValues { values, policy })
    }
}

impl BatchEvaluator for Function {
    fn layout(&self) -> LayoutId {
        self.layout
    }

    /// An exception travels as it is.
    fn evaluate(&mut self, leaves: &LeafBatch) -> Result<LeafValues, EvaluatorError> {
        Python::attach(|py| self.ask(py, leaves)).map_err(EvaluatorError::new)
    }
}

/// What a lock protects, whatever happened to the last who had it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The numbers of an answer: anything that NumPy takes for an array of this shape.
fn numbers(answer: &Bound<'_, PyAny>, name: &str, wanted: [usize; 2], each: &str) -> PyResult<Vec<f32>> {
    let py = answer.py();
    let numpy = py.import("numpy")?;
    let how = PyDict::new(py);
    how.set_item("dtype", numpy.getattr("float32")?)?;
    let array = numpy.call_method("asarray", (answer,), Some(&how))?;
    let array = array.cast::<PyArrayDyn<f32>>()?;
    let shape = array.getattr("shape")?;
    if !shape.eq(PyTuple::new(py, wanted)?)? {
        let [n, m] = wanted;
        let text = format!("the evaluator's {name} have shape {shape}, not ({n}, {m}): a row for each leaf, {each}");
        return Err(PyValueError::new_err(text));
    }
    Ok(array.try_readonly().map_err(crate::error::value)?.as_array().iter().copied().collect())
}
