//! What actions do.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | a turn: tile, chain, end, purchase, and the steps between that nobody decides |
//! | `merger.rs` | survivors, bonuses, disposals |
//! | `draw.rs` | starting tiles, racks, dead tiles, the dummy: what chance does |
//! | `legal.rs` | what can be done, as masks |
//! | `finish.rs` | the end of the game: payout and scores |

mod draw;
mod finish;
mod legal;
mod merger;

pub use legal::Effect;
pub(crate) use legal::purchases;
pub(crate) use merger::each_chain;

use crate::action::{self, Action, DUMMY, PURCHASES, Purchase, TRADES};
use crate::automatic::AutomaticKind;
use crate::board::{self, CELLS, NO_CELL, bit, count, flood, nth};
use crate::chains::{CHAINS, SAFE};
use crate::event::{Event, EventSink};
use crate::options::Scoring;
use crate::state::{AcquireState, Phase};
use hoyle_core::{ActionId, ActionSet, Outcomes, Play, Rng, Scores, Seat, Spec, Turn, iter_bits};

/// Codes of what everybody sees without it being an action; actions are noted by their ids.
pub(crate) const SKIPPED: u64 = 1000;
pub(crate) const FORCED: u64 = 1001;
pub(crate) const DRAWN: u64 = 1002;
pub(crate) const EXCHANGED: u64 = 1003;

