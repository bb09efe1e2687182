//! What can be set, and the named sets of it that people play.

use hoyle_core::InvalidOption;
use serde::{Deserialize, Serialize};

/// Declares an enum that users write as a lower-case word.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$var_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum $name { $($(#[$var_doc])* #[serde(rename = $word)] $variant),+ }
    };
}

words! {
    /// Which rolls bring a token out of home.
    Exit {
        /// A six.
        Six = "6",
        /// A one or a six.
        OneOrSix = "1+6",
    }
}
words! {
    /// When a player who cannot come out may roll again.
    Attempts {
        /// In the first round, whenever all four tokens are at home after the roll was played.
        FirstRound = "first_round",
        /// Whenever all tokens are at home and the roll moved none.
        AllHome = "all_home",
        /// Whenever no token is on the way (all at home or in the goal) and the roll moved none.
        NoneInPlay = "none_in_play",
    }
}
words! {
    /// Whether a six gives another roll.
    ExtraSix {
        /// No.
        Never = "never",
        /// From the second round on.
        AfterFirstRound = "after_first_round",
        /// Yes.
        Always = "always",
    }
}
words! {
    /// What happens to the third six in a row.
    ThirdSix {
        /// It is played like any other.
        Play = "play",
        /// It moves nothing and ends the turn.
        Void = "void",
    }
}
words! {
    /// What a roll does that would carry a token beyond the goal.
    Finish {
        /// The token cannot move.
        Exact = "exact",
        /// It walks back what is left over.
        Reflect = "reflect",
        /// It goes to 57 minus the roll.
        Back = "back",
    }
}
words! {
    /// What the eight star squares do.
    Stars {
        /// A token that lands on one goes on to the next; from the last one into the goal.
        Jump = "jump",
        /// Tokens on them cannot be sent home.
        Safe = "safe",
        /// Nothing.
        Plain = "none",
    }
}
words! {
    /// Whom a start square protects.
    Starts {
        /// Tokens of its own colour.
        Owner = "owner",
        /// Every token.
        All = "all",
        /// Nobody.
        Nobody = "none",
    }
}
words! {
    /// What happens on a square where an enemy is safe.
    OccupiedSafe {
        /// The arriving token goes home.
        MoverDies = "mover_dies",
        /// Both stay.
        Coexist = "coexist",
        /// The move is not allowed.
        Illegal = "illegal",
    }
}
words! {
    /// What happens on a square with two or more tokens of one enemy.
    Stack {
        /// The arriving token goes home.
        MoverDies = "mover_dies",
        /// All of them go home.
        Captured = "captured",
        /// Nobody else may land on it or pass it.
        Blockade = "blockade",
    }
}
words! {
    /// What a token that comes out does to two or more enemies on its start square.
    Release {
        /// The same as on any other square.
        Usual = "usual",
        /// It sends them all home.
        Sweep = "sweep",
    }
}
words! {
    /// Whether square 52, the first of the corridor, is seen by the others.
    Corridor {
        /// As in `ludopy`: a token there is hit from the neighbouring squares of the track.
        Open = "open",
        /// The corridor belongs to its colour alone.
        Closed = "closed",
    }
}
words! {
    /// When the game is over.
    End {
        /// When the first player has all tokens in the goal.
        First = "first",
        /// When all places but the last are taken.
        Ranking = "ranking",
        /// When every player has all tokens in the goal.
        All = "all",
    }
}
words! {
    /// What players do who have finished while others play on.
    Finished {
        /// They keep their turns and roll without effect.
        Roll = "roll",
        /// They are passed over.
        Skip = "skip",
    }
}
words! {
    /// How a roll without a legal move is passed.
    Pass {
        /// As a decision with the one action `pass`.
        Step = "step",
        /// By itself.
        Auto = "auto",
    }
}

