//! Small games with known answers.
#![allow(dead_code, reason = "every test file uses some of it")]

mod outs;
mod tic_tac_toe;
mod tree_game;

pub use outs::{CARDS, KEEP, Outs, SPEND};
pub use tic_tac_toe::{TicTacToe, best_value};
pub use tree_game::{Place, TreeGame, TreeState, at};

use hoyle_core::{GraphSchema, Layout, Spec};

/// A spec for a game that nobody observes.
pub fn spec(name: &'static str, seats: usize, actions: usize, perfect_information: bool, fingerprint: u64) -> Spec {
    Spec {
        name,
        version: 1,
        seat_names: (0..seats).map(|seat| format!("seat {seat}")).collect(),
        actions,
        chance_outcomes: 64,
        layouts: vec![Layout::build("none", 1).field("nothing", &[1], 0.0..=1.0, "nothing").finish(&[1])],
        graph: GraphSchema { version: 1, kinds: vec![], relations: vec![], verbs: vec![], tokens: vec![] }.into(),
        parts: hoyle_core::ActionParts::whole(actions).into(),
        score_bounds: (0.0, 1.0),
        zero_sum: false,
        length_bound: 100,
        perfect_information,
        fingerprint,
    }
}

/// The traits of positions that searches never ask.
#[macro_export]
macro_rules! unobserved {
    ($state:ty) => {
        impl hoyle_core::Observe for $state {
            fn observe(&self, _: hoyle_core::Seat, _: hoyle_core::LayoutId, out: &mut [f32]) {
                out.fill(0.0);
            }
        }

        impl hoyle_core::Entities for $state {
            fn entities(&self, _: hoyle_core::Seat, _: &mut hoyle_core::EntityGraph) {}
        }

        impl hoyle_core::Notation for $state {
            fn action_text(&self, action: hoyle_core::ActionId, out: &mut String) {
                out.push_str(&action.to_string());
            }
        }

        impl hoyle_core::Heuristics for $state {}
        impl hoyle_core::Hypotheses for $state {}

        impl hoyle_core::Persist for $state {
            type Snapshot = ();

            fn snapshot(&self) {}
        }
    };
}
