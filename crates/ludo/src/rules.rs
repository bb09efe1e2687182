//! What rolls and moves do.

use crate::board::{GOAL, HOME, TokenSet};
use crate::options::{Attempts, End, ExtraSix, Finished, OccupiedSafe, Pass, Release, Stack, ThirdSix};
use crate::state::{LudoState, PASS};
use hoyle_core::{ActionId, ActionSet, Outcomes, Play, Rng, Scores, Seat, Spec, Turn};

/// Whom a token meets on a square, and how that ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// No enemy is there.
    Nobody,
    /// Both stay.
    Coexists,
    /// The arriving token goes home.
    MoverDies,
    /// These tokens of this colour go home.
    Captures(u8, TokenSet),
}

/// What a move did, as far as it matters for the rest of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moved {
    captured: bool,
    finished: bool,
}

impl Play for LudoState {
    #[inline]
    fn spec(&self) -> &'static Spec {
        &self.rules().spec
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.over {
            Turn::Over
        } else if self.roll == 0 {
            Turn::Chance
        } else {
            Turn::Seat(self.rules.seats[self.mover as usize].unwrap_or(Seat(0)))
        }
    }

    #[inline]
    fn legal(&self, out: &mut ActionSet) {
        let waiting = !self.over && self.roll > 0;
        let actions = if self.movable > 0 { u64::from(self.movable) } else { 1 << PASS.0 };
        out.set_bits(if waiting { actions } else { 0 });
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
        crate::invariants::check(self);
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
        crate::invariants::check(self);
        outcome
    }

    /// The winner gets 1 and the others share -1; with a ranking, places are spread evenly from 1 to -1. Players who
    /// have no place when the game is broken off share what is left.
    fn scores(&self) -> Scores {
        let rules = self.rules();
        let players = rules.options.players as usize;
        let mut scores = Scores::zero(players);
        if !self.over {
            return scores;
        }
        let value = |place: usize| match rules.options.end {
            End::First if place == 0 => 1.0,
            End::First => -1.0 / (players - 1) as f32,
            End::Ranking | End::All => 1.0 - 2.0 * place as f32 / (players - 1) as f32,
        };
        let taken = self.finished as usize;
        let rest = (taken..players).map(value).sum::<f32>() / (players - taken).max(1) as f32;
        for (seat, &colour) in rules.colours.iter().enumerate() {
            let place = self.ranking().iter().position(|&c| c == colour);
            // With no place taken the rest is 0 by symmetry; adding up leaves a rounding error.
            scores[Seat(seat as u8)] = place.map_or(if taken == 0 { 0.0 } else { rest }, value);
        }
        scores
    }
}

impl LudoState {
    /// How a token of `mover` fares on its square `square`: the first enemy in turn order that is there decides.
    #[inline]
    pub(crate) fn meeting(&self, mover: u8, square: u8, release: bool) -> Meeting {
        if square == HOME {
            return Meeting::Nobody;
        }
        let rules = self.rules();
        for k in 1..=3 {
            let colour = (mover + k) % 4;
            let enemies = TokenSet::on(self.tokens(colour), rules.tables.frame(k as usize, square));
            if enemies.is_empty() {
                continue;
            }
            if rules.tables.shelters(k as usize, square) {
                return match rules.options.occupied_safe {
                    OccupiedSafe::MoverDies => Meeting::MoverDies,
                    OccupiedSafe::Coexist | OccupiedSafe::Illegal => Meeting::Coexists,
                };
            }
            let sweeps = release && rules.options.release == Release::Sweep;
            if !enemies.is_stack() || sweeps || rules.options.stack == Stack::Captured {
                return Meeting::Captures(colour, enemies);
            }
            return Meeting::MoverDies;
        }
        Meeting::Nobody
    }

    /// Moves a token of the mover by the present roll.
    #[inline]
    pub(crate) fn move_token(&mut self, token: u8) -> Moved {
        let (mover, token) = (self.mover as usize, token as usize);
        let from = self.tokens[mover][token];
        let step = self.rules().tables.move_of(self.roll, from);
        self.tokens[mover][token] = step.to;
        let mut captured = false;
        let mut release = from == HOME;
        for met in step.meets {
            match self.meeting(self.mover, met, release) {
                Meeting::Nobody | Meeting::Coexists => {}
                Meeting::MoverDies => self.tokens[mover][token] = HOME,
                Meeting::Captures(colour, enemies) => {
                    captured = true;
                    self.tokens[colour as usize] = enemies.sent_home(self.tokens(colour));
                }
            }
            release = false;
        }
        Moved { captured, finished: self.tokens[mover][token] == GOAL }
    }

    /// Which tokens the mover can move with the present roll, one bit each.
    #[inline]
    pub(crate) fn movable_tokens(&self) -> u8 {
        let rules = self.rules();
        if self.is_void() {
            return 0;
        }
        let movable = rules.tables.movable[self.roll as usize];
        let mut tokens = 0;
        for (i, square) in self.tokens(self.mover).into_iter().enumerate() {
            tokens |= ((movable >> square & 1) as u8) << i;
        }
        tokens &= (1 << rules.options.tokens) - 1;
        if rules.can_obstruct {
            for (i, square) in self.tokens(self.mover).into_iter().enumerate() {
                if tokens >> i & 1 == 1 && self.is_obstructed(self.mover, square, self.roll) {
                    tokens &= !(1 << i);
                }
            }
        }
        tokens
    }

