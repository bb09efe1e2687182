//! What is asked of `Hypotheses`: beliefs about hidden cards, positions without one thing, and draws.
//!
//! All of it is checked in a sample of positions, because most of it costs as much as the other checks together.

use super::position::{Position, shown_names};
use crate::prelude::*;
use crate::{
    ActionSet, Archetype, Draw, EntityGraph, EntityId, Game, Outcomes, Rng, Seat, Show, Turn, UnseenCards, save,
};

/// One of so many positions is asked for beliefs, one for positions without things, one for draws.
const SELDOM: u32 = 64;
/// Of those asked for beliefs, one of so many is sampled from.
const RARELY: u32 = 16;
/// Of the positions that were made, one of so many is played to its end.
const PLAYED_ON: u32 = 64;
/// How many determinizations are sampled.
const SAMPLES: usize = 256;
/// The tilt that is tried, and by how much the mean number held must then grow to tell.
const TILT: f64 = 2.0;
const TELLING: f64 = 0.3;

/// Everything that a seat is told of hidden hands.
pub(super) struct Beliefs {
    pub unseen: UnseenCards,
    pub texts: Vec<String>,
    pub archetypes: Vec<Archetype>,
}

impl Beliefs {
    /// What a seat is told in a position.
    pub(super) fn of<S: State>(state: &S, seat: Seat) -> Self {
        let (mut unseen, mut archetypes) = (UnseenCards::default(), Vec::new());
        state.unseen(seat, &mut unseen);
        state.archetypes(seat, &mut archetypes);
        let text = |n| {
            let mut text = String::new();
            state.unseen_text(seat, n, &mut text);
            text
        };
        Self { texts: (0..unseen.len()).map(text).collect(), unseen, archetypes }
    }

    /// Whether they are the same, byte for byte.
    pub(super) fn are_identical(&self, other: &Self) -> bool {
        let described = self.unseen.described.is_identical(&other.unseen.described);
        described
            && self.unseen.cards == other.unseen.cards
            && self.texts == other.texts
            && self.archetypes == other.archetypes
    }
}

/// What a seat may draw, without the positions: that much follows from what it knows.
pub(super) fn chances<S>(draws: &[Draw<S>]) -> Vec<(&str, f32)> {
    draws.iter().map(|draw| (draw.name.as_str(), draw.chance)).collect()
}

/// Tilts at random, as a network may give them.
pub(super) fn random_tilts(cards: usize, rng: &mut Rng) -> Vec<f32> {
    (0..cards).map(|_| 4.0 * rng.unit() - 2.0).collect()
}

/// Whether two numbers differ by no more than this; false if one is none.
fn is_near(a: f32, b: f32, by: f32) -> bool {
    (a - b).abs() <= by
}

