//! Each check of the kit catches what it is for: Kuhn poker, broken in one place at a time.

use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{self, BET, Kuhn, KuhnState, PASS};
use hoyle_core::testing::{Check, Kit};
use hoyle_core::{
    ActionId, ActionSet, Archetype, BotError, BotInfo, Candidate, Draw, EntityGraph, EntityId, FileAccess, Game,
    IllegalAction, InvalidOption, InvalidState, LayoutId, Outcomes, Player, Rng, Scores, Seat, Show, Spec, Turn,
    UnseenCards, View, random_rollout,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Bug {
    None,
    WrongName,
    LonelySeat,
    Panics,
    SeatOutOfRange,
    LegalOutOfRange,
    NoLegalAction,
    LegalAtChance,
    TakesIllegal,
    RefusesButChanges,
    SharedClone,
    JsonForgets,
    BinaryForgets,
    CopyDriftsLater,
    UnsortedOutcomes,
    ZeroWeight,
    LoadedDeal,
    RollLies,
    NeverEnds,
    ScoreOutOfBounds,
    ScoreTooEarly,
    ScoresFromNowhere,
    ObservesNaN,
    ObservesBeyondRange,
    LeavesOutNumbers,
    StaleObservation,
    DanglingEdge,
    ExtraCandidate,
    LeakyObservation,
    LeakyGraph,
    LeakyText,
    LeakyBoard,
    LeakyLegal,
    DeterminizationEndsGame,
    DeterminizationDoesNothing,
    DeterminizationPeeks,
    SameText,
    UnreadableText,
    ReplayDiverges,
    IllegalBot,
    MissingBot,
    LeakyActionText,
    LeakyEvent,
    EventPanics,
    CheatingBot,
    DeterminizationOnlyAtEnd,
    TwinCandidates,
    NegativeZero,
    DeterminizationKeepsMemory,
    DeterminizationNamesOption,
    DeterminizationFallsBack,
    DeterminizationKeepsNumbers,
    DeterminizationTakesTime,
    SpecNamesOption,
    LogTellsLater,
    TextHearsSecret,
    TextCountsSecret,
    OptionTold,
    OptionInDeterminization,
    UnseenCounts,
    UnseenTwice,
    UnseenOfNobody,
    UnseenNameless,
    UnseenOutOfRange,
    UnseenShifted,
    UnseenFewer,
    HeldForgets,
    UnseenStale,
    ArchetypesPeek,
    NameTells,
    NamePadded,
    TiltsIgnored,
    TiltsBackwards,
    TiltsPeek,
    TiltsChangeHand,
    TiltsKeepMemory,
    WithoutIsNoPosition,
    WithoutNothingChanges,
    WithoutStops,
    DrawsAddUpWrong,
    DrawsTwice,
    DrawsPeek,
    DrawIsNoPosition,
}

/// Which check must catch it.
const EXPECTED: &[(Bug, Check)] = &[
    (Bug::WrongName, Check::Spec),
    (Bug::LonelySeat, Check::Spec),
    (Bug::Panics, Check::Panic),
    (Bug::SeatOutOfRange, Check::Turn),
    (Bug::LegalOutOfRange, Check::Legal),
    (Bug::NoLegalAction, Check::Legal),
    (Bug::LegalAtChance, Check::Legal),
    (Bug::TakesIllegal, Check::Illegal),
    (Bug::RefusesButChanges, Check::Illegal),
    (Bug::SharedClone, Check::Clone),
    (Bug::JsonForgets, Check::Json),
    (Bug::BinaryForgets, Check::Binary),
    (Bug::CopyDriftsLater, Check::Json),
    (Bug::CopyDriftsLater, Check::Binary),
    (Bug::UnsortedOutcomes, Check::Outcomes),
    (Bug::ZeroWeight, Check::Outcomes),
    (Bug::LoadedDeal, Check::Roll),
    (Bug::RollLies, Check::Roll),
    (Bug::NeverEnds, Check::Length),
    (Bug::ScoreOutOfBounds, Check::Scores),
    (Bug::ScoreTooEarly, Check::Scores),
    (Bug::ScoresFromNowhere, Check::Scores),
    (Bug::ObservesNaN, Check::Observe),
    (Bug::ObservesBeyondRange, Check::Observe),
    (Bug::LeavesOutNumbers, Check::Observe),
    (Bug::StaleObservation, Check::Observe),
    (Bug::DanglingEdge, Check::Graph),
    (Bug::ExtraCandidate, Check::Graph),
    (Bug::LeakyObservation, Check::Determinize),
    (Bug::LeakyGraph, Check::Determinize),
    (Bug::LeakyText, Check::Determinize),
    (Bug::LeakyBoard, Check::Determinize),
    (Bug::LeakyLegal, Check::Determinize),
    (Bug::DeterminizationEndsGame, Check::Determinize),
    (Bug::DeterminizationDoesNothing, Check::Hidden),
    (Bug::DeterminizationPeeks, Check::Determinize),
    (Bug::SameText, Check::Text),
    (Bug::UnreadableText, Check::Text),
    (Bug::ReplayDiverges, Check::Replay),
    (Bug::IllegalBot, Check::Bots),
    (Bug::MissingBot, Check::Bots),
    (Bug::LeakyActionText, Check::Determinize),
    (Bug::LeakyEvent, Check::Determinize),
    (Bug::CheatingBot, Check::Bots),
    (Bug::DeterminizationOnlyAtEnd, Check::Hidden),
    (Bug::TwinCandidates, Check::Graph),
    (Bug::NegativeZero, Check::Graph),
    (Bug::DeterminizationKeepsMemory, Check::Twins),
    (Bug::DeterminizationNamesOption, Check::Twins),
    (Bug::DeterminizationFallsBack, Check::Twins),
    (Bug::DeterminizationKeepsNumbers, Check::Twins),
    (Bug::DeterminizationTakesTime, Check::Twins),
    (Bug::SpecNamesOption, Check::Twins),
    (Bug::LogTellsLater, Check::Twins),
    (Bug::TextHearsSecret, Check::Twins),
    (Bug::TextCountsSecret, Check::Twins),
    (Bug::OptionTold, Check::Twins),
    (Bug::OptionInDeterminization, Check::Twins),
    (Bug::LeakyObservation, Check::Twins),
    (Bug::LeakyGraph, Check::Twins),
    (Bug::LeakyBoard, Check::Twins),
    (Bug::LeakyLegal, Check::Twins),
    (Bug::LeakyActionText, Check::Twins),
    (Bug::LeakyEvent, Check::Twins),
    (Bug::CheatingBot, Check::Twins),
    (Bug::UnseenCounts, Check::Unseen),
    (Bug::UnseenCounts, Check::Twins),
    (Bug::UnseenTwice, Check::Unseen),
    (Bug::UnseenOfNobody, Check::Unseen),
    (Bug::UnseenNameless, Check::Unseen),
    (Bug::UnseenOutOfRange, Check::Unseen),
    (Bug::UnseenShifted, Check::Unseen),
    (Bug::UnseenFewer, Check::Unseen),
    (Bug::HeldForgets, Check::Unseen),
    (Bug::UnseenStale, Check::Unseen),
    (Bug::ArchetypesPeek, Check::Unseen),
    (Bug::ArchetypesPeek, Check::Twins),
    (Bug::NameTells, Check::Determinize),
    (Bug::NameTells, Check::Twins),
    (Bug::NamePadded, Check::Unseen),
    (Bug::TiltsIgnored, Check::Tilts),
    (Bug::TiltsBackwards, Check::Tilts),
    (Bug::TiltsPeek, Check::Tilts),
    (Bug::TiltsPeek, Check::Twins),
    (Bug::TiltsChangeHand, Check::Tilts),
    (Bug::TiltsKeepMemory, Check::Twins),
    (Bug::WithoutIsNoPosition, Check::Without),
    (Bug::WithoutNothingChanges, Check::Without),
    (Bug::WithoutStops, Check::Without),
    (Bug::DrawsAddUpWrong, Check::Draws),
    (Bug::DrawsTwice, Check::Draws),
    (Bug::DrawsPeek, Check::Draws),
    (Bug::DrawIsNoPosition, Check::Draws),
];

/// Holes that look the same whichever determinization they are seen through: only positions that were played to show them.
const SEEN_BY_TWINS_ALONE: &[Bug] = &[
    Bug::DeterminizationKeepsMemory,
    Bug::DeterminizationNamesOption,
    Bug::SpecNamesOption,
    Bug::DeterminizationKeepsNumbers,
    Bug::TextHearsSecret,
    Bug::TextCountsSecret,
    Bug::OptionTold,
    Bug::OptionInDeterminization,
    Bug::TiltsKeepMemory,
];

#[test]
#[cfg(debug_assertions)]
fn a_game_that_never_ends_is_noticed_by_whoever_plays_it() {
    let game = Broken::with(Bug::NeverEnds);
    let endless = std::panic::AssertUnwindSafe(|| random_rollout(&mut game.start(), &mut Rng::new(1)));
    let told = std::panic::catch_unwind(endless).unwrap_err();
    let told = told.downcast_ref::<String>().map_or("", String::as_str);
    assert!(told.contains("actions were played; no game of"), "{told}");
}

#[test]
fn what_a_determinization_carries_along_is_seen_by_twins_alone() {
    let others: Vec<Check> = Check::ALL.iter().copied().filter(|&check| check != Check::Twins).collect();
    for &bug in SEEN_BY_TWINS_ALONE {
        let without = kit(bug).only(&others).run();
        assert!(without.is_ok(), "{bug:?} is caught without twins: {}", without.unwrap_err());
    }
}

/// A run over a game with a bug, beside one whose hidden option is another for the second seat.
fn kit(bug: Bug) -> Kit<Broken> {
    let game = Broken::with(bug);
    Kit::new(game).games(2000).twin(Broken { hidden: 5, ..game }, Seat(1))
}

#[test]
fn kuhn_poker_passes() {
    for cards in [3, 5, 9] {
        let kuhn = Kuhn::new(kuhn::Options { cards, forced: false }).unwrap();
        println!("{}", Kit::new(kuhn).games(3000).run().unwrap_or_else(|failure| panic!("{failure}")));
    }
}

#[test]
fn the_wrapper_without_a_bug_passes() {
    kit(Bug::None).run().unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn every_check_catches_its_bugs() {
    for &(bug, check) in EXPECTED {
        let kit = kit(bug);
        let failure = kit
            .clone()
            .only(&[check])
            .run()
            .err()
            .unwrap_or_else(|| panic!("{bug:?} slips through `{}`", check.name()));
        assert_eq!(failure.check, check, "{bug:?}: {failure}");
        assert!(kit.run().is_err(), "{bug:?} slips through the whole kit");
    }
}

#[test]
fn a_panic_in_the_log_is_found() {
    let failure = Kit::new(Broken::with(Bug::EventPanics)).games(50).run().unwrap_err();
    assert_eq!(failure.check, Check::Panic, "{failure}");
}

#[test]
fn the_debug_form_of_a_view_keeps_the_secret() {
    let game = Kuhn::new(kuhn::Options { cards: 9, forced: false }).unwrap();
    let mut state = game.start();
    [2, 7].into_iter().for_each(|card| state.play_unchecked(ActionId(card)));
    let told = format!("{:?}", View::new(&state, Seat(0)));
    assert_eq!(told, "seat 0 card 2 moves ");
}

#[test]
fn every_check_is_tried() {
    for check in Check::ALL {
        assert!(EXPECTED.iter().any(|(_, expected)| expected == check), "no bug tries `{}`", check.name());
    }
}

#[test]
fn a_failure_says_where_it_is() {
    let failure = Kit::new(Broken::with(Bug::LeakyText)).run().unwrap_err().to_string();
    assert!(failure.starts_with("check `determinize` failed in game 0 at ply "), "{failure}");
    assert!(failure.ends_with("the information text tells a secret"), "{failure}");
}

/// Kuhn poker with a bug.
#[derive(Clone, Copy, Debug)]
struct Broken {
    inner: Kuhn,
    bug: Bug,
    /// An option that the second player is not told: 0 if it is unknown.
    hidden: u8,
}

/// Its positions.
#[derive(Clone, Debug)]
struct BrokenState {
    inner: KuhnState,
    bug: Bug,
    /// Something that is not saved and not compared.
    drift: u32,
    /// Which position it was when it was looked at last, for a stale observation.
    plies: u32,
    /// For each seat, something that only it has seen.
    memory: [u8; 2],
    /// Which card the option of the second player named at the start.
    option: u8,
    /// A number that nobody is shown, but that grows with what is hidden.
    number: u16,
    /// What is written instead of the position.
    saved: Option<kuhn::Snapshot>,
}

/// For the bug that shares a counter between clones.
static SHARED: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Options {
    bug: Bug,
    hidden: u8,
}

/// Saves the inner snapshot, forgetting things in one of the two forms.
struct Snapshot {
    inner: kuhn::Snapshot,
    bug: Bug,
    shared: u32,
    memory: [u8; 2],
    option: u8,
}

impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let forgets = match self.bug {
            Bug::JsonForgets => serializer.is_human_readable(),
            Bug::BinaryForgets => !serializer.is_human_readable(),
            _ => false,
        };
        let mut inner = self.inner.clone();
        if forgets {
            inner.moves.pop();
        }
        (inner, self.bug, self.shared, self.memory, self.option).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Snapshot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (inner, bug, shared, memory, option) = Deserialize::deserialize(deserializer)?;
        Ok(Self { inner, bug, shared, memory, option })
    }
}

