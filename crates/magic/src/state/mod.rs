//! A position: plain data of fixed size, without a pointer but the one to its rules.

mod ask;
mod combat;
mod resolution;
mod side;
mod step;
mod things;
mod work;

pub use ask::{Ask, ChoiceKind};
pub(crate) use combat::{Assigned, Combat};
pub(crate) use resolution::{Announce, Last, Phase, Progress, Resolution, Stage};
pub use side::DECK_SLOTS;
pub(crate) use side::Side;
pub use step::Step;
pub(crate) use things::{Exiled, LibraryCard, Lying, NO, Perm, StackObj, Traits, pf, touch};
pub use things::{Item, Ref, RefKind};
#[cfg(debug_assertions)]
pub(crate) use work::Plies;
pub(crate) use work::{MAX_WORK, Work};

use crate::action::Cand;
use crate::bound::Bounds;
use crate::cards::tree::{Card, event};
use crate::setup::Rules;
use hoyle_core::{FixedVec, Interned};

/// A card's number in its game: cards of the decks first, then tokens.
pub type CardIx = u8;
/// The most permanents at once. This and what follows: see [`Bound`](crate::Bound).
pub const MAX_PERMS: usize = 96;
/// The most spells and abilities on the stack, waiting triggers included.
pub const MAX_STACK: usize = 64;
/// The most cards that a player owns in all zones: no deck has more.
pub const MAX_OWNED: usize = 100;
/// Action ids are below this: the capacity of an action set.
pub const MAX_IDS: usize = 512;
/// The most candidates of one decision.
pub const MAX_CANDS: usize = 256;
/// The most activated abilities of a player's permanents: with passing and every card of a hand they are candidates.
pub(crate) const MAX_ABILITIES: usize = MAX_CANDS - 1 - DECK_SLOTS;
/// The most cards in exile.
pub const MAX_EXILE: usize = 100;
/// The most pairs of permanents of which one damaged the other in a turn.
pub(crate) const MAX_HURT: usize = 48;
/// The largest number of counters of a kind on one permanent.
pub(crate) const MAX_COUNTERS: i32 = 10_000;
/// The largest power and toughness.
pub(crate) const MAX_STAT: i32 = 10_000;
/// The most damage at once.
pub(crate) const MAX_DAMAGE: i32 = 10_000;
/// The most life.
pub(crate) const MAX_LIFE: i32 = 20_000;
/// The most floating mana of a colour.
pub(crate) const MAX_MANA: u16 = 250;
/// The largest X and the largest amount that is offered.
pub(crate) const MAX_NUMBER: u16 = 200;

