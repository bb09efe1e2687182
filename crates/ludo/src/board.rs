//! The board: its squares, how one colour's squares look from another's, and the tables that the rules are played from.
//!
//! Every colour counts squares in its own frame: 0 home, 1 its start, 2-51 the track, 52-56 the corridor, 57 the goal.

use crate::options::{Corridor, Exit, Finish, OccupiedSafe, Options, Stack, Stars, Starts};
use hoyle_core::iter_bits;

/// At home.
pub const HOME: u8 = 0;
/// The square where tokens come out.
pub const START: u8 = 1;
/// The last square before the corridor.
pub const LAST: u8 = 51;
/// The goal.
pub const GOAL: u8 = 57;
/// The star squares.
pub const STARS: [u8; 8] = [5, 12, 18, 25, 31, 38, 44, 51];
/// The globe squares.
pub const GLOBES: [u8; 4] = [9, 22, 35, 48];
/// The colours' letters, clockwise from red.
pub const LETTERS: [char; 4] = ['R', 'G', 'Y', 'B'];
/// The colours' names, clockwise from red.
pub const COLOURS: [&str; 4] = ["red", "green", "yellow", "blue"];

/// How many squares a frame has.
pub const SQUARES: usize = 58;
/// A square where no token ever stands; keeps the byte arithmetic of [`standing_on`] free of borrows.
const NOWHERE: u8 = 0x7f;

/// The four tokens of a colour.
pub type Tokens = [u8; 4];

/// One bit (the top one of its byte) for each token that stands on `square`.
#[inline]
fn standing_on(tokens: Tokens, square: u8) -> u32 {
    // Per byte 0x80 - (token ^ square): both are below 0x80, so no byte borrows, and the top bit stays only for 0.
    const TOPS: u32 = 0x8080_8080;
    (TOPS - (u32::from_le_bytes(tokens) ^ (u32::from(square) * 0x0101_0101))) & TOPS
}

/// A set of tokens of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenSet(u32);

impl TokenSet {
    /// The tokens that stand on one of the squares that another colour sees as one.
    #[inline]
    pub fn on(tokens: Tokens, square: MappedSquare) -> Self {
        Self(standing_on(tokens, square.0[0]) | standing_on(tokens, square.0[1]))
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are two or more: a stack.
    #[inline]
    pub fn is_stack(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The numbers of the tokens, 0-3, ascending.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        iter_bits(self.0).map(|bit| usize::from(bit / 8))
    }

    /// The colour's tokens after these went home.
    #[inline]
    pub fn sent_home(self, tokens: Tokens) -> Tokens {
        (u32::from_le_bytes(tokens) & !((self.0 >> 7) * 0xff)).to_le_bytes()
    }
}

/// One colour's square in another colour's frame: up to two squares there count as it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MappedSquare([u8; 2]);

/// What a move of a token does if nobody is in its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Where the token comes to rest if it survives.
    pub to: u8,
    /// The squares whose tenants are met on the way, in order; 0 for none.
    pub meets: [u8; 2],
}

/// Everything about moves that follows from the options alone.
#[derive(Clone, Debug)]
pub struct Tables {
    /// `moves[roll][square]`.
    moves: [[Move; SQUARES]; 7],
    /// `movable[roll]`: one bit per square from which a token can move with this roll, if nobody is in the way.
    pub movable: [u64; 7],
    /// `frames[k - 1][square]`: my square in the frame of the k-th next colour.
    frames: [[MappedSquare; SQUARES]; 3],
    /// `shelter[k - 1]`: one bit per square of mine where a token of the k-th next colour is safe from me.
    shelter: [u64; 3],
    /// One bit per square where a token of the frame's own colour is safe: no roll of any colour sends it home there.
    pub safe: u64,
    /// `attack[k - 1][square]`: one bit per square from which a token of the k-th next colour can come to my token on
    /// this square with one roll.
    pub attack: [[u64; SQUARES]; 3],
    /// `landings[k - 1][square]`: where the k-th next colour lands to meet my token on this square; 0 for nowhere. A token
    /// on the first corridor square is met on two squares if the corridor is open.
    pub landings: [[[u8; 2]; SQUARES]; 3],
    /// `reach[square]`: one bit per square from which a token of the same colour meets others on this one with some roll.
    pub reach: [u64; SQUARES],
}

impl Tables {
    /// The move of a token on `square`, 0-57, with this roll, 1-6. Home, meeting nobody, if [`movable`](Self::movable) says that there
    /// is none.
    #[inline]
    pub fn move_of(&self, roll: u8, square: u8) -> Move {
        self.moves[roll as usize][square as usize]
    }

    /// My square in the frame of the k-th next colour, k = 1-3.
    #[inline]
    pub fn frame(&self, k: usize, square: u8) -> MappedSquare {
        self.frames[k - 1][square as usize]
    }

    /// Whether a token of the k-th next colour is safe from me on this square of mine.
    #[inline]
    pub fn shelters(&self, k: usize, square: u8) -> bool {
        self.shelter[k - 1] >> square & 1 == 1
    }

    /// Whether a token is safe on this square of its own frame.
    #[inline]
    pub fn is_safe(&self, square: u8) -> bool {
        self.safe >> square & 1 == 1
    }

