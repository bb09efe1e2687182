//! The relational transformer: reads the entity graph of any game.
//!
//! ```text
//! kind, features ── sparse gather ──────────────┐
//! tokens ── gated sum ── MLP ── a vector per list ├── a vector per entity
//! own id, zero at the start ── gate ────────────┘          │
//!                     blocks: attention with a bias per relation and head, MLP
//!                                                           │ norm
//!        ┌── mean of all, observer, sum ── pooled state ── heads: win per seat, margin, turns left
//!        ├── what a candidate points at, verb, numbers, pooled state ── a logit (and with parameters a Q) each
//!        └── further heads (`heads.rs`): of each of these, of pairs of entities, of what hidden hands may hold
//! ```
//!
//! A list of tokens is composed once, however many entities have it: inference keeps its vector for good, training computes
//! it once for a batch. So lists are numbered by the network, and a row only has their numbers.
//!
//! The biases of relations are shared by all layers. They are few numbers that say what a relation means, the layers differ
//! by their queries and keys, and in training the matrix of biases is the largest there is: it is made once.

mod blocks;
mod entities;
mod forward;
mod rows;

pub use forward::GraphCache;
pub use rows::GraphRows;

use crate::gradient::Tape;
use crate::heads::{Ask, FURTHER, Head, HeadShape, ORIGINAL, Outputs, OwnHead, QUALITY, Reads};
use crate::network::{Architecture, Engine, NetworkOutput};
use crate::weights::{Declaration, Init, Layer, Norm, Slot};
use hoyle_core::{ActionSet, EntityGraph, GraphSchema, Spec, State, UnseenCards, View};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{PoisonError, RwLock};

/// The sizes of a relational transformer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GraphConfig {
    /// How long the vector of an entity is.
    pub width: usize,
    /// How many blocks there are.
    pub layers: usize,
    /// How many heads the attention has; a divisor of the width.
    pub heads: usize,
    /// How many times the width the layer has by which candidates are scored.
    pub scorer: usize,
    /// Whether the pooled state has the sum of all entities beside their mean, which cannot count.
    pub counts: bool,
    /// Whether relations bias the attention; without, the network sees a set of entities.
    pub relations: bool,
    /// Whether cards have learned vectors of their own beside what they are composed of.
    pub card_ids: bool,
    /// How often training hides a card's own vector, so that cards which were never seen are read as well.
    pub id_dropout: f32,
    /// Whether the policy first chooses verb and source and then targets and numbers, with a Q for complete candidates.
    pub parameters: bool,
    /// With parameters: how many of the likeliest candidates are put into another order by their Q in play.
    pub top: usize,
}

impl Default for GraphConfig {
    fn default() -> Self {
        Self {
            width: 64,
            layers: 2,
            heads: 4,
            scorer: 1,
            counts: false,
            relations: true,
            card_ids: true,
            id_dropout: 0.1,
            parameters: false,
            top: 4,
        }
    }
}

impl GraphConfig {
    /// How many vectors make the pooled state.
    fn pooled(&self) -> usize {
        if self.counts { 3 } else { 2 }
    }

    /// How wide the layer is by which candidates are scored.
    fn scorer_width(&self) -> usize {
        self.scorer * self.width
    }
}

/// How many places in a list of tokens are told apart; those behind count as the last.
const PLACES: usize = 32;
/// What the sum of all entities is multiplied by, so that it is about as large as other numbers.
const SUM: f32 = 1.0 / 16.0;
/// How many targets a candidate has.
const TARGETS: usize = 3;
/// How many numbers a candidate has.
const NUMBERS: usize = 2;
/// How much wider the layer within a block is.
const FACTOR: usize = 2;
/// No id, no entity.
const NONE: u16 = u16::MAX;
/// The categories of tokens that stand for one card each: as the first of a list such a token is the card's own id.
const OWN: [&str; 2] = ["card:", "token:"];

/// A list of tokens, taken apart.
#[derive(Clone, Debug, PartialEq)]
struct Composed {
    /// The row of the card's own vector, or [`NONE`].
    own: u16,
    /// The other tokens with their places.
    parts: Vec<(u16, u8)>,
}

