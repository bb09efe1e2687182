//! The tensor network: reads an observation as its non-zeros.
//!
//! ```text
//! non-zeros ── sparse first layer ──┬─ a vector per section ── its processor ──┐
//!                                   └─ a vector per card ───── processor ──────┤
//!                        fusion: the sections attend to sections and cards ◄───┘
//!                        residual trunk
//!                        heads: parts of actions, verb x card, win per seat, margin, turns left
//! ```
//!
//! The first layer is a gather: each number that is not zero adds its multiple of a row of the first matrix. In a layout
//! with columns the rows of cards share their weights across columns, and a card's own row (its learned embedding) is added
//! to those of its properties, so that a kingdom that was never seen is read like any other.

mod forward;
mod read;
mod rows;

pub use forward::TensorCache;
pub use rows::TensorRows;

use crate::gradient::Tape;
use crate::heads::{Ask, ORIGINAL, Outputs, OwnHead};
use crate::network::{Architecture, Engine, NetworkOutput};
use crate::weights::{Declaration, Init, Layer, Norm, Slot};
use hoyle_core::{
    ActionPart, ActionParts, ActionSet, AdaptError, Adapter, Layout, MAX_PARTS, Sparse, Spec, State, View,
};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

/// The sizes of a tensor network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TensorConfig {
    /// How long the vector of a section or card is.
    pub width: usize,
    /// How many heads the fusion has.
    pub heads: usize,
    /// How wide the trunk is.
    pub trunk: usize,
    /// How many residual blocks the trunk has.
    pub blocks: usize,
    /// Whether actions are scored by their parts; otherwise each has an output of its own.
    pub parts: bool,
    /// Whether cards have learned embeddings beside their properties.
    pub embeddings: bool,
    /// Whether the first layer gathers what is not zero. Otherwise it is a matrix product over all numbers, which gives the
    /// same and takes longer: only there to be measured.
    pub sparse: bool,
}

impl Default for TensorConfig {
    fn default() -> Self {
        Self { width: 64, heads: 4, trunk: 128, blocks: 2, parts: true, embeddings: true, sparse: true }
    }
}

/// A number that is not zero: it adds `value` times row `row` of the first matrix to vector `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// A section, or after those a column.
    pub to: u16,
    /// A row of the first matrix.
    pub row: u16,
    /// The number.
    pub value: f32,
}

/// A place that says nothing.
const DEAD: u32 = u32::MAX;

/// What is known about the layout of one game: its cards stand in columns of its own.
#[derive(Debug)]
pub struct Known {
    /// How many columns have a card of the game; the others are left out.
    columns: usize,
    /// For each column of the layout its place among those, or one past the last.
    live: Vec<u16>,
    /// For each place the vector (upper half) and the row (lower half), or [`DEAD`].
    places: Vec<u32>,
    /// What is the same in every observation: properties and embeddings.
    constants: Vec<Entry>,
}

/// The layouts that were met, by number.
#[derive(Debug, Default)]
struct AllKnown {
    /// By where a layout stands: it lives as long as the program.
    numbers: HashMap<usize, usize>,
    all: Vec<Arc<Known>>,
}

/// The network: where everything stands, without numbers.
#[derive(Debug)]
pub struct TensorNet {
    config: TensorConfig,
    /// The layout that it was made for.
    layout: Layout,
    /// The names of the cards that have embeddings.
    cards: Vec<String>,
    seats: usize,
    /// How many sections there are.
    sections: usize,
    /// For each place of the own layout: section and row, or for a row of cards [`DEAD`] in the section; see `place`.
    own: Vec<(u16, u16)>,
    /// The first row of the embeddings.
    first_card: usize,
    parts: ActionParts,
    declaration: Declaration,
    slots: Slots,
    heads: Vec<OwnHead>,
    known: RwLock<AllKnown>,
}

/// The matrices by what they do.
#[derive(Clone, Debug)]
struct Slots {
    first: Slot,
    section_bias: Slot,
    card_bias: Slot,
    section: Slot,
    section_out: Slot,
    card: Layer,
    query: Layer,
    key: Layer,
    value: Layer,
    fused: Layer,
    enter: Layer,
    blocks: Vec<(Norm, Layer, Layer)>,
    last: Norm,
    plain: Layer,
    verbs: Layer,
    columns: Layer,
}

/// Marks a place of a row of cards.
const BY_COLUMN: u16 = u16::MAX;
/// Marks a place that is always zero.
const NOWHERE: u16 = u16::MAX - 1;
/// How long the vectors are by which verbs meet cards.
const MEETING: usize = 32;

