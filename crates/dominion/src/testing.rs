//! Card files made at random, and games of them played with every check: for tests and fuzzing, not for players.

use crate::cards::{Kinds, MAX_PHRASES, MAX_STEPS, check, load, steps_of};
use crate::program::{NamedOp, PHRASES, parse};
use crate::setup::{Rules, base_cards, keep};
use crate::{Discards, Dominion, DominionState, Options, Treasures};
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Game, Rng, Seat, Turn, save};
use std::fmt::Write as _;

/// How many cards a random file has: enough for a kingdom without others.
const CARDS: usize = 10;

fn pick<'a, T: ?Sized>(of: &[&'a T], rng: &mut Rng) -> &'a T {
    of[rng.below(of.len() as u32) as usize]
}

/// A number of a card: mostly small, sometimes as large as it can be.
fn number(rng: &mut Rng) -> u8 {
    match rng.below(12) {
        0 => u8::MAX,
        1 => rng.below(256) as u8,
        2 => [15, 16, 60, 61, 127, 128, 254][rng.below(7) as usize],
        _ => rng.below(5) as u8,
    }
}

fn name(rng: &mut Rng) -> String {
    match rng.below(3) {
        0 => format!("Made {}", rng.below(CARDS as u32)),
        _ => base_cards()[rng.below(7) as usize].name.clone(),
    }
}

fn filter(rng: &mut Rng) -> String {
    let kinds: Vec<&str> = ["action", "treasure", "victory", "curse", "attack", "reaction"].to_vec();
    match rng.below(5) {
        0 => pick(&kinds, rng).to_owned(),
        1 => format!("{} except {}", pick(&kinds, rng), name(rng)),
        2 => name(rng),
        _ => String::new(),
    }
}

