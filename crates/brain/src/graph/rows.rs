//! Graphs as rows: what is not zero, the relations, and the candidates.

use super::{GraphNet, NONE, NUMBERS, Quick, TARGETS};
use crate::heads::Spans;
use crate::network::Rows;
use hoyle_core::{Edge, EntityGraph, EntityId, UnseenCards};

/// A number that is not zero: it adds `value` times row `row` of the first matrix to entity `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub to: EntityId,
    pub row: u16,
    pub value: f32,
}

/// What a candidate points at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pointer {
    pub verb: u8,
    /// Source and targets, or [`NONE`].
    pub points: [EntityId; 1 + TARGETS],
    pub numbers: [f32; NUMBERS],
    /// Candidates of one verb and source are of one group; groups are numbered as they come.
    pub group: u16,
}

/// A candidate, with where it stands among those of all rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'r> {
    pub candidate: &'r Pointer,
    pub row: usize,
    /// Its group, counted over all rows.
    pub group: usize,
    /// How many entities stand before those of its row.
    entities: usize,
}

impl Placed<'_> {
    /// One of the entities that it points at, counted over all rows; `nothing` if there is none.
    pub fn point(&self, n: usize, nothing: u32) -> u32 {
        match self.candidate.points[n] {
            NONE => nothing,
            entity => (self.entities + entity as usize) as u32,
        }
    }
}

/// Where a row begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Start {
    entities: u32,
    entries: u32,
    edges: u32,
    candidates: u32,
    groups: u32,
    /// How many rows before this one have hidden hands.
    hidden: u32,
}

/// What the hidden hands of some views may hold.
#[derive(Clone, Debug, Default)]
struct Hidden {
    /// The cards: a row for each such view, with an entity for each card.
    cards: GraphRows,
    /// For each card the entity of its view that stands for the hand.
    holders: Vec<EntityId>,
}

/// Encoded views, one after the other.
#[derive(Clone, Debug, Default)]
pub struct GraphRows {
    /// Where each row begins, and after the last where it ends.
    starts: Vec<Start>,
    /// The number of each entity's list of tokens.
    lists: Vec<u32>,
    entries: Vec<Entry>,
    edges: Vec<Edge>,
    candidates: Vec<Pointer>,
    actions: Vec<u16>,
    /// The entity of the observer in each row, or [`NONE`].
    observers: Vec<EntityId>,
    /// What hidden hands may hold, where that was asked for.
    hidden: Option<Box<Hidden>>,
}

impl Rows for GraphRows {
    fn len(&self) -> usize {
        self.observers.len()
    }

    fn clear(&mut self) {
        self.starts.clear();
        self.lists.clear();
        self.entries.clear();
        self.edges.clear();
        self.candidates.clear();
        self.actions.clear();
        self.observers.clear();
        if let Some(hidden) = &mut self.hidden {
            hidden.cards.clear();
            hidden.holders.clear();
        }
    }

    fn actions(&self, row: usize) -> &[u16] {
        &self.actions[self.starts[row].candidates as usize..self.starts[row + 1].candidates as usize]
    }

    fn entities(&self, row: usize) -> usize {
        self.lists(row).len()
    }

    fn append(&mut self, other: &Self, row: usize) {
        self.begin();
        self.lists.extend_from_slice(other.lists(row));
        self.entries.extend_from_slice(other.entries(row));
        self.edges.extend_from_slice(other.edges(row));
        self.candidates.extend_from_slice(other.candidates(row));
        self.actions.extend_from_slice(other.actions(row));
        self.end(other.observers[row], other.groups(row));
        if let (Some(row), Some(from)) = (other.hidden_row(row), &other.hidden) {
            let to = self.hidden.get_or_insert_default();
            to.cards.append(&from.cards, row);
            to.holders.extend_from_slice(&from.holders[from.cards.of_entities(row)]);
            self.has_hidden();
        }
    }
}

impl GraphRows {
    /// Remembers that the last row has hidden hands.
    fn has_hidden(&mut self) {
        if let Some(end) = self.starts.last_mut() {
            end.hidden += 1;
        }
    }

