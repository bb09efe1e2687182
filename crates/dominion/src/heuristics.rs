//! Scores that are to be expected without playing on, from points and money.

use crate::options::Scoring;
use crate::setup::PROVINCE;
use crate::state::DominionState;
use hoyle_core::{Heuristics, MAX_SEATS, Scores};

/// A turn wins points if its hand has more money than this.
const IDLE: f32 = 2.5;
/// Points a turn for each coin beyond.
const PER_COIN: f32 = 0.5;
/// How many turns a player has for each Province that is left to it.
const PER_PROVINCE: f32 = 2.0;
/// What a point is worth. All four were fitted to the results of games between scripted players.
const PER_POINT: f32 = 0.16;

impl Heuristics for DominionState {
    /// From the points so far, and the money of the decks for as long as the game may last.
    fn heuristic_value(&self) -> Scores {
        let rules = self.rules();
        let players = self.players() as usize;
        let turns = PER_PROVINCE * f32::from(self.supply.count(PROVINCE)) / players as f32;
        let mut points = [0.0; MAX_SEATS];
        for (seat, points) in points[..players].iter_mut().enumerate() {
            let (mut money, mut size) = (0.0, 0.0);
            for (slot, n) in self.owned(seat as u8) {
                money += f32::from(n) * f32::from(rules.card(slot).coins);
                size += f32::from(n);
            }
            let hand = 5.0 * money / f32::max(size, 5.0);
            *points = self.points(seat as u8) as f32 + turns * PER_COIN * (hand - IDLE).clamp(0.0, 8.0);
        }
        match rules.options.scoring {
            Scoring::Win => {
                points.iter_mut().for_each(|points| *points *= PER_POINT);
                Scores::of_strengths(&points[..players])
            }
            Scoring::Margin => Scores::of_margins(&points[..players], 100.0),
        }
    }

    /// In points; three Provinces are a clear lead.
    fn score_margins(&self) -> Scores {
        let mut points = [0.0; MAX_SEATS];
        let points = &mut points[..self.players() as usize];
        points.iter_mut().enumerate().for_each(|(seat, points)| *points = self.points(seat as u8) as f32);
        Scores::of_margins(points, 18.0)
    }
}
