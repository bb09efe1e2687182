//! What can be set, and the named sets of it that people play.

use hoyle_core::InvalidOption;

hoyle_core::option_values! {
    /// Which rolls bring a token out of home.
    pub enum Exit {
        /// A six.
        Six = "6",
        /// A one or a six.
        OneOrSix = "1+6",
    }
    /// When a player who cannot come out may roll again.
    pub enum Attempts {
        /// In the first round, whenever all four tokens are at home after the roll was played.
        FirstRound = "first_round",
        /// Whenever all tokens are at home and the roll moved none.
        AllHome = "all_home",
        /// Whenever no token is on the way (all at home or in the goal) and the roll moved none.
        NoneInPlay = "none_in_play",
    }
    /// Whether a six gives another roll.
    pub enum ExtraSix {
        /// No.
        Never = "never",
        /// From the second round on.
        AfterFirstRound = "after_first_round",
        /// Yes.
        Always = "always",
    }
    /// What happens to the third six in a row.
    pub enum ThirdSix {
        /// It is played like any other.
        Play = "play",
        /// It moves nothing and ends the turn.
        Void = "void",
    }
    /// What a roll does that would carry a token beyond the goal.
    pub enum Finish {
        /// The token cannot move.
        Exact = "exact",
        /// It walks back what is left over.
        Reflect = "reflect",
        /// It goes to 57 minus the roll.
        Back = "back",
    }
    /// What the eight star squares do.
    pub enum Stars {
        /// A token that lands on one goes on to the next; from the last one into the goal.
        Jump = "jump",
        /// Tokens on them cannot be sent home.
        Safe = "safe",
        /// Nothing.
        Plain = "none",
    }
    /// Whom a start square protects.
    pub enum Starts {
        /// Tokens of its own colour.
        Owner = "owner",
        /// Every token.
        All = "all",
        /// Nobody.
        Nobody = "none",
    }
    /// What happens on a square where an enemy is safe.
    pub enum OccupiedSafe {
        /// The arriving token goes home.
        MoverDies = "mover_dies",
        /// Both stay.
        Coexist = "coexist",
        /// The move is not allowed.
        Illegal = "illegal",
    }
    /// What happens on a square with two or more tokens of one enemy.
    pub enum Stack {
        /// The arriving token goes home.
        MoverDies = "mover_dies",
        /// All of them go home.
        Captured = "captured",
        /// Nobody else may land on it or pass it.
        Blockade = "blockade",
    }
    /// What a token that comes out does to two or more enemies on its start square.
    pub enum Release {
        /// The same as on any other square.
        Usual = "usual",
        /// It sends them all home.
        Sweep = "sweep",
    }
    /// Whether square 52, the first of the corridor, is seen by the others.
    pub enum Corridor {
        /// As in `ludopy`: a token there is hit from the neighbouring squares of the track.
        Open = "open",
        /// The corridor belongs to its colour alone.
        Closed = "closed",
    }
    /// When the game is over.
    pub enum End {
        /// When the first player has all tokens in the goal.
        First = "first",
        /// When all places but the last are taken.
        Ranking = "ranking",
        /// When every player has all tokens in the goal.
        All = "all",
    }
    /// What players do who have finished while others play on.
    pub enum Finished {
        /// They keep their turns and roll without effect.
        Roll = "roll",
        /// They are passed over.
        Skip = "skip",
    }
    /// How a roll without a legal move is passed.
    pub enum Pass {
        /// As a decision with the one action `pass`.
        Step = "step",
        /// By itself.
        Auto = "auto",
    }
}

hoyle_core::game_options! {
    /// The options of a game of Ludo. The presets are points in this space.
    pub struct Options {
        players: u8 = 4, "how many play, 2-4; two sit opposite";
        colours: String = String::new(),
            "which colours play, letters of RGYB (red, green, yellow, blue); empty for the usual ones";
        tokens: u8 = 4, "tokens per player, 1-4";
        exit: Exit = Exit::Six, "rolls that bring a token out: 6 | 1+6";
        attempts: u8 = 4, "rolls in all for a player who cannot come out, 1-9";
        attempts_when: Attempts = Attempts::FirstRound,
            "when these rolls are given: first_round | all_home | none_in_play";
        extra_six: ExtraSix = ExtraSix::AfterFirstRound, "another roll after a six: never | after_first_round | always";
        extra_capture: bool = false, "another roll after a capture: true | false";
        extra_finish: bool = false, "another roll after a token reached the goal: true | false";
        third_six: ThirdSix = ThirdSix::Play, "the third six in a row: play | void";
        finish: Finish = Finish::Back,
            "a roll beyond the goal: exact (no move) | reflect | back (to 57 minus the roll)";
        stars: Stars = Stars::Jump, "the star squares: jump | safe | none";
        globes: bool = true, "whether globes protect: true | false";
        starts: Starts = Starts::Owner, "whom start squares protect: owner | all | none";
        occupied_safe: OccupiedSafe = OccupiedSafe::MoverDies,
            "landing where an enemy is safe: mover_dies | coexist | illegal";
        stack: Stack = Stack::MoverDies, "landing on two of one enemy: mover_dies | captured | blockade";
        release: Release = Release::Usual, "coming out onto two of one enemy: usual | sweep (all go home)";
        corridor: Corridor = Corridor::Open, "square 52, seen by the others: open | closed";
        end: End = End::First,
            "the game ends with: first (winner) | ranking (all places but the last) | all (everybody in)";
        finished: Finished = Finished::Roll, "players who have finished: roll | skip";
        pass: Pass = Pass::Step, "a roll without a move: step (a decision) | auto";
        max_rolls: u32 = 20_000, "the game is broken off after this many rolls, 1-1000000";
    }

    /// The rules of the PyPI package `ludopy` 1.5.0, to the bit.
    preset ludopy {}
    /// What `ludopy` set out to be: the Danish rules, with three attempts whenever all tokens are at home, extra rolls for
    /// every six, the surplus of a roll walked back, and a closed corridor.
    preset danish based on ludopy {
        attempts: 3,
        attempts_when: Attempts::AllHome,
        extra_six: ExtraSix::Always,
        finish: Finish::Reflect,
        release: Release::Sweep,
        corridor: Corridor::Closed,
        finished: Finished::Skip,
    }
    /// The rules of the mobile game Ludo King. The squares that its board marks with a star are the globes of this one.
    preset ludo_king based on danish {
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
    }
    /// The plain board of many families: no stars and no globes, two tokens of one colour are a blockade.
    preset classic based on ludo_king {
        attempts: 3,
        attempts_when: Attempts::NoneInPlay,
        extra_capture: false,
        extra_finish: false,
        globes: false,
        starts: Starts::Owner,
        occupied_safe: OccupiedSafe::Illegal,
        stack: Stack::Blockade,
    }
}

impl Options {
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