    /// Which of the rows with hidden hands a row is, if it is one.
    fn hidden_row(&self, row: usize) -> Option<usize> {
        let (own, next) = (self.starts[row].hidden, self.starts[row + 1].hidden);
        (own < next).then_some(own as usize)
    }

    /// What hidden hands may hold, as rows of their own: a card is an entity; none if that was not asked for.
    pub(super) fn hidden_cards(&self) -> Option<&Self> {
        self.hidden.as_ref().map(|hidden| &hidden.cards).filter(|cards| !cards.lists.is_empty())
    }

    /// For each of these cards what stands for the hand, counted over all entities of all rows.
    pub(super) fn hidden_holders(&self) -> Vec<u32> {
        let mut holders = Vec::new();
        for row in 0..self.len() {
            if let (Some(own), Some(hidden)) = (self.hidden_row(row), &self.hidden) {
                let before = self.starts[row].entities;
                holders.extend(hidden.holders[hidden.cards.of_entities(own)].iter().map(|&n| before + u32::from(n)));
            }
        }
        holders
    }

    /// Which of these cards belong to which row.
    pub(super) fn hidden_spans(&self) -> Spans {
        let end = |start: &Start| {
            let cards = self.hidden.as_ref().and_then(|hidden| hidden.cards.starts.get(start.hidden as usize));
            cards.map_or(0, |start| start.entities)
        };
        Spans::Ends(self.ends(end))
    }

    /// The entities of a row among those of all rows.
    fn of_entities(&self, row: usize) -> std::ops::Range<usize> {
        self.starts[row].entities as usize..self.starts[row + 1].entities as usize
    }

    /// How many entities stand before those of a row.
    pub(super) fn first_entity(&self, row: usize) -> usize {
        self.starts[row].entities as usize
    }

    /// What tells rows apart.
    pub(super) fn hash(&self, row: usize) -> Quick {
        let mut hash = Quick::default();
        for entry in self.entries(row) {
            hash.add(u64::from(entry.row) << 48 | u64::from(entry.to) << 32 | u64::from(entry.value.to_bits()));
        }
        hash
    }

    /// The most entities that a row has.
    pub(super) fn most_entities(&self) -> usize {
        (0..self.len()).map(|row| self.entities(row)).max().unwrap_or(0)
    }

    pub(super) fn lists(&self, row: usize) -> &[u32] {
        &self.lists[self.starts[row].entities as usize..self.starts[row + 1].entities as usize]
    }

    pub(super) fn entries(&self, row: usize) -> &[Entry] {
        &self.entries[self.starts[row].entries as usize..self.starts[row + 1].entries as usize]
    }

    pub(super) fn edges(&self, row: usize) -> &[Edge] {
        &self.edges[self.starts[row].edges as usize..self.starts[row + 1].edges as usize]
    }

    fn candidates(&self, row: usize) -> &[Pointer] {
        &self.candidates[self.starts[row].candidates as usize..self.starts[row + 1].candidates as usize]
    }

    /// How many groups the candidates of a row make.
    fn groups(&self, row: usize) -> usize {
        (self.starts[row + 1].groups - self.starts[row].groups) as usize
    }

    pub(super) fn observer(&self, row: usize) -> EntityId {
        self.observers[row]
    }

    /// The lists of all entities of all rows.
    pub(super) fn all_lists(&self) -> &[u32] {
        &self.lists
    }

    /// How many candidates there are in all.
    pub(super) fn all_candidates(&self) -> usize {
        self.candidates.len()
    }

    /// How many groups there are in all.
    pub(super) fn all_groups(&self) -> usize {
        self.starts.last().map_or(0, |end| end.groups as usize)
    }

