//! Complete actions: a base action with all its parameters, applied in one call or step by step with the same result.

use crate::action::Cand;
use crate::state::{Ask, MagicState};
use hoyle_core::{ActionId, Rng};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A base action and its parameters, in the order in which they are asked: mode, X, targets, division, payment, costs.
/// Parameters that are forced are not asked and do not stand here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complete {
    /// The base action, then its parameters.
    pub steps: Vec<Cand>,
}

/// A complete action that cannot be played here. The position is as it was.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("step {step} of a complete action: {problem}")]
pub struct IncompleteAction {
    /// Which step, counted from 0.
    pub step: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl MagicState {
    /// The candidates of the present decision, in a fixed order.
    pub fn candidates(&self) -> &[Cand] {
        if self.ask.seat().is_some() && !self.over { &self.cands } else { &[] }
    }

    /// The id of a candidate of the present decision.
    pub fn id_of(&self, cand: Cand) -> Option<ActionId> {
        let place = self.candidates().iter().position(|&there| there == cand)?;
        Some(ActionId(cand.id(place)))
    }

    /// Plays a base action with all its parameters; an error leaves the position as it was.
    pub fn play_complete(&mut self, action: &Complete) -> Result<(), IncompleteAction> {
        let wrong = |step: usize, problem: &str| Err(IncompleteAction { step, problem: problem.to_owned() });
        let Some(seat) = self.ask.seat() else { return wrong(0, "nobody decides here") };
        let mut state = self.clone();
        for (step, cand) in action.steps.iter().enumerate() {
            if step > 0 && !(state.ask.is_parameter() && state.ask.seat() == Some(seat)) {
                return wrong(step, "the action has no further parameter");
            }
            let Some(place) = state.candidates().iter().position(|there| there == cand) else {
                return wrong(step, &format!("{cand:?} is no candidate of {:?}", state.ask));
            };
            state.apply(ActionId(cand.id(place)));
        }
        if action.steps.is_empty() || state.ask.is_parameter() && state.ask.seat() == Some(seat) {
            return wrong(action.steps.len(), &format!("{:?} is still to be chosen", state.ask));
        }
        *self = state;
        Ok(())
    }

    /// Calls `f` with complete actions of the present decision, at most `limit` of them.
    pub fn complete_actions(&self, limit: usize, mut f: impl FnMut(Complete)) {
        let Some(seat) = self.ask.seat() else { return };
        let mut count = 0;
        let mut steps = Vec::new();
        self.complete_from(seat, limit, &mut count, &mut steps, &mut f);
    }

    fn complete_from(
        &self,
        seat: u8,
        limit: usize,
        count: &mut usize,
        steps: &mut Vec<Cand>,
        f: &mut impl FnMut(Complete),
    ) {
        for (place, &cand) in self.candidates().iter().enumerate() {
            if *count >= limit {
                return;
            }
            let mut next = self.clone();
            next.apply(ActionId(cand.id(place)));
            steps.push(cand);
            if next.ask.is_parameter() && next.ask.seat() == Some(seat) {
                next.complete_from(seat, limit, count, steps, f);
            } else {
                *count += 1;
                f(Complete { steps: steps.clone() });
            }
            steps.pop();
        }
    }

    /// What is asked now, described: the kind of choice, how many candidates, and what it belongs to.
    pub fn describe_ask(&self) -> Option<(crate::ChoiceKind, usize, String)> {
        let kind = self.ask.kind()?;
        let of = match self.ask {
            ask if ask.is_parameter() => self.stack.get(self.stack_len().checked_sub(1)?).map(|object| object.card),
            Ask::Priority { .. } | Ask::Mulligan { .. } | Ask::Bottom { .. } | Ask::Cleanup { .. } => None,
            Ask::Attack { creature, .. } | Ask::Block { creature, .. } => Some(self.perms[creature as usize].card),
            Ask::Damage { attacker, .. } => Some(self.perms[attacker as usize].card),
            Ask::Order { .. } | Ask::Legend { .. } => None,
            _ => self.frame.active.then_some(self.frame.obj.card),
        };
        let of = of.map_or_else(String::new, |card| self.card(card).name.to_owned());
        Some((kind, self.cands.len(), of))
    }

    /// A random complete action, and the position after it.
    pub fn random_complete(&self, rng: &mut Rng) -> Option<(Complete, Self)> {
        let seat = self.ask.seat()?;
        let mut state = self.clone();
        let mut steps = Vec::new();
        loop {
            let place = rng.below(state.candidates().len().max(1) as u32) as usize;
            let cand = *state.candidates().get(place)?;
            steps.push(cand);
            state.apply(ActionId(cand.id(place)));
            if !(state.ask.is_parameter() && state.ask.seat() == Some(seat)) {
                return Some((Complete { steps }, state));
            }
        }
    }
}
