//! The seven chains: names, price classes, prices, and the bonuses that they pay.

use serde::{Deserialize, Serialize};

/// How many chains there are.
pub const CHAINS: usize = 7;
/// How many shares each chain has.
pub const SHARES: u8 = 25;
/// A chain of this size is safe: it cannot be swallowed.
pub const SAFE: u8 = 11;
/// A chain of this size ends the game if somebody says so.
pub const HUGE: u8 = 41;
/// No chain.
pub const NO_CHAIN: u8 = u8::MAX;

/// A chain, whatever its number in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Chain {
    /// A cheap one.
    Luxor,
    /// A cheap one.
    Tower,
    /// One of middling price.
    American,
    /// One of middling price.
    Worldwide,
    /// One of middling price.
    Festival,
    /// A dear one.
    Imperial,
    /// A dear one.
    Continental,
}

use Chain::{American, Continental, Festival, Imperial, Luxor, Tower, Worldwide};

impl Chain {
    /// All chains, in the usual numbering.
    pub const ALL: [Self; CHAINS] = [Luxor, Tower, American, Worldwide, Festival, Imperial, Continental];
    /// All chains, as the live site of tlstyer numbers them. Price classes stand at the same places.
    pub const TLSTYER: [Self; CHAINS] = [Luxor, Tower, American, Festival, Worldwide, Continental, Imperial];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental"][self as usize]
    }

    /// Its letter on the board: the first of its name.
    pub fn letter(self) -> char {
        self.name().as_bytes()[0].into()
    }

    /// The chain with this letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|chain| chain.letter() == letter)
    }
}

/// The price class of each number: 0 cheap, 1 middling, 2 dear.
pub const TIERS: [u8; CHAINS] = [0, 0, 1, 1, 1, 2, 2];

/// Prices of a share in hundreds of dollars, by number of the chain and size; 0 for a chain that is not on the board.
static PRICES: [[u8; HUGE as usize + 1]; CHAINS] = {
    let mut prices = [[0; HUGE as usize + 1]; CHAINS];
    let mut chain = 0;
    while chain < CHAINS {
        let mut size = 2;
        while size <= HUGE as usize {
            let step = match size {
                2..=5 => size as u8,
                6..=10 => 6,
                11..=20 => 7,
                21..=30 => 8,
                31..=40 => 9,
                _ => 10,
            };
            prices[chain][size] = step + TIERS[chain];
            size += 1;
        }
        chain += 1;
    }
    prices
};

/// The price of a share in hundreds of dollars.
#[inline]
pub fn price(chain: u8, size: u8) -> u8 {
    PRICES[chain as usize][size.min(HUGE) as usize]
}

/// Who gets what of a chain's bonuses, in hundreds of dollars.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bonuses {
    /// What each seat gets.
    pub seats: [u16; hoyle_core::MAX_SEATS],
    /// What the dummy would get: it vanishes.
    pub dummy: u16,
}

/// The bonuses of a chain at this price (in hundreds), for holdings seat by seat and a dummy's (0 if there is none).
///
/// The first gets ten times the price, the second five times. A sole holder gets both. Those who tie for the first place
/// share both and there is no second; those who tie for the second share the second. Shares are rounded up to $100.
pub fn bonuses(price: u8, holdings: &[u8], dummy: u8) -> Bonuses {
    let mut out = Bonuses::default();
    let (mut first, mut second) = (0, 0);
    let (mut firsts, mut seconds) = (0u16, 0u16);
    for held in holdings.iter().copied().chain([dummy]).filter(|&held| held > 0) {
        if held > first {
            (second, seconds) = (first, firsts);
            (first, firsts) = (held, 1);
        } else if held == first {
            firsts += 1;
        } else if held > second {
            (second, seconds) = (held, 1);
        } else if held == second {
            seconds += 1;
        }
    }
    if firsts == 0 {
        return out;
    }
    let price = u16::from(price);
    let (most, next) = if firsts > 1 {
        ((15 * price).div_ceil(firsts), 0)
    } else if seconds == 0 {
        (15 * price, 0)
    } else {
        (10 * price, (5 * price).div_ceil(seconds))
    };
    let share = |held: u8| match held {
        0 => 0,
        held if held == first => most,
        held if held == second => next,
        _ => 0,
    };
    for (get, &held) in out.seats.iter_mut().zip(holdings) {
        *get = share(held);
    }
    out.dummy = share(dummy);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_those_of_the_card() {
        // Sizes at both ends of each bracket, and the prices of the cheap class.
        let card = [
            (2, 2, 200),
            (3, 3, 300),
            (4, 4, 400),
            (5, 5, 500),
            (6, 10, 600),
            (11, 20, 700),
            (21, 30, 800),
            (31, 40, 900),
            (41, 108, 1000),
        ];
        for chain in 0..CHAINS as u8 {
            let dearer = 100 * u32::from(TIERS[chain as usize]);
            for (from, to, cheap) in card {
                for size in from..=to {
                    assert_eq!(100 * u32::from(price(chain, size)), cheap + dearer, "chain {chain}, size {size}");
                }
            }
            assert_eq!((price(chain, 0), price(chain, 1)), (0, 0));
        }
    }

    #[test]
    fn both_numberings_have_the_same_price_classes() {
        let classes = |chains: [Chain; CHAINS]| {
            let mut by_chain: Vec<(Chain, u8)> = chains.into_iter().zip(TIERS).collect();
            by_chain.sort();
            by_chain
        };
        assert_eq!(classes(Chain::ALL), classes(Chain::TLSTYER));
        let letters: String = Chain::TLSTYER.iter().map(|chain| chain.letter()).collect();
        assert_eq!(letters, "LTAFWCI");
        assert!(Chain::ALL.iter().all(|&chain| Chain::of_letter(chain.letter()) == Some(chain)));
    }
}
