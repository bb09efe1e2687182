//! The stronger player: what shares will be worth, not what they are.
//!
//! A chain's bonuses go to whoever holds the most in the end, so every holder gets a chance of each place: by how far it
//! is ahead, measured against how many shares are still to be had. Where nobody can catch up any more, a majority is
//! locked and its chance is one; a share that locks it is worth more than one that only adds to it. Tiles are rated by
//! the accounts after them, with the bonuses that everybody would get by a merger.

use super::accounts::{Accounts, gained, relative_worth, survivors};
use super::best_rated::{Rater, without};
use crate::SeatView;
use crate::action::Purchase;
use crate::board::{CELLS, count};
use crate::chains::{CHAINS, price};
use crate::rules::Effect;
use hoyle_core::{BotError, MAX_SEATS};

/// Declares the settings once: field, default, lowest and highest value.
macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $low:literal to $high:literal;)+) => {
        /// What can be set. The defaults were tuned by play against three greedy players.
        #[derive(Clone, Copy, Debug)]
        pub struct Majority { $($(#[$doc])* $name: f32),+ }

        impl Majority {
            /// The player with these settings.
            pub fn new(settings: &[(String, String)]) -> Result<Self, BotError> {
                let mut made = Self { $($name: $default),+ };
                for (key, text) in settings {
                    let (value, low, high): (&mut f32, f32, f32) = match key.as_str() {
                        $(stringify!($name) => (&mut made.$name, $low, $high),)+
                        _ => {
                            let known = [$(stringify!($name)),+].join(", ");
                            return Err(BotError::Problem(format!("no setting `{key}`; settings are: {known}")));
                        }
                    };
                    *value = text.parse().ok().filter(|value| (low..=high).contains(value)).ok_or_else(|| {
                        BotError::Problem(format!("setting `{key}`: `{text}` is no number from {low} to {high}"))
                    })?;
                }
                Ok(made)
            }
        }
    };
}

settings! {
    /// How many tiles a chain will still gain, from an empty board on.
    growth = 2.4, 0.0 to 40.0;
    /// How far a lead can be made good, in shares, whatever is left in the bank.
    doubt = 1.3, 0.05 to 10.0;
    /// How much more it can be made good for each share in the bank, from an empty board on.
    room = 0.033, 0.0 to 2.0;
    /// What a share of a chain that is not on the board is worth, as a part of the founding price.
    dormant = 5.8, 0.0 to 10.0;
    /// What founding a chain is worth beside its share, in hundreds of dollars: others cannot do it any more.
    founding = 26.0, 0.0 to 100.0;
    /// How much more than itself money is worth on an empty board: it buys what comes.
    purse = 3.7, -1.0 to 10.0;
    /// Up to how much money, in hundreds of dollars.
    reserve = 64.0, 0.0 to 200.0;
    /// How much the best other counts.
    rival = 0.56, 0.0 to 2.0;
    /// How much the mean of the others counts.
    field = 0.69, 0.0 to 2.0;
}

impl Majority {
    /// How much of the game is left: the part of the tiles that have not been played.
    fn left(view: &SeatView<'_>) -> f32 {
        let placed = (0..CHAINS as u8).fold(view.orphans() | view.discards(), |all, chain| all | view.area(chain));
        1.0 - count(placed) as f32 / CELLS as f32
    }

    /// What a chain will bring to each seat.
    fn chain(&self, accounts: &Accounts, chain: u8, left: f32) -> [f32; MAX_SEATS] {
        let mut value = [0.0; MAX_SEATS];
        let held: [f32; MAX_SEATS] = std::array::from_fn(|seat| f32::from(accounts.shares[seat][chain as usize]));
        let size = accounts.sizes[chain as usize];
        if size == 0 {
            let share = self.dormant * left * f32::from(price(chain, 2));
            (0..accounts.players).for_each(|seat| value[seat] = share * held[seat]);
            return value;
        }
        let later = self.growth * left;
        // Between two sizes the price is between the two prices: a chain about to grow dearer is worth more.
        let at = |tiles: u32| f32::from(price(chain, (u32::from(size) + tiles).min(100) as u8));
        let whole = later.floor();
        let price = at(whole as u32) + (later - whole) * (at(whole as u32 + 1) - at(whole as u32));
        let bonus = 5.0 * price;
        let reach = self.doubt + self.room * f32::from(accounts.bank(chain)) * left;
        let chances = places(&held, accounts.players, reach);
        for seat in 0..accounts.players {
            value[seat] = held[seat] * price + bonus * (2.0 * chances[seat].0 + chances[seat].1);
        }
        value
    }

    /// What everybody will have.
    fn outlook(&self, accounts: &Accounts, left: f32) -> [f32; MAX_SEATS] {
        let mut all = [0.0; MAX_SEATS];
        for (all, &money) in all.iter_mut().zip(&accounts.money).take(accounts.players) {
            *all = money + self.purse * left * money.min(self.reserve);
        }
        for chain in 0..CHAINS as u8 {
            let value = self.chain(accounts, chain, left);
            all.iter_mut().zip(value).for_each(|(all, value)| *all += value);
        }
        all
    }

    fn rate(&self, accounts: &Accounts, view: &SeatView<'_>, left: f32) -> f32 {
        let (all, me) = (self.outlook(accounts, left), view.seat().index());
        let others = || (0..accounts.players).filter(|&other| other != me).map(|other| all[other]);
        let best = others().fold(f32::NEG_INFINITY, f32::max);
        let mean = others().sum::<f32>() / (accounts.players - 1) as f32;
        all[me] - self.rival * best - self.field * mean
    }

    /// The accounts after these chains have merged into one of them, which has so many tiles then.
    fn merged(accounts: &Accounts, chains: u8, survivor: u8, size: u8) -> Accounts {
        let mut after = *accounts;
        after.sizes[survivor as usize] = size;
        for chain in without(chains, survivor) {
            after.pay(chain);
            // Everybody gets the better of the sale and the trade.
            let (sale, trade) = (f32::from(accounts.price(chain)), 0.5 * f32::from(after.price(survivor)));
            for seat in 0..accounts.players {
                let shares = std::mem::take(&mut after.shares[seat][chain as usize]);
                after.money[seat] += f32::from(shares) * sale.max(trade);
            }
            after.sizes[chain as usize] = 0;
        }
        after
    }
}

/// The chances of each seat to be first and second, by shares held and how far a lead can be made good.
fn places(held: &[f32; MAX_SEATS], players: usize, reach: f32) -> [(f32, f32); MAX_SEATS] {
    let most = held.iter().copied().fold(0.0, f32::max);
    let mut chances = [(0.0, 0.0); MAX_SEATS];
    if most == 0.0 {
        return chances;
    }
    // Who holds nothing gets nothing as things stand.
    let weight: [f32; MAX_SEATS] = std::array::from_fn(|seat| {
        let plays = seat < players && held[seat] > 0.0;
        if plays { ((held[seat] - most) / reach).exp() } else { 0.0 }
    });
    let total: f32 = weight.iter().sum();
    for seat in 0..players {
        chances[seat].0 = weight[seat] / total;
    }
    for first in (0..players).filter(|&seat| weight[seat] > 0.0) {
        let rest = total - weight[first];
        if rest <= f32::EPSILON * total {
            // Alone, or so far ahead that nobody counts: the second bonus is its own, or the others' by their shares.
            let others: f32 = (0..players).filter(|&other| other != first).map(|other| held[other]).sum();
            if others == 0.0 {
                chances[first].1 += chances[first].0;
            } else {
                let best = (0..players).filter(|&o| o != first).map(|o| held[o]).fold(0.0, f32::max);
                let ties = (0..players).filter(|&o| o != first && held[o] == best).count() as f32;
                for other in (0..players).filter(|&o| o != first && held[o] == best) {
                    chances[other].1 += chances[first].0 / ties;
                }
            }
            continue;
        }
        for second in (0..players).filter(|&seat| seat != first) {
            chances[second].1 += chances[first].0 * weight[second] / rest;
        }
    }
    chances
}

impl Rater for Majority {
    fn tile(&self, view: &SeatView<'_>, cell: u8) -> f32 {
        let accounts = Accounts::of(view);
        let left = Self::left(view);
        let more = gained(view, cell);
        match view.effect(cell) {
            Effect::Alone | Effect::Dead(_) | Effect::Eighth => self.rate(&accounts, view, left),
            Effect::Founds => {
                let inactive = (0..CHAINS as u8).filter(|&chain| accounts.sizes[chain as usize] == 0);
                let rated = inactive.map(|chain| self.found_of_size(view, &accounts, chain, more, left));
                self.founding + rated.fold(f32::NEG_INFINITY, f32::max)
            }
            Effect::Grows(chain) => {
                let mut after = accounts;
                after.sizes[chain as usize] += more;
                self.rate(&after, view, left)
            }
            Effect::Merges(chains) => {
                let size =
                    more + crate::rules::each_chain(chains).map(|chain| accounts.sizes[chain as usize]).sum::<u8>();
                let rated = survivors(&accounts.sizes, chains)
                    .map(|survivor| self.rate(&Self::merged(&accounts, chains, survivor, size), view, left));
                rated.fold(f32::NEG_INFINITY, f32::max)
            }
        }
    }

    fn found(&self, view: &SeatView<'_>, chain: u8) -> f32 {
        self.found_of_size(view, &Accounts::of(view), chain, 2, Self::left(view))
    }

    fn survivor(&self, view: &SeatView<'_>, chain: u8) -> f32 {
        let accounts = Accounts::of(view);
        let size = 1 + crate::rules::each_chain(view.queue()).map(|chain| accounts.sizes[chain as usize]).sum::<u8>();
        self.rate(&Self::merged(&accounts, view.queue(), chain, size), view, Self::left(view))
    }

    fn disposition(&self, view: &SeatView<'_>, pairs: u8, sold: u8) -> f32 {
        let Some(accounts) = Accounts::after_disposition(view, pairs, sold) else { return 0.0 };
        self.rate(&accounts, view, Self::left(view))
    }

    fn purchase(&self, view: &SeatView<'_>, purchase: &Purchase) -> f32 {
        let mut accounts = Accounts::of(view);
        let me = view.seat().index();
        purchase.chains().iter().for_each(|&chain| accounts.buy(me, chain));
        let left = if view.declared() { 0.0 } else { Self::left(view) };
        if view.declared() {
            relative_worth(&accounts.net_worth(), accounts.players, me)
        } else {
            self.rate(&accounts, view, left)
        }
    }

    fn ends(&self, view: &SeatView<'_>) -> bool {
        let accounts = Accounts::of(view);
        let worth = accounts.net_worth();
        let me = view.seat().index();
        worth[..accounts.players].iter().all(|&other| other <= worth[me])
    }
}

impl Majority {
    fn found_of_size(&self, view: &SeatView<'_>, accounts: &Accounts, chain: u8, size: u8, left: f32) -> f32 {
        let mut after = *accounts;
        after.sizes[chain as usize] = size;
        if after.bank(chain) > 0 {
            after.shares[view.seat().index()][chain as usize] += 1;
        }
        self.rate(&after, view, left)
    }
}
