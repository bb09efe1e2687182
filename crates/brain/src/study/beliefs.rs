//! What a network believes of hidden hands, against counting.

use super::spread::Interval;
use super::{Moment, StudySettings, play};
use crate::hands::{HandLaw, HiddenCard, hands};
use crate::heads::BELIEF;
use crate::model::Model;
use crate::player::NetworkRunner;
use hoyle_core::{Game, State, UnseenCards};
use serde::Serialize;

/// Beliefs and counting, held against what hands really held. A card is a kind of card that a hidden hand may hold; what is said of it
/// is the chance that the hand holds at least one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BeliefReport {
    /// How many games were played.
    pub games: u64,
    /// Of which seed.
    pub seed: u64,
    /// At how many decisions something was hidden.
    pub decisions: u64,
    /// Of how many cards something was said there.
    pub cards: u64,
    /// All of them together.
    pub all: Compared,
    /// The same by the tenths of the games.
    pub parts: Vec<Part>,
    /// What came of it where a chance was said to be so large.
    pub reliability: Vec<Bin>,
}

/// Losses of what is believed beside those of counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Compared {
    /// The mean of -ln of the chance that was said of what was true, card by card.
    pub log_loss: f64,
    /// The same by counting alone.
    pub log_loss_by_count: f64,
    /// By which share the former is less.
    pub log_loss_better: Interval,
    /// The mean square of the error, card by card.
    pub brier: f64,
    /// The same by counting alone.
    pub brier_by_count: f64,
    /// By which share the former is less.
    pub brier_better: Interval,
    /// How surprising whole hands were, for each card that they held.
    pub surprise: f64,
    /// The same by counting alone.
    pub surprise_by_count: f64,
}

/// A tenth of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Part {
    /// Which, from 0 on.
    pub tenth: usize,
    /// Of how many cards something was said.
    pub cards: u64,
    /// What came of it.
    pub compared: Compared,
}

/// The cards of which a chance in this range was said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bin {
    /// The least chance.
    pub from: f64,
    /// The largest.
    pub to: f64,
    /// How many cards.
    pub cards: u64,
    /// The mean of what was said.
    pub said: f64,
    /// How often it was true.
    pub was: f64,
}

const TENTHS: usize = 10;
/// Sums: cards, log losses, squares, cards in hands, surprise; of the pairs the belief's comes first.
type Sums = [f64; 8];

/// What was seen of a game.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// For each decision its place among those of the game, and sums.
    decisions: Vec<(u32, Sums)>,
    bins: [[f64; 3]; TENTHS],
}

#[derive(Default)]
struct Looks {
    seen: Seen,
    unseen: UnseenCards,
    held: Vec<u8>,
}

/// Plays games by a model and measures its beliefs; none if it has none.
pub fn beliefs<G: Game>(game: G, model: &Model, settings: &StudySettings) -> Option<BeliefReport> {
    let runner = || NetworkRunner::asking(&model.network, model.weights.clone(), &[BELIEF.name]);
    model.about.heads.iter().find(|head| head.name == BELIEF.name)?;
    let seen = play(game, &runner, settings, &Looks::default, &|looks, moment, _| looks.look(moment), &|looks| {
        std::mem::take(&mut looks.seen)
    });
    Some(report(&seen, settings))
}

impl Looks {
    fn look<S: State>(&mut self, moment: &Moment<'_, S>) {
        let Self { seen, unseen, held } = self;
        moment.state.unseen(moment.seat, unseen);
        moment.state.held(moment.seat, held);
        let (Some(cards), Some(tilts)) = (HiddenCard::all(&unseen.cards, held), moment.said.head(BELIEF.name, 0))
        else {
            return;
        };
        let mut sums = [0.0; 8];
        for hand in hands(&cards) {
            let (own, tilts) = (&cards[hand.clone()], &tilts[hand]);
            let size: usize = own.iter().map(|card| usize::from(card.held)).sum();
            let laws = [HandLaw::new(own, tilts, size), HandLaw::new(own, &vec![0.0; own.len()], size)];
            for (kind, card) in own.iter().enumerate() {
                // Of what is certain there is nothing to believe.
                if card.expected <= 0.0 || card.expected >= card.copies {
                    continue;
                }
                let was = f64::from(u8::from(card.held > 0));
                let said = laws.each_ref().map(|law| (1.0 - law.counts(kind)[0]).clamp(1e-6, 1.0 - 1e-6));
                sums[0] += 1.0;
                for (n, said) in said.into_iter().enumerate() {
                    sums[1 + n] -= (was * said + (1.0 - was) * (1.0 - said)).ln();
                    sums[3 + n] += (said - was).powi(2);
                }
                let bin = &mut seen.bins[((said[0] * TENTHS as f64) as usize).min(TENTHS - 1)];
                [1.0, said[0], was].into_iter().zip(bin).for_each(|(x, sum)| *sum += x);
            }
            let surprise = laws.map(|law| -law.log_chance(own.iter().map(|card| card.held)));
            if surprise.iter().all(|surprise| surprise.is_finite()) {
                sums[5] += size as f64;
                sums[6] += surprise[0];
                sums[7] += surprise[1];
            }
        }
        seen.decisions.push((moment.ply, sums));
    }
}

fn report(seen: &[Seen], settings: &StudySettings) -> BeliefReport {
    let sums = |wanted: &dyn Fn(usize) -> bool| -> Vec<Sums> {
        let of = |game: &Seen| {
            let last = game.decisions.last().map_or(0, |(ply, _)| *ply as usize);
            let mut sums = [0.0; 8];
            for (ply, own) in &game.decisions {
                if wanted(*ply as usize * TENTHS / (last + 1)) {
                    sums.iter_mut().zip(own).for_each(|(sum, x)| *sum += x);
                }
            }
            sums
        };
        seen.iter().map(of).collect()
    };
    let part = |tenth| {
        let games = sums(&|other| other == tenth);
        Part { tenth, cards: cards(&games), compared: compare(&games) }
    };
    let bin = |n: usize| {
        let [cards, said, was] = [0, 1, 2].map(|what| seen.iter().map(|game| game.bins[n][what]).sum::<f64>());
        let (from, to) = (n as f64 / TENTHS as f64, (n + 1) as f64 / TENTHS as f64);
        Bin { from, to, cards: cards as u64, said: said / cards.max(1.0), was: was / cards.max(1.0) }
    };
    let all = sums(&|_| true);
    BeliefReport {
        games: settings.games,
        seed: settings.seed,
        decisions: seen.iter().map(|game| game.decisions.len() as u64).sum(),
        cards: cards(&all),
        all: compare(&all),
        parts: (0..TENTHS).map(part).collect(),
        reliability: (0..TENTHS).map(bin).collect(),
    }
}

fn cards(games: &[Sums]) -> u64 {
    games.iter().map(|sums| sums[0]).sum::<f64>() as u64
}

fn compare(games: &[Sums]) -> Compared {
    let sum = |n: usize| games.iter().map(|sums| sums[n]).sum::<f64>();
    let mean = |n: usize, of: usize| sum(n) / sum(of).max(1.0);
    Compared {
        log_loss: mean(1, 0),
        log_loss_by_count: mean(2, 0),
        log_loss_better: Interval::of_sums(games, |sums| 1.0 - sums[1] / sums[2]),
        brier: mean(3, 0),
        brier_by_count: mean(4, 0),
        brier_better: Interval::of_sums(games, |sums| 1.0 - sums[3] / sums[4]),
        surprise: mean(6, 5),
        surprise_by_count: mean(7, 5),
    }
}
