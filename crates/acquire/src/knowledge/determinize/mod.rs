//! Determinizations: what a seat cannot see, sampled anew.
//!
//! HiddenTiles from a seat are the racks of the others, the bag, and what the others remember. A determinization is a function
//! of the seat's information state and the random numbers alone. The types see to it: [`HiddenTiles`] is what everybody knows
//! of the hidden tiles, and the deal is made from it, without the position.
//!
//! | field of a position | who knows it | in a determinization |
//! |---|---|---|
//! | `rules` | everybody | kept |
//! | `orphans`, `areas`, `discards`, `sizes`, `starts`, `tile` | everybody: they lie on the table | kept |
//! | `dead`, `bank` | everybody: they follow from the table and the shares | kept |
//! | `racks` of the seat | the seat | kept |
//! | `racks` of the others | their owners; everybody knows how many tiles, and the constraints | sampled |
//! | `bag` | nobody; everybody knows how many tiles | what is left |
//! | `playable` | the mover, because it follows from the rack | kept if it is the seat's, otherwise recomputed |
//! | `constraints`, `automatic` | everybody: they follow from what was seen to happen | kept |
//! | `public_hash` | everybody | kept |
//! | `private_hash` of the seat | the seat | kept |
//! | `private_hash` of the others | their owners | random numbers |
//! | `money`, `shares` | everybody: they change in the open only, even if they are not shown | kept |
//! | `phase`, `mover`, `survivor`, `defunct`, `queue`, `decider`, `left`, `sold`, `bought`, `last_bought`, `exchanged`, `declared`, `idle` | everybody: they follow from what was seen to happen | kept |
//!
//! All that is kept is in the information state.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | what is hidden, and how a deal is found |
//! | `rack.rs` | what is known of one rack, and racks that fit it, with the right odds |
//! | `matching.rs` | a deal that fits where chance does not find one: a matching, then exchanges |
//! | `weighted.rs` | deals by the weights of tiles, and what each rack has in the mean |

mod matching;
mod rack;
mod weighted;

use crate::board::{CELLS, Cells, bit, count};
use crate::state::{AcquireState, Phase};
use arrayvec::ArrayVec;
use hoyle_core::{MAX_SEATS, Rng};
use rack::RackConstraint;
pub(crate) use weighted::Weights;

/// How many deals are proposed before a fitting one is built.
const PROPOSALS: u32 = 64;

/// One thing for each of the other seats.
pub(crate) type PerOpponent<T> = ArrayVec<T, MAX_SEATS>;

/// The tiles that a seat cannot see, and what everybody knows of the racks among them.
pub(crate) struct HiddenTiles {
    /// Every hidden tile: racks and bag.
    pub pool: Cells,
    /// What is known of each rack.
    pub racks: PerOpponent<RackConstraint>,
}

impl AcquireState {
    /// The one place where hidden tiles are looked at: only their union and their numbers leave it.
    pub(crate) fn hidden_from(&self, seat: u8) -> HiddenTiles {
        let mut hidden = HiddenTiles { pool: self.bag, racks: PerOpponent::new() };
        for other in (0..self.players()).filter(|&other| other != seat) {
            let i = other as usize;
            let asked = self.phase == Phase::Play && other == self.mover;
            hidden.pool |= self.racks[i];
            hidden.racks.push(RackConstraint {
                seat: other,
                tiles: count(self.racks[i]),
                avoid: self.constraints.avoid[i],
                free: self.constraints.free[i],
                held: self.constraints.held[i],
                stuck: self.constraints.stuck[i],
                least: self.constraints.least[i],
                legal: if asked { !(self.dead | self.eighth()) } else { 0 },
                // Who is asked for a tile has a choice, unless decisions without one are asked too.
                need: if !asked { 0 } else { 2 - u8::from(self.rules.ask_forced) },
            });
        }
        hidden
    }
}