impl Broken {
    fn with(bug: Bug) -> Self {
        Self { inner: Kuhn::new(kuhn::Options { cards: 3, forced: false }).unwrap(), bug, hidden: 3 }
    }
}

impl Game for Broken {
    const NAME: &'static str = "kuhn";
    const VERSION: u32 = 1;
    type Options = Options;
    type State = BrokenState;

    const PRESETS: &'static [&'static str] = &["none"];

    fn preset(name: &str) -> Option<Options> {
        (name == "none").then_some(Options { bug: Bug::None, hidden: 3 })
    }

    const OPTION_HELP: &'static [(&'static str, &'static str)] =
        &[("bug", "what is broken"), ("hidden", "what the second player is not told")];

    fn with_files(options: Options, _: &FileAccess) -> Result<Self, InvalidOption> {
        Ok(Self { hidden: options.hidden, ..Self::with(options.bug) })
    }

    fn options(&self) -> &'static Options {
        static OPTIONS: Mutex<Option<HashMap<(Bug, u8), &'static Options>>> = Mutex::new(None);
        let Self { bug, hidden, .. } = *self;
        let mut options = OPTIONS.lock().unwrap();
        let options = options.get_or_insert_default();
        options.entry((bug, hidden)).or_insert_with(|| Box::leak(Box::new(Options { bug, hidden })))
    }

    fn seen_by(&self, seat: Seat) -> Self {
        let told = seat == Seat(0) || self.bug == Bug::OptionTold;
        if told { *self } else { Self { hidden: 0, ..*self } }
    }

    fn spec(&self) -> &'static Spec {
        let spec = self.inner.spec();
        match self.bug {
            Bug::WrongName => Box::leak(Box::new(Spec { name: "poker", ..spec.clone() })),
            Bug::LonelySeat => Box::leak(Box::new(Spec { seat_names: vec!["alone".to_owned()], ..spec.clone() })),
            _ => spec,
        }
    }

    fn start(&self) -> BrokenState {
        BrokenState {
            inner: self.inner.start(),
            bug: self.bug,
            drift: 0,
            plies: 0,
            memory: [0; 2],
            option: if self.bug == Bug::OptionInDeterminization { self.hidden } else { 0 },
            number: 0,
            saved: None,
        }
    }

    fn restore(&self, snapshot: Snapshot) -> Result<BrokenState, InvalidState> {
        let inner = self.inner.restore(snapshot.inner)?;
        let (memory, option) = (snapshot.memory, snapshot.option);
        Ok(BrokenState { inner, bug: self.bug, drift: 1, plies: 0, memory, option, number: 0, saved: None })
    }

    fn bots() -> &'static [BotInfo] {
        &[BotInfo { name: "bot", about: "plays" }]
    }

    fn make_bot(
        &self,
        _: &str,
        _: &[(String, String)],
        _: &FileAccess,
    ) -> Result<Box<dyn Player<BrokenState>>, BotError> {
        if self.bug == Bug::MissingBot { Err(BotError::Unknown) } else { Ok(Box::new(Bot(self.bug))) }
    }
}

