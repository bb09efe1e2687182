//! Positions as plain data: card names in JSON, numbers in the binary form. `read.rs` checks every claim.

mod read;

use crate::bound::Bound;
use crate::setup::Rules;
use crate::state::*;
use hoyle_core::{InvalidState, Persist, iter_bits};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// A card: its name for people, its number for the binary form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Key {
    Both(CardIx, &'static str),
    Name(String),
    Number(CardIx),
}

impl Key {
    fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Both(_, name) => (*name).into(),
            Self::Name(name) => name.as_str().into(),
            Self::Number(number) => number.to_string().into(),
        }
    }

    pub(crate) fn resolve(&self, rules: &Rules, token: bool) -> Result<CardIx, InvalidState> {
        let found = match self {
            Self::Both(number, _) | Self::Number(number) => Some(*number),
            Self::Name(name) => rules
                .cards
                .iter()
                .position(|card| card.token == token && card.name.eq_ignore_ascii_case(name))
                .map(|i| i as CardIx),
        };
        found.filter(|&number| rules.cards.get(number as usize).is_some_and(|card| card.token == token)).ok_or_else(
            || {
                let name: String = self.name().chars().take(60).collect();
                let what = if token { "token" } else { "card" };
                InvalidState(format!("there is no {what} `{name}` in this game"))
            },
        )
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(&self.name());
        }
        serializer.serialize_u8(match self {
            Self::Both(number, _) | Self::Number(number) => *number,
            Self::Name(_) => u8::MAX,
        })
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer).map(Self::Name)
        } else {
            u8::deserialize(deserializer).map(Self::Number)
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PermSnap {
    slot: u8,
    card: Key,
    token: bool,
    owner: u8,
    base_ctrl: u8,
    taken: u8,
    taken_time: u16,
    host: u8,
    blocks: u8,
    flags: u16,
    damage: i16,
    plus: u16,
    minus: u16,
    uid: u16,
    time: u16,
    pump: (i16, i16),
    set: (i16, i16),
    set_time: u16,
    bare_time: u16,
    granted: u64,
    x: u16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StackSnap {
    item: Item,
    card: Key,
    token: bool,
    ability: u8,
    controller: u8,
    owner: u8,
    mode: u8,
    uid: u16,
    source: Ref,
    targets: [Ref; 3],
    amounts: [u8; 3],
    target_count: u8,
    x: u16,
    event: Ref,
    event_player: u8,
    amount: i16,
    power: i16,
    toughness: i16,
    counters: u16,
    touch: u8,
    sacrificed: u8,
    sacrificed_power: i16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LibraryCardSnap {
    card: Key,
    open: bool,
    from_hand: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideSnap {
    life: i16,
    deck: u8,
    /// The part of the library without a known order: cards and how many.
    library: Vec<(Key, u8)>,
    /// What lies on it in a known order, the top last.
    top: Vec<LibraryCardSnap>,
    /// What lies below it, the lowest last.
    bottom: Vec<LibraryCardSnap>,
    hand: Vec<Key>,
    known: Vec<Key>,
    /// For each of those, from which place of `top` on it may be among the cards that left the hand unseen; left out, any.
    #[serde(default)]
    since: Vec<u8>,
    graveyard: Vec<(Key, u16)>,
    seen: Vec<u8>,
    mana: [u8; 6],
    mulligans: u8,
    kept: bool,
    wants: bool,
    decked: bool,
    draws: u8,
    mills: u8,
    random_discards: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExileSnap {
    card: Key,
    owner: u8,
    uid: u16,
    link: u16,
    until: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ResolutionSnap {
    begun: bool,
    obj: StackSnap,
    pc: u8,
    #[serde(rename = "n")]
    progress: Progress,
    #[serde(rename = "seat")]
    about: u8,
    that: Ref,
    dealt: i16,
    last: [Last; 2],
}

/// An announcement: its stage by number, 0 the mode to 6 done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct AnnounceSnap {
    active: bool,
    stage: u8,
    index: u8,
}

/// A position as it is written to files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    sides: Vec<SideSnap>,
    battlefield: Vec<PermSnap>,
    /// The top last; behind it the triggers that wait.
    stack: Vec<StackSnap>,
    waiting: u8,
    exile: Vec<ExileSnap>,
    resolving: Option<ResolutionSnap>,
    announce: AnnounceSnap,
    looked: Vec<Key>,
    looking: u8,
    looks: u8,
    attacking: Vec<u8>,
    blocked: Vec<u8>,
    declare: Vec<u8>,
    first_strikers: Vec<u8>,
    assigned: Vec<Assigned>,
    hurt: Vec<(u8, u8)>,
    ask: Ask,
    recall: [u64; 2],
    turn: u16,
    active: u8,
    step: Step,
    begun: bool,
    priority: u8,
    passes: u8,
    unsettled: bool,
    lands_played: u8,
    #[serde(rename = "deeds")]
    actions_this_turn: u16,
    #[serde(rename = "fog")]
    combat_damage_prevented: bool,
    #[serde(rename = "again")]
    extra_cleanup: bool,
    next_uid: u16,
    clock: u16,
    overflow: Vec<Bound>,
    over: bool,
    lost: u8,
}

impl Persist for MagicState {
    type Snapshot = Snapshot;

    fn snapshot(&self) -> Snapshot {
        let slots = |mask: u128| iter_bits(mask).collect::<Vec<u8>>();
        let placed = |placed: &LibraryCard| LibraryCardSnap {
            card: self.key(placed.card),
            open: placed.open,
            from_hand: placed.from_hand,
        };
        let keys = |cards: &[CardIx]| cards.iter().map(|&card| self.key(card)).collect::<Vec<_>>();
        let sides = self.sides.iter().map(|side| SideSnap {
            life: side.life,
            deck: side.deck,
            library: self.rules().decks[side.deck as usize]
                .cards
                .iter()
                .zip(&side.pool)
                .filter(|&(_, &count)| count > 0)
                .map(|(&card, &count)| (self.key(card), count))
                .collect(),
            top: side.top.iter().map(placed).collect(),
            bottom: side.bottom.iter().map(placed).collect(),
            hand: keys(&side.hand),
            known: keys(&side.known),
            since: side.since.to_vec(),
            graveyard: side.graveyard.iter().map(|lying| (self.key(lying.card), lying.uid)).collect(),
            seen: side.seen.to_vec(),
            mana: side.mana,
            mulligans: side.mulligans,
            kept: side.kept,
            wants: side.wants,
            decked: side.decked,
            draws: side.draws,
            mills: side.mills,
            random_discards: side.random_discards,
        });
        let battlefield = iter_bits(self.field).map(|slot| {
            let perm = &self.perms[slot as usize];
            PermSnap {
                slot,
                card: self.key(perm.card),
                token: self.card(perm.card).token,
                owner: perm.owner,
                base_ctrl: perm.base_ctrl,
                taken: perm.taken,
                taken_time: perm.taken_time,
                host: perm.host,
                blocks: perm.blocks,
                flags: perm.flags,
                damage: perm.damage,
                plus: perm.plus,
                minus: perm.minus,
                uid: perm.uid,
                time: perm.time,
                pump: perm.pump,
                set: perm.set,
                set_time: perm.set_time,
                bare_time: perm.bare_time,
                granted: perm.granted,
                x: perm.x,
            }
        });
        let exile = self.exile.iter().map(|exiled| ExileSnap {
            card: self.key(exiled.card),
            owner: exiled.owner,
            uid: exiled.uid,
            link: exiled.link,
            until: exiled.until,
        });
        let resolution = &self.resolution;
        Snapshot {
            sides: sides.collect(),
            battlefield: battlefield.collect(),
            stack: self.stack.iter().map(|object| self.stack_snap(object)).collect(),
            waiting: self.waiting,
            exile: exile.collect(),
            resolving: resolution.active.then(|| ResolutionSnap {
                begun: resolution.begun,
                obj: self.stack_snap(&resolution.obj),
                pc: resolution.pc,
                progress: resolution.progress,
                about: resolution.about,
                that: resolution.that,
                dealt: resolution.dealt,
                last: resolution.last,
            }),
            announce: AnnounceSnap {
                active: self.announce.active,
                stage: self.announce.stage as u8,
                index: self.announce.done,
            },
            looked: keys(&self.looked),
            looking: self.looking,
            looks: self.looks,
            attacking: slots(self.combat.attacking),
            blocked: slots(self.combat.blocked),
            declare: slots(self.combat.declare),
            first_strikers: slots(self.combat.first_strikers),
            assigned: self.combat.assigned.to_vec(),
            hurt: self.hurt.to_vec(),
            ask: self.ask,
            recall: self.recall,
            turn: self.turn,
            active: self.active,
            step: self.step,
            begun: self.begun,
            priority: self.priority,
            passes: self.passes,
            unsettled: self.unsettled,
            lands_played: self.lands_played,
            actions_this_turn: self.actions_this_turn,
            combat_damage_prevented: self.combat_damage_prevented,
            extra_cleanup: self.extra_cleanup,
            next_uid: self.next_uid,
            clock: self.clock,
            overflow: self.overflow.iter().collect(),
            over: self.over,
            lost: self.lost,
        }
    }
}

impl MagicState {
    pub(crate) fn key(&self, card: CardIx) -> Key {
        Key::Both(card, self.card(card).name)
    }

    fn stack_snap(&self, object: &StackObj) -> StackSnap {
        let StackObj { item, card, ability, controller, owner, mode, uid, source, targets, amounts, .. } = *object;
        StackSnap {
            item,
            card: self.key(card),
            token: self.card(card).token,
            ability,
            controller,
            owner,
            mode,
            uid,
            source,
            targets,
            amounts,
            target_count: object.target_count,
            x: object.x,
            event: object.event,
            event_player: object.event_player,
            amount: object.amount,
            power: object.power,
            toughness: object.toughness,
            counters: object.counters,
            touch: object.touch,
            sacrificed: object.sacrificed,
            sacrificed_power: object.sacrificed_power,
        }
    }
}
