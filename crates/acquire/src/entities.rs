//! A position as a graph: chains, players, the observer's tiles, and the merger under way.

use crate::action::Action;
use crate::board::{COLUMNS, ROWS, count};
use crate::chains::{CHAINS, Chain, HUGE, NO_CHAIN, SAFE, SHARES, TIERS};
use crate::rules::{Effect, each_chain};
use crate::state::{AcquireState, Phase, RACK_SIZE};
use hoyle_core::{
    ActionSet, Candidate, Entities, EntityGraph, EntityId, Feature, GraphSchema, Kind, MAX_SEATS, Play, Seat, Term,
    Turn, iter_bits,
};

const CHAIN: u8 = 0;
const PLAYER: u8 = 1;
pub(crate) const TILE: u8 = 2;
const MERGER: u8 = 3;

const HOLDS: u8 = 0;
const LEADS: u8 = 1;
const FOLLOWS: u8 = 2;
const ADJACENT: u8 = 3;
const WOULD_MERGE: u8 = 4;
const SURVIVES: u8 = 5;
const WOUND_UP: u8 = 6;
const QUEUED: u8 = 7;
const DECIDES: u8 = 8;
const OWNS: u8 = 9;
const PLAYS_BEFORE: u8 = 10;

const VERBS: [(&str, &str); 13] = [
    ("play", "source: the tile"),
    ("found", "source: the observer, target: the chain"),
    ("survive", "source: the observer, target: the chain"),
    ("next", "source: the observer, target: the chain"),
    ("dispose", "targets: the defunct chain, the survivor; numbers: shares sold / 25, pairs traded / 12"),
    ("sell_one", "target: the defunct chain"),
    ("trade_two", "targets: the defunct chain, the survivor"),
    ("keep_rest", "target: the defunct chain"),
    ("buy", "targets: the chain of each share; numbers: shares / 3, price / $3,600"),
    ("buy_one", "target: the chain"),
    ("buy_no_more", "source: the observer"),
    ("end", "source: the observer"),
    ("play_on", "source: the observer"),
];

/// The terms of a game's graphs; its tokens are the chains' names.
pub(crate) fn schema(chains: &[Chain]) -> GraphSchema {
    let bit = |name: &str, meaning: &str| Feature::new(name, 0.0, 1.0, meaning);
    GraphSchema {
        version: 1,
        kinds: vec![
            Kind::new(
                "chain",
                vec![
                    bit("active", "on the board"),
                    bit("safe", "of 11 tiles or more"),
                    bit("size", "tiles, at most 41, divided by 41; before the merger for one that goes"),
                    bit("price", "price of a share, divided by $1,200; before the merger for one that goes"),
                    bit("bank", "shares that nobody has, divided by 25"),
                    bit("tier", "price class, divided by 2"),
                    bit("own", "the observer's shares, divided by 25"),
                    bit("lead", "how many shares the observer is ahead of the best other, divided by 25; 0 if behind"),
                    bit("behind", "how many shares the observer is behind the best other, divided by 25; 0 if ahead"),
                ],
            ),
            Kind::new(
                "player",
                vec![
                    bit("own", "the observer"),
                    bit("mover", "whose turn it is"),
                    bit("decides", "who decides"),
                    bit("shown", "whether money and shares are shown"),
                    Feature::new("money", 0.0, 100.0, "money divided by $10,000; 0 if it is hidden"),
                    bit("tiles", "tiles in the rack, divided by 6"),
                    bit("bag", "tiles in the bag, divided by 108; the same for all"),
                    bit("can_end", "whether the chains on the board allow the end to be declared; the same for all"),
                    bit("declared", "whether it was; the same for all"),
                ],
            ),
            Kind::new(
                "tile",
                vec![
                    bit("column", "column, divided by 11"),
                    bit("row", "row, divided by 8"),
                    bit("playable", "whether it could be played now"),
                    bit("alone", "it would lie alone"),
                    bit("founds", "it would found a chain"),
                    bit("grows", "it would make a chain grow"),
                    bit("merges", "it would merge chains"),
                    bit("dead", "it can never be played"),
                    bit("eighth", "it would found an eighth chain, and cannot be played now"),
                ],
            ),
            Kind::new(
                "merger",
                vec![
                    bit("survivor", "the survivor is to be chosen"),
                    bit("order", "the next defunct chain is to be chosen"),
                    bit("dispose", "shares are disposed of"),
                    bit("to_ask", "players still to be asked, divided by 6"),
                    bit("sold", "whether the one who decides has sold a share by itself"),
                ],
            ),
        ],
        relations: vec![
            Term::new("holds", "player to a chain of which shares are held, as far as they are shown"),
            Term::new("leads", "player to a chain whose first bonus it would get, alone or with others"),
            Term::new("follows", "player to a chain whose second bonus it would get, alone or with others"),
            Term::new("adjacent", "tile to a chain that it touches"),
            Term::new("would_merge", "tile to a chain that it would merge with others"),
            Term::new("survives", "merger to its survivor"),
            Term::new("wound_up", "merger to the chain that is wound up"),
            Term::new("queued", "merger to a chain that is still to be dealt with"),
            Term::new("decides", "merger to the player who decides"),
            Term::new("owns", "player to its tile"),
            Term::new("plays_before", "player to the next one"),
        ],
        verbs: VERBS.iter().map(|(name, meaning)| Term::new(name, meaning)).collect(),
        tokens: chains.iter().map(|chain| chain.name().to_owned()).collect(),
    }
}

