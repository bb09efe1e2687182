//! What a move has to do with what is there and with what others may hold: by positions that differ in one thing.

use super::{Instead, Judge};
use crate::evaluate::EvaluatorError;
use hoyle_core::{ActionId, EntityGraph, EntityId, Rng, Seat, State, UnseenCards};
use serde::Serialize;

/// How many determinizations a move and its rival are compared in.
pub(super) const WORLDS: usize = 64;
/// In how many everything is taken away.
const FEW: usize = 8;
/// How many of the greatest threats are looked at again.
const LOOKED_AT: usize = 4;
/// The smallest difference of winning chances that is spoken of.
const WORTH: f32 = 0.01;
/// The fewest determinizations in which a card is held, and in which it is not.
const EACH: usize = 4;
/// By how many standard errors a thing must be worth something, and a card must speak for the move: there are many, and the luckiest
/// of them is looked at.
const ERRORS: f32 = 3.5;

/// A thing on the table, and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thing {
    /// Its number in the graph of the seat.
    pub entity: EntityId,
    /// Its name.
    pub name: String,
    /// By how much the seat's chance would rise if it were gone; below 0 if the seat would miss it.
    pub threat: f32,
}

/// A hidden card that a move is better against than the other move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Around {
    /// Who may hold it.
    pub seat: Seat,
    /// Its name.
    pub card: String,
    /// How likely that is, as the search dealt it.
    pub chance: f32,
    /// By how much the move is better than the other one where it is held.
    pub held: f32,
    /// The same where it is not.
    pub missing: f32,
}

/// What things have to do with a move.
#[derive(Default)]
pub(super) struct Things {
    pub answers: Option<Thing>,
    pub uses: Option<Thing>,
    pub danger: Option<Thing>,
}

/// What everything on the table is worth, and what of it the move is aimed at and done with.
///
/// Everything is taken away in a few determinizations first, and then, in all of them, what seems to be worth most and what the move
/// has to do with. What an evaluator by rollouts says differs from one to the next: a thing counts if it is worth something by
/// several standard errors.
pub(super) fn things<S: State>(
    judge: &mut Judge<'_, '_, S>,
    worlds: &[S],
    action: ActionId,
) -> Result<Things, EvaluatorError> {
    let view = judge.view;
    let mut graph = EntityGraph::new();
    view.entities(&mut graph);
    let candidate = graph.candidates().iter().find(|candidate| candidate.action == action);
    let targets: Vec<EntityId> = candidate.into_iter().flat_map(|candidate| candidate.targets).flatten().collect();
    let source = candidate.and_then(|candidate| candidate.source);
    let (few, more) = worlds.split_at(FEW.min(worlds.len()));
    let mut threats: Vec<Vec<f32>> = vec![Vec::new(); graph.len()];
    let everything: Vec<EntityId> = (0..graph.len() as EntityId).collect();
    take_away(judge, few, &everything, &mut threats)?;
    let mut by_threat: Vec<EntityId> =
        everything.into_iter().filter(|&entity| !threats[entity as usize].is_empty()).collect();
    let sum = |entity: EntityId| threats[entity as usize].iter().sum::<f32>();
    by_threat.sort_by(|&a, &b| sum(b).total_cmp(&sum(a)));
    by_threat.truncate(LOOKED_AT);
    by_threat.extend(targets.iter().chain(&source));
    by_threat.sort_unstable();
    by_threat.dedup();
    take_away(judge, more, &by_threat, &mut threats)?;
    let thing = |entity: EntityId| {
        let mean = Mean::of(threats[entity as usize].iter().copied())?;
        let mut name = String::new();
        view.entity_text(entity, &mut name);
        let is_known = !name.is_empty() && mean.mean.abs() >= ERRORS * mean.error;
        is_known.then_some(Thing { entity, name, threat: mean.mean })
    };
    let greatest = |a: &Thing, b: &Thing| a.threat.total_cmp(&b.threat);
    let answers = targets.into_iter().filter_map(thing).max_by(greatest).filter(|thing| thing.threat >= WORTH);
    let uses = source.and_then(thing).filter(|thing| thing.threat <= -WORTH);
    let danger = by_threat.into_iter().filter_map(thing).max_by(greatest).filter(|thing| thing.threat >= WORTH);
    Ok(Things { answers, uses, danger })
}