struct Bot(Bug);

impl Player<BrokenState> for Bot {
    fn choose(&mut self, view: View<'_, BrokenState>, rng: &mut Rng) -> ActionId {
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        match self.0 {
            Bug::IllegalBot => ActionId(7),
            Bug::CheatingBot if view.seat_view().secret(view.seat()) == Some(0) => BET,
            _ => legal.random(rng),
        }
    }
}

impl PartialEq for BrokenState {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl BrokenState {
    /// The card that the seat must not see.
    fn secret(&self, seat: Seat) -> Option<u8> {
        let snapshot = self.inner.snapshot();
        snapshot.cards[1 - seat.index()]
    }
}

impl Play for BrokenState {
    fn spec(&self) -> &'static Spec {
        self.inner.spec()
    }

    fn turn(&self) -> Turn {
        match (self.bug, self.inner.turn()) {
            (Bug::SeatOutOfRange, Turn::Seat(_)) => Turn::Seat(Seat(2)),
            (Bug::NeverEnds, Turn::Over) => Turn::Chance,
            (Bug::WithoutStops | Bug::DrawIsNoPosition, Turn::Chance) if self.drift == 77 => Turn::Seat(Seat(0)),
            (Bug::WithoutStops, Turn::Seat(_)) if self.drift == 77 => Turn::Chance,
            (Bug::DeterminizationEndsGame, _) if self.drift == 99 => Turn::Over,
            (_, turn) => turn,
        }
    }

