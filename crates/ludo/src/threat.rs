//! Who could send whom home.

use crate::board::Those;
use crate::options::{Release, Stack};
use crate::rules::Meeting;
use crate::state::LudoState;

impl LudoState {
    /// One bit per square on which a colour has a token in the game.
    #[inline]
    pub(crate) fn squares_of(&self, colour: u8) -> u64 {
        let rules = self.rules();
        if rules.seats[colour as usize].is_none() {
            return 0;
        }
        self.tokens(colour)[..rules.options.tokens as usize].iter().fold(0, |set, square| set | 1 << square)
    }

    /// Whether some enemy could send this token home with one roll. `squares` are the [`squares_of`](Self::squares_of)
    /// all colours.
    #[inline]
    pub(crate) fn is_threatened(&self, colour: u8, token: usize, squares: &[u64; 4]) -> bool {
        let square = self.tokens(colour)[token];
        let attack = &self.rules().tables.attack;
        (1..=3).any(|k| {
            let from = squares[(colour + k) as usize % 4] & attack[k as usize - 1][square as usize];
            from != 0 && self.strikes(colour, token, k, from) != 0
        })
    }

    /// Of the squares `from` of the k-th next colour, which the tables say reach this token, those from which a roll
    /// really sends it home: neither a stack, nor another token that is met first, nor a blockade saves it.
    pub(crate) fn strikes(&self, colour: u8, token: usize, k: u8, from: u64) -> u64 {
        let tables = &self.rules().tables;
        let landings = tables.landings[k as usize - 1][self.tokens(colour)[token] as usize];
        let strike = |landing: u8| self.strikes_on(landing, colour, k, from & tables.reach[landing as usize]);
        landings.into_iter().filter(|&landing| landing != 0).fold(0, |set, landing| set | strike(landing))
    }

    /// The same for one of the squares where the attacker lands to meet the token.
    fn strikes_on(&self, landing: u8, colour: u8, k: u8, from: u64) -> u64 {
        let rules = self.rules();
        let attacker = (colour + k) % 4;
        // Seen from the attacker, the victim is the (4 - k)-th next colour; nearer ones are met first.
        let screened = (1..4 - k).any(|nearer| {
            let tokens = self.tokens((attacker + nearer) % 4);
            !Those::on(tokens, rules.tables.frame(nearer as usize, landing)).none()
        });
        if screened {
            return 0;
        }
        let stacked = Those::on(self.tokens(colour), rules.tables.frame(4 - k as usize, landing)).several();
        let strikes = match (stacked, rules.options.stack) {
            (false, _) | (true, Stack::Captured) => from,
            // A token that comes out may sweep a stack from its start.
            (true, _) if rules.options.release == Release::Sweep && landing == crate::board::START => from & 1,
            (true, _) => 0,
        };
        if strikes != 0 && rules.can_obstruct {
            return (0..64).filter(|q| strikes >> q & 1 == 1).fold(0, |set, q| {
                let free = (1..=6).any(|roll| {
                    rules.tables.movable[roll as usize] >> q & 1 == 1
                        && rules.tables.step(roll, q).meets.contains(&landing)
                        && !self.is_obstructed(attacker, q, roll)
                });
                set | u64::from(free) << q
            });
        }
        strikes
    }

    /// Whether the mover's token, moved by the present roll, sends an enemy home.
    #[inline]
    pub(crate) fn kills(&self, token: usize) -> bool {
        let square = self.tokens(self.mover)[token];
        let step = self.rules().tables.step(self.roll, square);
        let meets = |i: usize| self.meeting(self.mover, step.meets[i], i == 0 && square == crate::board::HOME);
        self.movable >> token & 1 == 1
            && (matches!(meets(0), Meeting::Captures(..)) || matches!(meets(1), Meeting::Captures(..)))
    }
}