/// Hashes lists of tokens: they are short, and many are looked up.
#[derive(Clone, Copy, Default)]
struct Quick(u64);

impl Quick {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    fn add(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(Self::FACTOR);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.add(u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(last));
        }
    }

    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// All lists of tokens that were seen, by number. The first is empty.
#[derive(Debug, Default)]
struct Lists {
    numbers: HashMap<Box<[u16]>, u32, BuildHasherDefault<Quick>>,
    lists: Vec<Composed>,
}

/// The network: where everything stands, without numbers.
#[derive(Debug)]
pub struct GraphNet {
    config: GraphConfig,
    seats: usize,
    /// For each kind its row in the first matrix; those of its features follow.
    kinds: Vec<u16>,
    /// For each token the row of a card's own vector, or [`NONE`].
    own: Vec<u16>,
    relations: usize,
    /// The kind of players, and which of its features marks the observer.
    observer: Option<(u8, usize)>,
    declaration: Declaration,
    slots: Slots,
    heads: Vec<OwnHead>,
    lists: RwLock<Lists>,
}

/// The matrices of a block.
#[derive(Clone, Copy, Debug)]
struct Block {
    before: Norm,
    /// Queries, keys and values side by side.
    qkv: Layer,
    attention_output: Layer,
    between: Norm,
    mlp_in: Layer,
    mlp_out: Layer,
}

/// The tokens' matrices.
#[derive(Clone, Copy, Debug)]
struct TokenSlots {
    token: Slot,
    /// What a token is multiplied by at each place, less one: so the order of tokens counts.
    gate: Slot,
    place: Slot,
    mlp_in: Layer,
    mlp_out: Layer,
    /// The cards' own vectors, and what they are multiplied by.
    own: Slot,
    own_gate: Slot,
}

/// The matrices of parameterised actions.
#[derive(Clone, Copy, Debug)]
struct ParameterSlots {
    base_verb: Slot,
    base: Layer,
    base_out: Slot,
    targets: Layer,
    numbers: Slot,
    condition: Slot,
    /// A head for each verb.
    heads: Slot,
}

/// The matrices by what they do.
#[derive(Clone, Debug)]
struct Slots {
    first: Slot,
    tokens: Option<TokenSlots>,
    /// For each relation a number for each head, then the same for the edges read backwards.
    relations: Option<Slot>,
    blocks: Vec<Block>,
    last: Norm,
    pool: Layer,
    context: Slot,
    candidate: Layer,
    verb: Slot,
    number: Slot,
    candidate_out: Layer,
    parameters: Option<ParameterSlots>,
}

impl GraphNet {
    /// The network for a game, with all heads that there are.
    ///
    /// # Panics
    /// If the heads of attention do not divide the width.
    pub fn new(config: GraphConfig, spec: &Spec) -> Self {
        Self::with_heads(config, &spec.graph, spec.seats(), FURTHER)
    }

    /// The network for graphs of these terms, with these heads behind those that every network has.
    ///
    /// # Panics
    /// If the heads of attention do not divide the width.
    pub(crate) fn with_heads(config: GraphConfig, schema: &GraphSchema, seats: usize, further: &[Head]) -> Self {
        let GraphConfig { width, heads, .. } = config;
        assert!(heads > 0 && width.is_multiple_of(heads), "{heads} heads do not divide the width {width}");
        let mut rows = 0;
        let mut kinds = Vec::with_capacity(schema.kinds.len());
        for kind in &schema.kinds {
            kinds.push(rows as u16);
            rows += 1 + kind.features.len();
        }
        let mut cards = 0;
        let own = schema.tokens.iter().map(|name| {
            let is_own = OWN.iter().any(|category| name.starts_with(category));
            cards += u16::from(is_own);
            if is_own { cards - 1 } else { NONE }
        });
        let own = own.collect();
        let players = schema.kinds.iter().position(|kind| kind.name == "player");
        let observer = players.and_then(|player| {
            let marks = schema.kinds[player].features.iter().position(|feature| feature.name == "own");
            marks.map(|feature| (player as u8, feature))
        });
        let mut declaration = Declaration::default();
        let sizes = Sizes { rows, cards: cards as usize, seats };
        let (slots, heads) = declare(&mut declaration, config, sizes, schema, further);
        let empty = Composed { own: NONE, parts: Vec::new() };
        let lists = Lists { numbers: HashMap::from_iter([(Box::default(), 0)]), lists: vec![empty] };
        let relations = schema.relations.len();
        let lists = RwLock::new(lists);
        Self { config, seats, kinds, own, relations, observer, declaration, slots, heads, lists }
    }