impl HiddenTiles {
    /// Deals the racks.
    ///
    /// The chances of a deal are the product of the weights of its racks ([`RackConstraint::weight`]). Racks are proposed one
    /// after the other, each with its own chances among the tiles that are left. A proposal is too likely by as much as
    /// the earlier racks left fewer ways for the later ones, so it is taken with the ways that were left over the most
    /// that there could have been. That is exact, and nearly always the first proposal is taken: cells that are dead stay
    /// dead, so that the cells that a rack avoids contain those of all that were looked through earlier, and dealt in this
    /// order, racks seldom take away from each other.
    pub(super) fn deal(&self, rng: &mut Rng) -> PerOpponent<Cells> {
        if self.racks.iter().all(|known| known.is_unconstrained(self.pool)) {
            return self.deal_uniformly(rng);
        }
        let order = self.order();
        let bounds = self.bounds(&order);
        for _ in 0..PROPOSALS {
            if let Some((racks, chance)) = self.propose(&order, &bounds, rng)
                && (chance >= 1.0 || unit(rng) < chance)
            {
                return racks;
            }
        }
        self.deal_by_matching(rng)
    }

    /// In which order racks are dealt: who could not play comes first, because few tiles fit.
    fn order(&self) -> PerOpponent<usize> {
        let mut order: PerOpponent<usize> = (0..self.racks.len()).collect();
        order.sort_by_key(|&i| {
            let known = &self.racks[i];
            (std::cmp::Reverse(known.least), std::cmp::Reverse(count(known.avoid)), i)
        });
        order
    }

    /// Racks dealt one after the other, and the chance with which they are to be taken; none if a rack cannot be dealt.
    fn propose(&self, order: &[usize], bounds: &[u64], rng: &mut Rng) -> Option<(PerOpponent<Cells>, f64)> {
        let mut racks: PerOpponent<Cells> = self.racks.iter().map(|_| 0).collect();
        let mut pool = self.pool;
        let mut chance = 1.0;
        for (&i, &most) in order.iter().zip(bounds) {
            let (rack, ways) = self.racks[i].deal(pool, rng)?;
            debug_assert!(ways <= most, "{ways} ways, {most} at most");
            chance *= ways as f64 / most as f64;
            racks[i] = rack;
            pool &= !rack;
        }
        Some((racks, chance))
    }

    /// For each rack in the order, how many ways there can be to deal it, whatever racks were dealt before.
    fn bounds(&self, order: &[usize]) -> PerOpponent<u64> {
        let bound = |place: usize| {
            let known = &self.racks[order[place]];
            let before = || order[..place].iter().map(|&i| &self.racks[i]);
            if place == 0 || known.least > 0 {
                return known.ways(self.pool);
            }
            // The more of the avoided tiles are gone the better; whoever avoids them too has few.
            let avoided = self.pool & known.avoid;
            let (all, a) = (count(self.pool), count(avoided));
            let gone: u32 = before().map(|other| other.tiles).sum();
            let most = before().map(|other| other.most_of(avoided)).sum::<u32>().min(a).min(gone);
            let least = gone.saturating_sub(all - a).min(most);
            (least..=most).map(|x| known.ways_with(a - x, all - a - (gone - x))).max().unwrap_or(0)
        };
        (0..order.len()).map(bound).collect()
    }

    /// Deals from a list of the hidden tiles, as from a shuffled bag: the quick way where nothing is known of any rack.
    fn deal_uniformly(&self, rng: &mut Rng) -> PerOpponent<Cells> {
        let mut tiles = [0u8; CELLS];
        let mut left = 0;
        for (word, first) in [(self.pool as u64, 0), ((self.pool >> 64) as u64, 64)] {
            let mut word = word;
            while word != 0 {
                tiles[left as usize] = first + word.trailing_zeros() as u8;
                left += 1;
                word &= word - 1;
            }
        }
        let mut deal = |known: &RackConstraint| {
            let mut rack = 0;
            for _ in 0..known.tiles {
                let place = rng.below(left) as usize;
                left -= 1;
                rack |= bit(tiles[place]);
                tiles[place] = tiles[left as usize];
            }
            rack
        };
        self.racks.iter().map(&mut deal).collect()
    }
}

/// A random number in [0, 1) with 53 random bits.
fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests;
