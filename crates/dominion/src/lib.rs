//! Dominion: every card of the base set, second edition, exactly by the rules, with cards as data.
//!
//! ```
//! use hoyle_core::{Game, Rng, State, Turn, random_rollout};
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
//! | `pile.rs`, `state.rs`, `history.rs` | counts of cards, a position made of them, and what happened lately |
//! | `rules/` | what actions do |
//! | `determinize.rs`, `information_state.rs` | what a seat does not know, and what it does |
//! | `invariants.rs`, `testing.rs` | what debug builds check after every action; card files made at random |
//! | `observe/`, `entities.rs` | what a seat sees, as numbers and as a graph |
//! | `snapshot.rs` | positions in files |
//! | `bots/` | scripted players |
//! | `show.rs` | for people |

pub mod action;
mod before;
mod bots;
pub mod cards;
mod determinize;
mod entities;
mod estimate;
mod history;
mod information_state;
mod invariants;
pub mod kingdom;
pub mod observe;
mod options;
pub mod pile;
pub mod program;
mod rules;
pub mod setup;
mod show;
mod snapshot;
mod stack;
mod state;
#[doc(hidden)]
pub mod testing;

pub use action::Action;
pub use history::{Deed, Source, TurnCount};
pub use observe::EffectKind;
pub use options::{Discards, Options, Scoring, Treasures};
pub use setup::Rules;
pub use snapshot::{
    BeforeSnapshot, Cards, DeedSnapshot, FrameSnapshot, GainSnapshot, HintSnapshot, HistorySnapshot, Key,
    PlayerSnapshot, Snapshot, TopCard,
};
pub use state::{DominionState, Phase};

use hoyle_core::prelude::*;
use hoyle_core::{
    ActionId, ActionSet, BotError, BotInfo, EntityGraph, FileAccess, Game, Interned, InvalidOption, InvalidState,
    LayoutId, Outcomes, Player, Rng, Scores, Seat, Show, Sparse, Spec, Turn,
};

const NAME: &str = "dominion";
const VERSION: u32 = 1;

/// Dominion with its options.
#[derive(Clone, Copy, Debug)]
pub struct Dominion(Interned<Rules>);

impl Dominion {
    /// The options with what follows from them.
    pub fn rules(&self) -> &'static Rules {
        self.0.get()
    }

    /// The scripted players that buy by a menu whose cards are in this kingdom, weakest first.
    pub fn fitting_bots(&self) -> Vec<&'static str> {
        bots::fitting(self)
    }
}

/// What a seat may know, for scripted players. Not `Debug`: it would tell the rest.
#[derive(Clone, Copy)]
pub struct SeatView<'a> {
    state: &'a DominionState,
    seat: u8,
}

impl<'a> SeatView<'a> {
    /// The rules of the game.
    pub fn rules(&self) -> &'static Rules {
        self.state.rules()
    }

    /// The seat's hand.
    pub fn hand(&self) -> &'a pile::Pile {
        &self.state.of(self.seat).hand
    }

    /// The seat's discard pile.
    pub fn discard(&self) -> &'a pile::Pile {
        &self.state.of(self.seat).discard
    }

    /// How many cards of each slot a player owns: everybody knows that.
    pub fn owned(&self, seat: Seat) -> &'a [u8; pile::SLOTS] {
        &self.state.of(seat.0).owned
    }

    /// A player's points as of now.
    pub fn points(&self, seat: Seat) -> i32 {
        self.state.points(seat.0)
    }

    /// The supply.
    pub fn supply(&self) -> &'a pile::Pile {
        &self.state.supply
    }

    /// The cards that are looked at, revealed or set aside, as far as the seat sees them.
    pub fn aside(&self) -> pile::Pile {
        self.state.aside_seen_by(self.seat)
    }

    /// Actions, buys and money left in this turn.
    pub fn resources(&self) -> (u8, u8, u8) {
        (self.state.actions, self.state.buys, self.state.coins)
    }

    /// What part of the turn it is.
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The card whose effect asks for a decision; none in the phases of a turn.
    pub fn asked_by(&self) -> Option<pile::Slot> {
        self.state.stack.last().map(|frame| frame.card)
    }

    /// The card that was drawn or discarded and is asked about.
    pub fn asked_about(&self) -> Option<pile::Slot> {
        let frame = self.state.stack.last().filter(|frame| frame.seat == self.seat)?;
        frame.y.checked_sub(1)
    }

    /// Whose turn it is.
    pub(crate) fn active(&self) -> Seat {
        Seat(self.state.player)
    }

    /// What an effect asks the seat, if it does.
    pub(crate) fn question(&self) -> Option<Question> {
        let frame = *self.state.stack.last().filter(|frame| frame.seat == self.seat)?;
        let slotted = &self.rules().cards[frame.card as usize];
        let program = match frame.task {
            state::Task::Play => &slotted.play,
            state::Task::Other => &slotted.others,
            _ => return None,
        };
        let op = *program.get(frame.pc as usize)?;
        let rules::Need { most, forced, .. } = self.state.need(frame, op);
        Some(Question { op, rest: &program[frame.pc as usize + 1..], most, forced })
    }

    /// The number of turns that a player has finished.
    pub fn turns(&self, seat: Seat) -> u8 {
        self.state.of(seat.0).turns
    }
}

