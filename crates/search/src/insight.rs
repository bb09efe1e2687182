//! Facts about a value function at one position: what it says of the position, and of others that differ from it in one thing.
//!
//! All numbers are winning chances of the seat that decides, from 0 to 1, or differences of such. They say what the evaluator thinks,
//! which is not more than it knows.

use crate::evaluate::{Evaluator, EvaluatorError};
use crate::search::Leaf;
use hoyle_core::{ActionId, ActionSet, EntityGraph, EntityId, Outcomes, Rng, Seat, State, Turn, View};
use serde::Serialize;

/// How much is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counterfactuals {
    /// Where a chance action after an action has at most so many outcomes, all of them are looked at, each with its chance.
    pub exact: usize,
    /// Otherwise so many, spread evenly; at least 1. All actions meet the same luck.
    pub rolls: usize,
    /// Of how many pairs of entities the synergy is asked: of all, or of so many at random.
    pub pairs: usize,
    /// Over how many determinizations facts about a view are averaged; at least 1.
    pub determinizations: usize,
}

impl Default for Counterfactuals {
    fn default() -> Self {
        Self { exact: 8, rolls: 4, pairs: 48, determinizations: 8 }
    }
}

/// What an evaluator says about one decision and what is near it.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight {
    /// The seat that decides.
    pub seat: Seat,
    /// Its chance to win: V.
    pub value: f32,
    /// For each legal action, in ascending order of ids, the chance after it less V.
    pub impacts: Vec<(ActionId, f32)>,
    /// For each entity that can be taken away, the chance without it less V. Entities are those of the seat's graph of this very position.
    pub threats: Vec<(EntityId, f32)>,
    /// For pairs of such entities, the smaller first: V without the first and without the second, taken off V and V without both. Above 0
    /// if they are worth more together than each by itself.
    pub synergies: Vec<(EntityId, EntityId, f32)>,
    /// What the next draw of the seat may change; none if it draws nothing, or the game does not tell.
    pub potential: Option<Potential>,
}

/// The chance to win after the next draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Potential {
    /// Its mean.
    pub mean: f32,
    /// Its deviation.
    pub deviation: f32,
    /// What may be drawn, the best first.
    pub outs: Vec<Out>,
}

/// One of the things that a seat may draw next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Out {
    /// What it is, as players call it.
    pub name: String,
    /// The exact chance that it comes next.
    pub chance: f32,
    /// What the position is worth to the seat with it, from 0 to 1.
    pub value: f32,
}

impl Insight {
    /// The facts about a position; none where no seat decides. What is hidden from the seat is looked at too: it is for determinizations,
    /// and to teach by.
    pub fn of_state<S: State>(
        state: &S,
        evaluator: &mut dyn Evaluator<S>,
        how: &Counterfactuals,
        rng: &mut Rng,
    ) -> Result<Option<Self>, EvaluatorError> {
        let mut facts = Sums::default();
        facts.add(state, evaluator, how, rng)?;
        Ok(facts.mean())
    }

    /// The facts about a decision as its seat sees it: the mean over determinizations, dealt by what the evaluator believes. None where
    /// it is not the seat's turn.
    pub fn of_view<S: State>(
        view: View<'_, S>,
        evaluator: &mut dyn Evaluator<S>,
        how: &Counterfactuals,
        rng: &mut Rng,
    ) -> Result<Option<Self>, EvaluatorError> {
        if view.turn() != Turn::Seat(view.seat()) {
            return Ok(None);
        }
        let mut tilts = Vec::new();
        evaluator.believe(view, &mut tilts)?;
        let mut facts = Sums::default();
        for _ in 0..how.determinizations.max(1) {
            let dealt = if tilts.is_empty() { view.determinize(rng) } else { view.determinize_by(&tilts, rng) };
            facts.add(&dealt, evaluator, how, rng)?;
        }
        Ok(facts.mean())
    }
}

/// A sum over positions, and over how many.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f32,
    count: f32,
}

impl Sum {
    fn add(&mut self, x: f32) {
        self.sum += x;
        self.count += 1.0;
    }

    fn mean(self) -> f32 {
        self.sum / self.count.max(1.0)
    }
}

/// Facts about some determinizations of one view, added up.
#[derive(Default)]
struct Sums {
    seat: Option<Seat>,
    value: Sum,
    impacts: Vec<(ActionId, Sum)>,
    threats: Vec<(EntityId, Sum)>,
    synergies: Vec<(EntityId, EntityId, Sum)>,
    outs: Vec<(String, Sum, Sum)>,
}

