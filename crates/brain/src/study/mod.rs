//! How good heads are that play does not show: beliefs about hidden hands, threats, synergies.
//!
//! A study plays games that nobody was trained on, by the network's own policy, and holds what its heads say against what is true, or
//! against counterfactual positions. What is independent are games: intervals are those of a bootstrap over games.
//!
//! | file | idea |
//! |---|---|
//! | `beliefs.rs` | what is believed of hidden hands, against counting |
//! | `insight.rs` | threats and synergies against counterfactuals, and what it helps to take the greatest threat away |
//! | `spread.rs` | bootstrap, ranks |
//! | `page.rs` | beliefs as a page |

mod beliefs;
mod insight;
mod page;
mod spread;

pub use beliefs::{BeliefReport, Bin, Compared, Part, beliefs};
pub use insight::{Deletion, InsightReport, InsightSettings, insight};
pub use page::page;
pub use spread::Interval;

use crate::network::NetworkOutput;
use crate::player::{NetworkRunner, draw};
use crate::train::threads::on_threads;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Game, Rng, Seat, Turn, View};

/// Which games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StudySettings {
    /// How many games.
    pub games: u64,
    /// Their luck. The streams are none that training plays.
    pub seed: u64,
    /// How many threads play. The result does not depend on it.
    pub threads: usize,
    /// With 0 the network plays what it finds best, with 1 it draws by its probabilities.
    pub temperature: f32,
}

impl Default for StudySettings {
    fn default() -> Self {
        Self { games: 100, seed: 0, threads: 1, temperature: 1.0 }
    }
}

/// A decision of a game that is studied.
struct Moment<'a, S> {
    state: &'a S,
    seat: Seat,
    /// How many decisions of anybody came before.
    ply: u32,
    /// What the network says; its row is 0.
    said: &'a NetworkOutput,
}

/// Plays games and looks at each decision where there is a choice. Each thread looks with what `begin` gives it; each game gives what
/// `end` makes of what was seen, in the order of the games.
fn play<G: Game, L, T: Send + Sync>(
    game: G,
    runner: &(dyn Fn() -> NetworkRunner + Sync),
    settings: &StudySettings,
    begin: &(dyn Fn() -> L + Sync),
    look: &(impl Fn(&mut L, &Moment<'_, G::State>, &mut Rng) + Sync),
    end: &(dyn Fn(&mut L) -> T + Sync),
) -> Vec<T> {
    let threads = settings.threads.max(1);
    let share = |thread: usize| {
        let (mut looks, mut runner, mut legal) = (begin(), runner(), ActionSet::new());
        let mut played = Vec::new();
        for number in (thread as u64..settings.games).step_by(threads) {
            let mut rng = Rng::stream(settings.seed, number);
            // What is looked at does not change how the game goes.
            let mut aside = Rng::stream(rng.clone().bits(), 1);
            let (mut state, mut ply) = (game.start(), 0);
            while let Turn::Seat(seat) = state.roll_to_decision(&mut rng) {
                state.legal(&mut legal);
                let mut action = legal.first().unwrap_or(ActionId(0));
                if legal.len() > 1 {
                    runner.clear();
                    runner.push(View::new(&state, seat), &legal);
                    runner.infer();
                    let (said, actions) = (runner.output(), runner.actions(0));
                    look(&mut looks, &Moment { state: &state, seat, ply, said }, &mut aside);
                    action = ActionId(actions[draw(said.logits(0), settings.temperature, &mut rng)]);
                    ply += 1;
                }
                state.play_unchecked(action);
            }
            played.push(end(&mut looks));
        }
        played
    };
    let mut parts: Vec<_> = on_threads(threads, share).into_iter().map(Vec::into_iter).collect();
    // Game `n` was the `n / threads`th of its thread.
    (0..settings.games as usize).filter_map(|n| parts[n % threads].next()).collect()
}
