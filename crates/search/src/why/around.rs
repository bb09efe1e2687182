//! What a move has to do with what is there and with what others may hold: by positions that differ in one thing.

use super::{Instead, Judge};
use crate::evaluate::EvaluatorError;
use hoyle_core::{ActionId, EntityGraph, EntityId, Rng, Seat, State, UnseenCards};
use serde::Serialize;

/// How many determinizations a move and its rival are compared in.
pub(super) const WORLDS: usize = 64;
/// In how many a thing is taken away.
const FEW: usize = 4;
/// The smallest difference of winning chances that is spoken of.
const WORTH: f32 = 0.01;
/// The fewest determinizations in which a card is held, and in which it is not.
const EACH: usize = 4;
/// By how many standard errors a card must speak for the move: there are many cards, and the luckiest of them is looked at.
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
pub(super) fn things<S: State>(
    judge: &mut Judge<'_, '_, S>,
    worlds: &[S],
    action: ActionId,
) -> Result<Things, EvaluatorError> {
    let view = judge.view;
    let seat = view.seat();
    let mut graph = EntityGraph::new();
    view.entities(&mut graph);
    let entities = graph.len() as EntityId;
    let mut threats: Vec<(f32, usize)> = vec![(0.0, 0); entities.into()];
    for world in worlds.iter().take(FEW) {
        let (mut missing, mut positions) = (Vec::new(), Vec::new());
        for entity in 0..entities {
            if let Some(mut without) = world.without(seat, &[entity]) {
                without.roll_to_decision(&mut Rng::new(0));
                missing.push(entity);
                positions.push(without);
            }
        }
        if missing.is_empty() {
            return Ok(Things::default());
        }
        positions.push(world.clone());
        let values = judge.values(positions)?;
        let now = values[missing.len()];
        for (entity, value) in missing.into_iter().zip(values) {
            let (sum, count) = &mut threats[usize::from(entity)];
            (*sum, *count) = (*sum + value - now, *count + 1);
        }
    }
    let thing = |entity: EntityId| {
        let (sum, count) = threats[usize::from(entity)];
        let mut name = String::new();
        view.entity_text(entity, &mut name);
        let is_known = count > 0 && !name.is_empty();
        is_known.then(|| Thing { entity, name, threat: sum / count as f32 })
    };
    let candidate = graph.candidates().iter().find(|candidate| candidate.action == action);
    let targets = candidate.into_iter().flat_map(|candidate| candidate.targets).flatten().filter_map(thing);
    let by_threat = |a: &Thing, b: &Thing| a.threat.total_cmp(&b.threat);
    let answers = targets.max_by(by_threat).filter(|thing| thing.threat >= WORTH);
    let uses = candidate.and_then(|candidate| thing(candidate.source?)).filter(|thing| thing.threat <= -WORTH);
    let danger = (0..entities).filter_map(thing).max_by(by_threat).filter(|thing| thing.threat >= WORTH);
    Ok(Things { answers, uses, danger })
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
            after.roll_to_decision(&mut luck.clone());
            positions.push(after);
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