    fn legal(&self, out: &mut ActionSet) {
        self.inner.legal(out);
        match (self.bug, self.inner.turn()) {
            (Bug::LegalOutOfRange, Turn::Seat(_)) => out.insert(ActionId(2)),
            (Bug::NoLegalAction, _) => out.clear(),
            (Bug::LegalAtChance, Turn::Chance) => out.insert(PASS),
            (Bug::LeakyLegal, Turn::Seat(seat)) if self.secret(seat) == Some(0) => out.set_bits(0b10),
            _ => {}
        }
    }

    fn play_unchecked(&mut self, action: ActionId) {
        self.plies += 1;
        assert!(self.bug != Bug::Panics || self.plies < 4, "a bug");
        if self.bug == Bug::SharedClone {
            SHARED.fetch_add(1, Ordering::Relaxed);
        }
        if self.bug == Bug::NeverEnds && self.inner.turn() == Turn::Over {
            return;
        }
        // A copy that was read from a file goes its own way some plies later.
        self.drift = self.drift.saturating_mul(2);
        let moves = self.inner.snapshot().moves.len();
        if self.bug == Bug::CopyDriftsLater && self.drift >= 4 && moves == 1 {
            return self.inner.play_unchecked(if action == BET { PASS } else { BET });
        }
        if self.inner.turn() == Turn::Chance {
            let seat = usize::from(self.inner.snapshot().cards[0].is_some());
            match self.bug {
                Bug::DeterminizationKeepsMemory | Bug::TiltsKeepMemory => self.memory[seat] = action.0 as u8 + 1,
                Bug::DeterminizationNamesOption | Bug::SpecNamesOption if seat == 1 => self.option = action.0 as u8 + 1,
                Bug::DeterminizationKeepsNumbers | Bug::TextCountsSecret => self.number += action.0 + 1,
                Bug::TextHearsSecret => self.memory[1 - seat] = u8::from(action == ActionId(0)),
                _ => {}
            }
        }
        self.inner.play_unchecked(action);
    }

