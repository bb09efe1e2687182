//! What might be: the next roll, and the position without a token. No card is hidden in Ludo.

use crate::board::{COLOURS, HOME, START};
use crate::entities::Thing;
use crate::options::{Finished, Pass};
use crate::state::LudoState;
use hoyle_core::{Draw, EntityId, Hypotheses, Persist, Seat};
use std::fmt::Write as _;

impl Hypotheses for LudoState {
    /// A token that is taken away stands at home again, whosever it is: what it is worth is the way that it has come. Nothing else can
    /// be taken away, nor a token of somebody who has finished.
    fn without(&self, seat: Seat, entities: &[EntityId]) -> Option<Self> {
        let mut left = self.clone();
        for &entity in entities {
            match self.thing(seat, entity)? {
                Thing::Token(colour, token) if !self.ranking().contains(&colour) => {
                    left.tokens[colour as usize][token] = HOME;
                }
                _ => return None,
            }
        }
        if left.roll > 0 {
            left.movable = left.movable_tokens();
            if left.movable == 0 && left.rules().options.pass == Pass::Auto {
                left.end_roll(None);
            }
        }
        let read = Self::restore(left.rules, left.snapshot()).ok()?;
        (read == left).then_some(left)
    }

    /// The six rolls, with the tokens as they stand now and the dice in the seat's hand: a roll that it is about to play is thrown anew,
    /// and others lose their turn. Nothing for who has finished and rolls no more.
    fn draws(&self, seat: Seat, out: &mut Vec<Draw<Self>>) {
        out.clear();
        let colour = self.rules.colours[seat.index()];
        let skipped = self.rules.options.finished == Finished::Skip && self.ranking().contains(&colour);
        if self.over || skipped {
            return;
        }
        let mut before = self.clone();
        if before.roll > 0 {
            before.rolls -= 1;
            before.sixes = before.sixes.saturating_sub(u8::from(before.roll == 6));
            (before.roll, before.movable) = (0, 0);
        }
        if before.mover != colour {
            before.round += u32::from(colour < before.mover);
            (before.mover, before.sixes, before.attempts) = (colour, 0, 0);
        }
        out.extend((1..=6).map(|roll| {
            let mut state = before.clone();
            state.throw(roll);
            Draw { name: roll.to_string(), chance: 1.0 / 6.0, state }
        }));
    }

    /// Own tokens are `T1` to `T4` as in actions, those of others have their colour before that. Squares of the ring have the numbers
    /// of the observer's frame; one that it never stands on is the square before its start.
    fn entity_text(&self, seat: Seat, entity: EntityId, out: &mut String) {
        let first = self.rules.colours[seat.index()];
        let name = |colour: u8| COLOURS[colour as usize];
        let _ = match self.thing(seat, entity) {
            Some(Thing::Token(colour, token)) if colour == first => write!(out, "T{}", token + 1),
            Some(Thing::Token(colour, token)) => write!(out, "{} T{}", name(colour), token + 1),
            Some(Thing::Player(colour)) => write!(out, "{}", name(colour)),
            Some(Thing::Dice) => write!(out, "the dice"),
            Some(Thing::Ring(place)) => {
                write!(out, "square {}", START + (place + 52 - 13 * first) % 52)
            }
            Some(Thing::Corridor(colour, square)) => write!(out, "{} corridor {square}", name(colour)),
            Some(Thing::Goal(colour)) => write!(out, "{} goal", name(colour)),
            None => Ok(()),
        };
    }
}
