//! What might be: hidden racks as a seat can believe them to be, the next tile, and the position without one thing.

use crate::board::{CELLS, bit, cell_name, count, nth, write_cell};
use crate::chains::CHAINS;
use crate::entities::{TILE, tile_row};
use crate::knowledge::{HiddenTiles, PerOpponent, Weights};
use crate::rules::Effect;
use crate::state::{AcquireState, Phase};
use hoyle_core::{ActionId, Draw, EntityId, Hypotheses, Persist, Play, Rng, Seat, UnseenCard, UnseenCards, iter_bits};

/// What stands in an entity's place in the observer's graph.
enum Thing {
    Chain(u8),
    Player(u8),
    Tile(u8),
    Merger,
}

impl Hypotheses for AcquireState {
    /// Every hidden tile may be in every other rack, player by player from the observer on, tiles ascending. How much is expected is
    /// exact where something is known of one rack at the most (with two players there is only one); otherwise it is near to that (belief
    /// propagation: off by at most 0.031 in pools of eight tiles).
    fn unseen(&self, seat: Seat, out: &mut UnseenCards) {
        out.clear(self.spec().graph.width());
        let hidden = self.hidden_from(seat.0);
        let expected = hidden.expected();
        for i in self.racks_around(seat, &hidden) {
            let holder = (CHAINS + self.distance(seat, hidden.racks[i].seat)) as EntityId;
            for cell in iter_bits(hidden.pool) {
                let expected = expected[i][cell as usize] as f32;
                out.cards.push(UnseenCard { seat: Seat(hidden.racks[i].seat), holder, copies: 1.0, expected });
                out.described.entity(TILE, &tile_row(cell, self.effect(cell)), &[]);
            }
        }
    }

    fn unseen_text(&self, seat: Seat, n: usize, out: &mut String) {
        let pool = self.hidden_from(seat.0).pool;
        if let Some(n) = n.checked_rem(count(pool) as usize) {
            write_cell(nth(pool, n as u32), out);
        }
    }

    fn held(&self, seat: Seat, out: &mut Vec<u8>) {
        out.clear();
        let hidden = self.hidden_from(seat.0);
        for i in self.racks_around(seat, &hidden) {
            let rack = self.racks[hidden.racks[i].seat as usize];
            out.extend(iter_bits(hidden.pool).map(|cell| u8::from(rack & bit(cell) != 0)));
        }
    }

    /// With one hidden rack it is exact. With several it is a Markov chain of a few rounds from a deal without tilts, which has the
    /// distribution that the tilts ask for as its limit and is near to it.
    fn determinize_by(&self, seat: Seat, tilts: &[f32], rng: &mut Rng) -> Self {
        let hidden = self.hidden_from(seat.0);
        let mut weights: PerOpponent<Weights> = hidden.racks.iter().map(|_| [1.0; CELLS]).collect();
        let cells = count(hidden.pool) as usize;
        for (i, tilts) in self.racks_around(seat, &hidden).zip(tilts.chunks(cells.max(1))) {
            // Only differences count; none is so large that a product of six weights is lost.
            let most = tilts.iter().copied().filter(|tilt| tilt.is_finite()).fold(f32::NEG_INFINITY, f32::max);
            for (cell, &tilt) in iter_bits(hidden.pool).zip(tilts) {
                weights[i][cell as usize] = if tilt.is_nan() { 1.0 } else { f64::from((tilt - most).max(-80.0)).exp() };
            }
        }
        let racks = hidden.deal_by(&weights, rng);
        self.with_racks(seat, &hidden, racks, rng)
    }

    /// A tile of the observer goes back to the bag, and the one there that does least takes its place: one that would lie
    /// alone, if there is any. A chain stands for the observer's shares of it: they are given back for nothing. Players and mergers
    /// cannot be taken away.
    fn without(&self, seat: Seat, entities: &[EntityId]) -> Option<Self> {
        let mut left = self.clone();
        for &entity in entities {
            match self.thing(seat, entity)? {
                Thing::Tile(cell) if left.racks[seat.index()] & bit(cell) != 0 => {
                    let least = |cell: &u8| (self.effect(*cell) != Effect::Alone, use_of(self.effect(*cell)), *cell);
                    let other = iter_bits(left.bag).min_by_key(least)?;
                    left.exchange(seat.0, cell, other);
                }
                // Named twice.
                Thing::Tile(_) => {}
                Thing::Chain(chain) => {
                    let shares = std::mem::take(&mut left.shares[seat.index()][chain as usize]);
                    left.bank[chain as usize] += shares;
                }
                Thing::Player(_) | Thing::Merger => return None,
            }
        }
        left.settled()
    }