impl<G: Game> Position<'_, G> {
    /// The check `unseen`.
    pub(super) fn unseen(&self, rng: &mut Rng) -> Result<(), String> {
        if rng.below(SELDOM) > 0 {
            return Ok(());
        }
        let fresh = self.fresh()?;
        for seat in self.seats() {
            let wrong = |what: String| format!("seat {seat}: {what}");
            let beliefs = Beliefs::of(self.state, seat);
            self.check_unseen(seat, &beliefs).map_err(wrong)?;
            check_archetypes(seat, &beliefs.archetypes).map_err(wrong)?;
            // Filled before, so that what is left over from another position shows.
            let mut again = beliefs.unseen.clone();
            fresh.unseen(seat, &mut again);
            if again.cards != beliefs.unseen.cards || !again.described.is_identical(&beliefs.unseen.described) {
                return Err(wrong("what is unseen is other cards for a fresh copy".to_owned()));
            }
            if !beliefs.are_identical(&Beliefs::of(&self.state.determinize(seat, rng), seat)) {
                return Err(wrong("what is unseen depends on what is hidden".to_owned()));
            }
            self.check_names(seat).map_err(wrong)?;
            if !beliefs.unseen.is_empty() && rng.below(RARELY) == 0 {
                let counts = held_in(SAMPLES, seat, || self.state.determinize(seat, rng));
                check_means(&beliefs, &counts).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// What is said of each card, and that it adds up.
    fn check_unseen(&self, seat: Seat, beliefs: &Beliefs) -> Result<(), String> {
        let Beliefs { unseen, texts, .. } = beliefs;
        let (mut held, mut graph) = (vec![77], EntityGraph::new());
        self.state.held(seat, &mut held);
        self.state.entities(seat, &mut graph);
        if held.len() != unseen.len() || unseen.described.len() != unseen.len() {
            let (cards, described) = (unseen.len(), unseen.described.len());
            return Err(format!("{cards} unseen cards, {described} descriptions, {} numbers held", held.len()));
        }
        if !unseen.described.edges().is_empty() || !unseen.described.candidates().is_empty() {
            return Err("descriptions of unseen cards have edges or candidates".to_owned());
        }
        unseen.described.check(&self.game.spec().graph).map_err(|e| format!("an unseen card is described: {e}"))?;
        for (n, card) in unseen.cards.iter().enumerate() {
            let text = &texts[n];
            let whose = card.seat.index() < self.game.spec().seats() && card.seat != seat;
            if !whose || usize::from(card.holder) >= graph.len() {
                return Err(format!(
                    "`{text}` is held by seat {}, entity {}: no hand of another",
                    card.seat, card.holder
                ));
            }
            let (copies, expected) = (card.copies, card.expected);
            if !(copies.is_finite() && expected >= 0.0 && expected <= copies + 1e-4) {
                return Err(format!("`{text}`: {expected} expected of {copies} copies"));
            }
            if text.is_empty() || text.trim() != text || text.contains('\n') {
                return Err(format!("the text of unseen card {n} is {text:?}: empty, or with space around it"));
            }
            let alike = |m: &usize| unseen.cards[*m].holder == card.holder && texts[*m] == *text;
            if let Some(m) = (0..n).find(alike) {
                return Err(format!("unseen cards {m} and {n} of one hand are both `{text}`"));
            }
        }
        let mut first = 0;
        while first < unseen.len() {
            // A hand's cards stand together.
            let holder = unseen.cards[first].holder;
            let end = (first..unseen.len()).find(|&n| unseen.cards[n].holder != holder).unwrap_or(unseen.len());
            let cards = &unseen.cards[first..end];
            if unseen.cards[end..].iter().any(|card| card.holder == holder) {
                return Err(format!("the cards of entity {holder} do not stand together"));
            }
            let hidden: u32 = held[first..end].iter().map(|&n| u32::from(n)).sum();
            let expected: f32 = cards.iter().map(|card| card.expected).sum();
            if !is_near(expected, hidden as f32, 1e-3 * (1.0 + hidden as f32)) {
                return Err(format!("entity {holder} holds {hidden} hidden cards, {expected} are expected"));
            }
            // A mean of several decks is no bound.
            let exact = cards.iter().all(|card| card.copies.fract() == 0.0);
            let more = |n: &usize| f32::from(held[*n]) > unseen.cards[*n].copies;
            if let Some(n) = (first..end).find(|n| exact && more(n)) {
                return Err(format!("`{}`: {} held of {} copies", texts[n], held[n], unseen.cards[n].copies));
            }
            first = end;
        }
        Ok(())
    }

    /// Names of entities are for people, and follow from what the seat knows.
    fn check_names(&self, seat: Seat) -> Result<(), String> {
        let names = shown_names(self.state, seat);
        match names.iter().find(|name| name.trim() != name.as_str() || name.contains('\n')) {
            Some(name) => Err(format!("an entity is called {name:?}: with space around it")),
            None => Ok(()),
        }
    }

    /// The check `tilts`.
    pub(super) fn tilts(&self, rng: &mut Rng) -> Result<(), String> {
        if rng.below(SELDOM) > 0 {
            return Ok(());
        }
        for seat in self.seats() {
            let mut unseen = UnseenCards::default();
            self.state.unseen(seat, &mut unseen);
            let tilts = random_tilts(unseen.len(), rng);
            let seed = rng.bits();
            let dealt = self.state.determinize_by(seat, &tilts, &mut Rng::new(seed));
            self.check_determinization(&dealt, seat, rng).map_err(|what| format!("by tilts: {what}"))?;
            let other = self.state.determinize(seat, rng);
            if other.determinize_by(seat, &tilts, &mut Rng::new(seed)) != dealt {
                return Err(format!("seat {seat}: a determinization by tilts depends on what is hidden"));
            }
            if !unseen.is_empty() && rng.below(RARELY) == 0 {
                self.check_shift(seat, unseen.len(), rng).map_err(|what| format!("seat {seat}: {what}"))?;
            }
        }
        Ok(())
    }

    /// A card that is believed to be held is held more often, by a third at least of what its tilt says: what it says is known from a sample
    /// without tilts, in which many cards of a kind are seldom held.
    fn check_shift(&self, seat: Seat, cards: usize, rng: &mut Rng) -> Result<(), String> {
        let before = held_in(SAMPLES, seat, || self.state.determinize(seat, rng));
        for _ in 0..8 {
            let n = rng.below(cards as u32) as usize;
            let mean = |counts: &[Vec<u8>], tilt: f64| {
                let weighted = counts.iter().map(|held| ((tilt * f64::from(held[n])).exp(), f64::from(held[n])));
                let (all, sum) = weighted.fold((0.0, 0.0), |(all, sum), (weight, n)| (all + weight, sum + weight * n));
                sum / all
            };
            let (plain, wanted) = (mean(&before, 0.0), mean(&before, TILT));
            if wanted - plain < TELLING {
                continue;
            }
            let mut tilts = vec![0.5; cards];
            tilts[n] += TILT as f32;
            let after = held_in(SAMPLES, seat, || self.state.determinize_by(seat, &tilts, rng));
            let got = mean(&after, 0.0);
            if got - plain < (wanted - plain) / 3.0 {
                let mut text = String::new();
                self.state.unseen_text(seat, n, &mut text);
                return Err(format!(
                    "`{text}` is held {plain:.2} times in the mean, tilted by {TILT} {got:.2} times instead of {wanted:.2}"
                ));
            }
            break;
        }
        Ok(())
    }

    /// The check `without`.
    pub(super) fn without(&self, rng: &mut Rng) -> Result<(), String> {
        if rng.below(SELDOM) > 0 {
            return Ok(());
        }
        let mut graph = EntityGraph::new();
        for seat in self.seats() {
            let dealt = self.state.determinize(seat, rng);
            for (game, state) in [(self.game, self.state), (self.game.seen_by(seat), &dealt)] {
                state.entities(seat, &mut graph);
                if state.without(seat, &[]).is_some_and(|same| same != *state) {
                    return Err(format!("seat {seat}: without nothing it is another position"));
                }
                for size in [1, 1, 2] {
                    if graph.is_empty() {
                        continue;
                    }
                    let gone: Vec<EntityId> = (0..size).map(|_| rng.below(graph.len() as u32) as EntityId).collect();
                    if let Some(mut left) = state.without(seat, &gone) {
                        let named = || gone.iter().map(|&id| name_of(state, seat, id)).collect::<Vec<_>>().join(", ");
                        self.check_position(&game, &mut left, seat, rng)
                            .map_err(|what| format!("seat {seat}: without {:?} ({}): {what}", gone, named()))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The check `draws`.
    pub(super) fn draws(&self, rng: &mut Rng) -> Result<(), String> {
        if rng.below(SELDOM) > 0 {
            return Ok(());
        }
        let (mut draws, mut again) = (Vec::new(), Vec::new());
        for seat in self.seats() {
            let wrong = |what: String| Err(format!("seat {seat}: {what}"));
            self.state.draws(seat, &mut draws);
            again.clone_from(&draws);
            let dealt = self.state.determinize(seat, rng);
            dealt.draws(seat, &mut again);
            if chances(&draws) != chances(&again) {
                return wrong("what may be drawn depends on what is hidden".to_owned());
            }
            let sum: f32 = draws.iter().map(|draw| draw.chance).sum();
            if draws.iter().any(|draw| !(draw.chance > 0.0 && draw.chance <= 1.0 + 1e-6))
                || !draws.is_empty() && !is_near(sum, 1.0, 1e-4)
            {
                return wrong(format!("the chances of draws add up to {sum}: {:?}", chances(&draws)));
            }
            let mut names: Vec<&str> = draws.iter().map(|draw| draw.name.as_str()).collect();
            names.sort_unstable();
            if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
                return wrong(format!("two draws are called `{}`", pair[0]));
            }
            if let Some(name) = names.iter().find(|name| name.is_empty() || name.trim() != **name) {
                return wrong(format!("a draw is called {name:?}: empty, or with space around it"));
            }
            for (game, draws) in [(self.game, &draws), (self.game.seen_by(seat), &again)] {
                for _ in 0..draws.len().min(2) {
                    let draw = &draws[rng.below(draws.len() as u32) as usize];
                    self.check_position(&game, &mut draw.state.clone(), seat, rng)
                        .map_err(|what| format!("seat {seat}: after drawing `{}`: {what}", draw.name))?;
                }
            }
        }
        Ok(())
    }

    /// Whether a position that was made, not played, can be shown, written, read again, and now and then played to the end.
    fn check_position(&self, game: &G, state: &mut G::State, seat: Seat, rng: &mut Rng) -> Result<(), String> {
        let (mut legal, mut outcomes, mut graph) = (ActionSet::new(), Outcomes::new(), EntityGraph::new());
        state.legal(&mut legal);
        state.outcomes(&mut outcomes);
        let can_go_on = match state.turn() {
            Turn::Seat(mover) => mover.index() < game.spec().seats() && !legal.is_empty(),
            Turn::Chance => !outcomes.is_empty(),
            Turn::Over => true,
        };
        if !can_go_on {
            return Err(format!("{:?}, but nothing can be done", state.turn()));
        }
        state.entities(seat, &mut graph);
        graph.check(&game.spec().graph).map_err(|e| e.to_string())?;
        let mut board = String::new();
        state.board(Some(seat), &mut board);
        let copy = save::from_bytes(game, &save::to_bytes(state)).map_err(|e| format!("it cannot be read: {e}"))?;
        if copy != *state {
            return Err("it is read as another position".to_owned());
        }
        if rng.below(PLAYED_ON) == 0 && !self.plays_on(state, rng) {
            return Err(format!("not over after {} more actions", game.spec().length_bound));
        }
        Ok(())
    }
}

/// Archetypes are a distribution for each seat.
fn check_archetypes(seat: Seat, archetypes: &[Archetype]) -> Result<(), String> {
    for (n, Archetype { seat: whose, name, chance }) in archetypes.iter().enumerate() {
        let of_seat = || archetypes.iter().filter(|other| other.seat == *whose);
        let sum: f32 = of_seat().map(|other| other.chance).sum();
        if !(0.0..=1.0 + 1e-6).contains(chance) || !is_near(sum, 1.0, 1e-4) {
            return Err(format!("the archetypes of seat {whose} have chances that add up to {sum}"));
        }
        if *whose == seat || name.is_empty() || archetypes[..n].iter().any(|a| a.seat == *whose && a.name == *name) {
            return Err(format!("archetype `{name}` of seat {whose}: nameless, twice, or the seat's own"));
        }
    }
    Ok(())
}

/// How much is held of each unseen card, in so many positions.
fn held_in<S: State>(samples: usize, seat: Seat, mut deal: impl FnMut() -> S) -> Vec<Vec<u8>> {
    let held = |state: S| {
        let mut held = Vec::new();
        state.held(seat, &mut held);
        held
    };
    (0..samples).map(|_| held(deal())).collect()
}

/// What is expected is the mean of determinizations, within seven standard errors. A count that hardly ever differs tells little:
/// its variance is taken to be that of four samples that differ by one.
fn check_means(beliefs: &Beliefs, counts: &[Vec<u8>]) -> Result<(), String> {
    let samples = counts.len() as f64;
    for (n, card) in beliefs.unseen.cards.iter().enumerate() {
        let of = |power: i32| counts.iter().map(|held| f64::from(held[n]).powi(power)).sum::<f64>() / samples;
        let (mean, squares) = (of(1), of(2));
        let error = ((squares - mean * mean).max(4.0 / samples) / samples).sqrt();
        if (mean - f64::from(card.expected)).abs() > 7.0 * error {
            let (text, expected) = (&beliefs.texts[n], card.expected);
            return Err(format!(
                "`{text}` of seat {}: {expected} expected, but determinizations hold {mean:.3} in the mean",
                card.seat
            ));
        }
    }
    Ok(())
}

fn name_of<S: State>(state: &S, seat: Seat, id: EntityId) -> String {
    let mut name = String::new();
    state.entity_text(seat, id, &mut name);
    name
}

/// Compares what two positions that a seat cannot tell apart tell it of hidden hands and draws.
pub(super) fn compare<G: Game>(
    game: &G,
    seat: Seat,
    first: &G::State,
    second: &G::State,
    rng: &mut Rng,
) -> Result<(), String> {
    let secret = |what: &str| Err(format!("seat {seat}: the {what} tells a secret to a player"));
    let beliefs = Beliefs::of(first, seat);
    if !beliefs.are_identical(&Beliefs::of(second, seat)) {
        return secret("list of unseen cards");
    }
    if shown_names(first, seat) != shown_names(second, seat) {
        return secret("name of an entity");
    }
    let (tilts, seed) = (random_tilts(beliefs.unseen.len(), rng), rng.bits());
    let [here, there] = [first, second].map(|state| {
        let mut rng = Rng::new(seed);
        let dealt = state.determinize_by(seat, &tilts, &mut rng);
        (save::to_bytes(&dealt), rng.bits(), dealt)
    });
    if here.0 != there.0 || here.2 != there.2 || format!("{:?}", here.2) != format!("{:?}", there.2) {
        return secret("determinization by tilts");
    }
    if here.1 != there.1 {
        return secret("number of random numbers of a determinization by tilts");
    }
    let seen = game.seen_by(seat);
    if save::to_json(&seen, &here.2) != save::to_json(&seen, &there.2) {
        return secret("snapshot of a determinization by tilts");
    }
    let [here, there] = [first, second].map(|state| {
        let mut draws = Vec::new();
        state.determinize(seat, &mut Rng::new(seed)).draws(seat, &mut draws);
        draws
    });
    if here != there {
        return secret("list of draws of a determinization");
    }
    Ok(())
}
