//! What is demanded of a position that comes from outside: everything that play would have brought about.

use crate::automatic::AutomaticActions;
use crate::board::{self, ALL, Cells, NO_CELL, around, bit, cell_names, count, flood};
use crate::chains::{CHAINS, Chain, NO_CHAIN, SAFE, SHARES};
use crate::rules::each_chain;
use crate::setup::Rules;
use crate::snapshot::{Snapshot, Tile};
use crate::state::{AcquireState, Phase, RACK_SIZE, STARTING_MONEY};
use hoyle_core::{ActionSet, Interned, InvalidState, Play, Turn, iter_bits};

/// The most money that is read, in dollars: far more than a game can bring, and far less than would overflow.
const MAX_MONEY: u32 = 100_000_000;
/// In hundreds of dollars, the most that somebody can get for a chain of ten tiles that is taken over: 15 times its price of
/// 8 (rounded up by less than a hundred for each of six), and the price for each of 25 shares.
const PER_CHAIN: u32 = 15 * 8 + 6 + 25 * 8;
/// The most that a tile can bring: it takes over three chains.
const PER_TILE: u32 = 3 * PER_CHAIN;
/// The most that a chain on the board can pay as a bonus, and the most that all seven pay at the end.
const LAST_BONUS: u32 = 15 * 12 + 6;
const PAYOUT: u32 = 7 * (LAST_BONUS + 25 * 12);

type Checked = Result<(), InvalidState>;

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(InvalidState(what())) }
}

impl AcquireState {
    /// The position that a snapshot describes. The error names the first field that play could not have brought about.
    pub(crate) fn restore(rules: Interned<Rules>, snapshot: &Snapshot) -> Result<Self, InvalidState> {
        let players = rules.players();
        let there = snapshot.players.len();
        ensure(there == players as usize, || format!("players: {there} are there, the game has {players}"))?;
        for (name, seat) in [("mover", snapshot.mover), ("decider", snapshot.decider)] {
            ensure(seat < players, || format!("{name}: there is no player {seat}; the first is 0"))?;
        }
        let mut state = Self::start(rules);
        state.phase = snapshot.phase;
        state.mover = snapshot.mover;
        state.read_tiles(snapshot)?;
        state.read_players(snapshot)?;
        state.read_turn(snapshot, rules.get())?;
        state.dead = state.dead_cells();
        state.check_all()?;
        // A position that was set up by hand may stand before a step that nobody decides.
        state.advance(&mut ());
        let mut legal = ActionSet::new();
        state.legal(&mut legal);
        let stuck = matches!(state.turn(), Turn::Seat(_)) && legal.is_empty();
        ensure(!stuck, || "the player to decide has nothing to choose from".to_owned())?;
        Ok(state)
    }
}

/// The number of a chain in this game.
fn number(rules: &Rules, chain: Chain) -> u8 {
    rules.chains.iter().position(|&other| other == chain).expect("all seven are in every game") as u8
}

impl AcquireState {
    /// Board, racks and starting tiles; what lies nowhere is in the bag.
    fn read_tiles(&mut self, snapshot: &Snapshot) -> Checked {
        self.orphans = snapshot.board.orphans;
        self.discards = snapshot.board.discards;
        for (i, chain) in self.rules().chains.into_iter().enumerate() {
            self.areas[i] = snapshot.board.areas[chain as usize];
            self.sizes[i] = count(self.areas[i]) as u8;
        }
        let mut used = self.orphans | self.discards | self.chained();
        for (seat, player) in snapshot.players.iter().enumerate() {
            let rack = player.rack.0;
            ensure(rack & used == 0, || {
                format!("players[{seat}].rack: {} lies somewhere else too", cell_names(rack & used))
            })?;
            ensure(count(rack) <= RACK_SIZE, || {
                format!("players[{seat}].rack: {} tiles, {RACK_SIZE} at most", count(rack))
            })?;
            self.racks[seat] = rack;
            used |= rack;
        }
        self.bag = ALL & !used;
        let on_board = self.orphans | self.chained();
        let mut seen: Cells = 0;
        let players = self.players() as usize;
        ensure(snapshot.starts.len() <= players, || format!("starts: one for each of {players} players"))?;
        for (seat, &Tile(cell)) in snapshot.starts.iter().enumerate() {
            ensure(on_board & bit(cell) & !seen != 0, || {
                format!("starts[{seat}]: {} does not lie on the board, or stands twice", board::cell_name(cell))
            })?;
            seen |= bit(cell);
            self.starts[seat] = cell;
        }
        Ok(())
    }

