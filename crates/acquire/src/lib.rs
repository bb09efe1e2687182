//! Acquire: tiles found, grow and merge hotel chains, and those who hold their shares grow rich; exactly by the rules.
//!
//! ```
//! use hoyle_acquire::{Acquire, Options};
//! use hoyle_core::{Game, Rng, State, Turn, random_rollout};
//!
//! let acquire = Acquire::new(Options { players: 3, ..Options::default() })?;
//! let mut state = acquire.start();
//! let scores = random_rollout(&mut state, &mut Rng::new(1));
//! assert_eq!(state.turn(), Turn::Over);
//! assert!(scores.as_slice().iter().sum::<f32>().abs() < 1e-6);
//! # Ok::<(), hoyle_core::InvalidOption>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `board.rs`, `chains.rs` | cells as bits; chains, prices and bonuses |
//! | `options.rs`, `setup.rs` | what can be set, and the rules that follow |
//! | `state.rs` | a position |
//! | `action.rs`, `heads.rs` | the ids, flat and by heads |
//! | `rules/`, `event.rs`, `notes.rs` | what actions do, and what is told of it |
//! | `determinize/`, `information_state.rs`, `seat_view.rs` | what a seat does not know, and what it does |
//! | `observe/`, `entities.rs` | what a seat sees, as numbers and as a graph |
//! | `snapshot.rs`, `restore.rs` | positions in files, and what is demanded of them |
//! | `invariants.rs` | what holds after every action, checked in debug builds |
//! | `bots/` | scripted players |
//! | `show.rs`, `tell.rs` | for people: the board, and what happens |

pub mod action;
pub mod board;
mod bots;
pub mod chains;
mod determinize;
mod entities;
mod estimate;
mod event;
pub mod heads;
mod information_state;
#[cfg(debug_assertions)]
mod invariants;
mod notes;
mod observe;
mod options;
mod profile;
mod restore;
mod rules;
mod seat_view;
mod setup;
mod show;
mod snapshot;
mod state;
mod tell;

pub use action::Action;
pub use notes::{Deed, NoteSnapshot};
pub use observe::{PLANES, SEED222, SEED224, SEED864, SEED866};
pub use options::{Actions, ChainOrder, Exchange, Forced, Options, Scoring, Seating, Start, TwoPlayer};
pub use rules::Effect;
pub use seat_view::SeatView;
pub use setup::Rules;
pub use snapshot::{Board, Holdings, PlayerSnapshot, Snapshot, Tile, Tiles};
pub use state::{AcquireState, Clues, Phase};

use hoyle_core::prelude::*;
use hoyle_core::{
    ActionId, ActionSet, BotError, BotInfo, EntityGraph, FileAccess, Game, Interned, InvalidOption, InvalidState,
    LayoutId, Outcomes, Player, Profile, Rng, Scores, Seat, Show, Spec, Turn,
};

const NAME: &str = "acquire";
const VERSION: u32 = 1;

/// Acquire with its options.
#[derive(Clone, Copy, Debug)]
pub struct Acquire(Interned<Rules>);

impl Acquire {
    /// The options with what follows from them.
    pub fn rules(&self) -> &'static Rules {
        self.0.get()
    }
}

impl Game for Acquire {
    const NAME: &'static str = NAME;
    const VERSION: u32 = VERSION;
    const PROFILE: &'static Profile = &profile::PROFILE;
    type Options = Options;
    type State = AcquireState;

    const PRESETS: &'static [&'static str] = options::PRESETS;

    fn preset(name: &str) -> Option<Options> {
        Options::preset(name)
    }

    const OPTION_HELP: &'static [(&'static str, &'static str)] = options::HELP;

    fn with_files(options: Options, _: &FileAccess) -> Result<Self, InvalidOption> {
        Rules::of(options).map(Self)
    }

    fn options(&self) -> &'static Options {
        &self.rules().options
    }

    fn spec(&self) -> &'static Spec {
        &self.rules().spec
    }

    fn start(&self) -> AcquireState {
        AcquireState::start(self.0)
    }

    fn restore(&self, snapshot: Snapshot) -> Result<AcquireState, InvalidState> {
        self.read_snapshot(&snapshot)
    }

    fn bots() -> &'static [BotInfo] {
        bots::BOTS
    }

    fn make_bot(
        &self,
        name: &str,
        settings: &[(String, String)],
        _: &FileAccess,
    ) -> Result<Box<dyn Player<AcquireState>>, BotError> {
        bots::bot(name, settings)
    }
}

impl Play for AcquireState {
    #[inline]
    fn spec(&self) -> &'static Spec {
        &self.rules().spec
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.whose_turn()
    }

    #[inline]
    fn legal(&self, out: &mut ActionSet) {
        self.legal_actions(out);
    }

    #[inline]
    fn play_unchecked(&mut self, action: ActionId) {
        debug_assert!(self.allows(action), "action {action} is not legal in {self:?}");
        self.take(action);
    }

    fn outcomes(&self, out: &mut Outcomes) {
        self.list_chance(out);
    }

    #[inline]
    fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let outcome = self.sample_chance(rng);
        self.take(outcome);
        outcome
    }

    fn allows(&self, action: ActionId) -> bool {
        match self.whose_turn() {
            Turn::Chance => self.can_happen(action),
            Turn::Over => false,
            Turn::Seat(_) => {
                let mut legal = ActionSet::new();
                self.legal_actions(&mut legal);
                legal.contains(action)
            }
        }
    }

    fn scores(&self) -> Scores {
        self.final_scores()
    }
}

impl Observe for AcquireState {
    #[inline]
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]) {
        self.write_observation(seat, layout, out);
    }
}

impl Entities for AcquireState {
    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        self.write_entities(seat, out);
    }
}

impl Knowledge for AcquireState {
    type SeatView<'a> = SeatView<'a>;

    fn information_state(&self, seat: Seat, out: &mut String) {
        self.write_information_state(seat, out);
    }

    #[inline]
    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self {
        self.determinized(seat, rng)
    }

    fn seat_view(&self, seat: Seat) -> SeatView<'_> {
        SeatView { state: self, seat: seat.0 }
    }
}

impl Notation for AcquireState {
    fn action_text(&self, action: ActionId, out: &mut String) {
        self.write_action(action, out);
    }
}

impl Heuristics for AcquireState {
    fn heuristic_value(&self) -> Scores {
        self.estimated()
    }

    fn score_margins(&self) -> Scores {
        self.leads()
    }
}

impl Persist for AcquireState {
    type Snapshot = Snapshot;

    fn snapshot(&self) -> Snapshot {
        self.to_snapshot()
    }
}

impl AcquireState {
    /// Plays an action or a chance outcome; in debug builds everything that must hold is checked.
    #[inline]
    fn take(&mut self, action: ActionId) {
        #[cfg(debug_assertions)]
        let before = self.clone();
        self.apply(action, &mut ());
        #[cfg(debug_assertions)]
        invariants::check(&before, action, self);
    }
}

impl Show for AcquireState {
    fn board(&self, viewer: Option<Seat>, out: &mut String) {
        self.write_board(viewer, out);
    }

    fn event(&self, action: ActionId, viewer: Option<Seat>, out: &mut String) {
        self.write_event(action, viewer, out);
    }

    fn explain(&self, name: &str) -> Option<String> {
        self.explanation(name)
    }
}
