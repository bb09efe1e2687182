//! The macro action: play all simple non-terminal actions.

use crate::pile::{Slot, bits};
use crate::program::Op;
use crate::setup::Rules;
use crate::state::{DominionState, Frame};

/// What the macro action plays next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SimplePlay {
    /// The card.
    pub card: Slot,
    /// What a Throne Room plays several times.
    pub with: Option<Slot>,
}

/// A rule that picks the next card of the macro action from the hand, given as one bit per slot.
pub(crate) type Picker = fn(&Rules, &dyn Fn(Slot) -> u8) -> Option<SimplePlay>;

/// The rule in use: cards that need no decision, give back their action and replace themselves, dearest first; then a
/// Throne Room on one of them.
pub(crate) const PICKER: Picker = |rules, hand| {
    let simple = |slot: &Slot| {
        let card = rules.card(*slot);
        !card.asks() && card.actions >= 1 && card.cards >= 1
    };
    let thrones = |slot: &Slot| matches!(rules.cards[*slot as usize].play.as_slice(), [Op::PlayTimes(_)]);
    let in_hand = || bits(rules.actions).filter(|&slot| hand(slot) > 0);
    let best = in_hand().filter(simple).max_by_key(|&slot| rules.card(slot).cost)?;
    // A Throne Room and its card are two cards for twice the effect: first, so that the card is not gone.
    match in_hand().find(thrones) {
        Some(throne) => Some(SimplePlay { card: throne, with: Some(best) }),
        None => Some(SimplePlay { card: best, with: None }),
    }
};

impl DominionState {
    /// What the macro action would play now.
    pub(crate) fn simple_play(&self) -> Option<SimplePlay> {
        let hand = &self.of(self.player).hand;
        if self.actions == 0 { None } else { PICKER(self.rules(), &|slot| hand.count(slot)) }
    }

    /// Plays the next simple action, or ends the macro action.
    pub(super) fn run_macro(&mut self, frame: Frame) -> bool {
        let Some(SimplePlay { card, with }) = self.simple_play() else {
            self.stack.pop();
            return false;
        };
        self.actions -= 1;
        let Some(with) = with else {
            self.play_from_hand(card);
            return false;
        };
        // The Throne Room is played and its choice made at once.
        let times = match self.rules().cards[card as usize].play.as_slice() {
            [Op::PlayTimes(times)] => *times,
            _ => 1,
        };
        self.of_mut(frame.seat).leave_hand(card);
        self.in_play.add(card);
        self.grant(card);
        if times > 1 {
            self.push(Frame { x: times - 1, ..self.frame(crate::state::Task::Again, with, frame.seat) });
        }
        self.play_from_hand(with);
        false
    }
}
