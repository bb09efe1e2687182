//! The policies: each a few lines on top of the one loop. Budgets, threads, worlds and the reuse of trees.

use crate::beliefs::{BeliefSource, Beliefs};
use crate::evaluate::{Evaluator, EvaluatorError};
use crate::findings::{Choosing, Findings};
use crate::halving::Gumbel;
use crate::mode::{self, Minding, Mode, Standing};
use crate::prune::{self, Appraise, OneStep, PruneBy, Pruning};
use crate::search::{Leaf, Others, Search};
use crate::select::Rule;
use crate::tree::Tree;
use hoyle_core::{ActionId, ActionSet, Rng, State, Turn, View};
use rand_distr::{Distribution, Gamma};
use std::fmt;
use std::time::{Duration, Instant};

/// How a search chooses what to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Single-observer information-set search: one tree, a new deal for every descent.
    Ismcts {
        /// How much is tried out.
        k: f32,
    },
    /// The same by an evaluator's probabilities.
    Puct {
        /// How much is tried out at first.
        first: f32,
        /// In how many visits that grows.
        base: f32,
        /// Noise at the root, for self-play.
        noise: Option<RootNoise>,
    },
    /// Sequential halving at the root and the improved policy below.
    Gumbel(Gumbel),
    /// Perfect-information search in several worlds, each for itself; the results are added up.
    Pimc {
        /// How many worlds.
        worlds: u32,
        /// How much is tried out.
        k: f32,
    },
    /// No search: what the evaluator finds most probable.
    Raw,
}

/// Dirichlet noise in the probabilities of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootNoise {
    /// How much of the probability is noise.
    pub share: f32,
    /// The noise is spread more evenly the larger this is; AlphaZero took about 10 divided by the number of actions.
    pub alpha: f32,
}

impl Method {
    /// Information-set search with the usual constant.
    pub const ISMCTS: Self = Self::Ismcts { k: 0.7 };
    /// AlphaZero's constants, without noise.
    pub const PUCT: Self = Self::Puct { first: 1.25, base: 19652.0, noise: None };
    /// The paper's constants.
    pub const GUMBEL: Self = Self::Gumbel(Gumbel::PAPER);
    /// Perfect-information search in so many worlds as is usual.
    pub const PIMC: Self = Self::Pimc { worlds: 20, k: 0.7 };

    fn rule(self) -> Rule {
        match self {
            Self::Ismcts { k } | Self::Pimc { k, .. } => Rule::Ucb { k },
            Self::Puct { first, base, .. } => Rule::Puct { first, base },
            Self::Gumbel(how) => Rule::Gumbel(how.sigma),
            Self::Raw => Rule::Puct { first: 1.25, base: 19652.0 },
        }
    }

    fn choosing(self) -> Choosing {
        match self {
            Self::Gumbel(how) => Choosing::Halving(how.sigma),
            Self::Raw => Choosing::Prior,
            _ => Choosing::Visits,
        }
    }

    /// Whether what is known below an action can be used for the next decision.
    fn can_reuse(self) -> bool {
        matches!(self, Self::Ismcts { .. } | Self::Puct { .. })
    }
}

/// When a search ends: at the first of these that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many descents, those of all threads together. What a tree that is used again already has counts.
    pub simulations: u32,
    /// How long.
    pub time: Option<Duration>,
    /// How many nodes the tree of a thread may have. When it is full the search goes on without growing it.
    pub nodes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { simulations: 500, time: None, nodes: 4_000_000 }
    }
}

/// All that can be set about a search, but for its evaluator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How it chooses what to look at.
    pub method: Method,
    /// When it ends.
    pub budget: Budget,
    /// How the other seats are taken to choose. Perfect-information search takes them to see everything.
    pub others: Others,
    /// How many leaves are asked about at once.
    pub leaves: usize,
    /// How many threads search, each a tree of its own.
    pub threads: usize,
    /// Whether the tree is used again for the next decision of the same turn.
    pub reuse: bool,
    /// Candidates below this share of the best are dropped: by the evaluator's probabilities if the method uses them,
    /// otherwise by the game's estimate. 0 drops none.
    pub prune: f32,
    /// How many candidates of the root are kept at most; 0 keeps all. Perfect-information search keeps all.
    pub keep: usize,
    /// By what those are chosen.
    pub prune_by: PruneBy,
    /// Where beliefs about hidden hands are from.
    pub beliefs: BeliefSource,
    /// Whether it works otherwise where it is winning or desperate.
    pub minding: Minding,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::ISMCTS,
            budget: Budget::default(),
            others: Others::Best,
            leaves: 1,
            threads: 1,
            reuse: true,
            prune: 0.0,
            keep: 0,
            prune_by: PruneBy::Prior,
            beliefs: BeliefSource::Count,
            minding: Minding::Off,
        }
    }
}