    fn read_players(&mut self, snapshot: &Snapshot) -> Checked {
        let chains = self.rules().chains;
        for (seat, player) in snapshot.players.iter().enumerate() {
            let money = player.money;
            ensure(money % 100 == 0, || format!("players[{seat}].money: {money} is not in hundreds of dollars"))?;
            self.money[seat] = money / 100;
            for (i, chain) in chains.into_iter().enumerate() {
                let shares = player.shares.0[chain as usize];
                let left = self.bank[i].checked_sub(shares);
                ensure(left.is_some(), || {
                    format!("players[{seat}].shares: more than {SHARES} shares of {} in all", chain.name())
                })?;
                self.shares[seat][i] = shares;
                self.bank[i] = left.unwrap_or(0);
            }
            let constraints = &mut self.constraints;
            (constraints.avoid[seat], constraints.stuck[seat]) = (player.avoid.0, player.stuck.0);
            (constraints.free[seat], constraints.held[seat], constraints.least[seat]) =
                (player.free, player.held, player.least);
            self.private_hash[seat] = player.recall;
        }
        self.public_hash = snapshot.recall;
        let notes = AutomaticActions::read(&snapshot.since, self.players());
        ensure(notes.is_some(), || "since: a note without its tile or chain, of nobody, or one too many".to_owned())?;
        self.automatic = notes.unwrap_or(AutomaticActions::EMPTY);
        Ok(())
    }

    fn read_turn(&mut self, snapshot: &Snapshot, rules: &Rules) -> Checked {
        let chain = |chain: Option<Chain>| chain.map_or(NO_CHAIN, |chain| number(rules, chain));
        self.tile = snapshot.tile.map_or(NO_CELL, |Tile(cell)| cell);
        (self.survivor, self.defunct) = (chain(snapshot.survivor), chain(snapshot.defunct));
        for &queued in &snapshot.queue {
            let set = 1 << number(rules, queued);
            ensure(self.queue & set == 0, || format!("queue: {} stands twice", queued.name()))?;
            self.queue |= set;
        }
        for (i, chain) in rules.chains.into_iter().enumerate() {
            let size = snapshot.gone.0[chain as usize];
            let allowed = size == 0 || self.areas[i] == 0 && (2..SAFE).contains(&size);
            ensure(allowed, || {
                format!("gone: {} of size {size}; a chain that goes has 2 to 10 tiles, none of its own", chain.name())
            })?;
            self.sizes[i] = self.sizes[i].max(size);
        }
        (self.decider, self.left, self.sold) = (snapshot.decider, snapshot.left, snapshot.sold);
        self.bought = snapshot.bought;
        ensure((self.bought > 0) == snapshot.last_bought.is_some(), || {
            "last_bought: there if and only if shares were bought".to_owned()
        })?;
        self.last_bought = snapshot.last_bought.map_or(0, |chain| number(rules, chain));
        (self.exchanged, self.declared, self.idle) = (snapshot.exchanged, snapshot.declared, snapshot.idle);
        Ok(())
    }

    /// What is demanded of every position.
    fn check_all(&self) -> Checked {
        self.check_board()?;
        self.check_phase()?;
        self.check_constraints()?;
        self.check_money()
    }

    /// Nobody is richer than the most that is read and what play can have brought since: so that whatever is played from
    /// here can be read again.
    fn check_money(&self) -> Checked {
        let tiles = count(self.orphans | self.chained());
        let paid = if matches!(self.phase, Phase::Final | Phase::Over) { PAYOUT } else { 0 };
        for seat in 0..self.players() as usize {
            let money = self.money[seat];
            let most = MAX_MONEY / 100 + PER_TILE * tiles + paid - self.most_to_come(seat);
            ensure(money <= most, || {
                let (money, most) = (100 * u64::from(money), 100 * u64::from(most));
                format!("players[{seat}].money: {money} is more than {most}, which is more than a game can bring")
            })?;
        }
        Ok(())
    }

