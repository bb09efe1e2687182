//! Candidates: what can be done in the present decision, and actions as text.
//!
//! A decision lists its candidates in a fixed order. What is about a card by name (playing or casting it, choosing it from a
//! hand, from a library or from what is looked at) has the id 1 + the card's number in the game, and 0 means to pass or to
//! choose nothing: so an id says the same whatever else a hand holds. Abilities of permanents count on from
//! [`FIRST_ABILITY`], in the order of the permanents, whether they can be activated or not. In all other decisions the
//! candidates are numbered 0, 1, 2 ... A candidate is four bytes: a verb, a small number and a large one.

use crate::cards::print;
use crate::cards::tree::COLORS;
use crate::state::{Ask, CardIx, MagicState, NO, Ref, RefKind, StackObj};
use hoyle_core::{ActionId, Notation, Play, Turn};
use serde::{Deserialize, Serialize};

/// What a candidate does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it; VERBS has them in words")]
pub enum Act {
    Pass,
    Keep,
    Mulligan,
    PlayLand,
    Cast,
    Activate,
    Mode,
    X,
    TargetPlayer,
    TargetPermanent,
    TargetSpell,
    TargetCard,
    NoTarget,
    Amount,
    Pay,
    Attack,
    Stay,
    Block,
    NoBlock,
    Order,
    PickHand,
    PickPermanent,
    PickLibrary,
    PickGraveyard,
    PickLooked,
    PickNone,
    Bottom,
    KeepTop,
    Top,
    Yes,
    No,
    PayCost,
    Refuse,
}

/// Each verb with what it says, in the order of [`Act`].
pub const VERBS: [(&str, &str); 33] = [
    ("pass", "pass priority"),
    ("keep", "keep the hand"),
    ("mulligan", "take a mulligan"),
    ("play_land", "play a land"),
    ("cast", "cast a spell"),
    ("activate", "activate an ability"),
    ("mode", "choose a mode"),
    ("x", "choose X"),
    ("target_player", "target a player"),
    ("target_permanent", "target a permanent"),
    ("target_spell", "target a spell"),
    ("target_card", "target a card in a graveyard"),
    ("no_target", "choose no further target"),
    ("amount", "deal so much"),
    ("pay", "pay with mana of a source"),
    ("attack", "attack with a creature"),
    ("stay", "do not attack with a creature"),
    ("block", "block an attacker with a creature"),
    ("no_block", "do not block with a creature"),
    ("order", "put a triggered ability on the stack next"),
    ("pick_hand", "choose a card in a hand"),
    ("pick_permanent", "choose a permanent"),
    ("pick_library", "choose a card in the library"),
    ("pick_graveyard", "choose a card in the graveyard"),
    ("pick_looked", "choose a card that is looked at"),
    ("pick_none", "choose nothing"),
    ("bottom", "put a card on the bottom"),
    ("keep_top", "leave the rest on top"),
    ("top", "put a card on top"),
    ("yes", "do it"),
    ("no", "do not do it"),
    ("pay_cost", "pay the cost"),
    ("refuse", "do not pay"),
];

/// A candidate of the present decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Cand {
    /// What it does.
    pub act: Act,
    /// A card's number, a seat, a slot, or another small number.
    pub a: u8,
    /// An object's number, an ability, or an amount.
    pub b: u16,
}

/// The id of the first activated ability.
pub const FIRST_ABILITY: u16 = 1 + crate::setup::MAX_GAME_CARDS as u16;
/// How many bits of an activation say which ability of the card; the rest count abilities.
pub(crate) const ABILITY_BITS: u32 = 4;

impl Cand {
    /// The id of the candidate at a place of its list.
    #[inline]
    pub(crate) fn id(self, place: usize) -> u16 {
        match self.act {
            Act::Pass | Act::PickNone | Act::KeepTop => 0,
            Act::PlayLand | Act::Cast | Act::PickHand | Act::PickLibrary | Act::PickLooked | Act::Bottom | Act::Top => {
                1 + self.a as u16
            }
            Act::Activate => FIRST_ABILITY + (self.b >> ABILITY_BITS),
            _ => place as u16,
        }
    }

    /// Which ability of its card an activation means.
    #[inline]
    pub(crate) fn ability(self) -> u8 {
        (self.b & ((1 << ABILITY_BITS) - 1)) as u8
    }

    pub(crate) const fn new(act: Act, a: u8, b: u16) -> Self {
        Self { act, a, b }
    }

    pub(crate) const fn plain(act: Act) -> Self {
        Self::new(act, 0, 0)
    }
}

impl Notation for MagicState {
    fn action_text(&self, id: ActionId, out: &mut String) {
        if self.turn() == Turn::Chance {
            let name = |id: ActionId| self.rules().cards.get(id.index()).map_or("?", |card| card.name);
            let text = match self.ask {
                Ask::Coin => format!("player {} begins", id.0 + 1),
                Ask::Deck { .. } => format!("deck {}", self.deck_name(id.0 as u8)),
                Ask::Look { .. } => format!("look at {}", name(id)),
                Ask::Mill { .. } => format!("mill {}", name(id)),
                Ask::RandomDiscard { .. } => format!("discard {}", name(id)),
                _ => format!("draw {}", name(id)),
            };
            return out.push_str(&text);
        }
        match self.cand(id) {
            Some(cand) => out.push_str(&self.cand_text(cand)),
            None => out.push('?'),
        }
    }
}

