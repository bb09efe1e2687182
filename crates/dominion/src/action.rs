//! Actions: 256 fixed ids, 33 for each thing that is done to a card.
//!
//! | id | action |
//! |---|---|
//! | 0-32 | play a card of this slot from hand, also the Throne Room's choice, and treasures played by hand |
//! | 33-65, 66 | discard, finish |
//! | 67-99, 100 | trash, finish |
//! | 101 | play nothing with the Throne Room |
//! | 102 | end the action phase |
//! | 103-135, 136 | buy, end the buy phase |
//! | 137-169 | gain |
//! | 170 | shuffle (chance) |
//! | 171 | play all simple non-terminal actions (the macro action) |
//! | 172, 173 | reveal, do not reveal a reaction |
//! | 174, 175 | play, do not play the card that was discarded |
//! | 176, 177 | keep, set aside the card that was drawn |
//! | 178-210, 211 | put on the deck, finish |
//! | 212 | play all treasures |
//! | 213-255 | reserved, never legal |
//!
//! Chance outcomes: 0-32 draw a card of this slot, 170 shuffle.

use crate::pile::Slot;
use crate::state::{DominionState, Task, To};
use arrayvec::ArrayVec;
use hoyle_core::{ActionId, ActionPart, ActionParts, Notation, Play as _, Turn};

/// How many ids there are.
pub const COUNT: usize = 256;
/// The last slot that has ids.
const MAX_SLOT: Slot = 32;
/// The chance outcome of a shuffle.
pub const SHUFFLE: ActionId = ActionId(170);

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play a card from hand.
    Play(Slot),
    /// Discard a card.
    Discard(Slot),
    /// Discard no more.
    EndDiscard,
    /// Trash a card.
    Trash(Slot),
    /// Trash no more.
    EndTrash,
    /// Play nothing with the Throne Room.
    DeclinePlay,
    /// End the action phase.
    EndActions,
    /// Buy a card.
    Buy(Slot),
    /// End the buy phase.
    EndBuy,
    /// Gain a card.
    Gain(Slot),
    /// Play all simple non-terminal actions.
    Macro,
    /// Reveal a reaction.
    React,
    /// Do not reveal a reaction.
    Suffer,
    /// Play the card that was discarded.
    PlayIt,
    /// Leave it.
    LeaveIt,
    /// Keep the card that was drawn.
    Keep,
    /// Set it aside.
    SetAside,
    /// Put a card on the deck.
    Topdeck(Slot),
    /// Put no more on the deck.
    EndTopdeck,
    /// Play all treasures.
    PlayTreasures,
}

impl Action {
    /// The action with this id; none for 170 and the reserved ids.
    pub fn from_id(id: ActionId) -> Option<Self> {
        let slot = |first: u16| (id.0 - first) as Slot;
        Some(match id.0 {
            0..=32 => Self::Play(slot(0)),
            33..=65 => Self::Discard(slot(33)),
            66 => Self::EndDiscard,
            67..=99 => Self::Trash(slot(67)),
            100 => Self::EndTrash,
            101 => Self::DeclinePlay,
            102 => Self::EndActions,
            103..=135 => Self::Buy(slot(103)),
            136 => Self::EndBuy,
            137..=169 => Self::Gain(slot(137)),
            171 => Self::Macro,
            172 => Self::React,
            173 => Self::Suffer,
            174 => Self::PlayIt,
            175 => Self::LeaveIt,
            176 => Self::Keep,
            177 => Self::SetAside,
            178..=210 => Self::Topdeck(slot(178)),
            211 => Self::EndTopdeck,
            212 => Self::PlayTreasures,
            _ => return None,
        })
    }

