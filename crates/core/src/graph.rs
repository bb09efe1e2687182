//! Entity graphs: what a seat sees, as things and the relations between them.
//!
//! A [`GraphSchema`] declares the kinds of entities with their features, the relations, the verbs of actions and the
//! token vocabulary. An [`EntityGraph`] is one position in those terms. Its buffers are reused: after a few positions
//! it allocates nothing.

use crate::ActionId;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A feature of a kind of entity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// Unique within the kind.
    pub name: String,
    /// The smallest value that it can take.
    pub min: f32,
    /// The largest value that it can take.
    pub max: f32,
    /// What it says, for people.
    pub meaning: String,
}

impl Feature {
    /// Declares a feature.
    pub fn new(name: &str, min: f32, max: f32, meaning: &str) -> Self {
        Self { name: name.to_owned(), min, max, meaning: meaning.to_owned() }
    }
}

/// A kind of entity: a token, a player, a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kind {
    /// Unique within the schema.
    pub name: String,
    /// What its feature row says.
    pub features: Vec<Feature>,
}

impl Kind {
    /// Declares a kind.
    pub fn new(name: &str, features: Vec<Feature>) -> Self {
        Self { name: name.to_owned(), features }
    }
}

/// A relation between entities, or a verb of candidates: a name and what it says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// Unique among its like.
    pub name: String,
    /// What it says, for people.
    pub meaning: String,
}

impl Term {
    /// Declares a relation or a verb.
    pub fn new(name: &str, meaning: &str) -> Self {
        Self { name: name.to_owned(), meaning: meaning.to_owned() }
    }
}

/// The terms in which a game's positions are drawn as graphs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GraphSchema {
    /// The version of the declaration.
    pub version: u32,
    /// Kinds of entities; an entity's kind is an index into this list.
    pub kinds: Vec<Kind>,
    /// Relations; an edge's relation is an index into this list.
    pub relations: Vec<Term>,
    /// Verbs; a candidate's verb is an index into this list.
    pub verbs: Vec<Term>,
    /// The token vocabulary; an entity's tokens are indices into this list.
    pub tokens: Vec<String>,
}

impl GraphSchema {
    /// How many features the widest kind has; every feature row has this length.
    pub fn width(&self) -> usize {
        self.kinds.iter().map(|kind| kind.features.len()).max().unwrap_or(0)
    }

    /// Identifies the declaration; prose does not count.
    pub fn hash(&self) -> u64 {
        let mut text = format!("{}", self.version);
        for kind in &self.kinds {
            text.push_str(&format!("\nkind {}", kind.name));
            for Feature { name, min, max, .. } in &kind.features {
                text.push_str(&format!(" {name} {min} {max}"));
            }
        }
        for (what, terms) in [("relation", &self.relations), ("verb", &self.verbs)] {
            for term in terms {
                text.push_str(&format!("\n{what} {}", term.name));
            }
        }
        for token in &self.tokens {
            text.push_str(&format!("\ntoken {token}"));
        }
        xxhash_rust::xxh3::xxh3_64(text.as_bytes())
    }
}

/// An entity's number in its graph.
pub type EntityId = u16;

/// A typed, directed relation between two entities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Index into [`GraphSchema::relations`].
    pub relation: u8,
    /// Where the edge starts.
    pub from: EntityId,
    /// Where the edge ends.
    pub to: EntityId,
}

/// A legal action, described by the entities that it points at. No two candidates of a position are described alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The action.
    pub action: ActionId,
    /// Index into [`GraphSchema::verbs`].
    pub verb: u8,
    /// What acts.
    pub source: Option<EntityId>,
    /// What it is done to, in order; the same entity several times counts as often.
    pub targets: [Option<EntityId>; 3],
    /// How much or how many.
    pub numbers: [f32; 2],
}

impl Candidate {
    /// A candidate that points at nothing yet.
    pub fn new(action: ActionId, verb: u8) -> Self {
        Self { action, verb, source: None, targets: [None; 3], numbers: [0.0; 2] }
    }

    /// Everything but the action, in a form that can be compared byte for byte.
    fn description(&self) -> (u8, Option<EntityId>, [Option<EntityId>; 3], [u32; 2]) {
        (self.verb, self.source, self.targets, self.numbers.map(f32::to_bits))
    }
}

/// The tokens of an entity: a range of the graph's shared tokens, or of the tokens that were pushed to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenSpan {
    start: u32,
    end: u32,
}

impl TokenSpan {
    /// No tokens.
    pub const EMPTY: Self = Self { start: 0, end: 0 };

