//! What a search found, for people and programs: each candidate with its numbers and a line that may follow it.

use crate::findings::{Finding, Findings};
use crate::insight::Out;
use crate::mode::Mode;
use crate::searcher::Searcher;
use crate::tree::{NONE, Tree};
use hoyle_core::{ActionId, ActionSet, Rng, Seat, Show, State, Turn, View};
use serde::Serialize;
use std::time::Duration;

/// How many actions a line has at most.
const LINE: usize = 8;
/// How many of the dealt worlds are shown.
const SAMPLES: usize = 3;

/// What a search found about a position. As JSON, it is a line of `hoyle analyze --json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// Whose decision it is.
    pub seat: Seat,
    /// How many descents were made.
    pub simulations: u32,
    /// How many worlds were dealt for them.
    pub worlds: u32,
    /// How many nodes the trees have.
    pub nodes: usize,
    /// How long it took.
    pub seconds: f32,
    /// What the position is worth to each seat, from 0 to 1; nothing if no descent was made.
    pub values: Vec<f32>,
    /// How it stands for the seat.
    pub mode: Mode,
    /// The standard deviation of the position's value over the seat's next draw, from 0 to 1; none if nobody [found out](Searcher::stand).
    pub spread: Option<f32>,
    /// The next draws that bring the seat at least half the way to an even share, the best first; none where it is better off.
    pub outs: Vec<Out>,
    /// The action to play.
    pub best: ActionId,
    /// Every legal action, the best first.
    pub candidates: Vec<Candidate>,
    /// Some of the worlds that were dealt, everything open; none where nothing is hidden. They may carry ANSI colours.
    pub samples: Vec<String>,
}

/// What a search found about an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// Its id.
    pub id: ActionId,
    /// Its text.
    pub text: String,
    /// The evaluator's probability; even where the search uses none.
    pub prior: f32,
    /// How often it was tried.
    pub visits: u32,
    /// The mean result for each seat, from 0 to 1; nothing if it was never tried.
    pub values: Vec<f32>,
    /// Lower confidence bound for the seat that decides, from 0 to 1: mean - 2 standard errors.
    pub lower: f32,
    /// Whether it looked too bad to be tried.
    pub dropped: bool,
    /// What may follow, in one of the worlds: what was looked at most often.
    pub line: Vec<Step>,
}

/// An action of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Who acts.
    pub seat: Seat,
    /// The action.
    pub id: ActionId,
    /// Its text.
    pub text: String,
}

/// Puts into words what a search found.
pub fn analysis<S: State + Show>(
    searcher: &Searcher<S>,
    view: View<'_, S>,
    findings: &Findings,
    took: Duration,
    rng: &mut Rng,
) -> Analysis {
    let seats = || (0..view.spec().seats()).map(|seat| Seat(seat as u8));
    let best = findings.choice();
    let mut ranked: Vec<&Finding> = findings.actions.iter().collect();
    ranked.sort_by(|a, b| {
        let key = |finding: &Finding| (finding.edge.action == best, finding.edge.visits);
        let prior = b.edge.prior.total_cmp(&a.edge.prior);
        key(b).cmp(&key(a)).then(prior).then(a.edge.action.cmp(&b.edge.action))
    });
    let candidate = |finding: &&Finding| {
        let id = finding.edge.action;
        let mut text = String::new();
        view.action_text(id, &mut text);
        Candidate {
            id,
            text,
            prior: finding.edge.prior,
            visits: finding.edge.visits,
            values: seats().map_while(|seat| finding.value(seat)).collect(),
            lower: finding.lower(findings.seat),
            dropped: finding.edge.dropped,
            line: if finding.edge.visits > 0 { line(searcher, searcher.deal(view, rng), id, rng) } else { Vec::new() },
        }
    };
    let candidates = ranked.iter().map(candidate).collect();
    let shown = if view.spec().perfect_information { 0 } else { SAMPLES };
    let sample = |_| {
        let mut board = String::new();
        searcher.deal(view, rng).board(None, &mut board);
        board
    };
    let seats_of_game = view.spec().seats();
    let standing = searcher.standing(view);
    let value = findings.value(findings.seat).unwrap_or(findings.evaluated);
    let spread = standing.map(|standing| standing.spread);
    Analysis {
        seat: findings.seat,
        simulations: findings.simulations,
        worlds: findings.worlds,
        nodes: findings.nodes,
        seconds: took.as_secs_f32(),
        values: seats().map_while(|seat| findings.value(seat)).collect(),
        mode: Mode::of(value, spread.unwrap_or(0.0), seats_of_game),
        spread,
        outs: standing.map_or_else(Vec::new, |standing| standing.outs(seats_of_game).to_vec()),
        best,
        candidates,
        samples: (0..shown).map(sample).collect(),
    }
}

/// What was looked at most often after an action, as far as it can happen in this world.
fn line<S: State>(searcher: &Searcher<S>, mut world: S, first: ActionId, rng: &mut Rng) -> Vec<Step> {
    let tree = searcher.first().tree();
    let open_dice = world.spec().perfect_information;
    let mut steps = Vec::new();
    let mut legal = ActionSet::new();
    let mut node = Tree::ROOT;
    while steps.len() < LINE && node != NONE {
        let edge = match world.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let outcome = world.roll(rng);
                if !open_dice {
                    continue;
                }
                tree.find(node, outcome)
            }
            Turn::Seat(seat) => {
                world.legal(&mut legal);
                let open = tree.edges(node).filter(|(_, edge)| edge.visits > 0 && legal.contains(edge.action));
                let edge = match node {
                    Tree::ROOT => tree.find(node, first),
                    _ => open.max_by_key(|(_, edge)| edge.visits).map(|(index, _)| index),
                };
                if let Some(edge) = edge {
                    let id = tree.edge(edge).action;
                    let mut text = String::new();
                    world.action_text(id, &mut text);
                    steps.push(Step { seat, id, text });
                    world.play_unchecked(id);
                }
                edge
            }
        };
        node = edge.map_or(NONE, |edge| tree.edge(edge).child);
    }
    steps
}
