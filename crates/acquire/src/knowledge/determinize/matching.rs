//! A deal that fits what is known of all racks, where proposals have not found one: hardly any deal fits, and whoever is
//! dealt first takes what the others need.
//!
//! What is known of a rack is said by its places: some of them take tiles of `stuck` only, some of `legal` only, some none
//! of `avoid`. A rack fits if and only if its tiles can be put into its places, so that a deal is a matching of places and
//! tiles, which augmenting paths always find if there is one; and there is one, because what is known is true. Then tiles
//! change places at random, so that any deal can come of it.

use super::rack::RackConstraint;
use super::weighted::Weights;
use super::{HiddenTiles, PerOpponent, unit};
use crate::board::{CELLS, Cells, bit, count, nth};
use crate::state::RACK_SIZE;
use arrayvec::ArrayVec;
use hoyle_core::{MAX_SEATS, Rng, iter_bits};

/// How many exchanges are tried.
const EXCHANGES: u32 = 2000;

/// One rack's places: the tiles that each of them takes.
type Places = ArrayVec<Cells, { RACK_SIZE as usize }>;

/// All racks' places, each with the number of its rack.
type AllPlaces = ArrayVec<(usize, Cells), { RACK_SIZE as usize * MAX_SEATS }>;

impl RackConstraint {
    /// The places of the rack, of which `both` take only tiles that are `stuck` and `legal` at once: a rack fits if it
    /// fits into the places with some number of these.
    ///
    /// Legal tiles are never avoided. What is stuck is either never avoided or contains all that is avoided: the first
    /// after the rack was looked through, the second before that.
    fn places(&self, pool: Cells, both: u8) -> Places {
        let tiles = self.tiles as usize;
        let (least, need, both) = (self.least as usize, self.need as usize, both as usize);
        let mut places: Places = (0..tiles).map(|_| pool).collect();
        places[..least].iter_mut().for_each(|place| *place &= self.stuck);
        places[least - both..least + need - both].iter_mut().for_each(|place| *place &= self.legal);
        // So many places take no avoided tile. First those that do not anyway, then those that take any other tile.
        let mut left = tiles.saturating_sub(self.free.into());
        for round in 0..3 {
            for (i, place) in places.iter_mut().enumerate() {
                let turn = match () {
                    () if *place & self.avoid == 0 => 0,
                    () if i >= least => 1,
                    () => 2,
                };
                if turn == round && left > 0 {
                    *place &= !self.avoid;
                    left -= 1;
                }
            }
        }
        places
    }
}

impl HiddenTiles {
    /// A deal that fits.
    pub(super) fn deal_by_matching(&self, rng: &mut Rng) -> PerOpponent<Cells> {
        let Some(mut racks) = self.find(rng) else {
            debug_assert!(false, "what is known of racks is true of some deal");
            return self.deal_uniformly(rng);
        };
        for _ in 0..EXCHANGES {
            self.exchange(&mut racks, rng);
        }
        racks
    }

    /// Any deal that fits; none if there is none.
    pub(crate) fn find(&self, rng: &mut Rng) -> Option<PerOpponent<Cells>> {
        // Nobody but the one who is asked needs legal tiles.
        let most = self.racks.iter().map(|known| known.need.min(known.least)).max().unwrap_or(0);
        (0..=most).find_map(|both| self.matched(both, rng))
    }

    /// A deal that fits into the places with so many of both kinds.
    fn matched(&self, both: u8, rng: &mut Rng) -> Option<PerOpponent<Cells>> {
        let mut places = AllPlaces::new();
        for (i, known) in self.racks.iter().enumerate() {
            let both = both.min(known.need).min(known.least);
            if u32::from(known.least) + u32::from(known.need - both) > known.tiles {
                return None;
            }
            places.extend(known.places(self.pool, both).into_iter().map(|place| (i, place)));
        }
        let mut tiles: ArrayVec<u8, CELLS> = iter_bits(self.pool).collect();
        rng.shuffle(&mut places);
        rng.shuffle(&mut tiles);
        let mut matching = Matching { places: &places, tiles: &tiles, taken: [None; CELLS] };
        for place in 0..places.len() {
            if !matching.seat(place, &mut [false; CELLS]) {
                return None;
            }
        }
        let mut racks: PerOpponent<Cells> = self.racks.iter().map(|_| 0).collect();
        for (cell, place) in matching.taken.iter().enumerate() {
            if let Some(place) = place {
                racks[places[*place].0] |= bit(cell as u8);
            }
        }
        Some(racks)
    }

