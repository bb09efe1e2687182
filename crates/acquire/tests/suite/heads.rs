//! The masks of the heads are the legal actions.

use hoyle_acquire::heads::{self, ActionType, HeadEntry};
use hoyle_acquire::{Acquire, Actions, Options};
use hoyle_core::prelude::*;
use hoyle_core::testing::random_game;
use hoyle_core::{ActionId, ActionSet, Game, Rng};

#[test]
fn masks_by_head_are_the_legal_actions() {
    for actions in [Actions::Full, Actions::Micro] {
        let game = Acquire::new(Options { actions, ..Options::default() }).unwrap();
        let (mut rng, mut legal) = (Rng::new(3), ActionSet::new());
        let mut seen = [false; ActionType::ALL.len()];
        for _ in 0..600 {
            random_game(game.start(), &mut rng, |state, _, _| {
                state.legal(&mut legal);
                let mut types = [0; ActionType::ALL.len()];
                heads::type_mask(actions, &legal, &mut types);
                assert_eq!(types.iter().sum::<u8>(), 1, "a decision is of one kind");
                let mut listed = Vec::new();
                for (action_type, _) in ActionType::ALL.into_iter().zip(types).filter(|&(_, allowed)| allowed == 1) {
                    seen[action_type as usize] = true;
                    let mut mask = vec![0; action_type.head().len(actions)];
                    heads::head_mask(actions, &legal, action_type, &mut mask);
                    let entries = (0..).zip(&mask).filter(|&(_, &allowed)| allowed == 1);
                    listed.extend(
                        entries.map(|(entry, _)| heads::id(actions, HeadEntry { action_type, entry }).unwrap()),
                    );
                }
                assert_eq!(listed, legal.iter().collect::<Vec<ActionId>>());
            });
        }
        assert_eq!(seen, [true; 7], "every kind came up");
    }
}