    fn play(&mut self, action: ActionId) -> Result<(), IllegalAction> {
        let mut copy = self.inner.clone();
        let tried = copy.play(action);
        match (self.bug, &tried) {
            (Bug::TakesIllegal, Err(_)) => Ok(()),
            (Bug::RefusesButChanges, Err(_)) if self.inner.turn() == Turn::Seat(Seat(0)) => {
                self.inner.play_unchecked(PASS);
                tried
            }
            (_, Ok(())) => {
                self.play_unchecked(action);
                Ok(())
            }
            (Bug::NeverEnds, Err(_)) if self.inner.turn() == Turn::Over => {
                self.play_unchecked(action);
                Ok(())
            }
            _ => tried,
        }
    }

    fn outcomes(&self, out: &mut Outcomes) {
        self.inner.outcomes(out);
        let items: Vec<(ActionId, u32)> = out.iter().collect();
        match self.bug {
            Bug::UnsortedOutcomes => {
                out.clear();
                items.into_iter().rev().for_each(|(id, weight)| out.push(id, weight));
            }
            Bug::ZeroWeight if !items.is_empty() => {
                out.clear();
                items.into_iter().enumerate().for_each(|(i, (id, weight))| out.push(id, weight.min(i as u32)));
            }
            Bug::NeverEnds if self.inner.turn() == Turn::Over => out.push(PASS, 1),
            _ => {}
        }
    }

    fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let mut outcomes = Outcomes::new();
        self.outcomes(&mut outcomes);
        let mut outcome = outcomes.sample(rng);
        if self.bug == Bug::LoadedDeal && rng.below(4) == 0 {
            outcome = outcomes.iter().next().map_or(outcome, |(id, _)| id);
        }
        self.play_unchecked(outcome);
        let others = outcomes.iter().map(|(id, _)| id).find(|&id| id != outcome);
        if self.bug == Bug::RollLies { others.unwrap_or(outcome) } else { outcome }
    }

    fn scores(&self) -> Scores {
        match (self.bug, self.inner.turn()) {
            (Bug::ScoreOutOfBounds, Turn::Over) => Scores::from_slice(&[3.0, -3.0]),
            (Bug::ScoresFromNowhere, Turn::Over) => Scores::from_slice(&[1.0, 1.0]),
            (Bug::ScoreTooEarly, Turn::Seat(_)) => Scores::from_slice(&[1.0, -1.0]),
            _ => self.inner.scores(),
        }
    }
}

impl Observe for BrokenState {
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]) {
        let last = out.len() - 1;
        let kept = out[last];
        self.inner.observe(seat, layout, out);
        match self.bug {
            Bug::ObservesNaN => out[last] = f32::NAN,
            Bug::ObservesBeyondRange => out[last] = 1.5,
            Bug::LeavesOutNumbers => out[last] = if kept.is_nan() { 0.0 } else { kept },
            Bug::StaleObservation if self.plies > 2 => out[last] = 1.0,
            Bug::LeakyObservation => out[last] = f32::from(u8::from(self.secret(seat) == Some(2))),
            _ => {}
        }
    }
}

impl Entities for BrokenState {
    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        self.inner.entities(seat, out);
        match self.bug {
            Bug::DanglingEdge => out.edge(0, 0, 77),
            Bug::ExtraCandidate if !out.candidates().is_empty() => out.candidate(Candidate::new(BET, 0)),
            Bug::TwinCandidates if !out.candidates().is_empty() => {
                out.clear(self.spec().graph.width());
                out.candidate(Candidate::new(PASS, 0));
                out.candidate(Candidate::new(BET, 0));
            }
            Bug::NegativeZero => {
                out.entity(1, &[if self.plies > 2 { 0.0 } else { -0.0 }], &[]);
            }
            Bug::LeakyGraph if self.secret(seat) == Some(1) => {
                out.entity(1, &[0.0], &[]);
            }
            _ => {}
        }
    }
}

impl Knowledge for BrokenState {
    type SeatView<'a> = &'a Self;

