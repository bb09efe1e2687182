//! Racks by the weights of their tiles: each rack is as much likelier as the product of its tiles' weights.
//!
//! What is known of a rack says something about how many tiles of a class it has, and tiles of one class are alike to it. So the
//! sum over all racks is a sum over numbers per class of products of elementary symmetric polynomials of the weights, and a
//! rack is drawn by its numbers first, then class by class: conditional Poisson sampling, which is exact.

use super::rack::{CLASSES, RackConstraint};
use super::{HiddenTiles, PerOpponent, unit};
use crate::board::{CELLS, Cells, bit, count};
use crate::state::RACK_SIZE;
use arrayvec::ArrayVec;
use hoyle_core::{MAX_SEATS, Rng, iter_bits};

/// The weight of each tile, by its cell.
pub(crate) type Weights = [f64; CELLS];

/// For 0 to 6 tiles, the sum over all sets of so many of the products of their weights.
type Sums = [f64; RACK_SIZE as usize + 1];

/// How often racks tell each other what they need, at the most, and how small a change is none. Where racks need the same few tiles
/// they agree slowly.
const AGREEMENTS: usize = 200;
const AGREED: f64 = 1e-4;
/// How often each of several racks is dealt anew, given the others.
const ROUNDS: usize = 4;
/// How many exchanges are tried between these rounds, for each tile of a rack.
const EXCHANGES: u32 = 4;

/// The sums of one more tile.
#[inline]
fn extend(sums: &mut Sums, weight: f64) {
    for k in (1..sums.len()).rev() {
        sums[k] += weight * sums[k - 1];
    }
}

fn nothing() -> Sums {
    std::array::from_fn(|k| f64::from(u8::from(k == 0)))
}

/// A set of so many of these tiles, with chances in proportion to the product of their weights.
fn choose_by(weights: &Weights, cells: Cells, mut tiles: usize, rng: &mut Rng) -> Cells {
    let mut rest = [nothing(); CELLS + 1];
    let mut n = 0;
    for cell in iter_bits(cells) {
        rest[n + 1] = rest[n];
        extend(&mut rest[n + 1], weights[cell as usize]);
        n += 1;
    }
    // From the last tile to the first: whether it is one of those that are left to choose.
    let mut chosen = 0;
    let mut left = cells;
    while tiles > 0 && n > 0 {
        let cell = (Cells::BITS - 1 - left.leading_zeros()) as u8;
        left &= !bit(cell);
        n -= 1;
        let with = weights[cell as usize] * rest[n][tiles - 1];
        if unit(rng) * (with + rest[n][tiles]) < with {
            chosen |= bit(cell);
            tiles -= 1;
        }
    }
    chosen
}

/// All racks from a pool, by how many tiles of each class they have.
struct Splits<'a> {
    known: &'a RackConstraint,
    pools: [Cells; CLASSES],
    sums: [Sums; CLASSES],
}

impl<'a> Splits<'a> {
    fn of(known: &'a RackConstraint, pool: Cells, weights: &Weights) -> Self {
        let pools = known.classes(pool);
        let sums = pools.map(|cells| {
            let mut sums = nothing();
            iter_bits(cells).for_each(|cell| extend(&mut sums, weights[cell as usize]));
            sums
        });
        Self { known, pools, sums }
    }

    /// Shows every split with its weight, until the visitor has seen enough.
    fn visit(&self, mut visitor: impl FnMut(&[u32; CLASSES], f64) -> bool) {
        self.step(0, self.known.tiles, 1.0, &mut [0; CLASSES], &mut visitor);
    }

    fn step(
        &self,
        class: usize,
        left: u32,
        product: f64,
        counts: &mut [u32; CLASSES],
        visitor: &mut impl FnMut(&[u32; CLASSES], f64) -> bool,
    ) -> bool {
        if class == CLASSES {
            let of = |flag: usize| (0..CLASSES).filter(|class| class >> flag & 1 == 1).map(|class| counts[class]).sum();
            let histories = if left == 0 { self.known.histories(of(0), of(1), of(2)) } else { 0 };
            return histories > 0 && visitor(counts, product * histories as f64);
        }
        for count in 0..=left {
            let sum = self.sums[class][count as usize];
            // A class has no more tiles than it has.
            if sum <= 0.0 {
                break;
            }
            counts[class] = count;
            if self.step(class + 1, left - count, product * sum, counts, visitor) {
                return true;
            }
        }
        counts[class] = 0;
        false
    }

    /// With what chance the rack has each tile; none if no rack fits.
    fn expected(&self, weights: &Weights) -> Option<Weights> {
        let (mut total, mut chances) = (0.0, [[0.0; RACK_SIZE as usize + 1]; CLASSES]);
        self.visit(|counts, weight| {
            total += weight;
            chances.iter_mut().zip(counts).for_each(|(chances, &count)| chances[count as usize] += weight);
            false
        });
        if !(total > 0.0 && total.is_finite()) {
            return None;
        }
        let mut expected = [0.0; CELLS];
        for ((&cells, sums), chances) in self.pools.iter().zip(&self.sums).zip(&chances) {
            for cell in iter_bits(cells) {
                let weight = weights[cell as usize];
                // The sums without this tile, one after the other.
                let mut without = 1.0;
                for k in 1..sums.len() {
                    if chances[k] > 0.0 && sums[k] > 0.0 {
                        expected[cell as usize] += chances[k] / total * weight * without / sums[k];
                    }
                    without = (sums[k] - weight * without).max(0.0);
                }
            }
        }
        Some(expected)
    }

