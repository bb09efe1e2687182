//! What everybody would have if the game ended now, and what would change by an action: plain arithmetic on what lies on
//! the table.

use crate::SeatView;
use crate::board::{bit, count, flood};
use crate::chains::{CHAINS, SHARES, bonuses, price};
use crate::rules::each_chain;
use hoyle_core::{MAX_SEATS, Seat};

/// The money, shares and chains of all players. Money is in hundreds of dollars.
#[derive(Clone, Copy, Debug)]
pub struct Accounts {
    pub players: usize,
    pub money: [f32; MAX_SEATS],
    pub shares: [[u8; CHAINS]; MAX_SEATS],
    pub sizes: [u8; CHAINS],
    /// The most shares that the dummy can hold.
    pub dummy: u8,
}

impl Accounts {
    /// As the seat sees them. A chain that is being wound up has no size any more; its price is kept by [`SeatView`].
    pub fn of(view: &SeatView<'_>) -> Self {
        let players = view.rules().players() as usize;
        let mut accounts = Self {
            players,
            money: [0.0; MAX_SEATS],
            shares: [[0; CHAINS]; MAX_SEATS],
            sizes: view.sizes(),
            dummy: view.rules().dummy,
        };
        for seat in 0..players {
            accounts.money[seat] = view.money(Seat(seat as u8)) as f32;
            accounts.shares[seat] = view.shares(Seat(seat as u8));
        }
        for chain in (0..CHAINS).filter(|&chain| view.area(chain as u8) == 0) {
            accounts.sizes[chain] = 0;
        }
        accounts
    }

    /// As they are when the seat has traded these pairs of shares of the chain that goes and sold some. None where none goes.
    pub fn after_disposition(view: &SeatView<'_>, pairs: u8, sold: u8) -> Option<Self> {
        let (defunct, survivor) = (view.defunct()?, view.survivor()?);
        let mut accounts = Self::of(view);
        let me = view.seat().index();
        accounts.money[me] += f32::from(sold) * f32::from(view.prices()[defunct as usize]);
        accounts.shares[me][defunct as usize] -= 2 * pairs + sold;
        accounts.shares[me][survivor as usize] += pairs;
        Some(accounts)
    }

    /// The price of a share.
    pub fn price(&self, chain: u8) -> u8 {
        price(chain, self.sizes[chain as usize])
    }

    /// Shares of a chain that nobody has.
    pub fn bank(&self, chain: u8) -> u8 {
        let held: u8 = self.shares[..self.players].iter().map(|shares| shares[chain as usize]).sum();
        SHARES.saturating_sub(held)
    }

    /// What a chain would pay to each seat at this price, on average over what a dummy may hold.
    pub fn bonus(&self, chain: u8, price: u8) -> [f32; MAX_SEATS] {
        let held: [u8; MAX_SEATS] = std::array::from_fn(|seat| self.shares[seat][chain as usize]);
        let mut mean = [0.0; MAX_SEATS];
        if held == [0; MAX_SEATS] {
            return mean;
        }
        let dummies = if self.dummy == 0 { 0..=0 } else { 1..=self.dummy };
        let weight = 1.0 / dummies.clone().count() as f32;
        for dummy in dummies {
            let paid = bonuses(price, &held, dummy);
            mean.iter_mut().zip(paid.seats).for_each(|(mean, paid)| *mean += weight * f32::from(paid));
        }
        mean
    }

    /// What everybody would have if the game ended now.
    pub fn net_worth(&self) -> [f32; MAX_SEATS] {
        let mut worth = self.money;
        for chain in (0..CHAINS as u8).filter(|&chain| self.sizes[chain as usize] > 0) {
            let price = self.price(chain);
            let bonus = self.bonus(chain, price);
            for seat in 0..self.players {
                worth[seat] += f32::from(self.shares[seat][chain as usize]) * f32::from(price) + bonus[seat];
            }
        }
        worth
    }

    /// Buys a share.
    pub fn buy(&mut self, seat: usize, chain: u8) {
        self.money[seat] -= f32::from(self.price(chain));
        self.shares[seat][chain as usize] += 1;
    }

    /// Pays the bonuses of a chain, at its price.
    pub fn pay(&mut self, chain: u8) {
        let bonus = self.bonus(chain, self.price(chain));
        self.money.iter_mut().zip(bonus).for_each(|(money, bonus)| *money += bonus);
    }
}

/// How a seat stands: its own value less half of the best other's and half of the mean of the others.
pub fn relative_worth(values: &[f32; MAX_SEATS], players: usize, me: usize) -> f32 {
    let others = || (0..players).filter(|&other| other != me).map(|other| values[other]);
    let best = others().fold(f32::NEG_INFINITY, f32::max);
    let mean = others().sum::<f32>() / (players - 1) as f32;
    values[me] - 0.5 * best - 0.5 * mean
}

/// How many tiles a chain gains by the tile of a cell: the tile, and the orphans connected to it.
pub fn gained(view: &SeatView<'_>, cell: u8) -> u8 {
    count(flood(bit(cell), view.orphans())) as u8
}

/// The largest chains of a set: those that may survive.
pub fn survivors(sizes: &[u8; CHAINS], chains: u8) -> impl Iterator<Item = u8> {
    let most = each_chain(chains).map(|chain| sizes[chain as usize]).max().unwrap_or(0);
    let sizes = *sizes;
    each_chain(chains).filter(move |&chain| sizes[chain as usize] == most)
}
