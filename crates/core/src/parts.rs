//! Actions taken apart: what a policy with several heads chooses by.
//!
//! A game numbers its actions one by one. Many of them have something in common: to buy a Gold and to gain a Gold are about
//! the same card, and to sell three shares is to sell three whether two more are traded or not. [`ActionParts`] says so. A network
//! scores the parts, and an action's score is the sum of those of its parts.

use arrayvec::ArrayVec;

/// The most parts that an action has.
pub const MAX_PARTS: usize = 4;

/// A part of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionPart {
    /// An output of the plain heads, which are numbered one after the other.
    Plain(u16),
    /// Something that is done to what stands in a column of the layouts: a card.
    Column {
        /// What is done; below [`ActionParts::verbs`].
        verb: u16,
        /// To what.
        column: u16,
    },
}

/// How the actions of a game are made of parts.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionParts {
    /// The plain heads by name, with how many outputs each has.
    pub heads: Vec<(String, usize)>,
    /// How many things can be done to a column.
    pub verbs: usize,
    /// The parts of each action; none for an id that is never legal.
    pub actions: Vec<ArrayVec<ActionPart, MAX_PARTS>>,
}

impl ActionParts {
    /// Actions that have nothing in common: each is its own part.
    pub fn whole(actions: usize) -> Self {
        let one = |n| ArrayVec::from_iter([ActionPart::Plain(n as u16)]);
        Self { heads: vec![("action".to_owned(), actions)], verbs: 0, actions: (0..actions).map(one).collect() }
    }

    /// How many outputs the plain heads have.
    pub fn plain(&self) -> usize {
        self.heads.iter().map(|(_, len)| len).sum()
    }

    /// Whether every part is one of those that were declared, and no two actions are made of the same.
    pub fn check(&self) -> Result<(), String> {
        let plain = self.plain();
        let known = |part: &ActionPart| match *part {
            ActionPart::Plain(n) => (n as usize) < plain,
            ActionPart::Column { verb, .. } => (verb as usize) < self.verbs,
        };
        for (id, parts) in self.actions.iter().enumerate() {
            if let Some(part) = parts.iter().find(|part| !known(part)) {
                return Err(format!("action {id} has the unknown part {part:?}"));
            }
            if let Some(other) = self.actions[..id].iter().position(|other| !parts.is_empty() && other == parts) {
                return Err(format!("actions {other} and {id} are made of the same parts"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_cannot_be_are_found() {
        assert_eq!(ActionParts::whole(3).check(), Ok(()));
        let with = |n: usize, part: ActionPart| {
            let mut parts = ActionParts { verbs: 1, ..ActionParts::whole(3) };
            parts.actions[n] = ArrayVec::from_iter([part]);
            parts.check().unwrap_err()
        };
        assert_eq!(with(2, ActionPart::Plain(0)), "actions 0 and 2 are made of the same parts");
        assert_eq!(with(1, ActionPart::Plain(3)), "action 1 has the unknown part Plain(3)");
        assert!(with(1, ActionPart::Column { verb: 1, column: 0 }).contains("unknown part"));
    }
}