    /// The most that a seat can still get in the merger or payout under way, in hundreds of dollars.
    fn most_to_come(&self, seat: usize) -> u32 {
        let queued = self.queue.count_ones();
        let sale = |chain: u8| u32::from(self.shares[seat][chain as usize]) * u32::from(self.price(chain));
        match self.phase {
            // One of them survives.
            Phase::Survivor => PER_CHAIN * (queued - 1),
            Phase::Order => PER_CHAIN * queued,
            Phase::Dummy => PER_CHAIN * (queued + 1),
            Phase::Dispose => PER_CHAIN * queued + sale(self.defunct),
            Phase::Final => LAST_BONUS * queued + each_chain(self.active()).map(sale).sum::<u32>(),
            _ => 0,
        }
    }

    /// The tile that lies on the board but has not had its effect yet.
    fn pending(&self) -> Cells {
        if matches!(self.phase, Phase::Found | Phase::Survivor) && self.tile != NO_CELL { bit(self.tile) } else { 0 }
    }

    /// Chains are connected, of two tiles at least and apart from each other; tiles of no chain touch none.
    fn check_board(&self) -> Checked {
        let name = |chain: usize| self.rules().chain_name(chain as u8);
        for (chain, &area) in self.areas.iter().enumerate().filter(|&(_, &area)| area != 0) {
            ensure(count(area) >= 2, || format!("board: {} has a single tile", name(chain)))?;
            let seed = area & area.wrapping_neg();
            ensure(flood(seed, area) == area, || format!("board: the tiles of {} are not connected", name(chain)))?;
            for (other, &there) in self.areas.iter().enumerate().skip(chain + 1) {
                ensure(around(area) & there == 0, || {
                    format!("board: {} and {} touch, so they would have merged", name(chain), name(other))
                })?;
            }
        }
        let settled = self.orphans & !self.pending();
        let joined = settled & around(self.chained());
        ensure(joined == 0, || format!("board: {} touches a chain and would belong to it", cell_names(joined)))?;
        // Only starting tiles lie side by side without founding a chain.
        let starts = self.starts.iter().filter(|&&cell| cell != NO_CELL).fold(0, |set, &cell| set | bit(cell));
        let side_by_side = settled & around(settled) & !starts;
        ensure(side_by_side == 0, || {
            format!("board: {} lies beside another tile and would have founded a chain", cell_names(side_by_side))
        })?;
        let alive = self.discards & !self.dead_cells();
        ensure(alive == 0, || format!("board: {} was exchanged, but is not dead", cell_names(alive)))?;
        Ok(())
    }