    /// Whether the present roll is a third six that does not count.
    #[inline]
    fn is_void(&self) -> bool {
        self.sixes >= 3 && self.rules().options.third_six == ThirdSix::Void
    }

    /// Whether other tokens forbid the move of `mover`'s token on this square: a blockade on the way or at its end, or
    /// a safe enemy where that may not be joined.
    pub(crate) fn is_obstructed(&self, mover: u8, from: u8, roll: u8) -> bool {
        let rules = self.rules();
        let step = rules.tables.move_of(roll, from);
        let ends = step.meets.into_iter().filter(|&met| met != 0);
        let blocked = |square: u8| {
            (1..=3).any(|k| {
                let enemies = TokenSet::on(self.tokens((mover + k) % 4), rules.tables.frame(k as usize, square));
                enemies.is_stack()
            })
        };
        let occupied = |square: u8| {
            (1..=3).any(|k| {
                let enemies = TokenSet::on(self.tokens((mover + k) % 4), rules.tables.frame(k as usize, square));
                !enemies.is_empty() && rules.tables.shelters(k as usize, square)
            })
        };
        let way = if from == HOME { 1..=1 } else { from + 1..=(from + roll).min(GOAL) };
        let blockade = rules.options.stack == Stack::Blockade && way.chain(ends.clone()).any(blocked);
        blockade || (rules.options.occupied_safe == OccupiedSafe::Illegal && ends.clone().any(occupied))
    }

    /// The dice show `roll`.
    #[inline]
    pub(crate) fn throw(&mut self, roll: u8) {
        self.roll = roll;
        self.rolls += 1;
        self.sixes = if roll == 6 { self.sixes.saturating_add(1) } else { 0 };
        self.movable = self.movable_tokens();
        if self.movable == 0 && self.rules().options.pass == Pass::Auto {
            self.end_roll(None);
        }
    }

    /// The mover plays the roll.
    #[inline]
    pub(crate) fn act(&mut self, action: ActionId) {
        let moved = (action != PASS).then(|| self.move_token(action.0 as u8));
        self.end_roll(moved);
    }

    /// What follows after a roll was played or passed: the ranking, the end, another roll, or the next player.
    #[inline]
    pub(crate) fn end_roll(&mut self, moved: Option<Moved>) {
        let options = &self.rules().options;
        let (mover, roll) = (self.mover, self.roll);
        let void = self.is_void();
        self.roll = 0;
        self.movable = 0;
        if self.has_finished(mover) && !self.ranking().contains(&mover) {
            self.ranking[self.finished as usize] = mover;
            self.finished += 1;
        }
        if (self.finished > 0 && self.places_are_decided()) || self.rolls >= options.max_rolls {
            self.over = true;
        }
        let again = self.has_another_attempt(moved.is_some());
        self.attempts = if again { self.attempts + 1 } else { 0 };
        let six = match options.extra_six {
            ExtraSix::Never => false,
            ExtraSix::AfterFirstRound => roll == 6 && self.round != 1,
            ExtraSix::Always => roll == 6,
        };
        let bonus = moved.is_some_and(|m| m.captured && options.extra_capture || m.finished && options.extra_finish);
        let leaves = options.finished == Finished::Skip && self.ranking().contains(&mover);
        if leaves || void || !(again || six || bonus) {
            self.pass_dice();
        }
    }

    /// Whether the mover, who may have no token out, rolls again to bring one out.
    #[inline]
    fn has_another_attempt(&self, moved: bool) -> bool {
        let options = &self.rules().options;
        if self.attempts + 1 >= options.attempts {
            return false;
        }
        let all = |holds: fn(u8) -> bool| self.tokens(self.mover)[..options.tokens as usize].iter().all(|&p| holds(p));
        match options.attempts_when {
            Attempts::FirstRound => self.round == 1 && all(|p| p == HOME),
            Attempts::AllHome => !moved && all(|p| p == HOME),
            Attempts::NoneInPlay => !moved && all(|p| p == HOME || p == GOAL),
        }
    }

    /// Gives the dice to the next player.
    #[inline]
    fn pass_dice(&mut self) {
        let rules = self.rules();
        let skip_finished = rules.options.finished == Finished::Skip && !self.over;
        self.sixes = 0;
        self.attempts = 0;
        for _ in 0..4 {
            self.mover += 1;
            if self.mover == 4 {
                self.mover = 0;
                self.round += 1;
            }
            let plays = rules.seats[self.mover as usize].is_some();
            if plays && !(skip_finished && self.ranking().contains(&self.mover)) {
                return;
            }
        }
        debug_assert!(false, "nobody is left to roll in a game that goes on: {self:?}");
    }

    /// Whether the ranking is as complete as the options ask.
    #[inline]
    pub(crate) fn places_are_decided(&self) -> bool {
        let rules = self.rules();
        let players = rules.options.players;
        self.finished
            >= match rules.options.end {
                End::First => 1,
                End::Ranking => players - 1,
                End::All => players,
            }
    }
}
