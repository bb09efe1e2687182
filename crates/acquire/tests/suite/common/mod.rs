//! A table set up by hand, for tests.

#![allow(dead_code, reason = "each test file uses a part of it")]

use hoyle_acquire::chains::Chain;
use hoyle_acquire::{Acquire, AcquireState, Options, Phase};
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Rng, Seat, Turn};
use serde_json::{Value, json};

/// The board: nine lines, `.` free, `o` no chain, `x` exchanged, or the letter of a chain.
pub type Drawing<'a> = [&'a str; 9];

/// A board without tiles.
pub const EMPTY: Drawing<'static> = ["............"; 9];

/// Luxor 3 and Tower 2, with 4A between them.
pub const PAIR: Drawing<'static> = [
    "LLL.TT......",
    "............",
    "o.o.o.......",
    "............",
    "............",
    "............",
    "............",
    "............",
    "............",
];

/// Seven chains, and orphans all over row E: tiles beside them would found an eighth chain.
pub const CROWDED: Drawing<'static> = [
    "LL.TT.AA.WW.",
    "............",
    "FF.II.CC....",
    "............",
    "o.o.o.o.o.o.",
    "............",
    "............",
    "............",
    "............",
];

/// A position under construction.
pub struct Scene {
    options: Options,
    drawing: Vec<String>,
    racks: Vec<Vec<String>>,
    shares: Vec<Value>,
    money: Vec<u32>,
    idle: u8,
    no_bag: bool,
}

/// A scene for this many players of the standard rules, at the first one's tile.
pub fn scene(players: u8, drawing: Drawing<'_>) -> Scene {
    scene_with(Options { players, ..Options::default() }, drawing)
}

/// A scene with other rules.
pub fn scene_with(options: Options, drawing: Drawing<'_>) -> Scene {
    let players = options.players as usize;
    Scene {
        options,
        drawing: drawing.iter().map(|&line| line.to_owned()).collect(),
        racks: vec![Vec::new(); players],
        shares: vec![json!({}); players],
        money: vec![6000; players],
        idle: 0,
        no_bag: false,
    }
}

fn cell_name(cell: usize) -> String {
    hoyle_acquire::board::cell_name(cell as u8)
}

impl Scene {
    /// Tiles of a seat, such as `"1A 2B"`. What is missing to six is filled up from the end of the board.
    pub fn rack(mut self, seat: usize, tiles: &str) -> Self {
        self.racks[seat] = tiles.split_whitespace().map(str::to_owned).collect();
        self
    }

    /// Shares of a seat, such as `"Luxor 3, Tower 1"`.
    pub fn shares(mut self, seat: usize, list: &str) -> Self {
        let mut map = serde_json::Map::new();
        for (name, count) in list.split(", ").filter_map(|entry| entry.split_once(' ')) {
            map.insert(name.to_owned(), json!(count.parse::<u8>().unwrap()));
        }
        self.shares[seat] = Value::Object(map);
        self
    }

    /// Money of a seat, in dollars.
    pub fn money(mut self, seat: usize, dollars: u32) -> Self {
        self.money[seat] = dollars;
        self
    }

    /// So many turns in a row had no tile.
    pub fn idle(mut self, turns: u8) -> Self {
        self.idle = turns;
        self
    }

    /// Racks are what they are said to be; all other tiles are said to be exchanged or lie on the board.
    pub fn without_bag(mut self) -> Self {
        self.no_bag = true;
        self
    }

    /// The position as JSON.
    pub fn json(&self) -> Value {
        let occupied: Vec<usize> =
            (0..108).filter(|cell| !matches!(self.drawing[cell / 12].as_bytes()[cell % 12], b'.' | b'x')).collect();
        let free: Vec<usize> = (0..108).filter(|cell| self.drawing[cell / 12].as_bytes()[cell % 12] == b'.').collect();
        let players = self.racks.len();
        let named: Vec<&String> = self.racks.iter().flatten().collect();
        let mut spare = free.iter().rev().map(|&cell| cell_name(cell)).filter(|name| !named.contains(&name));
        let mut racks = self.racks.clone();
        if !self.no_bag {
            for rack in &mut racks {
                while rack.len() < 6 {
                    rack.push(spare.next().expect("enough free cells"));
                }
            }
        }
        let players: Vec<Value> = (0..players)
            .map(|seat| {
                json!({
                    "rack": racks[seat], "money": self.money[seat], "shares": self.shares[seat], "avoid": [],
                    "free": racks[seat].len(), "held": racks[seat].len(), "stuck": [], "least": 0, "recall": 0,
                })
            })
            .collect();
        let starts: Vec<String> = occupied.iter().take(players.len()).map(|&cell| cell_name(cell)).collect();
        json!({
            "phase": "play", "mover": 0, "board": self.drawing, "starts": starts, "players": players, "tile": null,
            "survivor": null, "defunct": null, "queue": [], "gone": {}, "decider": 0, "left": 0, "sold": false,
            "bought": 0, "last_bought": null, "exchanged": false, "declared": false, "idle": self.idle, "since": [],
            "recall": 0,
        })
    }

