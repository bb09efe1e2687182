//! Magic: The Gathering for two players: a large subset exactly by the rules, with cards as data.
//!
//! ```
//! use hoyle_core::prelude::*;
//! use hoyle_core::{Rng, Turn, random_rollout};
//! use hoyle_magic::{Magic, Options};
//!
//! let magic = Magic::new(Options { deck0: "blue".to_owned(), ..Options::default() })?;
//! let mut state = magic.start();
//! let scores = random_rollout(&mut state, &mut Rng::new(1));
//! assert_eq!(state.turn(), Turn::Over);
//! assert_eq!(scores.as_slice().iter().sum::<f32>(), 0.0);
//! # Ok::<(), hoyle_core::InvalidOption>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `cards/` | card files, the typed ability tree, its words and its tokens |
//! | `deck.rs`, `options.rs`, `setup.rs`, `pairing.rs` | what is played: decks, options, the rules of one game |
//! | `state/` | a position: plain data of fixed size |
//! | `bound.rs`, `length.rs` | what a position has room for, and what is told when it is not enough; how long a game can be |
//! | `action.rs` | candidates of a decision, and actions as text |
//! | `rules/` | what actions do |
//! | `knowledge/` | information states, determinizations, the typed view of a seat |
//! | `observe.rs`, `entities/` | what a seat sees, as numbers and as a graph |
//! | `heuristics.rs` | how it stands, without playing on |
//! | `hypotheses/` | what hidden hands may hold, the position without one thing, next draws, which deck the other player has |
//! | `snapshot/` | positions in files |
//! | `invariants.rs` | what holds after every action, checked in debug builds |
//! | `scene.rs`, `scenario.rs` | positions set up by hand; scenarios with what is expected |
//! | `probe.rs` | positions that show what a search can do |
//! | `bots/` | scripted players |
//! | `show.rs` | positions for people |
//! | `fuzz/` | with the feature `testing`: generated card files and positions, played with every check on |

pub mod action;
mod bots;
mod bound;
mod cards;
pub mod deck;
mod entities;
#[cfg(feature = "testing")]
pub mod fuzz;
mod heuristics;
mod hypotheses;
mod invariants;
mod knowledge;
mod length;
mod observe;
mod options;
mod pairing;
mod probe;
mod profile;
mod rules;
mod scenario;
mod scene;
mod setup;
mod show;
mod snapshot;
mod state;

pub use action::{Act, Cand};
pub use bound::{Bound, Bounds};
pub use cards::CardError;
pub use knowledge::SeatView;
pub use options::{DeckKnowledge, METAGAME, Mulligans, Options, Payment, Windows};
pub use probe::{Probe, ProbeKind};
pub use scenario::{Coverage, Scenario};
pub use scene::{Scene, SceneError, SceneSide};
pub use setup::{Deck, MAX_GAME_CARDS, Rules};
pub use snapshot::Snapshot;
pub use state::{Ask, CardIx, ChoiceKind, MAX_CANDS, MAX_EXILE, MAX_IDS, MAX_PERMS, MAX_STACK, MagicState, Step};

use pairing::Pairing;

use hoyle_core::FileAccess;

const NAME: &str = "magic";
const VERSION: u32 = 1;

/// Cards that decks can be made of.
#[derive(Clone, Copy, Debug)]
pub struct Cards(&'static cards::CardSet);

impl Cards {
    /// The cards of the pool.
    pub fn pool() -> Self {
        Self(cards::pool())
    }

    /// The pool and the cards of further files, joined by `+`.
    pub fn with_files(files: &str) -> Result<Self, CardError> {
        cards::with_files(files, &FileAccess::Anywhere).map(Self)
    }

    /// The pool and the cards of further files, given as name and text.
    pub fn with_texts(texts: &[(String, String)]) -> Result<Self, CardError> {
        cards::with_texts(texts).map(Self)
    }

    /// The names of all cards, those of the pool first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.cards.iter().map(|card| card.name)
    }

    /// The ability tree of a card in words; none if there is no card of this name.
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.find(name).map(|card| cards::print::card(self.0, &self.0.cards[card]))
    }

    /// The card that was probably meant.
    pub fn closest(&self, name: &str) -> Option<&'static str> {
        hoyle_core::names::closest(name, self.names())
    }

    /// The tokens of a card: its own, then those of each ability. None if there is no card of this name.
    pub fn tokens(&self, name: &str) -> Option<(Vec<&'static str>, Vec<Vec<&'static str>>)> {
        let card = &self.0.cards[self.0.find(name)?];
        let tokens = cards::tokens::of(self.0, card, &format!("card:{}", card.name));
        let names = |ids: &[u16]| ids.iter().map(|&id| self.0.vocabulary.names[id as usize].as_str()).collect();
        Some((names(&tokens.card), tokens.abilities.iter().map(|ids| names(ids)).collect()))
    }

    /// The names of all primitives that abilities are made of.
    pub fn primitives(&self) -> impl Iterator<Item = &'static str> {
        cards::tokens::primitives(&self.0.vocabulary)
    }

    /// The token vocabulary.
    pub fn vocabulary(&self) -> &'static [String] {
        &self.0.vocabulary.names
    }
}

hoyle_core::declare_game! {
    /// Magic with its options.
    pub struct Magic(pairing: Pairing), NAME, version VERSION, Options, MagicState;
    of |pairing| pairing.options, pairing.rules.get().spec;
    make |options, files| Pairing::of(options, files);
    start |pairing| MagicState::start(pairing.rules, pairing.decks);
    restore |pairing, snapshot| MagicState::restore(pairing.rules, pairing.decks, &snapshot);
    bots bots::BOTS;
    make_bot |_game, name, settings, _files| bots::make(name, settings);
    const PROFILE: &'static hoyle_core::Profile = &profile::PROFILE;

    fn seen_by(&self, seat: hoyle_core::Seat) -> Self {
        Self(Pairing::seen_by(self.0, seat))
    }
}

impl Magic {
    /// The rules that follow from the options. Where decks are hidden they are the same whichever are played.
    pub fn rules(&self) -> &'static Rules {
        self.pairing().rules.get()
    }
}