    /// Works out the tables of these options.
    pub fn new(options: &Options) -> Self {
        let unmoving = Move { to: HOME, meets: [0; 2] };
        let mut tables = Self {
            moves: [[unmoving; SQUARES]; 7],
            movable: [0; 7],
            frames: std::array::from_fn(|k| std::array::from_fn(|p| frame(k as u8 + 1, p as u8, options.corridor))),
            shelter: std::array::from_fn(|k| bits(|p| shelters(options, k as u8 + 1, p))),
            safe: 0,
            attack: [[0; SQUARES]; 3],
            landings: [[[0; 2]; SQUARES]; 3],
            reach: [0; SQUARES],
        };
        for roll in 1..=6 {
            for square in 0..GOAL {
                if let Some(step) = move_from(options, roll, square) {
                    tables.moves[roll as usize][square as usize] = step;
                    tables.movable[roll as usize] |= 1 << square;
                    tables.add_attacks(square, step);
                }
            }
        }
        tables.safe = bits(|p| tables.attack.iter().all(|attack| attack[p as usize] == 0));
        tables
    }

    /// Enters what a colour's move from `square` threatens in each victim's frame.
    fn add_attacks(&mut self, square: u8, step: Move) {
        for met in step.meets.into_iter().filter(|&met| met != 0) {
            self.reach[met as usize] |= 1 << square;
            for victim in 1..=3 {
                if self.shelters(victim, met) {
                    continue;
                }
                // The attacker is the (4 - victim)-th next colour of its victim.
                let attacker = 3 - victim;
                for target in self.frame(victim, met).0 {
                    if target != NOWHERE {
                        self.attack[attacker][target as usize] |= 1 << square;
                        let landings = &mut self.landings[attacker][target as usize];
                        if let Some(place) = landings.iter_mut().find(|place| **place == 0 || **place == met) {
                            *place = met;
                        }
                    }
                }
            }
        }
    }
}

fn bits(holds: impl Fn(u8) -> bool) -> u64 {
    (0..SQUARES as u8).filter(|&p| holds(p)).fold(0, |set, p| set | 1 << p)
}

/// My square in the frame of the k-th next colour.
fn frame(k: u8, square: u8, corridor: Corridor) -> MappedSquare {
    let start = 1 + 13 * k;
    let visible = match corridor {
        Corridor::Open => START..=LAST + 1,
        Corridor::Closed => START..=LAST,
    };
    let there = match square {
        p if !visible.contains(&p) => NOWHERE,
        p if p < start => p + 52 - 13 * k,
        p => p - 13 * k,
    };
    match corridor {
        // `ludopy` sees a token on the first corridor square from two squares of the track.
        Corridor::Open if square == start => MappedSquare([1, 52]),
        Corridor::Open => MappedSquare([there, NOWHERE]),
        // The square before a start is the one that its colour never walks on.
        Corridor::Closed if there == LAST + 1 => MappedSquare([NOWHERE; 2]),
        Corridor::Closed => MappedSquare([there, NOWHERE]),
    }
}

/// Whether a token of the k-th next colour (0: of my own) is safe on this square of mine.
fn shelters(options: &Options, k: u8, square: u8) -> bool {
    let start = match options.starts {
        Starts::Owner => square == 1 + 13 * k,
        Starts::All => matches!(square, 1 | 14 | 27 | 40),
        Starts::Nobody => false,
    };
    start || (options.globes && GLOBES.contains(&square)) || (options.stars == Stars::Safe && STARS.contains(&square))
}

/// The move of a token on `square`, if it has one.
fn move_from(options: &Options, roll: u8, square: u8) -> Option<Move> {
    let quiet = |to| Some(Move { to, meets: [0; 2] });
    let landing = square + roll;
    match square {
        HOME => {
            let out = roll == 6 || (roll == 1 && options.exit == Exit::OneOrSix);
            out.then_some(Move { to: START, meets: [START, 0] })
        }
        52.. if landing <= GOAL => quiet(landing),
        52.. => match options.finish {
            Finish::Exact => None,
            Finish::Reflect => quiet(2 * GOAL - landing),
            Finish::Back => quiet(GOAL - roll),
        },
        _ if options.stars == Stars::Jump && landing == LAST => Some(Move { to: GOAL, meets: [LAST, 0] }),
        _ if options.stars == Stars::Jump && STARS.contains(&landing) => {
            let next = STARS[STARS.iter().position(|&star| star == landing)? + 1];
            Some(Move { to: next, meets: [landing, next] })
        }
        _ => Some(Move { to: landing, meets: [landing, 0] }),
    }
}

/// Whether tokens can be in the way of a move, so that the tables alone do not tell what is legal.
pub fn can_obstruct(options: &Options) -> bool {
    options.stack == Stack::Blockade || options.occupied_safe == OccupiedSafe::Illegal
}

/// The place of a colour's square on the ring of 52, counted clockwise from red's start; none off the ring.
pub fn ring(colour: u8, square: u8) -> Option<u8> {
    (START..=LAST).contains(&square).then(|| (square - 1 + 13 * colour) % 52)
}
