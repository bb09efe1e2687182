//! Mana: what is there, whether a cost can be paid, and paying it.
//!
//! Sources are tapped when a cost is paid; a mana ability never uses the stack. Whether a cost can be paid is Hall's
//! condition: for every set of its colours, enough mana that can be of one of them.

use super::values::Env;
use crate::bound::Bound;
use crate::cards::tree::ManaCost;
use crate::state::{MAX_CANDS, MAX_MANA, MagicState, bit, pf};
use arrayvec::ArrayVec;
use hoyle_core::iter_bits;

/// More than a pool holds, so that making it meets the bound; so much of every permanent can be added up.
const MOST: u16 = MAX_MANA + 1;

/// Mana that could be spent: how much of which colours it can be of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Avail {
    /// One for each set of colours that there can be.
    classes: ArrayVec<(u8, u16), 63>,
    pub total: u16,
}

impl Avail {
    #[inline]
    fn add(&mut self, colors: u8, amount: u16) {
        if amount == 0 {
            return;
        }
        self.total += amount;
        match self.classes.iter_mut().find(|(there, _)| *there == colors) {
            Some((_, there)) => *there += amount,
            None => self.classes.push((colors, amount)),
        }
    }

    fn take(&mut self, colors: u8, amount: u16) {
        self.total = self.total.saturating_sub(amount);
        if let Some((_, there)) = self.classes.iter_mut().find(|(there, _)| *there == colors) {
            *there = there.saturating_sub(amount);
        }
    }

    /// Whether a cost (with X chosen) can be paid.
    #[inline]
    pub fn pays(&self, cost: &ManaCost) -> bool {
        let mut colors = 0u8;
        let mut needed = u16::from(cost.generic);
        for (color, &n) in cost.pips.iter().enumerate() {
            if n > 0 {
                colors |= 1 << color;
                needed += u16::from(n);
            }
        }
        if needed > self.total {
            return false;
        }
        // Every non-empty subset of the colours.
        let mut subset = colors;
        while subset != 0 {
            let demand: u16 = (0..6).filter(|c| subset >> c & 1 == 1).map(|c| u16::from(cost.pips[c])).sum();
            let supply: u16 = self.classes.iter().filter(|(there, _)| there & subset != 0).map(|&(_, n)| n).sum();
            if supply < demand {
                return false;
            }
            subset = (subset - 1) & colors;
        }
        true
    }
}

/// A source that could be tapped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tappable {
    pub slot: u8,
    pub colors: u8,
    pub amount: u16,
}

/// Sources with the colour that they give: as many as can be offered, and one more to tell that there are more.
pub(crate) type Ways = ArrayVec<(Tappable, u8), { MAX_CANDS + 1 }>;

impl MagicState {
    /// Whether a permanent's {T} abilities can be used by its controller now.
    #[inline]
    pub(crate) fn can_tap(&self, slot: u8) -> bool {
        use crate::cards::tree::kw::HASTE;
        let perm = &self.perms[slot as usize];
        !perm.is(pf::TAPPED | pf::BARE)
            && (!perm.is(pf::SICK)
                || self.creatures & bit(slot) == 0
                || self.traits[slot as usize].keywords & HASTE != 0)
    }

    /// A permanent as a source of mana.
    #[inline]
    fn tappable(&self, slot: u8) -> Option<Tappable> {
        if !self.can_tap(slot) {
            return None;
        }
        let card = self.perms[slot as usize].card as usize;
        let (colors, amount) = self.rules.get().mana[card];
        let amount = match amount {
            u8::MAX => {
                let mana = self.rules.get().cards[card].derived.mana?;
                self.number(&mana.amount, &Env::of_permanent(self, slot)).clamp(0, i32::from(MOST)) as u16
            }
            amount => amount.into(),
        };
        (amount > 0).then_some(Tappable { slot, colors, amount })
    }

