//! Redeals: what a seat cannot see, dealt anew.
//!
//! Hidden from a seat are the racks of the others and the bag; together they are the tiles that lie nowhere in the open.
//! A redeal deals the racks from them, every deal with the same probability given what everybody knows of racks
//! ([`Clues`](crate::state::Clues)) and what an open question tells: who is asked for a tile has tiles to choose from.

use crate::board::{CELLS, Cells, bit, count, nth};
use crate::state::{AcquireState, Phase};
use hoyle_core::{MAX_SEATS, Rng, Seat};

/// How often a deal that does not fit is begun anew, and how many tiles may change places in it.
const RESTARTS: u32 = 200;
const CHANGES: u32 = 2000;

/// What is known of a rack.
#[derive(Clone, Copy)]
struct Knowledge {
    tiles: u32,
    /// At most `free` tiles are of these.
    avoid: Cells,
    free: u8,
    held: u8,
    /// At least `least` tiles are of these.
    stuck: Cells,
    least: u8,
    /// At least `need` tiles are of these.
    legal: Cells,
    need: u8,
}

impl AcquireState {
    /// A position that `seat` cannot tell from this one.
    pub(crate) fn redealt(&self, seat: Seat, rng: &mut Rng) -> Self {
        let mut order = [0u8; 6];
        let mut others = 0;
        let mut pool = self.bag;
        for other in (0..self.players()).filter(|&other| other != seat.0) {
            pool |= self.racks[other as usize];
            order[others] = other;
            others += 1;
        }
        let order = &mut order[..others];
        if order.iter().all(|&other| self.knowledge(other).is_nothing(pool)) {
            return self.dealt_blindly(order, pool, rng);
        }
        // Cells once dead stay dead, so the sets of who was looked through later contain those of the others. Dealt in
        // that order, nobody takes away what another could have, and every deal is as likely as any other. Who could not
        // play comes first of all, because few tiles fit.
        order.sort_unstable_by_key(|&other| {
            let seat = other as usize;
            (std::cmp::Reverse(self.clues.least[seat]), std::cmp::Reverse(count(self.clues.avoid[seat])))
        });
        let mut dealt = self.clone();
        for _ in 0..32 {
            if dealt.deal_racks(self, order, pool, rng) {
                return dealt;
            }
        }
        // Hardly any deal fits what is known, and whoever is dealt first takes what the others need.
        self.mended(order, pool, rng)
    }

    /// Deals blindly, and lets tiles change places until all that is known of racks holds. The true racks are never looked
    /// at: a position from which nothing could be found would be no position of the game.
    fn mended(&self, order: &[u8], pool: Cells, rng: &mut Rng) -> Self {
        let wrongs = |racks: &[Cells; MAX_SEATS]| -> u32 {
            order.iter().map(|&seat| self.knowledge(seat).wrongs(racks[seat as usize])).sum()
        };
        for _ in 0..RESTARTS {
            let mut dealt = self.dealt_blindly(order, pool, rng);
            let mut wrong = wrongs(&dealt.racks);
            for _ in 0..CHANGES {
                if wrong == 0 {
                    dealt.find_playable();
                    return dealt;
                }
                let one = order[rng.below(order.len() as u32) as usize] as usize;
                let mine = dealt.racks[one];
                if mine == 0 || mine == pool {
                    continue;
                }
                let give = bit(nth(mine, rng.below(count(mine))));
                let take = bit(nth(pool & !mine, rng.below(count(pool & !mine))));
                let mut racks = dealt.racks;
                for &seat in order {
                    let rack = &mut racks[seat as usize];
                    if *rack & take != 0 {
                        *rack = *rack & !take | give;
                    }
                }
                racks[one] = mine & !give | take;
                let after = wrongs(&racks);
                if after <= wrong {
                    (dealt.racks, wrong) = (racks, after);
                    dealt.bag = order.iter().fold(pool, |bag, &seat| bag & !racks[seat as usize]);
                }
            }
        }
        self.clone()
    }

    /// Notes what the mover can play.
    fn find_playable(&mut self) {
        if self.phase == Phase::Play {
            self.playable = self.racks[self.mover as usize] & !(self.dead | self.eighth());
        }
    }

    /// Deals from a list of the hidden tiles, as from a shuffled bag: the quick way where nothing is known of any rack.
    fn dealt_blindly(&self, order: &[u8], pool: Cells, rng: &mut Rng) -> Self {
        let mut tiles = [0u8; CELLS];
        let mut left = 0;
        for (word, first) in [(pool as u64, 0), ((pool >> 64) as u64, 64)] {
            let mut word = word;
            while word != 0 {
                tiles[left as usize] = first + word.trailing_zeros() as u8;
                left += 1;
                word &= word - 1;
            }
        }
        let mut dealt = self.clone();
        dealt.bag = pool;
        for &seat in order {
            let mut rack = 0;
            for _ in 0..count(self.racks[seat as usize]) {
                let place = rng.below(left) as usize;
                left -= 1;
                rack |= bit(tiles[place]);
                tiles[place] = tiles[left as usize];
            }
            dealt.racks[seat as usize] = rack;
            dealt.bag &= !rack;
        }
        dealt
    }

