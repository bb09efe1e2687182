//! A game with its options.

use crate::batch::TypedBatch;
use crate::player::TypedPlayer;
use crate::players::{self, PlayerError};
use crate::solo::TypedSolo;
use crate::state::TypedState;
use crate::table::TypedTable;
use crate::{
    AnyBatch, AnyOpponent, AnyPlayer, AnySolo, AnyState, AnyTable, BatchEvaluator, GameRecord, MatchReport,
    MatchSettings, SoloSettings,
};
use hoyle_arena::{
    Comeback, ComebackError, ComebackSettings, Entrant, MatchError, MatchOptions, Sample, TournamentReport, comebacks,
    run_match_without_luck, run_tournament,
};
use hoyle_brain::study::{self, BeliefReport, InsightReport, InsightSettings, StudySettings};
use hoyle_core::files::brief;
use hoyle_core::names::{MalformedName, UnknownName};
use hoyle_core::options::{OptionsError, to_map};
use hoyle_core::save::{self, SaveError};
use hoyle_core::{BotInfo, Game, LayoutId, Seat, Spec};
use hoyle_measure::bench::{self, BenchReport};
use hoyle_measure::stats::{self, StatsError, StatsReport, StatsSettings};
use serde_json::{Map, Value};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;

/// A game with its options, whichever it is.
pub trait AnyGame: Send + Sync {
    /// What is fixed about the game.
    fn spec(&self) -> &'static Spec;

    /// All options, as files have them.
    fn options(&self) -> Map<String, Value>;

    /// The game as a seat knows it: without options that name what is hidden from it.
    fn seen_by(&self, seat: Seat) -> Box<dyn AnyGame>;

    /// Every player that can be named, weakest first.
    fn players(&self) -> Vec<BotInfo>;

    /// An empty table at the start of the game.
    fn table(&self) -> Box<dyn AnyTable>;

    /// An empty table at a saved position of this game with these options.
    fn table_at(&self, json: &str) -> Result<Box<dyn AnyTable>, SaveError>;

    /// Whether there is a program that plays this game under this name.
    fn check_player(&self, player: &str) -> Result<(), LoadError>;

    /// The position before any action, chance included.
    fn start(&self) -> Box<dyn AnyState>;

    /// A saved position of this game with these options.
    fn state_from_json(&self, json: &str) -> Result<Box<dyn AnyState>, SaveError>;

    /// The same from the binary form.
    fn state_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn AnyState>, SaveError>;

    /// `games` games in step from one seed, with the movers' observations in a layout if one is given. If it is not
    /// parallel, all work is done on the thread that asks for it.
    fn batch(&self, games: usize, seed: u64, layout: Option<LayoutId>, parallel: bool) -> Box<dyn AnyBatch>;

    /// Games in which one seat learns. `opponents` have the others, in turn from the seat after the learner's, a short list
    /// repeated; random players if there are none.
    fn solo(&self, settings: SoloSettings, opponents: &[AnyOpponent]) -> Result<Box<dyn AnySolo>, LoadError>;

    /// A player by name.
    fn player(&self, spec: &str) -> Result<Box<dyn AnyPlayer>, LoadError>;

    /// A searching player by name, with an evaluator in place of rollouts.
    fn player_with(&self, spec: &str, evaluator: Box<dyn BatchEvaluator>) -> Result<Box<dyn AnyPlayer>, LoadError>;

    /// Plays a match between players by name. `watch` is told every game when it ends.
    fn run_match(
        &self,
        players: &[String],
        settings: &MatchSettings,
        watch: &(dyn Fn(&GameRecord) + Sync),
    ) -> Result<MatchReport, LoadError> {
        let options = MatchOptions { watch, ..MatchOptions::default() };
        Ok(self.run_match_with(players, Study::default(), settings, options)?.0)
    }

    /// Plays a match with further options. Gives the report and the games that are told in full.
    fn run_match_with(
        &self,
        players: &[String],
        study: Study<'_>,
        settings: &MatchSettings,
        options: MatchOptions<'_>,
    ) -> Result<(MatchReport, Vec<Sample>), LoadError>;

    /// Plays a round robin between players by name. Gives the report and the games that are told in full.
    fn run_tournament(
        &self,
        players: &[String],
        settings: &MatchSettings,
        options: MatchOptions<'_>,
    ) -> Result<(TournamentReport, Vec<Sample>), LoadError>;