/// A position of Magic.
#[derive(Clone, PartialEq, Debug)]
pub struct MagicState {
    pub(crate) rules: Interned<Rules>,
    pub(crate) perms: [Perm; MAX_PERMS],
    pub(crate) traits: [Traits; MAX_PERMS],
    pub(crate) sides: [Side; 2],
    /// The stack, the top last, and behind it `waiting` triggers that are not there yet.
    pub(crate) stack: FixedVec<StackObj, MAX_STACK>,
    pub(crate) waiting: u8,
    pub(crate) exile: FixedVec<Exiled, MAX_EXILE>,
    pub(crate) resolution: Resolution,
    pub(crate) announce: Announce,
    /// Cards that a player looks at: by scry or dig.
    pub(crate) looked: FixedVec<CardIx, MAX_OWNED>,
    pub(crate) looking: u8,
    pub(crate) looks: u8,
    /// Everything on the battlefield.
    pub(crate) field: u128,
    /// What each player controls; follows from the layers.
    pub(crate) control: [u128; 2],
    /// What is a creature now.
    pub(crate) creatures: u128,
    /// Permanents with continuous effects, with activated abilities, with mana abilities, by their cards.
    pub(crate) statics: u128,
    pub(crate) actives: u128,
    pub(crate) sources: u128,
    /// Auras and Equipment.
    pub(crate) attached: u128,
    /// Legendary permanents.
    pub(crate) legendary: u128,
    /// Lands that nothing has changed: the layers need not look at them.
    pub(crate) unmodified_lands: u128,
    /// Permanents that are like what hands, graveyards, life and the like say: where those change, the layers are looked
    /// through again.
    pub(crate) zone_watchers: u128,
    /// Who listens to which events.
    pub(crate) listen: [u128; event::COUNT],
    pub(crate) combat: Combat,
    /// Which permanents damaged which this turn, where somebody may ask.
    pub(crate) hurt: FixedVec<(u8, u8), MAX_HURT>,
    pub(crate) ask: Ask,
    pub(crate) cands: FixedVec<Cand, MAX_CANDS>,
    /// For each seat, a hash of everything that it has seen happen: perfect recall without a history.
    pub(crate) recall: [u64; 2],
    pub(crate) turn: u16,
    pub(crate) active: u8,
    pub(crate) step: Step,
    /// Whether the step's own actions have been done.
    pub(crate) begun: bool,
    pub(crate) priority: u8,
    pub(crate) passes: u8,
    /// Whether draws, looks, mills or random discards may be due.
    pub(crate) pending_draws: bool,
    /// Whether state-based actions and triggers may have something to do.
    pub(crate) unsettled: bool,
    /// Whether the layers must be looked through again.
    pub(crate) stale: bool,
    pub(crate) lands_played: u8,
    /// Actions with priority and resolutions of this turn: what stops a loop.
    pub(crate) actions_this_turn: u16,
    /// Combat damage is prevented until end of turn.
    pub(crate) combat_damage_prevented: bool,
    /// Something happened in the cleanup step: players get priority, and another one follows (514.3a).
    pub(crate) extra_cleanup: bool,
    pub(crate) next_uid: u16,
    pub(crate) clock: u16,
    /// Which bounds were met.
    pub(crate) overflow: Bounds,
    pub(crate) over: bool,
    /// Of the action under way.
    pub(crate) work: Work,
    #[cfg(debug_assertions)]
    pub(crate) plies: Plies,
    /// Who has lost, one bit each; both for a draw.
    pub(crate) lost: u8,
}

/// The set of permanents with one member.
#[inline]
pub(crate) fn bit(slot: u8) -> u128 {
    1u128 << (slot & 127)
}

impl MagicState {
    /// The rules that it is played by.
    #[inline]
    pub fn rules(&self) -> &'static Rules {
        self.rules.get()
    }

    /// A card of the game.
    #[inline]
    pub(crate) fn card(&self, card: CardIx) -> &'static Card {
        self.rules.get().cards[card as usize]
    }

    /// The card of a permanent.
    #[inline]
    pub(crate) fn card_at(&self, slot: u8) -> &'static Card {
        self.card(self.perms[slot as usize].card)
    }

    #[inline]
    pub(crate) fn side(&self, seat: u8) -> &Side {
        &self.sides[seat as usize & 1]
    }

    #[inline]
    pub(crate) fn side_mut(&mut self, seat: u8) -> &mut Side {
        &mut self.sides[seat as usize & 1]
    }

    /// What is asked now.
    pub fn ask(&self) -> Ask {
        self.ask
    }

    /// The number of the present turn; 0 before the first.
    pub fn turn_number(&self) -> u16 {
        self.turn
    }

    /// How many spells and abilities are on the stack, without waiting triggers.
    #[inline]
    pub(crate) fn stack_len(&self) -> usize {
        self.stack.len() - self.waiting as usize
    }

    /// A permanent, if it is still the same one.
    #[inline]
    pub(crate) fn perm_of(&self, r: Ref) -> Option<u8> {
        (r.kind == RefKind::Perm && self.field >> r.slot & 1 == 1 && self.perms[r.slot as usize].uid == r.uid)
            .then_some(r.slot)
    }

    /// A reference to a permanent.
    #[inline]
    pub(crate) fn perm_ref(&self, slot: u8) -> Ref {
        Ref { kind: RefKind::Perm, slot, uid: self.perms[slot as usize].uid }
    }

    #[inline]
    pub(crate) fn ctrl(&self, slot: u8) -> u8 {
        self.traits[slot as usize].ctrl
    }

    /// A new object's number.
    #[inline]
    pub(crate) fn new_uid(&mut self) -> u16 {
        self.next_uid += 1;
        self.next_uid
    }

    /// A new timestamp.
    #[inline]
    pub(crate) fn tick(&mut self) -> u16 {
        self.clock += 1;
        self.clock
    }
}
