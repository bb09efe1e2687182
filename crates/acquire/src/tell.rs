//! What happens, for people: the texts of actions and the lines of the log.

use crate::action::{Action, DUMMY, Purchase};
use crate::board::{bit, cell_name, each};
use crate::event::{Ending, Event};
use crate::notes::{Deed, Note};
use crate::rules::Effect;
use crate::show::paint;
use crate::state::{AcquireState, Phase};
use hoyle_core::{ActionId, Seat, Turn};
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

    /// A purchase: `2 Luxor, 1 Tower`.
    fn purchase_text(&self, purchase: Purchase) -> String {
        let parts: Vec<String> =
            purchase.counts().map(|(chain, count)| format!("{count} {}", self.rules().chain_name(chain))).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    /// Appends the text of an action: what a player would type.
    pub(crate) fn write_action(&self, id: ActionId, out: &mut String) {
        let name = |chain: u8| self.rules().chain_name(chain);
        if self.whose_turn() == Turn::Chance {
            let _ = match self.phase {
                Phase::Dummy | Phase::Final => write!(out, "dummy {}", id.0 - DUMMY + 1),
                _ => write!(out, "draw {}", cell_name(id.0 as u8)),
            };
            return;
        }
        let text = match Action::from_id(self.rules.options.actions, id) {
            Some(Action::Play(cell)) => format!("{} {}", cell_name(cell), self.effect_text(cell)),
            Some(Action::Found(chain)) => format!("found {}", name(chain)),
            Some(Action::Survive(chain)) => format!("survivor {}", name(chain)),
            Some(Action::Next(chain)) => format!("next {}", name(chain)),
            Some(Action::Dispose { pairs, sold }) => {
                let held = self.shares[self.decider as usize].get(self.defunct as usize).copied().unwrap_or(0);
                let kept = held.saturating_sub(2 * pairs + sold);
                let parts = [("trade", 2 * pairs), ("sell", sold), ("keep", kept)];
                let parts: Vec<String> =
                    parts.iter().filter(|(_, n)| *n > 0).map(|(verb, n)| format!("{verb} {n}")).collect();
                parts.join(", ")
            }
            Some(Action::SellOne) => "sell 1".to_owned(),
            Some(Action::TradeTwo) => "trade 2".to_owned(),
            Some(Action::KeepRest) => "keep the rest".to_owned(),
            Some(Action::Buy(purchase)) => format!("buy {}", self.purchase_text(purchase)),
            Some(Action::BuyOne(chain)) => format!("buy {}", name(chain)),
            Some(Action::BuyNoMore) => "buy no more".to_owned(),
            Some(Action::End) => "end the game".to_owned(),
            Some(Action::PlayOn) => "play on".to_owned(),
            None => "?".to_owned(),
        };
        out.push_str(&text);
    }

    /// Appends a log line: what the action does, and everything that follows from it without a choice.
    pub(crate) fn write_event(&self, id: ActionId, viewer: Option<Seat>, out: &mut String) {
        let mut events = Vec::new();
        let mut after = self.clone();
        after.apply(id, &mut events);
        let mut last_seat = None;
        let mut said = false;
        // What follows from tiles that not everybody sees is told when it has happened: with the next action.
        let hidden = |event: &Event| {
            matches!(event, Event::Exchanged { .. } | Event::Skipped { .. } | Event::Played { forced: true, .. })
        };
        let since = self.noted();
        let known: Vec<Event> =
            since.into_iter().chain(events.into_iter().take_while(|event| !hidden(event))).collect();
        // The payout at the end is told as sums.
        let ended = known.iter().position(|event| matches!(event, Event::Ended { .. })).map(|at| at + 1);
        let sold = || known.iter().position(|event| matches!(event, Event::Sold { .. }));
        let end = ended.or_else(sold).unwrap_or(known.len());
        let (told, payout) = known.split_at(end);
        for &event in told {
            let (seat, text) = after.sentence(event, viewer);
            if said {
                out.push_str("; ");
            }
            if let Some(seat) = seat.filter(|&seat| last_seat != Some(seat)) {
                let _ = write!(out, "{} ", self.rules().spec.seat_names[seat as usize]);
            }
            out.push_str(&text);
            last_seat = seat.or(last_seat);
            said = true;
        }
        if after.phase == Phase::Over && !payout.is_empty() {
            after.write_payout(payout, out);
        }
    }

    /// Appends what everybody gets at the end, as sums.
    fn write_payout(&self, payout: &[Event], out: &mut String) {
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
    fn noted(&self) -> Vec<Event> {
        let event = |Note { deed, seat, what }: Note| match deed {
            Deed::Played => Event::Played { seat, cell: what, forced: true },
            Deed::Founded => Event::Founded { seat, chain: what, size: None, free: None },
            Deed::Skipped => Event::Skipped { seat },
            Deed::Discarded => Event::Exchanged { seat, cells: bit(what) },
        };
        self.notes.iter().map(event).collect()
    }

    /// The same as text, for the board of a game that has ended by itself.
    pub(crate) fn noted_text(&self) -> String {
        let texts = self.noted().into_iter().map(|event| match self.sentence(event, None) {
            (Some(seat), text) => format!("{} {text}", self.rules().spec.seat_names[seat as usize]),
            (None, text) => text,
        });
        texts.collect::<Vec<_>>().join("; ")
    }

    /// One thing that happens, with whose doing it is.
    fn sentence(&self, event: Event, viewer: Option<Seat>) -> (Option<u8>, String) {
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
                let names: Vec<String> = each(cells).map(cell_name).collect();
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
