//! What might be: what hidden hands may hold, what may be drawn next, which deck another seat has.

use crate::{EntityGraph, EntityId, Seat};

/// A kind of card (tile, ...) that a hidden hand may hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnseenCard {
    /// Whose hand it is.
    pub seat: Seat,
    /// What stands for that hand in the observer's graph: its zone, or the player.
    pub holder: EntityId,
    /// How many cards of the kind are hidden together with the hand: in it, and wherever else what it holds may be. A mean where
    /// even that is unknown.
    pub copies: f32,
    /// How many of them the hand holds in the mean, by all that the observer knows and nothing that it believes beyond that.
    pub expected: f32,
}

/// All that hidden hands may hold, as one seat sees it: hand by hand, kind by kind, in an order that follows from what the seat
/// knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnseenCards {
    /// The kinds of card of each hand.
    pub cards: Vec<UnseenCard>,
    /// What the cards are, in the same order: an entity each in the terms of the game's graph, as if it lay in the hand openly. There are no
    /// edges and no candidates.
    pub described: EntityGraph,
}

impl UnseenCards {
    /// Takes all away; descriptions are to have feature rows of this length.
    pub fn clear(&mut self, width: usize) {
        self.clear_with_shared_tokens(width, &[]);
    }

    /// The same, with tokens that descriptions point at.
    pub fn clear_with_shared_tokens(&mut self, width: usize, shared_tokens: &'static [u16]) {
        self.cards.clear();
        self.described.clear_with_shared_tokens(width, shared_tokens);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }
}

/// One of the things that a seat may draw (or roll) next.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw<S> {
    /// What is drawn, as players call it.
    pub name: String,
    /// The chance that it is what comes next.
    pub chance: f32,
    /// The position as it would be if it had been drawn now.
    pub state: S,
}

/// What is known of which deck a seat has, in one line for people: `80% red, 12% boros, 3% other`, the likeliest first. What is less
/// likely than half a percent is left out.
pub fn archetypes_text(archetypes: &[Archetype], seat: Seat) -> String {
    let mut likely: Vec<&Archetype> = archetypes.iter().filter(|one| one.seat == seat && one.chance >= 0.005).collect();
    likely.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    let parts: Vec<String> = likely.iter().map(|one| format!("{:.0}% {}", one.chance * 100.0, one.name)).collect();
    parts.join(", ")
}

/// One of the decks (plans, ...) that another seat may have.
#[derive(Clone, Debug, PartialEq)]
pub struct Archetype {
    /// Whose deck it is.
    pub seat: Seat,
    /// Its name, as players call it.
    pub name: String,
    /// The chance that the seat has it.
    pub chance: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_likeliest_first() {
        let one = |seat, name: &str, chance| Archetype { seat: Seat(seat), name: name.to_owned(), chance };
        let all = [
            one(1, "boros", 0.12),
            one(1, "red", 0.8),
            one(2, "blue", 1.0),
            one(1, "dimir", 0.001),
            one(1, "other", 0.079),
        ];
        assert_eq!(archetypes_text(&all, Seat(1)), "80% red, 12% boros, 8% other");
        assert_eq!(archetypes_text(&all, Seat(0)), "");
    }
}
