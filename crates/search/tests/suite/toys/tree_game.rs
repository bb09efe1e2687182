//! A game given by its tree: decisions, chance and results, and which places a seat cannot tell apart.

use super::spec;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Outcomes, Rng, Scores, Seat, Spec, Turn};

/// A place in the tree.
#[derive(Clone, Debug)]
pub enum Place {
    /// A seat decides; places of a seat with the same label look alike to it.
    Decide(u8, &'static str, Vec<Place>),
    /// Chance decides, by weights.
    Chance(Vec<(u32, Place)>),
    /// The game ends.
    End(Vec<f32>),
}

/// A game given by its tree.
#[derive(Debug)]
pub struct TreeGame {
    spec: Spec,
    root: Place,
}

impl TreeGame {
    /// The game of a tree.
    pub fn new(root: Place, seats: usize) -> &'static Self {
        Box::leak(Box::new(Self { spec: spec("tree", seats, 64, false, 1), root }))
    }
}

/// A position: the way from the root.
#[derive(Clone, Debug)]
pub struct TreeState {
    game: &'static TreeGame,
    path: Vec<u16>,
}

impl PartialEq for TreeState {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

/// The position after these actions and outcomes.
pub fn at(game: &'static TreeGame, path: &[u16]) -> TreeState {
    TreeState { game, path: path.to_vec() }
}

impl TreeState {
    fn place(&self) -> &'static Place {
        self.path.iter().fold(&self.game.root, |place, &step| match place {
            Place::Decide(_, _, next) => &next[step as usize],
            Place::Chance(next) => &next[step as usize].1,
            Place::End(_) => unreachable!("nothing follows the end"),
        })
    }

    /// Every position below a place with this label for a seat, with its weight.
    fn alike(&self, seat: u8, label: &str) -> Vec<(u64, Vec<u16>)> {
        fn walk(place: &Place, path: Vec<u16>, weight: u64, seat: u8, label: &str, out: &mut Vec<(u64, Vec<u16>)>) {
            let step = |path: &[u16], i: usize| [path, &[i as u16]].concat();
            match place {
                Place::End(_) => {}
                Place::Chance(next) => next
                    .iter()
                    .enumerate()
                    .for_each(|(i, (w, p))| walk(p, step(&path, i), weight * u64::from(*w), seat, label, out)),
                Place::Decide(who, name, next) => {
                    if *who == seat && *name == label {
                        out.push((weight, path.clone()));
                    }
                    next.iter().enumerate().for_each(|(i, p)| walk(p, step(&path, i), weight, seat, label, out));
                }
            }
        }
        let mut out = Vec::new();
        walk(&self.game.root, Vec::new(), 1, seat, label, &mut out);
        out
    }
}

impl Play for TreeState {
    fn spec(&self) -> &'static Spec {
        &self.game.spec
    }

    fn turn(&self) -> Turn {
        match self.place() {
            Place::Decide(seat, ..) => Turn::Seat(Seat(*seat)),
            Place::Chance(_) => Turn::Chance,
            Place::End(_) => Turn::Over,
        }
    }

    fn legal(&self, out: &mut ActionSet) {
        out.clear();
        if let Place::Decide(_, _, next) = self.place() {
            out.extend((0..next.len() as u16).map(ActionId));
        }
    }

    fn play_unchecked(&mut self, action: ActionId) {
        self.path.push(action.0);
    }

    fn outcomes(&self, out: &mut Outcomes) {
        out.clear();
        if let Place::Chance(next) = self.place() {
            next.iter().enumerate().for_each(|(i, (weight, _))| out.push(ActionId(i as u16), *weight));
        }
    }

    fn scores(&self) -> Scores {
        match self.place() {
            Place::End(scores) => Scores::from_slice(scores),
            _ => Scores::zero(self.spec().seats()),
        }
    }
}

impl Knowledge for TreeState {
    type SeatView<'a> = ();

    fn seat_view(&self, _: Seat) {}

    fn information_state(&self, seat: Seat, out: &mut String) {
        match self.place() {
            Place::Decide(who, label, _) if *who == seat.0 => out.push_str(label),
            _ => out.push_str(&format!("{:?}", self.path)),
        }
    }

    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self {
        let Place::Decide(who, label, _) = self.place() else { return self.clone() };
        if *who != seat.0 {
            return self.clone();
        }
        let alike = self.alike(seat.0, label);
        let total: u64 = alike.iter().map(|(weight, _)| weight).sum();
        let mut left = u64::from(rng.below(total as u32));
        let (_, path) = alike
            .into_iter()
            .find(|(weight, _)| {
                let here = left < *weight;
                left = left.wrapping_sub(*weight);
                here
            })
            .expect("the present position is among them");
        Self { game: self.game, path }
    }
}

crate::unobserved!(TreeState);