    /// The shared tokens `start..end`.
    pub const fn of_shared(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// These of the shared tokens.
    pub fn of(self, shared_tokens: &[u16]) -> &[u16] {
        &shared_tokens[self.start as usize..self.end as usize]
    }
}

/// One position as entities, relations and candidates.
#[derive(Clone, Debug, Default)]
pub struct EntityGraph {
    width: usize,
    kinds: Vec<u8>,
    features: Vec<f32>,
    spans: Vec<TokenSpan>,
    /// Tokens that many graphs of a game have in common: pointing at them is cheaper than copying them.
    shared_tokens: &'static [u16],
    /// All other tokens; a [`TokenSpan`] counts on from the end of the shared ones.
    tokens: Vec<u16>,
    edges: Vec<Edge>,
    candidates: Vec<Candidate>,
}

/// Which tokens an entity has counts, not where they are kept.
impl PartialEq for EntityGraph {
    fn eq(&self, other: &Self) -> bool {
        self.width == other.width
            && self.kinds == other.kinds
            && self.features == other.features
            && self.edges == other.edges
            && self.candidates == other.candidates
            && (0..self.len() as EntityId).all(|entity| self.tokens(entity) == other.tokens(entity))
    }
}

impl EntityGraph {
    /// An empty graph.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the graph empty, with feature rows of this length.
    pub fn clear(&mut self, width: usize) {
        self.clear_with_shared_tokens(width, &[]);
    }

    /// Makes the graph empty, with feature rows of this length, and shared tokens that a [`TokenSpan`] can point at.
    pub fn clear_with_shared_tokens(&mut self, width: usize, shared_tokens: &'static [u16]) {
        self.width = width;
        self.shared_tokens = shared_tokens;
        self.kinds.clear();
        self.features.clear();
        self.spans.clear();
        self.tokens.clear();
        self.edges.clear();
        self.candidates.clear();
    }

    /// Adds an entity; missing features are 0.
    #[inline]
    pub fn entity(&mut self, kind: u8, features: &[f32], tokens: &[u16]) -> EntityId {
        debug_assert!(features.len() <= self.width, "more features than the schema is wide");
        let span = if tokens.is_empty() { TokenSpan::EMPTY } else { self.push_tokens(tokens) };
        self.features.extend_from_slice(features);
        if features.len() < self.width {
            self.features.resize((self.kinds.len() + 1) * self.width, 0.0);
        }
        self.head(kind, span)
    }

    /// Adds an entity with a whole row of features. The length is known when the program is built: such a row is copied
    /// without a call.
    #[inline]
    pub fn entity_row<const WIDTH: usize>(&mut self, kind: u8, row: &[f32; WIDTH], span: TokenSpan) -> EntityId {
        debug_assert_eq!(WIDTH, self.width, "a row of another length than the schema's");
        self.features.extend_from_slice(row);
        self.head(kind, span)
    }

    /// Adds several entities of a kind, without tokens; their numbers follow each other.
    #[inline]
    pub fn entity_rows<const WIDTH: usize, const N: usize>(&mut self, kind: u8, rows: &[[f32; WIDTH]; N]) -> EntityId {
        debug_assert_eq!(WIDTH, self.width, "rows of another length than the schema's");
        let first = self.kinds.len() as EntityId;
        self.features.extend_from_slice(rows.as_flattened());
        self.kinds.extend_from_slice(&[kind; N]);
        self.spans.extend_from_slice(&[TokenSpan::EMPTY; N]);
        first
    }

    /// Adds tokens that are not among the shared ones, for one entity or for several.
    pub fn push_tokens(&mut self, tokens: &[u16]) -> TokenSpan {
        let start = self.shared_tokens.len() + self.tokens.len();
        self.tokens.extend_from_slice(tokens);
        TokenSpan { start: start as u32, end: (start + tokens.len()) as u32 }
    }

    #[inline]
    fn head(&mut self, kind: u8, span: TokenSpan) -> EntityId {
        let id = self.kinds.len() as EntityId;
        self.kinds.push(kind);
        self.spans.push(span);
        id
    }

    /// Adds a relation.
    #[inline]
    pub fn edge(&mut self, relation: u8, from: EntityId, to: EntityId) {
        self.edges.push(Edge { relation, from, to });
    }

    /// Adds a candidate.
    #[inline]
    pub fn candidate(&mut self, candidate: Candidate) {
        self.candidates.push(candidate);
    }

    /// How many entities there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The length of each feature row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The kind of each entity.
    pub fn kinds(&self) -> &[u8] {
        &self.kinds
    }

