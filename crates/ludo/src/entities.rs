//! A position as a graph: 16 tokens, 4 players, the dice, and the squares that matter.

use crate::action::Action;
use crate::board::{GLOBES, GOAL, LAST, STARS, ring};
use crate::state::LudoState;
use hoyle_core::{Candidate, Entities, EntityGraph, EntityId, Feature, GraphSchema, Kind, Seat, Term, iter_bits};

const TOKEN: u8 = 0;
const PLAYER: u8 = 1;
const DICE: u8 = 2;
const SQUARE: u8 = 3;

const BELONGS_TO: u8 = 0;
const STANDS_ON: u8 = 1;
const SAME_SQUARE: u8 = 2;
const CAN_CAPTURE: u8 = 3;
const THREATENED_BY: u8 = 4;
const PLAYS_BEFORE: u8 = 5;

const MOVE: u8 = 0;
const PASSES: u8 = 1;

/// Squares have numbers in the graph: 0-51 on the ring, then corridor and goal of each colour.
const GRAPH_SQUARES: usize = 52 + 4 * 6;

/// The terms of every Ludo's graphs.
pub fn schema() -> GraphSchema {
    let bit = |name, meaning| Feature::new(name, 0.0, 1.0, meaning);
    GraphSchema {
        version: 1,
        kinds: vec![
            Kind::new(
                "token",
                vec![
                    bit("position", "square in its own frame, 0-57, divided by 57"),
                    bit("playing", "whether this token is in the game"),
                    bit("own", "whether it is the observer's"),
                    bit("moves", "whether the mover can move it with the roll"),
                    bit("home", "whether it is at home"),
                    bit("goal", "whether it is in the goal"),
                    bit("safe", "whether it cannot be sent home where it is"),
                    bit("threatened", "whether some enemy could send it home with one roll"),
                ],
            ),
            Kind::new(
                "player",
                vec![
                    bit("playing", "whether somebody plays this colour"),
                    bit("own", "whether it is the observer"),
                    bit("mover", "whether it is this player's turn"),
                    bit("progress", "the mean position of its tokens"),
                    bit("home", "share of its tokens at home"),
                    bit("goal", "share of its tokens in the goal"),
                    bit("attempts", "rolls it already had without coming out, divided by 9"),
                ],
            ),
            Kind::new(
                "dice",
                vec![
                    bit("1", "the roll is 1"),
                    bit("2", "the roll is 2"),
                    bit("3", "the roll is 3"),
                    bit("4", "the roll is 4"),
                    bit("5", "the roll is 5"),
                    bit("6", "the roll is 6"),
                    bit("sixes", "sixes in a row in this turn, at most 3, divided by 3"),
                ],
            ),
            Kind::new(
                "square",
                vec![
                    bit(
                        "distance",
                        "way from the observer's start along the ring, 0-51, divided by 51; 0 off the ring",
                    ),
                    bit("start", "a start square"),
                    bit("globe", "a globe square"),
                    bit("star", "a star square"),
                    bit("corridor", "in a corridor"),
                    bit("goal", "a goal"),
                    bit("tokens", "how many tokens stand there, divided by 16"),
                ],
            ),
        ],
        relations: vec![
            Term::new("belongs_to", "token to its player"),
            Term::new("stands_on", "token to its square"),
            Term::new("same_square", "between two tokens on one square of the ring, both ways"),
            Term::new("can_capture", "mover's token to an enemy that it sends home with the roll"),
            Term::new("threatened_by", "token to an enemy that could send it home with one roll"),
            Term::new("plays_before", "player to the next one in turn order"),
        ],
        verbs: vec![
            Term::new("move", "source: the token, target: the square where it rests if nobody sends it home"),
            Term::new("pass", "source: the player"),
        ],
        tokens: Vec::new(),
    }
}

/// The number of a colour's square in the graph; none for home.
fn graph_square(colour: u8, square: u8) -> Option<usize> {
    match square {
        0 => None,
        1..=LAST => ring(colour, square).map(usize::from),
        _ => Some(52 + 6 * colour as usize + (square - 52) as usize),
    }
}