    /// Its id.
    pub const fn id(self) -> ActionId {
        ActionId(match self {
            Self::Play(slot) => slot as u16,
            Self::Discard(slot) => 33 + slot as u16,
            Self::EndDiscard => 66,
            Self::Trash(slot) => 67 + slot as u16,
            Self::EndTrash => 100,
            Self::DeclinePlay => 101,
            Self::EndActions => 102,
            Self::Buy(slot) => 103 + slot as u16,
            Self::EndBuy => 136,
            Self::Gain(slot) => 137 + slot as u16,
            Self::Macro => 171,
            Self::React => 172,
            Self::Suffer => 173,
            Self::PlayIt => 174,
            Self::LeaveIt => 175,
            Self::Keep => 176,
            Self::SetAside => 177,
            Self::Topdeck(slot) => 178 + slot as u16,
            Self::EndTopdeck => 211,
            Self::PlayTreasures => 212,
        })
    }
}

/// The actions as parts: what is done, and to which card. Slots are the columns of the layouts.
pub fn parts() -> ActionParts {
    let done_to = [Action::Play, Action::Discard, Action::Trash, Action::Buy, Action::Gain, Action::Topdeck];
    let alone = [
        Action::EndDiscard,
        Action::EndTrash,
        Action::DeclinePlay,
        Action::EndActions,
        Action::EndBuy,
        Action::Macro,
        Action::React,
        Action::Suffer,
        Action::PlayIt,
        Action::LeaveIt,
        Action::Keep,
        Action::SetAside,
        Action::EndTopdeck,
        Action::PlayTreasures,
    ];
    let mut actions = vec![ArrayVec::new(); COUNT];
    for (n, action) in alone.into_iter().enumerate() {
        actions[action.id().index()].push(ActionPart::Plain((done_to.len() + n) as u16));
    }
    for (verb, act) in done_to.into_iter().enumerate() {
        for slot in 0..=MAX_SLOT {
            let (verb, column) = (verb as u16, u16::from(slot));
            actions[act(slot).id().index()].extend([ActionPart::Plain(verb), ActionPart::Column { verb, column }]);
        }
    }
    ActionParts { heads: vec![("verb".to_owned(), done_to.len() + alone.len())], verbs: done_to.len(), actions }
}

impl Notation for DominionState {
    fn action_text(&self, id: ActionId, out: &mut String) {
        if self.turn() == Turn::Chance {
            let laid = self.stack.last().is_some_and(|frame| frame.task == Task::Draw(To::Pile));
            let verb = if laid { "lay down" } else { "draw" };
            let text = if id == SHUFFLE { "shuffle".to_owned() } else { format!("{verb} {}", self.name(id.0 as Slot)) };
            return out.push_str(&text);
        }
        let with = |verb: &str, slot: Slot| format!("{verb} {}", self.name(slot));
        let text = match Action::from_id(id) {
            Some(Action::Play(slot)) => with("play", slot),
            Some(Action::Discard(slot)) => with("discard", slot),
            Some(Action::Trash(slot)) => with("trash", slot),
            Some(Action::Buy(slot)) => with("buy", slot),
            Some(Action::Gain(slot)) => with("gain", slot),
            Some(Action::Topdeck(slot)) => with("topdeck", slot),
            Some(Action::EndDiscard) => "discard no more".to_owned(),
            Some(Action::EndTrash) => "trash no more".to_owned(),
            Some(Action::EndTopdeck) => "topdeck nothing".to_owned(),
            Some(Action::DeclinePlay) => "play nothing".to_owned(),
            Some(Action::EndActions) => "end actions".to_owned(),
            Some(Action::EndBuy) => "end buys".to_owned(),
            Some(Action::Macro) => "play all simple actions".to_owned(),
            Some(Action::React) => "reveal a reaction".to_owned(),
            Some(Action::Suffer) => "reveal nothing".to_owned(),
            Some(Action::PlayIt) => "play it".to_owned(),
            Some(Action::LeaveIt) => "leave it".to_owned(),
            Some(Action::Keep) => "keep it".to_owned(),
            Some(Action::SetAside) => "set it aside".to_owned(),
            Some(Action::PlayTreasures) => "play all treasures".to_owned(),
            None => "?".to_owned(),
        };
        out.push_str(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_actions_are_one_to_one() {
        for id in (0..=u16::MAX).map(ActionId) {
            match Action::from_id(id) {
                Some(action) => assert_eq!(action.id(), id),
                None => assert!(id == SHUFFLE || id.0 > 212, "{id} is no action"),
            }
        }
    }
}