/// What an effect asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// The op that asks.
    pub op: setup::SlotOp,
    /// What comes after it.
    pub rest: &'static [setup::SlotOp],
    /// The most cards that can still be chosen, and how many must be.
    pub most: usize,
    pub forced: usize,
}

impl Game for Dominion {
    const NAME: &'static str = NAME;
    const VERSION: u32 = VERSION;
    type Options = Options;
    type State = DominionState;

    const PRESETS: &'static [&'static str] = &["base"];

    fn preset(name: &str) -> Option<Options> {
        (name == "base").then(Options::default)
    }

    const OPTION_HELP: &'static [(&'static str, &'static str)] = options::HELP;

    fn with_files(options: Options, files: &FileAccess) -> Result<Self, InvalidOption> {
        Rules::of(options, files).map(Self)
    }

    fn options(&self) -> &'static Options {
        &self.rules().options
    }

    fn spec(&self) -> &'static Spec {
        &self.rules().spec
    }

    fn start(&self) -> DominionState {
        DominionState::start(self.0)
    }

    fn restore(&self, snapshot: Snapshot) -> Result<DominionState, InvalidState> {
        self.read_snapshot(&snapshot)
    }

    /// One of 1,000 random kingdoms with 2-6 players; every fourth is drawn from the further cards too.
    fn variant(&self, n: u64) -> Self {
        let mut options = self.options().clone();
        options.kingdom = "random".to_owned();
        options.kingdom_seed = n % 1000;
        options.players = 2 + (n % 5) as u8;
        if n % 4 == 3 && !options.cards.split('+').any(|file| file == "further") {
            options.cards = if options.cards.is_empty() { "further".to_owned() } else { options.cards + "+further" };
        }
        // Only cards from outside can be refused, if they clash with the further ones.
        Self::new(options).unwrap_or(*self)
    }

    fn bots() -> &'static [BotInfo] {
        &bots::BOTS
    }

    fn strongest_bot(&self) -> &'static str {
        bots::fitting(self).last().copied().unwrap_or("random")
    }

    fn make_bot(
        &self,
        name: &str,
        settings: &[(String, String)],
        files: &FileAccess,
    ) -> Result<Box<dyn Player<DominionState>>, BotError> {
        BotError::unless_empty(settings)?;
        bots::bot(self, name, files)
    }
}

impl Play for DominionState {
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
        self.apply(action);
        invariants::check(self);
    }

    fn outcomes(&self, out: &mut Outcomes) {
        self.list_chance(out);
    }

    #[inline]
    fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let outcome = self.sample_chance(rng);
        self.apply(outcome);
        invariants::check(self);
        outcome
    }

    fn scores(&self) -> Scores {
        self.final_scores()
    }
}

impl Observe for DominionState {
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]) {
        self.write_observation(seat, layout, out);
    }

    fn observe_sparse(&self, seat: Seat, layout: LayoutId, out: &mut Sparse) {
        self.list_observation::<true>(seat, layout, out);
    }

    fn observe_unclamped(&self, seat: Seat, layout: LayoutId, out: &mut Sparse) {
        self.list_observation::<false>(seat, layout, out);
    }
}

impl Entities for DominionState {
    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        self.write_entities(seat, out);
    }
}

impl Knowledge for DominionState {
    type SeatView<'a> = SeatView<'a>;

    fn information_state(&self, seat: Seat, out: &mut String) {
        self.write_information_state(seat, out);
    }

    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self {
        self.determinized(seat, rng)
    }

    fn seat_view(&self, seat: Seat) -> SeatView<'_> {
        SeatView { state: self, seat: seat.0 }
    }
}

impl Notation for DominionState {
    fn action_text(&self, action: ActionId, out: &mut String) {
        self.write_action(action, out);
    }
}

impl Heuristics for DominionState {
    fn heuristic_value(&self) -> Scores {
        self.estimated()
    }

    fn score_margins(&self) -> Scores {
        self.leads()
    }
}

impl Persist for DominionState {
    type Snapshot = Snapshot;

    fn snapshot(&self) -> Snapshot {
        self.to_snapshot()
    }
}

impl Show for DominionState {
    fn board(&self, viewer: Option<Seat>, out: &mut String) {
        self.write_board(viewer, out);
    }

    fn event(&self, action: ActionId, viewer: Option<Seat>, out: &mut String) {
        self.write_event(action, viewer, out);
    }

    fn explain(&self, name: &str) -> Option<String> {
        self.card_text(name)
    }

    fn things(&self) -> Vec<String> {
        self.rules().slots().map(|slot| self.rules().card(slot).name.clone()).collect()
    }
}
