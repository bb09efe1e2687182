//! What a seat knows, and what it does not.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | the information state as text, and determinizations player by player |
//! | `information_state.rs` | the parts of that text: cards, effects, history |
//! | `determinize.rs` | how the hidden cards of a player are dealt anew |
//! | `hand.rs` | what a hidden hand holds, exactly, and by the weights of cards |
//! | `seat_view.rs` | what a seat may know, typed |

mod determinize;
mod hand;
mod information_state;
mod seat_view;

pub(crate) use determinize::{Clue, Looked};
pub(crate) use hand::Weights;
pub(crate) use seat_view::Question;
pub use seat_view::SeatView;

use crate::pile::SLOTS;
use crate::state::{DominionState, Phase};
use hoyle_core::{Knowledge, Play as _, Rng, Seat, Turn};
use std::fmt::Write as _;

impl Knowledge for DominionState {
    type SeatView<'a> = SeatView<'a>;

    fn information_state(&self, seat: Seat, out: &mut String) {
        let me = seat.0;
        let turn = match self.turn() {
            Turn::Seat(seat) => format!("player {} decides", seat.0 + 1),
            Turn::Chance => "chance".to_owned(),
            Turn::Over => "over".to_owned(),
        };
        let phase = match self.phase {
            Phase::Deal => "deal",
            Phase::Action => "action",
            Phase::Buy => "buy",
            Phase::Cleanup => "cleanup",
        };
        let _ =
            writeln!(out, "dominion, seen by player {}: {turn}; turn of player {}, {phase}", me + 1, self.player + 1);
        let _ = writeln!(
            out,
            "actions {}, buys {}, coins {}, silver bonus {}{}{}{}",
            self.actions,
            self.buys,
            self.coins,
            self.silver_bonus,
            if self.silver_played { ", silver played" } else { "" },
            if self.bought { ", bought" } else { "" },
            if self.ended_early { ", actions ended" } else { "" },
        );
        let _ = writeln!(out, "supply {}", self.list(self.supply.iter()));
        let _ = writeln!(out, "trash {}", self.list((0..).zip(self.trash)));
        let _ = writeln!(out, "in play {}", self.list(self.in_play.iter()));
        let seen = self.aside_seen_by(me);
        if !self.aside.is_empty() {
            let _ = writeln!(out, "aside {} cards: {}", self.aside.len(), self.list(seen.iter()));
        }
        self.stack.iter().for_each(|frame| self.write_frame(me, *frame, out));
        for player in 0..self.players() {
            let zones = self.of(player);
            let _ =
                writeln!(out, "player {}: turns {}, owns {}", player + 1, zones.turns, self.list(self.owned(player)));
            let unseen = zones.unseen_discards();
            let _ = writeln!(
                out,
                "  discard {} cards, seen {}; {} without treasures or actions, {} without treasures",
                zones.discard.len(),
                self.list((0..).zip(zones.seen)),
                zones.idle,
                zones.plain
            );
            if player == me && unseen > 0 {
                let _ = writeln!(out, "  discarded unseen {}", self.list(zones.unseen_discard().iter()));
            }
            let top: Vec<String> = self
                .top(player)
                .iter()
                .rev()
                .map(|placed| {
                    let known = placed.open() || player == me;
                    let name = if known { self.rules().card(placed.slot()).name.as_str() } else { "a card" };
                    let seen = match (placed.open(), placed.is_unseen()) {
                        (true, _) => " openly",
                        (false, true) => " from hand",
                        (false, false) => "",
                    };
                    format!("{name}{seen}")
                })
                .collect();
            let top = if top.is_empty() { "nothing".to_owned() } else { top.join(", ") };
            let _ = writeln!(out, "  deck {} cards, on top {top}", self.deck_len(player));
            if player == me {
                let _ = writeln!(out, "  hand {}", self.list(zones.hand.iter()));
                let _ = writeln!(out, "  deck holds {}", self.list(zones.deck.iter()));
            } else {
                let _ = writeln!(out, "  hand {} cards", zones.hand.len());
            }
            // What everybody knows of it; its owner as well.
            let _ = writeln!(out, "  known in hand {}", self.list((0..).zip(zones.known)));
            for hint in zones.hints.iter().filter(|hint| hint.least() > 0) {
                let _ = write!(out, "  known in hand at least {} of {}", hint.least(), self.names(hint.slots()));
                match self.top(player).len() - hint.since() {
                    0 => {}
                    places => {
                        let _ = write!(out, ", or from hand in the top {places} places of the deck");
                    }
                }
                let _ = writeln!(out, "{}", if hint.looked() { ", or looked at" } else { "" });
            }
            self.write_before(&zones.before, out);
            if zones.lacks != 0 {
                let _ = writeln!(out, "  known not in hand {}", self.names(zones.lacks));
            }
        }
        self.write_history(out);
        let _ = writeln!(out, "recall {:016x}", self.recall[seat.index()]);
    }

    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self {
        let mut dealt = self.clone();
        let others = || (0..self.players()).filter(|&other| other != seat.0);
        others().for_each(|other| dealt.determinize_player(other, rng));
        others().for_each(|other| dealt.recall[other as usize] = rng.bits());
        dealt
    }