/// One of all phrases, with its places filled in.
fn phrase(rng: &mut Rng) -> String {
    let words = pick(PHRASES, rng).split(' ').map(|word| match word {
        "N" => number(rng).to_string(),
        "cost+N" => format!("cost+{}", number(rng)),
        "F" => filter(rng),
        "C" => name(rng),
        "P" => ["", "", "from shown"][rng.below(3) as usize].to_owned(),
        word => word.to_owned(),
    });
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A program in which every phrase makes sense where it stands. `others`: whether it may, and must, call the second one.
fn program(part: &str, others: bool, rng: &mut Rng) -> Vec<String> {
    let length = match rng.below(40) {
        0 => 200 + rng.below(100),
        1 => 20 + rng.below(60),
        _ => 1 + rng.below(6),
    };
    let (mut phrases, mut ops): (Vec<String>, Vec<NamedOp>) = (Vec::new(), Vec::new());
    let mut shown = false;
    let mut try_add = |text: String, phrases: &mut Vec<String>| {
        let Ok(op) = parse(&text) else { return };
        ops.push(op);
        match check(part, &ops) {
            Ok(open) => {
                shown = open;
                phrases.push(text);
            }
            Err(_) => {
                ops.pop();
            }
        }
    };
    for _ in 0..20 * length {
        if phrases.len() < length as usize {
            let text = phrase(rng);
            if text != "others" || others {
                try_add(text, &mut phrases);
            }
        }
    }
    for end in ["discard shown", "return shown"] {
        if rng.below(2) == 0 || end == "return shown" {
            try_add(end.to_owned(), &mut phrases);
        }
    }
    if others && !phrases.iter().any(|text| text == "others") {
        try_add("others".to_owned(), &mut phrases);
    }
    phrases
}

/// A card file of ten cards, well-formed: random combinations of all phrases of the card language, with extreme numbers and
/// up to 300 phrases a program. Those with more than 255 phrases must be refused, all others can be played.
pub fn random_card_file(rng: &mut Rng) -> String {
    let mut file = String::new();
    for card in 0..CARDS {
        let attack = rng.below(4) == 0;
        let others = attack || rng.below(4) == 0;
        let mut types = vec!["action"];
        types.extend(attack.then_some("attack"));
        types.extend((rng.below(4) == 0).then_some("reaction"));
        types.extend((rng.below(8) == 0).then_some("victory"));
        let programs = !others && rng.below(6) == 0;
        if programs {
            types = pick(&[&["treasure"][..], &["victory"], &["treasure", "reaction"], &["curse"]], rng).to_vec();
        }
        let types: Vec<String> = types.iter().map(|kind| format!("{kind:?}")).collect();
        let _ = write!(file, "[[card]]\nname = \"Made {card}\"\ntypes = [{}]\ntext = \"\"\n", types.join(", "));
        let numbers = if programs {
            &["cost", "actions", "buys", "coins"][..]
        } else {
            &["cost", "cards", "actions", "buys", "coins"]
        };
        for field in numbers {
            if rng.below(2) == 0 || *field == "cost" {
                let _ = writeln!(file, "{field} = {}", number(rng));
            }
        }
        if rng.below(4) == 0 {
            let _ = writeln!(file, "points = {}", rng.below(256) as i32 - 128);
            let _ = writeln!(file, "points_per_cards = {}", number(rng));
        }
        if !programs {
            let list = |phrases: Vec<String>| phrases.iter().map(|p| format!("{p:?}")).collect::<Vec<_>>().join(", ");
            let _ = writeln!(file, "play = [{}]", list(program("play", others, rng)));
            if others {
                let mut second = program("others", false, rng);
                if second.is_empty() {
                    second.push("draw 1".to_owned());
                }
                let _ = writeln!(file, "others = [{}]", list(second));
            }
        }
        file.push('\n');
    }
    file
}

/// Whether a random file has a program that is too long to be played: by its phrases, or by the steps that they take.
pub fn is_too_long(file: &str) -> bool {
    let program = |line: &str| line.split('"').skip(1).step_by(2).filter_map(|phrase| parse(phrase).ok()).collect();
    file.split("[[card]]").any(|card| {
        let of = |name: &str| -> Vec<NamedOp> {
            card.lines().find_map(|line| line.strip_prefix(name)).map(program).unwrap_or_default()
        };
        let (play, others) = (of("play = "), of("others = "));
        play.len().max(others.len()) > MAX_PHRASES || steps_of(&play, &others) > MAX_STEPS
    })
}

/// The game of a card file with ten cards, all of them in the kingdom; the rest of the options at random.
pub fn game_of(file: &str, rng: &mut Rng) -> Result<Dominion, String> {
    let mut known = base_cards().to_vec();
    load("made", file, &mut known).map_err(|e| e.to_string())?;
    let names: Vec<&str> = known[base_cards().len()..].iter().take(CARDS).map(|card| card.name.as_str()).collect();
    let options = Options {
        players: 2 + rng.below(5) as u8,
        kingdom: names.join("+"),
        treasures: if rng.below(2) == 0 { Treasures::Auto } else { Treasures::Hand },
        discards: if rng.below(3) == 0 { Discards::Open } else { Discards::Top },
        macro_rule: if rng.below(4) == 0 { "simple" } else { "off" }.to_owned(),
        max_turns: 1 + rng.below(20) as u8,
        ..Options::default()
    };
    Rules::with_cards(options, keep(known)).map(Dominion).map_err(|e| e.to_string())
}

fn info(state: &DominionState, seat: Seat) -> String {
    let mut text = String::new();
    state.information_state(seat, &mut text);
    text
}

/// Demands that a seat's determinizations are a function of what it knows: two positions that it cannot tell apart give
/// the same one, whole and byte for byte, and it cannot tell that from either.
pub fn check_determinization(state: &DominionState, seat: Seat, rng: &mut Rng) -> Result<(), String> {
    let twin = state.determinize(seat, rng);
    let known = info(state, seat);
    if info(&twin, seat) != known {
        return Err(format!("a determinization differs from\n{known}\nin\n{}", info(&twin, seat)));
    }
    let seed = rng.bits();
    let [one, other] = [state, &twin].map(|state| state.determinize(seat, &mut Rng::new(seed)));
    if one != other || one.snapshot() != other.snapshot() {
        return Err(format!(
            "two determinizations differ for seat {seat} in\n{known}\n{:?}\n{:?}",
            one.zones, other.zones
        ));
    }
    for player in 0..state.players() {
        if let Err(what) = one.check_knowledge(player) {
            return Err(format!("a determinization is no position of the game: player {player}: {what}, in\n{known}"));
        }
        if !one.is_question_fair(player) {
            return Err(format!("a determinization asks player {player} for what is not there"));
        }
    }
    Ok(())
}

/// Demands that a position can be written and read again.
pub fn check_round_trip(game: &Dominion, state: &DominionState) -> Result<(), String> {
    let copy = game
        .restore(state.snapshot())
        .map_err(|e| format!("a position that cannot be read again: {e}: {}", info(state, Seat(0))))?;
    if copy != *state {
        return Err(format!("a position differs when it is read again: {state:?} and {copy:?}"));
    }
    Ok(())
}

/// Plays on at random for at most so many actions with every check after each; gives how many were played.
pub fn play_on(game: &Dominion, state: &mut DominionState, moves: usize, rng: &mut Rng) -> Result<usize, String> {
    let mut legal = ActionSet::new();
    for n in 0..moves {
        match state.turn() {
            Turn::Over => return Ok(n),
            Turn::Chance => {
                state.roll(rng);
            }
            Turn::Seat(_) => {
                state.legal(&mut legal);
                if legal.is_empty() {
                    return Err(format!("nothing to choose from: {state:?}"));
                }
                state.play_unchecked(legal.random(rng));
            }
        }
        check_round_trip(game, state)?;
        let seat = Seat(rng.below(u32::from(state.players())) as u8);
        check_determinization(state, seat, rng)?;
        if n % 64 == 0 {
            let text = save::to_json(game, state);
            let copy = save::from_json(game, &text).map_err(|e| e.to_string())?;
            if copy != *state {
                return Err("a position differs when it is read again from JSON".to_owned());
            }
        }
    }
    Ok(moves)
}

/// Plays an action and gives how many steps of the rules followed from it, and the most that can follow from one in its game.
/// Only debug builds count.
#[cfg(debug_assertions)]
pub fn steps_of_action(state: &mut DominionState, action: hoyle_core::ActionId) -> (usize, usize) {
    (state.apply(action).taken, state.rules().step_bound)
}

/// Whether a card of the file is of this kind: for tests of what the files hold.
pub fn has_kind(game: &Dominion, kind: Kinds) -> bool {
    game.rules().cards.iter().any(|slotted| slotted.card.kinds.has(kind))
}
