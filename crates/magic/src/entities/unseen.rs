//! Cards that a hidden hand may hold, described as they would be if they lay there openly.

use super::schema::CARD;
use super::{HAND, WIDTH, card_row};
use crate::state::{CardIx, MagicState};
use hoyle_core::{EntityGraph, EntityId, UnseenCards};

/// The hand of the player who does not observe.
pub(crate) const OTHER_HAND: EntityId = HAND + 1;

/// Takes all away, for descriptions in the terms of this game.
pub(crate) fn clear_unseen(state: &MagicState, out: &mut UnseenCards) {
    out.clear_with_shared_tokens(WIDTH, &state.rules().shared_tokens.tokens);
}

/// Adds one card in the other player's hand.
pub(crate) fn describe_unseen(state: &MagicState, card: CardIx, out: &mut EntityGraph) {
    let (tokens, ..) = state.rules().shared_tokens.cards[card as usize];
    out.entity_row(CARD, &card_row(false, 1, 1, 0), tokens);
}
