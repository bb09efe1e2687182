//! Probes are what they say: solved to the end of a few turns, with every draw and against every answer.

use crate::twins::info;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Outcomes, Rng, Seat, Turn};
use hoyle_magic::{MagicState, Probe, ProbeKind};
use std::collections::HashMap;

fn text(state: &MagicState, id: ActionId) -> String {
    let mut text = String::new();
    state.action_text(id, &mut text);
    text
}

fn legal(state: &MagicState) -> Vec<ActionId> {
    let mut legal = ActionSet::new();
    state.legal(&mut legal);
    legal.iter().collect()
}

/// What the first player gets where both play as well as can be and see all hands, counted by `worth` at the end of the game or
/// after a turn.
struct Solver<F> {
    last_turn: u16,
    worth: F,
    known: HashMap<String, f64>,
}

impl<F: Fn(f32) -> f64> Solver<F> {
    fn new(last_turn: u16, worth: F) -> Self {
        Self { last_turn, worth, known: HashMap::new() }
    }

    fn value(&mut self, state: &MagicState) -> f64 {
        if state.turn() == Turn::Over || state.turn_number() > self.last_turn {
            return (self.worth)(state.scores()[Seat(0)]);
        }
        // What was seen on the way does not matter to who sees everything.
        let texts = [0, 1].map(|seat| info(state, Seat(seat)));
        let key: String = texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with("rem")).collect();
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let value = match state.turn() {
            Turn::Chance => {
                let mut outcomes = Outcomes::new();
                state.outcomes(&mut outcomes);
                let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
                let all: Vec<(ActionId, u32)> = outcomes.iter().collect();
                all.iter().map(|&(id, weight)| f64::from(weight) / f64::from(total) * self.after(state, id)).sum()
            }
            Turn::Seat(Seat(0)) => legal(state).into_iter().map(|id| self.after(state, id)).fold(f64::MIN, f64::max),
            _ => legal(state).into_iter().map(|id| self.after(state, id)).fold(f64::MAX, f64::min),
        };
        self.known.insert(key, value);
        value
    }

    fn after(&mut self, state: &MagicState, id: ActionId) -> f64 {
        let mut next = state.clone();
        next.play_unchecked(id);
        self.value(&next)
    }

    /// What each action is worth.
    fn actions(&mut self, state: &MagicState) -> Vec<(String, f64)> {
        legal(state).into_iter().map(|id| (text(state, id), self.after(state, id))).collect()
    }
}

fn probes(kind: ProbeKind) -> Vec<Probe> {
    let all = Probe::all().expect("the file is read");
    all.into_iter().filter(|probe| probe.kind == kind).collect()
}

#[test]
fn one_draw_wins_after_the_right_move_and_none_after_another() {
    let probes = probes(ProbeKind::OneDraw);
    assert!(probes.len() >= 3);
    for probe in probes {
        let (_, state) = probe.build().expect("a position");
        assert_eq!(state.turn(), Turn::Seat(Seat(0)), "{}", probe.name);
        let mut draws = Vec::new();
        state.draws(Seat(0), &mut draws);
        let out = draws.iter().find(|draw| draw.name == probe.draw).expect("it may be drawn");
        // To the end of the turn after the next: a move that only lives longer finds nothing there.
        let mut solver = Solver::new(9, |score| f64::from(score.max(0.0)));
        let values = solver.actions(&state);
        println!("{}: {values:?}", probe.name);
        let (right, others): (Vec<_>, Vec<_>) =
            values.into_iter().partition(|(text, _)| text.starts_with(&probe.right));
        assert_eq!(right.len(), 1, "{}", probe.name);
        assert!((right[0].1 - f64::from(out.chance)).abs() < 1e-6, "{}: {right:?}", probe.name);
        assert!(!others.is_empty() && others.iter().all(|(_, value)| *value == 0.0), "{}: {others:?}", probe.name);
    }
}

#[test]
fn an_ambush_pays_only_where_the_hand_is_not_known() {
    for probe in probes(ProbeKind::Ambush) {
        let (_, state) = probe.build().expect("a position");
        let mut solver = Solver::new(20, f64::from);
        let values = solver.actions(&state);
        println!("{}: against who knows {values:?}", probe.name);
        let (mut right, mut best) = (f64::MIN, f64::MIN);
        for (text, value) in &values {
            let to = if text.starts_with(&probe.right) { &mut right } else { &mut best };
            *to = to.max(*value);
        }
        assert!(right + 0.1 < best, "{}: against who knows the hand {right}, otherwise {best}", probe.name);
        // The other player's decisions, each by the mean over the hands that it may be up against.
        let mut ambushed = state.clone();
        let id = legal(&state).into_iter().find(|&id| text(&state, id).starts_with(&probe.right)).expect("it is there");
        ambushed.play_unchecked(id);
        let mut attacks = 0;
        while ambushed.turn() != Turn::Over {
            let id = match ambushed.turn() {
                Turn::Seat(Seat(1)) => {
                    let worlds: Vec<MagicState> =
                        (0..200).map(|seed| ambushed.determinize(Seat(1), &mut Rng::new(seed))).collect();
                    let sum = |id| (id, worlds.iter().map(|world| solver.after(world, id)).sum::<f64>());
                    let all: Vec<(ActionId, f64)> = legal(&ambushed).into_iter().map(sum).collect();
                    let best = all.iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("an action").0;
                    println!(
                        "{:?}",
                        all.iter().map(|&(id, sum)| (text(&ambushed, id), sum / 200.0)).collect::<Vec<_>>()
                    );
                    attacks += u32::from(text(&ambushed, best).starts_with("attack"));
                    best
                }
                Turn::Seat(_) => {
                    // Of moves that are as good against who knows, the first: the trick is held as long as that costs nothing.
                    let all: Vec<(ActionId, f64)> =
                        legal(&ambushed).into_iter().map(|id| (id, solver.after(&ambushed, id))).collect();
                    let best = all.iter().map(|one| one.1).fold(f64::MIN, f64::max);
                    all.iter().find(|one| one.1 >= best - 1e-9).expect("an action").0
                }
                _ => {
                    ambushed.roll(&mut Rng::new(1));
                    continue;
                }
            };
            ambushed.play_unchecked(id);
        }
        assert!(attacks > 0 && ambushed.scores()[Seat(0)] == 1.0, "{}: the ambush works", probe.name);
    }
}
