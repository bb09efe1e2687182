//! Who could send whom home.

use crate::board::TokenSet;
use crate::options::{Release, Stack};
use crate::rules::Meeting;
use crate::state::LudoState;
use hoyle_core::iter_bits;

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
            from != 0 && self.capture_origins(colour, token, k, from) != 0
        })
    }

    /// Of the squares `from` of the k-th next colour, which the tables say reach this token, those from which a roll
    /// really sends it home: neither a stack, nor another token that is met first, nor a blockade saves it.
    pub(crate) fn capture_origins(&self, colour: u8, token: usize, k: u8, from: u64) -> u64 {
        let tables = &self.rules().tables;
        let landings = tables.landings[k as usize - 1][self.tokens(colour)[token] as usize];
        let origins_at =
            |landing: u8| self.capture_origins_at(landing, colour, k, from & tables.reach[landing as usize]);
        landings.into_iter().filter(|&landing| landing != 0).fold(0, |set, landing| set | origins_at(landing))
    }

    /// Of the squares `from`, those from which a token that lands on the attacker's square `landing` sends home what is there.
    fn capture_origins_at(&self, landing: u8, colour: u8, k: u8, from: u64) -> u64 {
        let rules = self.rules();
        let attacker = (colour + k) % 4;
        // Seen from the attacker, the victim is the (4 - k)-th next colour; nearer ones are met first.
        let screened = (1..4 - k).any(|nearer| {
            let tokens = self.tokens((attacker + nearer) % 4);
            !TokenSet::on(tokens, rules.tables.frame(nearer as usize, landing)).is_empty()
        });
        if screened {
            return 0;
        }
        let stacked = TokenSet::on(self.tokens(colour), rules.tables.frame(4 - k as usize, landing)).is_stack();
        let origins = match (stacked, rules.options.stack) {
            (false, _) | (true, Stack::Captured) => from,
            // A token that comes out may sweep a stack from its start.
            (true, _) if rules.options.release == Release::Sweep && landing == crate::board::START => from & 1,
            (true, _) => 0,
        };
        if origins != 0 && rules.can_obstruct {
            return iter_bits(origins).fold(0, |set, q| {
                let free = (1..=6).any(|roll| {
                    rules.tables.movable[roll as usize] >> q & 1 == 1
                        && rules.tables.move_of(roll, q).meets.contains(&landing)
                        && !self.is_obstructed(attacker, q, roll)
                });
                set | u64::from(free) << q
            });
        }
        origins
    }

    /// Whether the mover's token, 0-3, can be moved by the present roll and sends an enemy home.
    #[inline]
    pub(crate) fn can_capture(&self, token: usize) -> bool {
        let square = self.tokens(self.mover)[token];
        let step = self.rules().tables.move_of(self.roll, square);
        let meets = |i: usize| self.meeting(self.mover, step.meets[i], i == 0 && square == crate::board::HOME);
        self.movable >> token & 1 == 1
            && (matches!(meets(0), Meeting::Captures(..)) || matches!(meets(1), Meeting::Captures(..)))
    }
}
