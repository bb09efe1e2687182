//! How a layout is written for one game: the shape, the columns of the cards, and what never changes.

use super::effects::{self, EffectKind};
use super::{frames, global, history, map, opponents, properties, rich};
use crate::cards::{Card, Kinds};
use crate::pile::{Pile, SLOTS, Slot};
use crate::setup::Slotted;
use hoyle_core::{Constants, Layout, Pool, fingerprint, iter_bits};
use std::sync::{Arc, Mutex, PoisonError};

/// The version of the channel map. 2: scales as for the hand, places for a hundred kinds of effects, points of turns.
const VERSION: u32 = 2;
/// The width of the tensor.
pub const WIDTH: usize = 64;
/// The width of the layout `rich`, the narrowest one: no row of numbers is longer.
pub const NARROWEST: usize = 50;

/// A layout's shape and columns.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many channels are written.
    pub channels: usize,
    /// How wide a channel is.
    pub width: usize,
    /// Whether the width is [`WIDTH`] and every card stands in the column of its slot.
    pub is_plain: bool,
    /// The places of the row `available` while no pile is empty.
    pub available: Vec<u32>,
    /// Where each slot stands in a channel of cards.
    pub column: &'static [u16; ROOM],
}

/// Tables have room for every slot that a set of slots can name, so that no access has to be checked.
pub const ROOM: usize = 64;

/// How many sums are kept of a pile of cards.
pub const SUMS: usize = 16;

/// What the encoder looks up about the cards, the same for all games that have them in the same slots.
#[derive(Clone, Debug)]
pub struct CardTables {
    /// What one card of each slot adds to the sums of a pile, in the order of [`Sum`].
    pub sums: [[i16; SUMS]; ROOM],
    /// The cost of each card / 10.
    pub cost: [f32; ROOM],
    /// The kinds of effects of each card's two programs.
    pub effects: [[EffectKind; 2]; SLOTS],
    /// The slots of cards that count cards.
    pub counters: u64,
    /// For how many cards such a card gives a point.
    pub per_cards: [Option<std::num::NonZeroI16>; ROOM],
}

/// What the encoder looks up, the same for all layouts of a game.
#[derive(Clone, Debug)]
pub struct Tables {
    /// What there is about the cards.
    pub cards: &'static CardTables,
    /// 1 / the number of cards in each pile at the start.
    pub pile_share: [f32; ROOM],
    /// The kingdom's slots, in order.
    pub kingdom: [Slot; 10],
}

impl std::ops::Deref for Tables {
    type Target = CardTables;

    #[inline]
    fn deref(&self) -> &CardTables {
        self.cards
    }
}

/// What is summed up over a pile of cards.
#[derive(Clone, Copy)]
pub enum Sum {
    /// Cards.
    Size,
    /// Treasures.
    Treasures,
    /// Actions.
    Actions,
    /// Victory cards.
    Victory,
    /// Costs.
    Cost,
    /// Actions given.
    GivesActions,
    /// Cards drawn.
    GivesCards,
    /// Buys given.
    GivesBuys,
    /// Value of treasures.
    Value,
    /// Curses.
    Curses,
    /// Attacks.
    Attacks,
    /// Reactions.
    Reactions,
    /// Points, without those that count cards.
    Points,
}

impl CardTables {
    pub(crate) fn of(cards: &[Slotted]) -> Self {
        let mut tables = Self {
            sums: [[0; SUMS]; ROOM],
            cost: [0.0; ROOM],
            effects: [[EffectKind::OtherEffect; 2]; SLOTS],
            counters: 0,
            per_cards: [None; ROOM],
        };
        for (slot, slotted) in cards.iter().enumerate() {
            let card = &slotted.card;
            let is = |kind: Kinds| i16::from(card.kinds.has(kind));
            let value = i16::from(card.coins) * is(Kinds::TREASURE);
            let gives = properties::gives(slotted);
            let sums = [
                1,
                is(Kinds::TREASURE),
                is(Kinds::ACTION),
                is(Kinds::VICTORY),
                i16::from(card.cost),
                gives[0],
                gives[1],
                i16::from(card.buys),
                value,
                is(Kinds::CURSE),
                is(Kinds::ATTACK),
                is(Kinds::REACTION),
                i16::from(card.points),
            ];
            tables.sums[slot][..sums.len()].copy_from_slice(&sums);
            tables.cost[slot] = f32::from(card.cost) / 10.0;
            tables.effects[slot] = effects::kinds(slotted);
            tables.per_cards[slot] = std::num::NonZeroI16::new(i16::from(card.points_per_cards));
            tables.counters |= u64::from(card.points_per_cards > 0) << slot;
        }
        tables
    }
}