impl Sums {
    /// Adds the facts about a position. What is asked of the first is asked of all.
    fn add<S: State>(
        &mut self,
        state: &S,
        evaluator: &mut dyn Evaluator<S>,
        how: &Counterfactuals,
        rng: &mut Rng,
    ) -> Result<(), EvaluatorError> {
        let Turn::Seat(seat) = state.turn() else { return Ok(()) };
        let first = self.seat.replace(seat).is_none();
        let mut asked = Questions::new(seat, how, rng);
        asked.ask(state.clone());

        let mut legal = ActionSet::new();
        state.legal(&mut legal);
        if first {
            self.impacts = legal.iter().map(|action| (action, Sum::default())).collect();
            let mut graph = EntityGraph::new();
            state.entities(seat, &mut graph);
            self.threats = (0..graph.len() as EntityId).map(|entity| (entity, Sum::default())).collect();
        }
        let after: Vec<Option<usize>> = self
            .impacts
            .iter()
            .map(|&(action, _)| {
                legal.contains(action).then(|| {
                    let mut after = state.clone();
                    after.play_unchecked(action);
                    asked.ask(after)
                })
            })
            .collect();
        let without: Vec<Option<usize>> =
            self.threats.iter().map(|(entity, _)| Some(asked.ask(state.without(seat, &[*entity])?))).collect();
        if first {
            let there: Vec<EntityId> = (0..).zip(&without).filter_map(|(n, asked)| asked.and(Some(n))).collect();
            self.synergies = pairs(&there, how.pairs, rng).map(|(a, b)| (a, b, Sum::default())).collect();
        }
        let both: Vec<Option<usize>> =
            self.synergies.iter().map(|&(a, b, _)| Some(asked.ask(state.without(seat, &[a, b])?))).collect();
        let mut draws = Vec::new();
        state.draws(seat, &mut draws);
        let drawn: Vec<(String, f32, usize)> =
            draws.into_iter().map(|draw| (draw.name, draw.chance, asked.ask(draw.state))).collect();

        let values = asked.answers(evaluator, rng)?;
        let now = values[0];
        self.value.add(now);
        for ((_, sum), after) in self.impacts.iter_mut().zip(after) {
            after.into_iter().for_each(|after| sum.add(values[after] - now));
        }
        for ((a, b, sum), both) in self.synergies.iter_mut().zip(both) {
            if let (Some(both), Some(a), Some(b)) = (both, without[*a as usize], without[*b as usize]) {
                sum.add(now - values[a] - values[b] + values[both]);
            }
        }
        for ((_, sum), without) in self.threats.iter_mut().zip(without) {
            without.into_iter().for_each(|without| sum.add(values[without] - now));
        }
        for (name, chance, value) in drawn {
            let known = self.outs.iter().position(|(other, ..)| *other == name);
            let known = known.unwrap_or_else(|| {
                self.outs.push((name, Sum::default(), Sum::default()));
                self.outs.len() - 1
            });
            let (_, chances, sum) = &mut self.outs[known];
            chances.add(chance);
            sum.add(values[value]);
        }
        Ok(())
    }

    /// The means.
    fn mean(self) -> Option<Insight> {
        let known = |sum: &Sum| sum.count > 0.0;
        Some(Insight {
            seat: self.seat?,
            value: self.value.mean(),
            impacts: self.impacts.into_iter().map(|(action, sum)| (action, sum.mean())).collect(),
            threats: self.threats.into_iter().filter(|(_, s)| known(s)).map(|(e, sum)| (e, sum.mean())).collect(),
            synergies: self
                .synergies
                .into_iter()
                .filter(|(.., s)| known(s))
                .map(|(a, b, s)| (a, b, s.mean()))
                .collect(),
            potential: potential(self.outs, self.value.count),
        })
    }
}

/// What the draws of so many determinizations are together.
fn potential(outs: Vec<(String, Sum, Sum)>, determinizations: f32) -> Option<Potential> {
    let each = outs.into_iter().map(|(name, chance, value)| {
        // What is not among the draws of a determinization has no chance there.
        Out { name, chance: chance.sum / determinizations, value: value.mean() }
    });
    let mut outs: Vec<Out> = each.collect();
    let all: f32 = outs.iter().map(|out| out.chance).sum();
    if all <= 0.0 {
        return None;
    }
    let mean = outs.iter().map(|out| out.chance * out.value).sum::<f32>() / all;
    let variance = outs.iter().map(|out| out.chance * (out.value - mean).powi(2)).sum::<f32>() / all;
    outs.sort_by(|a, b| b.value.total_cmp(&a.value));
    Some(Potential { mean, deviation: variance.sqrt(), outs })
}