impl Play for AcquireState {
    #[inline]
    fn spec(&self) -> &'static Spec {
        &self.rules().spec
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Over => Turn::Over,
            Phase::Start | Phase::Deal | Phase::Draw | Phase::Dummy | Phase::Final => Turn::Chance,
            Phase::Dispose => Turn::Seat(Seat(self.decider)),
            Phase::Play | Phase::Found | Phase::Survivor | Phase::Order | Phase::End | Phase::Buy => {
                Turn::Seat(Seat(self.mover))
            }
        }
    }

    #[inline]
    fn legal(&self, out: &mut ActionSet) {
        out.clear();
        let chains = |first: u16, set: u8, out: &mut ActionSet| out.insert_bits(ActionId(first), u64::from(set));
        match self.phase {
            Phase::Play => {
                out.insert_bits(ActionId(0), self.playable as u64);
                out.insert_bits(ActionId(64), (self.playable >> 64) as u64);
            }
            Phase::Found => chains(action::FOUND, !self.active() & 0x7f, out),
            Phase::Survivor => chains(action::SURVIVE, self.largest(self.queue), out),
            Phase::Order => chains(action::NEXT, self.largest(self.queue), out),
            Phase::Dispose => {
                let held = self.shares[self.decider as usize][self.defunct as usize];
                let pairs = self.most_pairs();
                if self.rules.micro {
                    let trade = u64::from(pairs > 0 && !self.sold);
                    return out.insert_bits(ActionId(action::DISPOSE), 0b101 | trade << 1);
                }
                for (first, left) in TRADES[..=pairs as usize].iter().zip((0..=held).rev().step_by(2)) {
                    out.insert_bits(ActionId(*first), (2 << left) - 1);
                }
            }
            Phase::End => {
                let first = if self.rules.micro { action::MICRO_END } else { action::END };
                out.insert_bits(ActionId(first), 0b11);
            }
            Phase::Buy if self.rules.micro => {
                let steps = self.buyable() | 1 << CHAINS;
                out.insert_bits(ActionId(action::MICRO_BUY), u64::from(steps));
            }
            Phase::Buy => {
                let legal = purchases(&self.prices(), &self.bank, self.money[self.mover as usize]);
                out.insert_bits(ActionId(action::BUY), legal as u64);
                out.insert_bits(ActionId(action::BUY + 64), (legal >> 64) as u64);
            }
            Phase::Start | Phase::Deal | Phase::Draw | Phase::Dummy | Phase::Final | Phase::Over => {}
        }
    }

    #[inline]
    fn play_unchecked(&mut self, action: ActionId) {
        debug_assert!(self.allows(action), "action {action} is not legal in {self:?}");
        self.take(action);
    }

    fn outcomes(&self, out: &mut Outcomes) {
        out.clear();
        match self.phase {
            Phase::Dummy | Phase::Final => {
                (0..u16::from(self.rules.dummy)).for_each(|n| out.push(ActionId(DUMMY + n), 1));
            }
            _ if self.turn() == Turn::Chance => {
                iter_bits(self.bag).for_each(|cell| out.push(ActionId(u16::from(cell)), 1));
            }
            _ => {}
        }
    }

    #[inline]
    fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let outcome = match self.phase {
            Phase::Dummy | Phase::Final => ActionId(DUMMY + rng.below(u32::from(self.rules.dummy)) as u16),
            _ => ActionId(u16::from(nth(self.bag, rng.below(count(self.bag))))),
        };
        self.take(outcome);
        outcome
    }

    fn allows(&self, action: ActionId) -> bool {
        match (self.turn(), self.phase) {
            (Turn::Over, _) => false,
            (Turn::Chance, Phase::Dummy | Phase::Final) => {
                (DUMMY..DUMMY + u16::from(self.rules.dummy)).contains(&action.0)
            }
            (Turn::Chance, _) => action.0 < CELLS as u16 && self.bag & bit(action.0 as u8) != 0,
            (Turn::Seat(_), _) => {
                let mut legal = ActionSet::new();
                self.legal(&mut legal);
                legal.contains(action)
            }
        }
    }

    fn scores(&self) -> Scores {
        let players = self.players() as usize;
        let mut scores = Scores::zero(players);
        if self.phase != Phase::Over {
            return scores;
        }
        let money = &self.money[..players];
        let best = money.iter().copied().max().unwrap_or(0);
        let winners = money.iter().filter(|&&m| m == best).count();
        for (seat, &own) in money.iter().enumerate() {
            scores[Seat(seat as u8)] = match self.rules.options.scoring {
                Scoring::Margin => {
                    let others = money.iter().enumerate().filter(|&(other, _)| other != seat);
                    let margin = i64::from(own) - others.map(|(_, &m)| i64::from(m)).max().unwrap_or(0);
                    (margin as f32 / 1000.0).clamp(-1.0, 1.0)
                }
                Scoring::Win if winners == players => 0.0,
                Scoring::Win => {
                    // The winners share the first places of one winner and equal losers.
                    let loss = -1.0 / (players - 1) as f32;
                    if own == best { (1.0 + (winners - 1) as f32 * loss) / winners as f32 } else { loss }
                }
            };
        }
        scores
    }
}

impl AcquireState {
    /// Plays an action or a chance outcome; in debug builds everything that must hold is checked.
    #[inline]
    fn take(&mut self, action: ActionId) {
        #[cfg(debug_assertions)]
        let before = self.clone();
        self.apply(action, &mut ());
        #[cfg(debug_assertions)]
        crate::invariants::check(&before, action, self);
    }

    /// Plays an action or a chance outcome, and everything that follows without a choice.
    #[inline]
    pub(crate) fn apply<E: EventSink>(&mut self, id: ActionId, events: &mut E) {
        self.automatic.clear();
        if self.turn() == Turn::Chance {
            self.chance(id.0, events);
        } else {
            self.record_public(u64::from(id.0));
            self.act(id.0, events);
        }
        self.advance(events);
    }