impl Tables {
    pub(crate) fn of(cards: &'static CardTables, supply: &Pile, kingdom: u64) -> Self {
        let mut tables = Self { cards, pile_share: [0.0; ROOM], kingdom: [0; 10] };
        for (slot, count) in supply.iter() {
            tables.pile_share[slot as usize] = 1.0 / f32::from(count);
        }
        for (place, slot) in tables.kingdom.iter_mut().zip(iter_bits(kingdom)) {
            *place = slot;
        }
        tables
    }
}

static COLUMNS: Pool<Arc<[String]>> = Pool::new();

/// What the layouts of all games share that have the same cards in the same slots.
#[derive(Debug)]
pub(crate) struct Shape {
    layout: Layout,
    channels: usize,
    width: usize,
    is_plain: bool,
    column: [u16; ROOM],
}

/// The layouts before a kingdom is chosen. `vocabulary` gives each slot's number among all `known` cards.
pub(crate) fn shapes(cards: &[Slotted], vocabulary: &[usize], known: &[Card]) -> Vec<Shape> {
    let wide = known.len().next_multiple_of(WIDTH);
    // Every layout ends with a section.
    let basic = opponents::SECTION.end();
    let tensor = history::SECTION.end();
    let shapes = [
        ("tensor", tensor, WIDTH, false),
        ("basic", basic, WIDTH, false),
        ("stage200", properties::SECTION.end(), WIDTH, false),
        ("stage250", frames::SECTION.end(), WIDTH, false),
        ("compact", basic, 100, false),
        ("rich", rich::SECTION.end(), NARROWEST, false),
        ("vocabulary", tensor, wide, true),
    ];
    let build = |(name, channels, width, by_vocabulary): (&str, usize, usize, bool)| {
        let mut column = [0; ROOM];
        let mut columns = vec![String::new(); width];
        for (slot, &number) in vocabulary.iter().enumerate() {
            let place = if by_vocabulary { number } else { slot };
            column[slot] = place as u16;
            columns[place].clone_from(&cards[slot].card.name);
        }
        if by_vocabulary {
            columns.iter_mut().zip(known).for_each(|(column, card)| column.clone_from(&card.name));
        }
        let is_plain = width == WIDTH && (0..).zip(&column[..cards.len()]).all(|(slot, &column)| slot == column);
        // Layouts of the same width name the same cards, and all kingdoms have one vocabulary.
        let key = fingerprint("columns", VERSION, &columns);
        let columns = COLUMNS.get_or(key, || columns.into()).get().clone();
        let layout = declared(name, channels, width).with_shared_columns(columns);
        Shape { layout, channels, width, is_plain, column }
    };
    shapes.into_iter().map(build).collect()
}

/// The layouts of a game with the plans to write them.
pub(crate) fn plans(cards: &'static [Slotted], shapes: &'static [Shape], supply: &Pile) -> (Vec<Layout>, Vec<Plan>) {
    let mut made: Vec<(usize, &[u16; ROOM], Constants)> = Vec::new();
    let mut build = |shape: &'static Shape| {
        let Shape { layout, channels, width, is_plain, column } = shape;
        let (channels, width, is_plain) = (*channels, *width, *is_plain);
        let available = supply
            .iter()
            .map(|(slot, _)| (global::AVAILABLE * width + column[slot as usize] as usize) as u32)
            .collect();
        let plan = Plan { channels, width, is_plain, available, column };
        if channels <= properties::SECTION.start {
            return (layout.clone().sparse(Vec::new()), plan);
        }
        let same = made.iter().find(|(other, columns, _)| *other == width && *columns == column);
        let constants = same.map(|(_, _, constants)| constants.clone()).unwrap_or_else(|| {
            let supply = *supply;
            let constants = Constants::new(move || constants(cards, &supply, width, column));
            made.push((width, column, constants.clone()));
            constants
        });
        (layout.clone().sparse_beside(constants), plan)
    };
    shapes.iter().map(&mut build).unzip()
}

/// The properties of the cards in the supply: the same in every observation of a game.
fn constants(cards: &[Slotted], supply: &Pile, width: usize, column: &[u16; ROOM]) -> Vec<(u32, f32)> {
    let rows: Vec<_> = supply.iter().map(|(slot, _)| (slot, properties::of(&cards[slot as usize]))).collect();
    let mut constants = Vec::new();
    for channel in 0..properties::CHANNELS {
        for (slot, row) in rows.iter().filter(|(_, row)| row[channel] != 0.0) {
            let place = (properties::SECTION.start + channel) * width + column[*slot as usize] as usize;
            constants.push((place as u32, row[channel]));
        }
    }
    constants
}

/// A layout as it is declared, without what differs from game to game. Declared once, because there may be thousands of
/// kingdoms.
fn declared(name: &str, channels: usize, width: usize) -> Layout {
    static DECLARED: Mutex<Vec<Layout>> = Mutex::new(Vec::new());
    let mut known = DECLARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(layout) = known.iter().find(|layout| layout.name() == name && layout.shape() == [channels, width]) {
        return layout.clone();
    }
    let layout = map::declare(name, VERSION, channels, width);
    known.push(layout.clone());
    layout
}
