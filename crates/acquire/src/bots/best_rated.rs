//! A player that rates every option and takes the best.

use crate::SeatView;
use crate::action::{self, Action, PURCHASES, Purchase};
use crate::chains::{CHAINS, NO_CHAIN};
use crate::rules::{each_chain, purchases};
use crate::state::{AcquireState, Phase};
use hoyle_core::iter_bits;
use hoyle_core::{ActionId, ActionSet, Player, Rng, Turn, View};

/// What is better, as numbers. Dispositions and purchases are rated as a whole in either mode.
pub trait Rater: Send {
    /// How good it is to play the tile of this cell.
    fn tile(&self, view: &SeatView<'_>, cell: u8) -> f32;
    /// How good it is to found this chain.
    fn found(&self, view: &SeatView<'_>, chain: u8) -> f32;
    /// How good it is that this chain survives.
    fn survivor(&self, view: &SeatView<'_>, chain: u8) -> f32;
    /// How good it is to trade so many pairs of the defunct chain, to sell so many shares, and to keep the rest.
    fn disposition(&self, view: &SeatView<'_>, pairs: u8, sold: u8) -> f32;
    /// How good it is to buy these shares.
    fn purchase(&self, view: &SeatView<'_>, purchase: &Purchase) -> f32;
    /// Whether to end the game.
    fn ends(&self, view: &SeatView<'_>) -> bool;
}

/// The player that takes what a rater rates best.
pub struct BestRated<J>(pub J);

/// The best of some options; equal ones are drawn lots for.
fn best<T: Copy>(options: impl Iterator<Item = (T, f32)>, rng: &mut Rng) -> Option<T> {
    let mut found: Option<(T, f32)> = None;
    let mut ties = 0;
    for (option, value) in options {
        match found {
            Some((_, highest)) if value < highest => {}
            Some((_, highest)) if value == highest => {
                ties += 1;
                if rng.below(ties) == 0 {
                    found = Some((option, value));
                }
            }
            _ => {
                found = Some((option, value));
                ties = 1;
            }
        }
    }
    found.map(|(option, _)| option)
}

impl<J: Rater> BestRated<J> {
    fn decide(&self, view: &SeatView<'_>, legal: &ActionSet, rng: &mut Rng) -> Option<Action> {
        let rater = &self.0;
        let chains = |first: u16| {
            let set = (0..CHAINS as u8).filter(move |&chain| legal.contains(ActionId(first + u16::from(chain))));
            set.collect::<Vec<_>>().into_iter()
        };
        Some(match view.phase() {
            Phase::Play => {
                Action::Play(best(iter_bits(view.playable()).map(|cell| (cell, rater.tile(view, cell))), rng)?)
            }
            Phase::Found => {
                Action::Found(best(chains(action::FOUND).map(|chain| (chain, rater.found(view, chain))), rng)?)
            }
            Phase::Survivor => {
                Action::Survive(best(chains(action::SURVIVE).map(|chain| (chain, rater.survivor(view, chain))), rng)?)
            }
            // Every chain is paid and disposed of at its own price: the order hardly matters.
            Phase::Order => Action::Next(chains(action::NEXT).next()?),
            Phase::End => {
                if rater.ends(view) {
                    Action::End
                } else {
                    Action::PlayOn
                }
            }
            Phase::Dispose => self.dispose(view, rng)?,
            Phase::Buy => self.buy(view, rng)?,
            Phase::Start | Phase::Deal | Phase::Draw | Phase::Dummy | Phase::Final | Phase::Over => return None,
        })
    }

    fn dispose(&self, view: &SeatView<'_>, rng: &mut Rng) -> Option<Action> {
        let held = view.shares(view.seat())[view.defunct().unwrap_or(NO_CHAIN) as usize];
        let pairs = if view.has_sold() { 0 } else { view.most_pairs() };
        let options = (0..=pairs).flat_map(|pairs| (0..=held - 2 * pairs).map(move |sold| (pairs, sold)));
        let rated = options.map(|(pairs, sold)| ((pairs, sold), self.0.disposition(view, pairs, sold)));
        let (pairs, sold) = best(rated, rng)?;
        Some(match (pairs, sold) {
            _ if !view.rules().micro => Action::Dispose { pairs, sold },
            (0, 0) => Action::KeepRest,
            (0, _) => Action::SellOne,
            _ => Action::TradeTwo,
        })
    }

    fn buy(&self, view: &SeatView<'_>, rng: &mut Rng) -> Option<Action> {
        let (bought, lowest) = view.bought();
        let legal = purchases(&view.prices(), &view.bank(), view.money(view.seat()));
        let options = iter_bits(legal).map(|index| &PURCHASES[index as usize]).filter(|purchase| {
            purchase.chains().len() <= 3 - bought as usize && purchase.chains().iter().all(|&chain| chain >= lowest)
        });
        let purchase = best(options.map(|purchase| (purchase, self.0.purchase(view, purchase))), rng)?;
        Some(match purchase.chains().first() {
            _ if !view.rules().micro => Action::Buy(*purchase),
            Some(&chain) => Action::BuyOne(chain),
            None => Action::BuyNoMore,
        })
    }
}

impl<J: Rater> Player<AcquireState> for BestRated<J> {
    fn choose(&mut self, view: View<'_, AcquireState>, rng: &mut Rng) -> ActionId {
        let mut legal = ActionSet::new();
        view.legal(&mut legal);
        debug_assert_eq!(view.turn(), Turn::Seat(view.seat()), "asked out of turn");
        let view = view.seat_view();
        let choice = self.decide(&view, &legal, rng).and_then(|action| action.id(view.rules().options.actions));
        choice.filter(|&id| legal.contains(id)).unwrap_or_else(|| legal.random(rng))
    }
}

/// The chains of a set without one of them.
pub fn without(set: u8, chain: u8) -> impl Iterator<Item = u8> {
    each_chain(set & !(1 << chain))
}