    /// A tile of a rack and another one change places, with the chances that make every deal as likely as its weight.
    fn exchange(&self, racks: &mut PerOpponent<Cells>, rng: &mut Rng) {
        let Some(tried) = self.try_exchange(racks, rng) else { return };
        if tried.after < tried.before && rng.below(tried.before) >= tried.after {
            tried.turn(racks);
        }
    }

    /// The same with weights of tiles, rack by rack.
    pub(super) fn exchange_by(&self, weights: &PerOpponent<Weights>, racks: &mut PerOpponent<Cells>, rng: &mut Rng) {
        let Some(tried) = self.try_exchange(racks, rng) else { return };
        let weight = |rack: usize, cell: u8| weights[rack][cell as usize];
        let (one, give, take) = (tried.one, tried.give, tried.take);
        let moved = weight(one, take) / weight(one, give);
        let back = tried.other.map_or(1.0, |other| weight(other, give) / weight(other, take));
        let odds = f64::from(tried.after) / f64::from(tried.before) * moved * back;
        if odds.is_nan() || odds < 1.0 && unit(rng) >= odds {
            tried.turn(racks);
        }
    }

    /// Lets a tile of a rack and another one change places; none if there is no other.
    fn try_exchange(&self, racks: &mut PerOpponent<Cells>, rng: &mut Rng) -> Option<Exchange> {
        let one = rng.below(racks.len() as u32) as usize;
        let mine = racks[one];
        let others = self.pool & !mine;
        if mine == 0 || others == 0 {
            return None;
        }
        let give = nth(mine, rng.below(count(mine)));
        let take = nth(others, rng.below(count(others)));
        let other = racks.iter().position(|rack| rack & bit(take) != 0);
        let weight = |racks: &PerOpponent<Cells>| {
            let of = |i: usize| self.racks[i].weight(racks[i]) as u32;
            of(one) * other.map_or(1, of)
        };
        let before = weight(racks);
        let mut tried = Exchange { one, other, give, take, before, after: 0 };
        tried.turn(racks);
        tried.after = weight(racks);
        Some(tried)
    }
}

/// Two tiles that changed places.
struct Exchange {
    one: usize,
    /// The other rack; none if it was the bag.
    other: Option<usize>,
    give: u8,
    take: u8,
    /// What the two racks weighed.
    before: u32,
    after: u32,
}

impl Exchange {
    /// Both tiles change places, whichever way.
    fn turn(&self, racks: &mut PerOpponent<Cells>) {
        let both = bit(self.give) | bit(self.take);
        racks[self.one] ^= both;
        if let Some(other) = self.other {
            racks[other] ^= both;
        }
    }
}

/// Places and tiles, matched as far as that has come.
struct Matching<'a> {
    places: &'a AllPlaces,
    tiles: &'a [u8],
    /// The place of each tile.
    taken: [Option<usize>; CELLS],
}

impl Matching<'_> {
    /// Finds a tile for a place, and another one for the place that had it: an augmenting path. Every tile is tried once.
    fn seat(&mut self, place: usize, tried: &mut [bool; CELLS]) -> bool {
        for &tile in self.tiles {
            let t = tile as usize;
            if self.places[place].1 & bit(tile) == 0 || std::mem::replace(&mut tried[t], true) {
                continue;
            }
            let free = match self.taken[t] {
                None => true,
                Some(other) => self.seat(other, tried),
            };
            if free {
                self.taken[t] = Some(place);
                return true;
            }
        }
        false
    }
}
