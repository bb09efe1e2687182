//! The greedy player: the best worth right now.

use super::think::{Judgement, without};
use super::worth::{Books, gained, standing, survivors};
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
fn bonus_margin(books: &Books, me: usize, chains: u8, survivor: u8) -> f32 {
    let margin = |chain: u8| {
        let bonus = books.bonus(chain, books.price(chain));
        1.5 * bonus[me] - 0.5 * bonus.iter().sum::<f32>()
    };
    without(chains, survivor).map(margin).sum()
}

impl Judgement for Greedy {
    fn tile(&self, seen: &SeatView<'_>, cell: u8) -> f32 {
        match seen.effect(cell) {
            Effect::Founds => 1e6,
            Effect::Merges(chains) => {
                let books = Books::of(seen);
                let me = seen.seat().index();
                let margins = survivors(&books.sizes, chains).map(|s| bonus_margin(&books, me, chains, s));
                margins.fold(f32::NEG_INFINITY, f32::max)
            }
            Effect::Grows(chain) => {
                let books = Books::of(seen);
                let me = seen.seat().index();
                let mut after = books;
                after.sizes[chain as usize] += gained(seen, cell);
                standing(&after.worth(), books.players, me) - standing(&books.worth(), books.players, me)
            }
            Effect::Alone | Effect::Dead(_) | Effect::Eighth => 0.0,
        }
    }

    fn found(&self, seen: &SeatView<'_>, chain: u8) -> f32 {
        let mut books = Books::of(seen);
        let me = seen.seat().index();
        books.sizes[chain as usize] = 2;
        if books.bank(chain) > 0 {
            books.shares[me][chain as usize] += 1;
        }
        standing(&books.worth(), books.players, me)
    }

    fn survivor(&self, seen: &SeatView<'_>, chain: u8) -> f32 {
        bonus_margin(&Books::of(seen), seen.seat().index(), seen.queue(), chain)
    }

    fn disposition(&self, seen: &SeatView<'_>, pairs: u8, sold: u8) -> f32 {
        let (Some(defunct), Some(survivor)) = (seen.defunct(), seen.survivor()) else { return 0.0 };
        let mut books = Books::of(seen);
        let me = seen.seat().index();
        books.money[me] += f32::from(sold) * f32::from(seen.prices()[defunct as usize]);
        books.shares[me][defunct as usize] -= 2 * pairs + sold;
        books.shares[me][survivor as usize] += pairs;
        standing(&books.worth(), books.players, me)
    }

    fn purchase(&self, seen: &SeatView<'_>, purchase: &Purchase) -> f32 {
        let mut books = Books::of(seen);
        let me = seen.seat().index();
        purchase.chains().iter().for_each(|&chain| books.buy(me, chain));
        books.sizes.iter_mut().filter(|size| **size > 0).for_each(|size| *size += GROWTH);
        standing(&books.worth(), books.players, me)
    }

    fn ends(&self, seen: &SeatView<'_>) -> bool {
        let books = Books::of(seen);
        let worth = books.worth();
        let me = seen.seat().index();
        worth[..books.players].iter().all(|&other| other <= worth[me])
    }
}