/// The knobs of one configuration. The presets are points in this space; see [`Options::preset`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How many play, 2-4.
    pub players: u8,
    /// Which colours play, as letters of RGYB; empty for the usual ones.
    pub colours: String,
    /// Tokens per player, 1-4.
    pub tokens: u8,
    /// Which rolls bring a token out.
    pub exit: Exit,
    /// How many rolls a player has in all who cannot come out, 1-9.
    pub attempts: u8,
    /// When these rolls are given.
    pub attempts_when: Attempts,
    /// Another roll after a six.
    pub extra_six: ExtraSix,
    /// Another roll after a capture.
    pub extra_capture: bool,
    /// Another roll after a token reached the goal.
    pub extra_finish: bool,
    /// What the third six in a row does.
    pub third_six: ThirdSix,
    /// Rolls beyond the goal.
    pub finish: Finish,
    /// The star squares.
    pub stars: Stars,
    /// Whether the four globe squares protect.
    pub globes: bool,
    /// Whom the start squares protect.
    pub starts: Starts,
    /// Landing where an enemy is safe.
    pub occupied_safe: OccupiedSafe,
    /// Landing where two enemies stand.
    pub stack: Stack,
    /// Coming out where two enemies stand.
    pub release: Release,
    /// Who sees square 52.
    pub corridor: Corridor,
    /// When the game is over.
    pub end: End,
    /// What finished players do.
    pub finished: Finished,
    /// How rolls without a move are passed.
    pub pass: Pass,
    /// The game is broken off after this many rolls.
    pub max_rolls: u32,
}

/// The names of the presets, the default first.
pub const PRESETS: &[&str] = &["ludopy", "danish", "ludo_king", "classic"];

/// Every option with what it does.
pub const HELP: &[(&str, &str)] = &[
    ("players", "how many play, 2-4; two sit opposite"),
    ("colours", "which colours play, letters of RGYB (red, green, yellow, blue); empty for the usual ones"),
    ("tokens", "tokens per player, 1-4"),
    ("exit", "rolls that bring a token out: 6 | 1+6"),
    ("attempts", "rolls in all for a player who cannot come out, 1-9"),
    ("attempts_when", "when these rolls are given: first_round | all_home | none_in_play"),
    ("extra_six", "another roll after a six: never | after_first_round | always"),
    ("extra_capture", "another roll after a capture: true | false"),
    ("extra_finish", "another roll after a token reached the goal: true | false"),
    ("third_six", "the third six in a row: play | void"),
    ("finish", "a roll beyond the goal: exact (no move) | reflect | back (to 57 minus the roll)"),
    ("stars", "the star squares: jump | safe | none"),
    ("globes", "whether globes protect: true | false"),
    ("starts", "whom start squares protect: owner | all | none"),
    ("occupied_safe", "landing where an enemy is safe: mover_dies | coexist | illegal"),
    ("stack", "landing on two of one enemy: mover_dies | captured | blockade"),
    ("release", "coming out onto two of one enemy: usual | sweep (all go home)"),
    ("corridor", "square 52, seen by the others: open | closed"),
    ("end", "the game ends with: first (winner) | ranking (all places but the last) | all (everybody in)"),
    ("finished", "players who have finished: roll | skip"),
    ("pass", "a roll without a move: step (a decision) | auto"),
    ("max_rolls", "the game is broken off after this many rolls, 1-1000000"),
];

impl Options {
    /// The rules of the PyPI package `ludopy` 1.5.0, to the bit.
    pub fn ludopy() -> Self {
        Self {
            players: 4,
            colours: String::new(),
            tokens: 4,
            exit: Exit::Six,
            attempts: 4,
            attempts_when: Attempts::FirstRound,
            extra_six: ExtraSix::AfterFirstRound,
            extra_capture: false,
            extra_finish: false,
            third_six: ThirdSix::Play,
            finish: Finish::Back,
            stars: Stars::Jump,
            globes: true,
            starts: Starts::Owner,
            occupied_safe: OccupiedSafe::MoverDies,
            stack: Stack::MoverDies,
            release: Release::Usual,
            corridor: Corridor::Open,
            end: End::First,
            finished: Finished::Roll,
            pass: Pass::Step,
            max_rolls: 20_000,
        }
    }

