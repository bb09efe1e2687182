//! Learning environments: games in which one seat learns and players have the others, many in step. It is what a single-agent
//! environment steps.

pub use hoyle_arena::PlayerFault;

use hoyle_arena::{Fault, answer, ask, begin, dice_rng, player_rng, watch};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Game, LayoutId, NoAnswer, Player, Rng, Seat, State, Turn, View};
use rayon::prelude::*;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// How the games of a [`Solo`] are set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoloSettings {
    /// How many games are played at once.
    pub games: usize,
    /// The layout of the observations.
    pub layout: LayoutId,
    /// The learner's seat; a random one in every game if not given.
    pub seat: Option<Seat>,
    /// Whether a game that ends is followed by the next one in the same step. If not, it stays at its end for one step,
    /// whose answer is ignored.
    pub same_step: bool,
    /// Whether work is split over the rayon pool that calls.
    pub parallel: bool,
}

/// Who has a seat that does not learn.
pub enum Opponent<S: State> {
    /// A player: it is shown what its seat may know.
    Player {
        /// Its name.
        name: String,
        /// The player, of one game alone.
        player: Box<dyn Player<S>>,
    },
    /// A function from a position and the seat to move to one of that seat's actions. It is trusted to look at no more than the
    /// seat may know, as where another language makes its own view of the position.
    Function {
        /// Its name.
        name: String,
        /// The function. It may be shared by games, and be called by several threads at once.
        function: Arc<PositionFunction<S>>,
    },
}

/// See [`Opponent::Function`].
pub type PositionFunction<S> = dyn Fn(&S, Seat) -> Result<ActionId, NoAnswer> + Send + Sync;

impl<S: State> Opponent<S> {
    fn name(&self) -> &str {
        match self {
            Self::Player { name, .. } | Self::Function { name, .. } => name,
        }
    }

    fn begin(&mut self) -> Result<(), Fault> {
        match self {
            Self::Player { player, .. } => begin(&mut **player),
            Self::Function { .. } => Ok(()),
        }
    }

    fn watches(&self) -> bool {
        match self {
            Self::Player { player, .. } => player.watches(),
            Self::Function { .. } => false,
        }
    }

    fn watch(&mut self, before: &S, after: &S, seat: Seat, rng: &mut Rng) -> Result<(), Fault> {
        match self {
            Self::Player { player, .. } => watch(View::new(before, seat), View::new(after, seat), &mut **player, rng),
            Self::Function { .. } => Ok(()),
        }
    }

    fn ask(&mut self, state: &S, seat: Seat, rng: &mut Rng) -> Result<ActionId, Fault> {
        match self {
            Self::Player { player, .. } => ask(state, seat, &mut **player, rng),
            Self::Function { function, .. } => answer(state, || function(state, seat)),
        }
    }

    fn fault(&self, seat: Seat, fault: Fault) -> PlayerFault {
        PlayerFault { seat, player: self.name().to_owned(), fault }
    }
}

impl<S: State> fmt::Debug for Opponent<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opponent({})", self.name())
    }
}

/// Buffers with one row per game.
#[derive(Debug)]
pub struct SoloRows<'a> {
    /// What the learner sees.
    pub observations: &'a mut [f32],
    /// The learner's legal actions, one byte per action; none at the end of a game.
    pub masks: &'a mut [u8],
    /// The learner's seat.
    pub seats: &'a mut [u8],
    /// The learner's score if a game ended in this step, otherwise 0.
    pub rewards: &'a mut [f32],
    /// 1 where a game ended in this step.
    pub finished: &'a mut [u8],
    /// 1 where an illegal answer ended it.
    pub illegal: &'a mut [u8],
    /// What the learner saw at the end, where a game ended and the next one has begun; otherwise not written.
    pub last_observations: &'a mut [f32],
}

/// Why a step cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SoloError {
    /// The number of answers is not the number of games.
    #[error("{found} actions for {wanted} games")]
    Length {
        /// The number of games.
        wanted: usize,
        /// The number of answers.
        found: usize,
    },
    /// A player did not choose a legal action.
    #[error(transparent)]
    Player(#[from] PlayerFault),
}

/// Separates the draw of the learner's seat from dice and players.
const SEATS: u64 = 0x5eaf_1e55_0b5e_55ed;

/// Games in which one seat learns. Every game waits at a decision of its learner.
///
/// An answer that is not legal loses the game at once, with the lowest score that the game has.
///
/// A seed stands for a row of games, each with its own dice, learner's seat and opponents' luck. Of `n` games in step, the first
/// plays games 0, n, 2n ... of the row, the second 1, n + 1 ...: so the same seed gives the same games however many are in
/// step, on however many threads.
pub struct Solo<G: Game> {
    game: G,
    settings: SoloSettings,
    seed: u64,
    cells: Vec<Cell<G::State>>,
}

/// One game.
struct Cell<S: State> {
    state: S,
    /// Which game of the row it is.
    index: u64,
    dice: Rng,
    learner: Seat,
    /// The opponents, in turn from the seat after the learner's, each with the generator of this game.
    opponents: Vec<(Opponent<S>, Rng)>,
    /// Whether any of them watches what others do.
    watched: bool,
    over: bool,
}

