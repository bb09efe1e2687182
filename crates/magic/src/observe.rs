//! What a seat sees, as a row of numbers of fixed size: for networks that take no graph.

use crate::cards::tree::types;
use crate::state::{Ask, CardIx, ChoiceKind, MagicState, NO, Step, pf};
use hoyle_core::{Layout, LayoutId, Observe, Seat, iter_bits};

/// How many creatures of each player are shown, the strongest first.
const CREATURES: usize = 12;
/// How many cards in hand are shown.
const HAND: usize = 10;
/// How many things on the stack are shown, the top first.
const STACK: usize = 4;
/// Keywords that creatures show, in the order of their bits.
const KEYWORDS: usize = 16;
/// Numbers per card.
const CARD: usize = 17;

/// The layouts of every game.
pub fn layouts() -> Vec<Layout> {
    let layout = Layout::build("flat", 1)
        .section("moment")
        .field("step", &[15], 0.0..=1.0, "one-hot of the step")
        .field("ask", &[14], 0.0..=1.0, "one-hot of the kind of choice; the last for chance and the end")
        .field("decides", &[2], 0.0..=1.0, "who decides: the observer, the opponent")
        .field("turn", &[2], 0.0..=1.0, "whether it is the observer's turn; turns so far / 50")
        .section("players")
        .records(&[2], |player| {
            player
                .field("life", &[], -1.0..=1.0, "life / 40; the observer first")
                .field("sizes", &[3], 0.0..=1.0, "cards in hand / 10, in the library / 60, in the graveyard / 60")
                .field("lands", &[2], 0.0..=1.0, "lands / 12, untapped lands / 12")
                .field("sources", &[6], 0.0..=1.0, "untapped sources of each colour and of colourless mana / 10")
                .field("mana", &[6], 0.0..=1.0, "floating mana of each colour / 10")
                .field("others", &[2], 0.0..=1.0, "artifacts / 8 and enchantments / 8 that are no creatures")
        })
        .section("creatures")
        .records(&[2, CREATURES], |creature| {
            creature
                .field("creature", &[], 0.0..=1.0, "whether there is one; the observer's first, the strongest first")
                .field("pt", &[3], -1.0..=1.0, "power / 10, toughness / 10, damage / 10")
                .field("state", &[5], 0.0..=1.0, "tapped, summoning sick, attacking, blocking, asked about")
                .field("keywords", &[KEYWORDS], 0.0..=1.0, "one per keyword, in the order of docs/magic.md")
        })
        .section("hand")
        .records(&[HAND], |card| {
            card.field("hand", &[CARD], -1.0..=1.0, "cards in the observer's hand, as `card` below")
        })
        .section("stack")
        .records(&[STACK], |card| {
            card.field("stack", &[CARD], -1.0..=1.0, "what is on the stack, the top first").field(
                "stack_own",
                &[],
                0.0..=1.0,
                "whether the observer controls it",
            )
        })
        .field("about", &[CARD], -1.0..=1.0, "the card that the decision belongs to");
    let len = 15 + 14 + 2 + 2 + 2 * 20 + 2 * CREATURES * (9 + KEYWORDS) + HAND * CARD + STACK * (CARD + 1) + CARD;
    vec![layout.finish(&[len])]
}

struct Writer<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Writer<'_> {
    fn put(&mut self, value: f32) {
        self.out[self.at] = value.clamp(-1.0, 1.0);
        self.at += 1;
    }

    fn flag(&mut self, set: bool) {
        self.put(f32::from(u8::from(set)));
    }

    fn one_hot(&mut self, width: usize, place: usize) {
        (0..width).for_each(|i| self.flag(i == place));
    }

    fn zeros(&mut self, count: usize) {
        self.out[self.at..self.at + count].fill(0.0);
        self.at += count;
    }
}