/// All pairs of some entities, or so many of them at random.
fn pairs(there: &[EntityId], most: usize, rng: &mut Rng) -> impl Iterator<Item = (EntityId, EntityId)> {
    let of = |(n, &a): (usize, &EntityId)| there[n + 1..].iter().map(move |&b| (a, b)).collect::<Vec<_>>();
    let mut all: Vec<_> = there.iter().enumerate().flat_map(of).collect();
    if all.len() > most {
        rng.shuffle(&mut all);
        all.truncate(most);
    }
    all.into_iter()
}

/// How many positions are evaluated at once.
const BATCH: usize = 128;

/// Positions whose value is asked for.
struct Questions<S> {
    seat: Seat,
    exact: usize,
    /// Where the first draw after a position begins, and the luck of all others, for each time that chance is asked.
    luck: Vec<(f64, Rng)>,
    leaves: Vec<Leaf<S>>,
    /// For each leaf which question it belongs to, and its part of the answer.
    parts: Vec<(usize, f32)>,
    asked: usize,
    outcomes: Outcomes,
}

impl<S: State> Questions<S> {
    fn new(seat: Seat, how: &Counterfactuals, rng: &mut Rng) -> Self {
        let rolls = how.rolls.max(1);
        let begin = f64::from(rng.unit());
        let luck = (0..rolls).map(|n| ((begin + n as f64 / rolls as f64).fract(), Rng::new(rng.bits()))).collect();
        let (leaves, parts, outcomes) = Default::default();
        Self { seat, exact: how.exact, luck, leaves, parts, asked: 0, outcomes }
    }

    /// Asks for the value of a position; gives the number of the question.
    fn ask(&mut self, state: S) -> usize {
        if state.turn() == Turn::Chance {
            state.outcomes(&mut self.outcomes);
            if self.outcomes.len() <= self.exact {
                let all: Vec<(ActionId, u32)> = self.outcomes.iter().collect();
                let total = self.outcomes.total() as f32;
                for (outcome, weight) in all {
                    let mut after = state.clone();
                    after.play_unchecked(outcome);
                    after.roll_to_decision(&mut self.luck[0].1.clone());
                    self.push(after, weight as f32 / total);
                }
            } else {
                for n in 0..self.luck.len() {
                    let (place, mut luck) = self.luck[n].clone();
                    let mut after = state.clone();
                    after.play_unchecked(self.outcomes.at(place));
                    after.roll_to_decision(&mut luck);
                    self.push(after, 1.0 / self.luck.len() as f32);
                }
            }
        } else {
            self.push(state, 1.0);
        }
        self.asked += 1;
        self.asked - 1
    }

    fn push(&mut self, state: S, part: f32) {
        let mut leaf = Leaf::new(state);
        if leaf.seat().is_some() {
            leaf.state.legal(&mut leaf.legal);
        }
        self.leaves.push(leaf);
        self.parts.push((self.asked, part));
    }

