//! Threats and synergies as heads say them, against counterfactual positions; and what it helps to take the greatest threat away.

use super::spread::{Interval, rank_correlation};
use super::{Moment, StudySettings, play};
use crate::heads::{SYNERGY, THREAT};
use crate::model::Model;
use crate::player::{NetEvaluator, NetworkRunner, draw, shares};
use hoyle_core::{ActionId, ActionSet, EntityGraph, EntityId, Game, Rng, Seat, State, Turn, View};
use hoyle_search::{Counterfactuals, Insight};
use serde::Serialize;

/// What is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct InsightSettings {
    /// The games.
    pub study: StudySettings,
    /// The share of decisions that are looked at.
    pub share: f32,
    /// How often a game is played on without an entity.
    pub playouts: usize,
    /// The feature by which the rival of the greatest threat is chosen: of the others' entities that have it, the one with the most.
    pub rival: String,
}

/// How heads agree with counterfactual positions, and what comes of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InsightReport {
    /// How many games were played.
    pub games: u64,
    /// Of which seed.
    pub seed: u64,
    /// How many decisions were looked at.
    pub decisions: u64,
    /// The rank correlation of threats as they are said and as counterfactuals tell: its mean over decisions.
    pub threat: Interval,
    /// At how many decisions there were three threats at least.
    pub threat_decisions: u64,
    /// The same of synergies.
    pub synergy: Interval,
    /// At how many decisions there were three pairs at least.
    pub synergy_decisions: u64,
    /// The deletion test; none where no entity has the rival's feature.
    pub deletion: Option<Deletion>,
}

/// What it helps to take away the entity that is called the greatest threat, beside the one with the most of a feature, in winning chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deletion {
    /// The feature.
    pub feature: String,
    /// At how many decisions there were two to choose from at least.
    pub decisions: u64,
    /// At how many of them the two are not the same.
    pub differ: u64,
    /// What the greatest threat is worth by the value of the network, where they differ.
    pub threat_by_value: Interval,
    /// What the rival is worth.
    pub rival_by_value: Interval,
    /// By how much more the former helps.
    pub more_by_value: Interval,
    /// The same by games that are played on; none if there are no playouts.
    pub more_by_games: Option<Interval>,
}

/// Sums over a game: correlations of threats and how many, the same of synergies; decisions with a choice, those that differ, what the threat
/// and the rival are worth by value, the difference by games.
type Sums = [f64; 10];

struct Looks {
    evaluator: NetEvaluator,
    plain: NetworkRunner,
    graph: EntityGraph,
    /// For each kind of entity where the rival's feature and the one that marks the observer's own stand.
    features: Vec<Option<[usize; 2]>>,
    sums: Sums,
}

/// Plays games by a model and measures its heads; none if it has not both of them.
pub fn insight<G: Game>(game: G, model: &Model, settings: &InsightSettings) -> Option<InsightReport> {
    let has = |name| model.about.heads.iter().any(|head| head.name == name);
    if !has(THREAT.name) || !has(SYNERGY.name) {
        return None;
    }
    let runner = || NetworkRunner::asking(&model.network, model.weights.clone(), &[THREAT.name, SYNERGY.name]);
    let kinds = game.spec().graph.kinds.iter().map(|kind| {
        let place = |name: &str| kind.features.iter().position(|feature| feature.name == name);
        Some([place(&settings.rival)?, place("own")?])
    });
    let features: Vec<_> = kinds.collect();
    let begin = || Looks {
        evaluator: NetEvaluator(NetworkRunner::new(model)),
        plain: NetworkRunner::new(model),
        graph: EntityGraph::new(),
        features: features.clone(),
        sums: [0.0; 10],
    };
    let looked = play(
        game,
        &runner,
        &settings.study,
        &begin,
        &|looks, moment, rng| {
            if rng.unit() < settings.share {
                looks.look(moment, settings, rng);
            }
        },
        &Looks::end,
    );
    let (games, decisions): (Vec<Sums>, Vec<u64>) = looked.into_iter().unzip();
    Some(report(&games, decisions.iter().sum(), settings))
}

/// How much is asked about each position.
const COUNTERFACTUALS: Counterfactuals = Counterfactuals { exact: 6, rolls: 2, pairs: 64, determinizations: 1 };

impl Looks {
    /// The sums over a game, and how many decisions were looked at.
    fn end(&mut self) -> (Sums, u64) {
        let sums = std::mem::take(&mut self.sums);
        (sums, sums[9] as u64)
    }