/// Takes each of these entities away in each world, and adds what the seat's chance rises by.
fn take_away<S: State>(
    judge: &mut Judge<'_, '_, S>,
    worlds: &[S],
    entities: &[EntityId],
    threats: &mut [Vec<f32>],
) -> Result<(), EvaluatorError> {
    let seat = judge.view.seat();
    for world in worlds {
        let luck = Rng::new(judge.rng.bits());
        let without = |&entity: &EntityId| Some((entity, world.without(seat, &[entity])?));
        let (missing, mut positions): (Vec<EntityId>, Vec<(S, Rng)>) =
            entities.iter().filter_map(without).map(|(entity, state)| (entity, (state, luck.clone()))).unzip();
        if missing.is_empty() {
            continue;
        }
        positions.push((world.clone(), luck));
        let values = judge.values(positions)?;
        let now = values[missing.len()];
        missing.into_iter().zip(values).for_each(|(entity, value)| threats[entity as usize].push(value - now));
    }
    Ok(())
}

/// The hidden card that speaks most for a move and against another one.
pub(super) fn around<S: State>(
    judge: &mut Judge<'_, '_, S>,
    worlds: &[S],
    action: ActionId,
    other: &Instead,
) -> Result<Option<Around>, EvaluatorError> {
    let view = judge.view;
    let mut unseen = UnseenCards::default();
    view.unseen(&mut unseen);
    if unseen.is_empty() {
        return Ok(None);
    }
    let (mut positions, mut hands) = (Vec::new(), Vec::new());
    for world in worlds {
        let mut held = Vec::new();
        world.held(view.seat(), &mut held);
        hands.push(held);
        // Both moves meet the same luck.
        let luck = Rng::new(judge.rng.bits());
        for action in [action, other.id] {
            let mut after = world.clone();
            after.play_unchecked(action);
            positions.push((after, luck.clone()));
        }
    }
    let values = judge.values(positions)?;
    let better: Vec<f32> = values.chunks_exact(2).map(|pair| pair[0] - pair[1]).collect();
    let mut best: Option<(f32, Around)> = None;
    for (n, card) in unseen.cards.iter().enumerate() {
        let holds = |hand: &Vec<u8>| hand.get(n).is_some_and(|&copies| copies > 0);
        let of = |held: bool| better.iter().zip(&hands).filter(move |(_, hand)| holds(hand) == held).map(|(&d, _)| d);
        let (Some(with), Some(without)) = (Mean::of(of(true)), Mean::of(of(false))) else { continue };
        let errors = (with.mean - without.mean) / (with.error.powi(2) + without.error.powi(2)).sqrt().max(1e-6);
        let counts = with.mean >= WORTH && with.mean - without.mean >= WORTH && errors >= ERRORS;
        if counts && best.as_ref().is_none_or(|(most, _)| errors > *most) {
            let mut name = String::new();
            view.unseen_text(n, &mut name);
            let chance = with.count as f32 / worlds.len() as f32;
            let (held, missing) = (with.mean, without.mean);
            best = Some((errors, Around { seat: card.seat, card: name, chance, held, missing }));
        }
    }
    Ok(best.map(|(_, around)| around))
}

/// A mean and its standard error.
struct Mean {
    count: usize,
    mean: f32,
    error: f32,
}

impl Mean {
    /// None of too few numbers.
    fn of(numbers: impl Iterator<Item = f32> + Clone) -> Option<Self> {
        let count = numbers.clone().count();
        if count < EACH {
            return None;
        }
        let mean = numbers.clone().sum::<f32>() / count as f32;
        let squares: f32 = numbers.map(|x| (x - mean).powi(2)).sum();
        Some(Self { count, mean, error: (squares / (count - 1) as f32 / count as f32).sqrt() })
    }
}
