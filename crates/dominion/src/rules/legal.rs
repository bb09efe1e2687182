//! What can be done at a decision.

use crate::action::Action;
use crate::options::Treasures;
use crate::program::{Op, Verb};
use crate::state::{DominionState, Frame, Phase, Task};
use hoyle_core::ActionSet;

/// What a choice of cards still wants.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Need {
    /// The slots that can be chosen now.
    pub slots: u64,
    /// The most cards that can still be chosen.
    pub most: usize,
    /// How many must still be chosen; if none, the player may finish.
    pub forced: usize,
}

impl DominionState {
    /// The slots that can be gained for this much.
    pub(crate) fn gainable(&self, filter: u64, limit: u8) -> u64 {
        self.supply.mask() & filter & self.rules().affordable(limit)
    }

    pub(super) fn legal_in_turn(&self, out: &mut ActionSet) {
        let rules = self.rules();
        let hand = self.of(self.player).hand.mask();
        if self.phase == Phase::Action {
            out.insert_bits(Action::Play(0).id(), hand & rules.actions);
            out.insert(Action::EndActions.id());
            if self.simple_play().is_some() {
                out.insert(Action::Macro.id());
            }
            return;
        }
        if rules.options.treasures == Treasures::Hand && !self.bought && hand & rules.treasures != 0 {
            out.insert_bits(Action::Play(0).id(), hand & rules.treasures);
            out.insert(Action::PlayTreasures.id());
        }
        out.insert_bits(Action::Buy(0).id(), self.gainable(u64::MAX, self.coins));
        out.insert(Action::EndBuy.id());
    }

    pub(super) fn legal_in_effect(&self, frame: Frame, out: &mut ActionSet) {
        if frame.task == Task::React {
            return out.extend([Action::React.id(), Action::Suffer.id()]);
        }
        let op = self.op(frame);
        match op {
            Some(Op::PlayTimes(_)) => {
                let actions = self.of(frame.seat).hand.mask() & self.rules().actions;
                out.insert_bits(Action::Play(0).id(), actions);
                out.insert(Action::DeclinePlay.id());
            }
            Some(Op::MayPlayIt) => out.extend([Action::PlayIt.id(), Action::LeaveIt.id()]),
            Some(Op::DrawTo(_)) => out.extend([Action::Keep.id(), Action::SetAside.id()]),
            Some(Op::ReturnShown) => out.insert_bits(Action::Topdeck(0).id(), self.aside.mask()),
            Some(Op::Gain { filter, limit, .. }) => {
                out.insert_bits(Action::Gain(0).id(), self.gainable_by(frame, filter, limit));
            }
            Some(op @ Op::Choose { verb, .. }) => {
                let need = self.need(frame, op);
                let (first, finish) = match verb {
                    Verb::Discard => (Action::Discard(0), Action::EndDiscard),
                    Verb::Trash => (Action::Trash(0), Action::EndTrash),
                    Verb::Topdeck => (Action::Topdeck(0), Action::EndTopdeck),
                };
                out.insert_bits(first.id(), need.slots);
                if need.forced == 0 {
                    out.insert(finish.id());
                }
            }
            _ => unreachable!("nobody decides at {op:?}"),
        }
    }
}