    /// Measures the engine, for about this long per figure. `progress` is told which part of the whole is done.
    fn bench(&self, per_figure: Duration, progress: &dyn Fn(f32)) -> BenchReport;

    /// Takes up lost positions of games of the third player with itself, once with the first and once with the second, by the value
    /// function of this name; see [`comebacks`].
    fn comebacks(
        &self,
        players: &[String; 3],
        value: &str,
        settings: &ComebackSettings,
        stop: &AtomicBool,
        note: &mut dyn FnMut(&Comeback),
    ) -> Result<Vec<Comeback>, LoadError>;

    /// Plays many games of this family and tells what the fields of a layout look like. `progress` is called after each.
    fn stats(
        &self,
        layout: LayoutId,
        settings: &StatsSettings,
        progress: &(dyn Fn() + Sync),
    ) -> Result<StatsReport, StatsError>;

    /// Plays games by a network and holds what it believes of hidden hands against what they held; none if it believes nothing, or
    /// nothing is hidden.
    fn study_beliefs(&self, net: &str, settings: &StudySettings) -> Result<Option<BeliefReport>, LoadError>;

    /// Plays games by a network and holds what it says of threats and synergies against counterfactual positions; none if it says nothing
    /// of them.
    fn study_insight(&self, net: &str, settings: &InsightSettings) -> Result<Option<InsightReport>, LoadError>;
}

/// What a match is to find out beside who wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Study<'a> {
    /// The value function by which luck is told from skill: `estimate`, the game's rule of thumb, or a network.
    pub luck: Option<&'a str>,
    /// Whether the first player knows all that is hidden: what knowledge is worth at the most. There is no name for such a player.
    pub first_sees_all: bool,
}

