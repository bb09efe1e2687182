//! Who takes part, and how a player is asked: directly, or on a thread of its own.

use crate::ask::{answer, guarded};
use crate::{Fault, begin, watch};
use hoyle_core::{ActionId, Player, Rng, Seat, State, View};
use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// How long a player may take to be made where moves are limited: it may have to read a large file.
const MAKING: Duration = Duration::from_secs(60);
/// How many threads of one entrant may hang before it is not asked any more.
const MAX_HANGING: usize = 4;

type Make<S> = dyn Fn() -> Result<Box<dyn Player<S>>, String> + Send + Sync;

/// Somebody who takes part in a match: a name, and how to make the player.
///
/// Each thread makes its own players, one per seat, and tells them when a game begins. A player that panics when it is made has
/// lost the game, like one that answers illegally; one that [cannot be made](Self::fallible) or [has no answer](Player::try_choose)
/// ends the match with an error.
pub struct Entrant<S> {
    name: String,
    make: Arc<Make<S>>,
    sees_all: bool,
    /// The threads that were left behind; those that still run can be upgraded.
    left: Mutex<Vec<Weak<()>>>,
}

impl<S: State> Entrant<S> {
    /// An entrant whose players are made like this.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Player<S>> + Send + Sync + 'static) -> Self {
        Self::fallible(name, move || Ok(make()))
    }

    /// An entrant whose players may fail to be made, as where they are read from a file. The text says why.
    pub fn fallible(
        name: impl Into<String>,
        make: impl Fn() -> Result<Box<dyn Player<S>>, String> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(make), sees_all: false, left: Mutex::default() }
    }

    /// The same, knowing everything that is hidden: see [`View::sees_all`](hoyle_core::View::sees_all). It is no honest player; it tells how much
    /// knowledge is worth to one.
    #[must_use]
    pub fn that_sees_all(mut self) -> Self {
        self.sees_all = true;
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A new player of this entrant. With a limit it is asked on a thread of its own, otherwise directly.
    pub(crate) fn make_player(&self, limit: Option<Duration>) -> Result<PlayerSlot<S>, Unmade> {
        match limit {
            None => {
                let player = make(&*self.make)?;
                let watches = guarded(|| player.watches()).map_err(Unmade::Fault)?;
                Ok(PlayerSlot::Direct(DirectPlayer {
                    player,
                    watch: Stopwatch::default(),
                    sees_all: self.sees_all,
                    watches,
                }))
            }
            Some(limit) => Ok(PlayerSlot::Threaded(ThreadedPlayer::start(self, limit)?)),
        }
    }

    /// How many threads that were left behind still run.
    fn hanging(&self) -> usize {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.retain(|thread| thread.strong_count() > 0);
        left.len()
    }

    /// Gives up a player that did not answer.
    pub(crate) fn leave(&self, slot: PlayerSlot<S>) {
        if let PlayerSlot::Threaded(threaded) = slot {
            self.left.lock().unwrap_or_else(PoisonError::into_inner).push(threaded.alive);
        }
    }
}

impl<S> fmt::Debug for Entrant<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({})", self.name)
    }
}

/// Why there is no player.
pub(crate) enum Unmade {
    /// It panicked or took too long: the game is lost.
    Fault(Fault),
    /// What it is made of is not there, in words.
    Failed(String),
}

fn make<S: State>(make: &Make<S>) -> Result<Box<dyn Player<S>>, Unmade> {
    guarded(make).map_err(Unmade::Fault)?.map_err(Unmade::Failed)
}

/// A player that can be asked.
pub(crate) enum PlayerSlot<S> {
    /// On the thread that plays the game.
    Direct(DirectPlayer<S>),
    /// On a thread of its own, which is left behind if it does not answer in time.
    Threaded(ThreadedPlayer<S>),
}

/// A player on the thread that plays the game.
pub(crate) struct DirectPlayer<S> {
    player: Box<dyn Player<S>>,
    watch: Stopwatch,
    sees_all: bool,
    watches: bool,
}

impl<S: State> PlayerSlot<S> {
    /// Tells the player that a game begins.
    pub(crate) fn begin(&mut self) -> Result<(), Fault> {
        match self {
            Self::Direct(direct) => begin(&mut *direct.player),
            Self::Threaded(threaded) => threaded.begin(),
        }
    }