    fn spec_seen_by(&self, _: Seat) -> &'static Spec {
        static SPECS: Mutex<Option<HashMap<u8, &'static Spec>>> = Mutex::new(None);
        if self.bug != Bug::SpecNamesOption || self.option == 0 {
            return self.spec();
        }
        let mut specs = SPECS.lock().unwrap();
        let specs = specs.get_or_insert_default();
        let fingerprint = self.option.into();
        specs.entry(self.option).or_insert_with(|| Box::leak(Box::new(Spec { fingerprint, ..self.spec().clone() })))
    }

    fn information_state(&self, seat: Seat, out: &mut String) {
        self.inner.information_state(seat, out);
        match self.bug {
            Bug::LeakyText => out.push_str(&format!(" {:?}", self.secret(seat))),
            Bug::DeterminizationKeepsMemory | Bug::TiltsKeepMemory | Bug::TextHearsSecret => {
                out.push_str(&format!(" remembers {}", self.memory[seat.index()]));
            }
            Bug::TextCountsSecret => out.push_str(&format!(" number {}", self.number)),
            _ => {}
        }
    }

    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self {
        if self.bug == Bug::DeterminizationPeeks && self.secret(seat) == Some(0) {
            rng.bits();
        }
        let mut dealt = Self { inner: self.inner.determinize(seat, rng), ..self.clone() };
        match self.bug {
            Bug::DeterminizationDoesNothing => return self.clone(),
            Bug::DeterminizationOnlyAtEnd if self.inner.turn() != Turn::Over => return self.clone(),
            Bug::DeterminizationEndsGame => dealt.drift = 99,
            Bug::TiltsKeepMemory => dealt.memory[1 - seat.index()] = 0,
            // In a corner where nothing seems to fit, the truth.
            Bug::DeterminizationFallsBack if rng.below(8) == 0 => return self.clone(),
            // Tries until it finds what is so.
            Bug::DeterminizationTakesTime => while rng.below(3) != u32::from(self.secret(seat).unwrap_or(0)) {},
            _ => {}
        }
        dealt
    }

    fn seat_view(&self, _: Seat) -> &Self {
        self
    }
}

impl Hypotheses for BrokenState {
    fn unseen(&self, seat: Seat, out: &mut UnseenCards) {
        let mut kept = std::mem::take(out);
        self.inner.unseen(seat, out);
        let Some(last) = out.cards.last_mut() else { return };
        match self.bug {
            Bug::UnseenTwice => last.expected *= 2.0,
            Bug::UnseenFewer => last.copies = 0.25,
            Bug::UnseenOfNobody => last.holder = 40,
            Bug::UnseenShifted => {
                let more = 0.45;
                last.expected += more;
                out.cards[0].expected -= more;
            }
            Bug::UnseenOutOfRange => {
                out.described.entity(1, &[1.5], &[0]);
                out.cards.extend_from_within(..1);
                out.cards[0].expected = 0.0;
            }
            Bug::UnseenCounts if self.secret(seat) == Some(2) => last.copies = 2.0,
            Bug::UnseenStale if !kept.is_empty() => out.cards.append(&mut kept.cards),
            _ => {}
        }
    }

    fn unseen_text(&self, seat: Seat, n: usize, out: &mut String) {
        match self.bug {
            Bug::UnseenNameless => out.push_str("a card"),
            _ => self.inner.unseen_text(seat, n, out),
        }
    }

    fn held(&self, seat: Seat, out: &mut Vec<u8>) {
        self.inner.held(seat, out);
        if self.bug == Bug::HeldForgets {
            out.pop();
        }
    }

    fn determinize_by(&self, seat: Seat, tilts: &[f32], rng: &mut Rng) -> Self {
        let tilted =
            |tilts: &[f32], rng: &mut Rng| Self { inner: self.inner.determinize_by(seat, tilts, rng), ..self.clone() };
        match self.bug {
            Bug::TiltsIgnored => self.determinize(seat, rng),
            Bug::TiltsBackwards => tilted(&tilts.iter().map(|tilt| -tilt).collect::<Vec<_>>(), rng),
            Bug::TiltsPeek if self.secret(seat) == Some(0) => self.clone(),
            Bug::TiltsChangeHand => {
                let inner = self.inner.without(seat, &[2]).unwrap_or_else(|| self.inner.clone());
                Self { inner, ..self.clone() }
            }
            _ => tilted(tilts, rng),
        }
    }

    fn without(&self, seat: Seat, entities: &[EntityId]) -> Option<Self> {
        let mut left = Self { inner: self.inner.without(seat, entities)?, ..self.clone() };
        match self.bug {
            Bug::WithoutIsNoPosition if !entities.is_empty() => {
                // A card that the other one has as well.
                let both = kuhn::Snapshot { cards: [self.secret(seat); 2], ..left.inner.snapshot() };
                left.saved = Some(both);
            }
            Bug::WithoutNothingChanges if self.secret(seat).is_some() => {
                left.inner = self.inner.without(seat, &[2])?;
            }
            Bug::WithoutStops if !entities.is_empty() => left.drift = 77,
            _ => {}
        }
        Some(left)
    }