fn flag(set: bool) -> f32 {
    f32::from(u8::from(set))
}

/// The entity of a chain: chains come first.
fn chain_id(chain: u8) -> EntityId {
    EntityId::from(chain)
}

impl Entities for AcquireState {
    /// Chains come first, then players from the observer on, tiles ascending, the merger.
    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        out.clear(self.rules().spec.graph.width());
        (0..CHAINS as u8).for_each(|chain| self.write_chain(seat, chain, out));
        let first = CHAINS as EntityId;
        for player in self.seats_around(seat) {
            self.write_player(seat, player, out);
        }
        for k in 0..self.players() {
            let next = (k + 1) % self.players();
            out.edge(PLAYS_BEFORE, first + EntityId::from(k), first + EntityId::from(next));
        }
        for chain in 0..CHAINS as u8 {
            self.write_holders(seat, chain, out);
        }
        let tiles = out.len() as EntityId;
        iter_bits(self.racks[seat.index()]).for_each(|cell| self.write_tile(cell, out));
        if self.shows_merger() {
            self.write_merger(seat, out);
        }
        if self.turn() == Turn::Seat(seat) {
            self.write_candidates(tiles, out);
        }
    }
}

/// What is said of a tile that has this effect.
pub(crate) fn tile_row(cell: u8, effect: Effect) -> [f32; 9] {
    let (row, column) = (cell as usize / COLUMNS, cell as usize % COLUMNS);
    [
        column as f32 / (COLUMNS - 1) as f32,
        row as f32 / (ROWS - 1) as f32,
        flag(!matches!(effect, Effect::Dead(_) | Effect::Eighth)),
        flag(effect == Effect::Alone),
        flag(effect == Effect::Founds),
        flag(matches!(effect, Effect::Grows(_))),
        flag(matches!(effect, Effect::Merges(_))),
        flag(matches!(effect, Effect::Dead(_))),
        flag(effect == Effect::Eighth),
    ]
}

impl AcquireState {
    /// Whether a merger is under way, and an entity of the graph.
    pub(crate) fn shows_merger(&self) -> bool {
        self.phase == Phase::Survivor || self.survivor != NO_CHAIN
    }

    fn write_chain(&self, seat: Seat, chain: u8, out: &mut EntityGraph) {
        let i = chain as usize;
        let active = self.areas[i] != 0;
        let own = i32::from(self.shares[seat.index()][i]);
        let others = (0..self.players()).filter(|&other| other != seat.0 && self.shows(seat, other));
        let best = others.map(|other| i32::from(self.shares[other as usize][i])).max().unwrap_or(0);
        let scaled = |n: i32| n.max(0) as f32 / f32::from(SHARES);
        let row = [
            flag(active),
            flag(active && self.sizes[i] >= SAFE),
            f32::from(self.sizes[i].min(HUGE)) / f32::from(HUGE),
            f32::from(self.price(chain)) / 12.0,
            f32::from(self.bank[i]) / f32::from(SHARES),
            f32::from(TIERS[i]) / 2.0,
            scaled(own),
            scaled(own - best),
            scaled(best - own),
        ];
        out.entity(CHAIN, &row, &[u16::from(chain)]);
    }

    fn write_player(&self, seat: Seat, player: u8, out: &mut EntityGraph) {
        let shown = self.shows(seat, player);
        let row = [
            flag(player == seat.0),
            flag(player == self.mover),
            flag(self.turn() == Turn::Seat(Seat(player))),
            flag(shown),
            if shown { self.scaled_money(player) } else { 0.0 },
            count(self.racks[player as usize]) as f32 / RACK_SIZE as f32,
            count(self.bag) as f32 / 108.0,
            flag(self.can_end()),
            flag(self.declared),
        ];
        out.entity(PLAYER, &row, &[]);
    }

