//! Pairs of games that one seat cannot tell apart, played in step: whatever the seat can reach must be the same in both.

use hoyle_core::prelude::*;
use hoyle_core::{
    ActionId, ActionSet, Archetype, EntityGraph, EntityId, Game, LayoutId, Outcomes, Rng, Seat, Show, Turn,
    UnseenCards, View, save,
};
use hoyle_magic::{DeckKnowledge, Magic, MagicState, Options, Payment, Windows, deck};
use std::fmt;

/// What a seat knows.
pub fn info(state: &MagicState, seat: Seat) -> String {
    let mut out = String::new();
    state.information_state(seat, &mut out);
    out
}

fn event(state: &MagicState, action: ActionId, seat: Seat) -> String {
    let mut out = String::new();
    state.event(action, Some(seat), &mut out);
    out
}

/// Everything that a player's code can reach by a determinization: the position in files, what it tells of itself, what every seat
/// knows in it, and its game.
pub fn reach(game: &Magic, state: &MagicState, seat: Seat, seed: u64) -> String {
    let dealt = state.determinize(seat, &mut Rng::new(seed));
    let seen = game.seen_by(seat);
    let mut out = save::to_json(&seen, &dealt);
    out.push_str(&format!("\n{:02x?}\n{dealt:?}\n", save::to_bytes(&dealt)));
    out.push_str(&format!("{:?} {:?}\n", dealt.rules().options, dealt.spec().fingerprint));
    for seat in [Seat(0), Seat(1)] {
        out.push_str(&info(&dealt, seat));
    }
    dealt.board(None, &mut out);
    let mut legal = ActionSet::new();
    dealt.legal(&mut legal);
    out.push_str(&format!("{:?}", legal.iter().collect::<Vec<_>>()));
    out
}

/// Everything that a player's code can reach by its view.
fn seen(game: &Magic, state: &MagicState, seat: Seat) -> (String, Vec<u32>, EntityGraph) {
    let view = View::new(state, seat);
    let mut legal = ActionSet::new();
    view.legal(&mut legal);
    let mut text = format!("{view:?}{:?}{:?}", view.turn(), game.seen_by(seat).options());
    for action in legal.iter() {
        text.push_str(&format!("\n{action} {}", event(state, action, seat)));
        view.action_text(action, &mut text);
    }
    state.board(Some(seat), &mut text);
    let mut numbers = vec![0.0f32; view.spec().layout(LayoutId(0)).len()];
    view.observe(LayoutId(0), &mut numbers);
    let mut graph = EntityGraph::new();
    view.entities(&mut graph);
    (text, numbers.iter().map(|n| n.to_bits()).collect(), graph)
}

/// Everything that a player's code can reach of what might be: hidden hands with their names, decks, and what things are called.
fn believed(state: &MagicState, seat: Seat) -> (UnseenCards, Vec<Archetype>, String) {
    let view = View::new(state, seat);
    let (mut unseen, mut archetypes, mut names) = (UnseenCards::default(), Vec::new(), String::new());
    view.unseen(&mut unseen);
    view.archetypes(&mut archetypes);
    (0..unseen.len()).for_each(|n| view.unseen_text(n, &mut names));
    let mut graph = EntityGraph::new();
    view.entities(&mut graph);
    for entity in 0..graph.len() as EntityId {
        view.entity_text(entity, &mut names);
        names.push('\n');
    }
    (unseen, archetypes, names)
}

/// What was compared.
#[derive(Default)]
pub struct Twins {
    pub pairs: u64,
    /// How many of them were different positions.
    pub different: u64,
    /// How often the other seat could not do the same, or something came out.
    pub parted: u64,
}

impl fmt::Display for Twins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pairs, {} of different positions, parted {} times", self.pairs, self.different, self.parted)
    }
}

