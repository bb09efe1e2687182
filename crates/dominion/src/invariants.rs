//! What is true of every position. Debug builds check it after every action, release builds never.

use crate::pile::{Pile, Slot};
use crate::setup::MOST_CARDS;
use crate::state::{DominionState, Hint};
use arrayvec::ArrayVec;

/// Panics if something is wrong with a position that an action has led to.
#[inline]
pub(crate) fn check(state: &DominionState) {
    #[cfg(debug_assertions)]
    debug::check(state);
    #[cfg(not(debug_assertions))]
    let _ = state;
}

/// How many steps of the rules followed from an action: counted in debug builds, nothing at all in release builds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steps {
    #[cfg(debug_assertions)]
    pub(crate) taken: usize,
}

impl Steps {
    /// A further step. Panics in debug builds if there are more than any action of the game takes.
    #[inline]
    pub(crate) fn count(&mut self, state: &DominionState) {
        #[cfg(debug_assertions)]
        {
            self.taken += 1;
            assert!(self.taken <= state.rules().step_bound, "more steps than an action can take: {state:?}");
        }
        #[cfg(not(debug_assertions))]
        let _ = state;
    }
}

impl DominionState {
    /// Whether what everybody knows of a player's hidden cards is true of them; otherwise what is wrong.
    pub(crate) fn check_knowledge(&self, seat: u8) -> Result<(), &'static str> {
        let zones = self.of(seat);
        let looked = self.looked_at(seat);
        let loose = if looked.unseen { looked.cards } else { Pile::EMPTY };
        let all = self.rules().supply.mask();
        let places = |slot: Slot| {
            let unseen = self.top(seat).iter().filter(|placed| placed.is_unseen() && placed.slot() == slot).count();
            usize::from(zones.hand.count(slot)) + usize::from(loose.count(slot)) + unseen
        };
        for slot in self.rules().slots() {
            if usize::from(zones.known[slot as usize]) > places(slot) {
                return Err("known: more cards than are in the hand or left it unseen");
            }
            if zones.seen[slot as usize] > zones.discard.count(slot) {
                return Err("seen: more cards than are in the discard pile");
            }
        }
        let unseen = zones.unseen_discard();
        let (idle, plain) = self.rules().unplayed();
        let (without_use, without_coin) = (unseen.len() - unseen.count_in(idle), unseen.len() - unseen.count_in(plain));
        if zones.idle as usize > without_use || zones.idle as usize + zones.plain as usize > without_coin {
            return Err("idle, plain: the unseen discards are others");
        }
        if zones.hand.mask() & zones.lacks != 0 || zones.lacks & !all != 0 {
            return Err("lacks: the hand has such a card, or no game has");
        }
        if zones.hints.iter().any(|hint| hint.slots() & !all != 0) {
            return Err("hints: there are no such cards in this game");
        }
        if zones.hints.iter().any(|hint| hint.since() > self.top(seat).len()) {
            return Err("hints: there is no such place on the deck");
        }
        let told = |hint: &Hint| {
            let among = |slot: Slot| hint.slots() >> slot & 1 == 1;
            let above =
                self.top(seat).iter().skip(hint.since()).filter(|placed| placed.is_unseen() && among(placed.slot()));
            let looked = if hint.looked() { loose.count_in(hint.slots()) } else { 0 };
            zones.hand.count_in(hint.slots()) + above.count() + looked >= usize::from(hint.least())
        };
        if !zones.hints.iter().all(told) {
            return Err("hints: the hand has fewer such cards");
        }
        if zones.before.missing(|slot| places(slot) - usize::from(zones.known[slot as usize])) > 0 {
            return Err("before: other cards are in the hand or left it unseen");
        }
        Ok(())
    }

    /// Whether a player who is asked something has what is asked for.
    pub(crate) fn is_question_fair(&self, seat: u8) -> bool {
        let zones = self.of(seat);
        let unseen = self.top(seat).iter().filter(|placed| placed.is_unseen());
        let above: ArrayVec<Slot, MOST_CARDS> = unseen.map(|placed| placed.slot()).collect();
        self.clues(seat).fit(&zones.hand, &above, &self.looked_at(seat).cards, &zones.discard)
    }
}

#[cfg(debug_assertions)]
mod debug {
    use crate::Dominion;
    use crate::pile::SLOTS;
    use crate::setup::{COPPER, ESTATE};
    use crate::state::{DominionState, MAX_FRAMES};
    use hoyle_core::checks::is_thorough;
    use hoyle_core::prelude::*;
    use hoyle_core::{ActionSet, Game, Seat, Turn};

    /// All that anybody knows.
    fn told(state: &DominionState) -> String {
        let mut text = String::new();
        (0..state.players()).for_each(|seat| state.information_state(Seat(seat), &mut text));
        text
    }

    pub(super) fn check(state: &DominionState) {
        let rules = state.rules();
        let mut all = [0u32; SLOTS];
        let mut count = |counts: &dyn Fn(u8) -> u8| {
            rules.slots().for_each(|slot| all[slot as usize] += u32::from(counts(slot)));
        };
        count(&|slot| state.supply.count(slot));
        count(&|slot| state.trash[slot as usize]);
        for seat in 0..state.players() {
            let owned = state.count_owned(seat);
            assert_eq!(owned, state.of(seat).owned, "what player {seat} owns, counted, in {}", told(state));
            count(&|slot| owned[slot as usize]);
        }
        for slot in rules.slots() {
            let own = match slot {
                COPPER => 7 * u32::from(state.players()),
                ESTATE => 3 * u32::from(state.players()),
                _ => 0,
            };
            let began = u32::from(rules.supply.count(slot)) + own;
            assert_eq!(all[slot as usize], began, "cards of slot {slot} in {}", told(state));
        }
        for seat in 0..state.players() {
            if let Err(what) = state.check_knowledge(seat) {
                panic!("player {seat}: {what}, in {}", told(state));
            }
            assert!(state.is_question_fair(seat), "player {seat} is asked for what is not there, in {}", told(state));
        }
        assert!(state.stack.len() <= MAX_FRAMES, "{} effects under way in {}", state.stack.len(), told(state));
        let mut legal = ActionSet::new();
        state.legal(&mut legal);
        assert_eq!(
            legal.is_empty(),
            !matches!(state.turn(), Turn::Seat(_)),
            "nothing to choose from in {}",
            told(state)
        );
        // Otherwise every sixteenth position, chosen by the position itself.
        if is_thorough() || state.recall[0].is_multiple_of(16) {
            let copy = Dominion(state.rules).restore(state.snapshot());
            let copy = copy.unwrap_or_else(|e| panic!("a position that cannot be read again: {e}: {}", told(state)));
            assert_eq!(&copy, state, "a position read again");
        }
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::check;
    use crate::{Dominion, Options};
    use hoyle_core::Game;
    use hoyle_core::checks::thoroughly;
    use hoyle_core::testing::panics;

    #[test]
    fn a_position_that_cannot_be_read_again_is_found() {
        let mut state = Dominion::new(Options::default()).unwrap().start();
        state.recall[0] = 1;
        thoroughly(|| check(&state));
        state.zones[1].turns = 255;
        check(&state);
        assert!(panics(|| thoroughly(|| check(&state))), "in every position");
        state.recall[0] = 16;
        assert!(panics(|| check(&state)), "in a sample of them");
    }
}
