//! Dominion: every card of the base set, second edition, exactly by the rules, with cards as data.
//!
//! ```
//! use hoyle_core::prelude::*;
//! use hoyle_core::{Rng, Turn, random_rollout};
//! use hoyle_dominion::{Dominion, Options};
//!
//! let dominion = Dominion::new(Options { players: 3, ..Options::default() })?;
//! let mut state = dominion.start();
//! let scores = random_rollout(&mut state, &mut Rng::new(1));
//! assert_eq!(state.turn(), Turn::Over);
//! assert!(scores.as_slice().iter().sum::<f32>().abs() < 1e-6);
//! # Ok::<(), hoyle_core::InvalidOption>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `cards.rs`, `program.rs` | card files and the primitives that effects are written in |
//! | `options.rs`, `kingdom.rs`, `setup.rs` | what is played: options, the ten cards, the rules of one game |
//! | `pile.rs`, `state.rs`, `before.rs`, `history.rs` | counts of cards, a position made of them, and what happened lately |
//! | `rules/` | `Play`: what actions do |
//! | `observe/` | `Observe`: what a seat sees as numbers |
//! | `entities.rs` | `Entities`: what a seat sees as a graph |
//! | `knowledge/` | `Knowledge`: what a seat knows, and what it does not |
//! | `action.rs` | `Notation`: actions as ids and as text |
//! | `heuristics.rs` | `Heuristics`: how it stands, without playing on |
//! | `hypotheses.rs` | what hidden hands may hold, and the position without one thing |
//! | `snapshot.rs` | `Persist`: positions in files |
//! | `show.rs` | `Show`: positions for people |
//! | `bots/` | scripted players |
//! | `invariants.rs`, `testing.rs` | what debug builds check after every action; card files made at random |

mod action;
mod before;
mod bots;
mod cards;
mod entities;
mod heuristics;
mod history;
mod hypotheses;
mod invariants;
mod kingdom;
mod knowledge;
mod observe;
mod options;
mod pile;
mod profile;
mod program;
mod rules;
mod setup;
mod show;
mod snapshot;
mod state;
#[doc(hidden)]
pub mod testing;

pub use action::Action;
pub use cards::{Card, CardError, Kinds, load as load_cards};
pub use history::{Deed, Source, TurnCount};
pub use kingdom::SETS as KINGDOMS;
pub use knowledge::SeatView;
pub use observe::EffectKind;
pub use options::{Discards, Options, Scoring, Treasures};
pub use pile::{Pile, SLOTS, Slot};
pub use setup::{Rules, base_cards};
pub use snapshot::{
    BeforeSnapshot, Cards, DeedSnapshot, FrameSnapshot, GainSnapshot, HintSnapshot, HistorySnapshot, Key,
    PlayerSnapshot, Snapshot, TopCard,
};
pub use state::{DominionState, Phase};

const NAME: &str = "dominion";
const VERSION: u32 = 1;

hoyle_core::declare_game! {
    /// Dominion with its options.
    pub struct Dominion(pub rules: Rules), NAME, version VERSION, Options, DominionState;
    of |rules| rules.options, rules.spec;
    make |options, files| Rules::of(options, files);
    start |rules| DominionState::start(rules);
    restore |rules, snapshot| DominionState::restore(rules, &snapshot);
    bots &bots::BOTS;
    make_bot |game, name, settings, files| bots::make(game, name, settings, files);
    const PROFILE: &'static hoyle_core::Profile = &profile::PROFILE;

    /// One of 1,000 random kingdoms with 2-6 players; every fourth is drawn from the further cards too.
    fn variant(&self, n: u64) -> Self {
        let mut options = self.rules().options.clone();
        options.kingdom = "random".to_owned();
        options.kingdom_seed = n % 1000;
        options.players = 2 + (n % 5) as u8;
        if n % 4 == 3 && !options.cards.split('+').any(|file| file == "further") {
            options.cards = if options.cards.is_empty() { "further".to_owned() } else { options.cards + "+further" };
        }
        // Only cards from outside can be refused, if they clash with the further ones.
        <Self as hoyle_core::Game>::new(options).unwrap_or(*self)
    }

    fn strongest_bot(&self) -> &'static str {
        bots::fitting(self).last().copied().unwrap_or("random")
    }
}

impl Dominion {
    /// The scripted players that buy by a menu whose cards are in this kingdom, weakest first.
    pub fn fitting_bots(&self) -> Vec<&'static str> {
        bots::fitting(self)
    }
}