    /// All feature rows, one after the other.
    pub fn features(&self) -> &[f32] {
        &self.features
    }

    /// The feature row of an entity.
    pub fn row(&self, entity: EntityId) -> &[f32] {
        &self.features[entity as usize * self.width..][..self.width]
    }

    /// The tokens of an entity.
    pub fn tokens(&self, entity: EntityId) -> &[u16] {
        let TokenSpan { start, end } = self.spans[entity as usize];
        let (start, end) = (start as usize, end as usize);
        match start.checked_sub(self.shared_tokens.len()) {
            Some(own) if end > start => &self.tokens[own..end - self.shared_tokens.len()],
            _ => &self.shared_tokens[start..end],
        }
    }

    /// All relations.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// All candidates: the legal actions, if it is the observer's turn.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Whether two graphs are the same, byte for byte: unlike `==`, this tells 0 from -0.
    pub fn is_identical(&self, other: &Self) -> bool {
        let bits = |graph: &Self| graph.features.iter().map(|f| f.to_bits()).collect::<Vec<_>>();
        self == other && bits(self) == bits(other)
    }

    /// Checks every index and every value against the schema.
    pub fn check(&self, schema: &GraphSchema) -> Result<(), GraphError> {
        let wrong = |what: String| Err(GraphError(what));
        if self.width != schema.width() {
            return wrong(format!("rows of {} features, the schema has {}", self.width, schema.width()));
        }
        for (i, &kind) in self.kinds.iter().enumerate() {
            let Some(kind) = schema.kinds.get(kind as usize) else {
                return wrong(format!("entity {i} has the unknown kind {kind}"));
            };
            for (j, &value) in self.row(i as EntityId).iter().enumerate() {
                match kind.features.get(j) {
                    None if value == 0.0 => {}
                    None => return wrong(format!("entity {i} ({}) has {value} beyond its features", kind.name)),
                    Some(feature) if !(feature.min..=feature.max).contains(&value) => {
                        return wrong(format!("entity {i} ({}): {} is {value}", kind.name, feature.name));
                    }
                    Some(_) => {}
                }
            }
            if let Some(token) = self.tokens(i as EntityId).iter().find(|&&t| t as usize >= schema.tokens.len()) {
                return wrong(format!("entity {i} ({}) has the unknown token {token}", kind.name));
            }
        }
        let inside = |entity: EntityId| (entity as usize) < self.len();
        for edge in &self.edges {
            if edge.relation as usize >= schema.relations.len() || !inside(edge.from) || !inside(edge.to) {
                return wrong(format!("{edge:?} points outside of the graph or the schema"));
            }
        }
        for candidate in &self.candidates {
            let mut points = candidate.targets.into_iter().chain([candidate.source]).flatten();
            if candidate.verb as usize >= schema.verbs.len() || !points.all(inside) {
                return wrong(format!("{candidate:?} points outside of the graph or the schema"));
            }
        }
        let mut described: Vec<_> = self.candidates.iter().map(Candidate::description).collect();
        described.sort_unstable();
        if let Some(pair) = described.windows(2).find(|pair| pair[0] == pair[1]) {
            return wrong(format!("two candidates are described alike: {:?}", pair[0]));
        }
        Ok(())
    }
}

/// What is wrong with a graph.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct GraphError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_same_wherever_they_are_kept() {
        static SHARED: [u16; 5] = [7, 8, 9, 8, 7];
        let mut sharing = EntityGraph::new();
        sharing.clear_with_shared_tokens(2, &SHARED);
        sharing.entity_row(0, &[1.0, 0.0], TokenSpan::of_shared(1, 4));
        let shared = sharing.push_tokens(&[3, 4]);
        sharing.entity_row(0, &[0.0, 0.0], shared);
        sharing.entity(1, &[], &[]);
        sharing.entity_row(0, &[0.0, 2.0], shared);
        sharing.entity_row(0, &[0.0, 3.0], TokenSpan::of_shared(4, 5));
        let mut plain = EntityGraph::new();
        plain.clear(2);
        plain.entity(0, &[1.0], &[8, 9, 8]);
        plain.entity(0, &[], &[3, 4]);
        plain.entity(1, &[0.0], &[]);
        plain.entity(0, &[0.0, 2.0], &[3, 4]);
        plain.entity(0, &[0.0, 3.0], &[7]);
        assert!(sharing.is_identical(&plain));
        plain.entity(0, &[], &[5]);
        sharing.entity(0, &[], &[6]);
        assert_eq!(sharing.tokens(5), &[6]);
        assert!(!sharing.is_identical(&plain));
    }
}
