//! What a seat knows, and what it does not.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | the information state as text, and determinizations player by player |
//! | `information_state.rs` | the parts of that text: cards, effects, history |
//! | `determinize.rs` | how the hidden cards of a player are dealt anew |
//! | `seat_view.rs` | what a seat may know, typed |

mod determinize;
mod information_state;
mod seat_view;

pub(crate) use determinize::{Clue, Looked};
pub(crate) use seat_view::Question;
pub use seat_view::SeatView;

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
