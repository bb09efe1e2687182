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
use crate::board::{self, CELLS, NOWHERE, bit, count, each, flood, nth};
use crate::chains::{CHAINS, SAFE};
use crate::event::{Event, Log};
use crate::notes::Deed;
use crate::options::Scoring;
use crate::state::{AcquireState, Phase};
use hoyle_core::{ActionId, ActionSet, Outcomes, Play, Rng, Scores, Seat, Spec, Turn};

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
                each(self.bag).for_each(|cell| out.push(ActionId(u16::from(cell)), 1));
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
    pub(crate) fn apply<L: Log>(&mut self, id: ActionId, log: &mut L) {
        self.notes.clear();
        if self.turn() == Turn::Chance {
            self.chance(id.0, log);
        } else {
            self.see(u64::from(id.0));
            self.act(id.0, log);
        }
        self.advance(log);
    }

    /// What a seat's action does by itself.
    fn act<L: Log>(&mut self, id: u16, log: &mut L) {
        match self.phase {
            Phase::Play => self.play_tile(id as u8, false, log),
            Phase::Found => self.found((id - action::FOUND) as u8, log),
            Phase::Survivor => self.choose_survivor((id - action::SURVIVE) as u8, log),
            Phase::Order => {
                let chain = (id - action::NEXT) as u8;
                log.tell(Event::Ordered { seat: self.mover, chain });
                self.wind_up(chain, log);
            }
            Phase::Dispose if self.rules.micro => self.dispose_step(id - action::DISPOSE, log),
            Phase::Dispose => {
                if let Some(Action::Dispose { pairs, sold }) = Action::from_id(self.rules.options.actions, ActionId(id))
                {
                    self.dispose(pairs, sold, log);
                    self.disposed();
                }
            }
            Phase::End => {
                let end = id == if self.rules.micro { action::MICRO_END } else { action::END };
                log.tell(Event::Declared { seat: self.mover, end });
                self.declared = end;
                self.phase = Phase::Buy;
            }
            Phase::Buy if self.rules.micro => self.buy_step(id - action::MICRO_BUY, log),
            Phase::Buy => {
                self.buy(PURCHASES[(id - action::BUY) as usize], log);
                self.finish_turn(log);
            }
            Phase::Start | Phase::Deal | Phase::Draw | Phase::Dummy | Phase::Final | Phase::Over => {}
        }
    }

    /// Takes the steps that nobody decides, up to the next decision.
    #[inline]
    pub(crate) fn advance<L: Log>(&mut self, log: &mut L) {
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
                            self.see(SKIPPED);
                            self.notes.push(Deed::Skipped, self.mover, NOWHERE);
                            log.tell(Event::Skipped { seat: self.mover });
                            self.note_stuck(barred);
                            self.idle += 1;
                            self.phase = Phase::End;
                        }
                        1 if !ask => {
                            let cell = self.playable.trailing_zeros() as u8;
                            self.see(FORCED);
                            self.see(u64::from(cell));
                            self.notes.push(Deed::Played, self.mover, cell);
                            self.play_tile(cell, true, log);
                            self.note_stuck(barred);
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
                    // After a tile that was chosen, the line of that action tells it.
                    if !self.notes.is_empty() {
                        self.notes.push(Deed::Founded, self.mover, chain);
                    }
                    self.found(chain, log);
                }
                Phase::Dispose => {
                    while self.left > 0 && self.shares[self.decider as usize][self.defunct as usize] == 0 {
                        self.disposed();
                    }
                    if self.left > 0 {
                        return;
                    }
                    self.wound_up(log);
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
                    self.finish_turn(log);
                }
                Phase::Draw => {
                    if self.fill_rack(log) {
                        return;
                    }
                }
                Phase::Final => {
                    if self.pay_out(log) {
                        return;
                    }
                }
                Phase::Start | Phase::Deal | Phase::Survivor | Phase::Order | Phase::Dummy | Phase::Over => return,
            }
        }
    }

    /// Puts the mover's tile on the board and does what its neighbours ask for.
    fn play_tile<L: Log>(&mut self, cell: u8, forced: bool, log: &mut L) {
        let seat = self.mover as usize;
        log.tell(Event::Played { seat: self.mover, cell, forced });
        self.racks[seat] &= !bit(cell);
        self.playable = 0;
        if self.clues.stuck[seat] & bit(cell) != 0 {
            // It may have been one of those that could not be played then.
            self.clues.least[seat] -= 1;
            if self.clues.least[seat] == 0 {
                self.clues.stuck[seat] = 0;
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
                log.tell(Event::Grew { chain, size: self.sizes[chain as usize] });
                self.phase = Phase::End;
            }
            _ => self.merge(touched, log),
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
    fn found<L: Log>(&mut self, chain: u8, log: &mut L) {
        self.incorporate(chain);
        let free = self.bank[chain as usize] > 0;
        if free {
            self.bank[chain as usize] -= 1;
            self.shares[self.mover as usize][chain as usize] += 1;
        }
        let size = Some(self.sizes[chain as usize]);
        log.tell(Event::Founded { seat: self.mover, chain, size, free: Some(free) });
        self.phase = Phase::End;
    }

    /// The mover pays for shares and gets them.
    fn buy<L: Log>(&mut self, purchase: Purchase, log: &mut L) {
        let seat = self.mover as usize;
        let mut cost = 0;
        for &chain in purchase.chains() {
            cost += u32::from(self.price(chain));
            self.bank[chain as usize] -= 1;
            self.shares[seat][chain as usize] += 1;
        }
        self.money[seat] -= cost;
        log.tell(Event::Bought { seat: self.mover, purchase, cost });
    }

    /// One share, or enough: 0-6 buys one of this chain, 7 buys no more.
    fn buy_step<L: Log>(&mut self, step: u16, log: &mut L) {
        if step as usize == crate::chains::CHAINS {
            log.tell(Event::Enough { seat: self.mover });
            return self.finish_turn(log);
        }
        let chain = step as u8;
        self.buy(PURCHASES[1 + chain as usize], log);
        self.bought += 1;
        self.last_bought = chain;
        if self.bought == 3 {
            self.finish_turn(log);
        }
    }

    /// The mover has bought: the game ends, or the rack is filled.
    fn finish_turn<L: Log>(&mut self, log: &mut L) {
        (self.bought, self.last_bought) = (0, 0);
        self.tile = NOWHERE;
        if !self.is_last_turn(log) {
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
    fn note_stuck(&mut self, barred: board::Cells) {
        let seat = self.mover as usize;
        let tiles = count(self.racks[seat]) as u8;
        self.clues.stuck[seat] = if tiles == 0 { 0 } else { barred };
        self.clues.least[seat] = tiles;
    }
}