    /// What a file says of the heads behind those that every network has.
    pub(crate) fn further(&self) -> Vec<HeadShape> {
        let has = |heads: &[Head], name: &str| heads.iter().any(|head| head.name == name);
        let shapes = self.heads.iter().map(OwnHead::shape);
        shapes.filter(|shape| !has(ORIGINAL, &shape.name) && shape.name != QUALITY.name).collect()
    }

    /// Whether a row with this hash hides a card's own vector while something is learned. It depends on the row alone: what
    /// was played by is what is learned from, and a run that is resumed goes on bit for bit.
    fn hides(&self, mut row: Quick, own: u16) -> bool {
        row.add(u64::from(own));
        row.add(0);
        ((row.finish() >> 40) as f32) < self.config.id_dropout * (1u64 << 24) as f32
    }

    /// The numbers of lists of tokens; a list that was never seen gets the next.
    fn number<'t>(&self, mut tokens: impl Iterator<Item = &'t [u16]>, out: &mut Vec<u32>) {
        let mut unknown = None;
        {
            let lists = self.lists.read().unwrap_or_else(PoisonError::into_inner);
            for list in &mut tokens {
                let number = if list.is_empty() { Some(0) } else { lists.numbers.get(list).copied() };
                match number {
                    Some(number) => out.push(number),
                    None => {
                        unknown = Some(list);
                        break;
                    }
                }
            }
        }
        if unknown.is_some() {
            let mut lists = self.lists.write().unwrap_or_else(PoisonError::into_inner);
            for list in unknown.into_iter().chain(tokens) {
                let known = lists.numbers.get(list).copied();
                out.push(known.unwrap_or_else(|| {
                    let number = lists.lists.len() as u32;
                    lists.lists.push(self.compose(list));
                    lists.numbers.insert(list.into(), number);
                    number
                }));
            }
        }
    }

    /// Takes a list apart. Tokens that the network does not know are left out: cards that came later have such ids.
    fn compose(&self, tokens: &[u16]) -> Composed {
        let own_of = |token: u16| self.own.get(token as usize).copied().unwrap_or(NONE);
        let mut composed = Composed { own: tokens.first().map_or(NONE, |&token| own_of(token)), parts: Vec::new() };
        for (place, &token) in tokens.iter().enumerate() {
            let is_own = place == 0 && composed.own != NONE;
            if !is_own && (token as usize) < self.own.len() {
                composed.parts.push((token, place.min(PLACES - 1) as u8));
            }
        }
        if !self.config.card_ids {
            composed.own = NONE;
        }
        composed
    }
}

impl Architecture for GraphNet {
    type Rows = GraphRows;
    type Scratch = EntityGraph;
    type Cache = GraphCache;

    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn heads(&self) -> &[OwnHead] {
        &self.heads
    }

    fn encode<S: State>(&self, view: View<'_, S>, _: &ActionSet, graph: &mut EntityGraph, rows: &mut GraphRows) {
        view.entities(graph);
        self.encode_graph(graph, rows);
    }

    fn encode_unseen<S: State>(&self, view: View<'_, S>, unseen: &mut UnseenCards, rows: &mut GraphRows) {
        view.unseen(unseen);
        self.encode_unseen_cards(unseen, rows);
    }

    fn forward<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a GraphRows, cache: &mut GraphCache, ask: Ask) -> Outputs {
        self.answer(tape, rows, cache, ask)
    }

    fn infer(engine: &mut Engine<Self>, rows: &GraphRows, out: &mut NetworkOutput) {
        engine.infer_here(rows, out);
    }

    fn reranked(&self) -> usize {
        if self.config.parameters { self.config.top } else { 0 }
    }
}

/// How many of everything a network is made for.
#[derive(Clone, Copy)]
struct Sizes {
    /// Rows of the first matrix.
    rows: usize,
    cards: usize,
    seats: usize,
}