impl Entities for LudoState {
    /// Tokens come first, then players, both from the observer's colour on; then the dice and the squares that matter.
    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        let rules = self.rules();
        let first = rules.colours[seat.index()];
        out.clear(rules.spec.graph.width());
        let order = [0, 1, 2, 3].map(|k| (first + k) % 4);
        let threats = self.threats();
        for colour in order {
            for (token, square) in self.tokens(colour).into_iter().enumerate() {
                let flags = [
                    rules.plays(colour, token),
                    colour == first,
                    colour == self.mover && self.movable >> token & 1 == 1,
                    square == 0,
                    square == GOAL,
                    rules.tables.is_safe(square),
                    threats[colour as usize][token] != [0; 3],
                ];
                let mut row = [0.0; 8];
                row[0] = f32::from(square) / f32::from(GOAL);
                row[1..].copy_from_slice(&flags.map(|flag| f32::from(u8::from(flag))));
                out.entity(TOKEN, &row, &[]);
            }
        }
        for colour in order {
            self.write_player(colour, first, out);
        }
        let mut dice = [0.0; 7];
        if self.roll > 0 {
            dice[self.roll as usize - 1] = 1.0;
        }
        dice[6] = f32::from(self.sixes.min(3)) / 3.0;
        out.entity(DICE, &dice, &[]);
        let ids = Ids { first, squares: self.write_squares(first, out) };
        for colour in order {
            out.edge(PLAYS_BEFORE, ids.player(colour), ids.player((colour + 1) % 4));
            for (token, &threats) in threats[colour as usize].iter().enumerate() {
                out.edge(BELONGS_TO, ids.token(colour, token), ids.player(colour));
                if let Some(square) =
                    graph_square(colour, self.tokens(colour)[token]).filter(|_| rules.plays(colour, token))
                {
                    out.edge(STANDS_ON, ids.token(colour, token), ids.squares[square]);
                }
                self.write_threats(colour, token, threats, &ids, out);
            }
        }
        self.write_same_square(order, &ids, out);
        if rules.seats[self.mover as usize] == Some(seat) && !self.over && self.roll > 0 {
            self.write_candidates(&ids, out);
        }
    }
}

impl LudoState {
    /// For each token, from which squares of the three next colours it could be sent home with one roll.
    fn threats(&self) -> [[[u64; 3]; 4]; 4] {
        let squares = [0, 1, 2, 3].map(|colour| self.squares_of(colour));
        let mut threats = [[[0; 3]; 4]; 4];
        for &colour in &self.rules().colours {
            let threats = &mut threats[colour as usize][..self.rules().options.tokens as usize];
            for (token, threats) in threats.iter_mut().enumerate() {
                let square = self.tokens(colour)[token];
                for (k, threat) in (1..).zip(threats) {
                    let enemy = (colour + k) as usize % 4;
                    let from = squares[enemy] & self.rules().tables.attack[k as usize - 1][square as usize];
                    if from != 0 {
                        *threat = self.capture_origins(colour, token, k, from);
                    }
                }
            }
        }
        threats
    }

    fn write_candidates(&self, ids: &Ids, out: &mut EntityGraph) {
        let number = f32::from(self.roll) / 6.0;
        if self.movable == 0 {
            let source = Some(ids.player(self.mover));
            out.candidate(Candidate { source, numbers: [number, 0.0], ..Candidate::new(Action::Pass.id(), PASSES) });
        }
        for token in iter_bits(self.movable) {
            let from = self.tokens(self.mover)[token as usize];
            let to = self.rules().tables.move_of(self.roll, from).to;
            let targets = [graph_square(self.mover, to).map(|square| ids.squares[square]), None, None];
            let source = Some(ids.token(self.mover, token as usize));
            let described = Candidate::new(Action::Move(token).id(), MOVE);
            out.candidate(Candidate { source, targets, numbers: [number, 0.0], ..described });
        }
    }

    fn write_player(&self, colour: u8, observer: u8, out: &mut EntityGraph) {
        let rules = self.rules();
        let count = f32::from(rules.options.tokens);
        let tokens = &self.tokens(colour)[..rules.options.tokens as usize];
        let share = |square: u8| tokens.iter().filter(|&&p| p == square).count() as f32 / count;
        let flag = |set: bool| f32::from(u8::from(set));
        let mover = colour == self.mover;
        let row = [
            flag(rules.seats[colour as usize].is_some()),
            flag(colour == observer),
            flag(mover),
            tokens.iter().map(|&p| f32::from(p)).sum::<f32>() / (count * f32::from(GOAL)),
            share(0),
            share(GOAL),
            if mover { f32::from(self.attempts) / 9.0 } else { 0.0 },
        ];
        out.entity(PLAYER, &row, &[]);
    }

    /// The squares that matter, with how many tokens stand there: those with a rule of their own, those with tokens, those that can be
    /// moved to.
    fn squares_that_matter(&self) -> ([bool; GRAPH_SQUARES], [u8; GRAPH_SQUARES]) {
        let rules = self.rules();
        let mut matters = [false; GRAPH_SQUARES];
        let mut counts = [0u8; GRAPH_SQUARES];
        // The squares with a rule of their own are the same for every colour.
        for square in GLOBES.into_iter().chain(STARS).chain([1, 14, 27, 40]) {
            matters[square as usize - 1] = true;
        }
        for colour in 0..4 {
            for token in (0..4).filter(|&token| rules.plays(colour, token)) {
                if let Some(p) = graph_square(colour, self.tokens(colour)[token]) {
                    matters[p] = true;
                    counts[p] += 1;
                }
            }
        }
        for token in iter_bits(self.movable) {
            let from = self.tokens(self.mover)[token as usize];
            if let Some(p) = graph_square(self.mover, rules.tables.move_of(self.roll, from).to) {
                matters[p] = true;
            }
        }
        (matters, counts)
    }

