//! Many games in step: everything that is to be decided by one network is decided at once.

use super::config::TrainConfig;
use super::facts::{Apart, InsightTargets};
use crate::hands::HiddenCard;
use crate::heads::Lesson;
use crate::network::{Architecture, Engine, Rows};
use crate::player::{Runner, draw, shares};
use crate::weights::Weights;
use hoyle_core::prelude::*;
use hoyle_core::{
    ActionId, ActionSet, BotError, FileAccess, Game, Player, Rng, Scores, Seat, State, Turn, UnseenCards, View,
};
use hoyle_search::{Counterfactuals, Insight};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Who decides for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatAgent {
    /// A network of the list, whose decisions are remembered.
    Learner(usize),
    /// A network of the list.
    Net(usize),
    /// A scripted player by name.
    Scripted(String),
}

/// An episode: a game that is to be played.
#[derive(Clone, Debug)]
pub struct Episode<G> {
    /// The game.
    pub game: G,
    /// Its luck: all of it, that of networks and players too.
    pub rng: Rng,
    /// Who sits where.
    pub seats: Vec<SeatAgent>,
    /// A scripted player that is asked what it would do at every decision of a learner, and whether that is then played.
    pub teacher: Option<(String, bool)>,
    /// Where players that are files may be.
    pub files: FileAccess,
}

/// The decisions of one seat in one game.
#[derive(Clone, Debug, Default)]
pub struct Trajectory {
    /// What it saw each time, and what it could do: rows of those that are [kept](Games::rows).
    pub rows: Vec<u32>,
    /// Which candidate it chose.
    pub chosen: Vec<u16>,
    /// The logarithm of the probability of that.
    pub log_probs: Vec<f32>,
    /// Which one a teacher would have chosen; empty if there is none.
    pub taught: Vec<u16>,
    /// What it thought everybody's chances to be, from itself on, decision by decision.
    pub values: Vec<f32>,
    /// What everybody got in the end, from itself on: shares of 1, so the whole for who wins alone.
    pub result: Vec<f32>,
    /// By how much it was ahead.
    pub margin: f32,
    /// How many decisions were made, by anybody, up to each of its own and with it.
    pub clock: Vec<u32>,
    /// How many there were in all.
    pub length: u32,
    /// What some of them teach heads that stand apart, in order, with the number of the decision.
    pub apart: Vec<(u32, Apart)>,
}

impl Trajectory {
    /// How many decisions there are.
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }
}

/// What a seat saw while another decided.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The row of those that are [kept](Games::rows).
    pub row: u32,
    /// Whose view it is.
    pub seat: usize,
    /// How many decisions were made, by anybody, up to this one and with it.
    pub clock: u32,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Who sat where.
    pub seats: Vec<SeatAgent>,
    /// What everybody got, seat by seat: shares of 1, so the whole for who wins alone.
    pub result: Vec<f32>,
    /// What the game ended with.
    pub scores: Scores,
    /// By how much everybody was ahead in the end, seat by seat.
    pub margins: Vec<f32>,
    /// How many decisions were made.
    pub length: u32,
    /// What the learners did.
    pub trajectories: Vec<Trajectory>,
    /// What others saw while learners decided.
    pub watched: Vec<Watched>,
    /// All that happened, chance too.
    pub actions: Vec<ActionId>,
}

/// Games that were played by one thread.
#[derive(Debug)]
pub struct Games<R> {
    /// The games in the order of their numbers.
    pub played: Vec<Played>,
    /// What the learners saw.
    pub rows: R,
}

/// A scripted player that cannot be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("player `{player}`: {error}")]
pub struct BrokenPlayer {
    /// Its name.
    pub player: String,
    /// Why it cannot be made.
    pub error: BotError,
}

/// Who plays at a seat.
enum Seated<G: Game> {
    /// A network of the list, with its decisions if they are remembered.
    Net {
        net: usize,
        trajectory: Option<Box<Trajectory>>,
    },
    Scripted(Scripted<G>),
}

