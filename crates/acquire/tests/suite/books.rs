//! Shares and tiles are conserved in every position, and money changes only by price, bonus and purchase.

use hoyle_acquire::chains::{CHAINS, Chain};
use hoyle_acquire::{Acquire, AcquireState, Action, Actions, Forced, Options, Phase, Snapshot, TwoPlayer};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Game, Rng, Seat, Turn};

fn games() -> impl Iterator<Item = Acquire> {
    (2..=6).flat_map(|players| {
        [Options::default(), Options::tlstyer()].into_iter().flat_map(move |options| {
            [Actions::Full, Actions::Micro].map(|actions| {
                let options = Options { players, actions, ..options.clone() };
                Acquire::new(options).unwrap()
            })
        })
    })
}

/// Plays a random game and shows every position and what was played in it.
fn walk(game: Acquire, seed: u64, mut look: impl FnMut(&AcquireState, Option<ActionId>, &AcquireState)) {
    let (mut rng, mut legal) = (Rng::new(seed), ActionSet::new());
    let mut state = game.start();
    loop {
        let before = state.clone();
        let action = match state.turn() {
            Turn::Over => return,
            Turn::Chance => {
                state.roll(&mut rng);
                None
            }
            Turn::Seat(_) => {
                state.legal(&mut legal);
                let action = legal.random(&mut rng);
                state.play_unchecked(action);
                Some(action)
            }
        };
        look(&before, action, &state);
    }
}

#[test]
fn shares_and_tiles_are_conserved_in_every_position() {
    for game in games() {
        for seed in 0..12 {
            walk(game, seed, |_, _, state| {
                let seen = state.seat_view(Seat(0));
                let seats = || (0..game.rules().players()).map(Seat);
                for chain in 0..CHAINS {
                    let held: u8 = seats().map(|seat| seen.shares(seat)[chain]).sum();
                    assert_eq!(held + seen.bank()[chain], 25);
                }
                let snapshot = state.snapshot();
                let sets = snapshot.board.areas.into_iter().chain([snapshot.board.orphans, snapshot.board.discards]);
                let sets = sets.chain(snapshot.players.iter().map(|player| player.rack.0));
                let (mut union, mut sum) = (0, 0);
                for set in sets {
                    union |= set;
                    sum += set.count_ones();
                }
                assert_eq!(union.count_ones(), sum, "no tile lies in two places");
                assert_eq!(sum + seen.bag(), 108);
                for (chain, &size) in seen.sizes().iter().enumerate() {
                    let area = seen.area(chain as u8);
                    assert!(area == 0 || area.count_ones() == u32::from(size));
                }
            });
        }
    }
}

/// The price of a share, from the card: tier by name, step by size.
fn price(chain: Chain, size: u8) -> i64 {
    let tier = match chain {
        Chain::Luxor | Chain::Tower => 0,
        Chain::American | Chain::Worldwide | Chain::Festival => 100,
        Chain::Imperial | Chain::Continental => 200,
    };
    let step = match size {
        0 | 1 => return 0,
        2..=5 => 100 * i64::from(size),
        6..=10 => 600,
        11..=40 => 600 + 100 * ((i64::from(size) - 1) / 10),
        _ => 1000,
    };
    step + tier
}

/// What holders of a chain get as bonuses.
fn bonus(price: i64, held: &[u8]) -> Vec<i64> {
    let up = |amount: i64, among: usize| (amount + 100 * among as i64 - 1) / (100 * among as i64) * 100;
    let first = held.iter().copied().max().unwrap_or(0);
    let firsts = held.iter().filter(|&&h| h == first).count();
    let second = held.iter().copied().filter(|&h| h < first).max().unwrap_or(0);
    let seconds = held.iter().filter(|&&h| h == second).count();
    held.iter()
        .map(|&own| match own {
            0 => 0,
            _ if own == first && firsts > 1 => up(15 * price, firsts),
            _ if own == first && second == 0 => 15 * price,
            _ if own == first => 10 * price,
            _ if own == second && firsts == 1 => up(5 * price, seconds),
            _ => 0,
        })
        .collect()
}

/// The books of a position, read from its file form only.
struct Books<'a>(&'a Snapshot);

impl Books<'_> {
    fn on_board(&self, chain: Chain) -> u8 {
        self.0.board.areas[chain as usize].count_ones() as u8
    }

    /// The size that counts for the price: that before the merger for a chain that goes.
    fn size(&self, chain: Chain) -> u8 {
        self.on_board(chain).max(self.0.gone.0[chain as usize])
    }

    fn held(&self, chain: Chain) -> Vec<u8> {
        self.0.players.iter().map(|player| player.shares.0[chain as usize]).collect()
    }

    /// Whether the winding up of a chain has begun or is over: it is neither on the board nor waiting for it.
    fn is_wound_up(&self, chain: Chain) -> bool {
        self.on_board(chain) == 0 && !(self.0.queue.contains(&chain) && self.0.phase != Phase::Final)
    }
}

#[test]
fn money_changes_only_by_price_bonus_and_purchase() {
    // Every decision is asked and there is no dummy, so that one action does one thing.
    let mut paid = 0;
    for players in 2..=6 {
        let options = Options { players, forced: Forced::Ask, two_player: TwoPlayer::Nobody, ..Options::default() };
        let game = Acquire::new(options).unwrap();
        for seed in 0..60 {
            walk(game, seed, |before, action, after| {
                let (old, new) = (before.snapshot(), after.snapshot());
                let mut expected: Vec<i64> = old.players.iter().map(|player| i64::from(player.money)).collect();
                let books = Books(&old);
                match action.map(|id| (id, Action::from_id(Actions::Full, id).unwrap())) {
                    Some((_, Action::Buy(purchase))) => {
                        for &chain in purchase.chains() {
                            let chain = game.rules().chains[chain as usize];
                            expected[old.mover as usize] -= price(chain, books.size(chain));
                        }
                    }
                    Some((_, Action::Dispose { sold, .. })) => {
                        let defunct = old.defunct.unwrap();
                        expected[old.decider as usize] += i64::from(sold) * price(defunct, books.size(defunct));
                    }
                    _ => {}
                }
                for chain in Chain::ALL {
                    let begun = books.size(chain) > 0 && old.defunct != Some(chain) && Books(&new).is_wound_up(chain);
                    let price = price(chain, books.size(chain));
                    if begun {
                        let bonuses = bonus(price, &books.held(chain));
                        expected.iter_mut().zip(&bonuses).for_each(|(money, bonus)| *money += bonus);
                        paid += 1;
                    }
                    if new.phase == Phase::Over && books.on_board(chain) > 0 {
                        // What was bought last counts too.
                        let mut held = books.held(chain);
                        if let Some(Action::Buy(purchase)) = action.and_then(|id| Action::from_id(Actions::Full, id)) {
                            let number = game.rules().chains.iter().position(|&other| other == chain).unwrap();
                            held[old.mover as usize] += purchase.of_chain(number as u8);
                        }
                        let bonuses = bonus(price, &held);
                        for (seat, money) in expected.iter_mut().enumerate() {
                            *money += bonuses[seat] + i64::from(held[seat]) * price;
                        }
                    }
                }
                let found: Vec<i64> = new.players.iter().map(|player| i64::from(player.money)).collect();
                assert_eq!(found, expected, "{action:?} in {old:?}");
            });
        }
    }
    assert!(paid > 1000, "mergers were seen: {paid}");
}