/// A search that can be run again and again: it keeps its memory, and within a turn its tree.
pub struct Searcher<S: State> {
    settings: Settings,
    workers: Vec<Worker<S>>,
    /// What the next view says if nothing but the seat's own last action has happened, and that action.
    expected: Option<(String, ActionId)>,
    legal: ActionSet,
    deadline: Option<Instant>,
    beliefs: Beliefs,
    tilts: Vec<f32>,
    /// The mode of the position that is searched, if anybody minds.
    mode: Option<Mode>,
    /// How it stands where somebody asked, and what is known there.
    standing: Option<(String, Standing)>,
}

/// What one thread has.
struct Worker<S: State> {
    search: Search<S>,
    evaluator: Box<dyn Evaluator<S>>,
    leaves: Vec<Leaf<S>>,
    rng: Rng,
    /// The world in which all descents are made, if not each in its own.
    world: Option<S>,
    /// What was found in the worlds before this one.
    before: Option<Findings>,
    /// Whether the root has had its noise.
    noisy: bool,
    /// Whether the candidates of the root were thinned out.
    thinned: bool,
}

impl<S: State> Searcher<S> {
    /// A search with these settings; `evaluator` is called once for each thread.
    pub fn new(settings: Settings, mut evaluator: impl FnMut() -> Box<dyn Evaluator<S>>) -> Self {
        let Ok(searcher) = Self::try_new(settings, || Ok::<_, std::convert::Infallible>(evaluator()));
        searcher
    }

