//! One game being played: the position, what led to it, the way back and the way forward again.

use crate::prelude::*;
use crate::{ActionId, ActionSet, Game, IllegalAction, Rng, Scores, Seat, State, Turn};
use std::ops::Range;

/// The most positions of the past that a table keeps; most games have fewer.
const MOST_KEPT: usize = 1024;

/// A game in progress with its history.
///
/// A game is its setup and its list of actions. Some positions on the way are kept beside the list, so that looking back and
/// going back take little replaying, however long the game is.
///
/// ```
/// use hoyle_core::testing::kuhn::Kuhn;
/// use hoyle_core::prelude::*;
/// use hoyle_core::{Rng, Table};
///
/// let mut table = Table::new(Kuhn::new(Kuhn::preset("standard").unwrap())?);
/// let dealt = table.roll(&mut Rng::new(7));
/// table.undo_to(0);
/// assert_eq!((table.history().len(), table.redo()), (0, Some(dealt)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    game: G,
    state: G::State,
    /// The actions played, and after them those that were taken back.
    line: Vec<(Turn, ActionId)>,
    /// How many actions of the line are played.
    plies: usize,
    /// The line as it was before another action replaced one that was taken back.
    replaced: Option<Vec<(Turn, ActionId)>>,
    /// The positions before every `stride`-th action; the first is the start.
    kept: Vec<G::State>,
    stride: usize,
    most_kept: usize,
}

impl<G: Game> Table<G> {
    /// A table at the start of a game.
    pub fn new(game: G) -> Self {
        Self::from_position(game, game.start())
    }

    /// A table set up at a position of the game: its history begins there.
    pub fn from_position(game: G, start: G::State) -> Self {
        let state = start.clone();
        let (line, kept) = (Vec::new(), vec![start]);
        Self { game, state, line, plies: 0, replaced: None, kept, stride: 1, most_kept: MOST_KEPT }
    }

    /// The game that is played.
    pub fn game(&self) -> G {
        self.game
    }

    /// The position before the history.
    pub fn start(&self) -> &G::State {
        &self.kept[0]
    }

    /// The present position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Who did what so far.
    pub fn history(&self) -> &[(Turn, ActionId)] {
        &self.line[..self.plies]
    }

    /// What was taken back and can be played again with [`redo`](Self::redo), in the order in which it was played.
    pub fn undone(&self) -> &[(Turn, ActionId)] {
        &self.line[self.plies..]
    }

    /// Plays an action or chance outcome; an error changes nothing. If it is another one than was taken back here, what was
    /// taken back cannot be redone any more; see [`take_replaced`](Self::take_replaced).
    pub fn play(&mut self, action: ActionId) -> Result<(), IllegalAction> {
        let turn = self.state.turn();
        let before = self.before();
        self.state.play(action)?;
        self.note(turn, action, before);
        Ok(())
    }

    /// Samples the next chance action and plays it.
    pub fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let before = self.before();
        let outcome = self.state.roll(rng);
        self.note(Turn::Chance, outcome, before);
        outcome
    }

    /// Plays the first action that was taken back once more, and tells which it was; none if there is none.
    pub fn redo(&mut self) -> Option<ActionId> {
        let &(turn, action) = self.undone().first()?;
        let before = self.before();
        self.state.play_unchecked(action);
        self.note(turn, action, before);
        Some(action)
    }

    /// The present position, if it is one of those that are kept.
    fn before(&self) -> Option<G::State> {
        (self.plies > 0 && self.plies.is_multiple_of(self.stride)).then(|| self.state.clone())
    }

    fn note(&mut self, turn: Turn, action: ActionId, before: Option<G::State>) {
        if let Some(before) = before {
            self.kept.push(before);
            if self.kept.len() > self.most_kept {
                let mut number = 0;
                self.kept.retain(|_| {
                    number += 1;
                    number % 2 == 1
                });
                self.stride *= 2;
            }
        }
        if self.line.get(self.plies) != Some(&(turn, action)) {
            if self.plies < self.line.len() {
                self.replaced = Some(self.line.clone());
                self.line.truncate(self.plies);
            }
            self.line.push((turn, action));
        }
        self.plies += 1;
        debug_assert_length(&self.state, self.plies);
    }

    /// Goes back to the position after the first `plies` actions; nothing changes if there are no more than that.
    pub fn undo_to(&mut self, plies: usize) {
        if plies < self.plies {
            self.state = self.position(plies);
            self.kept.truncate(plies.div_ceil(self.stride).max(1));
            self.plies = plies;
        }
    }

    /// The game as it went before actions were taken back and others were played in their place. It is given once.
    pub fn take_replaced(&mut self) -> Option<Self> {
        let line = self.replaced.take()?;
        let mut table = Self::from_position(self.game, self.start().clone());
        table.line = line;
        while table.redo().is_some() {}
        Some(table)
    }

    /// The position after the first `plies` actions, which must not be more than were played.
    fn position(&self, plies: usize) -> G::State {
        let nearest = (plies / self.stride).min(self.kept.len() - 1);
        let mut state = self.kept[nearest].clone();
        self.line[nearest * self.stride..plies].iter().for_each(|&(_, action)| state.play_unchecked(action));
        state
    }

    /// Calls `f` with the number of each of these actions, the position that it was played in, and the action, in their order.
    ///
    /// # Panics
    /// If not so many were played.
    pub fn walk(&self, plies: Range<usize>, mut f: impl FnMut(usize, &G::State, ActionId)) {
        assert!(plies.end <= self.plies, "there is no action {}", plies.end.saturating_sub(1));
        if plies.is_empty() {
            return;
        }
        let mut state = self.position(plies.start);
        for ply in plies {
            let (_, action) = self.line[ply];
            f(ply, &state, action);
            state.play_unchecked(action);
        }
    }
}