    fn tappables(&self, seat: u8, without: u128) -> impl Iterator<Item = Tappable> + '_ {
        iter_bits(self.sources & self.control[seat as usize & 1] & !without).filter_map(|slot| self.tappable(slot))
    }

    /// All mana that a player could spend, but for these sources.
    pub(crate) fn available(&self, seat: u8, without: u128) -> Avail {
        let mut avail = Avail::default();
        for (color, &n) in self.side(seat).mana.iter().enumerate() {
            avail.add(1 << color, n.into());
        }
        for slot in iter_bits(self.sources & self.control[seat as usize & 1] & !without) {
            if let Some(source) = self.tappable(slot) {
                avail.add(source.colors, source.amount);
            }
        }
        avail
    }

    /// What the rest of the hand wants of each colour.
    fn wishes(&self, seat: u8) -> [u16; 6] {
        let mut wishes = [0; 6];
        for &card in self.side(seat).hand.iter() {
            for (wish, &n) in wishes.iter_mut().zip(&self.card(card).cost.pips) {
                *wish += u16::from(n);
            }
        }
        wishes
    }

    /// Sources in the order in which they are best spent: what makes only colourless mana, then lands of the colours of
    /// which most is left beyond what the hand wants, creatures last.
    fn spending_order(&self, seat: u8, without: u128) -> ArrayVec<Tappable, 96> {
        let mut spare = self.wishes(seat).map(|wish| -i32::from(wish));
        let mut order: ArrayVec<Tappable, 96> = self.tappables(seat, without).collect();
        for source in &order {
            (0..6).filter(|c| source.colors >> c & 1 == 1).for_each(|c| spare[c] += i32::from(source.amount));
        }
        order.sort_unstable_by_key(|source| {
            let creature = self.creatures & bit(source.slot) != 0;
            let least = (0..6).filter(|c| source.colors >> c & 1 == 1).map(|c| spare[c]).min().unwrap_or(0);
            (creature, source.colors.count_ones() > 1, -least, source.colors, source.slot)
        });
        order
    }

    /// Taps a source for mana of a colour.
    pub(crate) fn tap_for(&mut self, seat: u8, source: Tappable, color: u8) {
        self.perms[source.slot as usize].flags |= pf::TAPPED;
        self.add_mana(seat, color, source.amount);
    }

    /// Adds mana to a player's pool.
    pub(crate) fn add_mana(&mut self, seat: u8, color: u8, amount: u16) {
        let sum = u16::from(self.side(seat).mana[color as usize]) + amount;
        if sum > MAX_MANA {
            self.meet(Bound::Mana);
        }
        self.side_mut(seat).mana[color as usize] = sum.min(MAX_MANA) as u8;
    }

    /// What is left of a cost when mana that floats is counted: colours first, then anything.
    pub(crate) fn unmet(&self, seat: u8, cost: &ManaCost) -> ManaCost {
        let mut pool = self.side(seat).mana;
        let mut left = *cost;
        for (pip, there) in left.pips.iter_mut().zip(&mut pool) {
            let used = (*pip).min(*there);
            *pip -= used;
            *there -= used;
        }
        let spare: u16 = pool.iter().map(|&n| u16::from(n)).sum();
        left.generic = u16::from(left.generic).saturating_sub(spare) as u8;
        left
    }

    /// Which sources can be tapped next to pay a cost, with the colour that they give: one of each kind.
    pub(crate) fn payments(&self, seat: u8, cost: &ManaCost, without: u128) -> Ways {
        let left = self.unmet(seat, cost);
        let mut ways = Ways::new();
        if left.value() == 0 {
            return ways;
        }
        let avail = self.available(seat, without);
        // In the order of the permanents: that of spending depends on the hand, which the other player does not see.
        for source in self.tappables(seat, without) {
            let useful = |color: u8| left.pips[color as usize] > 0;
            let colors = (0..6).filter(|c| source.colors >> c & 1 == 1);
            let mut chosen: ArrayVec<u8, 6> = colors.clone().filter(|&c| useful(c)).collect();
            if left.generic > 0 && chosen.is_empty() {
                chosen.extend(colors.take(1));
            }
            for color in chosen {
                let mut after = avail.clone();
                after.take(source.colors, source.amount);
                after.add(1 << color, source.amount);
                let alike = |(other, c): &(Tappable, u8)| {
                    *c == color
                        && other.colors == source.colors
                        && other.amount == source.amount
                        && self.perms[other.slot as usize].card == self.perms[source.slot as usize].card
                        && self.creatures & bit(other.slot) == 0
                };
                if !ways.is_full() && after.pays(cost) && !ways.iter().any(alike) {
                    ways.push((source, color));
                }
            }
        }
        ways
    }

    /// Taps sources until what floats pays a cost, the first that can be spared each time.
    pub(crate) fn tap_automatically(&mut self, seat: u8, cost: &ManaCost, without: u128) {
        let left = self.unmet(seat, cost);
        if left.value() == 0 {
            return;
        }
        let all: ArrayVec<Tappable, 96> = self.tappables(seat, without).collect();
        let Some(&first) = all.first() else { return };
        let alike = |source: &Tappable| source.amount == 1 && source.colors == first.colors;
        if all.iter().all(alike) && self.creatures & self.sources & self.control[seat as usize & 1] == 0 {
            // One kind of source, as in a deck of one colour: there is nothing to think about.
            let pip = left.pips.iter().position(|&n| n > 0).unwrap_or(first.colors.trailing_zeros() as usize);
            let one = left.pips.iter().filter(|&&n| n > 0).count() <= 1;
            if one {
                let needed = left.value().max(0) as usize;
                all.iter().take(needed).for_each(|&source| self.tap_for(seat, source, pip as u8));
                return;
            }
        }
        let order = self.spending_order(seat, without);
        let mut avail = self.available(seat, without);
        let mut used = 0u128;
        for color in 0..6u8 {
            while self.unmet(seat, cost).pips[color as usize] > 0 {
                let fits = |source: &&Tappable| {
                    let mut after = avail.clone();
                    after.take(source.colors, source.amount);
                    after.add(1 << color, source.amount);
                    used & bit(source.slot) == 0 && source.colors >> color & 1 == 1 && after.pays(cost)
                };
                let Some(&source) = order.iter().find(fits) else { break };
                used |= bit(source.slot);
                avail.take(source.colors, source.amount);
                avail.add(1 << color, source.amount);
                self.tap_for(seat, source, color);
            }
        }
        for &source in &order {
            if self.unmet(seat, cost).value() == 0 {
                break;
            }
            if used & bit(source.slot) == 0 {
                used |= bit(source.slot);
                self.tap_for(seat, source, source.colors.trailing_zeros() as u8);
            }
        }
    }

    /// Spends floating mana on a cost; false if there is not enough.
    pub(crate) fn spend(&mut self, seat: u8, cost: &ManaCost) -> bool {
        if self.unmet(seat, cost).value() > 0 {
            return false;
        }
        let pool = &mut self.side_mut(seat).mana;
        for (there, &pip) in pool.iter_mut().zip(&cost.pips) {
            *there -= pip;
        }
        let mut generic = cost.generic;
        for color in [5, 0, 1, 2, 3, 4] {
            let used = generic.min(pool[color]);
            pool[color] -= used;
            generic -= used;
        }
        true
    }

    /// Whether paying automatically would cost the player a card that could be cast besides: then it is asked.
    pub(crate) fn payment_matters(&self, seat: u8, cost: &ManaCost, without: u128) -> bool {
        let side = self.side(seat);
        if side.hand.is_empty() {
            return false;
        }
        let before = self.available(seat, without);
        let kinds = before.classes.iter().filter(|(_, n)| *n > 0).count();
        if kinds < 2 || i32::from(before.total) <= i32::from(cost.value()) {
            return false;
        }
        let mut after = self.clone();
        after.tap_automatically(seat, cost, without);
        after.spend(seat, cost);
        let after = after.available(seat, without);
        side.hand.iter().any(|&card| {
            let other = self.card(card);
            if !other.has_cost {
                return false;
            }
            let mut both = *cost;
            both.generic = both.generic.saturating_add(other.cost.generic);
            for (sum, &n) in both.pips.iter_mut().zip(&other.cost.pips) {
                *sum = sum.saturating_add(n);
            }
            before.pays(&both) && !after.pays(&other.cost)
        })
    }
}
