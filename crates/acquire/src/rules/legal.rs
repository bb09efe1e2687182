//! What can be done, as masks.

use crate::action::{ALL_PURCHASES, BUYS};
use crate::board::{self, bit};
use crate::chains::{CHAINS, SAFE};
use crate::rules::merger::each_chain;
use crate::state::AcquireState;

/// What a tile would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It lies alone.
    Alone,
    /// It founds a chain.
    Founds,
    /// It makes this chain grow.
    Grows(u8),
    /// It merges these chains, one bit each.
    Merges(u8),
    /// It can never be played: it touches these safe chains, one bit each.
    Dead(u8),
    /// It cannot be played now: it would found an eighth chain.
    Eighth,
}

/// For each chain and each number of shares from 0 to 3, the purchases that take no more than so many.
static WITHIN: [[u128; 4]; CHAINS] = {
    let mut within = [[0; 4]; CHAINS];
    let mut i = 0;
    while i < BUYS {
        let mut chain = 0;
        while chain < CHAINS {
            let mut taken = 0;
            let purchase = ALL_PURCHASES[i];
            let mut place = 0;
            while place < purchase.len() {
                taken += (purchase.chain(place) as usize == chain) as usize;
                place += 1;
            }
            while taken < 4 {
                within[chain][taken] |= 1 << i;
                taken += 1;
            }
            chain += 1;
        }
        i += 1;
    }
    within
};

/// The purchases that the bank can serve (at most three shares of each chain count) and that cost no more than the money.
///
/// Purchases that differ only in their last share stand side by side, so that each run of them is a mask of the chains
/// that are cheap enough, shifted to its place: 36 shifts instead of 120 sums.
pub(crate) fn purchases(prices: &[u8; CHAINS], bank: &[u8; CHAINS], money: u32) -> u128 {
    let mut served = (1u128 << BUYS) - 1;
    let mut dearest = 0;
    for chain in 0..CHAINS {
        let shares = if prices[chain] == 0 { 0 } else { bank[chain].min(3) };
        served &= WITHIN[chain][shares as usize];
        dearest = dearest.max(prices[chain]);
    }
    if money >= 3 * u32::from(dearest) {
        return served;
    }
    // cheap[m]: the chains with a price of at most m.
    let money = money as usize;
    let mut cheap = [0u8; 37];
    for (chain, &price) in prices.iter().enumerate().filter(|&(_, &price)| price > 0) {
        cheap[price as usize] |= 1 << chain;
    }
    for m in 1..=money {
        cheap[m] |= cheap[m - 1];
    }
    let mut paid = 1 | u128::from(cheap[money]) << 1;
    let (mut pair, mut triple) = (1 + CHAINS, 1 + CHAINS + 28);
    for a in 0..CHAINS {
        let first = prices[a] as usize;
        if first == 0 || first > money {
            pair += CHAINS - a;
            triple += (CHAINS - a) * (CHAINS - a + 1) / 2;
            continue;
        }
        paid |= u128::from(cheap[money - first] >> a) << pair;
        pair += CHAINS - a;
        for (b, &price) in prices.iter().enumerate().skip(a) {
            let both = first + price as usize;
            if both <= money {
                paid |= u128::from(cheap[money - both] >> b) << triple;
            }
            triple += CHAINS - b;
        }
    }
    served & paid
}

impl AcquireState {
    /// The chains of which the mover can buy one more share, one bit each. Share by share, chains come in ascending
    /// order, so that a purchase can be made in one way only.
    #[inline]
    pub(crate) fn buyable(&self) -> u8 {
        let money = self.money[self.mover as usize];
        (self.last_bought..CHAINS as u8).fold(0, |set, chain| {
            let price = self.price(chain);
            let can = price > 0 && u32::from(price) <= money && self.bank[chain as usize] > 0;
            set | u8::from(can) << chain
        })
    }

    /// Whether the mover can buy a share.
    #[inline]
    pub(crate) fn can_buy(&self) -> bool {
        self.buyable() != 0
    }

    /// What the tile of a free cell would do now.
    pub fn effect(&self, cell: u8) -> Effect {
        let touched = self.touched(cell);
        let safe = each_chain(touched)
            .filter(|&chain| self.sizes[chain as usize] >= SAFE)
            .fold(0, |set, chain| set | 1u8 << chain);
        match touched.count_ones() {
            _ if safe.count_ones() > 1 => Effect::Dead(safe),
            0 if board::NEAR[cell as usize] & self.orphans == 0 => Effect::Alone,
            0 if self.eighth() & bit(cell) != 0 => Effect::Eighth,
            0 => Effect::Founds,
            1 => Effect::Grows(touched.trailing_zeros() as u8),
            _ => Effect::Merges(touched),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::PURCHASES;
    use hoyle_core::Rng;

    #[test]
    fn purchases_are_those_that_the_sums_allow() {
        let mut rng = Rng::new(5);
        for _ in 0..20_000 {
            let prices = [(); CHAINS].map(|()| if rng.below(4) == 0 { 0 } else { 2 + rng.below(11) as u8 });
            let bank = [(); CHAINS].map(|()| rng.below(5) as u8);
            let money = rng.below(45);
            let legal = purchases(&prices, &bank, money);
            for (i, purchase) in PURCHASES.iter().enumerate() {
                let cost: u32 = purchase.chains().iter().map(|&chain| u32::from(prices[chain as usize])).sum();
                let served =
                    purchase.counts().all(|(chain, count)| prices[chain as usize] > 0 && count <= bank[chain as usize]);
                assert_eq!(legal >> i & 1 == 1, served && cost <= money, "{purchase:?} {prices:?} {bank:?} {money}");
            }
            assert_eq!(legal >> BUYS, 0);
        }
    }
}
