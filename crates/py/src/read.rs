//! Reading a position: what states and views share.

use crate::error::{illegal, unknown_action, value};
use crate::graph::{Gathered, Graph};
use hoyle_core::{ActionId, ActionSet, EntityGraph, LayoutId, Outcomes, Seat, Sparse, Spec, Turn};
use hoyle_games::AnyState;
use numpy::{IxDyn, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The turn of chance.
pub(crate) const CHANCE: i32 = -1;
/// Nobody's turn: the game has ended.
pub(crate) const OVER: i32 = -2;

/// Whose turn it is, as Python has it: a seat, `CHANCE` or `OVER`.
#[inline]
pub(crate) fn turn(turn: Turn) -> i32 {
    match turn {
        Turn::Seat(seat) => seat.0.into(),
        Turn::Chance => CHANCE,
        Turn::Over => OVER,
    }
}

/// A seat of a game.
pub(crate) fn seat_of(spec: &Spec, seat: i64) -> PyResult<Seat> {
    if (0..spec.seats() as i64).contains(&seat) {
        return Ok(Seat(seat as u8));
    }
    Err(PyValueError::new_err(format!("there is no seat {seat}; seats are 0 to {}", spec.seats() - 1)))
}

/// A seat of the game, or the seat to move if none is given.
pub(crate) fn seat(state: &dyn AnyState, seat: Option<i64>) -> PyResult<Seat> {
    match (seat, state.turn()) {
        (Some(seat), _) => seat_of(state.spec(), seat),
        (None, Turn::Seat(seat)) => Ok(seat),
        (None, _) => Err(PyValueError::new_err("no seat is to decide here: say whose view you want")),
    }
}

/// Who looks at a board: a seat, or with everything open if none is given.
pub(crate) fn viewer(state: &dyn AnyState, viewer: Option<i64>) -> PyResult<Option<Seat>> {
    viewer.map(|_| seat(state, viewer)).transpose()
}

/// The layout of this name, or the default if none is given.
pub(crate) fn layout(spec: &Spec, name: Option<&str>) -> PyResult<LayoutId> {
    let Some(name) = name else { return Ok(LayoutId(0)) };
    let known = spec.layouts.iter().map(|layout| layout.name());
    spec.layout_named(name).ok_or_else(|| value(hoyle_core::names::UnknownName::new("layout", name, known)))
}

/// An action by its id or its text. That it is legal is not checked for an id.
#[inline]
pub(crate) fn action(state: &dyn AnyState, action: &Bound<'_, PyAny>) -> PyResult<ActionId> {
    if let Ok(text) = action.cast::<PyString>() {
        return state.parse_action(text.to_str()?).map_err(unknown_action);
    }
    let number: i64 = action.extract()?;
    u16::try_from(number).map(ActionId).map_err(|_| illegal(state, number))
}

pub(crate) fn legal_actions(state: &dyn AnyState) -> Vec<u16> {
    let mut legal = ActionSet::new();
    state.legal(&mut legal);
    legal.iter().map(|action| action.0).collect()
}

/// The outcomes with their probabilities.
pub(crate) fn outcomes(state: &dyn AnyState) -> Vec<(u16, f64)> {
    let mut outcomes = Outcomes::new();
    state.outcomes(&mut outcomes);
    let total = outcomes.total() as f64;
    outcomes.iter().map(|(id, weight)| (id.0, f64::from(weight) / total)).collect()
}

/// The legal actions as an array of booleans. `legal` is whether any may be seen.
pub(crate) fn mask<'py>(py: Python<'py>, state: &dyn AnyState, legal: bool) -> Bound<'py, PyArray1<bool>> {
    let mut set = ActionSet::new();
    if legal {
        state.legal(&mut set);
    }
    let mut mask = vec![false; state.spec().actions];
    set.iter().for_each(|action| mask[action.index()] = true);
    PyArray1::from_vec(py, mask)
}

/// What a seat sees, in a new array or in one that is given.
pub(crate) fn observe<'py>(
    py: Python<'py>,
    state: &dyn AnyState,
    seat: Seat,
    layout_name: Option<&str>,
    out: Option<Bound<'py, PyArrayDyn<f32>>>,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let id = layout(state.spec(), layout_name)?;
    let layout = state.spec().layout(id);
    let out = out.unwrap_or_else(|| PyArrayDyn::zeros(py, IxDyn(layout.shape()), false));
    {
        let mut array: PyReadwriteArrayDyn<'_, f32> = out.try_readwrite().map_err(value)?;
        let slice = array.as_slice_mut().map_err(value)?;
        if slice.len() != layout.len() {
            let (has, name) = (slice.len(), layout.name());
            let wants = layout.len();
            return Err(PyValueError::new_err(format!("the array has {has} numbers, layout `{name}` has {wants}")));
        }
        state.observe(seat, id, slice);
    }
    Ok(out)
}

/// Places and values, as two arrays.
pub(crate) type Lists<'py> = (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f32>>);

pub(crate) fn observe_sparse<'py>(
    py: Python<'py>,
    state: &dyn AnyState,
    seat: Seat,
    layout_name: Option<&str>,
) -> PyResult<Lists<'py>> {
    let mut list = Sparse::new();
    state.observe_sparse(seat, layout(state.spec(), layout_name)?, &mut list);
    Ok((PyArray1::from_slice(py, list.indices()), PyArray1::from_slice(py, list.values())))
}

pub(crate) fn entities(py: Python<'_>, state: &dyn AnyState, seat: Seat) -> PyResult<Graph> {
    let mut graph = EntityGraph::new();
    state.entities(seat, &mut graph);
    let mut gathered = Gathered::new();
    gathered.push(&graph);
    gathered.finish(py, state.spec().graph.width())
}
