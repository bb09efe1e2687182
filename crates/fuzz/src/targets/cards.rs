//! Card files, menus, decks and scenarios: played exactly, or refused with file, card and place.

use super::files::scratch;
use super::{seed, with_text};
use crate::Verdict;
use hoyle_core::prelude::*;
use hoyle_core::{Rng, Turn, View};
use hoyle_dominion::Dominion;
use hoyle_magic::Cards;
use hoyle_magic::deck::DeckList;

/// How many games a set of cards is played for, and how many actions each.
const GAMES: u64 = 2;
const ACTIONS: u64 = 120;

fn refused(error: impl std::fmt::Display) -> Verdict {
    let message = error.to_string();
    assert!(!message.is_empty() && message.len() < 4096, "an error of {} bytes", message.len());
    Verdict::Refused
}

fn told<T, E: std::fmt::Display>(read: Result<T, E>) -> Verdict {
    read.map_or_else(refused, |_| Verdict::Accepted)
}

pub(super) fn dominion_file(data: &[u8]) -> Verdict {
    with_text(data, |text| told(play_dominion(text, &mut Rng::new(seed(data)))))
}

pub(super) fn dominion_made(data: &[u8]) -> Verdict {
    let mut rng = Rng::new(seed(data));
    let text = hoyle_dominion::testing::random_card_file(&mut rng);
    let played = play_dominion(&text, &mut rng);
    assert_eq!(played.is_err(), hoyle_dominion::testing::is_too_long(&text), "{played:?}: {text}");
    told(played)
}

/// Plays games of a card file; an error if it is refused.
fn play_dominion(text: &str, rng: &mut Rng) -> Result<(), String> {
    let game = hoyle_dominion::testing::game_of(text, rng)?;
    for _ in 0..GAMES {
        hoyle_dominion::testing::play_on(&game, &mut game.start(), ACTIONS as usize, rng)
            .unwrap_or_else(|e| panic!("{e}: {text}"));
    }
    scripted_players(&game, rng);
    Ok(())
}

/// Scripted players play cards that they never met: one of the shipped menus at every seat.
fn scripted_players(game: &Dominion, rng: &mut Rng) {
    let bots = Dominion::bots();
    let bot = bots[rng.below(bots.len() as u32) as usize].name;
    let mut player = game.bot(bot, &[]).expect("a scripted player plays any kingdom");
    let mut state = game.start();
    for _ in 0..ACTIONS {
        let Turn::Seat(seat) = state.roll_to_decision(rng) else { return };
        let choice = player.choose(View::new(&state, seat), rng);
        state.play(choice).expect("a scripted player plays what is legal");
    }
}

pub(super) fn dominion_menu(data: &[u8]) -> Verdict {
    let game = hoyle_games::load("dominion").expect("a game");
    let file = scratch("menu.toml", data);
    let mut player = match game.player(&file.display().to_string()) {
        Ok(player) => player,
        Err(error) => return refused(error),
    };
    let (mut state, mut rng) = (game.start(), Rng::new(seed(data)));
    for _ in 0..60 {
        let Turn::Seat(_) = state.advance(&mut rng) else { break };
        let choice = player.choose(&*state, &mut rng).expect("a scripted player answers");
        state.play(choice).expect("a scripted player plays what is legal");
    }
    Verdict::Accepted
}

pub(super) fn magic_file(data: &[u8]) -> Verdict {
    with_text(data, |text| told(hoyle_magic::fuzz::play_card_file(text, &mut Rng::new(seed(data)), GAMES, ACTIONS)))
}

pub(super) fn magic_made(data: &[u8]) -> Verdict {
    let mut rng = Rng::new(seed(data));
    let text = hoyle_magic::fuzz::random_card_file(&mut rng);
    told(hoyle_magic::fuzz::play_card_file(&text, &mut rng, GAMES, ACTIONS))
}

pub(super) fn magic_deck(data: &[u8]) -> Verdict {
    with_text(data, |text| match DeckList::parse(text, &Cards::pool()) {
        Ok(list) => {
            for again in [list.to_arena(), list.to_forge()] {
                let read = DeckList::parse(&again, &Cards::pool());
                assert_eq!(
                    read.as_ref().map(|read| read.len()),
                    Ok(list.len()),
                    "a list that is written differs: {again}"
                );
            }
            Verdict::Accepted
        }
        Err(error) => refused(error),
    })
}

pub(super) fn magic_scenario(data: &[u8]) -> Verdict {
    with_text(data, |text| match hoyle_magic::Scenario::read(text) {
        // What a scenario expects need not come true: that it is told is what counts.
        Ok(scenarios) => {
            for scenario in scenarios.iter().take(16) {
                if let Err(error) = scenario.run() {
                    refused(error);
                }
            }
            Verdict::Accepted
        }
        Err(error) => refused(error),
    })
}