/// Why something that was asked for by name cannot be set up.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LoadError {
    /// Not of the form `name:key=value,key=value`.
    #[error(transparent)]
    Malformed(#[from] MalformedName),
    /// No game has this name.
    #[error(transparent)]
    Game(#[from] UnknownName),
    /// The game cannot be played with these options.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// There is no such player, or not with these settings.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Lost positions cannot be taken up.
    #[error(transparent)]
    Comeback(#[from] ComebackError),
    /// Games that cannot be played in one match.
    #[error("`{}` stands for games that have not all as many seats: a match has the same players in all of them", brief(.0))]
    Seats(String),
    /// A setting that stands for nothing, or for too much.
    #[error("`{}` stands for no game, or for more than {most}", brief(setting))]
    Many {
        /// The setting as it was written.
        setting: String,
        /// How many games it may stand for.
        most: usize,
    },
}

/// The game behind [`AnyGame`].
#[derive(Clone, Copy)]
pub(crate) struct TypedGame<G> {
    pub(crate) rules: G,
    /// The file of the network that comes with the game, if one does: it is no part of the engine.
    pub(crate) model: Option<&'static [u8]>,
}

impl<G: Game> TypedGame<G> {
    /// The game as a seat knows it; see [`Game::seen_by`].
    pub(crate) fn as_seen_by(self, seat: Seat) -> Self {
        Self { rules: self.rules.seen_by(seat), ..self }
    }
}

impl<G: Game> AnyGame for TypedGame<G> {
    fn spec(&self) -> &'static Spec {
        self.rules.spec()
    }

    fn options(&self) -> Map<String, Value> {
        to_map(self.rules.options())
    }

    fn seen_by(&self, seat: Seat) -> Box<dyn AnyGame> {
        Box::new(self.as_seen_by(seat))
    }

    fn players(&self) -> Vec<BotInfo> {
        players::known(G::bots())
    }

    fn table(&self) -> Box<dyn AnyTable> {
        Box::new(TypedTable::new(*self, self.rules.start()))
    }

    fn table_at(&self, json: &str) -> Result<Box<dyn AnyTable>, SaveError> {
        Ok(Box::new(TypedTable::new(*self, save::from_json(&self.rules, json)?)))
    }

    fn start(&self) -> Box<dyn AnyState> {
        Box::new(TypedState::new(*self, self.rules.start()))
    }

    fn state_from_json(&self, json: &str) -> Result<Box<dyn AnyState>, SaveError> {
        Ok(Box::new(TypedState::new(*self, save::from_json(&self.rules, json)?)))
    }

    fn state_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn AnyState>, SaveError> {
        Ok(Box::new(TypedState::new(*self, save::from_bytes(&self.rules, bytes)?)))
    }

    fn batch(&self, games: usize, seed: u64, layout: Option<LayoutId>, parallel: bool) -> Box<dyn AnyBatch> {
        Box::new(TypedBatch::new(*self, games, seed, layout, parallel))
    }

    fn solo(&self, settings: SoloSettings, opponents: &[AnyOpponent]) -> Result<Box<dyn AnySolo>, LoadError> {
        Ok(Box::new(TypedSolo::new(*self, settings, opponents)?))
    }

    fn player(&self, spec: &str) -> Result<Box<dyn AnyPlayer>, LoadError> {
        let player = players::player(*self, spec)?;
        Ok(Box::new(TypedPlayer { game: *self, name: spec.to_owned(), player }))
    }

    fn player_with(&self, spec: &str, evaluator: Box<dyn BatchEvaluator>) -> Result<Box<dyn AnyPlayer>, LoadError> {
        let player = Box::new(players::searcher_with(*self, spec, evaluator)?);
        Ok(Box::new(TypedPlayer { game: *self, name: spec.to_owned(), player }))
    }

    fn check_player(&self, player: &str) -> Result<(), LoadError> {
        players::player(*self, player)?;
        Ok(())
    }

    fn run_match_with(
        &self,
        players: &[String],
        study: Study<'_>,
        settings: &MatchSettings,
        options: MatchOptions<'_>,
    ) -> Result<(MatchReport, Vec<Sample>), LoadError> {
        let valuation = study.luck.map(|name| players::valuation(*self, name)).transpose()?;
        let mut entrants = entrants(*self, players)?;
        if study.first_sees_all {
            let first = entrants.remove(0).that_sees_all();
            entrants.insert(0, first);
        }
        Ok(run_match_without_luck(self.rules, &entrants, settings, options, valuation.as_deref())?)
    }

    fn run_tournament(
        &self,
        players: &[String],
        settings: &MatchSettings,
        options: MatchOptions<'_>,
    ) -> Result<(TournamentReport, Vec<Sample>), LoadError> {
        Ok(run_tournament(self.rules, &entrants(*self, players)?, settings, options)?)
    }

    fn bench(&self, per_figure: Duration, progress: &dyn Fn(f32)) -> BenchReport {
        bench::run(self.rules, per_figure, progress)
    }

    fn comebacks(
        &self,
        players: &[String; 3],
        value: &str,
        settings: &ComebackSettings,
        stop: &AtomicBool,
        note: &mut dyn FnMut(&Comeback),
    ) -> Result<Vec<Comeback>, LoadError> {
        let mut valuation = players::valuation(*self, value)?();
        let entrants = entrants(*self, players)?;
        let [first, second, others] = &entrants[..] else { unreachable!("as many as there are players") };
        Ok(comebacks(&[self.rules], [first, second, others], &mut *valuation, settings, stop, note)?)
    }

    fn stats(
        &self,
        layout: LayoutId,
        settings: &StatsSettings,
        progress: &(dyn Fn() + Sync),
    ) -> Result<StatsReport, StatsError> {
        stats::run(self.rules, layout, settings, progress)
    }

    fn study_beliefs(&self, net: &str, settings: &StudySettings) -> Result<Option<BeliefReport>, LoadError> {
        Ok(study::beliefs(self.rules, &players::model(*self, net)?, settings))
    }

    fn study_insight(&self, net: &str, settings: &InsightSettings) -> Result<Option<InsightReport>, LoadError> {
        Ok(study::insight(self.rules, &players::model(*self, net)?, settings))
    }
}

/// Players by name, as those who take part in a match.
fn entrants<G: Game>(game: TypedGame<G>, players: &[String]) -> Result<Vec<Entrant<G::State>>, PlayerError> {
    let entrant = |spec: &String| {
        players::player(game, spec)?; // a wrong name is an error now, not in the middle of the match
        let (name, spec) = (spec.clone(), spec.clone());
        // A file that it names may be gone by then.
        Ok(Entrant::fallible(name, move || players::player(game, &spec).map_err(|problem| problem.to_string())))
    };
    players.iter().map(entrant).collect()
}
