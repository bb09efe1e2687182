//! Playing what was generated, with every check on.

use crate::deck::MAX_DECK;
use crate::pairing::Pairing;
use crate::{Bounds, CardError, Cards, Magic, MagicState, Mulligans, Options, Payment, Snapshot, Windows};
use hoyle_core::checks::thread_time;
use hoyle_core::prelude::*;
use hoyle_core::{
    ActionSet, EntityGraph, FileAccess, Game, InvalidState, LayoutId, Outcomes, Rng, Seat, Show, Turn, save,
};
use std::time::Duration;

/// What was played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Played {
    /// Games or positions.
    pub games: u64,
    /// Actions of players and of chance.
    pub actions: u64,
    /// Bounds that were met.
    pub overflow: Bounds,
    /// The most processor time that one action took.
    pub slowest: Duration,
}

impl Played {
    /// Adds what else was played.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.actions += other.actions;
        self.overflow = self.overflow.iter().chain(other.overflow.iter()).collect();
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// Reads a card file and plays `games` games at random with decks of its cards, of at most `actions` actions each.
///
/// # Panics
/// If a check fails.
pub fn play_card_file(text: &str, rng: &mut Rng, games: u64, actions: u64) -> Result<Played, CardError> {
    let cards = Cards::with_texts(&[("generated.toml".to_owned(), text.to_owned())])?;
    let set = cards.0;
    let names: Vec<&str> = set.cards[set.built_in..].iter().map(|card| card.name).collect();
    for name in &names {
        assert!(cards.text(name).is_some_and(|text| text.starts_with(name)), "{name} is told in words");
        let (own, abilities) = cards.tokens(name).expect("the card is there");
        assert!(abilities.iter().flatten().chain(&own).all(|&token| token != "pad"), "{name} has tokens");
    }
    let mut played = Played::default();
    for _ in 0..games {
        let options = Options {
            deck0: deck(&names, rng),
            deck1: deck(&names, rng),
            life: [1, 20, 20, 200][rng.below(4) as usize],
            max_turns: [1, 12, 30, 60][rng.below(4) as usize],
            mulligans: if rng.below(4) == 0 { Mulligans::London } else { Mulligans::None },
            windows: if rng.below(3) == 0 { Windows::All } else { Windows::Real },
            payment: if rng.below(3) == 0 { Payment::Ask } else { Payment::Auto },
            ..Options::default()
        };
        let game = Magic(Pairing::of_set(options, set, &FileAccess::BuiltInOnly).expect("decks of these cards"));
        played.add(play_on(game, game.start(), rng, actions));
    }
    Ok(played)
}

/// A deck of generated cards with lands that pay for them.
fn deck(names: &[&str], rng: &mut Rng) -> String {
    let mut list: Vec<String> = Vec::new();
    // A file may have more cards than a deck: any of them, as long as there is room beside lands and creatures.
    let mut names = names.to_vec();
    rng.shuffle(&mut names);
    let mut room = MAX_DECK as u32 - 5 * 5 - 8;
    for name in names {
        let n = rng.below(5).min(room);
        if n > 0 {
            room -= n;
            list.push(format!("{n} {name}"));
        }
    }
    let lands = ["Plains", "Island", "Swamp", "Mountain", "Forest"];
    for land in lands {
        list.push(format!("{} {land}", 1 + rng.below(5)));
    }
    if rng.below(4) == 0 {
        list.push("4 Birds of Paradise; 4 Llanowar Elves".to_owned());
    }
    list.join("; ")
}

/// Reads a position and plays on at random. An error is the reader's.
///
/// # Panics
/// If a check fails.
pub fn play_position(game: Magic, text: &str, rng: &mut Rng, actions: u64) -> Result<Played, InvalidState> {
    let snapshot: Snapshot = serde_json::from_str(text).map_err(|e| InvalidState(e.to_string()))?;
    let state = game.restore(snapshot)?;
    Ok(play_on(game, state, rng, actions))
}

/// Plays on at random, with every check on.
///
/// # Panics
/// If a check fails.
pub fn play_on(game: Magic, mut state: MagicState, rng: &mut Rng, actions: u64) -> Played {
    let mut played = Played { games: 1, ..Played::default() };
    let (mut legal, mut outcomes) = (ActionSet::new(), Outcomes::new());
    let mut look = Looks::new(&state);
    for i in 0..=actions {
        reads_back(game, &state);
        if i % 8 == 0 {
            look.at(&state, rng);
        }
        let began = thread_time();
        match state.turn() {
            _ if i == actions => break,
            Turn::Over => break,
            Turn::Chance => {
                state.outcomes(&mut outcomes);
                assert!(!outcomes.is_empty(), "chance has nothing to decide at {:?}", state.ask());
                state.roll(rng);
            }
            Turn::Seat(_) => {
                state.legal(&mut legal);
                assert!(!legal.is_empty(), "nothing to choose from at {:?}", state.ask());
                state.play_unchecked(legal.random(rng));
            }
        }
        played.actions += 1;
        played.slowest = played.slowest.max(thread_time().saturating_sub(began));
    }
    played.overflow = state.overflow();
    played
}

/// What is written can be read again, and is the same.
fn reads_back(game: Magic, state: &MagicState) {
    let text = serde_json::to_string(&state.snapshot()).expect("a position can be written");
    let snapshot: Snapshot = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let read = game.restore(snapshot).unwrap_or_else(|e| panic!("its own reader refuses it: {}\n{text}", e.0));
    if read != *state {
        let again = serde_json::to_string(&read.snapshot()).expect("a position can be written");
        panic!("reads back as another position: {:?}\n{text}\n{again}", differences(state, &read));
    }
    let bytes = save::to_bytes(state);
    let read =
        save::from_bytes(&game, &bytes).unwrap_or_else(|e| panic!("its own reader refuses the bytes: {e}\n{text}"));
    assert!(read == *state, "bytes read back as another position:\n{text}");
}

/// What differs between two positions besides what stands in a file.
fn differences(a: &MagicState, b: &MagicState) -> Vec<String> {
    let mut found = Vec::new();
    let mut note = |what: &str, a: String, b: String| {
        if a != b {
            found.push(format!("{what}: {a} and {b}"));
        }
    };
    for slot in 0..a.perms.len() {
        note(&format!("permanent {slot}"), format!("{:?}", a.perms[slot]), format!("{:?}", b.perms[slot]));
        note(&format!("traits {slot}"), format!("{:?}", a.traits[slot]), format!("{:?}", b.traits[slot]));
    }
    for (what, a, b) in [
        ("field", a.field, b.field),
        ("control 0", a.control[0], b.control[0]),
        ("control 1", a.control[1], b.control[1]),
        ("creatures", a.creatures, b.creatures),
        ("statics", a.statics, b.statics),
        ("actives", a.actives, b.actives),
        ("sources", a.sources, b.sources),
        ("attached", a.attached, b.attached),
        ("legendary", a.legendary, b.legendary),
        ("unmodified_lands", a.unmodified_lands, b.unmodified_lands),
        ("zone_watchers", a.zone_watchers, b.zone_watchers),
    ] {
        note(what, format!("{a:b}"), format!("{b:b}"));
    }
    note("candidates", format!("{:?}", &*a.cands), format!("{:?}", &*b.cands));
    note("resolution", format!("{:?}", a.resolution), format!("{:?}", b.resolution));
    note(
        "pending_draws, stale",
        format!("{} {}", a.pending_draws, a.stale),
        format!("{} {}", b.pending_draws, b.stale),
    );
    note("bounds", format!("{:?}", a.overflow), format!("{:?}", b.overflow));
    found
}

/// Everything that looks at a position.
struct Looks {
    numbers: Vec<f32>,
    graph: EntityGraph,
    legal: ActionSet,
}

impl Looks {
    fn new(state: &MagicState) -> Self {
        let numbers = vec![0.0; state.spec().layouts[0].len()];
        Self { numbers, graph: EntityGraph::new(), legal: ActionSet::new() }
    }

    fn at(&mut self, state: &MagicState, rng: &mut Rng) {
        let mut text = String::new();
        for seat in [Seat(0), Seat(1)] {
            state.observe(seat, LayoutId(0), &mut self.numbers);
            assert!(self.numbers.iter().all(|n| n.is_finite()), "a number of the observation");
            state.entities(seat, &mut self.graph);
            state.information_state(seat, &mut text);
            state.board(Some(seat), &mut text);
            let dealt = state.determinize(seat, rng);
            assert!(dealt.turn() == state.turn(), "a determinization is at the same decision");
        }
        state.legal(&mut self.legal);
        for action in self.legal.iter() {
            state.action_text(action, &mut text);
            state.event(action, None, &mut text);
        }
        state.heuristic_value();
        state.score_margins();
    }
}
