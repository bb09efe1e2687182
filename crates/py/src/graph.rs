//! Entity graphs as arrays.

use hoyle_core::EntityGraph;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

/// What a seat sees as things and the relations between them, in arrays; of one position or of many.
///
/// Of many positions, entities, edges and candidates stand one game after the other, and game `i` has those from
/// `entity_starts[i]` to `entity_starts[i + 1]` and so on. Entities are numbered within their game.
#[pyclass(module = "hoyle", frozen, get_all, name = "Graph")]
pub(crate) struct Graph {
    /// Where the entities of each game begin, and after the last where they end.
    entity_starts: Py<PyArray1<i64>>,
    /// The same for edges.
    edge_starts: Py<PyArray1<i64>>,
    /// The same for candidates.
    candidate_starts: Py<PyArray1<i64>>,
    /// Each entity's kind: an index into the schema's kinds.
    kinds: Py<PyArray1<u8>>,
    /// Each entity's features: a row of the schema's width.
    features: Py<PyArray2<f32>>,
    /// Where each entity's tokens begin, and after the last where they end.
    token_starts: Py<PyArray1<i64>>,
    /// Tokens: indices into the schema's vocabulary.
    tokens: Py<PyArray1<u16>>,
    /// Edges: relation, from, to.
    edges: Py<PyArray2<i32>>,
    /// Each candidate's action id.
    actions: Py<PyArray1<i64>>,
    /// Each candidate's verb: an index into the schema's verbs.
    verbs: Py<PyArray1<u8>>,
    /// What acts; -1 for nothing.
    sources: Py<PyArray1<i32>>,
    /// What it is done to, up to three entities; -1 for none.
    targets: Py<PyArray2<i32>>,
    /// How much or how many, two numbers.
    numbers: Py<PyArray2<f32>>,
}

#[pymethods]
impl Graph {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let len = |array: &Bound<'_, PyAny>| array.len();
        Ok(format!(
            "<hoyle.Graph of {} entities, {} edges, {} candidates>",
            len(self.kinds.bind(py))?,
            len(self.edges.bind(py))?,
            len(self.actions.bind(py))?
        ))
    }
}

/// Graphs on their way into arrays.
#[derive(Default)]
pub(crate) struct Gathered {
    starts: [Vec<i64>; 3],
    kinds: Vec<u8>,
    features: Vec<f32>,
    token_starts: Vec<i64>,
    tokens: Vec<u16>,
    edges: Vec<i32>,
    actions: Vec<i64>,
    verbs: Vec<u8>,
    sources: Vec<i32>,
    targets: Vec<i32>,
    numbers: Vec<f32>,
}

impl Gathered {
    /// No graphs yet.
    pub(crate) fn new() -> Self {
        Self { starts: [vec![0], vec![0], vec![0]], token_starts: vec![0], ..Self::default() }
    }

    /// Adds the graph of one game.
    pub(crate) fn push(&mut self, graph: &EntityGraph) {
        let point = |entity: Option<u16>| entity.map_or(-1, i32::from);
        self.kinds.extend_from_slice(graph.kinds());
        self.features.extend_from_slice(graph.features());
        for entity in 0..graph.len() as u16 {
            self.tokens.extend_from_slice(graph.tokens(entity));
            self.token_starts.push(self.tokens.len() as i64);
        }
        for edge in graph.edges() {
            self.edges.extend([i32::from(edge.relation), edge.from.into(), edge.to.into()]);
        }
        for candidate in graph.candidates() {
            self.actions.push(candidate.action.0.into());
            self.verbs.push(candidate.verb);
            self.sources.push(point(candidate.source));
            self.targets.extend(candidate.targets.map(point));
            self.numbers.extend(candidate.numbers);
        }
        let lens = [self.kinds.len(), self.edges.len() / 3, self.actions.len()];
        self.starts.iter_mut().zip(lens).for_each(|(starts, len)| starts.push(len as i64));
    }

    /// The arrays; feature rows are this wide.
    pub(crate) fn finish(self, py: Python<'_>, width: usize) -> PyResult<Graph> {
        fn table<T: numpy::Element>(py: Python<'_>, values: Vec<T>, width: usize) -> PyResult<Py<PyArray2<T>>> {
            let rows = values.len().checked_div(width).unwrap_or(0);
            Ok(PyArray1::from_vec(py, values).reshape([rows, width])?.unbind())
        }
        fn list<T: numpy::Element>(py: Python<'_>, values: Vec<T>) -> Py<PyArray1<T>> {
            PyArray1::from_vec(py, values).unbind()
        }
        let [entity_starts, edge_starts, candidate_starts] = self.starts.map(|starts| list(py, starts));
        Ok(Graph {
            entity_starts,
            edge_starts,
            candidate_starts,
            kinds: list(py, self.kinds),
            features: table(py, self.features, width)?,
            token_starts: list(py, self.token_starts),
            tokens: list(py, self.tokens),
            edges: table(py, self.edges, 3)?,
            actions: list(py, self.actions),
            verbs: list(py, self.verbs),
            sources: list(py, self.sources),
            targets: table(py, self.targets, 3)?,
            numbers: table(py, self.numbers, 2)?,
        })
    }
}
