//! Candidates: what can be done in the present decision, and complete actions.
//!
//! A decision lists its candidates in a fixed order. What is about a card by name (playing or casting it, choosing it from a
//! hand, from a library or from what is looked at) has the id 1 + the card's number in the game, and 0 means to pass or to
//! choose nothing: so an id says the same whatever else a hand holds. Abilities of permanents count on from
//! [`FIRST_ABILITY`], in the order of the permanents, whether they can be activated or not. In all other decisions the
//! candidates are numbered 0, 1, 2 ... A candidate is four bytes: a verb, a small number and a large one.

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
