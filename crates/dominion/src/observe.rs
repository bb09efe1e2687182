//! What a seat sees, as numbers.

use crate::cards::Card;
use crate::pile::{Pile, SLOTS};
use crate::state::{DominionState, Phase, Task};
use hoyle_core::{Layout, LayoutId, Seat, Turn};

/// The most opponents.
const OPPONENTS: usize = 5;

/// The layouts of a game.
pub fn layouts(_: &[Card], _: u8) -> Vec<Layout> {
    let cards = &[SLOTS][..];
    let layout = Layout::build("flat", 1)
        .field("phase", &[4], 0.0..=1.0, "one-hot of deal, action, buy, cleanup")
        .field("active", &[6], 0.0..=1.0, "one-hot of whose turn it is, counted from the observer")
        .field("decider", &[6], 0.0..=1.0, "one-hot of who decides, counted from the observer; all 0 for chance")
        .field("resources", &[4], 0.0..=1.0, "actions, buys, coins, silver bonus, each divided by 20 and at most 1")
        .field("supply", cards, 0.0..=1.0, "cards left in each pile, divided by its size at the start")
        .field("trash", cards, 0.0..=1.0, "cards in the trash, divided by 60")
        .field("in_play", cards, 0.0..=1.0, "cards that the active player has played, divided by 10")
        .field(
            "aside",
            cards,
            0.0..=1.0,
            "cards looked at, revealed or set aside that the observer sees, divided by 10",
        )
        .field("effect", cards, 0.0..=1.0, "one-hot of the card whose effect asks for a decision")
        .field("hand", cards, 0.0..=1.0, "the observer's hand, divided by 20")
        .field("deck", cards, 0.0..=1.0, "what the observer's deck holds, without order, divided by 60")
        .field("top", cards, 0.0..=1.0, "the card that the observer knows on top of its deck, one-hot")
        .field("discard", cards, 0.0..=1.0, "the observer's discard pile, divided by 60")
        .field("points", &[6], -1.0..=1.0, "points of each player, counted from the observer, divided by 100")
        .records(&[OPPONENTS], |opponent| {
            opponent
                .field(
                    "opponent_sizes",
                    &[3],
                    0.0..=1.0,
                    "cards in hand / 20, in the deck / 60, in the discard pile / 60",
                )
                .field("opponent_owned", cards, 0.0..=1.0, "all cards that the opponent owns, divided by 60")
                .field("opponent_discard", cards, 0.0..=1.0, "the opponent's discard pile, divided by 60")
                .field("opponent_known", cards, 0.0..=1.0, "cards known to be in the opponent's hand, divided by 20")
        });
    let len = 4 + 6 + 6 + 4 + 9 * SLOTS + 6 + OPPONENTS * (3 + 3 * SLOTS);
    vec![layout.finish(&[len])]
}

/// Writes numbers one after the other.
struct Writer<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Writer<'_> {
    fn number(&mut self, value: f32) {
        self.out[self.at] = value.clamp(-1.0, 1.0);
        self.at += 1;
    }

    fn one_hot(&mut self, width: usize, place: Option<usize>) {
        let place = place.filter(|&place| place < width);
        self.out[self.at..self.at + width].fill(0.0);
        if let Some(place) = place {
            self.out[self.at + place] = 1.0;
        }
        self.at += width;
    }

    fn cards(&mut self, counts: impl Fn(u8) -> u8, scale: f32) {
        for slot in 0..SLOTS as u8 {
            self.number(f32::from(counts(slot)) / scale);
        }
    }

    fn pile(&mut self, pile: &Pile, scale: f32) {
        self.cards(|slot| pile.count(slot), scale);
    }
}

impl DominionState {
    /// Writes what a seat sees.
    pub(crate) fn write_observation(&self, seat: Seat, _: LayoutId, out: &mut [f32]) {
        let players = self.players();
        let from_me = |other: u8| ((other + players - seat.0) % players) as usize;
        let mut w = Writer { out, at: 0 };
        let phase = match self.phase {
            Phase::Deal => 0,
            Phase::Action => 1,
            Phase::Buy => 2,
            Phase::Cleanup => 3,
        };
        w.one_hot(4, Some(phase));
        w.one_hot(6, Some(from_me(self.player)));
        let decider = match self.whose_turn() {
            Turn::Seat(decider) => Some(decider.0),
            Turn::Chance | Turn::Over => None,
        };
        w.one_hot(6, decider.map(from_me));
        for value in [self.actions, self.buys, self.coins, self.silver_bonus] {
            w.number(f32::from(value) / 20.0);
        }
        let start = &self.rules().supply;
        for slot in 0..SLOTS as u8 {
            w.number(f32::from(self.supply.count(slot)) / f32::from(start.count(slot).max(1)));
        }
        w.cards(|slot| self.trash[slot as usize], 60.0);
        w.pile(&self.in_play, 10.0);
        w.pile(&self.aside_seen_by(seat.0), 10.0);
        let effect = self.stack.last().filter(|frame| frame.task != Task::Draw);
        w.one_hot(SLOTS, effect.map(|frame| frame.card as usize));
        let own = self.of(seat.0);
        w.pile(&own.hand, 20.0);
        let mut deck = own.deck;
        own.top.iter().for_each(|placed| deck.add(placed.slot()));
        w.pile(&deck, 60.0);
        w.one_hot(SLOTS, own.top.last().map(|placed| placed.slot() as usize));
        w.pile(&own.discard, 60.0);
        for k in 0..6 {
            w.number(if k < players { self.points((seat.0 + k) % players) as f32 / 100.0 } else { 0.0 });
        }
        for k in 1..=OPPONENTS as u8 {
            if k >= players {
                let width = 3 + 3 * SLOTS;
                w.one_hot(width, None);
                continue;
            }
            let other = (seat.0 + k) % players;
            let zones = self.of(other);
            w.number(zones.hand.len() as f32 / 20.0);
            w.number(zones.deck_len() as f32 / 60.0);
            w.number(zones.discard.len() as f32 / 60.0);
            w.cards(|slot| zones.owned[slot as usize], 60.0);
            w.pile(&zones.discard, 60.0);
            w.cards(|slot| zones.known[slot as usize], 20.0);
        }
    }
}