    /// What an entity of the observer's graph stands for; none for tokens and players that are not in the game.
    pub(crate) fn thing(&self, seat: Seat, entity: EntityId) -> Option<Thing> {
        let first = self.rules.colours[seat.index()];
        let colour = |n: usize| (first + n as u8) % 4;
        match usize::from(entity) {
            n @ 0..16 => {
                let (colour, token) = (colour(n / 4), n % 4);
                self.rules.plays(colour, token).then_some(Thing::Token(colour, token))
            }
            n @ 16..20 => self.rules.plays(colour(n - 16), 0).then(|| Thing::Player(colour(n - 16))),
            20 => Some(Thing::Dice),
            n => {
                let (matters, _) = self.squares_that_matter();
                let place = (0..GRAPH_SQUARES).filter(|&p| matters[p]).nth(n - 21)?;
                Some(match place.checked_sub(52) {
                    None => Thing::Ring(place as u8),
                    Some(n) if n % 6 == 5 => Thing::Goal((n / 6) as u8),
                    Some(n) => Thing::Corridor((n / 6) as u8, LAST + 1 + (n % 6) as u8),
                })
            }
        }
    }

    /// Adds the squares that matter.
    fn write_squares(&self, observer: u8, out: &mut EntityGraph) -> [EntityId; GRAPH_SQUARES] {
        let (matters, counts) = self.squares_that_matter();
        let mut ids = [0; GRAPH_SQUARES];
        for p in (0..GRAPH_SQUARES).filter(|&p| matters[p]) {
            // On the ring every 13 squares look alike: square 1 is a start, square 9 a globe and so on.
            let on_ring = p < 52;
            let own = (p % 13) as u8 + 1;
            let flag = |set: bool| f32::from(u8::from(set));
            let distance = if on_ring { (p + 52 - 13 * observer as usize) % 52 } else { 0 };
            let row = [
                distance as f32 / 51.0,
                flag(on_ring && own == 1),
                flag(on_ring && own == GLOBES[0]),
                flag(on_ring && (own == STARS[0] || own == STARS[1])),
                flag(!on_ring && (p - 52) % 6 < 5),
                flag(!on_ring && (p - 52) % 6 == 5),
                f32::from(counts[p]) / 16.0,
            ];
            ids[p] = out.entity(SQUARE, &row, &[]);
        }
        ids
    }

    /// Adds who stands on the same square of the ring.
    fn write_same_square(&self, order: [u8; 4], ids: &Ids, out: &mut EntityGraph) {
        // One bit per token, by entity number, for each square.
        let mut there = [0u16; 52];
        for colour in order {
            for token in (0..4).filter(|&token| self.rules().plays(colour, token)) {
                if let Some(square) = ring(colour, self.tokens(colour)[token]) {
                    let id = ids.token(colour, token);
                    for other in (0..id).filter(|other| there[square as usize] >> other & 1 == 1) {
                        out.edge(SAME_SQUARE, other, id);
                        out.edge(SAME_SQUARE, id, other);
                    }
                    there[square as usize] |= 1 << id;
                }
            }
        }
    }

    /// Adds whom this token captures with the roll, and who could capture it.
    fn write_threats(&self, colour: u8, token: usize, threats: [u64; 3], ids: &Ids, out: &mut EntityGraph) {
        let id = ids.token(colour, token);
        if colour == self.mover && self.movable >> token & 1 == 1 {
            for (victim, enemies) in self.captures(token as u8).into_iter().flatten() {
                for i in enemies.iter() {
                    out.edge(CAN_CAPTURE, id, ids.token(victim, i));
                }
            }
        }
        for (k, origins) in (1..).zip(threats).filter(|&(_, origins)| origins != 0) {
            let enemy = (colour + k) % 4;
            for (i, square) in self.tokens(enemy).into_iter().enumerate() {
                if self.rules().plays(enemy, i) && origins >> square & 1 == 1 {
                    out.edge(THREATENED_BY, id, ids.token(enemy, i));
                }
            }
        }
    }
}

/// What an entity stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Thing {
    /// A colour's token.
    Token(u8, usize),
    /// A colour's player.
    Player(u8),
    Dice,
    /// A place of the ring.
    Ring(u8),
    /// A colour's square of its corridor, in its own frame.
    Corridor(u8, u8),
    /// A colour's goal.
    Goal(u8),
}

/// Which entity is which: tokens come first, then players, both from the observer's colour on.
struct Ids {
    first: u8,
    squares: [EntityId; GRAPH_SQUARES],
}

impl Ids {
    fn token(&self, colour: u8, token: usize) -> EntityId {
        EntityId::from((colour + 4 - self.first) % 4 * 4) + token as EntityId
    }

    fn player(&self, colour: u8) -> EntityId {
        16 + EntityId::from((colour + 4 - self.first) % 4)
    }
}
