//! A position: plain data of fixed size, without a pointer but the one to its rules.

use crate::action::Cand;
use crate::cards::tree::{Card, event};
use crate::setup::Rules;
use crate::stack::Stack;
use hoyle_core::{Interned, Seat, Turn};
use serde::{Deserialize, Serialize};

/// A card's number in its game: cards of the decks first, then tokens.
pub type CardIx = u8;
/// The most permanents at once. What would be one more does not enter; `MagicState::overflow` tells it.
pub const MAX_PERMS: usize = 96;
/// The most spells and abilities on the stack, waiting triggers included. One more is not put there.
pub const MAX_STACK: usize = 64;
/// The most cards that a player owns in all zones.
pub const MAX_OWNED: usize = 100;
/// Action ids are below this: the capacity of an action set.
pub const MAX_IDS: usize = 512;
/// The most candidates of one decision. What would be one more is not offered.
pub const MAX_CANDS: usize = 256;
/// The most cards in exile. A card that would be one more is out of the game.
pub const MAX_EXILE: usize = 100;
/// The largest number of counters of a kind on one permanent.
pub const MAX_COUNTERS: i32 = 10_000;

/// Something that can be pointed at: 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ref {
    /// See [`RefKind`].
    pub kind: RefKind,
    /// A seat or a permanent's slot.
    pub slot: u8,
    /// Which object: slots are used again, numbers are not.
    pub uid: u16,
}

/// What a [`Ref`] points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefKind {
    /// Nothing.
    #[default]
    None,
    /// A player.
    Player,
    /// A permanent.
    Perm,
    /// A spell or ability on the stack.
    Spell,
    /// A card in a graveyard; the slot is its owner.
    Grave,
    /// A card in exile.
    Exile,
}

impl Ref {
    pub(crate) const NONE: Self = Self { kind: RefKind::None, slot: 0, uid: 0 };

    pub(crate) fn player(seat: u8) -> Self {
        Self { kind: RefKind::Player, slot: seat, uid: 0 }
    }
}

/// Flags of a permanent.
pub(crate) mod pf {
    pub const TAPPED: u16 = 1;
    /// It came under its controller's control since that player's last turn began.
    pub const SICK: u16 = 2;
    pub const TOKEN: u16 = 4;
    /// It does not untap in its controller's next untap step.
    pub const FROZEN: u16 = 8;
    /// It was dealt damage by a source with deathtouch.
    pub const DEATHTOUCHED: u16 = 16;
    /// It has lost its abilities until end of turn.
    pub const BARE: u16 = 32;
    /// Its power and toughness are switched.
    pub const SWITCHED: u16 = 64;
    /// Its power and toughness were set.
    pub const SET: u16 = 128;
    /// Control of it was taken for good.
    pub const KEPT: u16 = 256;
}

/// Nothing is there: for slots.
pub(crate) const NO: u8 = 255;

/// A permanent, as it was made and changed. What it is like now follows from all of them: see [`Traits`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Perm {
    pub card: CardIx,
    pub owner: u8,
    /// Under whose control it entered.
    pub base_ctrl: u8,
    /// Who has control until end of turn (or for good), and since when.
    pub taken: u8,
    pub taken_time: u16,
    /// What it is attached to.
    pub host: u8,
    /// What it blocks.
    pub blocks: u8,
    pub flags: u16,
    pub damage: i16,
    pub plus: u16,
    pub minus: u16,
    pub uid: u16,
    pub time: u16,
    pub pump: (i16, i16),
    pub set: (i16, i16),
    pub set_time: u16,
    pub bare_time: u16,
    pub granted: u64,
    /// X of the spell that it was.
    pub x: u16,
}

impl Perm {
    pub const EMPTY: Self = Self {
        card: 0,
        owner: 0,
        base_ctrl: 0,
        taken: NO,
        taken_time: 0,
        host: NO,
        blocks: NO,
        flags: 0,
        damage: 0,
        plus: 0,
        minus: 0,
        uid: 0,
        time: 0,
        pump: (0, 0),
        set: (0, 0),
        set_time: 0,
        bare_time: 0,
        granted: 0,
        x: 0,
    };

    #[inline]
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

/// What a permanent is like now: the result of the layers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Traits {
    pub keywords: u64,
    pub power: i16,
    pub toughness: i16,
    pub types: u16,
    pub colors: u8,
    pub ctrl: u8,
}