type Scripted<G> = Box<dyn Player<<G as Game>::State>>;

/// A game that is being played.
struct Env<G: Game, A> {
    number: usize,
    state: G::State,
    rng: Rng,
    seats: Vec<SeatAgent>,
    players: Vec<Seated<G>>,
    teacher: Option<(Scripted<G>, bool)>,
    clock: u32,
    watched: Vec<Watched>,
    actions: Vec<ActionId>,
    /// Of what is asked beside the game: it changes nothing of how that goes.
    aside: Rng,
    /// The network that was asked, and the row of its batch.
    asked: Option<(usize, usize)>,
    /// The kind of network that plays.
    kind: PhantomData<A>,
}

/// Something that goes on until it must ask, together with others.
pub(super) trait InStep {
    /// Whom they ask.
    type Desk;

    /// Goes on until something must be asked, and asks it; false if it is over.
    fn advance(&mut self, desk: &mut Self::Desk) -> bool;
}

/// Goes through all of a list to their ends, `width` at a time: where one is over, the next takes its place. When each has asked,
/// `answer` answers all that are open, or tells that it is to end now by false.
pub(super) fn in_step<E: InStep, X>(
    width: usize,
    mut waiting: impl Iterator<Item = Result<E, X>>,
    desk: &mut E::Desk,
    mut answer: impl FnMut(&mut E::Desk, &mut [E]) -> bool,
) -> Result<Vec<E>, X> {
    let mut done = Vec::new();
    let mut open: Vec<E> = waiting.by_ref().take(width).collect::<Result<_, _>>()?;
    while !open.is_empty() {
        let mut n = 0;
        while n < open.len() {
            if open[n].advance(desk) {
                n += 1;
                continue;
            }
            done.push(match waiting.next().transpose()? {
                Some(next) => std::mem::replace(&mut open[n], next),
                None => open.remove(n),
            });
        }
        if !answer(desk, &mut open) {
            break;
        }
    }
    Ok(done)
}

/// What games need while they are played.
struct Desk<A: Architecture> {
    runners: Vec<Runner<A>>,
    legal: ActionSet,
    /// What the learners saw.
    kept: A::Rows,
    how: PlayHow,
    apart: Option<AskApart<A>>,
}

/// Finds out what decisions teach heads that stand apart.
pub(crate) struct AskApart<A: Architecture> {
    runner: Runner<A>,
    unseen: UnseenCards,
    held: Vec<u8>,
    /// At which share of decisions counterfactual positions are evaluated, and at which what hidden hands hold is kept.
    insight_share: f32,
    belief_share: f32,
}

impl<A: Architecture> AskApart<A> {
    /// For a network with these numbers; none if it has no such heads.
    pub fn new(net: &Arc<A>, weights: &Arc<Weights>, config: &TrainConfig) -> Option<Self> {
        let share =
            |lesson, share| if net.heads().iter().any(|head| head.head().lesson == lesson) { share } else { 0.0 };
        let insight_share = share(Lesson::Insight, config.insight_share);
        let belief_share = share(Lesson::Hands, config.belief_share);
        let runner = Runner::new(Engine::new(net.clone(), weights.clone()).plain());
        let (unseen, held) = Default::default();
        (insight_share + belief_share > 0.0).then_some(Self { runner, unseen, held, insight_share, belief_share })
    }

    /// What a decision of a seat teaches, at as many decisions as is wanted. The position stands as it was decided in; `row` is the last of
    /// `rows`, and gets what hidden hands may hold.
    pub fn ask<S: State>(&mut self, state: &S, seat: Seat, rows: &mut A::Rows, rng: &mut Rng) -> Apart {
        let mut apart = Apart::default();
        let row = rows.len() - 1;
        if rng.unit() < self.insight_share {
            let found = Insight::of_state(state, &mut self.runner, &COUNTERFACTUALS, rng);
            // Networks always answer, and it is the seat's turn.
            if let Ok(Some(found)) = found {
                let entities = rows.entities(row);
                apart.insight = Some(InsightTargets::new(&found, rows.actions(row), entities));
            }
        }
        if rng.unit() < self.belief_share {
            let view = View::new(state, seat);
            self.runner.net().encode_unseen(view, &mut self.unseen, rows);
            state.held(seat, &mut self.held);
            apart.hands = HiddenCard::all(&self.unseen.cards, &self.held);
        }
        apart
    }
}

