//! A game that is lost but for one card of twenty, and only for who has not spent the means to play it.

use super::spec;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Draw, EntityId, Outcomes, Rng, Scores, Seat, Show, Spec, Turn};
use std::sync::OnceLock;

/// How many cards the deck has; one of them wins.
pub const CARDS: u16 = 20;
/// How often the other nods before the card is drawn: a search does not look so far.
const NODS: u16 = 500;
/// Saving the means to play the card.
pub const KEEP: ActionId = ActionId(0);
/// Spending them.
pub const SPEND: ActionId = ActionId(1);

/// Seat 0 keeps or spends, seat 1 nods for a while, a card is drawn for seat 0, and seat 0 plays it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Outs {
    pub spent: Option<bool>,
    pub nods: u16,
    pub drawn: Option<u16>,
    pub over: bool,
}

impl Outs {
    /// Whether the winning card is in hand, with the means to play it.
    pub fn wins(&self) -> bool {
        self.drawn == Some(0) && self.spent != Some(true)
    }
}

impl Play for Outs {
    fn spec(&self) -> &'static Spec {
        static SPEC: OnceLock<Spec> = OnceLock::new();
        SPEC.get_or_init(|| spec("outs", 2, 2, false, 3))
    }

    fn turn(&self) -> Turn {
        match self {
            Self { over: true, .. } => Turn::Over,
            Self { spent: None, .. } => Turn::Seat(Seat(0)),
            Self { nods: 0..NODS, .. } => Turn::Seat(Seat(1)),
            Self { drawn: None, .. } => Turn::Chance,
            _ => Turn::Seat(Seat(0)),
        }
    }

    fn legal(&self, out: &mut ActionSet) {
        out.set_bits(match self.turn() {
            Turn::Seat(_) if self.spent.is_none() => 0b11,
            Turn::Seat(_) => 0b1,
            Turn::Chance | Turn::Over => 0,
        });
    }

    fn play_unchecked(&mut self, action: ActionId) {
        match self.turn() {
            Turn::Seat(_) if self.spent.is_none() => self.spent = Some(action == SPEND),
            Turn::Seat(Seat(1)) => self.nods += 1,
            Turn::Chance => self.drawn = Some(action.0),
            _ => self.over = true,
        }
    }

    fn outcomes(&self, out: &mut Outcomes) {
        out.clear();
        if self.turn() == Turn::Chance {
            (0..CARDS).for_each(|card| out.push(ActionId(card), 1));
        }
    }

    fn scores(&self) -> Scores {
        let won = f32::from(u8::from(self.over && self.wins()));
        Scores::from_slice(&[won, if self.over { 1.0 - won } else { 0.0 }])
    }
}

impl Observe for Outs {
    fn observe(&self, _: Seat, _: hoyle_core::LayoutId, out: &mut [f32]) {
        out.fill(0.0);
    }
}

impl Entities for Outs {
    fn entities(&self, _: Seat, _: &mut hoyle_core::EntityGraph) {}
}

impl Knowledge for Outs {
    type SeatView<'a> = ();

    fn seat_view(&self, _: Seat) {}

    fn information_state(&self, seat: Seat, out: &mut String) {
        let drawn = if seat == Seat(0) { self.drawn } else { self.drawn.map(|_| 0) };
        out.push_str(&format!("{:?} {} {drawn:?} {}", self.spent, self.nods, self.over));
    }

    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self {
        let drawn = self.drawn.map(|card| if seat == Seat(0) { card } else { rng.below(u32::from(CARDS)) as u16 });
        Self { drawn, ..self.clone() }
    }
}

impl Hypotheses for Outs {
    fn draws(&self, seat: Seat, out: &mut Vec<Draw<Self>>) {
        out.clear();
        if seat == Seat(0) && self.drawn.is_none() {
            let with = |drawn| Self { drawn: Some(drawn), ..self.clone() };
            out.push(Draw { name: "the ace".to_owned(), chance: 1.0 / f32::from(CARDS), state: with(0) });
            let rest = f32::from(CARDS - 1) / f32::from(CARDS);
            out.push(Draw { name: "a blank".to_owned(), chance: rest, state: with(1) });
        }
    }

    fn without(&self, _: Seat, _: &[EntityId]) -> Option<Self> {
        None
    }
}

impl Notation for Outs {
    fn action_text(&self, action: ActionId, out: &mut String) {
        out.push_str(if action == KEEP { "keep" } else { "spend" });
    }
}

impl Heuristics for Outs {}

impl Persist for Outs {
    type Snapshot = ();

    fn snapshot(&self) {}
}

impl Show for Outs {
    fn board(&self, _: Option<Seat>, out: &mut String) {
        out.push_str("a table");
    }

    fn event(&self, action: ActionId, _: Option<Seat>, out: &mut String) {
        out.push_str(&action.to_string());
    }
}