impl Traits {
    pub const EMPTY: Self = Self { keywords: 0, power: 0, toughness: 0, types: 0, colors: 0, ctrl: 0 };
}

/// What is on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// A spell.
    Spell,
    /// An activated ability.
    Activated,
    /// A triggered ability.
    Triggered,
}

/// A spell or ability on the stack, or one that waits to be put there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct StackObj {
    pub item: Item,
    /// The spell, or the source of the ability.
    pub card: CardIx,
    /// Which ability of the card.
    pub ability: u8,
    pub controller: u8,
    pub owner: u8,
    /// The chosen mode; [`NO`] for none.
    pub mode: u8,
    pub uid: u16,
    /// The source of an ability.
    pub source: Ref,
    pub targets: [Ref; 3],
    pub amounts: [u8; 3],
    pub target_count: u8,
    pub x: u16,
    /// What triggered it, or what was sacrificed as a cost.
    pub event: Ref,
    pub event_player: u8,
    /// What the trigger counts, or the life that was paid.
    pub amount: i16,
    /// The source as it last was.
    pub power: i16,
    pub toughness: i16,
    pub counters: u16,
    /// Lifelink and deathtouch of the source as it last was.
    pub touch: u8,
    /// What was sacrificed as a cost.
    pub sacrificed: CardIx,
    pub sacrificed_power: i16,
}

impl StackObj {
    pub const EMPTY: Self = Self {
        item: Item::Spell,
        card: 0,
        ability: 0,
        controller: 0,
        owner: 0,
        mode: NO,
        uid: 0,
        source: Ref::NONE,
        targets: [Ref::NONE; 3],
        amounts: [0; 3],
        target_count: 0,
        x: 0,
        event: Ref::NONE,
        event_player: 0,
        amount: 0,
        power: 0,
        toughness: 0,
        counters: 0,
        touch: 0,
        sacrificed: NO,
        sacrificed_power: 0,
    };
}

/// A card in a graveyard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lying {
    pub card: CardIx,
    pub uid: u16,
}

/// A card in exile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exiled {
    pub card: CardIx,
    pub owner: u8,
    pub uid: u16,
    /// The permanent that exiled it, if it is remembered.
    pub link: u16,
    /// Whether it returns at once when that permanent leaves.
    pub until: bool,
}

/// A card in a library whose place is known to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub card: CardIx,
    /// Everybody knows it; otherwise only its owner does.
    pub open: bool,
    /// It came from the hand unseen: a card known to be in the hand may be this one.
    pub from_hand: bool,
}

impl Placed {
    const EMPTY: Self = Self { card: 0, open: false, from_hand: false };
}

/// How many different cards a deck can have.
pub const DECK_SLOTS: usize = 64;

/// What belongs to one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Side {
    pub life: i16,
    /// Which of the game's decks is played.
    pub deck: u8,
    /// The part of the library whose order nobody knows, by the deck's slots: any order is as likely as any other.
    pub pool: [u8; DECK_SLOTS],
    pub pool_len: u8,
    /// What lies on that part in a known order, the top last.
    pub top: Stack<Placed, MAX_OWNED>,
    /// What lies below it, the lowest last.
    pub bottom: Stack<Placed, MAX_OWNED>,
    /// In ascending order.
    pub hand: Stack<CardIx, MAX_OWNED>,
    /// How many of the hand can be cast when an instant can.
    pub fast: u8,
    /// What everybody knows to be in the hand (or among the `from_hand` cards of the library), ascending.
    pub known: Stack<CardIx, MAX_OWNED>,
    pub graveyard: Stack<Lying, MAX_OWNED>,
    /// How many cards of each slot were seen at once by everybody: what a guess at the deck must explain.
    pub seen: [u8; DECK_SLOTS],
    pub mana: [u8; 6],
    pub mulligans: u8,
    pub kept: bool,
    /// A mulligan was declared: it is taken when everybody has decided.
    pub wants: bool,
    /// A draw from an empty library was tried.
    pub decked: bool,
    /// Cards still to be drawn.
    pub draws: u8,
    /// Cards still to be put from the library into the graveyard.
    pub mills: u8,
    /// Cards still to be discarded at random.
    pub random_discards: u8,
}