/// How much is asked about a position that heads are taught by.
const COUNTERFACTUALS: Counterfactuals = Counterfactuals { exact: 6, rolls: 2, pairs: 16, determinizations: 1 };

/// How networks play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayHow {
    /// With 0 they play what they find best, otherwise they draw.
    pub temperature: f32,
    /// At which share of the learners' decisions another seat's view is kept.
    pub watch: f32,
}

/// Plays games to their ends, `envs` at a time. `apart` is asked what the learners' decisions teach beside what comes of the games.
/// When `stop` becomes true, what is not played yet is left. A scripted player that cannot be made ends it.
pub(crate) fn play<G: Game, A: Architecture>(
    runners: Vec<Runner<A>>,
    episodes: Vec<Episode<G>>,
    envs: usize,
    how: PlayHow,
    apart: Option<AskApart<A>>,
    stop: &AtomicBool,
) -> Result<Games<A::Rows>, BrokenPlayer> {
    let mut desk = Desk { runners, legal: ActionSet::new(), kept: A::Rows::default(), how, apart };
    let waiting = episodes.into_iter().enumerate().map(Env::<G, A>::new);
    let mut done = in_step(envs, waiting, &mut desk, |desk, open| {
        desk.runners.iter_mut().filter(|runner| !runner.rows().is_empty()).for_each(Runner::infer);
        open.iter_mut().for_each(|env| env.answer(desk));
        desk.runners.iter_mut().for_each(Runner::clear);
        !stop.load(Ordering::Relaxed)
    })?;
    done.sort_unstable_by_key(|env| env.number);
    Ok(Games { played: done.into_iter().map(Env::finish).collect(), rows: desk.kept })
}

impl<G: Game, A: Architecture> InStep for Env<G, A> {
    type Desk = Desk<A>;

    fn advance(&mut self, Desk { runners, legal, .. }: &mut Desk<A>) -> bool {
        loop {
            match self.state.turn() {
                Turn::Over => return false,
                Turn::Chance => {
                    let rolled = self.state.roll(&mut self.rng);
                    self.actions.push(rolled);
                }
                Turn::Seat(seat) => {
                    self.state.legal(legal);
                    self.clock += u32::from(legal.len() > 1);
                    let view = View::new(&self.state, seat);
                    let action = match &mut self.players[seat.index()] {
                        _ if legal.len() == 1 => legal.first().unwrap_or(ActionId(0)),
                        Seated::Scripted(player) => player.choose(view, &mut self.rng),
                        Seated::Net { net, .. } => {
                            let runner = &mut runners[*net];
                            self.asked = Some((*net, runner.rows().len()));
                            runner.push(view, legal);
                            return true;
                        }
                    };
                    self.play(action);
                }
            }
        }
    }
}

impl<G: Game, A: Architecture> Env<G, A> {
    fn new((number, episode): (usize, Episode<G>)) -> Result<Self, BrokenPlayer> {
        let Episode { game, rng, seats, teacher, files } = episode;
        let made = |name: &str| {
            game.bot_with_files(name, &[], &files).map_err(|error| BrokenPlayer { player: name.to_owned(), error })
        };
        let teacher = teacher.map(|(name, plays)| Ok((made(&name)?, plays))).transpose()?;
        let players = seats.iter().map(|agent| match agent {
            SeatAgent::Learner(net) => Ok(Seated::Net { net: *net, trajectory: Some(Box::default()) }),
            SeatAgent::Net(net) => Ok(Seated::Net { net: *net, trajectory: None }),
            SeatAgent::Scripted(name) => Ok(Seated::Scripted(made(name)?)),
        });
        Ok(Self {
            number,
            state: game.start(),
            aside: aside(&rng),
            rng,
            players: players.collect::<Result<_, _>>()?,
            teacher,
            seats,
            clock: 0,
            watched: Vec::new(),
            actions: Vec::new(),
            asked: None,
            kind: PhantomData,
        })
    }