/// Plays a game to its end, and gives the scores: chance is sampled, and `choose` answers for every seat with an action that
/// is legal. Both draw from `rng`.
///
/// ```
/// use hoyle_core::testing::kuhn::Kuhn;
/// use hoyle_core::prelude::*;
/// use hoyle_core::{RandomPlayer, Rng, View, play_out};
///
/// let game = Kuhn::new(Kuhn::preset("standard").unwrap())?;
/// let scores = play_out(&mut game.start(), &mut Rng::new(7), |state, seat, rng| {
///     RandomPlayer.choose(View::new(state, seat), rng)
/// });
/// assert_eq!(scores.as_slice().iter().sum::<f32>(), 0.0);
/// # Ok::<(), hoyle_core::InvalidOption>(())
/// ```
#[inline]
pub fn play_out<S: Play>(
    state: &mut S,
    rng: &mut Rng,
    mut choose: impl FnMut(&S, Seat, &mut Rng) -> ActionId,
) -> Scores {
    let mut played = 0;
    loop {
        match state.turn() {
            Turn::Over => return state.scores(),
            Turn::Chance => {
                state.roll(rng);
            }
            Turn::Seat(seat) => {
                let action = choose(state, seat, rng);
                state.play_unchecked(action);
            }
        }
        played += 1;
        debug_assert_length(state, played);
    }
}

/// Plays uniformly random actions to the end and gives the scores: the plainest rollout. Allocates nothing.
#[inline]
pub fn random_rollout<S: State>(state: &mut S, rng: &mut Rng) -> Scores {
    let mut legal = ActionSet::new();
    play_out(state, rng, |state, _, rng| {
        state.legal(&mut legal);
        legal.random(rng)
    })
}

/// In debug builds, panics if a game has gone on for more actions than its spec says that any game can.
#[inline]
fn debug_assert_length<S: Play>(state: &S, played: usize) {
    debug_assert!(
        played <= state.spec().length_bound,
        "{} actions were played; no game of {} has more than {}",
        played,
        state.spec().name,
        state.spec().length_bound
    );
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use super::*;
    use crate::testing::kuhn::{Kuhn, Options};

    /// A table that keeps few positions, at the end of a game, and all positions of the game.
    fn played() -> (Table<Kuhn>, Vec<<Kuhn as Game>::State>) {
        let game = Kuhn::new(Options { cards: 9, forced: false }).expect("a game");
        let mut table = Table { most_kept: 2, ..Table::new(game) };
        let (mut all, mut rng, mut legal) = (Vec::new(), Rng::new(3), ActionSet::new());
        loop {
            all.push(table.state().clone());
            match table.state().turn() {
                Turn::Over => return (table, all),
                Turn::Chance => drop(table.roll(&mut rng)),
                Turn::Seat(_) => {
                    table.state().legal(&mut legal);
                    table.play(legal.random(&mut rng)).expect("legal");
                }
            }
        }
    }

    #[test]
    fn few_positions_tell_the_whole_past() {
        let (mut table, all) = played();
        let plies = all.len() - 1;
        assert!(plies > 3 && table.kept.len() <= 2, "{} of {plies}", table.kept.len());
        for from in 0..=plies {
            let mut walked = from;
            table.walk(from..plies, |ply, state, action| {
                assert_eq!((ply, state, action), (walked, &all[ply], table.history()[ply].1));
                walked += 1;
            });
            assert_eq!(walked, plies);
        }
        for to in (0..=plies).rev() {
            table.undo_to(to);
            assert_eq!((table.state(), table.history().len(), table.undone().len()), (&all[to], to, plies - to));
        }
        for (to, position) in all.iter().enumerate().skip(1) {
            assert!(table.redo().is_some());
            assert_eq!((table.state(), table.history().len()), (position, to));
        }
        assert!(table.redo().is_none() && table.take_replaced().is_none());
    }

    #[test]
    fn another_action_replaces_what_was_taken_back() {
        let (mut table, all) = played();
        let whole = table.history().to_vec();
        let ply = whole.iter().position(|(turn, _)| matches!(turn, Turn::Seat(_))).expect("a decision");
        table.undo_to(ply);
        let mut legal = ActionSet::new();
        table.state().legal(&mut legal);
        let other = legal.iter().find(|&action| action != whole[ply].1).expect("a choice");
        table.play(whole[ply].1).expect("legal");
        assert_eq!(table.undone(), &whole[ply + 1..], "the same action leaves the others to be redone");
        table.undo_to(ply);
        table.play(other).expect("legal");
        assert!(table.undone().is_empty());
        let before = table.take_replaced().expect("something was replaced");
        assert_eq!((before.history(), before.state()), (&whole[..], all.last().expect("positions")));
        assert!(table.take_replaced().is_none(), "it is given once");
    }
}
