//! What holds after every action, whatever is played: checked in debug builds only, so that every test checks it.

use crate::board::{ALL, Cells, count};
use crate::chains::{CHAINS, SHARES};
use crate::event::{Event, EventSink};
use crate::state::{AcquireState, Phase};
use hoyle_core::checks::is_thorough;
use hoyle_core::{ActionId, ActionSet, MAX_SEATS, Outcomes, Persist, Play, Turn};

/// Every position with a recall that this divides is replayed and written; the others are only looked at, if the thread is not
/// thorough ([`hoyle_core::checks`]).
const SELDOM: u64 = 16;

/// Checks what an action has made of a position.
///
/// # Panics
/// If something does not hold.
pub(crate) fn check(before: &AcquireState, action: ActionId, after: &AcquireState) {
    let problem = after.problem().or_else(|| {
        let all = is_thorough() || after.public_hash.is_multiple_of(SELDOM);
        all.then(|| unbalanced(before, action, after).or_else(|| unreadable(after))).flatten()
    });
    if let Some(problem) = problem {
        panic!("after action {action}: {problem}\nbefore: {before:?}\nafter: {after:?}");
    }
}

impl AcquireState {
    /// What is wrong with a position by itself.
    fn problem(&self) -> Option<String> {
        let says = |holds: bool, what: &str| (!holds).then(|| what.to_owned());
        let places = || self.racks.into_iter().chain(self.areas).chain([self.orphans, self.discards, self.bag]);
        let all: Cells = places().fold(0, |all, cells| all | cells);
        let tiles: u32 = places().map(count).sum();
        let conserved = |chain: usize| {
            let held: u32 = self.shares.iter().map(|shares| u32::from(shares[chain])).sum();
            held + u32::from(self.bank[chain]) == u32::from(SHARES)
        };
        let merging = matches!(self.phase, Phase::Order | Phase::Dummy | Phase::Dispose);
        let sized = |chain: usize| match self.areas[chain] {
            0 if merging => true,
            area => u32::from(self.sizes[chain]) == count(area),
        };
        let barred = self.dead | self.eighth();
        let playable = if self.phase == Phase::Play { self.racks[self.mover as usize] & !barred } else { 0 };
        says(all == ALL && tiles == 108, "a tile lies twice or nowhere")
            .or_else(|| says((0..CHAINS).all(conserved), "shares are not conserved"))
            .or_else(|| says((0..CHAINS).all(sized), "a chain's size is not that of its area"))
            .or_else(|| says(self.dead == self.dead_cells(), "the dead cells are others"))
            .or_else(|| says(self.playable == playable, "the playable tiles are others"))
            .or_else(|| says(self.can_go_on(), "nothing can be done"))
    }

    /// Whether whoever is to act can do something.
    fn can_go_on(&self) -> bool {
        match self.turn() {
            Turn::Over => true,
            Turn::Seat(_) => {
                let mut legal = ActionSet::new();
                self.legal(&mut legal);
                !legal.is_empty()
            }
            Turn::Chance => {
                let mut outcomes = Outcomes::new();
                self.outcomes(&mut outcomes);
                !outcomes.is_empty()
            }
        }
    }
}

/// What every seat got less what it paid by the events of an action, in hundreds of dollars.
#[derive(Default)]
struct Transfers([i64; MAX_SEATS]);

impl EventSink for Transfers {
    fn emit(&mut self, event: Event) {
        match event {
            Event::Bonus { seat, amount, .. } => self.0[seat as usize] += i64::from(amount),
            Event::Disposed { seat, gain, .. } | Event::Sold { seat, gain, .. } => {
                self.0[seat as usize] += i64::from(gain)
            }
            Event::Bought { seat, cost, .. } => self.0[seat as usize] -= i64::from(cost),
            _ => {}
        }
    }
}

/// Money comes from the bank and goes to it by events, and in no other way.
fn unbalanced(before: &AcquireState, action: ActionId, after: &AcquireState) -> Option<String> {
    let mut transfers = Transfers::default();
    let mut again = before.clone();
    again.apply(action, &mut transfers);
    let fits_events = |seat: usize| i64::from(before.money[seat]) + transfers.0[seat] == i64::from(after.money[seat]);
    let fits = again == *after && (0..MAX_SEATS).all(fits_events);
    (!fits).then(|| "money has changed by more than the events say".to_owned())
}

/// A position that was written can be read again, as itself.
fn unreadable(state: &AcquireState) -> Option<String> {
    match AcquireState::restore(state.rules, &state.snapshot()) {
        Ok(read) if read == *state => None,
        Ok(_) => Some("it is read as another position".to_owned()),
        Err(error) => Some(format!("it cannot be read again: {error}")),
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::check;
    use crate::{Acquire, Options};
    use hoyle_core::Rng;
    use hoyle_core::checks::thoroughly;
    use hoyle_core::prelude::*;
    use hoyle_core::testing::panics;

    #[test]
    fn money_from_nowhere_and_unreadable_positions_are_found() {
        let game = Acquire::new(Options::default()).unwrap();
        let mut rng = Rng::new(1);
        let (mut before, mut after) = (game.start(), game.start());
        let action = loop {
            let action = after.roll(&mut rng);
            if after.public_hash % 16 != 0 {
                break action;
            }
            before = after.clone();
        };
        thoroughly(|| check(&before, action, &after));
        after.money[0] += 1;
        check(&before, action, &after);
        assert!(panics(|| thoroughly(|| check(&before, action, &after))), "money from nowhere");
        after.money[0] -= 1;
        after.idle = 200;
        assert!(super::unreadable(&after).is_some());
        assert!(panics(|| thoroughly(|| check(&before, action, &after))), "turns that were not");
    }
}