impl Observe for MagicState {
    fn observe(&self, seat: Seat, _: LayoutId, out: &mut [f32]) {
        let me = seat.0;
        let mut w = Writer { out, at: 0 };
        w.one_hot(15, Step::ALL.iter().position(|&step| step == self.step).unwrap_or(0));
        let kind = if self.over { None } else { self.ask.kind() };
        let kind = kind.and_then(|kind| ChoiceKind::ALL.iter().position(|&other| other == kind));
        w.one_hot(14, kind.unwrap_or(13));
        let decider = if self.over { None } else { self.ask.seat() };
        w.flag(decider == Some(me));
        w.flag(decider == Some(1 - me));
        w.flag(self.active == me);
        w.put(f32::from(self.turn) / 50.0);
        for player in [me, 1 - me] {
            self.observe_player(player, &mut w);
        }
        for player in [me, 1 - me] {
            self.observe_creatures(player, &mut w);
        }
        let hand = &self.side(me).hand;
        for i in 0..HAND {
            match hand.get(i) {
                Some(&card) => self.observe_card(card, &mut w),
                None => w.zeros(CARD),
            }
        }
        for i in 0..STACK {
            match self.stack_len().checked_sub(i + 1).map(|at| &self.stack[at]) {
                Some(object) => {
                    self.observe_card(object.card, &mut w);
                    w.flag(object.controller == me);
                }
                None => w.zeros(CARD + 1),
            }
        }
        let about = match self.ask {
            ask if ask.is_parameter() => self.stack_len().checked_sub(1).map(|at| self.stack[at].card),
            Ask::Attack { creature, .. } | Ask::Block { creature, .. } => Some(self.perms[creature as usize].card),
            _ => self.resolution.active.then_some(self.resolution.obj.card),
        };
        match about {
            Some(card) => self.observe_card(card, &mut w),
            None => w.zeros(CARD),
        }
    }
}

impl MagicState {
    fn observe_player(&self, player: u8, w: &mut Writer<'_>) {
        let side = self.side(player);
        w.put(f32::from(side.life) / 40.0);
        w.put(side.hand.len() as f32 / 10.0);
        w.put(side.library_len() as f32 / 60.0);
        w.put(side.graveyard.len() as f32 / 60.0);
        let (mut lands, mut untapped, mut artifacts, mut enchantments) = (0u8, 0u8, 0u8, 0u8);
        let mut sources = [0.0f32; 6];
        for slot in iter_bits(self.control[player as usize]) {
            let types = self.traits[slot as usize].types;
            let tapped = self.perms[slot as usize].is(pf::TAPPED);
            if types & types::LAND != 0 {
                lands += 1;
                untapped += u8::from(!tapped);
            } else if types & types::CREATURE == 0 {
                artifacts += u8::from(types & types::ARTIFACT != 0);
                enchantments += u8::from(types & types::ENCHANTMENT != 0);
            }
            if let Some(mana) = self.card_at(slot).derived.mana
                && !tapped
            {
                (0..6).filter(|c| mana.colors >> c & 1 == 1).for_each(|c| sources[c] += 1.0);
            }
        }
        w.put(f32::from(lands) / 12.0);
        w.put(f32::from(untapped) / 12.0);
        sources.iter().for_each(|n| w.put(n / 10.0));
        side.mana.iter().for_each(|&n| w.put(f32::from(n) / 10.0));
        w.put(f32::from(artifacts) / 8.0);
        w.put(f32::from(enchantments) / 8.0);
    }

    fn observe_creatures(&self, player: u8, w: &mut Writer<'_>) {
        let mut slots: arrayvec::ArrayVec<u8, { crate::state::MAX_PERMS }> =
            iter_bits(self.control[player as usize] & self.creatures).collect();
        slots.sort_unstable_by_key(|&slot| (-self.traits[slot as usize].power, slot));
        let asked = match self.ask {
            Ask::Attack { creature, .. } | Ask::Block { creature, .. } => creature,
            Ask::Damage { attacker, .. } => attacker,
            _ => NO,
        };
        for i in 0..CREATURES {
            let Some(&slot) = slots.get(i) else {
                w.zeros(9 + KEYWORDS);
                continue;
            };
            let (perm, traits) = (&self.perms[slot as usize], &self.traits[slot as usize]);
            w.put(1.0);
            w.put(f32::from(traits.power) / 10.0);
            w.put(f32::from(traits.toughness) / 10.0);
            w.put(f32::from(perm.damage) / 10.0);
            w.flag(perm.is(pf::TAPPED));
            w.flag(perm.is(pf::SICK));
            w.flag(self.combat.attacking >> slot & 1 == 1);
            w.flag(perm.blocks != NO);
            w.flag(slot == asked);
            (0..KEYWORDS).for_each(|i| w.flag(traits.keywords >> i & 1 == 1));
        }
    }

    /// A card: types, colours, mana value / 10, power / 10, toughness / 10, and whether it can be cast at any time.
    fn observe_card(&self, card: CardIx, w: &mut Writer<'_>) {
        let printed = self.card(card);
        w.put(1.0);
        for i in 0..6 {
            w.flag(printed.types >> i & 1 == 1);
        }
        for i in 0..5 {
            w.flag(printed.colors >> i & 1 == 1);
        }
        w.put(f32::from(printed.mana_value()) / 10.0);
        w.put(f32::from(printed.power.base) / 10.0);
        w.put(f32::from(printed.toughness.base) / 10.0);
        w.flag(printed.is_fast());
        w.put(f32::from(printed.written) / 12.0);
    }
}