    /// What a seat's action does by itself.
    fn act<E: EventSink>(&mut self, id: u16, events: &mut E) {
        match self.phase {
            Phase::Play => self.play_tile(id as u8, false, events),
            Phase::Found => self.found((id - action::FOUND) as u8, events),
            Phase::Survivor => self.choose_survivor((id - action::SURVIVE) as u8, events),
            Phase::Order => {
                let chain = (id - action::NEXT) as u8;
                events.emit(Event::Ordered { seat: self.mover, chain });
                self.wind_up(chain, events);
            }
            Phase::Dispose if self.rules.micro => self.dispose_step(id - action::DISPOSE, events),
            Phase::Dispose => {
                if let Some(Action::Dispose { pairs, sold }) = Action::from_id(self.rules.options.actions, ActionId(id))
                {
                    self.dispose(pairs, sold, events);
                    self.disposed();
                }
            }
            Phase::End => {
                let end = id == if self.rules.micro { action::MICRO_END } else { action::END };
                events.emit(Event::Declared { seat: self.mover, end });
                self.declared = end;
                self.phase = Phase::Buy;
            }
            Phase::Buy if self.rules.micro => self.buy_step(id - action::MICRO_BUY, events),
            Phase::Buy => {
                self.buy(PURCHASES[(id - action::BUY) as usize], events);
                self.finish_turn(events);
            }
            Phase::Start | Phase::Deal | Phase::Draw | Phase::Dummy | Phase::Final | Phase::Over => {}
        }
    }

    /// Takes the steps that nobody decides, up to the next decision.
    #[inline]
    pub(crate) fn advance<E: EventSink>(&mut self, events: &mut E) {
        let ask = self.rules.ask_forced;
        let mut steps = 0;
        loop {
            // Each step stands for an action that could have been asked for, or follows one.
            steps += 1;
            debug_assert!(steps <= 2 * self.rules.spec.length_bound, "more steps than a game has: {self:?}");
            match self.phase {
                Phase::Play => {
                    let rack = self.racks[self.mover as usize];
                    let barred = self.dead | self.eighth();
                    self.playable = rack & !barred;
                    match count(self.playable) {
                        0 => {
                            self.record_public(SKIPPED);
                            self.automatic.push(AutomaticKind::Skipped, self.mover, NO_CELL);
                            events.emit(Event::Skipped { seat: self.mover });
                            self.record_unplayable(barred);
                            self.idle += 1;
                            self.phase = Phase::End;
                        }
                        1 if !ask => {
                            let cell = self.playable.trailing_zeros() as u8;
                            self.record_public(FORCED);
                            self.record_public(u64::from(cell));
                            self.automatic.push(AutomaticKind::Played, self.mover, cell);
                            self.play_tile(cell, true, events);
                            self.record_unplayable(barred);
                        }
                        _ => return,
                    }
                }
                Phase::Found => {
                    let free = !self.active() & 0x7f;
                    if ask || !free.is_power_of_two() {
                        return;
                    }
                    let chain = free.trailing_zeros() as u8;
                    // After a tile that was chosen, the log line of that action says it.
                    if !self.automatic.is_empty() {
                        self.automatic.push(AutomaticKind::Founded, self.mover, chain);
                    }
                    self.found(chain, events);
                }
                Phase::Dispose => {
                    while self.left > 0 && self.shares[self.decider as usize][self.defunct as usize] == 0 {
                        self.disposed();
                    }
                    if self.left > 0 {
                        return;
                    }
                    self.wound_up(events);
                }
                Phase::End => {
                    if self.can_end() {
                        return;
                    }
                    self.phase = Phase::Buy;
                }
                Phase::Buy => {
                    if ask && self.bought == 0 || self.can_buy() {
                        return;
                    }
                    self.finish_turn(events);
                }
                Phase::Draw => {
                    if self.fill_rack(events) {
                        return;
                    }
                }
                Phase::Final => {
                    if self.pay_out(events) {
                        return;
                    }
                }
                Phase::Start | Phase::Deal | Phase::Survivor | Phase::Order | Phase::Dummy | Phase::Over => return,
            }
        }
    }