    /// Whether the player is to be shown what others do.
    pub(crate) fn watches(&self) -> bool {
        match self {
            Self::Direct(direct) => direct.watches,
            Self::Threaded(threaded) => threaded.watches,
        }
    }

    /// Shows the player of a seat what another seat did, and tells how many seconds it took.
    pub(crate) fn watch(&mut self, before: &S, after: &S, seat: Seat, rng: &mut Rng) -> (Result<(), Fault>, f64) {
        match self {
            Self::Direct(DirectPlayer { player, sees_all, .. }) => {
                let began = Instant::now();
                let seen = |state| view(state, seat, *sees_all);
                let shown = watch(seen(before), seen(after), &mut **player, rng);
                (shown, began.elapsed().as_secs_f64())
            }
            Self::Threaded(threaded) => threaded.watch(before, after, seat, rng),
        }
    }

    /// Asks the player, and tells how many seconds it took.
    pub(crate) fn ask(&mut self, state: &S, seat: Seat, rng: &mut Rng) -> (Result<ActionId, Fault>, f64) {
        match self {
            Self::Direct(DirectPlayer { player, watch, sees_all, .. }) => {
                let view = view(state, seat, *sees_all);
                watch.time(|| answer(state, || player.try_choose(view, rng)))
            }
            Self::Threaded(threaded) => threaded.ask(state, seat, rng),
        }
    }
}

/// What a player is asked by.
fn view<S: State>(state: &S, seat: Seat, sees_all: bool) -> View<'_, S> {
    if sees_all { View::sees_all(state, seat) } else { View::new(state, seat) }
}

/// Times moves. Of a player that needs less than a microsecond, only one move in sixteen is timed, and the others count as its
/// mean of late: looking at the clock takes as long as such a move.
pub(crate) struct Stopwatch {
    mean: f64,
    /// How many moves are not timed before the next one is.
    skip: u32,
}

/// Slow until it is known better, which takes some two hundred moves.
impl Default for Stopwatch {
    fn default() -> Self {
        Self { mean: 1.0, skip: 0 }
    }
}

impl Stopwatch {
    const EACH: u32 = 16;
    const QUICK: f64 = 1e-6;

    /// Runs something, and tells how many seconds it took.
    fn time<T>(&mut self, run: impl FnOnce() -> T) -> (T, f64) {
        if self.skip > 0 {
            self.skip -= 1;
            return (run(), self.mean);
        }
        let began = Instant::now();
        let result = run();
        let seconds = began.elapsed().as_secs_f64();
        self.mean += (seconds - self.mean) / f64::from(Self::EACH);
        if self.mean < Self::QUICK {
            self.skip = Self::EACH - 1;
        }
        (result, seconds)
    }
}

/// The way to a player on a thread of its own.
pub(crate) struct ThreadedPlayer<S> {
    orders: Sender<Order<S>>,
    answers: Receiver<Answer>,
    limit: Duration,
    watches: bool,
    /// Can be upgraded while the thread runs.
    alive: Weak<()>,
}

enum Order<S> {
    Begin,
    Choose(Box<(S, Seat, Rng)>),
    Watch(Box<(S, S, Seat, Rng)>),
}

enum Answer {
    /// Whether the player watches.
    Made(Result<bool, Unmade>),
    Begun(Result<(), Fault>),
    Chosen(Result<ActionId, Fault>, Rng, f64),
    Watched(Result<(), Fault>, Rng, f64),
}

impl<S: State> ThreadedPlayer<S> {
    fn start(entrant: &Entrant<S>, limit: Duration) -> Result<Self, Unmade> {
        let hanging = entrant.hanging();
        if hanging >= MAX_HANGING {
            return Err(Unmade::Fault(Fault::Hanging(hanging)));
        }
        let (orders, inbox) = channel();
        let (outbox, answers) = channel();
        let (make, running, sees_all) = (Arc::clone(&entrant.make), Arc::new(()), entrant.sees_all);
        let alive = Arc::downgrade(&running);
        let started = std::thread::Builder::new().spawn(move || {
            serve(&*make, sees_all, &inbox, &outbox);
            drop(running);
        });
        started.map_err(|e| Unmade::Fault(Fault::Panicked(format!("the system gave no thread: {e}"))))?;
        let threaded = Self { orders, answers, limit, watches: false, alive };
        match threaded.answers.recv_timeout(MAKING.max(limit)) {
            Ok(Answer::Made(made)) => made.map(|watches| Self { watches, ..threaded }),
            _ => {
                let fault = Fault::TimedOut(MAKING.max(limit));
                entrant.leave(PlayerSlot::Threaded(threaded));
                Err(Unmade::Fault(fault))
            }
        }
    }

