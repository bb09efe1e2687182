//! One game of a run: played from start to end, with every position checked on the way.

use super::position::Position;
use super::statistics::Fit;
use super::twins::Twin;
use super::{Check, Failure, Kit, Seen};
use crate::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::checks::thoroughly;
use crate::{ActionId, ActionSet, Game, Outcomes, Player, Rng, State, Table, Turn, View, replay, save};

/// A game under way.
pub(super) struct Walk<'a, G: Game> {
    kit: &'a Kit<G>,
    number: u64,
    table: Table<G>,
    rng: Rng,
    players: Vec<Box<dyn Player<G::State>>>,
    /// Copies that were read back from a file somewhere on the way and have played along since.
    copies: Vec<(Check, G::State)>,
    /// A game beside this one that a seat cannot tell from it.
    twin: Option<Twin<G>>,
    seen: Seen,
}

impl<'a, G: Game> Walk<'a, G> {
    /// Plays a game of the run. A panic on the way is a failure like any other, with its game and ply.
    pub(super) fn run(kit: &'a Kit<G>, number: u64) -> Result<Seen, Failure> {
        let mut walk = Self::new(kit, number);
        // The walk is only asked for its ply afterwards, which a panic cannot have left half done.
        match catch_unwind(AssertUnwindSafe(|| walk.play_through())) {
            Ok(outcome) => outcome.map(|()| walk.seen),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
                walk.fail(Check::Panic, format!("panicked: {text}"))
            }
        }
    }

    fn new(kit: &'a Kit<G>, number: u64) -> Self {
        let mut rng = Rng::stream(kit.seed, number);
        // A twin costs as much as all other checks together: half of the games have one. Where nothing is hidden, none.
        let twin = kit.wants(Check::Twins) && !kit.game.spec().perfect_information && rng.below(2) == 0;
        Self {
            kit,
            number,
            table: Table::new(kit.game),
            players: Vec::new(),
            copies: Vec::new(),
            twin: twin.then(|| {
                let other = kit.twin.filter(|_| rng.below(2) == 0);
                Twin::new(kit.game, other, &mut rng)
            }),
            rng,
            seen: Seen { positions: 0, fit: Fit::default(), determinized: super::Pairs::default(), pairs: 0 },
        }
    }

    fn play_through(&mut self) -> Result<(), Failure> {
        self.seat_players()?;
        let bound = self.kit.game.spec().length_bound;
        loop {
            self.check_position()?;
            match self.table.state().turn() {
                Turn::Over => break,
                _ if self.table.history().len() >= bound => {
                    // Without an end there is nothing more to see, whether or not this check is asked for.
                    let wanted = self.kit.wants(Check::Length);
                    return if wanted {
                        self.fail(Check::Length, format!("not over after {bound} actions"))
                    } else {
                        Ok(())
                    };
                }
                Turn::Chance => self.check_roll()?,
                Turn::Seat(_) => {}
            }
            let action = self.choose()?;
            self.play(action)?;
        }
        if self.kit.wants(Check::Replay) {
            self.check_replay()?;
        }
        Ok(())
    }

    fn fail<T>(&self, check: Check, what: impl Into<String>) -> Result<T, Failure> {
        Err(Failure { check, game: self.number, ply: self.table.history().len(), what: what.into() })
    }

    /// Every other game is played by scripted players, each by another mixture of them.
    fn seat_players(&mut self) -> Result<(), Failure> {
        let bots = G::bots();
        let bots = if self.number % 2 == 1 || self.kit.wants(Check::Bots) { bots } else { &[] };
        let mut players = Vec::new();
        for bot in bots {
            match self.kit.game.bot(bot.name, &[]) {
                Ok(player) => players.push(player),
                Err(error) if self.kit.wants(Check::Bots) => {
                    return self.fail(Check::Bots, format!("player `{}`: {error}", bot.name));
                }
                Err(_) => {}
            }
        }
        if self.number % 2 == 1 && !players.is_empty() {
            let count = players.len();
            players.rotate_left(self.number as usize / 2 % count);
            self.players = players;
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<ActionId, Failure> {
        let state = self.table.state();
        let Turn::Seat(seat) = state.turn() else {
            return Ok(state.clone().roll(&mut self.rng));
        };
        let mut legal = ActionSet::new();
        state.legal(&mut legal);
        if legal.is_empty() {
            return self.fail(Check::Legal, "a seat's turn without a legal action");
        }
        let players = self.players.len();
        let choice = match self.players.get_mut(seat.index() % players.max(1)) {
            Some(player) => player.choose(View::new(state, seat), &mut self.rng),
            None => legal.random(&mut self.rng),
        };
        if legal.contains(choice) {
            return Ok(choice);
        }
        if self.kit.wants(Check::Bots) {
            return self.fail(Check::Bots, format!("a scripted player chose the illegal action {choice}"));
        }
        Ok(legal.random(&mut self.rng))
    }

    fn play(&mut self, action: ActionId) -> Result<(), Failure> {
        let ply = self.table.history().len();
        let fork = (self.rng.below(8) == 0).then(|| self.table.state().clone());
        let before = self.twin.as_ref().map(|_| self.table.state().clone());
        // The game itself, not what is tried beside it: that would double the time of a run.
        if let Err(error) = thoroughly(|| self.table.play(action)) {
            return self.fail(Check::Legal, error.to_string());
        }
        for (check, copy) in &mut self.copies {
            copy.play_unchecked(action);
            if !same(copy, self.table.state()) {
                let what = format!("a copy that was read from a file differs after action {action}");
                return Err(Failure { check: *check, game: self.number, ply, what });
            }
        }
        if let Some(before) = fork {
            self.fork(before, action)?;
        }
        if let (Some(twin), Some(before)) = (&mut self.twin, before) {
            let followed = twin.follow(&before, action, self.table.state(), &mut self.rng);
            return followed.or_else(|what| self.fail(Check::Twins, what));
        }
        Ok(())
    }

    /// Reads the position before the last action from a file; the copy plays along until the next fork.
    fn fork(&mut self, before: G::State, action: ActionId) -> Result<(), Failure> {
        let game = self.kit.game;
        self.copies.clear();
        for check in [Check::Json, Check::Binary].into_iter().filter(|&check| self.kit.wants(check)) {
            let copy = match check {
                Check::Json => save::from_json(&game, &save::to_json(&game, &before)),
                _ => save::from_bytes(&game, &save::to_bytes(&before)),
            };
            match copy {
                Ok(mut copy) => {
                    copy.play_unchecked(action);
                    self.copies.push((check, copy));
                }
                Err(error) => return self.fail(check, error.to_string()),
            }
        }
        Ok(())
    }

    fn check_position(&mut self) -> Result<(), Failure> {
        self.seen.positions += 1;
        let position = Position::new(self.kit.game, self.table.state(), &mut self.rng);
        let checked = position.check(&self.kit.checks, &mut self.rng, &mut self.seen.determinized);
        checked.or_else(|(check, what)| self.fail(check, what))?;
        // Comparing costs as much as all other checks together.
        let Some(twin) = self.twin.as_ref().filter(|twin| twin.differs(self.table.state())) else { return Ok(()) };
        if self.rng.below(4) > 0 {
            return Ok(());
        }
        self.seen.pairs += 1;
        twin.compare(self.table.state(), &mut self.rng).or_else(|what| self.fail(Check::Twins, what))
    }

    fn check_roll(&mut self) -> Result<(), Failure> {
        if !self.kit.wants(Check::Roll) {
            return Ok(());
        }
        let state = self.table.state();
        let mut outcomes = Outcomes::new();
        state.outcomes(&mut outcomes);
        // Enough samples to see a bias at one position now and then; a few at all others, for what they play.
        let samples = if self.rng.below(64) == 0 { (20 * outcomes.len() as u64).clamp(200, 4000) } else { 2 };
        let mut counts = vec![0u64; outcomes.len()];
        for _ in 0..samples {
            let mut rolled = state.clone();
            let told = rolled.roll(&mut self.rng);
            let Some(place) = outcomes.iter().position(|(id, _)| id == told) else {
                return self.fail(Check::Roll, format!("`roll` gave {told}, which `outcomes` does not list"));
            };
            counts[place] += 1;
            let mut played = state.clone();
            played.play_unchecked(told);
            if !same(&rolled, &played) {
                return self.fail(Check::Roll, format!("`roll` told {told}, but played something else"));
            }
        }
        let expected = |weight: u32| f64::from(weight) * samples as f64 / outcomes.total() as f64;
        let fit = Fit::of(counts.into_iter().zip(outcomes.iter()).map(|(n, (_, weight))| (n, expected(weight))));
        if !fit.is_plausible() {
            return self.fail(Check::Roll, format!("`roll` does not fit `outcomes`: {fit}"));
        }
        if samples > 2 {
            self.seen.fit.merge(&fit);
        }
        Ok(())
    }

    fn check_replay(&mut self) -> Result<(), Failure> {
        let seats = vec!["someone".to_owned(); self.kit.game.spec().seats()];
        let text = replay::write(&self.table, &seats, Some(self.kit.seed));
        match replay::verify::<G>(&text) {
            Err(error) => self.fail(Check::Replay, error.to_string()),
            Ok(read) if save::hash(read.table.state()) != save::hash(self.table.state()) => {
                self.fail(Check::Replay, "the replay ends in another position")
            }
            Ok(_) => Ok(()),
        }
    }
}

/// Whether two positions are the same, by their own word and as files.
pub(super) fn same<S: State>(a: &S, b: &S) -> bool {
    a == b && save::to_bytes(a) == save::to_bytes(b) && a.scores() == b.scores()
}
