//! Ludo: every rule of the PyPI package `ludopy`, and the variants that people play.
//!
//! ```
//! use hoyle_core::{ActionSet, Game, Rng, State, Turn};
//! use hoyle_ludo::{Ludo, Options};
//!
//! let ludo = Ludo::new(Options::ludopy())?;
//! let mut state = ludo.start();
//! let mut rng = Rng::new(1);
//! let mut legal = ActionSet::new();
//! while state.turn() != Turn::Over {
//!     match state.turn() {
//!         Turn::Chance => {
//!             state.roll(&mut rng);
//!         }
//!         _ => {
//!             state.legal(&mut legal);
//!             state.play(legal.random(&mut rng));
//!         }
//!     }
//! }
//! assert_eq!(state.scores().winners().count(), 1);
//! # Ok::<(), hoyle_core::InvalidOption>(())
//! ```
//!
//! Ids 0-3 move that token of the mover, 4 passes; chance outcome n is a roll of n + 1. The options and presets are in
//! [`Options`]; squares, frames and the tables that moves are looked up in are in [`board`].

pub mod action;
pub mod board;
mod bots;
mod determinize;
mod entities;
mod estimate;
#[cfg(debug_assertions)]
mod invariants;
mod observe;
mod options;
mod profile;
mod rules;
mod show;
mod squares;
mod state;
mod threat;

pub use action::Action;
pub use observe::{FLAT, ROTATED};
pub use options::{
    Attempts, Corridor, End, Exit, ExtraSix, Finish, Finished, OccupiedSafe, Options, Pass, Release, Stack, Stars,
    Starts, ThirdSix,
};
pub use rules::Meeting;
pub use state::{LudoState, PASS, Rules, Snapshot};

use hoyle_core::prelude::*;
use hoyle_core::{
    ActionId, ActionSet, BotError, BotInfo, EntityGraph, FileAccess, Game, Interned, InvalidOption, InvalidState,
    LayoutId, Outcomes, Player, Profile, Rng, Scores, Seat, Show, Spec, Turn,
};

const NAME: &str = "ludo";
const VERSION: u32 = 1;

/// Ludo with its options.
#[derive(Clone, Copy, Debug)]
pub struct Ludo(Interned<Rules>);

impl Ludo {
    /// The options with what follows from them.
    pub fn rules(&self) -> &'static Rules {
        self.0.get()
    }
}

impl Game for Ludo {
    const NAME: &'static str = NAME;
    const VERSION: u32 = VERSION;
    const PROFILE: &'static Profile = &profile::PROFILE;
    type Options = Options;
    type State = LudoState;

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

    fn start(&self) -> LudoState {
        LudoState::start(self.0)
    }

    fn restore(&self, snapshot: Snapshot) -> Result<LudoState, InvalidState> {
        self.read_snapshot(snapshot)
    }

    fn bots() -> &'static [BotInfo] {
        bots::BOTS
    }

    fn make_bot(
        &self,
        name: &str,
        settings: &[(String, String)],
        _: &FileAccess,
    ) -> Result<Box<dyn Player<LudoState>>, BotError> {
        let bot = bots::bot(name).ok_or(BotError::Unknown)?;
        BotError::unless_empty(settings)?;
        Ok(bot)
    }
}

impl Play for LudoState {
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
        if self.roll == 0 {
            self.throw(action.0 as u8 + 1)
        } else {
            self.act(action)
        }
        #[cfg(debug_assertions)]
        invariants::check(self);
    }

    fn outcomes(&self, out: &mut Outcomes) {
        out.clear();
        if self.turn() == Turn::Chance {
            (0..6).for_each(|roll| out.push(ActionId(roll), 1));
        }
    }

    #[inline]
    fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let outcome = ActionId(rng.below(6) as u16);
        self.throw(outcome.0 as u8 + 1);
        #[cfg(debug_assertions)]
        invariants::check(self);
        outcome
    }

    fn scores(&self) -> Scores {
        self.final_scores()
    }
}

impl Observe for LudoState {
    #[inline]
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]) {
        self.write_observation(seat, layout, out);
    }
}

impl Entities for LudoState {
    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        self.write_entities(seat, out);
    }
}

impl Knowledge for LudoState {
    type SeatView<'a> = &'a Self;

    fn information_state(&self, seat: Seat, out: &mut String) {
        self.write_information_state(seat, out);
    }

    fn determinize(&self, _: Seat, _: &mut Rng) -> Self {
        self.determinized()
    }

    fn seat_view(&self, _: Seat) -> &Self {
        self
    }
}

impl Notation for LudoState {
    fn action_text(&self, action: ActionId, out: &mut String) {
        self.write_action(action, out);
    }
}

impl Heuristics for LudoState {
    fn heuristic_value(&self) -> Scores {
        self.estimated()
    }

    fn score_margins(&self) -> Scores {
        self.leads()
    }
}

impl Persist for LudoState {
    type Snapshot = Snapshot;

    fn snapshot(&self) -> Snapshot {
        self.to_snapshot()
    }
}

impl Show for LudoState {
    fn board(&self, _: Option<Seat>, out: &mut String) {
        self.write_board(out);
    }

    fn event(&self, action: ActionId, _: Option<Seat>, out: &mut String) {
        self.write_event(action, out);
    }
}