impl Twins {
    /// Plays two games that look alike to a seat. Where one cannot follow the other, or shows something else, a determinization takes
    /// its place.
    pub fn play(&mut self, games: [Magic; 2], seat: Seat, rng: &mut Rng) {
        let mut states = games.map(|game| game.start());
        let mut legal = ActionSet::new();
        let mut outcomes = Outcomes::new();
        for ply in 0.. {
            let [a, b] = &states;
            if b.turn() != a.turn() || info(a, seat) != info(b, seat) {
                assert!(ply > 0, "two starts that look alike");
                self.parted += 1;
                states[1] = states[0].determinize(seat, rng);
            }
            let [a, b] = &states;
            self.compare([&games[0], &games[1]], [a, b], seat, rng, ply);
            if a.turn() == Turn::Over {
                return;
            }
            let mut options = |state: &MagicState| -> Vec<ActionId> {
                state.legal(&mut legal);
                state.outcomes(&mut outcomes);
                legal.iter().chain(outcomes.iter().map(|(id, _)| id)).collect()
            };
            let (here, there) = (options(a), options(b));
            let action = here[rng.below(here.len() as u32) as usize];
            let line = event(a, action, seat);
            let own = a.turn() == Turn::Seat(seat);
            let alike = |&id: &ActionId| if own { id == action } else { event(b, id, seat) == line };
            let alike: Vec<ActionId> = there.into_iter().filter(alike).collect();
            assert!(!own || !alike.is_empty(), "a seat can do the same where it cannot tell the difference");
            states[0].play_unchecked(action);
            if alike.is_empty() {
                self.parted += 1;
                states[1] = states[0].determinize(seat, rng);
            } else {
                states[1].play_unchecked(alike[rng.below(alike.len() as u32) as usize]);
            }
        }
    }

    fn compare(&mut self, games: [&Magic; 2], [a, b]: [&MagicState; 2], seat: Seat, rng: &mut Rng, ply: usize) {
        self.pairs += 1;
        self.different += u64::from(a != b);
        let [here, there] = [(games[0], a), (games[1], b)].map(|(game, state)| seen(game, state, seat));
        assert_eq!(here.0, there.0, "ply {ply}");
        assert_eq!(here.1, there.1, "ply {ply}: an observation tells a secret");
        assert!(here.2.is_identical(&there.2), "ply {ply}: a graph tells a secret");
        let seed = rng.bits();
        assert!(a.determinize(seat, &mut Rng::new(seed)) == b.determinize(seat, &mut Rng::new(seed)), "ply {ply}");
        if rng.below(4) == 0 {
            let [here, there] = [a, b].map(|state| believed(state, seat));
            assert_eq!(here, there, "ply {ply}: a hypothesis tells a secret");
            let tilts: Vec<f32> = here.0.cards.iter().map(|_| 4.0 * rng.unit() - 2.0).collect();
            let [one, other] = [a, b].map(|state| state.determinize_by(seat, &tilts, &mut Rng::new(seed)));
            assert!(one == other, "ply {ply}: a determinization by beliefs tells a secret");
            assert_eq!(info(&one, seat), info(a, seat), "ply {ply}: a determinization by beliefs is another position");
            assert_eq!(reach(games[0], a, seat, seed), reach(games[1], b, seat, seed), "ply {ply}");
        }
    }
}

/// Pairs of positions that one seat cannot tell apart, over all decks: nothing that it can reach tells them apart.
pub fn probe(knowledge: DeckKnowledge, windows: Windows, payment: Payment, games: u64, seed: u64) {
    let mut twins = Twins::default();
    let decks: Vec<&str> = deck::BUILT_IN.iter().map(|&(name, _)| name).collect();
    for i in 0..games {
        let mut rng = Rng::stream(seed, i);
        let mut any = || decks[rng.below(decks.len() as u32) as usize].to_owned();
        let (deck0, deck1, other) = (any(), any(), any());
        let seat = Seat((i % 2) as u8);
        let options = Options { deck0, deck1, knowledge, windows, payment, ..Options::default() };
        // Where decks are hidden, the other game has another deck where the seat cannot see it.
        let mut twin = options.clone();
        if knowledge == DeckKnowledge::Metagame {
            *(if seat.0 == 0 { &mut twin.deck1 } else { &mut twin.deck0 }) = other;
        }
        let game = |options| Magic::new(options).expect("built-in decks");
        twins.play([game(options), game(twin)], seat, &mut rng);
    }
    println!("{knowledge:?} {windows:?} {payment:?}: {twins}");
    assert!(twins.pairs > 20 * games && twins.different > 10 * games, "{twins}");
}
