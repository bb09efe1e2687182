//! The greedy player: the best worth right now.

use super::accounts::{Accounts, gained, relative_worth, survivors};
use super::best_rated::{Rater, without};
use crate::SeatView;
use crate::action::Purchase;
use crate::rules::Effect;

/// Founds if it can, merges where its own bonus is more than half of the others', buys and disposes for the best
/// standing, and ends the game when it leads.
pub struct Greedy;

/// Shares are bought for what they become: purchases are rated at the prices of chains that are larger by this. Without it
/// most purchases are worth just what they cost, and against three random players 95% of games are won instead of 97%.
const GROWTH: u8 = 4;

/// Own bonuses less half of the others', if these chains merge and this one survives.
fn bonus_margin(accounts: &Accounts, me: usize, chains: u8, survivor: u8) -> f32 {
    let margin = |chain: u8| {
        let bonus = accounts.bonus(chain, accounts.price(chain));
        1.5 * bonus[me] - 0.5 * bonus.iter().sum::<f32>()
    };
    without(chains, survivor).map(margin).sum()
}

impl Rater for Greedy {
    fn tile(&self, view: &SeatView<'_>, cell: u8) -> f32 {
        match view.effect(cell) {
            Effect::Founds => 1e6,
            Effect::Merges(chains) => {
                let accounts = Accounts::of(view);
                let me = view.seat().index();
                let margins = survivors(&accounts.sizes, chains).map(|s| bonus_margin(&accounts, me, chains, s));
                margins.fold(f32::NEG_INFINITY, f32::max)
            }
            Effect::Grows(chain) => {
                let accounts = Accounts::of(view);
                let me = view.seat().index();
                let mut after = accounts;
                after.sizes[chain as usize] += gained(view, cell);
                relative_worth(&after.net_worth(), accounts.players, me)
                    - relative_worth(&accounts.net_worth(), accounts.players, me)
            }
            Effect::Alone | Effect::Dead(_) | Effect::Eighth => 0.0,
        }
    }

    fn found(&self, view: &SeatView<'_>, chain: u8) -> f32 {
        let mut accounts = Accounts::of(view);
        let me = view.seat().index();
        accounts.sizes[chain as usize] = 2;
        if accounts.bank(chain) > 0 {
            accounts.shares[me][chain as usize] += 1;
        }
        relative_worth(&accounts.net_worth(), accounts.players, me)
    }

    fn survivor(&self, view: &SeatView<'_>, chain: u8) -> f32 {
        bonus_margin(&Accounts::of(view), view.seat().index(), view.queue(), chain)
    }

    fn disposition(&self, view: &SeatView<'_>, pairs: u8, sold: u8) -> f32 {
        let Some(accounts) = Accounts::after_disposition(view, pairs, sold) else { return 0.0 };
        relative_worth(&accounts.net_worth(), accounts.players, view.seat().index())
    }

    fn purchase(&self, view: &SeatView<'_>, purchase: &Purchase) -> f32 {
        let mut accounts = Accounts::of(view);
        let me = view.seat().index();
        purchase.chains().iter().for_each(|&chain| accounts.buy(me, chain));
        accounts.sizes.iter_mut().filter(|size| **size > 0).for_each(|size| *size += GROWTH);
        relative_worth(&accounts.net_worth(), accounts.players, me)
    }

    fn ends(&self, view: &SeatView<'_>) -> bool {
        let accounts = Accounts::of(view);
        let worth = accounts.net_worth();
        let me = view.seat().index();
        worth[..accounts.players].iter().all(|&other| other <= worth[me])
    }
}