impl TensorNet {
    /// The network for a layout of a game.
    pub fn new(config: TensorConfig, spec: &Spec, layout: &Layout) -> Self {
        let known_cards = spec.layouts.iter().map(|layout| layout.columns()).max_by_key(|columns| columns.len());
        let mut cards: Vec<String> = match layout.columns().is_empty() || !config.embeddings {
            true => Vec::new(),
            false => known_cards.unwrap_or_default().iter().filter(|name| !name.is_empty()).cloned().collect(),
        };
        cards.sort_unstable();
        Self::with_cards(config, layout.clone(), cards, spec)
    }

    /// The same with a given list of cards: that of a saved network.
    pub fn with_cards(config: TensorConfig, layout: Layout, cards: Vec<String>, spec: &Spec) -> Self {
        let sections = layout.sections();
        let mut own = vec![(NOWHERE, 0); layout.len()];
        let mut rows = 0;
        for (section, (_, fields)) in sections.iter().enumerate() {
            for field in fields.iter().filter(|field| field.min < field.max) {
                let by_column = layout.is_by_column(field);
                let width = layout.width();
                for (n, place) in field.indices().enumerate() {
                    own[place] = match by_column {
                        true => (BY_COLUMN, (rows + n / width) as u16),
                        false => (section as u16, (rows + n) as u16),
                    };
                }
                rows += if by_column { field.len() / width } else { field.len() };
            }
        }
        // A section in which every field is a row of cards has nothing to add up, but a bias; it is cheap to keep.
        let sections = sections.len();
        let pointless = layout.columns().is_empty() && spec.parts.verbs > 0;
        let parts =
            if config.parts && !pointless { ActionParts::clone(&spec.parts) } else { ActionParts::whole(spec.actions) };
        let mut declaration = Declaration::default();
        let sizes = Sizes { rows, cards: cards.len(), sections };
        let slots = declare(&mut declaration, config, sizes, &parts);
        let (first_card, seats) = (rows, spec.seats());
        let head = |head| OwnHead::declare(&mut declaration, head, config.trunk, seats);
        let heads = ORIGINAL.iter().copied().map(head).collect();
        let known = RwLock::default();
        Self { config, layout, cards, seats, sections, own, first_card, parts, declaration, slots, heads, known }
    }

    /// The layout that it was made for.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The names of the cards that have embeddings.
    pub fn cards(&self) -> &[String] {
        &self.cards
    }

    /// Whether it can read a game's layout: as it is, or field by field by name.
    pub fn check(&self, layout: &Layout) -> Result<(), AdaptError> {
        Adapter::new(layout, &self.layout).map(|_| ())
    }

    /// What is known about a game's layout; found once for each.
    ///
    /// # Panics
    /// If the layout cannot be read; [`check`](Self::check) tells.
    fn know(&self, layout: &'static Layout) -> (usize, Arc<Known>) {
        let address = std::ptr::from_ref(layout) as usize;
        {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(&n) = known.numbers.get(&address) {
                return (n, known.all[n].clone());
            }
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&n) = known.numbers.get(&address) {
            return (n, known.all[n].clone());
        }
        let (n, new) = (known.all.len(), Arc::new(self.study(layout)));
        known.numbers.insert(address, n);
        known.all.push(new.clone());
        (n, new)
    }

    fn study(&self, layout: &'static Layout) -> Known {
        let adapter = Adapter::new(layout, &self.layout).expect("the layout was checked when the network was loaded");
        // A card that is not in the game has no properties. Where nothing has, all columns with a name count.
        let width = layout.width();
        let described: Vec<usize> = layout.constants().iter().map(|&(place, _)| place as usize).collect();
        let by_column = self.own.iter().zip(adapter.sources()).filter(|(own, _)| own.0 == BY_COLUMN);
        let by_column: HashSet<usize> = by_column.map(|(_, &place)| place).collect();
        let mut in_game = vec![false; width];
        described.iter().filter(|place| by_column.contains(place)).for_each(|place| in_game[place % width] = true);
        let all = in_game.iter().all(|described| !described);
        let is_live = |(column, name): (usize, &String)| !name.is_empty() && (all || in_game[column]);
        let is_live: Vec<bool> = layout.columns().iter().enumerate().map(is_live).collect();
        let columns = is_live.iter().filter(|live| **live).count();
        let mut next = 0;
        let place = |live: &bool| match live {
            true => {
                next += 1;
                next - 1
            }
            false => columns as u16,
        };
        let live: Vec<u16> = is_live.iter().map(place).collect();
        let mut places = vec![DEAD; layout.len()];
        for (&own, &place) in self.own.iter().zip(adapter.sources()) {
            places[place] = match own {
                (NOWHERE, _) => DEAD,
                (BY_COLUMN, row) => match live.get(place % width) {
                    Some(&column) if (column as usize) < columns => {
                        ((self.sections + column as usize) as u32) << 16 | u32::from(row)
                    }
                    _ => DEAD,
                },
                (section, row) => u32::from(section) << 16 | u32::from(row),
            };
        }
        let entry = |to: u32, value| Entry { to: (to >> 16) as u16, row: to as u16, value };
        let mut constants: Vec<Entry> = Vec::new();
        for &(place, value) in layout.constants() {
            let to = places[place as usize];
            if to != DEAD {
                constants.push(entry(to, value));
            }
        }
        let names = layout.columns().iter().zip(&is_live).filter(|(_, live)| **live).map(|(name, _)| name);
        for (column, name) in names.enumerate() {
            if let Ok(card) = self.cards.binary_search(name) {
                let (to, row) = ((self.sections + column) as u16, (self.first_card + card) as u16);
                constants.push(Entry { to, row, value: 1.0 });
            }
        }
        Known { columns, live, places, constants }
    }