impl<S: State> Cell<S> {
    /// Where an opponent sits.
    fn seat(&self, place: usize) -> Seat {
        let seats = self.opponents.len() + 1;
        Seat(((self.learner.index() + 1 + place) % seats) as u8)
    }

    /// Plays a legal action of a seat, and shows it to those who watch.
    fn play(&mut self, by: Seat, action: ActionId) -> Result<(), PlayerFault> {
        let before = self.watched.then(|| self.state.clone());
        self.state.play_unchecked(action);
        let Some(before) = before else { return Ok(()) };
        for place in 0..self.opponents.len() {
            let seat = self.seat(place);
            let (opponent, rng) = &mut self.opponents[place];
            if seat != by && opponent.watches() {
                opponent.watch(&before, &self.state, seat, rng).map_err(|fault| opponent.fault(seat, fault))?;
            }
        }
        Ok(())
    }
}

/// One game's rows.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [u8],
    seat: &'a mut u8,
    reward: &'a mut f32,
    finished: &'a mut u8,
    illegal: &'a mut u8,
    last_observation: &'a mut [f32],
}

impl<G: Game> Solo<G> {
    /// Games that wait for [`reset`](Self::reset). `opponent` makes the one at a place, counted from 0 at the seat after the
    /// learner's; it is called for every place of every game.
    pub fn new<E>(
        game: G,
        settings: SoloSettings,
        opponent: impl Fn(usize) -> Result<Opponent<G::State>, E>,
    ) -> Result<Self, E> {
        let others = game.spec().seats() - 1;
        let opponents =
            || -> Result<Vec<_>, E> { (0..others).map(|place| Ok((opponent(place)?, Rng::new(0)))).collect() };
        let cell = |index| {
            let (state, dice, opponents) = (game.start(), Rng::new(0), opponents()?);
            let watched = opponents.iter().any(|(opponent, _)| opponent.watches());
            Ok(Cell { state, index, dice, learner: Seat(0), opponents, watched, over: true })
        };
        let cells = (0..settings.games as u64).map(cell).collect::<Result<_, E>>()?;
        Ok(Self { game, settings, seed: 0, cells })
    }

    /// Starts all games anew. A seed begins a new row of games; without one the row goes on.
    pub fn reset(&mut self, seed: Option<u64>, rows: SoloRows<'_>) -> Result<(), PlayerFault> {
        if let Some(seed) = seed {
            self.seed = seed;
            (0..).zip(&mut self.cells).for_each(|(i, cell)| cell.index = i);
        }
        self.each(rows, |all, _, cell, row| {
            all.start(cell)?;
            (*row.reward, *row.finished, *row.illegal) = (0.0, 0, 0);
            all.show(cell, row);
            Ok(())
        })
    }

    /// Answers every learner's decision and plays on to the next. A wrong number of answers changes nothing.
    pub fn step(&mut self, actions: &[ActionId], rows: SoloRows<'_>) -> Result<(), SoloError> {
        if actions.len() != self.cells.len() {
            return Err(SoloError::Length { wanted: self.cells.len(), found: actions.len() });
        }
        Ok(self.each(rows, |all, i, cell, row| all.step(cell, actions[i], row))?)
    }

    /// The position of one game.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn state(&self, game: usize) -> &G::State {
        &self.cells[game].state
    }

    /// Does something with every game and its row.
    fn each(
        &mut self,
        rows: SoloRows<'_>,
        act: impl Fn(&Common<'_, G>, usize, &mut Cell<G::State>, Row<'_>) -> Result<(), PlayerFault> + Sync,
    ) -> Result<(), PlayerFault> {
        let Self { game, settings, seed, cells } = self;
        let spec = game.spec();
        let width = spec.layout(settings.layout).len();
        let fixed = Common { game: *game, settings, seed: *seed };
        let cells = cells.iter_mut().zip(rows.observations.chunks_mut(width)).zip(rows.masks.chunks_mut(spec.actions));
        let marks = rows.seats.iter_mut().zip(rows.rewards).zip(rows.finished).zip(rows.illegal);
        let mut last = rows.last_observations.chunks_mut(width);
        let mut all = Vec::with_capacity(settings.games);
        for (((cell, observation), mask), (((seat, reward), finished), illegal)) in cells.zip(marks) {
            let last_observation = last.next().unwrap_or_default();
            all.push((cell, Row { observation, mask, seat, reward, finished, illegal, last_observation }));
        }
        if settings.parallel && all.len() > 1 {
            all.into_par_iter().enumerate().try_for_each(|(i, (cell, row))| act(&fixed, i, cell, row))
        } else {
            all.into_iter().enumerate().try_for_each(|(i, (cell, row))| act(&fixed, i, cell, row))
        }
    }
}

/// What all games share.
struct Common<'a, G> {
    game: G,
    settings: &'a SoloSettings,
    seed: u64,
}