    /// Who holds shares of a chain, who is first and who is second, as far as it is shown.
    fn write_holders(&self, seat: Seat, chain: u8, out: &mut EntityGraph) {
        let held: [u8; MAX_SEATS] = std::array::from_fn(|k| {
            let shown = (k as u8) < self.players() && self.shows(seat, k as u8);
            if shown { self.shares[k][chain as usize] } else { 0 }
        });
        let all_shown = self.seats_around(seat).all(|player| self.shows(seat, player));
        let best = held.into_iter().max().unwrap_or(0);
        let firsts = held.iter().filter(|&&n| n == best).count();
        let second = held.into_iter().filter(|&n| n < best).max().unwrap_or(0);
        for (k, player) in (CHAINS as EntityId..).zip(self.seats_around(seat)) {
            let own = held[player as usize];
            if own == 0 {
                continue;
            }
            out.edge(HOLDS, k, chain_id(chain));
            if all_shown && own == best {
                out.edge(LEADS, k, chain_id(chain));
            } else if all_shown && own == second && firsts == 1 {
                out.edge(FOLLOWS, k, chain_id(chain));
            }
        }
    }

    fn write_tile(&self, cell: u8, out: &mut EntityGraph) {
        let effect = self.effect(cell);
        let id = out.entity(TILE, &tile_row(cell, effect), &[]);
        out.edge(OWNS, CHAINS as EntityId, id);
        each_chain(self.touched(cell)).for_each(|chain| out.edge(ADJACENT, id, chain_id(chain)));
        if let Effect::Merges(chains) = effect {
            each_chain(chains).for_each(|chain| out.edge(WOULD_MERGE, id, chain_id(chain)));
        }
    }

    fn write_merger(&self, seat: Seat, out: &mut EntityGraph) {
        let row = [
            flag(self.phase == Phase::Survivor),
            flag(self.phase == Phase::Order),
            flag(self.phase == Phase::Dispose),
            f32::from(self.left) / 6.0,
            flag(self.sold),
        ];
        let id = out.entity(MERGER, &row, &[]);
        if self.survivor != NO_CHAIN {
            out.edge(SURVIVES, id, chain_id(self.survivor));
        }
        if self.defunct != NO_CHAIN {
            out.edge(WOUND_UP, id, chain_id(self.defunct));
        }
        each_chain(self.queue).for_each(|chain| out.edge(QUEUED, id, chain_id(chain)));
        if let Turn::Seat(decider) = self.turn() {
            out.edge(DECIDES, id, (CHAINS + self.distance(seat, decider.0)) as EntityId);
        }
    }

    fn write_candidates(&self, tiles: EntityId, out: &mut EntityGraph) {
        let mut legal = ActionSet::new();
        self.legal(&mut legal);
        let me = Some(CHAINS as EntityId);
        let rack = match self.turn() {
            Turn::Seat(seat) => self.racks[seat.index()],
            Turn::Chance | Turn::Over => 0,
        };
        let (defunct, survivor) = (Some(chain_id(self.defunct)), Some(chain_id(self.survivor)));
        for id in legal.iter() {
            let Some(action) = Action::from_id(self.rules.options.actions, id) else { continue };
            let one = |verb: u8, chain: u8| Candidate {
                source: me,
                targets: [Some(chain_id(chain)), None, None],
                ..Candidate::new(id, verb)
            };
            let bare = |verb: u8| Candidate { source: me, ..Candidate::new(id, verb) };
            out.candidate(match action {
                Action::Play(cell) => {
                    let before = count(rack & ((1 << cell) - 1)) as EntityId;
                    Candidate { source: Some(tiles + before), ..Candidate::new(id, 0) }
                }
                Action::Found(chain) => one(1, chain),
                Action::Survive(chain) => one(2, chain),
                Action::Next(chain) => one(3, chain),
                Action::Dispose { pairs, sold } => Candidate {
                    targets: [defunct, survivor, None],
                    numbers: [f32::from(sold) / 25.0, f32::from(pairs) / 12.0],
                    ..bare(4)
                },
                Action::SellOne => one(5, self.defunct),
                Action::TradeTwo => Candidate { targets: [defunct, survivor, None], ..bare(6) },
                Action::KeepRest => one(7, self.defunct),
                Action::Buy(purchase) => {
                    let mut targets = [None; 3];
                    let mut cost = 0;
                    for (target, &chain) in targets.iter_mut().zip(purchase.chains()) {
                        *target = Some(chain_id(chain));
                        cost += u32::from(self.price(chain));
                    }
                    let numbers = [purchase.chains().len() as f32 / 3.0, cost as f32 / 36.0];
                    Candidate { targets, numbers, ..bare(8) }
                }
                Action::BuyOne(chain) => one(9, chain),
                Action::BuyNoMore => bare(10),
                Action::End => bare(11),
                Action::PlayOn => bare(12),
            });
        }
    }
}
