//! What is known of one rack, and racks that fit it.

use crate::board::{Cells, bit, count, nth};
use hoyle_core::Rng;

/// What everybody knows of a rack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RackConstraint {
    pub seat: u8,
    pub tiles: u32,
    /// At most `free` tiles are of these.
    pub avoid: Cells,
    pub free: u8,
    /// How many tiles the rack had when it was looked through for those of `avoid`, and those drawn since.
    pub held: u8,
    /// At least `least` tiles are of these.
    pub stuck: Cells,
    pub least: u8,
    /// At least `need` tiles are of these.
    pub legal: Cells,
    pub need: u8,
}

/// How many ways there are to choose k of n.
static CHOOSE: [[u64; 8]; 109] = {
    let mut choose = [[0; 8]; 109];
    let mut n = 0;
    while n < 109 {
        choose[n][0] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// How many ways there are to choose at most seven of the tiles.
#[inline]
pub(super) fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// Draws so many tiles from a pool.
#[inline]
fn draw(mut pool: Cells, tiles: u32, rng: &mut Rng) -> Cells {
    let mut drawn = 0;
    let mut left = count(pool);
    for _ in 0..tiles {
        let cell = bit(nth(pool, rng.below(left)));
        drawn |= cell;
        pool &= !cell;
        left -= 1;
    }
    drawn
}

/// How many classes of tiles there are: by `avoid`, `stuck` and `legal`.
pub(super) const CLASSES: usize = 8;

impl RackConstraint {
    /// Whether every rack of tiles of the pool fits, each with the same weight.
    #[inline]
    pub(super) fn is_unconstrained(&self, pool: Cells) -> bool {
        self.least == 0 && self.need == 0 && pool & self.avoid == 0
    }

    /// How many of these tiles, which are avoided by another rack, can be in this one.
    pub(super) fn most_of(&self, cells: Cells) -> u32 {
        if cells & !self.avoid == 0 { self.tiles.min(self.free.into()) } else { self.tiles }
    }

    /// How many histories lead to this rack: what was drawn since the rack was looked through may be any of its tiles,
    /// but includes all of `avoid`. None if the rack does not fit.
    pub(crate) fn weight(&self, rack: Cells) -> u64 {
        let of = |cells: Cells| count(rack & cells);
        self.histories(of(self.avoid), of(self.stuck), of(self.legal))
    }

    /// The same by the numbers of tiles.
    pub(super) fn histories(&self, avoided: u32, stuck: u32, legal: u32) -> u64 {
        let free = u32::from(self.free);
        if avoided > free || stuck < self.least.into() || legal < self.need.into() {
            return 0;
        }
        choose(u32::from(self.held) - avoided, free - avoided)
    }

    /// The sum of the weights of all racks from a pool of so many avoided and so many other tiles, if nothing else is known.
    pub(super) fn ways_with(&self, avoided: u32, others: u32) -> u64 {
        (0..=self.tiles.min(self.free.into()))
            .map(|k| {
                let histories = choose(u32::from(self.held) - k, u32::from(self.free) - k);
                choose(avoided, k) * choose(others, self.tiles - k) * histories
            })
            .sum()
    }

    /// The sum of the weights of all racks from the pool.
    pub(super) fn ways(&self, pool: Cells) -> u64 {
        if self.least == 0 && self.need == 0 {
            let avoided = count(pool & self.avoid);
            return self.ways_with(avoided, count(pool) - avoided);
        }
        let mut tally = Tally::of(self, &self.classes(pool));
        tally.visit(0, self.tiles);
        tally.total
    }

    /// A rack from the pool, each with the chances of its weight, and the sum of all weights; none if no rack fits.
    #[inline]
    pub(super) fn deal(&self, pool: Cells, rng: &mut Rng) -> Option<(Cells, u64)> {
        if self.least == 0 && self.need == 0 && (self.free == 0 || pool & self.avoid == 0) {
            let pool = pool & !self.avoid;
            let ways = self.ways_with(0, count(pool));
            return (ways > 0).then(|| (draw(pool, self.tiles, rng), ways));
        }
        self.deal_by_class(pool, rng)
    }

    /// Tiles of one class are alike: first the number of each class is drawn, with as many chances as there are racks of
    /// it, then the tiles.
    fn deal_by_class(&self, pool: Cells, rng: &mut Rng) -> Option<(Cells, u64)> {
        let pools = self.classes(pool);
        let mut tally = Tally::of(self, &pools);
        tally.visit(0, self.tiles);
        let ways = tally.total;
        if ways == 0 {
            return None;
        }
        // The error of this is below 2^-22, because no total reaches 2^42.
        let target = ((u128::from(rng.bits()) * u128::from(ways)) >> 64) as u64;
        (tally.total, tally.target) = (0, Some(target));
        tally.visit(0, self.tiles);
        let counts = tally.counts;
        let rack = pools.into_iter().zip(counts).fold(0, |rack, (pool, tiles)| rack | draw(pool, tiles, rng));
        Some((rack, ways))
    }

    /// The tiles of a pool by class: bit 0 of its number is `avoid`, bit 1 `stuck`, bit 2 `legal`.
    pub(super) fn classes(&self, pool: Cells) -> [Cells; CLASSES] {
        let sets = [self.avoid, self.stuck, self.legal];
        std::array::from_fn(|class| {
            let choose =
                |cells: Cells, (i, &set): (usize, &Cells)| cells & if class >> i & 1 == 1 { set } else { !set };
            sets.iter().enumerate().fold(pool, choose)
        })
    }
}

/// Goes through all numbers of tiles per class: at most 1,716 for six tiles.
struct Tally<'a> {
    known: &'a RackConstraint,
    sizes: [u32; CLASSES],
    counts: [u32; CLASSES],
    total: u64,
    /// Where to stop, in the second round.
    target: Option<u64>,
}

impl<'a> Tally<'a> {
    fn of(known: &'a RackConstraint, pools: &[Cells; CLASSES]) -> Self {
        Self { known, sizes: pools.map(count), counts: [0; CLASSES], total: 0, target: None }
    }

    /// Chooses the number of this class and all later ones; true when the target is passed.
    fn visit(&mut self, class: usize, left: u32) -> bool {
        if class == CLASSES {
            if left == 0 {
                self.total += self.weight();
            }
            return self.target.is_some_and(|target| self.total > target);
        }
        for count in 0..=left.min(self.sizes[class]) {
            self.counts[class] = count;
            if self.visit(class + 1, left - count) {
                return true;
            }
        }
        self.counts[class] = 0;
        false
    }

    /// The sum of the weights of all racks with these numbers.
    fn weight(&self) -> u64 {
        let of =
            |flag: usize| (0..CLASSES).filter(|class| class >> flag & 1 == 1).map(|class| self.counts[class]).sum();
        let histories = self.known.histories(of(0), of(1), of(2));
        if histories == 0 {
            return 0;
        }
        histories * self.sizes.iter().zip(self.counts).map(|(&n, k)| choose(n, k)).product::<u64>()
    }
}
