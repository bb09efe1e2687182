//! What a seat sees, as numbers.
//!
//! | file | layouts |
//! |---|---|
//! | `planes.rs` | `planes`: the board as one-hot planes, with everything that lies on the table; the one to train on |
//! | `seed.rs` | `seed222`, `seed224`, `seed864` and `seed866`: small layouts with the board as whole numbers |
//!
//! All have the same length for 2-6 players: players stand in six slots from the observer on, unused ones are 0.

mod planes;
mod seed;

use crate::chains::Chain;
use crate::state::{AcquireState, Phase};
use hoyle_core::{Layout, LayoutId, MAX_SEATS, Observe, Seat};

/// The layout `planes`.
pub const PLANES: LayoutId = LayoutId(0);
/// The layout `seed222`.
pub const SEED222: LayoutId = LayoutId(1);
/// The layout `seed864`.
pub const SEED864: LayoutId = LayoutId(2);
/// The layout `seed224`.
pub const SEED224: LayoutId = LayoutId(3);
/// The layout `seed866`.
pub const SEED866: LayoutId = LayoutId(4);

/// The layouts of a game whose chains are numbered like this.
pub(crate) fn layouts(chains: &[Chain]) -> Vec<Layout> {
    let names: Vec<&str> = chains.iter().map(|chain| chain.name()).collect();
    let names = names.join(", ");
    let mut layouts = vec![planes::layout(&names)];
    layouts.extend(seed::SEED_LAYOUTS.map(|kind| kind.layout(&names)));
    layouts
}

/// The highest value of money in a layout, in units of $10,000. No game comes near it.
const MAX_MONEY: f32 = 100.0;

/// Writes numbers one after the other, into a buffer of zeros.
struct Writer<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Writer<'_> {
    #[inline]
    fn number(&mut self, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }

    #[inline]
    fn flag(&mut self, set: bool) {
        self.number(f32::from(u8::from(set)));
    }

    /// A one-hot; nothing for a place beyond its width.
    #[inline]
    fn one_hot(&mut self, width: usize, place: usize) {
        if place < width {
            self.out[self.at + place] = 1.0;
        }
        self.at += width;
    }

    #[inline]
    fn skip(&mut self, width: usize) {
        self.at += width;
    }
}

impl Observe for AcquireState {
    #[inline]
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]) {
        out.fill(0.0);
        match layout {
            PLANES => self.write_planes(seat, out),
            LayoutId(small) => self.write_seed(seat, seed::SEED_LAYOUTS[small - 1], out),
        }
    }
}

impl AcquireState {
    /// The seats from the observer on.
    #[inline]
    pub(crate) fn seats_around(&self, seat: Seat) -> impl Iterator<Item = u8> + use<> {
        let players = self.players();
        (0..players).map(move |k| (seat.0 + k) % players)
    }

    /// How far a seat is from the observer, clockwise.
    #[inline]
    pub(crate) fn distance(&self, observer: Seat, seat: u8) -> usize {
        usize::from((seat + self.players() - observer.0) % self.players())
    }

    /// Whether a seat's money and shares are shown to an observer.
    #[inline]
    pub(crate) fn shows(&self, observer: Seat, seat: u8) -> bool {
        !self.rules.options.hidden_holdings || observer.0 == seat || self.phase == Phase::Over
    }

    /// A seat's money, divided by $10,000.
    #[inline]
    pub(crate) fn scaled_money(&self, seat: u8) -> f32 {
        (self.money[seat as usize] as f32 / 100.0).min(MAX_MONEY)
    }
}

const _: () = assert!(MAX_SEATS == 6, "the layouts have six slots for players");
