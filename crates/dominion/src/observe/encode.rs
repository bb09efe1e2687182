//! The encoder: what all sections share. Each section's rows and what writes them stand in a file of their own.

use super::map::{CardRow, Numbers};
use super::plan::{Plan, ROOM, SUMS, Sum, Tables};
use super::sink::Sink;
use super::{frames, history, rich};
use crate::pile::{Pile, SLOTS, Slot, occupied};
use crate::setup::Rules;
use crate::state::DominionState;
use hoyle_core::iter_bits;

/// An observation being written. `W` is the width of its channels if cards stand in the columns of their slots, known when
/// the program is compiled; 0 if the plan has to be asked.
pub(super) struct Encoder<'a, K, const W: usize> {
    pub(super) state: &'a DominionState,
    pub(super) rules: &'static Rules,
    pub(super) tables: &'static Tables,
    pub(super) plan: &'a Plan,
    pub(super) me: u8,
    pub(super) players: u8,
    /// The cards of each player, counted from the observer.
    pub(super) owned: [Owned; 8],
    pub(super) sink: K,
}

/// The sums over a pile of cards.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums(pub [i16; SUMS]);

/// All cards that a player owns.
#[derive(Clone, Copy, Default)]
pub(super) struct Owned {
    pub sums: Sums,
    /// The slots of which there are some.
    pub slots: u64,
    pub points: f32,
}

impl Sums {
    #[inline(always)]
    pub fn get(self, sum: Sum) -> f32 {
        f32::from(self.0[sum as usize])
    }
}

impl<'a, K: Sink, const W: usize> Encoder<'a, K, W> {
    #[inline(always)]
    pub fn new(state: &'a DominionState, me: u8, plan: &'a Plan, sink: K) -> Self {
        let rules = state.rules();
        let players = rules.players();
        let mut encoder =
            Self { state, rules, tables: &rules.tables, plan, me, players, owned: [Owned::default(); 8], sink };
        for k in 0..players {
            let seat = encoder.seat_at(k);
            encoder.owned[k as usize % 8] = encoder.all_of(&state.of(seat).owned);
        }
        encoder
    }

    /// Writes all channels that the plan has.
    #[inline(always)]
    pub fn run(mut self) -> K {
        self.global();
        self.supply();
        self.own();
        self.effect();
        self.in_play();
        self.worth();
        self.opponents();
        if self.plan.channels > frames::SECTION.start {
            self.frames();
        }
        if self.plan.channels > history::SECTION.start {
            self.history();
        }
        if self.plan.channels > rich::SECTION.start {
            self.rich();
        }
        self.sink
    }

    /// Where a channel begins.
    #[inline(always)]
    pub(super) fn row(&self, channel: usize) -> usize {
        channel * if W > 0 { W } else { self.plan.width }
    }

    /// Where a card stands in a channel of cards.
    #[inline(always)]
    pub(super) fn column(&self, slot: Slot) -> usize {
        if W > 0 { slot as usize } else { self.plan.column[slot as usize % ROOM] as usize }
    }

    /// The player who sits `k` seats to the left of the observer.
    #[inline(always)]
    pub(super) fn seat_at(&self, k: u8) -> u8 {
        let seat = self.me + k;
        if seat >= self.players { seat - self.players } else { seat }
    }

    /// As [`seat_at`](Self::seat_at); none if fewer play.
    #[inline(always)]
    pub(super) fn opponent_seat(&self, k: u8) -> Option<u8> {
        (k < self.players).then(|| self.seat_at(k))
    }

    /// How many seats a player sits to the left of the observer.
    #[inline(always)]
    pub(super) fn place_of(&self, seat: u8) -> usize {
        let players = self.players;
        (if seat >= self.me { seat - self.me } else { seat + players - self.me }) as usize
    }

    /// Writes how many cards of each slot a pile has.
    #[inline(always)]
    pub(super) fn cards(&mut self, at: CardRow, pile: &Pile, scale: f32) {
        let row = self.row(at.channel);
        for (slot, count) in pile.iter() {
            self.sink.set(row + self.column(slot), f32::from(count) * scale);
        }
    }

    /// Writes counts of these slots, none of which is zero.
    #[inline(always)]
    pub(super) fn counts(&mut self, at: CardRow, counts: &[u8; SLOTS], slots: u64, scale: f32) {
        let row = self.row(at.channel);
        for slot in iter_bits(slots) {
            let count = f32::from(counts[slot as usize]);
            self.sink.set(row + self.column(slot), count * scale);
        }
    }