    fn deal_racks(&mut self, known: &Self, order: &[u8], mut pool: Cells, rng: &mut Rng) -> bool {
        for &seat in order {
            match known.knowledge(seat).deal(pool, rng) {
                Some(rack) => {
                    self.racks[seat as usize] = rack;
                    pool &= !rack;
                }
                None => return false,
            }
        }
        self.bag = pool;
        self.find_playable();
        true
    }

    fn knowledge(&self, seat: u8) -> Knowledge {
        let asked = self.phase == Phase::Play && seat == self.mover;
        let seat = seat as usize;
        Knowledge {
            tiles: count(self.racks[seat]),
            avoid: self.clues.avoid[seat],
            free: self.clues.free[seat],
            held: self.clues.held[seat],
            stuck: self.clues.stuck[seat],
            least: self.clues.least[seat],
            legal: if asked { !(self.dead | self.eighth()) } else { 0 },
            need: if !asked { 0 } else { 2 - u8::from(self.rules.ask_forced) },
        }
    }
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

/// How many ways there are to choose k of n, for racks.
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

/// How many classes of tiles there are: by `avoid`, `stuck` and `legal`.
const CLASSES: usize = 8;

impl Knowledge {
    /// Whether any tiles of the pool may be in the rack.
    #[inline]
    fn is_nothing(&self, pool: Cells) -> bool {
        self.least == 0 && self.need == 0 && pool & self.avoid == 0
    }

    /// How many tiles of a rack are not what is known.
    fn wrongs(&self, rack: Cells) -> u32 {
        let too_many = count(rack & self.avoid).saturating_sub(self.free.into());
        let missing = |set: Cells, least: u8| u32::from(least).saturating_sub(count(rack & set));
        too_many + missing(self.stuck, self.least) + missing(self.legal, self.need)
    }

    /// A rack from the pool that fits; none if there is none.
    #[inline]
    fn deal(&self, pool: Cells, rng: &mut Rng) -> Option<Cells> {
        let avoided = pool & self.avoid;
        if self.least == 0 && self.need == 0 && (self.free == 0 || avoided == 0) {
            let pool = pool & !self.avoid;
            return (count(pool) >= self.tiles).then(|| draw(pool, self.tiles, rng));
        }
        self.deal_by_class(pool, rng)
    }

    /// The exact way: tiles of one class are alike, so first the number of each class is drawn, with as many chances as
    /// there are racks of it, then the tiles.
    fn deal_by_class(&self, pool: Cells, rng: &mut Rng) -> Option<Cells> {
        let pools: [Cells; CLASSES] = std::array::from_fn(|class| {
            [self.avoid, self.stuck, self.legal]
                .iter()
                .enumerate()
                .fold(pool, |cells, (i, &set)| if class >> i & 1 == 1 { cells & set } else { cells & !set })
        });
        let mut tally = Tally { known: self, sizes: pools.map(count), counts: [0; CLASSES], total: 0, target: None };
        tally.visit(0, self.tiles);
        if tally.total == 0 {
            return None;
        }
        // The error of this is below 2^-28, because no total reaches 2^36.
        let target = ((u128::from(rng.bits()) * u128::from(tally.total)) >> 64) as u64;
        (tally.total, tally.target) = (0, Some(target));
        tally.visit(0, self.tiles);
        let counts = tally.counts;
        Some(pools.into_iter().zip(counts).fold(0, |rack, (pool, tiles)| rack | draw(pool, tiles, rng)))
    }

    /// How many histories lead to a rack with these numbers: what was drawn since the rack was looked through may be any
    /// of its tiles, but includes all of `avoid`.
    fn weight(&self, sizes: &[u32; CLASSES], counts: &[u32; CLASSES]) -> u64 {
        let of = |flag: usize| (0..CLASSES).filter(|class| class >> flag & 1 == 1).map(|class| counts[class]).sum();
        let (avoided, stuck, legal): (u32, u32, u32) = (of(0), of(1), of(2));
        if avoided > u32::from(self.free) || stuck < u32::from(self.least) || legal < u32::from(self.need) {
            return 0;
        }
        let racks: u64 = sizes.iter().zip(counts).map(|(&n, &k)| CHOOSE[n as usize][k as usize]).product();
        let drawn = u32::from(self.free) - avoided;
        let ways = CHOOSE[u32::from(self.held).saturating_sub(avoided).min(108) as usize][drawn.min(7) as usize];
        racks * ways.max(1)
    }
}

/// Goes through all numbers of tiles per class.
struct Tally<'a> {
    known: &'a Knowledge,
    sizes: [u32; CLASSES],
    counts: [u32; CLASSES],
    total: u64,
    /// Where to stop, in the second round.
    target: Option<u64>,
}

impl Tally<'_> {
    /// Chooses the number of this class and all later ones; true when the target is passed.
    fn visit(&mut self, class: usize, left: u32) -> bool {
        if class == CLASSES {
            if left == 0 {
                self.total += self.known.weight(&self.sizes, &self.counts);
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
}