    /// The tile that the seat draws next: any that it has not seen, as likely as it is to be in the bag. If it is the seat's to draw
    /// now, it is drawn. Otherwise its rack is full, or will be before it draws: the tile takes the place of the one in it that does
    /// least (a dead one first), which goes to the bag. A tile that is in another rack in this very position changes places with one of
    /// the bag that fits what is known of that rack.
    ///
    /// Nothing before the first racks are dealt, but for the seat that is being dealt; nothing when the end is declared or the bag
    /// empty.
    fn draws(&self, seat: Seat, out: &mut Vec<Draw<Self>>) {
        out.clear();
        let drawing = matches!(self.phase, Phase::Deal | Phase::Draw) && self.mover == seat.0;
        let ends = matches!(self.phase, Phase::Final | Phase::Over) || self.declared;
        let begins = matches!(self.phase, Phase::Start | Phase::Deal);
        let rack = self.racks[seat.index()];
        if self.bag == 0 || ends || begins && !drawing || !drawing && rack == 0 {
            return;
        }
        let hidden = self.hidden_from(seat.0);
        let expected = hidden.expected();
        let held = |cell: u8| expected.iter().map(|rack| rack[cell as usize]).sum::<f64>();
        let least = iter_bits(rack).min_by_key(|&cell| (use_of(self.effect(cell)), cell));
        let mut all = 0.0;
        for cell in iter_bits(hidden.pool) {
            let chance = (1.0 - held(cell)).max(0.0) as f32;
            let Some(mut state) = (if chance > 1e-6 { self.with_in_bag(&hidden, cell) } else { None }) else {
                continue;
            };
            if drawing {
                state.play_unchecked(ActionId(u16::from(cell)));
            } else if let Some(least) = least {
                state.exchange(seat.0, least, cell);
                state.advance(&mut ());
            }
            all += chance;
            out.push(Draw { name: cell_name(cell), chance, state });
        }
        out.iter_mut().for_each(|draw| draw.chance /= all);
    }

    fn entity_text(&self, seat: Seat, entity: EntityId, out: &mut String) {
        match self.thing(seat, entity) {
            Some(Thing::Chain(chain)) => out.push_str(self.rules().chain_name(chain)),
            Some(Thing::Player(player)) => out.push_str(&self.rules().spec.seat_names[player as usize]),
            Some(Thing::Tile(cell)) => write_cell(cell, out),
            Some(Thing::Merger) => out.push_str("the merger"),
            None => {}
        }
    }
}

/// How much a tile does: less comes first.
fn use_of(effect: Effect) -> u8 {
    match effect {
        Effect::Dead(_) => 0,
        Effect::Eighth => 1,
        Effect::Alone => 2,
        Effect::Grows(_) => 3,
        Effect::Founds => 4,
        Effect::Merges(_) => 5,
    }
}

impl AcquireState {
    /// The racks of the others that have tiles, by their places among what is hidden, from the observer on.
    fn racks_around<'a>(&self, seat: Seat, hidden: &'a HiddenTiles) -> impl Iterator<Item = usize> + use<'a> {
        let around = self.seats_around(seat);
        let place = |player: u8| hidden.racks.iter().position(|known| known.seat == player && known.tiles > 0);
        around.filter_map(place)
    }

    /// What an entity of the observer's graph stands for, in the order of [`entities`](crate::entities).
    fn thing(&self, seat: Seat, entity: EntityId) -> Option<Thing> {
        let players = usize::from(self.players());
        let rack = self.racks[seat.index()];
        let n = usize::from(entity);
        if n < CHAINS {
            return Some(Thing::Chain(n as u8));
        }
        if n < CHAINS + players {
            return Some(Thing::Player((seat.0 + (n - CHAINS) as u8) % self.players()));
        }
        let tile = (n - CHAINS - players) as u32;
        match tile.cmp(&count(rack)) {
            std::cmp::Ordering::Less => Some(Thing::Tile(nth(rack, tile))),
            std::cmp::Ordering::Equal if self.shows_merger() => Some(Thing::Merger),
            _ => None,
        }
    }

    /// A seat gets one tile of the bag for one of its own. What everybody knows of its rack is less by a tile that was drawn.
    fn exchange(&mut self, seat: u8, give: u8, take: u8) {
        let i = seat as usize;
        self.racks[i] = self.racks[i] & !bit(give) | bit(take);
        self.bag = self.bag & !bit(take) | bit(give);
        let constraints = &mut self.constraints;
        constraints.free[i] = (constraints.free[i] + 1).min(constraints.held[i]);
        if constraints.stuck[i] & bit(give) != 0 {
            constraints.least[i] = constraints.least[i].saturating_sub(1);
            if constraints.least[i] == 0 {
                constraints.stuck[i] = 0;
            }
        }
    }

    /// The position with a hidden tile in the bag: whoever has it has another one, which fits as well; if no other does, all racks are
    /// others. None if no deal has it in the bag.
    fn with_in_bag(&self, hidden: &HiddenTiles, cell: u8) -> Option<Self> {
        let mut state = self.clone();
        if let Some(known) = hidden.racks.iter().find(|known| self.racks[known.seat as usize] & bit(cell) != 0) {
            let rack = self.racks[known.seat as usize] & !bit(cell);
            let same = |&other: &u8| known.weight(rack | bit(other)) == known.weight(rack | bit(cell));
            let fits = |&other: &u8| known.weight(rack | bit(other)) > 0;
            if let Some(other) = iter_bits(self.bag).find(same).or_else(|| iter_bits(self.bag).find(fits)) {
                state.racks[known.seat as usize] = rack | bit(other);
            } else {
                let others = HiddenTiles { pool: hidden.pool & !bit(cell), racks: hidden.racks.clone() };
                let racks = others.find(&mut Rng::new(u64::from(cell)))?;
                hidden.racks.iter().zip(racks).for_each(|(known, rack)| state.racks[known.seat as usize] = rack);
            }
            let held = hidden.racks.iter().fold(0, |all, known| all | state.racks[known.seat as usize]);
            state.bag = hidden.pool & !held;
            if self.phase == Phase::Play && hidden.racks.iter().any(|known| known.seat == self.mover) {
                state.playable = state.racks[self.mover as usize] & !(self.dead | self.eighth());
            }
        }
        Some(state)
    }

    /// The position after the steps that nobody decides, if it is one that can be written and read again.
    fn settled(mut self) -> Option<Self> {
        self.advance(&mut ());
        let read = Self::restore(self.rules, &self.snapshot()).ok()?;
        (read == self).then_some(self)
    }
}
