//! Probes: positions of which it is known what must be played and why, for tests of search.
//!
//! A game keeps them in `probes/*.json`, a list each; its own tests show by playing on that they are what they are said to be.

use crate::options::game_from_json;
use crate::prelude::*;
use crate::{ActionId, FileAccess, Game, Rng, Seat, Turn, View, save};
use serde::Deserialize;

/// A probe as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    why: String,
    seat: u8,
    position: serde_json::Value,
    play: Vec<String>,
    #[serde(default)]
    outs: Vec<String>,
}

/// A position in which it is known what a seat must play.
#[derive(Clone, Debug)]
pub struct Probe<G: Game> {
    /// Its name, unique in its file.
    pub name: String,
    /// Why that must be played, for people.
    pub why: String,
    /// The game that it is a position of.
    pub game: G,
    /// The position, in which it is the seat's turn.
    pub state: G::State,
    /// Who is to play.
    pub seat: Seat,
    /// The actions that are right, one at least; every other legal one is wrong.
    pub play: Vec<ActionId>,
    /// The [draws](Hypotheses::draws) that win after that, by name; none if it is not about draws.
    pub outs: Vec<String>,
}

impl<G: Game> Probe<G> {
    /// The probes of a file.
    ///
    /// # Panics
    /// If it cannot be read, or a position is not one in which the seat is to play these actions.
    pub fn read(file: &str) -> Vec<Self> {
        let written: Vec<Written> = serde_json::from_str(file).unwrap_or_else(|e| panic!("probes: {e}"));
        written.into_iter().map(Self::of).collect()
    }

    fn of(written: Written) -> Self {
        let Written { name, why, seat, position, play, outs } = written;
        let text = position.to_string();
        let game = save::peek_json(&text)
            .map_err(|e| e.to_string())
            .and_then(|(_, options)| game_from_json::<G>(&options, &FileAccess::BuiltInOnly).map_err(|e| e.to_string()))
            .unwrap_or_else(|e| panic!("probe {name}: {e}"));
        let state = save::from_json(&game, &text).unwrap_or_else(|e| panic!("probe {name}: {e}"));
        let seat = Seat(seat);
        assert_eq!(state.turn(), Turn::Seat(seat), "probe {name}: it is another one's turn");
        let read = |text: &String| state.parse_action(text).unwrap_or_else(|e| panic!("probe {name}: {e}"));
        let play: Vec<ActionId> = play.iter().map(read).collect();
        assert!(!play.is_empty(), "probe {name}: nothing is right");
        Self { name, why, game, state, seat, play, outs }
    }

    /// The share of what there is to win that the seat gets from a position in the mean, if a scripted player plays on for everybody: 1
    /// if it always wins.
    pub fn share(&self, state: &G::State, bot: &str, games: u32, rng: &mut Rng) -> f32 {
        let (low, high) = state.spec().score_bounds;
        let play_out = |rng: &mut Rng| {
            let mut state = state.clone();
            let mut player = self.game.bot(bot, &[]).unwrap_or_else(|e| panic!("player {bot}: {e}"));
            while let Turn::Seat(seat) = state.roll_to_decision(rng) {
                let action = player.choose(View::new(&state, seat), rng);
                state.play_unchecked(action);
            }
            (state.scores()[self.seat] - low) / (high - low)
        };
        (0..games).map(|_| play_out(rng)).sum::<f32>() / games as f32
    }

    /// After the right action, for each draw of the seat its name, its chance and the share that it then gets in the mean.
    pub fn shares_by_draw(&self, bot: &str, games: u32, rng: &mut Rng) -> Vec<(String, f32, f32)> {
        let mut state = self.state.clone();
        state.play_unchecked(self.play[0]);
        let mut draws = Vec::new();
        state.draws(self.seat, &mut draws);
        draws.into_iter().map(|draw| (draw.name, draw.chance, self.share(&draw.state, bot, games, rng))).collect()
    }
}