    fn seat_view(&self, seat: Seat) -> SeatView<'_> {
        SeatView { state: self, seat: seat.0 }
    }
}

/// How many deals are compared where the chances of hands cannot be added up.
const DEALS: usize = 16;

impl DominionState {
    /// A determinization in which hands are as much likelier as the product of their cards' weights says, player by player.
    pub(crate) fn determinize_weighted(&self, seat: Seat, weights: &[Option<Weights>], rng: &mut Rng) -> Self {
        let mut dealt = self.clone();
        let others = || (0..self.players()).filter(|&other| other != seat.0);
        for other in others() {
            let weights = weights.get(usize::from(other)).copied().flatten();
            match weights.map(|weights| (weights, self.hands(other, &weights))) {
                Some((_, Some(hands))) => {
                    let hand = hands.sample(rng);
                    dealt.determinize_around(other, hand, rng);
                }
                Some((weights, None)) => dealt.deal_best_of(other, &weights, rng),
                None => dealt.determinize_player(other, rng),
            }
        }
        others().for_each(|other| dealt.recall[other as usize] = rng.bits());
        dealt
    }

    /// One of several deals, by the weights of its hand.
    fn deal_best_of(&mut self, owner: u8, weights: &Weights, rng: &mut Rng) {
        let deals: Vec<Self> = (0..DEALS)
            .map(|_| {
                let mut dealt = self.clone();
                dealt.determinize_player(owner, rng);
                dealt
            })
            .collect();
        let weight = |dealt: &Self| {
            let cards = dealt.of(owner).hand.iter();
            cards.map(|(slot, count)| weights[slot as usize].ln() * f64::from(count)).sum::<f64>() as f32
        };
        let scored = deals.into_iter().map(|dealt| (weight(&dealt) + rng.gumbel(), dealt));
        if let Some((_, best)) = scored.max_by(|one, other| one.0.total_cmp(&other.0)) {
            *self = best;
        }
    }

    /// How many cards of each slot a hidden hand holds in the mean: exact where the chances of hands can be added up, otherwise
    /// the mean of many deals.
    pub(crate) fn expected_hand(&self, owner: u8) -> [f64; SLOTS] {
        if let Some(hands) = self.hands(owner, &[1.0; SLOTS]) {
            return hands.expected();
        }
        const SAMPLES: u32 = 256;
        // Always the same random numbers: what is expected follows from what is known.
        let mut rng = Rng::new(0);
        let mut sums = [0.0; SLOTS];
        for _ in 0..SAMPLES {
            let mut dealt = self.clone();
            dealt.determinize_player(owner, &mut rng);
            sums.iter_mut().zip(dealt.of(owner).hand.counts()).for_each(|(sum, &count)| *sum += f64::from(count));
        }
        sums.map(|sum| sum / f64::from(SAMPLES))
    }
}