    /// The chance of the seat in each position that was asked about.
    fn answers(mut self, evaluator: &mut dyn Evaluator<S>, rng: &mut Rng) -> Result<Vec<f32>, EvaluatorError> {
        let mut values = vec![0.0; self.asked];
        for leaves in self.leaves.chunks_mut(BATCH) {
            evaluator.evaluate(leaves, rng)?;
        }
        for (leaf, (asked, part)) in self.leaves.iter().zip(self.parts) {
            let (low, high) = leaf.state.spec().score_bounds;
            values[asked] += part * (leaf.scores[self.seat] - low) / (high - low);
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Estimates;
    use hoyle_core::kuhn::{BET, Kuhn, KuhnState, PASS};
    use hoyle_core::prelude::*;
    use hoyle_core::{Game, Scores};

    /// A value function that knows both cards: the higher one wins 1, or 2 after a bet.
    fn by_cards(state: &KuhnState) -> Scores {
        let snapshot = state.snapshot();
        let [Some(a), Some(b)] = snapshot.cards else { return Scores::zero(2) };
        let stake = 1.0 + f32::from(u8::from(snapshot.moves.contains(&true)));
        let first = if a > b { stake } else { -stake };
        Scores::from_slice(&[first, -first])
    }

    fn dealt(first: u16, second: u16) -> KuhnState {
        let mut state = Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap().start();
        [first, second].into_iter().for_each(|card| state.play_unchecked(ActionId(card)));
        state
    }

    fn evaluator() -> Estimates<fn(&KuhnState) -> Scores> {
        Estimates(by_cards)
    }

    #[test]
    fn impacts_are_differences_in_winning_chance() {
        let how = Counterfactuals::default();
        let found = Insight::of_state(&dealt(2, 1), &mut evaluator(), &how, &mut Rng::new(1)).unwrap().unwrap();
        assert_eq!((found.seat, found.value), (Seat(0), 0.75));
        assert_eq!(found.impacts, [(PASS, 0.0), (BET, 0.25)]);
        // Its card can be taken away: with the worst one it would lose.
        assert_eq!(found.threats, [(2, -0.5)]);
        assert!(found.synergies.is_empty() && found.potential.is_none());
        let over = {
            let mut state = dealt(2, 0);
            [PASS, PASS].into_iter().for_each(|action| state.play_unchecked(action));
            state
        };
        assert_eq!(Insight::of_state(&over, &mut evaluator(), &how, &mut Rng::new(1)).unwrap(), None);
    }

    /// With the middle card the other has the best or the worst one: by all that is known it stands even, whatever was dealt.
    #[test]
    fn a_view_tells_no_more_than_it_knows() {
        let how = Counterfactuals { determinizations: 4000, ..Counterfactuals::default() };
        let of = |other| {
            let state = dealt(1, other);
            Insight::of_view(View::new(&state, Seat(0)), &mut evaluator(), &how, &mut Rng::new(3)).unwrap().unwrap()
        };
        assert_eq!(of(0), of(2));
        assert!((of(0).value - 0.5).abs() < 0.02, "{}", of(0).value);
        let state = dealt(1, 0);
        let waits = Insight::of_view(View::new(&state, Seat(1)), &mut evaluator(), &how, &mut Rng::new(3));
        assert_eq!(waits.unwrap(), None, "it is the other's turn");
    }

    /// A value function that only counts: what is worth more the more there is of it, so that any two things have a synergy.
    fn by_count(state: &hoyle_magic::MagicState) -> Scores {
        let mut graph = EntityGraph::new();
        state.entities(Seat(0), &mut graph);
        let worth = (graph.len() as f32 / 200.0).powi(2);
        Scores::from_slice(&[worth, -worth])
    }

    /// What is told is what comes of taking things away one by one and two by two.
    #[test]
    fn threats_and_synergies_are_those_of_positions_without() {
        let game: hoyle_magic::Magic = hoyle_core::options::game_from_settings(&[]).unwrap();
        let (mut rng, mut state, mut legal) = (Rng::new(5), game.start(), ActionSet::new());
        let how = Counterfactuals { pairs: 40, ..Counterfactuals::default() };
        let (mut decisions, mut checked) = (0, 0);
        while let Turn::Seat(seat) = state.roll_to_decision(&mut rng) {
            decisions += 1;
            if decisions % 40 == 0 {
                let count: fn(&hoyle_magic::MagicState) -> Scores = by_count;
                let found = Insight::of_state(&state, &mut Estimates(count), &how, &mut rng).unwrap().unwrap();
                let value = |entities: &[EntityId]| 0.5 + 0.5 * by_count(&state.without(seat, entities).unwrap())[seat];
                let now = value(&[]);
                assert!((found.value - now).abs() < 1e-6);
                for &(entity, threat) in &found.threats {
                    assert!((threat - (value(&[entity]) - now)).abs() < 1e-6, "{entity}");
                }
                for &(a, b, synergy) in &found.synergies {
                    let both = now - value(&[a]) - value(&[b]) + value(&[a, b]);
                    assert!(a < b && (synergy - both).abs() < 1e-6, "{a} {b}");
                    checked += usize::from(synergy != 0.0);
                }
                if let Some(Potential { mean, deviation, outs }) = &found.potential {
                    assert!((outs.iter().map(|out| out.chance).sum::<f32>() - 1.0).abs() < 1e-4);
                    assert!(outs.is_sorted_by(|a, b| a.value >= b.value) && *deviation >= 0.0 && mean.is_finite());
                }
            }
            state.legal(&mut legal);
            state.play_unchecked(legal.random(&mut rng));
        }
        assert!(checked > 50, "{checked} pairs in {decisions} decisions");
    }
}