impl Side {
    pub const EMPTY: Self = Self {
        life: 20,
        deck: 0,
        pool: [0; DECK_SLOTS],
        pool_len: 0,
        top: Stack::new(Placed::EMPTY),
        bottom: Stack::new(Placed::EMPTY),
        hand: Stack::new(0),
        fast: 0,
        known: Stack::new(0),
        graveyard: Stack::new(Lying { card: 0, uid: 0 }),
        seen: [0; DECK_SLOTS],
        mana: [0; 6],
        mulligans: 0,
        kept: false,
        wants: false,
        decked: false,
        draws: 0,
        mills: 0,
        random_discards: 0,
    };

    /// How many cards the library has.
    #[inline]
    pub fn library_len(&self) -> usize {
        self.pool_len as usize + self.top.len() + self.bottom.len()
    }
}

/// The parts of a turn, and what comes before the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names of the rules")]
pub enum Step {
    Coin,
    Mulligans,
    Untap,
    Upkeep,
    Draw,
    Main1,
    BeginCombat,
    Attackers,
    Blockers,
    FirstStrike,
    Damage,
    EndCombat,
    Main2,
    End,
    Cleanup,
}

impl Step {
    /// All of them, in order.
    pub const ALL: [Self; 15] = [
        Self::Coin,
        Self::Mulligans,
        Self::Untap,
        Self::Upkeep,
        Self::Draw,
        Self::Main1,
        Self::BeginCombat,
        Self::Attackers,
        Self::Blockers,
        Self::FirstStrike,
        Self::Damage,
        Self::EndCombat,
        Self::Main2,
        Self::End,
        Self::Cleanup,
    ];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Coin => "coin",
            Self::Mulligans => "mulligans",
            Self::Untap => "untap",
            Self::Upkeep => "upkeep",
            Self::Draw => "draw",
            Self::Main1 => "first main phase",
            Self::BeginCombat => "beginning of combat",
            Self::Attackers => "declare attackers",
            Self::Blockers => "declare blockers",
            Self::FirstStrike => "first-strike damage",
            Self::Damage => "combat damage",
            Self::EndCombat => "end of combat",
            Self::Main2 => "second main phase",
            Self::End => "end step",
            Self::Cleanup => "cleanup",
        }
    }

    pub(crate) fn is_main(self) -> bool {
        matches!(self, Self::Main1 | Self::Main2)
    }
}

/// What is asked, of whom. The first four are chance's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the kinds are described in docs/magic.md")]
pub enum Ask {
    None,
    Coin,
    Draw { seat: u8 },
    Look { seat: u8 },
    Mill { seat: u8 },
    RandomDiscard { seat: u8 },
    Mulligan { seat: u8 },
    Bottom { seat: u8 },
    Priority { seat: u8 },
    Mode { seat: u8 },
    X { seat: u8 },
    Target { seat: u8 },
    Divide { seat: u8 },
    Payment { seat: u8 },
    CostSacrifice { seat: u8 },
    CostDiscard { seat: u8 },
    CostExile { seat: u8 },
    Attack { seat: u8, creature: u8 },
    Block { seat: u8, creature: u8 },
    Damage { seat: u8, attacker: u8, blocker: u8 },
    Order { seat: u8 },
    Discard { seat: u8 },
    Looked { seat: u8 },
    PutBack { seat: u8 },
    Search { seat: u8 },
    Dig { seat: u8 },
    ToBottom { seat: u8 },
    Sacrifice { seat: u8 },
    Choose { seat: u8 },
    Host { seat: u8 },
    Legend { seat: u8 },
    Cleanup { seat: u8 },
    Scry { seat: u8 },
    ScryOrder { seat: u8 },
    May { seat: u8 },
    PayUnless { seat: u8 },
}

/// The thirteen kinds of choices that players make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ChoiceKind {
    Priority,
    Target,
    X,
    Mode,
    Payment,
    Attackers,
    Blockers,
    DamageDivision,
    TriggerOrder,
    PickCards,
    Scry,
    YesNo,
    PayUnless,
}

impl ChoiceKind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Priority,
        Self::Target,
        Self::X,
        Self::Mode,
        Self::Payment,
        Self::Attackers,
        Self::Blockers,
        Self::DamageDivision,
        Self::TriggerOrder,
        Self::PickCards,
        Self::Scry,
        Self::YesNo,
        Self::PayUnless,
    ];
}