    fn draws(&self, seat: Seat, out: &mut Vec<Draw<Self>>) {
        let mut inner = Vec::new();
        self.inner.draws(seat, &mut inner);
        out.clear();
        out.extend(inner.into_iter().map(|draw| Draw {
            name: if self.bug == Bug::DrawsTwice { "a card".to_owned() } else { draw.name },
            chance: draw.chance,
            state: Self { inner: draw.state, ..self.clone() },
        }));
        let secret = self.secret(seat);
        let Some(first) = out.first_mut() else { return };
        match self.bug {
            Bug::DrawsAddUpWrong => first.chance *= 0.5,
            Bug::DrawsPeek if secret == Some(0) => drop(out.remove(0)),
            Bug::DrawIsNoPosition => out.iter_mut().for_each(|draw| draw.state.drift = 77),
            _ => {}
        }
        let sum: f32 = out.iter().map(|draw| draw.chance).sum();
        if self.bug == Bug::DrawsPeek {
            out.iter_mut().for_each(|draw| draw.chance /= sum);
        }
    }

    fn entity_text(&self, seat: Seat, entity: EntityId, out: &mut String) {
        self.inner.entity_text(seat, entity, out);
        match self.bug {
            Bug::NameTells => out.push_str(&format!(" against {:?}", self.secret(seat))),
            Bug::NamePadded => out.push(' '),
            _ => {}
        }
    }

    fn archetypes(&self, seat: Seat, out: &mut Vec<Archetype>) {
        out.clear();
        if self.bug == Bug::ArchetypesPeek && self.secret(seat).is_some() {
            let name = if self.secret(seat) == Some(2) { "strong" } else { "weak" };
            out.push(Archetype { seat: Seat(1 - seat.0), name: name.to_owned(), chance: 1.0 });
        }
    }
}

impl Notation for BrokenState {
    fn action_text(&self, action: ActionId, out: &mut String) {
        match (self.bug, self.inner.turn()) {
            (Bug::SameText, Turn::Seat(_)) => out.push_str("move"),
            (Bug::UnreadableText, _) => out.push_str(" padded "),
            (Bug::LeakyActionText, Turn::Seat(seat)) => {
                self.inner.action_text(action, out);
                out.push_str(&format!(" against {:?}", self.secret(seat)));
            }
            _ => self.inner.action_text(action, out),
        }
    }
}

impl Heuristics for BrokenState {}

impl Persist for BrokenState {
    type Snapshot = Snapshot;

    fn snapshot(&self) -> Snapshot {
        let shared = match self.bug {
            Bug::SharedClone => SHARED.load(Ordering::Relaxed),
            // Every position that is saved is another one.
            Bug::ReplayDiverges if self.inner.turn() == Turn::Over => SHARED.fetch_add(1, Ordering::Relaxed),
            _ => 0,
        };
        let inner = self.saved.clone().unwrap_or_else(|| self.inner.snapshot());
        Snapshot { inner, bug: self.bug, shared, memory: self.memory, option: self.option }
    }
}

impl Show for BrokenState {
    fn board(&self, viewer: Option<Seat>, out: &mut String) {
        self.inner.board(if self.bug == Bug::LeakyBoard { None } else { viewer }, out);
    }

    fn event(&self, action: ActionId, viewer: Option<Seat>, out: &mut String) {
        assert!(self.bug != Bug::EventPanics, "a bug");
        self.inner.event(action, viewer, out);
        // The first move is told with what was dealt to the other.
        if let (Bug::LogTellsLater, Some(viewer), Turn::Seat(_)) = (self.bug, viewer, self.inner.turn()) {
            out.push_str(&format!(" before {:?}", self.secret(viewer)));
        }
        if let (Bug::LeakyEvent, Some(viewer)) = (self.bug, viewer) {
            out.push_str(&format!(" {:?}", self.secret(viewer)));
        }
    }
}