    /// The known layout with this number.
    fn known(&self, n: usize) -> Arc<Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).all[n].clone()
    }

    /// Where the parts of an action stand in a row of outputs: those of the plain heads, then verb by verb a number for
    /// each column, then a zero.
    fn places_of(&self, action: u16, known: &Known, columns: usize) -> [u32; MAX_PARTS] {
        let plain = self.parts.plain();
        let zero = (plain + self.parts.verbs * columns) as u32;
        let mut places = [zero; MAX_PARTS];
        for (place, part) in places.iter_mut().zip(&self.parts.actions[action as usize]) {
            *place = match *part {
                ActionPart::Plain(n) => u32::from(n),
                ActionPart::Column { verb, column } => match known.live.get(column as usize) {
                    Some(&column) if (column as usize) < known.columns => {
                        (plain + verb as usize * columns + column as usize) as u32
                    }
                    _ => zero,
                },
            };
        }
        places
    }
}

impl Architecture for TensorNet {
    type Rows = TensorRows;
    type Scratch = Sparse;
    type Cache = TensorCache;

    fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn heads(&self) -> &[OwnHead] {
        &self.heads
    }

    fn encode<S: State>(&self, view: View<'_, S>, legal: &ActionSet, sparse: &mut Sparse, rows: &mut TensorRows) {
        self.encode_view(view, legal, sparse, rows);
    }

    fn forward<'a>(&'a self, tape: &mut Tape<'a>, rows: &'a TensorRows, cache: &mut TensorCache, ask: Ask) -> Outputs {
        self.answer(tape, rows, cache, ask)
    }

    fn infer(engine: &mut Engine<Self>, rows: &TensorRows, out: &mut NetworkOutput) {
        engine.infer_here(rows, out);
    }
}

/// How many of everything a network is made for.
#[derive(Clone, Copy)]
struct Sizes {
    /// Rows of the first matrix, without those of cards.
    rows: usize,
    cards: usize,
    sections: usize,
}

fn declare(
    into: &mut Declaration,
    config: TensorConfig,
    Sizes { rows, cards, sections }: Sizes,
    parts: &ActionParts,
) -> Slots {
    let TensorConfig { width, trunk, .. } = config;
    // An observation has some dozens of numbers that are not zero. Cards' own rows begin with nothing, and keep that if they
    // are never met: a card that is new is read by its properties alone.
    let first = into.matrix("first.weight", rows + cards, width, Init::relu(32).above(rows));
    let section_bias = into.matrix("first.section_bias", sections, width, Init::Zero);
    let card_bias = into.matrix("first.card_bias", 1, width, Init::Zero);
    let section = into.matrix("section.weight", sections * width, width, Init::relu(width));
    let section_out = into.matrix("section.bias", sections, width, Init::Zero);
    let plain = Init::plain(width);
    Slots {
        first,
        section_bias,
        card_bias,
        section,
        section_out,
        card: into.layer("card", width, width, Init::relu(width)),
        query: into.layer("fusion.query", width, width, plain),
        key: into.layer("fusion.key", width, width, plain),
        value: into.layer("fusion.value", width, width, plain),
        fused: into.layer("fusion.out", width, width, plain),
        enter: into.layer("trunk.enter", sections * width, trunk, Init::plain(sections * width)),
        blocks: (0..config.blocks)
            .map(|n| {
                let name = |part: &str| format!("trunk.{n}.{part}");
                let norm = into.norm(&name("norm"), trunk);
                let up = into.layer(&name("up"), trunk, trunk, Init::relu(trunk));
                (norm, up, into.layer(&name("down"), trunk, trunk, Init::plain(trunk)))
            })
            .collect(),
        last: into.norm("trunk.norm", trunk),
        plain: into.layer("policy.plain", trunk, parts.plain(), Init::small(trunk)),
        verbs: into.layer("policy.verbs", trunk, parts.verbs * MEETING, Init::plain(trunk)),
        columns: into.layer("policy.columns", width, if parts.verbs > 0 { MEETING } else { 0 }, Init::small(width)),
    }
}
