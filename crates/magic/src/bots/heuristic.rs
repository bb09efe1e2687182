//! A player by rules of thumb. It looks only at what its seat sees: its own hand, and what is open.

use super::worth::{direct_damage, intent, sweeps};
use crate::action::{Act, Cand};
use crate::cards::tree::*;
use crate::state::{Ask, MagicState, NO, Step, bit, pf};
use hoyle_core::{ActionId, Player, Rng, View, iter_bits};

/// Takes the candidate with the highest score; the first of equals.
#[derive(Debug)]
pub struct Heuristic;

impl Player<MagicState> for Heuristic {
    fn choose(&mut self, view: View<'_, MagicState>, _: &mut Rng) -> ActionId {
        let seen = view.seat_view();
        let scorer = Scorer { state: seen.state, me: seen.seat };
        let cands = seen.state.candidates();
        let mut best = (i32::MIN, ActionId(0));
        for (place, &cand) in cands.iter().enumerate() {
            let score = scorer.score(cand);
            if score > best.0 {
                best = (score, ActionId(cand.id(place)));
            }
        }
        best.1
    }
}

struct Scorer<'a> {
    state: &'a MagicState,
    me: u8,
}

impl Scorer<'_> {
    fn foe(&self) -> u8 {
        1 - self.me
    }

    fn creatures(&self, seat: u8) -> u128 {
        self.state.creatures & self.state.control[seat as usize]
    }

    fn power(&self, slot: u8) -> i32 {
        i32::from(self.state.traits[slot as usize].power)
    }

    fn keywords(&self, slot: u8) -> u64 {
        self.state.traits[slot as usize].keywords
    }

    /// Toughness that is left.
    fn health(&self, slot: u8) -> i32 {
        i32::from(self.state.traits[slot as usize].toughness) - i32::from(self.state.perms[slot as usize].damage)
    }

    fn lands(&self) -> i32 {
        let is_land = |slot: &u8| self.state.traits[*slot as usize].types & types::LAND != 0;
        iter_bits(self.state.control[self.me as usize]).filter(is_land).count() as i32
    }

    fn score(&self, cand: Cand) -> i32 {
        match self.state.ask {
            Ask::Mulligan { .. } => self.mulligan(cand),
            Ask::Priority { .. } => self.priority(cand),
            Ask::X { .. } => self.x(cand),
            Ask::Mode { .. } => self.mode(cand),
            Ask::Target { .. } => self.target(cand),
            Ask::Attack { creature, .. } => self.attack(creature, cand.act == Act::Attack),
            Ask::Block { creature, .. } => self.block(creature, cand),
            Ask::Damage { attacker, blocker, .. } => self.divide(attacker, blocker, i32::from(cand.b)),
            Ask::Scry { .. } | Ask::ScryOrder { .. } => self.scry(cand),
            Ask::Looked { .. } => self.state.card_worth(cand.a),
            Ask::Search { .. } | Ask::Dig { .. } => self.find(cand),
            Ask::Bottom { .. }
            | Ask::Discard { .. }
            | Ask::PutBack { .. }
            | Ask::Cleanup { .. }
            | Ask::CostDiscard { .. }
            | Ask::ToBottom { .. } => -self.keep(cand.a),
            Ask::Sacrifice { .. } | Ask::CostSacrifice { .. } => -self.state.worth(cand.a),
            Ask::Choose { .. } => self.give_back(cand.a),
            Ask::Host { .. } | Ask::Legend { .. } => self.state.worth(cand.a),
            Ask::May { .. } | Ask::PayUnless { .. } => i32::from(matches!(cand.act, Act::Yes | Act::PayCost)),
            _ => 0,
        }
    }

    fn mulligan(&self, cand: Cand) -> i32 {
        let side = self.state.side(self.me);
        let lands = side.hand.iter().filter(|&&card| self.state.card(card).is(types::LAND)).count();
        let good = (2..=5).contains(&lands) || side.mulligans >= 2;
        i32::from((cand.act == Act::Keep) == good)
    }

    /// How much a card in hand is wanted now.
    fn keep(&self, card: u8) -> i32 {
        let printed = self.state.card(card);
        let hand = &self.state.side(self.me).hand;
        let in_hand = hand.iter().filter(|&&card| self.state.card(card).is(types::LAND)).count() as i32;
        let lands = self.lands() + in_hand;
        if printed.is(types::LAND) {
            return if lands <= 4 { 20 } else { 6 - lands };
        }
        let cost = i32::from(printed.mana_value());
        if cost > lands + 2 { 4 } else { 6 + cost }
    }

    fn find(&self, cand: Cand) -> i32 {
        if cand.act == Act::PickNone {
            return -1;
        }
        let printed = self.state.card(cand.a);
        if printed.is(types::LAND) {
            // The kind of land that is there least.
            let there = iter_bits(self.state.control[self.me as usize])
                .filter(|&slot| self.state.perms[slot as usize].card == cand.a)
                .count();
            return 20 - there as i32;
        }
        let castable = i32::from(printed.mana_value()) <= self.lands() + 1;
        self.state.card_worth(cand.a) + if castable { 10 } else { 0 }
    }

    fn scry(&self, cand: Cand) -> i32 {
        match cand.act {
            Act::KeepTop => 0,
            Act::Bottom => {
                let land = self.state.card(cand.a).is(types::LAND);
                let wanted = if land { self.lands() < 5 } else { self.lands() >= 3 };
                if wanted { -1 } else { 1 }
            }
            // The last that is put there is drawn first.
            _ => -self.keep(cand.a),
        }
    }

    fn give_back(&self, slot: u8) -> i32 {
        let tapped_land =
            self.state.traits[slot as usize].types & types::LAND != 0 && self.state.perms[slot as usize].is(pf::TAPPED);
        let fresh = self.state.perm_of(self.state.resolution.obj.source) == Some(slot);
        if tapped_land { 0 } else { -self.state.worth(slot) - if fresh { 20 } else { 0 } }
    }

    /// What the creatures of a player could deal in an attack.
    fn threat(&self, seat: u8) -> i32 {
        iter_bits(self.creatures(seat))
            .filter(|&slot| self.keywords(slot) & (kw::DEFENDER | kw::CANNOT_ATTACK) == 0)
            .map(|slot| self.power(slot).max(0))
            .sum()
    }

    fn priority(&self, cand: Cand) -> i32 {
        let state = self.state;
        let mine = state.active == self.me;
        match cand.act {
            Act::Pass => 0,
            Act::PlayLand => 1000 - i32::from(cand.a) / 8,
            Act::Cast => {
                let card = state.card(cand.a);
                let cost = i32::from(card.mana_value());
                let program = card.derived.spell.as_ref();
                let worth = program.map_or(1, |program| self.program_worth(card, program, NO));
                if worth <= 0 {
                    return -1;
                }
                if card.is(types::CREATURE) && card.is_fast() && mine {
                    return 5 + cost;
                }
                100 + 10 * cost + worth
            }
            Act::Activate => self.activation(cand),
            _ => 0,
        }
    }

    /// Whether a spell or ability is worth it now: more than 0 if so.
    fn program_worth(&self, card: &Card, program: &Program, slot: u8) -> i32 {
        if !program.modes.is_empty() {
            return program.modes.iter().map(|mode| self.program_worth(card, mode, slot)).max().unwrap_or(0);
        }
        if let Some(spec) = program.targets.first() {
            return self.targeted_worth(card, program, spec, slot);
        }
        let state = self.state;
        if sweeps(program) {
            let worth = |seat: u8| iter_bits(self.creatures(seat)).map(|slot| state.worth(slot)).sum::<i32>();
            return worth(self.foe()) - worth(self.me) - 4;
        }
        let prevents = program.ops.contains(&Op::Do(Verb::PreventCombat));
        if prevents {
            return if self.incoming() >= i32::from(state.side(self.me).life) { 50 } else { 0 };
        }
        let team = program
            .ops
            .iter()
            .any(|op| matches!(op, Op::Do(Verb::Pump(Obj::Each(_), ..) | Verb::Grant(Obj::Each(_), _))));
        if team {
            let army = iter_bits(self.creatures(self.me)).count() as i32;
            let attacking = state.combat.attacking & self.creatures(self.me);
            // Instants wait for the attack, sorceries need an army.
            let fast = card.is_fast();
            return if fast && attacking.count_ones() >= 2 && state.step == Step::Blockers || !fast && army >= 3 {
                20
            } else {
                0
            };
        }
        5
    }

    /// Damage of attackers that are not blocked.
    fn incoming(&self) -> i32 {
        let state = self.state;
        iter_bits(state.combat.attacking & !state.combat.blocked & self.creatures(self.foe()))
            .map(|slot| self.power(slot))
            .sum()
    }

    fn targeted_worth(&self, card: &Card, program: &Program, spec: &TargetSpec, slot: u8) -> i32 {
        let state = self.state;
        let meant = intent(card, program, 0);
        let combat = matches!(state.step, Step::Blockers | Step::Attackers);
        match spec.domain {
            Domain::Spell => {
                // A counterspell meets what costs something.
                let top = state.stack[..state.stack_len()].iter().rev().find(|object| object.controller != self.me);
                top.map_or(0, |object| i32::from(state.card(object.card).mana_value()) - 1)
            }
            Domain::Graveyard => {
                let best = [0, 1].into_iter().flat_map(|seat| {
                    let cards = state.side(seat).graveyard.iter();
                    cards.map(|lying| state.card(lying.card)).filter(|card| card.is(types::CREATURE))
                });
                best.map(|card| i32::from(card.mana_value())).max().unwrap_or(0)
            }
            Domain::Player | Domain::Opponent => 6,
            Domain::Any if meant < 0 => {
                let most = direct_damage(program, self.lands() - 1).unwrap_or(1);
                let kill = self.best_kill(most);
                let life = i32::from(state.side(self.foe()).life);
                if most >= life {
                    return 500;
                }
                let late = state.active != self.me && state.step == Step::End;
                kill.max(if life <= 10 || late { 3 } else { 0 })
            }
            _ if meant < 0 => {
                let fits = iter_bits(self.creatures(self.foe()));
                let best = match direct_damage(program, self.lands()) {
                    Some(damage) => self.best_kill(damage),
                    None => fits.map(|slot| state.worth(slot)).max().unwrap_or(4),
                };
                if best >= 5 { best } else { 0 }
            }
            _ if slot != NO && program.ops.iter().any(|op| matches!(op, Op::Do(Verb::Attach(_)))) => {
                let loose = state.perms[slot as usize].host == NO;
                if loose && self.creatures(self.me) != 0 { 8 } else { 0 }
            }
            _ if card.is_fast() || slot != NO => {
                // Help for a creature waits for combat.
                let fights = iter_bits(self.creatures(self.me)).any(|slot| self.in_combat(slot));
                if combat && state.step == Step::Blockers && fights { 10 } else { 0 }
            }
            _ => {
                let own = iter_bits(self.creatures(self.me)).map(|slot| state.worth(slot)).max().unwrap_or(0);
                if own >= 4 { 6 } else { 0 }
            }
        }
    }

    fn in_combat(&self, slot: u8) -> bool {
        let state = self.state;
        state.combat.attacking & state.combat.blocked & bit(slot) != 0
            || (state.perms[slot as usize].blocks as usize) < crate::MAX_PERMS
    }

    /// The best creature of the opponent that this much damage kills.
    fn best_kill(&self, damage: i32) -> i32 {
        iter_bits(self.creatures(self.foe()))
            .filter(|&slot| self.health(slot) <= damage && self.keywords(slot) & kw::HEXPROOF == 0)
            .map(|slot| self.state.worth(slot))
            .max()
            .unwrap_or(0)
    }

    fn activation(&self, cand: Cand) -> i32 {
        let state = self.state;
        let card = state.card_at(cand.a);
        let Ability::Activated { costs, program, .. } = &card.abilities[cand.ability() as usize] else { return -1 };
        let sacrifices = costs.iter().any(|cost| matches!(cost, Cost::Sacrifice(_)));
        let own_turn = state.active == self.me;
        if sacrifices {
            return -1;
        }
        let dear =
            costs.iter().any(|cost| matches!(cost, Cost::Life(n) if i16::from(*n) * 4 > state.side(self.me).life));
        if dear {
            return -1;
        }
        let pumps_self = program.ops.iter().any(|op| matches!(op, Op::Do(Verb::Pump(Obj::This, ..))));
        if pumps_self {
            let open = state.combat.attacking & !state.combat.blocked & bit(cand.a) != 0;
            let pays_life = costs.iter().any(|cost| matches!(cost, Cost::Life(_)));
            return if state.step == Step::Blockers && state.stack_len() == 0 && open && !pays_life { 30 } else { -1 };
        }
        let land = card.is(types::LAND);
        if land {
            return 90;
        }
        let gone = costs.contains(&Cost::SacrificeSelf);
        let worth = if program.targets.is_empty() { 5 } else { self.program_worth(card, program, cand.a) };
        if gone && card.is(types::CREATURE) {
            // A creature is thrown at a better one, or at the end.
            let dies = state.step == Step::Blockers && self.in_combat(cand.a);
            return if worth > state.worth(cand.a) || worth >= 500 || dies && worth > 0 { worth } else { -1 };
        }
        if gone && card.derived.mana.is_some() {
            return if self.lands() >= 6 { 3 } else { -1 };
        }
        let waits = !own_turn && state.step == Step::End || own_turn && state.step == Step::Main2;
        match worth {
            n if n > 5 => 40 + n,
            n if n > 0 && waits => n,
            _ => -1,
        }
    }

    fn x(&self, cand: Cand) -> i32 {
        let state = self.state;
        let x = i32::from(cand.b);
        let Some(object) = state.stack_len().checked_sub(1).map(|at| &state.stack[at]) else { return x };
        if !state.pays_x_life(object) {
            return x;
        }
        let life = i32::from(state.side(self.me).life);
        let sweeping = state.program(object).is_some_and(sweeps);
        if sweeping {
            let kills = |seat: u8| {
                let dying = iter_bits(self.creatures(seat)).filter(|&slot| self.health(slot) <= x);
                dying.map(|slot| state.worth(slot)).sum::<i32>()
            };
            return if x < life { 2 * (kills(self.foe()) - kills(self.me)) - x } else { -100 };
        }
        // Hatred: exactly what kills, or nothing.
        if x < life { -(i32::from(state.side(self.foe()).life) - x).abs() } else { -100 }
    }

    fn mode(&self, cand: Cand) -> i32 {
        let state = self.state;
        let Some(object) = state.stack_len().checked_sub(1).map(|at| &state.stack[at]) else { return 0 };
        let card = state.card(object.card);
        let modes = card.derived.spell.map_or(&[][..], |program| program.modes);
        modes.get(cand.a as usize).map_or(0, |mode| self.program_worth(card, mode, NO))
    }

    fn target(&self, cand: Cand) -> i32 {
        let state = self.state;
        let Some(object) = state.stack_len().checked_sub(1).map(|at| &state.stack[at]) else { return 0 };
        let Some(program) = state.program(object) else { return 0 };
        let meant = intent(state.card(object.card), program, state.announce.done);
        let harm = meant < 0;
        match cand.act {
            Act::NoTarget => 0,
            Act::TargetPlayer => {
                let foe = cand.a != self.me;
                let damage = direct_damage(program, object.x.into()).unwrap_or(0);
                if harm && foe && damage >= i32::from(state.side(cand.a).life) {
                    return 1000;
                }
                if foe == harm { 3 } else { -100 }
            }
            Act::TargetPermanent => {
                let foe = state.ctrl(cand.a) != self.me;
                if foe != harm {
                    return -100 - state.worth(cand.a);
                }
                let worth = state.worth(cand.a);
                match direct_damage(program, object.x.into()) {
                    Some(damage) if harm && self.health(cand.a) > damage => 1,
                    _ if !harm && self.in_combat(cand.a) => worth + 30,
                    _ => worth,
                }
            }
            Act::TargetSpell => {
                let found = state.stack.iter().find(|other| other.uid == cand.b);
                found.map_or(0, |other| {
                    let cost = i32::from(state.card(other.card).mana_value());
                    if other.controller == self.me { -100 } else { cost }
                })
            }
            _ => {
                let found = state.side(cand.a).graveyard.iter().find(|lying| lying.uid == cand.b);
                found.map_or(0, |lying| i32::from(state.card(lying.card).mana_value()))
            }
        }
    }

    /// Whether a blocker kills an attacker, and whether it survives.
    fn duel(&self, attacker: u8, blocker: u8) -> (bool, bool) {
        let strikes_first = |a: u8, b: u8| {
            const FIRST: u64 = kw::FIRST_STRIKE | kw::DOUBLE_STRIKE;
            self.keywords(a) & FIRST != 0 && self.keywords(b) & FIRST == 0
        };
        let kills = |a: u8, b: u8| {
            let times = if self.keywords(a) & kw::DOUBLE_STRIKE != 0 { 2 } else { 1 };
            let deadly = self.keywords(a) & kw::DEATHTOUCH != 0 && self.power(a) > 0;
            (deadly || self.power(a) * times >= self.health(b)) && self.keywords(b) & kw::INDESTRUCTIBLE == 0
        };
        let (mut dead, mut lost) = (kills(blocker, attacker), kills(attacker, blocker));
        if lost && strikes_first(attacker, blocker) {
            dead = false;
        } else if dead && strikes_first(blocker, attacker) {
            lost = false;
        }
        (dead, !lost)
    }

    fn attack(&self, slot: u8, attacks: bool) -> i32 {
        if !attacks {
            return 0;
        }
        let state = self.state;
        let foe = self.foe();
        let blockers: u128 = iter_bits(self.creatures(foe))
            .filter(|&other| {
                !state.perms[other as usize].is(pf::TAPPED) && self.keywords(other) & kw::CANNOT_BLOCK == 0
            })
            .fold(0, |set, other| set | bit(other));
        let able = iter_bits(blockers).filter(|&other| state.can_block(other, slot));
        let life = i32::from(state.side(foe).life);
        // All that could attack against as many blockers as there are.
        let mut powers: Vec<i32> =
            iter_bits(state.combat.declare | state.combat.attacking).map(|slot| self.power(slot)).collect();
        powers.sort_unstable();
        let unblocked: i32 = powers.iter().rev().skip(blockers.count_ones() as usize).sum();
        if unblocked >= life {
            return 10;
        }
        // What comes back must not kill.
        let own_life = i32::from(state.side(self.me).life);
        let home: i32 = iter_bits(self.creatures(self.me) & !state.combat.attacking & !bit(slot))
            .filter(|&other| !state.perms[other as usize].is(pf::TAPPED))
            .count() as i32;
        let back = self.threat(foe);
        if self.keywords(slot) & kw::VIGILANCE == 0
            && back >= own_life
            && home < iter_bits(self.creatures(foe)).count() as i32
        {
            return -1;
        }
        if self.power(slot) <= 0 {
            return -1;
        }
        let mut worst = 5;
        for other in able {
            let (dies, survives) = self.duel(slot, other);
            let value = match (dies, survives) {
                (true, true) => -state.worth(slot),
                (true, false) => state.worth(other) - state.worth(slot) + 1,
                (false, _) => 1,
            };
            worst = worst.min(value);
        }
        worst
    }

    fn block(&self, slot: u8, cand: Cand) -> i32 {
        let state = self.state;
        let life = i32::from(state.side(self.me).life);
        let blocked =
            |attacker: u8| iter_bits(self.creatures(self.me)).any(|b| state.perms[b as usize].blocks == attacker);
        let open: i32 = iter_bits(state.combat.attacking)
            .filter(|&attacker| !blocked(attacker))
            .map(|a| self.power(a).max(0))
            .sum();
        if cand.act != Act::Block {
            return 0;
        }
        let attacker = cand.b as u8;
        let danger = open >= life;
        let (kills, survives) = self.duel(attacker, slot);
        let gain = state.worth(attacker);
        let base = match (kills, survives) {
            (true, true) => 20 + gain,
            (false, true) => 5,
            (true, false) => gain - state.worth(slot) + 1,
            (false, false) => -state.worth(slot),
        };
        if danger && !blocked(attacker) { 100 + self.power(attacker) * 4 + base } else { base }
    }

    fn divide(&self, attacker: u8, blocker: u8, amount: i32) -> i32 {
        let deadly = self.keywords(attacker) & kw::DEATHTOUCH != 0;
        let lethal = if deadly { 1 } else { self.health(blocker).max(0) };
        // Enough to kill, and no more; otherwise nothing.
        if amount == lethal {
            100
        } else if amount == 0 {
            50
        } else {
            -(amount - lethal).abs()
        }
    }
}