    fn begin(&self) -> Result<(), Fault> {
        match self.exchange(Order::Begin)? {
            Answer::Begun(begun) => begun,
            Answer::Made(_) | Answer::Chosen(..) | Answer::Watched(..) => Err(gone()),
        }
    }

    fn ask(&self, state: &S, seat: Seat, rng: &mut Rng) -> (Result<ActionId, Fault>, f64) {
        match self.exchange(Order::Choose(Box::new((state.clone(), seat, rng.clone())))) {
            Ok(Answer::Chosen(answer, after, seconds)) => {
                *rng = after;
                (answer, seconds)
            }
            Ok(_) => (Err(gone()), 0.0),
            Err(fault) => (Err(fault), self.limit.as_secs_f64()),
        }
    }

    fn watch(&self, before: &S, after: &S, seat: Seat, rng: &mut Rng) -> (Result<(), Fault>, f64) {
        match self.exchange(Order::Watch(Box::new((before.clone(), after.clone(), seat, rng.clone())))) {
            Ok(Answer::Watched(shown, later, seconds)) => {
                *rng = later;
                (shown, seconds)
            }
            Ok(_) => (Err(gone()), 0.0),
            Err(fault) => (Err(fault), self.limit.as_secs_f64()),
        }
    }

    fn exchange(&self, order: Order<S>) -> Result<Answer, Fault> {
        self.orders.send(order).map_err(|_| gone())?;
        self.answers.recv_timeout(self.limit).map_err(|problem| match problem {
            RecvTimeoutError::Timeout => Fault::TimedOut(self.limit),
            RecvTimeoutError::Disconnected => gone(),
        })
    }
}

fn gone() -> Fault {
    Fault::Panicked("its thread ended".to_owned())
}

/// The life of a player on its own thread: until nobody asks any more.
fn serve<S: State>(how: &Make<S>, sees_all: bool, orders: &Receiver<Order<S>>, answers: &Sender<Answer>) {
    let made = make(how).and_then(|player| {
        let watches = guarded(|| player.watches()).map_err(Unmade::Fault)?;
        Ok((player, watches))
    });
    let (mut player, watches) = match made {
        Ok(made) => made,
        Err(unmade) => return drop(answers.send(Answer::Made(Err(unmade)))),
    };
    let mut heard = answers.send(Answer::Made(Ok(watches))).is_ok();
    while let (true, Ok(order)) = (heard, orders.recv()) {
        let answer = match order {
            Order::Begin => Answer::Begun(begin(&mut *player)),
            Order::Choose(question) => {
                let (state, seat, mut rng) = *question;
                let began = Instant::now();
                let view = view(&state, seat, sees_all);
                let answer = answer(&state, || player.try_choose(view, &mut rng));
                Answer::Chosen(answer, rng, began.elapsed().as_secs_f64())
            }
            Order::Watch(seen) => {
                let (before, after, seat, mut rng) = *seen;
                let began = Instant::now();
                let view = |state| view(state, seat, sees_all);
                let shown = watch(view(&before), view(&after), &mut *player, &mut rng);
                Answer::Watched(shown, rng, began.elapsed().as_secs_f64())
            }
        };
        heard = answers.send(answer).is_ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_moves_are_all_timed_and_quick_ones_now_and_then() {
        let mut watch = Stopwatch::default();
        for _ in 0..5 {
            let (_, seconds) = watch.time(|| std::thread::sleep(Duration::from_millis(2)));
            assert!(seconds >= 0.002);
        }
        assert_eq!(watch.skip, 0);
        let mut quick = Stopwatch { mean: 1e-7, skip: 0 };
        // Whatever happens on a busy machine, a move that is not timed counts as the mean.
        quick.time(|| ());
        if quick.skip > 0 {
            assert_eq!(quick.time(|| std::thread::sleep(Duration::from_millis(2))).1, quick.mean);
        }
    }
}