    /// Plays what the network says.
    fn answer(&mut self, Desk { runners, kept, legal, how, apart }: &mut Desk<A>) {
        let (Some((net, row)), Turn::Seat(seat)) = (self.asked.take(), self.state.turn()) else { return };
        let runner = &mut runners[net];
        let logits = runner.output().logits(row);
        let mut place = draw(logits, how.temperature, &mut self.rng);
        let mut trajectory = match &mut self.players[seat.index()] {
            Seated::Net { trajectory, .. } => trajectory.as_deref_mut(),
            Seated::Scripted(_) => None,
        };
        let taught = self.teacher.as_mut().filter(|_| trajectory.is_some()).map(|(teacher, plays)| {
            let action = teacher.choose(View::new(&self.state, seat), &mut self.rng);
            let taught = runner.rows().actions(row).iter().position(|&other| other == action.0).unwrap_or(place);
            if *plays {
                place = taught;
            }
            taught
        });
        if let Some(trajectory) = &mut trajectory {
            trajectory.rows.push(kept.len() as u32);
            kept.append(runner.rows(), row);
            trajectory.chosen.push(place as u16);
            trajectory.taught.extend(taught.map(|place| place as u16));
            trajectory.log_probs.push(log_prob(logits, place));
            trajectory.values.extend_from_slice(runner.output().values(row));
            trajectory.clock.push(self.clock);
            if let Some(apart) = apart {
                let taught = apart.ask(&self.state, seat, kept, &mut self.aside);
                if taught.is_some() {
                    trajectory.apart.push((trajectory.chosen.len() as u32 - 1, taught));
                }
            }
            if how.watch > 0.0 && self.rng.unit() < how.watch {
                let seats = self.state.spec().seats();
                let other = (seat.index() + 1 + self.rng.below(seats as u32 - 1) as usize) % seats;
                self.watched.push(Watched { row: kept.len() as u32, seat: other, clock: self.clock });
                legal.clear();
                runner.keep(View::new(&self.state, Seat(other as u8)), legal, kept);
            }
        }
        self.play(ActionId(runner.rows().actions(row)[place]));
    }

    fn play(&mut self, action: ActionId) {
        self.actions.push(action);
        self.state.play_unchecked(action);
    }

    fn finish(self) -> Played {
        let scores = self.state.scores();
        let seats = scores.as_slice().len();
        let result = shares(self.state.spec(), &scores);
        let margins = self.state.score_margins();
        let trajectories = self.players.into_iter().enumerate().filter_map(|(seat, player)| {
            let Seated::Net { trajectory: Some(mut trajectory), .. } = player else { return None };
            if trajectory.is_empty() {
                return None;
            }
            trajectory.result = (0..seats).map(|n| result[(seat + n) % seats]).collect();
            trajectory.margin = margins.as_slice()[seat];
            trajectory.length = self.clock;
            Some(*trajectory)
        });
        let trajectories = trajectories.collect();
        Played {
            trajectories,
            watched: self.watched,
            seats: self.seats,
            result,
            margins: margins.as_slice().to_vec(),
            length: self.clock,
            scores,
            actions: self.actions,
        }
    }
}

/// The luck of what is asked beside a game with this luck.
pub(super) fn aside(rng: &Rng) -> Rng {
    Rng::stream(rng.clone().bits(), 1)
}

/// The logarithm of the probability of a candidate.
fn log_prob(logits: &[f32], place: usize) -> f32 {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits[place] - most - logits.iter().map(|logit| (logit - most).exp()).sum::<f32>().ln()
}