impl MagicState {
    /// The text of a candidate of the present decision.
    pub(crate) fn cand_text(&self, cand: Cand) -> String {
        let card = |card: CardIx| self.rules().cards.get(card as usize).map_or("?", |card| card.name);
        let in_grave = || {
            let found = self.side(cand.a).graveyard.iter().find(|lying| lying.uid == cand.b);
            found.map_or("?", |lying| card(lying.card))
        };
        match cand.act {
            Act::Pass => "pass".to_owned(),
            Act::Keep => "keep".to_owned(),
            Act::Mulligan => "mulligan".to_owned(),
            Act::PlayLand => format!("play {}", card(cand.a)),
            Act::Cast => format!("cast {}", card(cand.a)),
            Act::Activate => {
                let printed = self.card_at(cand.a);
                let text = print::ability(self.rules().set, &printed.abilities[cand.ability() as usize]);
                format!("activate {}: {text}", self.perm_name(cand.a))
            }
            Act::Mode => {
                let top = self.stack_len().checked_sub(1).map(|at| self.stack[at]);
                let program = top.and_then(|object| self.program(&StackObj { mode: NO, ..object }));
                let mode = program.and_then(|program| program.modes.get(cand.a as usize));
                let text = mode.map_or_else(String::new, |mode| print::program(self.rules().set, mode));
                format!("mode {}: {text}", cand.a + 1)
            }
            Act::X => format!("X = {}", cand.b),
            Act::TargetPlayer => format!("target player {}", cand.a + 1),
            Act::TargetPermanent => format!("target {}", self.perm_name(cand.a)),
            Act::TargetSpell => {
                format!(
                    "target spell {} ({})",
                    self.ref_name(Ref { kind: RefKind::Spell, slot: 0, uid: cand.b }),
                    cand.b
                )
            }
            Act::TargetCard => format!("target {} in graveyard {} ({})", in_grave(), cand.a + 1, cand.b),
            Act::NoTarget => "no further target".to_owned(),
            Act::Amount => match self.ask {
                Ask::Damage { blocker, .. } => format!("{} to {}", cand.b, self.perm_name(blocker)),
                _ => format!("{} to this target", cand.b),
            },
            Act::Pay => format!("tap {} for {}", self.perm_name(cand.a), COLORS[cand.b as usize % 6]),
            Act::Attack => format!("attack with {}", self.perm_name(cand.a)),
            Act::Stay => format!("hold {} back", self.perm_name(cand.a)),
            Act::Block => format!("block {} with {}", self.perm_name(cand.b as u8), self.perm_name(cand.a)),
            Act::NoBlock => format!("no block with {}", self.perm_name(cand.a)),
            Act::Order => {
                let object = &self.stack[self.stack_len() + cand.a as usize];
                format!("next {} ({})", card(object.card), cand.b)
            }
            Act::PickHand => format!("choose {}", card(cand.a)),
            Act::PickPermanent => format!("choose {}", self.perm_name(cand.a)),
            Act::PickLibrary => format!("find {}", card(cand.a)),
            Act::PickGraveyard => format!("choose {} in graveyard {} ({})", in_grave(), cand.a + 1, cand.b),
            Act::PickLooked => format!("take {}", card(cand.a)),
            Act::PickNone => "take nothing".to_owned(),
            Act::Bottom => format!("bottom {}", card(cand.a)),
            Act::KeepTop => "leave on top".to_owned(),
            Act::Top => format!("top {}", card(cand.a)),
            Act::Yes => "yes".to_owned(),
            Act::No => "no".to_owned(),
            Act::PayCost => "pay".to_owned(),
            Act::Refuse => "do not pay".to_owned(),
        }
    }

    /// A deck of the metagame by number and name.
    pub(crate) fn deck_name(&self, deck: u8) -> String {
        let name = self.rules().decks.get(deck as usize).map_or("?", |deck| &deck.name);
        format!("{} {name}", u16::from(deck) + 1).trim().to_owned()
    }

    /// A permanent by name and place.
    pub(crate) fn perm_name(&self, slot: u8) -> String {
        format!("{} #{slot}", self.card_at(slot).name)
    }

    /// The name of what something points at; of what has gone, that it has.
    pub(crate) fn ref_name(&self, r: Ref) -> String {
        match r.kind {
            RefKind::None => "nothing".to_owned(),
            RefKind::Player => format!("player {}", r.slot + 1),
            RefKind::Perm => match self.perm_of(r) {
                Some(slot) => self.perm_name(slot),
                None => "what has gone".to_owned(),
            },
            RefKind::Spell => {
                let found = self.stack.iter().find(|object| object.uid == r.uid);
                found.map_or_else(|| "a spell".to_owned(), |object| self.card(object.card).name.to_owned())
            }
            RefKind::Grave | RefKind::Exile => {
                self.card_of(r).map_or_else(|| "a card".to_owned(), |card| self.card(card).name.to_owned())
            }
        }
    }
}