impl Ask {
    /// Who is asked; none at chance's turn.
    pub fn seat(self) -> Option<u8> {
        match self {
            Self::None
            | Self::Coin
            | Self::Draw { .. }
            | Self::Look { .. }
            | Self::Mill { .. }
            | Self::RandomDiscard { .. } => None,
            Self::Mulligan { seat }
            | Self::Bottom { seat }
            | Self::Priority { seat }
            | Self::Mode { seat }
            | Self::X { seat }
            | Self::Target { seat }
            | Self::Divide { seat }
            | Self::Payment { seat }
            | Self::CostSacrifice { seat }
            | Self::CostDiscard { seat }
            | Self::CostExile { seat }
            | Self::Attack { seat, .. }
            | Self::Block { seat, .. }
            | Self::Damage { seat, .. }
            | Self::Order { seat }
            | Self::Discard { seat }
            | Self::Looked { seat }
            | Self::PutBack { seat }
            | Self::Search { seat }
            | Self::Dig { seat }
            | Self::ToBottom { seat }
            | Self::Sacrifice { seat }
            | Self::Choose { seat }
            | Self::Host { seat }
            | Self::Legend { seat }
            | Self::Cleanup { seat }
            | Self::Scry { seat }
            | Self::ScryOrder { seat }
            | Self::May { seat }
            | Self::PayUnless { seat } => Some(seat),
        }
    }

    /// Which of the thirteen kinds it is; none at chance's turn.
    pub fn kind(self) -> Option<ChoiceKind> {
        Some(match self {
            Self::None
            | Self::Coin
            | Self::Draw { .. }
            | Self::Look { .. }
            | Self::Mill { .. }
            | Self::RandomDiscard { .. } => return None,
            Self::Priority { .. } => ChoiceKind::Priority,
            Self::Target { .. } | Self::Host { .. } => ChoiceKind::Target,
            Self::X { .. } => ChoiceKind::X,
            Self::Mode { .. } => ChoiceKind::Mode,
            Self::Payment { .. } => ChoiceKind::Payment,
            Self::Attack { .. } => ChoiceKind::Attackers,
            Self::Block { .. } => ChoiceKind::Blockers,
            Self::Divide { .. } | Self::Damage { .. } => ChoiceKind::DamageDivision,
            Self::Order { .. } => ChoiceKind::TriggerOrder,
            Self::Scry { .. } | Self::ScryOrder { .. } => ChoiceKind::Scry,
            Self::Mulligan { .. } | Self::May { .. } => ChoiceKind::YesNo,
            Self::PayUnless { .. } => ChoiceKind::PayUnless,
            Self::Bottom { .. }
            | Self::CostSacrifice { .. }
            | Self::CostDiscard { .. }
            | Self::CostExile { .. }
            | Self::Discard { .. }
            | Self::Looked { .. }
            | Self::PutBack { .. }
            | Self::Search { .. }
            | Self::Dig { .. }
            | Self::ToBottom { .. }
            | Self::Sacrifice { .. }
            | Self::Choose { .. }
            | Self::Legend { .. }
            | Self::Cleanup { .. } => ChoiceKind::PickCards,
        })
    }

    /// Whether it belongs to the action that was begun: what a complete action has as its parameters.
    pub fn is_parameter(self) -> bool {
        matches!(
            self,
            Self::Mode { .. }
                | Self::X { .. }
                | Self::Target { .. }
                | Self::Divide { .. }
                | Self::Payment { .. }
                | Self::CostSacrifice { .. }
                | Self::CostDiscard { .. }
                | Self::CostExile { .. }
        )
    }
}

/// A spell or ability being put on the stack: the top of it, and how far the announcement has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Announce {
    pub active: bool,
    /// 0 mode, 1 X, 2 targets, 3 division, 4 costs, 5 mana, 6 done.
    pub stage: u8,
    /// The next target, division or cost.
    pub index: u8,
}

/// An object as it last was on the battlefield or in a graveyard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Last {
    pub uid: u16,
    pub card: CardIx,
    pub ctrl: u8,
    pub owner: u8,
    pub power: i16,
    pub toughness: i16,
    pub counters: u16,
}

/// The spell or ability that resolves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Frame {
    pub active: bool,
    /// Whether the first step has begun: targets were checked.
    pub begun: bool,
    pub obj: StackObj,
    pub pc: u8,
    /// How far the present step has come.
    pub n: i16,
    /// A player that the present step is about.
    pub seat: u8,
    pub that: Ref,
    pub dealt: i16,
    pub last: [Last; 2],
}

