//! What others are expected to answer, and which answer is the worst: read from the tree.

use crate::tree::{Edge, Index, NONE, Tree};
use hoyle_core::{ActionId, ActionSet, Rng, Seat, State, Turn, View};
use serde::Serialize;

/// How many of the seat's own decisions are gone through until another seat is to answer.
const OWN: usize = 16;
/// In how many determinizations the answers are looked for at the most.
const WORLDS: usize = 16;
/// The smallest share of visits of an answer that counts.
const SHARE: f32 = 0.05;
/// The fewest visits of an answer that counts.
const VISITS: u32 = 3;

/// An answer of another seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reply {
    /// Who answers.
    pub seat: Seat,
    /// The action's id.
    pub id: ActionId,
    /// Its text.
    pub text: String,
    /// The share of simulations after the move that went on with it, of those that came to that decision, from 0 to 1.
    pub share: f32,
    /// What it leaves to the seat that moved, from 0 to 1.
    pub value: f32,
}

/// The answer to `action` that was looked at most often, and the worst one if it is another.
pub(super) fn replies<S: State>(
    tree: &Tree,
    view: View<'_, S>,
    worlds: &[S],
    action: ActionId,
    rng: &mut Rng,
) -> (Option<Reply>, Option<Reply>) {
    let mut all: Vec<Reply> = Vec::new();
    let mut place = None;
    for world in worlds.iter().take(WORLDS) {
        let mut world = world.clone();
        let Some((node, seat)) = walk(tree, &mut world, view.seat(), action, rng) else { continue };
        // Dice that everybody sees lead to different nodes: the first that was met is spoken of.
        if *place.get_or_insert((node, seat)) != (node, seat) {
            continue;
        }
        collect(tree, node, &world, seat, view.seat(), &mut all);
    }
    all.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.id.cmp(&b.id)));
    let expects = all.first().cloned();
    let worst = all.iter().min_by(|a, b| a.value.total_cmp(&b.value));
    let fears = worst.filter(|worst| expects.as_ref().is_some_and(|expects| expects.value > worst.value)).cloned();
    (expects, fears)
}

/// Plays `action`, and then what was looked at most often, until another seat has a choice: its node. None if the tree does not go so far.
fn walk<S: State>(tree: &Tree, world: &mut S, own: Seat, action: ActionId, rng: &mut Rng) -> Option<(Index, Seat)> {
    let open_dice = world.spec().perfect_information;
    let (mut node, mut next, mut decisions) = (Tree::ROOT, Some(action), 0);
    let mut legal = ActionSet::new();
    loop {
        let edge = match world.turn() {
            Turn::Over => return None,
            Turn::Chance => {
                let outcome = world.roll(rng);
                if !open_dice {
                    continue;
                }
                tree.find(node, outcome)?
            }
            Turn::Seat(seat) if seat == own => {
                decisions += 1;
                world.legal(&mut legal);
                let open = |(_, edge): &(Index, &Edge)| edge.visits > 0 && legal.contains(edge.action);
                let edge = match next.take() {
                    Some(action) => tree.find(node, action).filter(|_| legal.contains(action))?,
                    None if decisions > OWN => return None,
                    None => tree.edges(node).filter(open).max_by_key(|(_, edge)| edge.visits)?.0,
                };
                world.play_unchecked(tree.edge(edge).action);
                edge
            }
            Turn::Seat(seat) => {
                world.legal(&mut legal);
                let (1, Some(only)) = (legal.len(), legal.first()) else { return Some((node, seat)) };
                world.play_unchecked(only);
                tree.find(node, only)?
            }
        };
        node = tree.edge(edge).child;
        if node == NONE {
            return None;
        }
    }
}

/// Adds the answers at a node that can be given in this world and are not known yet.
fn collect<S: State>(tree: &Tree, node: Index, world: &S, seat: Seat, own: Seat, out: &mut Vec<Reply>) {
    let visits: u32 = tree.edges(node).map(|(_, edge)| edge.visits).sum();
    let mut legal = ActionSet::new();
    world.legal(&mut legal);
    for (_, edge) in tree.edges(node) {
        let share = edge.visits as f32 / visits.max(1) as f32;
        let counts = edge.visits >= VISITS && share >= SHARE;
        if !counts || !legal.contains(edge.action) || out.iter().any(|reply| reply.id == edge.action) {
            continue;
        }
        let mut text = String::new();
        world.action_text(edge.action, &mut text);
        out.push(Reply { seat, id: edge.action, text, share, value: edge.mean(own.index(), 0.0) });
    }
}