impl<G: Game> Common<'_, G> {
    /// Starts the next game of the row. Games in which the learner has nothing to decide are passed over.
    fn start(&self, cell: &mut Cell<G::State>) -> Result<(), PlayerFault> {
        loop {
            let seats = self.game.spec().seats();
            cell.state = self.game.start();
            cell.dice = dice_rng(self.seed, cell.index);
            let drawn = || Seat(Rng::stream(self.seed ^ SEATS, cell.index).below(seats as u32) as u8);
            cell.learner = self.settings.seat.unwrap_or_else(drawn);
            for place in 0..cell.opponents.len() {
                let seat = cell.seat(place);
                let (opponent, rng) = &mut cell.opponents[place];
                *rng = player_rng(self.seed, cell.index, seat);
                opponent.begin().map_err(|fault| opponent.fault(seat, fault))?;
            }
            cell.index += self.settings.games as u64;
            cell.over = false;
            self.play_on(cell)?;
            if cell.state.turn() != Turn::Over {
                return Ok(());
            }
        }
    }

    /// Lets chance and the opponents act until the learner is to decide or the game is over.
    fn play_on(&self, cell: &mut Cell<G::State>) -> Result<(), PlayerFault> {
        let seats = self.game.spec().seats();
        while let Turn::Seat(seat) = cell.state.roll_to_decision(&mut cell.dice)
            && seat != cell.learner
        {
            let place = (seat.index() + seats - cell.learner.index() - 1) % seats;
            let (opponent, rng) = &mut cell.opponents[place];
            let action = opponent.ask(&cell.state, seat, rng).map_err(|fault| opponent.fault(seat, fault))?;
            cell.play(seat, action)?;
        }
        Ok(())
    }

    /// Answers the learner's decision, or starts the next game if the last one is over.
    fn step(&self, cell: &mut Cell<G::State>, action: ActionId, row: Row<'_>) -> Result<(), PlayerFault> {
        (*row.reward, *row.finished, *row.illegal) = (0.0, 0, 0);
        if cell.over {
            self.start(cell)?;
        } else {
            let mut legal = ActionSet::new();
            cell.state.legal(&mut legal);
            if legal.contains(action) {
                cell.play(cell.learner, action)?;
                self.play_on(cell)?;
                cell.over = cell.state.turn() == Turn::Over;
                *row.reward = if cell.over { cell.state.scores()[cell.learner] } else { 0.0 };
            } else {
                cell.over = true;
                *row.illegal = 1;
                *row.reward = self.game.spec().score_bounds.0;
            }
            *row.finished = u8::from(cell.over);
            if cell.over && self.settings.same_step {
                cell.state.observe(cell.learner, self.settings.layout, row.last_observation);
                self.start(cell)?;
            }
        }
        self.show(cell, row);
        Ok(())
    }

    /// Writes what the learner sees.
    fn show(&self, cell: &Cell<G::State>, row: Row<'_>) {
        *row.seat = cell.learner.0;
        cell.state.observe(cell.learner, self.settings.layout, row.observation);
        let mut legal = ActionSet::new();
        if !cell.over {
            cell.state.legal(&mut legal);
        }
        legal.write_mask(row.mask);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::testing::kuhn::{Kuhn, KuhnState, PASS};
    use hoyle_core::{Game, RandomPlayer};
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Counts what it is shown.
    struct Watcher(Arc<AtomicU32>);

    impl Player<KuhnState> for Watcher {
        fn choose(&mut self, view: View<'_, KuhnState>, rng: &mut Rng) -> ActionId {
            RandomPlayer.choose(view, rng)
        }

        fn watches(&self) -> bool {
            true
        }

        fn watch(&mut self, before: View<'_, KuhnState>, after: View<'_, KuhnState>, _: &mut Rng) {
            assert_eq!((before.seat(), after.seat(), before.turn()), (Seat(1), Seat(1), Turn::Seat(Seat(0))));
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn an_opponent_who_watches_is_shown_what_the_learner_does() {
        let kuhn = Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap();
        let layout = LayoutId(0);
        let width = kuhn.spec().layout(layout).len();
        let settings = SoloSettings { games: 1, layout, seat: Some(Seat(0)), same_step: true, parallel: false };
        let shown = Arc::new(AtomicU32::new(0));
        let watcher = |_| {
            let player = Box::new(Watcher(Arc::clone(&shown)));
            Ok::<_, std::convert::Infallible>(Opponent::Player { name: "watcher".to_owned(), player })
        };
        let Ok(mut solo) = Solo::new(kuhn, settings, watcher);
        let (mut observations, mut last) = (vec![0.0; width], vec![0.0; width]);
        let (mut masks, mut seats, mut rewards, mut finished, mut illegal) = ([0; 2], [0], [0.0], [0], [0]);
        for step in 0..=20u32 {
            let rows = SoloRows {
                observations: &mut observations,
                masks: &mut masks,
                seats: &mut seats,
                rewards: &mut rewards,
                finished: &mut finished,
                illegal: &mut illegal,
                last_observations: &mut last,
            };
            if step == 0 {
                solo.reset(Some(4), rows).unwrap();
            } else {
                solo.step(&[PASS], rows).unwrap();
            }
            assert_eq!(shown.load(Ordering::Relaxed), step, "each action of the learner is shown once");
        }
    }
}
