//! The positions that a game went through, without keeping them all: a game may have hundreds of thousands.

use hoyle_core::{ActionId, State, Turn};
use std::cell::RefCell;

/// So many positions are kept; most games have fewer.
const MOST: usize = 1024;

/// The positions before each action of a game. Every position is kept at first; of longer games every second, fourth and so
/// on, and what is between is played again when it is asked for.
pub(crate) struct Past<S> {
    kept: Vec<S>,
    /// How many actions are between two that are kept.
    stride: usize,
    plies: usize,
    most: usize,
    /// The position that was asked for last: who goes on from there need not play much again.
    last: RefCell<Option<(usize, S)>>,
}

impl<S: State> Past<S> {
    /// Of a game that has not begun.
    pub(crate) fn new() -> Self {
        Self { kept: Vec::new(), stride: 1, plies: 0, most: MOST, last: RefCell::new(None) }
    }

    /// How many actions were played.
    pub(crate) fn plies(&self) -> usize {
        self.plies
    }

    /// Another action was played in this position.
    pub(crate) fn push(&mut self, before: S) {
        if self.plies.is_multiple_of(self.stride) {
            self.kept.push(before);
        }
        self.plies += 1;
        if self.kept.len() > self.most {
            let mut even = false;
            self.kept.retain(|_| {
                even = !even;
                even
            });
            self.stride *= 2;
        }
    }

    /// Only the first actions were played.
    pub(crate) fn truncate(&mut self, plies: usize) {
        self.plies = self.plies.min(plies);
        self.kept.truncate(self.plies.div_ceil(self.stride));
        self.last.replace(None);
    }

    /// Calls `f` with the positions before actions `from..to` and those actions, in their order.
    pub(crate) fn walk(
        &self,
        from: usize,
        to: usize,
        history: &[(Turn, ActionId)],
        mut f: impl FnMut(usize, &S, ActionId),
    ) {
        if from >= to {
            return;
        }
        let nearest = from / self.stride;
        let last = self.last.borrow_mut().take().filter(|(ply, _)| (nearest * self.stride..=from).contains(ply));
        let (start, mut state) = last.unwrap_or_else(|| (nearest * self.stride, self.kept[nearest].clone()));
        for (ply, &(_, action)) in history.iter().enumerate().take(to).skip(start) {
            if ply >= from {
                f(ply, &state, action);
            }
            if ply + 1 < to {
                state.play_unchecked(action);
            }
        }
        self.last.replace(Some((to - 1, state)));
    }

    /// The pieces of the past between positions that are kept: the first action and the one after the last, latest first.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let piece = |n: usize| (n * self.stride, ((n + 1) * self.stride).min(self.plies));
        (0..self.kept.len()).rev().map(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_core::prelude::*;
    use hoyle_core::{RandomPlayer, Rng, Table, View};
    use hoyle_ludo::{Ludo, LudoState};

    /// A game with all its positions, and its past that keeps few of them.
    fn played() -> (Table<Ludo>, Vec<LudoState>, Past<LudoState>) {
        let game = Ludo::new(Ludo::preset(Ludo::PRESETS[0]).unwrap()).unwrap();
        let (mut table, mut rng) = (Table::new(game), Rng::new(3));
        let mut past = Past { most: 8, ..Past::new() };
        let mut all = Vec::new();
        while table.state().turn() != Turn::Over {
            let before = table.state().clone();
            match before.turn() {
                Turn::Seat(seat) => {
                    let action = RandomPlayer.choose(View::new(&before, seat), &mut rng);
                    table.play(action).unwrap();
                }
                _ => drop(table.roll(&mut rng)),
            }
            past.push(before.clone());
            all.push(before);
        }
        (table, all, past)
    }

    fn seen(past: &Past<LudoState>, from: usize, to: usize, table: &Table<Ludo>) -> Vec<LudoState> {
        let mut seen = Vec::new();
        past.walk(from, to, table.history(), |ply, state, action| {
            assert_eq!((ply, action), (from + seen.len(), table.history()[ply].1));
            seen.push(state.clone());
        });
        seen
    }

    #[test]
    fn few_positions_tell_the_whole_past() {
        let (table, all, mut past) = played();
        assert!(all.len() > 200 && past.kept.len() <= 8, "{} of {}", past.kept.len(), all.len());
        assert_eq!(past.plies(), all.len());
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let from = rng.below(all.len() as u32) as usize;
            let to = (from + rng.below(9) as usize).min(all.len());
            assert_eq!(seen(&past, from, to, &table), all[from..to]);
        }
        let pieces: Vec<(usize, usize)> = past.pieces().collect();
        let mut told: Vec<LudoState> = Vec::new();
        for &(from, to) in pieces.iter().rev() {
            told.extend(seen(&past, from, to, &table));
        }
        assert_eq!(told, all);
        for plies in [all.len() - 1, 77, 64, 1, 0] {
            past.truncate(plies);
            assert_eq!((past.plies(), past.pieces().map(|(from, to)| to - from).sum::<usize>()), (plies, plies));
            assert_eq!(seen(&past, 0, plies, &table), all[..plies]);
        }
        (0..10).for_each(|ply| past.push(all[ply].clone()));
        assert_eq!(seen(&past, 0, 10, &table), all[..10]);
    }
}
