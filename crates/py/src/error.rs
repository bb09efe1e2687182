//! Exceptions, with the text that the program prints.

use hoyle_core::save::SaveError;
use hoyle_core::{ActionId, BatchError, UnknownAction};
use hoyle_games::arena::Fault;
use hoyle_games::{AnyState, AskError, EvaluatorError, LoadError, PositionError, SoloError};
use pyo3::exceptions::{PyDeprecationWarning, PyRuntimeError, PyValueError};
use pyo3::{PyErr, PyResult, PyTypeInfo, Python, create_exception};
use std::ffi::CStr;

create_exception!(hoyle, IllegalAction, PyValueError, "An action that cannot be played here; nothing was changed.");
create_exception!(hoyle, PlayerFault, PyRuntimeError, "A player that broke down or did not choose a legal action.");

/// Warns of a method that has another name now; the old one is understood for one version.
pub(crate) fn renamed(py: Python<'_>, text: &CStr) -> PyResult<()> {
    PyErr::warn(py, &PyDeprecationWarning::type_object(py), text, 1)
}

/// Something that was given is not what it should be.
pub(crate) fn value(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The error of a number that is no action of the position. It may be no id at all.
pub(crate) fn illegal(state: &dyn AnyState, number: i64) -> PyErr {
    let none = ActionId(u16::MAX); // no game has so many
    let error = state.clone_box().play(none).expect_err("no such action");
    IllegalAction::new_err(format!("action {number} is not legal here; {}", error.options))
}

pub(crate) fn unknown_action(error: UnknownAction) -> PyErr {
    IllegalAction::new_err(error.to_string())
}

pub(crate) fn load(error: LoadError) -> PyErr {
    value(error)
}

pub(crate) fn save(error: SaveError) -> PyErr {
    value(error)
}

pub(crate) fn position(error: PositionError) -> PyErr {
    value(error)
}

/// `numbers` are the answers as they were given.
pub(crate) fn batch(error: BatchError, numbers: &[i64]) -> PyErr {
    match error {
        BatchError::Length { .. } => value(error),
        BatchError::Illegal { game, .. } => IllegalAction::new_err(format!(
            "game {game}: action {} is not legal; its row of the mask shows what is",
            numbers[game]
        )),
    }
}

pub(crate) fn solo(error: SoloError) -> PyErr {
    match error {
        SoloError::Length { .. } => value(error),
        SoloError::Player(error) => player(error),
    }
}

pub(crate) fn ask(error: AskError) -> PyErr {
    match error {
        AskError::Fault { fault: ref what, .. } => fault(what, &error),
        AskError::OtherGame { .. } | AskError::NoSeat => value(error),
    }
}

pub(crate) fn player(error: hoyle_games::PlayerFault) -> PyErr {
    fault(&error.fault, &error)
}

/// What a player did, in the words of `whole`. An exception that it raised travels as it is.
pub(crate) fn fault(fault: &Fault, whole: &dyn std::error::Error) -> PyErr {
    match fault {
        Fault::Failed(error) => match error.downcast_ref::<PyErr>() {
            Some(raised) => Python::attach(|py| raised.clone_ref(py)),
            None => value(whole),
        },
        _ => PlayerFault::new_err(whole.to_string()),
    }
}

/// The exception that a function raised, or what is wrong with its answer.
pub(crate) fn evaluator(error: EvaluatorError) -> PyErr {
    error.downcast().unwrap_or_else(value)
}