impl Frame {
    pub const EMPTY: Self = Self {
        active: false,
        begun: false,
        obj: StackObj::EMPTY,
        pc: 0,
        n: -1,
        seat: 0,
        that: Ref::NONE,
        dealt: 0,
        last: [Last { uid: 0, card: 0, ctrl: 0, owner: 0, power: 0, toughness: 0, counters: 0 }; 2],
    };
}

/// Combat damage that an attacker was told to deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Assigned {
    pub from: u8,
    /// A blocker's slot, or [`NO`] for the defending player.
    pub to: u8,
    pub amount: i16,
}

/// A position of Magic.
#[derive(Clone, PartialEq, Debug)]
pub struct MagicState {
    pub(crate) rules: Interned<Rules>,
    pub(crate) perms: [Perm; MAX_PERMS],
    pub(crate) traits: [Traits; MAX_PERMS],
    pub(crate) sides: [Side; 2],
    /// The stack, the top last, and behind it `waiting` triggers that are not there yet.
    pub(crate) stack: Stack<StackObj, MAX_STACK>,
    pub(crate) waiting: u8,
    pub(crate) exile: Stack<Exiled, MAX_EXILE>,
    pub(crate) frame: Frame,
    pub(crate) announce: Announce,
    /// Cards that a player looks at: by scry or dig.
    pub(crate) looked: Stack<CardIx, 24>,
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
    pub(crate) still: u128,
    /// Permanents that are like what hands, graveyards and the like hold.
    pub(crate) watching: u128,
    /// Who listens to which events.
    pub(crate) listen: [u128; event::COUNT],
    pub(crate) attacking: u128,
    pub(crate) blocked: u128,
    /// Creatures still to be asked about: attackers, blockers, attackers with damage to divide.
    pub(crate) declare: u128,
    /// What could deal damage in the first-strike step.
    pub(crate) first_strikers: u128,
    pub(crate) assigned: Stack<Assigned, 64>,
    /// Which permanents damaged which this turn, where somebody may ask.
    pub(crate) hurt: Stack<(u8, u8), 48>,
    pub(crate) ask: Ask,
    pub(crate) cands: Stack<Cand, MAX_CANDS>,
    /// For each seat, a hash of everything that it has seen happen: perfect recall without a history.
    pub(crate) recall: [u64; 2],
    pub(crate) turn: u16,
    pub(crate) active: u8,
    pub(crate) step: Step,
    /// Whether the step's own actions have been done.
    pub(crate) begun: bool,
    pub(crate) priority: u8,
    pub(crate) passes: u8,
    /// Whether draws and the like are due.
    pub(crate) busy: bool,
    /// Whether state-based actions and triggers may have something to do.
    pub(crate) unsettled: bool,
    /// Whether the layers must be looked through again.
    pub(crate) stale: bool,
    pub(crate) lands_played: u8,
    /// Actions and resolutions of this turn: what stops a loop.
    pub(crate) deeds: u16,
    pub(crate) fog: bool,
    /// Something happened in the cleanup step: players get priority, and another one follows (514.3a).
    pub(crate) again: bool,
    pub(crate) next_uid: u16,
    pub(crate) clock: u16,
    /// Something did not fit: see [`MAX_PERMS`] and [`MAX_STACK`].
    pub(crate) overflow: bool,
    pub(crate) over: bool,
    /// Who has lost, one bit each; both for a draw.
    pub(crate) lost: u8,
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

    /// Who acts next.
    #[inline]
    pub(crate) fn whose_turn(&self) -> Turn {
        if self.over {
            return Turn::Over;
        }
        match self.ask.seat() {
            Some(seat) => Turn::Seat(Seat(seat)),
            None => Turn::Chance,
        }
    }

    /// What is asked now.
    pub fn ask(&self) -> Ask {
        self.ask
    }

    /// The number of the present turn; 0 before the first.
    pub fn turn_number(&self) -> u16 {
        self.turn
    }

    /// Whether something did not fit into the position's bounds so far in this game.
    pub fn overflow(&self) -> bool {
        self.overflow
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
        self.next_uid = self.next_uid.wrapping_add(1).max(1);
        self.next_uid
    }

    /// A new timestamp.
    #[inline]
    pub(crate) fn tick(&mut self) -> u16 {
        self.clock = self.clock.saturating_add(1);
        self.clock
    }
}
