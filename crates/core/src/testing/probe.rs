//! Probes: positions of which it is known what must be played and why, for tests of search.
//!
//! A game keeps them in `probes/*.json`, a list each; its own tests show by playing on that they are what they are said to be.

use crate::options::game_from_json;
use crate::prelude::*;
use crate::{ActionId, ActionSet, FileAccess, Game, Rng, Seat, Turn, View, save};
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

    /// Whether the probe is what it is said to be, as far as games show that a scripted player plays on: after a right action exactly the
    /// outs win, and after a wrong one nothing does. To win is to get more than nine tenths of what there is; otherwise it is no more than
    /// six tenths, because there are games that end without a winner.
    pub fn check(&self, bot: &str, games: u32, rng: &mut Rng) -> Result<(), String> {
        let mut legal = ActionSet::new();
        self.state.legal(&mut legal);
        for action in legal.iter() {
            let (mut text, mut draws) = (String::new(), Vec::new());
            self.state.action_text(action, &mut text);
            let mut after = self.state.clone();
            after.play_unchecked(action);
            if !self.play.contains(&action) {
                let share = self.share(&after, bot, games, rng);
                if share > 0.6 {
                    return Err(format!("{}: `{text}` is wrong, but gets a share of {share}", self.name));
                }
                continue;
            }
            after.draws(self.seat, &mut draws);
            for draw in &draws {
                let share = self.share(&draw.state, bot, games, rng);
                let wins = self.outs.contains(&draw.name);
                if wins && share < 0.9 || !wins && share > 0.6 {
                    return Err(format!("{}: `{text}`, then {}: a share of {share}", self.name, draw.name));
                }
            }
            let there = |out: &String| draws.iter().any(|draw| draw.name == *out);
            if !self.outs.iter().all(there) {
                return Err(format!("{}: `{text}`, but not all of {:?} can be drawn then", self.name, self.outs));
            }
        }
        Ok(())
    }
}
