//! How long a game can be: what its cards can ask, as often as a turn allows.

use crate::cards::tree::{Ability, Card, Discard, Op, Program, Quantity, Verb, Who};
use crate::setup::{MAX_RESOLUTIONS, MAX_TURN_ACTIONS};
use crate::state::{MAX_EXILE, MAX_OWNED, MAX_PERMS, MAX_STACK};

/// Choices when something is put on the stack, besides its costs: its place among triggers, mode, X, targets, division.
const ANNOUNCED: usize = 1 + 1 + 1 + 3 + 3;
/// Choices when it is paid for: every permanent tapped, and eight parts of which one discards up to seven cards.
const PAID: usize = MAX_PERMS + 8 + 7;

/// An upper bound of the actions of players and chance in a game of `max_turns` turns with these cards.
pub(crate) fn bound(cards: &[&'static Card], max_turns: u16) -> usize {
    let effect = cards.iter().flat_map(|card| card.abilities).map(of_ability).max().unwrap_or(0);
    // What resolves may make abilities trigger of which none resolves, because they have no target, and bring legendary
    // permanents of which one stays; then both players pass.
    let after = MAX_STACK * ANNOUNCED + MAX_PERMS + 2;
    let actions = usize::from(MAX_RESOLUTIONS) * (effect + after) + usize::from(MAX_TURN_ACTIONS) * (ANNOUNCED + PAID);
    // Every creature attacks or blocks, and deals damage to every other in two steps; hands are discarded; players pass.
    let steps = 3 * MAX_PERMS + 2 * MAX_OWNED + 64;
    let start = 2 * 8 * (2 * 7 + 1) + 16;
    // Games of more actions would take hours; some readers of this number have no room for more.
    (start + usize::from(max_turns) * (actions + steps)).min(i32::MAX as usize)
}

fn of_ability(ability: &Ability) -> usize {
    match ability {
        Ability::Spell(program) | Ability::Activated { program, .. } | Ability::Triggered { program, .. } => {
            of_program(program)
        }
        _ => 0,
    }
}

fn of_program(program: &Program) -> usize {
    let own: usize = program.ops.iter().map(of_step).sum();
    own + program.modes.iter().map(of_program).max().unwrap_or(0)
}

fn of_step(op: &Op) -> usize {
    let most = |n: &Quantity| match *n {
        Quantity::Num(n) => usize::from(n.max(0).unsigned_abs()).min(MAX_OWNED),
        _ => MAX_OWNED,
    };
    let players = |who: &Who| if *who == Who::Each { 2 } else { 1 };
    match op {
        Op::May { .. } | Op::Unless { .. } => 1,
        Op::If { .. } => 0,
        Op::Do(Verb::Discard(_, _, Discard::Looked(_)) | Verb::Choose { .. } | Verb::ToBattlefield { .. }) => 1,
        Op::Do(Verb::ReturnLinked) => MAX_EXILE,
        Op::Do(Verb::Draw(who, n) | Verb::Mill(who, n) | Verb::Discard(who, n, _) | Verb::PutBack(who, n)) => {
            players(who) * most(n)
        }
        Op::Do(Verb::SacrificeChoice { who, n, .. }) => players(who) * most(n),
        Op::Do(Verb::Search { n, .. }) => most(n) + 1,
        // Every card is looked at, and put somewhere; then what is left is put in order.
        Op::Do(Verb::Scry(n) | Verb::Dig { n, .. }) => 3 * most(n) + 1,
        Op::Do(_) => 0,
    }
}