    /// Puts the mover's tile on the board and does what its neighbours ask for.
    fn play_tile<E: EventSink>(&mut self, cell: u8, forced: bool, events: &mut E) {
        let seat = self.mover as usize;
        events.emit(Event::Played { seat: self.mover, cell, forced });
        self.racks[seat] &= !bit(cell);
        self.playable = 0;
        if self.constraints.stuck[seat] & bit(cell) != 0 {
            // It may have been one of those that could not be played then.
            self.constraints.least[seat] -= 1;
            if self.constraints.least[seat] == 0 {
                self.constraints.stuck[seat] = 0;
            }
        }
        self.tile = cell;
        self.idle = 0;
        self.orphans |= bit(cell);
        let touched = self.touched(cell);
        match touched.count_ones() {
            0 if self.orphans & board::NEAR[cell as usize] != 0 => self.phase = Phase::Found,
            0 => self.phase = Phase::End,
            1 => {
                let chain = touched.trailing_zeros() as u8;
                self.incorporate(chain);
                events.emit(Event::Grew { chain, size: self.sizes[chain as usize] });
                self.phase = Phase::End;
            }
            _ => self.merge(touched, events),
        }
    }

    /// The tile that was played and the orphans connected to it become part of a chain.
    #[inline]
    pub(crate) fn incorporate(&mut self, chain: u8) {
        let joined = flood(bit(self.tile), self.orphans);
        self.orphans &= !joined;
        let area = &mut self.areas[chain as usize];
        *area |= joined;
        self.sizes[chain as usize] = count(*area) as u8;
        if self.sizes[chain as usize] >= SAFE {
            self.dead = self.dead_cells();
        }
    }

    /// The mover founds a chain and gets a share of it if there is one.
    fn found<E: EventSink>(&mut self, chain: u8, events: &mut E) {
        self.incorporate(chain);
        let free = self.bank[chain as usize] > 0;
        if free {
            self.bank[chain as usize] -= 1;
            self.shares[self.mover as usize][chain as usize] += 1;
        }
        let size = Some(self.sizes[chain as usize]);
        events.emit(Event::Founded { seat: self.mover, chain, size, free: Some(free) });
        self.phase = Phase::End;
    }

    /// The mover pays for shares and gets them.
    fn buy<E: EventSink>(&mut self, purchase: Purchase, events: &mut E) {
        let seat = self.mover as usize;
        let mut cost = 0;
        for &chain in purchase.chains() {
            cost += u32::from(self.price(chain));
            self.bank[chain as usize] -= 1;
            self.shares[seat][chain as usize] += 1;
        }
        self.money[seat] -= cost;
        events.emit(Event::Bought { seat: self.mover, purchase, cost });
    }

    /// One share, or enough: 0-6 buys one of this chain, 7 buys no more.
    fn buy_step<E: EventSink>(&mut self, step: u16, events: &mut E) {
        if step as usize == crate::chains::CHAINS {
            events.emit(Event::Enough { seat: self.mover });
            return self.finish_turn(events);
        }
        let chain = step as u8;
        self.buy(PURCHASES[1 + chain as usize], events);
        self.bought += 1;
        self.last_bought = chain;
        if self.bought == 3 {
            self.finish_turn(events);
        }
    }

    /// The mover has bought: the game ends, or the rack is filled.
    fn finish_turn<E: EventSink>(&mut self, events: &mut E) {
        (self.bought, self.last_bought) = (0, 0);
        self.tile = NO_CELL;
        if !self.is_last_turn(events) {
            self.phase = Phase::Draw;
            self.exchanged = false;
        }
    }

    /// It is the next player's turn.
    pub(crate) fn pass_turn(&mut self) {
        self.mover = self.after(self.mover);
        self.phase = Phase::Play;
    }

    /// Everybody sees that the mover's other tiles cannot be played.
    fn record_unplayable(&mut self, barred: board::Cells) {
        let seat = self.mover as usize;
        let tiles = count(self.racks[seat]) as u8;
        self.constraints.stuck[seat] = if tiles == 0 { 0 } else { barred };
        self.constraints.least[seat] = tiles;
    }
}