    /// The game of the scene.
    pub fn game(&self) -> Acquire {
        Acquire::new(self.options.clone()).unwrap()
    }

    /// The position, at the first decision.
    #[track_caller]
    pub fn set(self) -> Table {
        let game = self.game();
        let snapshot = serde_json::from_value(self.json()).unwrap_or_else(|e| panic!("{e}"));
        let state = game.restore(snapshot).unwrap_or_else(|e| panic!("{e}"));
        Table { state, rng: Rng::new(1) }
    }
}

/// A game in play.
pub struct Table {
    pub state: AcquireState,
    pub rng: Rng,
}

impl Table {
    /// The texts of what can be done now.
    pub fn options(&self) -> Vec<String> {
        let mut legal = ActionSet::new();
        self.state.legal(&mut legal);
        legal.iter().map(|id| self.text(id)).collect()
    }

    fn text(&self, id: hoyle_core::ActionId) -> String {
        let mut text = String::new();
        self.state.action_text(id, &mut text);
        text
    }

    /// Plays an action by the beginning of its text.
    #[track_caller]
    pub fn play(&mut self, wanted: &str) -> &mut Self {
        let mut legal = ActionSet::new();
        self.state.legal(&mut legal);
        let exact = legal.iter().find(|&id| self.text(id) == wanted);
        let found = exact.or_else(|| legal.iter().find(|&id| self.text(id).starts_with(wanted)));
        let id = found.unwrap_or_else(|| panic!("`{wanted}` is none of {:?}", self.options()));
        self.state.play(id).unwrap();
        self
    }

    /// Plays a chance outcome by its text.
    #[track_caller]
    pub fn chance(&mut self, wanted: &str) -> &mut Self {
        assert_eq!(self.state.turn(), Turn::Chance);
        let id = self.state.parse_action(wanted).unwrap_or_else(|e| panic!("{e}"));
        self.state.play(id).unwrap();
        self
    }

    /// Lets chance act until somebody decides.
    pub fn settle(&mut self) -> &mut Self {
        while self.state.turn() == Turn::Chance {
            self.state.roll(&mut self.rng);
        }
        self
    }

    pub fn phase(&self) -> Phase {
        self.state.seat_view(Seat(0)).phase()
    }

    pub fn decider(&self) -> Option<u8> {
        match self.state.turn() {
            Turn::Seat(seat) => Some(seat.0),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// A seat's money in dollars.
    pub fn money(&self, seat: u8) -> u32 {
        100 * self.state.seat_view(Seat(seat)).money(Seat(seat))
    }

    /// A chain's number in this game.
    pub fn number(&self, chain: Chain) -> u8 {
        self.state.rules().chains.iter().position(|&other| other == chain).unwrap() as u8
    }

    pub fn shares(&self, seat: u8, chain: Chain) -> u8 {
        self.state.seat_view(Seat(seat)).shares(Seat(seat))[self.number(chain) as usize]
    }

    pub fn size(&self, chain: Chain) -> u8 {
        self.state.seat_view(Seat(0)).sizes()[self.number(chain) as usize]
    }

    pub fn bank(&self, chain: Chain) -> u8 {
        self.state.seat_view(Seat(0)).bank()[self.number(chain) as usize]
    }

    /// A seat's tiles.
    pub fn rack(&self, seat: u8) -> String {
        hoyle_acquire::board::cell_names(self.state.seat_view(Seat(seat)).rack())
    }

    pub fn discards(&self) -> String {
        hoyle_acquire::board::cell_names(self.state.seat_view(Seat(0)).discards())
    }

    pub fn json(&self) -> Value {
        serde_json::to_value(self.state.snapshot()).unwrap()
    }

    /// The lines of the board.
    pub fn board(&self) -> Vec<String> {
        serde_json::from_value(self.json()["board"].clone()).unwrap()
    }
}