    /// A search with these settings; `evaluator` is called once for each thread, until it fails.
    pub fn try_new<E>(
        settings: Settings,
        mut evaluator: impl FnMut() -> Result<Box<dyn Evaluator<S>>, E>,
    ) -> Result<Self, E> {
        let rule = settings.method.rule();
        let worker = |_| {
            let mut search = Search::new(rule).with_most_nodes(settings.budget.nodes.max(2));
            if !matches!(settings.method, Method::Pimc { .. }) {
                search = search.with_others(settings.others);
            }
            if settings.prune > 0.0 && settings.prune_by == PruneBy::Prior {
                let by_estimate = !rule.uses_priors();
                search = search.with_pruning(match by_estimate {
                    true => Pruning::by(settings.prune, OneStep::default()),
                    false => Pruning::by_probability(settings.prune),
                });
            }
            let (leaves, rng) = (Vec::new(), Rng::new(0));
            Ok(Worker {
                search,
                evaluator: evaluator()?,
                leaves,
                rng,
                world: None,
                before: None,
                noisy: false,
                thinned: false,
            })
        };
        let workers = (0..settings.threads.max(1)).map(worker).collect::<Result<_, E>>()?;
        let beliefs = Beliefs::new(settings.beliefs);
        let (legal, tilts) = (ActionSet::new(), Vec::new());
        let (mode, standing) = (None, None);
        Ok(Self { settings, workers, expected: None, legal, deadline: None, beliefs, tilts, mode, standing })
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Searches until the budget is used up, or until an evaluator fails.
    ///
    /// # Panics
    /// If it is not the turn of the view's seat.
    pub fn search(&mut self, view: View<'_, S>, rng: &mut Rng) -> Result<Findings, EvaluatorError> {
        self.begin(view, rng)?;
        self.go_on(view, self.settings.budget.simulations)
    }

    /// Searches in steps: `watch` is told what was found after ever longer searches, and may end it by answering false.
    ///
    /// # Panics
    /// If it is not the turn of the view's seat.
    pub fn search_watched(
        &mut self,
        view: View<'_, S>,
        rng: &mut Rng,
        mut watch: impl FnMut(&Self, &Findings) -> bool,
    ) -> Result<Findings, EvaluatorError> {
        self.begin(view, rng)?;
        let mut until = self.settings.budget.simulations.min(64);
        loop {
            let findings = self.go_on(view, until)?;
            let done = until >= self.settings.budget.simulations || self.is_late();
            if done || !watch(self, &findings) {
                return Ok(findings);
            }
            until = until.saturating_mul(2).min(self.settings.budget.simulations);
        }
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn begin(&mut self, view: View<'_, S>, rng: &mut Rng) -> Result<(), EvaluatorError> {
        assert_eq!(view.turn(), Turn::Seat(view.seat()), "a search needs a decision of its seat");
        view.legal(&mut self.legal);
        self.deadline = self.settings.budget.time.map(|time| Instant::now() + time);
        let known = self.expected.take().filter(|(info, _)| *info == info_text(view)).map(|(_, action)| action);
        let seed = rng.bits();
        for (index, worker) in self.workers.iter_mut().enumerate() {
            worker.rng = Rng::stream(seed, index as u64);
            worker.before = None;
            worker.world = None;
            (worker.noisy, worker.thinned) = (false, false);
            if !known.is_some_and(|action| worker.search.advance(action)) {
                worker.search.begin(view);
            }
        }
        if let Method::Gumbel(how) = self.settings.method {
            // Every thread has the same noise: they look at the same few actions.
            let noise = Rng::stream(seed, u64::MAX);
            let each = self.settings.budget.simulations / self.workers.len() as u32;
            for worker in &mut self.workers {
                worker.search.halve(&self.legal, how, each.max(1), &mut noise.clone());
            }
        }
        self.believe(view)?;
        self.mode = match self.settings.minding {
            Minding::Off => None,
            Minding::Auto => {
                let Worker { search, evaluator, .. } = &mut self.workers[0];
                // What it stands like is asked with luck of its own: a mode that changes nothing leaves the search as it is.
                let mut luck = Rng::stream(seed, u64::MAX - 1);
                let value = mode::value(view, |rng| search.deal(view, rng), &mut **evaluator, &mut luck)?;
                Some(Mode::of(value, 0.0, view.spec().seats()))
            }
        };
        self.workers.iter_mut().for_each(|worker| worker.search.work(self.mode.unwrap_or(Mode::Even)));
        Ok(())
    }

    /// Tells the searches what is believed of hidden hands.
    fn believe(&mut self, view: View<'_, S>) -> Result<(), EvaluatorError> {
        self.beliefs.tilts(view, &mut *self.workers[0].evaluator, &mut self.tilts)?;
        self.workers.iter_mut().for_each(|worker| worker.search.believe(&self.tilts));
        Ok(())
    }

    /// Learns from what another seat did; see [`Player::watch`](hoyle_core::Player::watch). Nothing happens unless beliefs are from watching.
    pub fn watch(&mut self, before: View<'_, S>, after: View<'_, S>, rng: &mut Rng) {
        self.beliefs.watch(before, after, &mut *self.workers[0].evaluator, rng);
    }

    /// Finds out how it stands, for an [`analysis`](crate::analysis()) of this very view: how far the value depends on the next draw, and which
    /// draws turn the game. What a search has found stays as it is.
    ///
    /// # Panics
    /// If it is not the turn of the view's seat.
    pub fn stand(&mut self, view: View<'_, S>, rng: &mut Rng) -> Result<&Standing, EvaluatorError> {
        assert_eq!(view.turn(), Turn::Seat(view.seat()), "a search needs a decision of its seat");
        self.believe(view)?;
        let Worker { search, evaluator, .. } = &mut self.workers[0];
        let standing = mode::standing(view, |rng| search.deal(view, rng), &mut **evaluator, rng)?;
        Ok(&self.standing.insert((info_text(view), standing)).1)
    }

    /// Replaces `out` by what each legal action of the view's seat is worth, in ascending order of ids, as candidates are chosen by
    /// [`PruneBy::Impact`]: only differences tell anything.
    ///
    /// # Panics
    /// If it is not the turn of the view's seat.
    pub fn impacts(&mut self, view: View<'_, S>, rng: &mut Rng, out: &mut Vec<f32>) -> Result<(), EvaluatorError> {
        assert_eq!(view.turn(), Turn::Seat(view.seat()), "a search needs a decision of its seat");
        view.legal(&mut self.legal);
        let Worker { search, evaluator, .. } = &mut self.workers[0];
        search.begin(view);
        self.expected = None;
        prune::impacts(view, &self.legal, |rng| view.determinize(rng), &mut **evaluator, rng, out)
    }

    /// How it stands for the seat of a view, if that was [found out](Self::stand).
    pub fn standing(&self, view: View<'_, S>) -> Option<&Standing> {
        let (_, standing) = self.standing.as_ref().filter(|(info, _)| *info == info_text(view))?;
        Some(standing)
    }

    /// The mode of the position that is searched; none if the search does not mind.
    pub fn mode(&self) -> Option<Mode> {
        self.mode
    }

    /// A position dealt from a view by what is believed, as the last search dealt them.
    pub fn deal(&self, view: View<'_, S>, rng: &mut Rng) -> S {
        self.workers[0].search.deal(view, rng)
    }

    /// Searches on until so many descents were made.
    fn go_on(&mut self, view: View<'_, S>, simulations: u32) -> Result<Findings, EvaluatorError> {
        let (settings, legal, deadline) = (self.settings, self.legal.clone(), self.deadline);
        let each = simulations.div_ceil(self.workers.len() as u32);
        let run = |worker: &mut Worker<S>| worker.run(view, &settings, each, deadline, &legal);
        let run = &run;
        let (first, rest) = self.workers.split_first_mut().expect("there is at least one worker");
        std::thread::scope(|scope| {
            let others: Vec<_> = rest.iter_mut().map(|worker| scope.spawn(move || run(worker))).collect();
            let mine = run(first);
            others.into_iter().fold(mine, |findings, other| match other.join() {
                Ok(more) => Ok(findings?.join(more?)),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })
    }

    /// Tells the search what was played after it thought about `view`, so that the tree can be used for the next decision
    /// if it follows at once.
    pub fn played(&mut self, view: View<'_, S>, action: ActionId, rng: &mut Rng) {
        self.expected = None;
        if self.settings.reuse && self.settings.method.can_reuse() {
            let mut after = view.determinize(rng);
            after.play_unchecked(action);
            if after.turn() == Turn::Seat(view.seat()) {
                self.expected = Some((info_text(View::new(&after, view.seat())), action));
            }
        }
    }

    /// Whether the tree can be used for the next decision, if nothing else happens before.
    pub fn expects_more(&self) -> bool {
        self.expected.is_some()
    }

    /// Forgets what was expected: another game begins.
    pub fn forget(&mut self) {
        self.expected = None;
        self.beliefs.forget();
    }

    /// The evaluator of the first thread, to be asked about other positions.
    pub fn evaluator(&mut self) -> &mut dyn Evaluator<S> {
        &mut *self.workers[0].evaluator
    }

    /// The search of the first thread: its tree has the lines that were looked at.
    pub fn first(&self) -> &Search<S> {
        &self.workers[0].search
    }
}

impl<S: State> Worker<S> {
    fn run(
        &mut self,
        view: View<'_, S>,
        settings: &Settings,
        simulations: u32,
        deadline: Option<Instant>,
        legal: &ActionSet,
    ) -> Result<Findings, EvaluatorError> {
        let how = settings.method.choosing();
        match settings.method {
            Method::Pimc { worlds, .. } => self.worlds(view, settings, simulations, deadline, legal, worlds.max(1)),
            Method::Raw => {
                self.evaluate_root(view)?;
                Ok(Findings::of(&self.search, legal, how))
            }
            Method::Puct { noise: Some(noise), .. } => {
                self.evaluate_root(view)?;
                if !std::mem::replace(&mut self.noisy, true) {
                    let drawn = dirichlet(noise.alpha, legal.len(), &mut self.rng);
                    self.search.mix(noise.share, drawn);
                }
                self.thin(view, settings, legal)?;
                self.descend(view, settings.leaves, simulations, deadline)?;
                Ok(Findings::of(&self.search, legal, how))
            }
            Method::Ismcts { .. } | Method::Puct { .. } | Method::Gumbel(_) => {
                self.thin(view, settings, legal)?;
                self.descend(view, settings.leaves, simulations, deadline)?;
                Ok(Findings::of(&self.search, legal, how))
            }
        }
    }

    /// Searches one world after the other until so many descents were made in all, or it is late. A world gets its share
    /// of the descents, or of the time.
    fn worlds(
        &mut self,
        view: View<'_, S>,
        settings: &Settings,
        simulations: u32,
        deadline: Option<Instant>,
        legal: &ActionSet,
        worlds: u32,
    ) -> Result<Findings, EvaluatorError> {
        let each = (settings.budget.simulations / settings.threads.max(1) as u32 / worlds).max(1);
        let slice = settings.budget.time.map(|time| time / worlds);
        let (tilts, mode) = (self.search.tilts().to_vec(), self.search.mode());
        loop {
            self.search.begin(view);
            self.search.believe(&tilts);
            self.search.work(mode);
            self.world = Some(self.search.deal(view, &mut self.rng));
            let end = slice.zip(deadline).map(|(slice, deadline)| (Instant::now() + slice).min(deadline));
            self.descend(view, settings.leaves, each, end)?;
            let mut found = Findings::of(&self.search, legal, settings.method.choosing());
            found.worlds = 1;
            let all = match self.before.take() {
                Some(before) => before.join(found),
                None => found,
            };
            self.before = Some(all.clone());
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late || all.simulations >= simulations {
                return Ok(all);
            }
        }
    }

    fn evaluate_root(&mut self, view: View<'_, S>) -> Result<(), EvaluatorError> {
        if self.search.wants_root() { self.batch(view, 1) } else { Ok(()) }
    }

    /// Drops all candidates of the root but the best, if that is wanted and was not done yet.
    fn thin(&mut self, view: View<'_, S>, settings: &Settings, legal: &ActionSet) -> Result<(), EvaluatorError> {
        if settings.keep == 0 || std::mem::replace(&mut self.thinned, true) {
            return Ok(());
        }
        self.evaluate_root(view)?;
        let mut numbers = Vec::new();
        if settings.prune_by == PruneBy::Impact {
            let search = &self.search;
            let deal = |rng: &mut Rng| search.deal(view, rng);
            prune::impacts(view, legal, deal, &mut *self.evaluator, &mut self.rng, &mut numbers)?;
        } else if self.search.rule().uses_priors() {
            let tree = self.search.tree();
            let prior = |action| tree.find(Tree::ROOT, action).map_or(0.0, |edge| tree.edge(edge).prior);
            numbers.extend(legal.iter().map(prior));
        } else {
            OneStep::default().appraise(view, legal, &mut numbers);
        }
        self.search.keep_only(legal, &prune::best(legal, &numbers, settings.keep));
        Ok(())
    }

    /// Makes descents until the search has so many, or it is late. At least one batch is made, so that there is an answer.
    fn descend(
        &mut self,
        view: View<'_, S>,
        leaves: usize,
        simulations: u32,
        deadline: Option<Instant>,
    ) -> Result<(), EvaluatorError> {
        self.evaluate_root(view)?;
        while self.search.simulations() < simulations {
            let left = (simulations - self.search.simulations()) as usize;
            self.batch(view, leaves.clamp(1, left))?;
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
        }
        Ok(())
    }

    /// Asks about some leaves, and is told.
    fn batch(&mut self, view: View<'_, S>, leaves: usize) -> Result<(), EvaluatorError> {
        while self.leaves.len() < leaves {
            // Room only: it must not take numbers that a search with room would not take.
            self.leaves.push(Leaf::new(view.determinize(&mut Rng::new(0))));
        }
        let leaves = &mut self.leaves[..leaves];
        for leaf in leaves.iter_mut() {
            match &self.world {
                Some(world) => self.search.gather_in(world, &mut self.rng, leaf),
                None => self.search.gather(view, &mut self.rng, leaf),
            }
        }
        self.evaluator.evaluate(leaves, &mut self.rng)?;
        for leaf in leaves.iter() {
            self.search.apply(leaf);
        }
        Ok(())
    }
}

impl<S: State> fmt::Debug for Searcher<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("settings", &self.settings).finish_non_exhaustive()
    }
}

fn info_text<S: State>(view: View<'_, S>) -> String {
    let mut text = String::new();
    view.information_state(&mut text);
    text
}

/// Numbers from 0 to 1 that add up to 1, of a symmetric Dirichlet distribution.
fn dirichlet(alpha: f32, n: usize, rng: &mut Rng) -> Vec<f32> {
    let even = vec![1.0 / n.max(1) as f32; n];
    let Ok(gamma) = Gamma::new(alpha, 1.0) else { return even };
    let drawn: Vec<f32> = (0..n).map(|_| gamma.sample(rng)).collect();
    let sum: f32 = drawn.iter().sum();
    if sum > 0.0 && sum.is_finite() { drawn.iter().map(|x| x / sum).collect() } else { even }
}
