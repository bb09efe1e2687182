//! Lines of a log for people: what happened, as sentences.

use super::paint;
use crate::automatic::{AutomaticAction, AutomaticKind};
use crate::board::{bit, cell_name};
use crate::event::{Ending, Event};
use crate::rules::Effect;
use crate::state::AcquireState;
use hoyle_core::{Seat, iter_bits};
use std::fmt::Write as _;

/// Hundreds of dollars as people write them: `$1,200`.
pub(crate) fn dollars(hundreds: u32) -> String {
    let all = 100 * u64::from(hundreds);
    match (all / 1_000_000, all / 1000 % 1000, all % 1000) {
        (0, 0, rest) => format!("${rest}"),
        (0, thousands, rest) => format!("${thousands},{rest:03}"),
        (millions, thousands, rest) => format!("${millions},{thousands:03},{rest:03}"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(parts: &[String]) -> String {
    match parts {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

impl AcquireState {
    /// Chains by name, as a sentence has them.
    pub(crate) fn listed_chains(&self, set: u8) -> String {
        let names: Vec<String> =
            crate::rules::each_chain(set).map(|chain| self.rules().chain_name(chain).to_owned()).collect();
        listed(&names)
    }

    /// What a tile would do, or why it cannot be played.
    pub(crate) fn effect_text(&self, cell: u8) -> String {
        match self.effect(cell) {
            Effect::Alone => "alone".to_owned(),
            Effect::Founds => "founds a chain".to_owned(),
            Effect::Grows(chain) => format!("grows {}", self.rules().chain_name(chain)),
            Effect::Merges(chains) => format!("merges {}", self.listed_chains(chains)),
            Effect::Dead(chains) => format!("dead: it touches {}, both safe", self.listed_chains(chains)),
            Effect::Eighth => "not now: it would found an eighth chain".to_owned(),
        }
    }

    /// Appends what everybody gets at the end, as sums.
    pub(super) fn write_payout(&self, payout: &[Event], out: &mut String) {
        for seat in 0..self.players() {
            let (mut bonuses, mut sales) = (0, 0);
            for event in payout {
                match *event {
                    Event::Bonus { seat: who, amount, .. } if who == seat => bonuses += u32::from(amount),
                    Event::Sold { seat: who, gain, .. } if who == seat => sales += gain,
                    _ => {}
                }
            }
            let parts: Vec<String> = [(bonuses, "in bonuses"), (sales, "for shares")]
                .into_iter()
                .filter(|&(sum, _)| sum > 0)
                .map(|(sum, what)| format!("{} {what}", dollars(sum)))
                .collect();
            let _ = write!(out, "; {} gets {}", self.rules().spec.seat_names[seat as usize], listed(&parts));
        }
    }

    /// What has happened without a decision since the last action, as events.
    pub(super) fn automatic_events(&self) -> Vec<Event> {
        let event = |AutomaticAction { kind, seat, what }: AutomaticAction| match kind {
            AutomaticKind::Played => Event::Played { seat, cell: what, forced: true },
            AutomaticKind::Founded => Event::Founded { seat, chain: what, size: None, free: None },
            AutomaticKind::Skipped => Event::Skipped { seat },
            AutomaticKind::Discarded => Event::Exchanged { seat, cells: bit(what) },
        };
        self.automatic.iter().map(event).collect()
    }

    /// The same as text, for the board of a game that has ended by itself.
    pub(crate) fn automatic_text(&self) -> String {
        let texts = self.automatic_events().into_iter().map(|event| match self.sentence(event, None) {
            (Some(seat), text) => format!("{} {text}", self.rules().spec.seat_names[seat as usize]),
            (None, text) => text,
        });
        texts.collect::<Vec<_>>().join("; ")
    }

    /// One thing that happens, with whose doing it is.
    pub(super) fn sentence(&self, event: Event, viewer: Option<Seat>) -> (Option<u8>, String) {
        let painted = |chain: u8| paint(self.rules().chains[chain as usize], self.rules().chain_name(chain));
        let all = |set: u8| listed(&crate::rules::each_chain(set).map(painted).collect::<Vec<_>>());
        match event {
            Event::Started { cell } => (None, format!("starting tile {}", cell_name(cell))),
            Event::Begins { seat } => (Some(seat), "begins".to_owned()),
            Event::Drew { seat, cell } => {
                let sees = viewer.is_none_or(|viewer| viewer.0 == seat);
                (Some(seat), if sees { format!("draws {}", cell_name(cell)) } else { "draws a tile".to_owned() })
            }
            Event::Played { seat, cell, forced } => {
                let only = if forced { ", the only choice" } else { "" };
                (Some(seat), format!("plays {}{only}", cell_name(cell)))
            }
            Event::Skipped { seat } => (Some(seat), "cannot play a tile".to_owned()),
            Event::Founded { seat, chain, size, free } => {
                let size = size.map_or(String::new(), |size| format!(" of {size} tiles"));
                let share = match free {
                    Some(true) => ", gets a share",
                    Some(false) => ", there is no share left",
                    None => ", the only choice",
                };
                (Some(seat), format!("founds {}{size}{share}", painted(chain)))
            }
            Event::Grew { chain, size } => (None, format!("{} grows to {size}", painted(chain))),
            Event::Merged { survivor, defunct, size } => {
                (None, format!("{} takes over {} and has {size} tiles", painted(survivor), all(defunct)))
            }
            Event::Ordered { seat, chain } => (Some(seat), format!("winds up {} next", painted(chain))),
            Event::Dummy { chain, shares } => {
                let s = if shares == 1 { "" } else { "s" };
                (None, format!("the dummy holds {shares} share{s} of {}", painted(chain)))
            }
            Event::Bonus { seat, chain, amount } => {
                (Some(seat), format!("gets {} for {}", dollars(amount.into()), painted(chain)))
            }
            Event::Disposed { seat, chain, survivor, pairs, sold, kept, gain } => {
                let mut parts = Vec::new();
                if pairs > 0 {
                    parts.push(format!("trades {} {} for {pairs} {}", 2 * pairs, painted(chain), painted(survivor)));
                }
                if sold > 0 {
                    parts.push(format!("sells {sold} {} for {}", painted(chain), dollars(gain)));
                }
                if kept > 0 && !(self.rules.micro && pairs + sold > 0) {
                    parts.push(format!("keeps {kept} {}", painted(chain)));
                }
                (Some(seat), listed(&parts))
            }
            Event::Bought { seat, purchase, cost } => {
                let parts: Vec<String> =
                    purchase.counts().map(|(chain, count)| format!("{count} {}", painted(chain))).collect();
                let cost = if cost > 0 { format!(" for {}", dollars(cost)) } else { String::new() };
                (Some(seat), format!("buys {}{cost}", listed(&parts)))
            }
            Event::Enough { seat } => (Some(seat), "buys no more".to_owned()),
            Event::Declared { seat, end } => (Some(seat), if end { "declares the end" } else { "plays on" }.to_owned()),
            Event::Exchanged { seat, cells } => {
                let names: Vec<String> = iter_bits(cells).map(cell_name).collect();
                (Some(seat), format!("discards {}, dead", listed(&names)))
            }
            Event::Ended { why } => {
                let why = match why {
                    Ending::Declared => "the game ends",
                    Ending::NoTiles => "the game ends: there are no more tiles",
                    Ending::NoPlay => "the game ends: nobody could play for a round",
                };
                (None, why.to_owned())
            }
            Event::Sold { seat, chain, shares, gain } => {
                (Some(seat), format!("sells {shares} {} for {}", painted(chain), dollars(gain)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_written_with_commas() {
        assert_eq!([0, 3, 12, 431, 12_345].map(dollars), ["$0", "$300", "$1,200", "$43,100", "$1,234,500"]);
    }
}
