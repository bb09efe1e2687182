//! What a seat draws next: the top of its library, as far as it knows it.

use crate::state::{Ask, CardIx, DECK_SLOTS, MagicState, Step};
use arrayvec::ArrayVec;
use hoyle_core::{ActionId, Draw};

impl MagicState {
    /// Nothing before the first hands are drawn, after the end, or with an empty library.
    pub(super) fn list_draws(&self, me: u8, out: &mut Vec<Draw<Self>>) {
        out.clear();
        let seat = me & 1;
        let side = self.side(seat);
        if self.over || self.step == Step::Coin || side.library_len() == 0 {
            return;
        }
        // The owner knows every card whose place is known to anybody.
        let known = side.top.last().or_else(|| (side.pool_len == 0).then(|| &side.bottom[0]));
        if let Some(placed) = known {
            return out.push(self.drawn_now(seat, placed.card, 1.0));
        }
        let deck = &self.rules().decks[side.deck as usize];
        let pool = deck.cards.iter().copied().zip(side.pool).filter(|&(_, count)| count > 0);
        let mut pool: ArrayVec<(CardIx, u8), DECK_SLOTS> = pool.collect();
        pool.sort_unstable();
        let chance = |count: u8| f32::from(count) / f32::from(side.pool_len);
        out.extend(pool.into_iter().map(|(card, count)| self.drawn_now(seat, card, chance(count))));
    }

    /// The position with the library's next card in the hand. What triggers when a card is drawn does not.
    fn drawn_now(&self, seat: u8, card: CardIx, chance: f32) -> Draw<Self> {
        let mut state = self.clone();
        if self.ask == (Ask::Draw { seat }) {
            state.apply(ActionId(card.into()));
        } else {
            state.draw_silently(seat, card);
            state.take_up_again();
        }
        Draw { name: self.card(card).name.to_owned(), chance, state }
    }
}