    /// What the phase says fits everything else.
    fn check_phase(&self) -> Checked {
        let phase = self.phase;
        let players = self.players();
        let wrong = |what: &str| Err(InvalidState(format!("phase {phase:?}: {what}")));
        let needs = |holds: bool, what: &str| if holds { Ok(()) } else { wrong(what) };
        let starts = self.starts.iter().filter(|&&cell| cell != NO_CELL).count();
        let beginning = matches!(phase, Phase::Start | Phase::Deal);
        if beginning {
            let placed = iter_bits(self.orphans).all(|cell| self.starts.contains(&cell));
            let untouched = self.chained() == 0 && self.discards == 0 && placed && self.bank == [SHARES; CHAINS];
            needs(untouched, "nothing but starting tiles lies on the board and nobody has shares")?;
            let purses = self.money[..players as usize].iter().all(|&money| money == STARTING_MONEY);
            needs(purses, "everybody has $6000")?;
        }
        if phase == Phase::Start {
            let empty = self.racks.iter().all(|&rack| rack == 0);
            needs(starts < players as usize && empty && self.mover == 0, "starting tiles are drawn before all else")?;
        } else {
            needs(starts == players as usize, "everybody has a starting tile")?;
            let keys: Vec<_> = self.starts[..starts].iter().map(|&cell| self.start_key(cell)).collect();
            let by_tile = self.rules.options.seating == crate::options::Seating::ByTile;
            needs(!by_tile || keys.is_sorted(), "seats are in the order of the starting tiles")?;
        }
        if phase == Phase::Deal {
            let before = (self.mover + players - self.starter()) % players;
            for k in 0..players {
                let tiles = count(self.racks[((self.starter() + k) % players) as usize]);
                let fits =
                    if k == before { tiles < RACK_SIZE } else { tiles == if k < before { RACK_SIZE } else { 0 } };
                needs(fits, "racks are dealt one after the other, from the first player on")?;
            }
        }
        let merging = matches!(phase, Phase::Order | Phase::Dummy | Phase::Dispose);
        let in_turn = merging || matches!(phase, Phase::Found | Phase::Survivor | Phase::End | Phase::Buy);
        if self.bag != 0 && !beginning && !matches!(phase, Phase::Over | Phase::Final) {
            for seat in 0..players {
                let own = seat == self.mover;
                let full = match phase {
                    Phase::Draw if own => continue,
                    _ if own && in_turn && self.tile != NO_CELL => RACK_SIZE - 1,
                    _ => RACK_SIZE,
                };
                let tiles = count(self.racks[seat as usize]);
                ensure(tiles == full, || {
                    format!("phase {phase:?}: players[{seat}].rack has {tiles} tiles and would have {full}")
                })?;
            }
        }
        needs(
            self.tile == NO_CELL || in_turn && (self.orphans | self.chained()) & bit(self.tile) != 0,
            "a tile is named in the middle of a turn only, and lies on the board",
        )?;
        needs(self.idle <= players, "there are no more turns without a tile than players")?;
        let closed = in_turn || matches!(phase, Phase::Final | Phase::Over);
        needs(closed || self.idle < players, "nobody could play for a round, so the game has ended")?;
        needs(!beginning || self.idle == 0, "idle: nobody had a turn yet")?;
        let skipped = in_turn && self.tile == NO_CELL;
        needs(!skipped || matches!(phase, Phase::End | Phase::Buy) && self.idle > 0, "no tile was played")?;
        needs(self.tile == NO_CELL || self.idle == 0, "idle: a tile was played")?;
        self.check_merger(merging)?;
        let micro = self.rules.micro;
        needs(
            self.bought == 0 || micro && phase == Phase::Buy && self.bought < 3,
            "bought: shares are counted while they are bought share by share",
        )?;
        needs(!self.sold || micro && phase == Phase::Dispose, "sold: only while shares are disposed of one by one")?;
        needs(!self.exchanged || phase == Phase::Draw, "exchanged: only while tiles are drawn")?;
        let closing = matches!(phase, Phase::Buy | Phase::Final | Phase::Over);
        needs(!self.declared || closing && self.can_end(), "declared: the end could not be declared")?;
        if phase == Phase::Final {
            let fits = self.rules.dummy > 0 && self.queue & !self.active() == 0;
            needs(fits, "the dummy is paid for chains on the board, in a game of two")?;
        }
        if matches!(phase, Phase::Final | Phase::Over) {
            let ended = self.declared || self.idle == players || self.racks.iter().all(|&rack| rack == 0);
            needs(ended, "the game has not ended: nobody declared it, and there are tiles to play")?;
        }
        if phase == Phase::Over {
            let sold = each_chain(self.active()).all(|chain| !self.is_held(chain));
            needs(sold && self.queue == 0, "shares of chains on the board have been sold")?;
        }
        Ok(())
    }