    /// As [`cards`](Self::cards); gives the sums over them.
    #[inline(always)]
    pub(super) fn summed_cards(&mut self, at: CardRow, pile: &Pile, scale: f32) -> Sums {
        let row = self.row(at.channel);
        let mut sums = Sums::default();
        for (slot, count) in pile.iter() {
            sums = self.with(sums, slot, count);
            self.sink.set(row + self.column(slot), f32::from(count) * scale);
        }
        sums
    }

    /// Writes a one for a card, if there is one.
    #[inline(always)]
    pub(super) fn one_card(&mut self, at: CardRow, slot: Option<Slot>) {
        if let Some(slot) = slot {
            self.sink.set(self.row(at.channel) + self.column(slot), 1.0);
        }
    }

    /// Writes ones for these slots.
    #[inline(always)]
    pub(super) fn card_set(&mut self, at: CardRow, slots: u64) {
        let row = self.row(at.channel);
        for slot in iter_bits(slots) {
            self.sink.set(row + self.column(slot), 1.0);
        }
    }

    /// Where numbers begin.
    #[inline(always)]
    fn place(&self, at: Numbers) -> usize {
        self.row(at.channel) + at.offset
    }

    /// Writes numbers that may be zero.
    #[inline(always)]
    pub(super) fn numbers<const N: usize>(&mut self, at: Numbers, numbers: [f32; N]) {
        debug_assert_eq!(N, at.len, "all numbers of a field are written");
        let place = self.place(at);
        for (i, value) in numbers.into_iter().enumerate() {
            self.sink.put(place + i, value);
        }
    }

    /// Writes a number that may be zero.
    #[inline(always)]
    pub(super) fn number(&mut self, at: Numbers, value: f32) {
        debug_assert_eq!(at.len, 1, "the field is one number");
        self.sink.put(self.place(at), value);
    }

    /// Writes a number that is not zero.
    #[inline(always)]
    pub(super) fn nonzero(&mut self, at: Numbers, value: f32) {
        debug_assert_eq!(at.len, 1, "the field is one number");
        self.sink.set(self.place(at), value);
    }

    /// Writes one of several numbers; it may be zero.
    #[inline(always)]
    pub(super) fn nth_number(&mut self, at: Numbers, index: usize, value: f32) {
        debug_assert!(index < at.len, "the field has {} numbers", at.len);
        self.sink.put(self.place(at) + index, value);
    }

    /// Writes a one among zeros.
    #[inline(always)]
    pub(super) fn one_hot(&mut self, at: Numbers, index: usize) {
        debug_assert!(index < at.len, "the field has {} numbers", at.len);
        self.sink.set(self.place(at) + index, 1.0);
    }

    /// The sums with some more cards. By value: behind a reference the compiler adds them one by one instead of all at once.
    #[inline(always)]
    pub(super) fn with(&self, Sums(mut sums): Sums, slot: Slot, count: u8) -> Sums {
        let one = &self.tables.sums[slot as usize % ROOM];
        for (sum, one) in sums.iter_mut().zip(one) {
            *sum += one * i16::from(count);
        }
        Sums(sums)
    }

    #[inline(always)]
    pub(super) fn all_of(&self, counts: &[u8; SLOTS]) -> Owned {
        let slots = occupied(counts);
        let mut sums = Sums::default();
        for slot in iter_bits(slots) {
            sums = self.with(sums, slot, counts[slot as usize]);
        }
        Owned { sums, slots, points: self.points(sums, counts) }
    }

    /// The points of cards with these sums.
    #[inline(always)]
    pub(super) fn points(&self, sums: Sums, owned: &[u8; SLOTS]) -> f32 {
        let mut points = sums.get(Sum::Points);
        for slot in iter_bits(self.tables.counters) {
            let worth = self.tables.per_cards[slot as usize % ROOM].map_or(0, |per| sums.0[0] / per.get());
            points += f32::from(worth) * f32::from(owned[slot as usize]);
        }
        points
    }
}

/// The numbers of treasures, actions and victory cards, scaled.
#[inline(always)]
pub(super) fn densities(sums: Sums, scale: f32) -> [f32; 3] {
    [sums.get(Sum::Treasures), sums.get(Sum::Actions), sums.get(Sum::Victory)].map(|count| count * scale)
}
