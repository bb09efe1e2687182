//! What might be: hidden hands as a seat can believe them to be, the position without one thing, what is drawn next, which deck the
//! other player has.
//!
//! | file | what it answers |
//! |---|---|
//! | `unseen.rs` | which cards the other player's hand may hold, and how many of each in the mean |
//! | `archetypes.rs` | which deck the other player has |
//! | `without.rs` | the position without some of its things |
//! | `draws.rs` | what the seat draws next |
//! | `names.rs` | what things are called |

mod archetypes;
mod draws;
mod names;
mod unseen;
mod without;

use crate::state::MagicState;
use hoyle_core::{Archetype, Draw, EntityId, Hypotheses, Knowledge, Rng, Seat, UnseenCards};

impl Hypotheses for MagicState {
    fn unseen(&self, seat: Seat, out: &mut UnseenCards) {
        self.list_unseen(seat.0, out);
    }

    fn unseen_text(&self, seat: Seat, n: usize, out: &mut String) {
        if let Some(kind) = self.unseen_kinds(seat.0).get(n) {
            out.push_str(self.card(kind.card).name);
        }
    }

    fn held(&self, seat: Seat, out: &mut Vec<u8>) {
        self.count_held(seat.0, out);
    }

    fn determinize_by(&self, seat: Seat, tilts: &[f32], rng: &mut Rng) -> Self {
        let first = tilts.first().copied().unwrap_or(0.0);
        if tilts.iter().all(|&tilt| tilt == first) {
            return self.determinize(seat, rng);
        }
        let mut by_card = [0.0; 256];
        for (kind, &tilt) in self.unseen_kinds(seat.0).iter().zip(tilts) {
            by_card[kind.card as usize] = tilt.into();
        }
        self.determinize_tilted(seat, &by_card, rng)
    }

    fn without(&self, seat: Seat, entities: &[EntityId]) -> Option<Self> {
        self.without_entities(seat.0, entities)
    }

    fn draws(&self, seat: Seat, out: &mut Vec<Draw<Self>>) {
        self.list_draws(seat.0, out);
    }

    fn entity_text(&self, seat: Seat, entity: EntityId, out: &mut String) {
        self.write_name(seat.0, entity, out);
    }

    fn archetypes(&self, seat: Seat, out: &mut Vec<Archetype>) {
        self.list_archetypes(seat.0, out);
    }
}