    /// Survivor, defunct chain and queue belong together.
    fn check_merger(&self, merging: bool) -> Checked {
        let phase = self.phase;
        let needs = |holds: bool, what: &str| ensure(holds, || format!("phase {phase:?}: {what}"));
        let gone = (0..CHAINS).filter(|&chain| self.areas[chain] == 0 && self.sizes[chain] > 0);
        let gone = gone.fold(0u8, |set, chain| set | 1 << chain);
        if !merging {
            needs(gone == 0 && self.survivor == NO_CHAIN && self.defunct == NO_CHAIN, "no merger is under way")?;
            needs(self.decider == 0 && self.left == 0, "nobody disposes of shares")?;
        }
        let queues = merging || matches!(phase, Phase::Survivor | Phase::Final);
        needs(queues || self.queue == 0, "queue: there is nothing to deal with")?;
        match phase {
            Phase::Found => {
                let alone = self.orphans & bit(self.tile) != 0 && self.touched(self.tile) == 0;
                let beside = board::NEAR[self.tile as usize] & self.orphans != 0;
                needs(alone && beside && self.active() != 0x7f, "the tile founds no chain")?;
            }
            Phase::Survivor => {
                let touched = self.touched(self.tile);
                let safe = each_chain(touched).filter(|&chain| self.sizes[chain as usize] >= SAFE).count();
                let tie = self.largest(touched).count_ones() > 1 && safe < 2;
                needs(self.queue == touched && tie, "the tile does not join chains of one size, or the queue differs")?;
                needs(self.orphans & bit(self.tile) != 0, "the tile belongs to a chain already")?;
            }
            _ if merging => {
                let current = if self.defunct == NO_CHAIN { 0 } else { 1 << self.defunct };
                needs(self.survivor != NO_CHAIN, "there is no survivor")?;
                needs(gone == self.queue | current && self.queue & current == 0, "gone, defunct and queue differ")?;
                needs((current == 0) == (phase == Phase::Order), "defunct: there if and only if it is wound up")?;
                needs(gone.count_ones() <= 3, "a tile joins four chains at most")?;
                let sizes = || each_chain(gone).map(|chain| u32::from(self.sizes[chain as usize]));
                let survivor = count(self.areas[self.survivor as usize]);
                let largest = sizes().max().unwrap_or(0);
                needs(survivor > sizes().sum::<u32>() + largest, "the survivor is not the largest")?;
                needs(self.areas[self.survivor as usize] & bit(self.tile) != 0, "the tile is not the survivor's")?;
                if phase == Phase::Order {
                    needs(self.largest(self.queue).count_ones() > 1, "there is no tie among those that go")?;
                } else {
                    let first = u32::from(self.sizes[self.defunct as usize]) == largest;
                    needs(first, "the largest of those that go is wound up first")?;
                }
                if phase == Phase::Dispose {
                    let asked = (self.mover + self.players() - self.left % self.players()) % self.players();
                    let fits = (1..=self.players()).contains(&self.left) && self.decider == asked;
                    needs(fits, "holders are asked in turn, from the mover on")?;
                } else {
                    needs(self.decider == 0 && self.left == 0, "nobody disposes of shares")?;
                }
                let dummy = phase != Phase::Dummy || self.rules.dummy > 0 && self.is_held(self.defunct);
                needs(dummy, "a dummy takes part in games of two only, if a player holds shares")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// What is said to be known of racks is true of them.
    fn check_constraints(&self) -> Checked {
        let constraints = &self.constraints;
        for seat in 0..self.players() as usize {
            let rack = self.racks[seat];
            let place = |what: &str| format!("players[{seat}]: {what}");
            ensure(constraints.avoid[seat] & !self.dead == 0, || place("avoid: cells that are not dead"))?;
            let avoided = count(rack & constraints.avoid[seat]);
            ensure(avoided <= u32::from(constraints.free[seat]), || place("free: more dead tiles than were drawn"))?;
            let stuck = count(rack & constraints.stuck[seat]);
            ensure(stuck >= u32::from(constraints.least[seat]), || place("least: the rack has fewer of these tiles"))?;
            ensure((constraints.stuck[seat] == 0) == (constraints.least[seat] == 0), || {
                place("stuck and least differ")
            })?;
            // What could not be played contains what was dead, until the rack is looked through for that.
            let nested = constraints.avoid[seat] & constraints.stuck[seat];
            ensure(nested == 0 || nested == constraints.avoid[seat], || place("stuck: some of avoid, but not all"))?;
            // Between a tile that was played and the next look the rack has one tile less than it had.
            let turn = match self.phase {
                Phase::Draw => self.idle == 0 && !self.exchanged,
                _ => self.tile != NO_CELL,
            };
            let tiles = count(rack);
            let played = seat == self.mover as usize && turn;
            let ended = seat == self.mover as usize && matches!(self.phase, Phase::Final | Phase::Over);
            let fits = [tiles + u32::from(played), tiles + u32::from(ended)].contains(&constraints.held[seat].into());
            ensure(fits && constraints.free[seat] <= constraints.held[seat], || {
                place(
                    "held: it is the number of tiles, and one more if one was played since; and free no more than that",
                )
            })?;
        }
        Ok(())
    }
}