fn declare(
    into: &mut Declaration,
    config: GraphConfig,
    Sizes { rows, cards, seats }: Sizes,
    schema: &GraphSchema,
    further: &[Head],
) -> (Slots, Vec<OwnHead>) {
    let GraphConfig { width, heads, .. } = config;
    let (verbs, plain, relu) = (schema.verbs.len(), Init::plain(width), Init::relu(width));
    let scorer = config.scorer_width();
    // An entity has a handful of numbers that are not zero, a list a dozen tokens.
    let first = into.matrix("entity.weight", rows, width, Init::plain(4));
    let tokens = (!schema.tokens.is_empty()).then(|| TokenSlots {
        token: into.matrix("token.weight", schema.tokens.len(), width, Init::plain(12)),
        gate: into.matrix("token.gate", PLACES, width, Init::Normal(0.3)),
        place: into.matrix("token.place", PLACES, width, Init::Normal(0.1)),
        mlp_in: into.layer("token.up", width, width, relu),
        mlp_out: into.layer("token.down", width, width, plain),
        // All zero at the start, and so for good for a card that is never met; the gate is small: ids come to mean something
        // more slowly than what cards are composed of.
        own: into.matrix("card.weight", if config.card_ids { cards } else { 0 }, width, Init::Zero),
        own_gate: into.matrix("card.gate", 1, width, Init::Normal(0.1)),
    });
    let relations = (config.relations && !schema.relations.is_empty())
        .then(|| into.matrix("relation.bias", 2 * schema.relations.len(), heads, Init::Normal(0.1)));
    // What a block adds to its input is smaller the more blocks there are (Radford et al. 2019).
    let deep = |inputs: usize| Init::Normal((1.0 / (inputs * 2 * config.layers.max(1)) as f32).sqrt());
    let blocks = (0..config.layers).map(|n| {
        let name = |part: &str| format!("block.{n}.{part}");
        Block {
            before: into.norm(&name("before"), width),
            qkv: into.layer(&name("ask"), width, 3 * width, plain),
            attention_output: into.layer(&name("mix"), width, width, deep(width)),
            between: into.norm(&name("between"), width),
            mlp_in: into.layer(&name("up"), width, FACTOR * width, relu),
            mlp_out: into.layer(&name("down"), FACTOR * width, width, deep(FACTOR * width)),
        }
    });
    let blocks = blocks.collect();
    let last = into.norm("last", width);
    let parts = config.pooled();
    let pool = into.layer("pool", parts * width, width, Init::relu(parts * width));
    let mut heads: Vec<OwnHead> = ORIGINAL.iter().map(|&head| OwnHead::declare(into, head, width, seats)).collect();
    let slots = Slots {
        first,
        tokens,
        relations,
        blocks,
        last,
        pool,
        context: into.matrix("policy.context", width, scorer, plain),
        candidate: into.layer("policy.candidate", (1 + TARGETS) * width, scorer, plain),
        verb: into.matrix("policy.verb", verbs, scorer, Init::Normal(0.5)),
        number: into.matrix("policy.number", NUMBERS, scorer, Init::Normal(0.3)),
        candidate_out: into.layer("policy.out", scorer, 1, Init::small(scorer)),
        parameters: config.parameters.then(|| ParameterSlots {
            base_verb: into.matrix("base.verb", verbs, scorer, Init::Normal(0.5)),
            base: into.layer("base", width, scorer, plain),
            base_out: into.matrix("base.out", scorer, 1, Init::small(scorer)),
            targets: into.layer("parameter.targets", TARGETS * width, scorer, plain),
            numbers: into.matrix("parameter.number", NUMBERS, scorer, Init::Normal(0.3)),
            condition: into.matrix("parameter.condition", scorer, scorer, Init::plain(scorer)),
            heads: into.matrix("parameter.heads", verbs, scorer, Init::small(scorer)),
        }),
    };
    if config.parameters {
        heads.push(OwnHead::of_layer(QUALITY, slots.candidate_out));
    }
    heads.extend(further.iter().map(|&head| {
        let reads = if head.reads == Reads::Candidates { scorer } else { width };
        OwnHead::declare_further(into, head, reads, width, seats)
    }));
    (slots, heads)
}