    fn look<S: State>(&mut self, moment: &Moment<'_, S>, settings: &InsightSettings, rng: &mut Rng) {
        // Networks always answer, and it is the seat's turn.
        let Ok(Some(found)) = Insight::of_state(moment.state, &mut self.evaluator, &COUNTERFACTUALS, rng) else {
            return;
        };
        let (Some(threats), Some(synergies)) = (moment.said.head(THREAT.name, 0), moment.said.head(SYNERGY.name, 0))
        else {
            return;
        };
        self.sums[9] += 1.0;
        let entities = threats.len();
        let pairs = |said: &dyn Fn(usize) -> f32, found: &[f32]| {
            let said: Vec<f32> = (0..found.len()).map(said).collect();
            rank_correlation(&said, found)
        };
        let were: Vec<f32> = found.threats.iter().map(|threat| threat.1).collect();
        if let Some(agrees) = pairs(&|n| threats[found.threats[n].0 as usize], &were) {
            self.sums[0] += agrees;
            self.sums[1] += 1.0;
        }
        let were: Vec<f32> = found.synergies.iter().map(|synergy| synergy.2).collect();
        let said = |n: usize| {
            let (a, b, _) = found.synergies[n];
            let (a, b) = (a as usize, b as usize);
            0.5 * (synergies[a * entities + b] + synergies[b * entities + a])
        };
        if let Some(agrees) = pairs(&said, &were) {
            self.sums[2] += agrees;
            self.sums[3] += 1.0;
        }
        self.delete(moment, &found, threats, settings.playouts, rng);
    }

    /// The deletion test.
    fn delete<S: State>(
        &mut self,
        moment: &Moment<'_, S>,
        found: &Insight,
        said: &[f32],
        playouts: usize,
        rng: &mut Rng,
    ) {
        moment.state.entities(moment.seat, &mut self.graph);
        let (graph, features) = (&self.graph, &self.features);
        let feature = |entity: EntityId| {
            let [rival, own] = features[graph.kinds()[entity as usize] as usize]?;
            let row = graph.row(entity);
            (row[own] == 0.0).then(|| row[rival])
        };
        let choices: Vec<(EntityId, f32, f32)> =
            found.threats.iter().filter_map(|&(entity, worth)| Some((entity, worth, feature(entity)?))).collect();
        if choices.len() < 2 {
            return;
        }
        self.sums[4] += 1.0;
        let most = |of: &dyn Fn(&(EntityId, f32, f32)) -> f32| {
            choices.iter().max_by(|a, b| of(a).total_cmp(&of(b))).copied().expect("there are two")
        };
        let (threat, rival) = (most(&|choice| said[choice.0 as usize]), most(&|choice| choice.2));
        if threat.0 == rival.0 {
            return;
        }
        self.sums[5] += 1.0;
        self.sums[6] += f64::from(threat.1);
        self.sums[7] += f64::from(rival.1);
        let luck = Rng::new(rng.bits());
        let mut without = |entity| {
            let left = moment.state.without(moment.seat, &[entity])?;
            Some(played_on(&left, moment.seat, &mut self.plain, playouts, &mut luck.clone()))
        };
        if let (Some(threat), Some(rival)) = (without(threat.0), without(rival.0)) {
            self.sums[8] += threat - rival;
        }
    }
}

/// What a seat gets in the mean if a network plays on for all, so many times in step.
fn played_on<S: State>(from: &S, seat: Seat, runner: &mut NetworkRunner, playouts: usize, rng: &mut Rng) -> f64 {
    let mut games: Vec<(S, Rng)> = (0..playouts).map(|_| (from.clone(), Rng::new(rng.bits()))).collect();
    let (mut sum, mut legal) = (0.0, ActionSet::new());
    while !games.is_empty() {
        runner.clear();
        games.retain_mut(|(state, rng)| {
            loop {
                match state.roll_to_decision(rng) {
                    Turn::Seat(mover) => {
                        state.legal(&mut legal);
                        if legal.len() > 1 {
                            runner.push(View::new(state, mover), &legal);
                            return true;
                        }
                        state.play_unchecked(legal.first().unwrap_or(ActionId(0)));
                    }
                    _ => {
                        sum += f64::from(shares(state.spec(), &state.scores())[seat.index()]);
                        return false;
                    }
                }
            }
        });
        runner.infer();
        for (row, (state, rng)) in games.iter_mut().enumerate() {
            let place = draw(runner.output().logits(row), 1.0, rng);
            state.play_unchecked(ActionId(runner.actions(row)[place]));
        }
    }
    sum / playouts.max(1) as f64
}

fn report(games: &[Sums], decisions: u64, settings: &InsightSettings) -> InsightReport {
    let sum = |n: usize| games.iter().map(|sums| sums[n]).sum::<f64>();
    let mean = |n: usize, of: usize| Interval::of_sums(games, move |sums| sums[n] / sums[of]);
    let deletion = (sum(4) > 0.0).then(|| Deletion {
        feature: settings.rival.clone(),
        decisions: sum(4) as u64,
        differ: sum(5) as u64,
        threat_by_value: mean(6, 5),
        rival_by_value: mean(7, 5),
        more_by_value: Interval::of_sums(games, |sums| (sums[6] - sums[7]) / sums[5]),
        more_by_games: (settings.playouts > 0).then(|| mean(8, 5)),
    });
    InsightReport {
        games: settings.study.games,
        seed: settings.study.seed,
        decisions,
        threat: mean(0, 1),
        threat_decisions: sum(1) as u64,
        synergy: mean(2, 3),
        synergy_decisions: sum(3) as u64,
        deletion,
    }
}
