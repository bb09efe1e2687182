//! Observations as rows of non-zeros, with the actions that can be chosen.

use super::{DEAD, Entry, TensorNet};
use crate::heads::Spans;
use crate::network::Rows;
use hoyle_core::{ActionSet, LayoutId, Sparse, State, View};

/// Encoded views, one after the other.
#[derive(Clone, Debug, Default)]
pub struct TensorRows {
    /// Where the entries of each row begin, and after the last where they end.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    /// Which known layout each row has.
    pub(super) known: Vec<u32>,
    /// Where the candidates of each row begin, and after the last where they end.
    pub(super) first: Vec<u32>,
    pub(super) actions: Vec<u16>,
}

impl Rows for TensorRows {
    fn len(&self) -> usize {
        self.known.len()
    }

    fn clear(&mut self) {
        self.starts.clear();
        self.entries.clear();
        self.known.clear();
        self.first.clear();
        self.actions.clear();
    }

    fn actions(&self, row: usize) -> &[u16] {
        &self.actions[self.first[row] as usize..self.first[row + 1] as usize]
    }

    fn append(&mut self, other: &Self, row: usize) {
        self.begin();
        self.entries.extend_from_slice(other.entries(row));
        self.actions.extend_from_slice(other.actions(row));
        self.end(other.known[row]);
    }
}

impl TensorRows {
    pub(super) fn entries(&self, row: usize) -> &[Entry] {
        &self.entries[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// Which candidates belong to which row.
    pub(super) fn candidate_spans(&self) -> Spans {
        Spans::Ends(if self.first.is_empty() { vec![0] } else { self.first.clone() })
    }

    /// How many candidates there are in all.
    pub(super) fn all_candidates(&self) -> usize {
        self.actions.len()
    }

    fn begin(&mut self) {
        if self.starts.is_empty() {
            self.starts.push(0);
            self.first.push(0);
        }
    }

    fn end(&mut self, known: u32) {
        self.known.push(known);
        self.starts.push(self.entries.len() as u32);
        self.first.push(self.actions.len() as u32);
    }
}

impl TensorNet {
    /// Adds a view.
    ///
    /// # Panics
    /// If the game has no layout of the network's name; it is checked when the network is loaded.
    pub(super) fn encode_view<S: State>(
        &self,
        view: View<'_, S>,
        legal: &ActionSet,
        sparse: &mut Sparse,
        rows: &mut TensorRows,
    ) {
        let spec = view.spec();
        let id = spec.layout_named(self.layout.name()).expect("the game has the layout: it was checked");
        let layout = spec.layout(id);
        let (n, known) = self.know(layout);
        view.observe_sparse(LayoutId(id.0), sparse);
        rows.begin();
        for (&place, &value) in sparse.indices().iter().zip(sparse.values()) {
            let to = known.places[place as usize];
            if to != DEAD {
                rows.entries.push(Entry { to: (to >> 16) as u16, row: to as u16, value });
            }
        }
        rows.actions.extend(legal.iter().map(|action| action.0));
        rows.end(n as u32);
    }
}