    /// A rack by its chances; none if none fits, or the weights cannot be added up.
    fn deal(&self, weights: &Weights, rng: &mut Rng) -> Option<Cells> {
        let mut total = 0.0;
        self.visit(|_, weight| {
            total += weight;
            false
        });
        if !(total > 0.0 && total.is_finite()) {
            return None;
        }
        let (mut target, mut counts) = (unit(rng) * total, None);
        self.visit(|split, weight| {
            counts = Some(*split);
            target -= weight;
            target < 0.0
        });
        let choose = |(&cells, &tiles): (&Cells, &u32)| choose_by(weights, cells, tiles as usize, rng);
        counts.map(|counts| self.pools.iter().zip(&counts).map(choose).fold(0, |rack, cells| rack | cells))
    }
}

impl HiddenTiles {
    /// Deals the racks, each deal as much likelier than by [`deal`](Self::deal) as the product of its tiles' weights, rack by rack,
    /// says.
    ///
    /// With one rack that is exact. Several racks are dealt without weights first. Then each is dealt anew given the others (Gibbs
    /// sampling), and tiles change places between racks (Metropolis steps), which is all that can happen when the bag is empty; this
    /// some times over. Each step leaves the wanted distribution as it is, so that weights which are all alike change
    /// nothing, and what is left of the first deal is little.
    pub(crate) fn deal_by(&self, weights: &PerOpponent<Weights>, rng: &mut Rng) -> PerOpponent<Cells> {
        let mut racks = self.deal(rng);
        let several = self.racks.iter().filter(|known| known.tiles > 0).count() > 1;
        let exchanges = EXCHANGES * self.racks.iter().map(|known| known.tiles).sum::<u32>();
        for _ in 0..if several { ROUNDS } else { 1 } {
            for (i, known) in self.racks.iter().enumerate().filter(|(_, known)| known.tiles > 0) {
                let others = racks.iter().enumerate().filter(|&(j, _)| j != i).fold(0, |all, (_, rack)| all | rack);
                let splits = Splits::of(known, self.pool & !others, &weights[i]);
                if let Some(rack) = splits.deal(&weights[i], rng) {
                    racks[i] = rack;
                }
            }
            if several {
                (0..exchanges).for_each(|_| self.exchange_by(weights, &mut racks, rng));
            }
        }
        racks
    }

    /// With what chance each rack has each tile.
    ///
    /// It is exact where something is known of one rack at the most: the others share what it leaves. Otherwise racks tell each other
    /// tile by tile how much they need it until they agree (belief propagation), which is near to exact, because racks have to do with each
    /// other by little more than not having the same tile.
    pub(crate) fn expected(&self) -> PerOpponent<Weights> {
        let pool = f64::from(count(self.pool));
        let mut expected: PerOpponent<Weights> = self.racks.iter().map(|_| [0.0; CELLS]).collect();
        let known: ArrayVec<usize, MAX_SEATS> =
            (0..self.racks.len()).filter(|&i| !self.racks[i].is_unconstrained(self.pool)).collect();
        if known.len() > 1 {
            self.agree(&mut expected);
            return expected;
        }
        // Who is known of first: the others are alike in what is left.
        let (mut free, mut left) = ([1.0; CELLS], pool);
        if let Some(&i) = known.first() {
            if let Some(shares) = Splits::of(&self.racks[i], self.pool, &free).expected(&free) {
                expected[i] = shares;
            }
            free.iter_mut().zip(&expected[i]).for_each(|(free, taken)| *free -= taken);
            left -= f64::from(self.racks[i].tiles);
        }
        for i in (0..self.racks.len()).filter(|i| !known.contains(i)) {
            let tiles = f64::from(self.racks[i].tiles);
            for cell in iter_bits(self.pool) {
                expected[i][cell as usize] = (tiles * free[cell as usize] / left).clamp(0.0, 1.0);
            }
        }
        expected
    }

    /// Belief propagation: each rack's chances by the weights that the others leave it, until they do not change any more.
    fn agree(&self, expected: &mut PerOpponent<Weights>) {
        // How much likelier it is that a rack has a tile than that it has not, by itself.
        let mut needs: PerOpponent<Weights> = self.racks.iter().map(|_| [0.0; CELLS]).collect();
        for _ in 0..AGREEMENTS {
            let mut change = 0.0f64;
            for (i, known) in self.racks.iter().enumerate() {
                let all = |cell: usize| needs.iter().map(|need| need[cell]).sum::<f64>();
                let weights = std::array::from_fn(|cell| 1.0 / (1.0 + (all(cell) - needs[i][cell]).max(0.0)));
                let Some(shares) = Splits::of(known, self.pool, &weights).expected(&weights) else { continue };
                for cell in iter_bits(self.pool).map(usize::from) {
                    change = change.max((shares[cell] - expected[i][cell]).abs());
                    let share = shares[cell].min(1.0 - 1e-9);
                    needs[i][cell] = share / (1.0 - share) / weights[cell];
                }
                expected[i] = shares;
            }
            if change < AGREED {
                break;
            }
        }
    }
}