    /// The candidates of all rows in their order.
    pub(super) fn placed(&self) -> impl Iterator<Item = Placed<'_>> {
        (0..self.len()).flat_map(|row| {
            let (entities, groups) = (self.starts[row].entities as usize, self.starts[row].groups as usize);
            let candidates = self.candidates(row).iter();
            candidates.map(move |candidate| Placed {
                candidate,
                row,
                entities,
                group: groups + candidate.group as usize,
            })
        })
    }

    /// The first candidate of each group of all rows in their order.
    pub(super) fn placed_groups(&self) -> impl Iterator<Item = Placed<'_>> {
        let mut next = 0;
        self.placed().filter(move |placed| {
            let is_first = placed.group == next;
            next += usize::from(is_first);
            is_first
        })
    }

    /// Which entities belong to which row.
    pub(super) fn entity_spans(&self) -> Spans {
        Spans::Ends(self.ends(|start| start.entities))
    }

    /// Which candidates belong to which row.
    pub(super) fn candidate_spans(&self) -> Spans {
        Spans::Ends(self.ends(|start| start.candidates))
    }

    fn ends(&self, of: impl Fn(&Start) -> u32) -> Vec<u32> {
        if self.starts.is_empty() { vec![0] } else { self.starts.iter().map(of).collect() }
    }

    fn begin(&mut self) {
        if self.starts.is_empty() {
            self.starts.push(Start::default());
        }
    }

    fn end(&mut self, observer: EntityId, groups: usize) {
        self.observers.push(observer);
        self.starts.push(Start {
            entities: self.lists.len() as u32,
            entries: self.entries.len() as u32,
            edges: self.edges.len() as u32,
            candidates: self.candidates.len() as u32,
            groups: (self.all_groups() + groups) as u32,
            hidden: self.starts.last().map_or(0, |start| start.hidden),
        });
    }
}

impl GraphNet {
    /// Adds a graph of the terms that the network was made for.
    pub fn encode_graph(&self, graph: &EntityGraph, rows: &mut GraphRows) {
        rows.begin();
        let entities = graph.len();
        let mut observer = NONE;
        for (n, &kind) in graph.kinds().iter().enumerate() {
            let first = self.kinds[kind as usize];
            let to = n as EntityId;
            rows.entries.push(Entry { to, row: first, value: 1.0 });
            let features = graph.row(to);
            for (feature, &value) in features.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                rows.entries.push(Entry { to, row: first + 1 + feature as u16, value });
            }
            let is_observer = self.observer.is_some_and(|(player, own)| player == kind && features[own] == 1.0);
            if is_observer && observer == NONE {
                observer = to;
            }
        }
        if self.slots.tokens.is_some() {
            self.number((0..entities).map(|n| graph.tokens(n as EntityId)), &mut rows.lists);
        } else {
            rows.lists.resize(rows.lists.len() + entities, 0);
        }
        if self.slots.relations.is_some() {
            rows.edges.extend_from_slice(graph.edges());
        }
        let start = rows.candidates.len();
        let mut groups = 0;
        for candidate in graph.candidates() {
            let point = |entity: Option<EntityId>| entity.unwrap_or(NONE);
            let [a, b, c] = candidate.targets.map(point);
            let points = [point(candidate.source), a, b, c];
            // Those of one group mostly stand together: looking back from the end finds them soon.
            let alike = |other: &&Pointer| other.verb == candidate.verb && other.points[0] == points[0];
            let group = rows.candidates[start..].iter().rev().find(alike).map_or(groups, |other| other.group);
            groups += u16::from(group == groups);
            rows.candidates.push(Pointer { verb: candidate.verb, points, numbers: candidate.numbers, group });
            rows.actions.push(candidate.action.0);
        }
        rows.end(observer, groups as usize);
    }

    /// Adds to the last row what hidden hands may hold. A row that has them already keeps what it has.
    pub fn encode_unseen_cards(&self, unseen: &UnseenCards, rows: &mut GraphRows) {
        let last = rows.len().checked_sub(1);
        if unseen.is_empty() || last.is_none_or(|last| rows.hidden_row(last).is_some()) {
            return;
        }
        let hidden = rows.hidden.get_or_insert_default();
        self.encode_graph(&unseen.described, &mut hidden.cards);
        hidden.holders.extend(unseen.cards.iter().map(|card| card.holder));
        rows.has_hidden();
    }
}
