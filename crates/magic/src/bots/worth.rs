//! What creatures and cards are worth, and whether a spell is good or bad for its target.

use crate::cards::tree::*;
use crate::state::{CardIx, MagicState};

/// What keywords add to a creature's worth.
const KEYWORD_WORTH: &[(u64, i32)] = &[
    (kw::FLYING, 3),
    (kw::DOUBLE_STRIKE, 4),
    (kw::LIFELINK, 2),
    (kw::DEATHTOUCH, 3),
    (kw::FIRST_STRIKE, 1),
    (kw::TRAMPLE, 1),
    (kw::VIGILANCE, 1),
    (kw::MENACE, 1),
    (kw::HEXPROOF, 1),
    (kw::CANNOT_ATTACK, -6),
    (kw::CANNOT_BLOCK, -1),
    (kw::DOES_NOT_UNTAP, -5),
    (kw::DEFENDER, -2),
];

impl MagicState {
    /// What a permanent is worth: twice its power, its toughness, and what it can do.
    pub(crate) fn worth(&self, slot: u8) -> i32 {
        let traits = &self.traits[slot as usize];
        let card = self.card_at(slot);
        if traits.types & types::CREATURE == 0 {
            return if traits.types & types::LAND != 0 { 3 } else { 4 + i32::from(card.mana_value()) };
        }
        let keywords: i32 =
            KEYWORD_WORTH.iter().filter(|(bit, _)| traits.keywords & bit != 0).map(|&(_, worth)| worth).sum();
        let lasting = card.derived.triggered.len() + 2 * card.derived.statics.len() + 2 * card.derived.activated.len();
        2 * i32::from(traits.power) + i32::from(traits.toughness) + keywords + lasting as i32
    }

    /// What a card in hand is worth keeping.
    pub(super) fn card_worth(&self, card: CardIx) -> i32 {
        let printed = self.card(card);
        if printed.is(types::LAND) { 2 } else { 3 + i32::from(printed.mana_value()) }
    }
}

/// Whether something is bad (negative) or good (positive) for a target of a program.
pub(super) fn intent(card: &Card, program: &Program, place: u8) -> i32 {
    if card.derived.enchant.is_some() && program.ops.is_empty() {
        return card.derived.statics.iter().map(aura_intent).sum::<i32>().signum();
    }
    let graveyard = program.targets.iter().any(|spec| spec.domain == Domain::Graveyard);
    program.ops.iter().map(|op| if let Op::Do(verb) = op { verb_intent(verb, place, graveyard) } else { 0 }).sum()
}

fn aura_intent(effect: &Static) -> i32 {
    match effect.change {
        Change::Control => -1,
        Change::Grant(bits) if bits & (kw::CANNOT_ATTACK | kw::CANNOT_BLOCK | kw::DOES_NOT_UNTAP) != 0 => -2,
        Change::Grant(_) => 1,
        Change::Pump(p, _) | Change::SetPt(p, _) => sign(&p),
    }
}

fn sign(quantity: &Quantity) -> i32 {
    match quantity {
        Quantity::Num(n) => i32::from(n.signum()),
        Quantity::Neg(_) => -1,
        _ => 1,
    }
}

fn verb_intent(verb: &Verb, place: u8, graveyard: bool) -> i32 {
    let hits = |obj: &Obj| *obj == Obj::Target(place);
    let who = |who: &Who| *who == Who::Target(place);
    match verb {
        Verb::Damage { to: Sel::Obj(obj), .. } if hits(obj) => -2,
        Verb::Damage { to: Sel::Who(player), .. } if who(player) => -2,
        Verb::Divide { .. } => -2,
        Verb::Destroy(obj) | Verb::Counter(obj, _) | Verb::LoseAbilities(obj) if hits(obj) => -3,
        Verb::Exile(obj, _) if hits(obj) && !graveyard => -3,
        Verb::Bounce(obj) if hits(obj) => {
            if graveyard {
                3
            } else {
                -2
            }
        }
        Verb::ToLibrary(obj, _) | Verb::Freeze(obj) | Verb::Tap(obj) if hits(obj) => -2,
        Verb::GainControl(obj, _) if hits(obj) => -4,
        Verb::ToBattlefield { obj, .. } if hits(obj) => 3,
        Verb::Pump(obj, p, t) | Verb::SetPt(obj, p, t) if hits(obj) => 2 * sign(p) + sign(t),
        Verb::Grant(obj, _) | Verb::Untap(obj) | Verb::Attach(obj) | Verb::PutCounters(obj, CounterKind::Plus, _)
            if hits(obj) =>
        {
            2
        }
        Verb::PutCounters(obj, CounterKind::Minus, _) if hits(obj) => -2,
        Verb::Fight(_, obj) if hits(obj) => -2,
        Verb::Fight(obj, _) if hits(obj) => 2,
        Verb::Draw(player, _) | Verb::GainLife(player, _) if who(player) => 2,
        Verb::Discard(player, ..) | Verb::Mill(player, _) if who(player) => -2,
        Verb::LoseLife(player, _) if who(player) => -1,
        Verb::SacrificeChoice { who: player, .. } if who(player) => -2,
        Verb::Tap(Obj::Each(_)) | Verb::Freeze(Obj::Each(_)) => -1,
        _ => 0,
    }
}

/// Damage that a program deals to its first target, if it is a number.
pub(super) fn direct_damage(program: &Program, x: i32) -> Option<i32> {
    program.ops.iter().find_map(|op| match op {
        Op::Do(Verb::Damage { n, to: Sel::Obj(Obj::Target(0)), by: Obj::This } | Verb::Divide { n }) => match n {
            Quantity::Num(n) => Some(i32::from(*n)),
            Quantity::X => Some(x),
            _ => None,
        },
        Op::Do(Verb::Pump(Obj::Target(0), _, Quantity::Neg(Quantity::Num(n)))) => Some(i32::from(*n)),
        _ => None,
    })
}

/// What a spell without targets does to everything on the battlefield: what it destroys or damages.
pub(super) fn sweeps(program: &Program) -> bool {
    program.ops.iter().any(|op| {
        matches!(
            op,
            Op::Do(
                Verb::Destroy(Obj::Each(_))
                    | Verb::Damage { to: Sel::Obj(Obj::Each(_)), .. }
                    | Verb::Pump(Obj::Each(_), Quantity::Neg(_), _)
            )
        )
    })
}