    /// What `ludopy` set out to be: the Danish rules, with three attempts whenever all tokens are at home, extra rolls for
    /// every six, the surplus of a roll walked back, and a closed corridor.
    pub fn danish() -> Self {
        Self {
            attempts: 3,
            attempts_when: Attempts::AllHome,
            extra_six: ExtraSix::Always,
            finish: Finish::Reflect,
            release: Release::Sweep,
            corridor: Corridor::Closed,
            finished: Finished::Skip,
            ..Self::ludopy()
        }
    }

    /// The rules of the mobile game Ludo King. The squares that its board marks with a star are the globes of this one.
    pub fn ludo_king() -> Self {
        Self {
            attempts: 1,
            extra_capture: true,
            extra_finish: true,
            third_six: ThirdSix::Void,
            finish: Finish::Exact,
            stars: Stars::Plain,
            starts: Starts::All,
            occupied_safe: OccupiedSafe::Coexist,
            stack: Stack::Captured,
            release: Release::Usual,
            ..Self::danish()
        }
    }

    /// The plain board of many families: no stars and no globes, two tokens of one colour are a blockade.
    pub fn classic() -> Self {
        Self {
            attempts: 3,
            attempts_when: Attempts::NoneInPlay,
            extra_capture: false,
            extra_finish: false,
            globes: false,
            starts: Starts::Owner,
            occupied_safe: OccupiedSafe::Illegal,
            stack: Stack::Blockade,
            ..Self::ludo_king()
        }
    }

    /// A preset by its name in `PRESETS`.
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "ludopy" => Some(Self::ludopy()),
            "danish" => Some(Self::danish()),
            "ludo_king" => Some(Self::ludo_king()),
            "classic" => Some(Self::classic()),
            _ => None,
        }
    }

    /// The colours that play, as places 0-3 around the board in playing order.
    pub fn seating(&self) -> Result<Vec<u8>, InvalidOption> {
        if !(2..=4).contains(&self.players) {
            return Err(InvalidOption::new("players", format!("{} is not 2, 3 or 4", self.players)));
        }
        let usual = ["RY", "RGY", "RGYB"][self.players as usize - 2];
        let letters = if self.colours.is_empty() { usual } else { &self.colours };
        let mut seats: Vec<u8> = Vec::new();
        for letter in letters.chars() {
            let seat =
                crate::board::LETTERS.iter().position(|&l| l == letter.to_ascii_uppercase()).ok_or_else(|| {
                    InvalidOption::new("colours", format!("`{letter}` is no colour; write letters of RGYB, such as RY"))
                })? as u8;
            if seats.contains(&seat) {
                return Err(InvalidOption::new("colours", format!("`{letter}` stands twice in `{letters}`")));
            }
            seats.push(seat);
        }
        if seats.len() != self.players as usize {
            let problem = format!("`{letters}` names {} colours for {} players", seats.len(), self.players);
            return Err(InvalidOption::new("colours", problem));
        }
        seats.sort_unstable();
        Ok(seats)
    }

    /// The one way to write these options: the colours in capitals and in order, or left out if they are the usual ones.
    pub(crate) fn normalised(mut self) -> Self {
        let usual = Self { colours: String::new(), ..self.clone() }.seating();
        self.colours = match self.seating() {
            Ok(seats) if usual.as_ref() != Ok(&seats) => {
                seats.iter().map(|&c| crate::board::LETTERS[c as usize]).collect()
            }
            _ => String::new(),
        };
        self
    }

    /// Whether the game can be played like this.
    pub fn check(&self) -> Result<(), InvalidOption> {
        self.seating()?;
        if !(1..=4).contains(&self.tokens) {
            return Err(InvalidOption::new("tokens", format!("{} is not 1, 2, 3 or 4", self.tokens)));
        }
        if !(1..=9).contains(&self.attempts) {
            return Err(InvalidOption::new("attempts", format!("{} is not in 1-9", self.attempts)));
        }
        if !(1..=1_000_000).contains(&self.max_rolls) {
            return Err(InvalidOption::new("max_rolls", format!("{} is not in 1-1000000", self.max_rolls)));
        }
        Ok(())
    }
}
