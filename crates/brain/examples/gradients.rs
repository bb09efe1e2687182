//! Writes what another library must agree with: models, positions, answers and gradients.
//!
//! `cargo run -p hoyle-brain --features train --example gradients -- FOLDER`
//!
//! The folder gets a folder for each case, with
//!
//! - `model.safetensors`: a model with drawn weights,
//! - `positions.jsonl`: a position of random games on each line; its row is what the seat to move sees,
//! - `answers.json`: the actions of each row with what inference and training say about them, and the loss,
//! - `gradients.safetensors`: the gradients of the loss, under the names of the weights.
//!
//! The loss is the sum of these, each over rows `r` from 0:
//!
//! - the mean of `-sum(target * log_softmax(logits))`, where the target of candidate `n` is `1 + (r + n) % 3` divided by the
//!   sum of that over the row's candidates,
//! - the mean of `-log_softmax(values)[r % 3 % seats]`: not all seats alike, or little would be left of the gradient,
//! - the mean of `(extra - 0.5)^2` over rows and both numbers,
//! - if there is a quality, the mean of `sum(target * (quality - 0.5)^2)`.

use burn::activation::log_softmax;
use hoyle_brain::gradient::{Graph, Outputs};
use hoyle_brain::{
    About, Answers, Desk, GraphConfig, MODEL_FILE, Model, Network, NetworkConfig, Rows, TensorConfig, Trained, Weights,
};
use hoyle_core::options::game_from_settings;
use hoyle_core::{ActionSet, Game, Rng, State, Turn, View, save};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// How many rows a case has.
const ROWS: usize = 24;

/// Positions of random games at which there is something to choose, the games taken in turn.
fn positions<G: Game>(games: &[G], rng: &mut Rng) -> Vec<(usize, G::State)> {
    let (mut positions, mut legal) = (Vec::new(), ActionSet::new());
    for n in (0..games.len()).cycle() {
        let mut state = games[n].start();
        let mut taken = 0;
        while state.turn() != Turn::Over && taken < 4 {
            if state.turn() == Turn::Chance {
                state.roll(rng);
                continue;
            }
            state.legal(&mut legal);
            if legal.len() > 1 && rng.below(15) == 0 {
                positions.push((n, state.clone()));
                taken += 1;
                if positions.len() == ROWS {
                    return positions;
                }
            }
            state.play(legal.random(rng));
        }
    }
    positions
}

/// Drawn weights with biases and norms away from where they begin.
fn drawn(network: &Network, rng: &mut Rng) -> Weights {
    let mut weights = network.declaration().draw(rng);
    weights.0.iter_mut().for_each(|weight| *weight += 0.1 * (rng.unit() - 0.5));
    weights
}

/// The loss that the head of this file describes, with its gradients.
fn learn(network: &Network, rows: &Rows, weights: &Weights) -> (f32, Weights) {
    let mut graph = Graph::new(weights);
    let Outputs { logits, values, extra, quality } = network.forward(&mut graph, rows);
    let (count, seats) = (rows.len(), network.seats());
    let [_, most] = logits.dims();
    let mut targets = vec![0.0; count * most];
    for (row, targets) in targets.chunks_exact_mut(most).enumerate() {
        let own = &mut targets[..rows.actions(row).len()];
        (0..).zip(own.iter_mut()).for_each(|(n, target)| *target = (1 + (row + n) % 3) as f32);
        let sum: f32 = own.iter().sum();
        own.iter_mut().for_each(|target| *target /= sum);
    }
    let mut winners = vec![0.0; count * seats];
    (0..count).for_each(|row| winners[row * seats + row % 3 % seats] = 1.0);
    let targets = graph.data(targets, [count, most]);
    let winners = graph.data(winners, [count, seats]);
    let mean = 1.0 / count as f32;
    let policy = (log_softmax(logits, 1) * targets.clone()).sum() * -mean;
    let value = (log_softmax(values, 1) * winners).sum() * -mean;
    let mut loss = policy + value + (extra - 0.5).powi_scalar(2).mean();
    if let Some(quality) = quality {
        loss = loss + ((quality - 0.5).powi_scalar(2) * targets).sum() * mean;
    }
    let number = loss.clone().into_data().try_to_vec::<f32>().unwrap_or_default()[0];
    let mut gradients = Weights::zeros(network.declaration());
    graph.backward(&loss, &mut gradients);
    (number, gradients)
}

fn write<G: Game>(
    to: &Path,
    name: &str,
    games: &[G],
    config: &NetworkConfig,
    layout: &str,
) -> Result<(), Box<dyn Error>> {
    let mut rng = Rng::new(5);
    let spec = games[0].spec();
    let network = Network::new(config, spec, layout);
    let (mut rows, mut desk, mut legal) = (network.rows(), Desk::default(), ActionSet::new());
    let mut lines = String::new();
    for (n, state) in positions(games, &mut rng) {
        let Turn::Seat(seat) = state.turn() else { continue };
        state.legal(&mut legal);
        network.encode(View::new(&state, seat), &legal, &mut desk, &mut rows);
        lines.push_str(&save::to_json(&games[n], &state));
        lines.push('\n');
    }
    let weights = Arc::new(drawn(&network, &mut rng));
    let (loss, gradients) = learn(&network, &rows, &weights);

    let (mut played, mut plain) = (Answers::default(), Answers::default());
    network.engine(weights.clone()).infer(&rows, &mut played);
    network.engine(weights.clone()).plain().infer(&rows, &mut plain);
    let Outputs { extra, quality, .. } = network.forward(&mut Graph::new(&weights), &rows);
    let extra = extra.into_data().try_to_vec::<f32>()?;
    let quality = quality.map(|quality| quality.into_data().try_to_vec::<f32>()).transpose()?;
    let answers = (0..rows.len()).map(|row| {
        let count = rows.actions(row).len();
        let quality = quality.as_ref().map(|all| &all[row * (all.len() / rows.len())..][..count]);
        serde_json::json!({
            "actions": rows.actions(row),
            "logits": plain.logits(row),
            "played": played.logits(row),
            "values": plain.values(row),
            "extra": &extra[row * 2..][..2],
            "quality": quality,
        })
    });
    let answers = serde_json::json!({ "loss": loss, "rows": answers.collect::<Vec<_>>() });

    let folder = to.join(name);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("positions.jsonl"), lines)?;
    fs::write(folder.join("answers.json"), answers.to_string())?;
    let about = About::new(config, &network, spec, Trained::default());
    let model = |weights| Model { network: network.clone(), weights, about: about.clone() };
    model(weights.clone()).save(&folder.join(MODEL_FILE))?;
    model(Arc::new(gradients)).save(&folder.join("gradients.safetensors"))?;
    println!("{name}: {} rows, {} numbers, loss {loss}", rows.len(), weights.0.len());
    Ok(())
}

fn load<G: Game>(settings: &[(&str, &str)]) -> G {
    let pairs: Vec<_> = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    game_from_settings(&pairs).expect("the settings are correct")
}

fn main() -> Result<(), Box<dyn Error>> {
    let to = std::env::args_os().nth(1).ok_or("name a folder to write to")?;
    let to = Path::new(&to);
    let tensor = |parts, embeddings| {
        NetworkConfig::Tensor(TensorConfig { width: 16, trunk: 24, parts, embeddings, ..TensorConfig::default() })
    };
    let graph = |relations, card_ids, parameters| {
        let sizes = GraphConfig { width: 16, id_dropout: 0.0, ..GraphConfig::default() };
        NetworkConfig::Graph(GraphConfig { relations, card_ids, parameters, ..sizes })
    };
    let ludo: [hoyle_ludo::Ludo; 1] = [load(&[])];
    // With further cards a kingdom has fewer columns: both sizes in one batch, and cards that the network has not met.
    let (first, further) = ([("kingdom", "first-game")], [("kingdom", "random"), ("cards", "further")]);
    let dominion: [hoyle_dominion::Dominion; 2] = [load(&first), load(&further)];
    let acquire: [hoyle_acquire::Acquire; 1] = [load(&[])];
    let magic: [hoyle_magic::Magic; 1] = [load(&[])];

    write(to, "ludo-tensor", &ludo, &tensor(true, true), "rotated")?;
    write(to, "ludo-squares", &ludo, &tensor(true, true), "squares")?;
    write(to, "ludo-graph", &ludo, &graph(true, true, false), "")?;
    write(to, "ludo-set", &ludo, &graph(false, true, true), "")?;
    write(to, "dominion-tensor", &dominion, &tensor(true, true), "tensor")?;
    write(to, "dominion-no-embeddings", &dominion, &tensor(true, false), "vocabulary")?;
    write(to, "dominion-graph", &dominion, &graph(true, true, false), "")?;
    write(to, "dominion-parameters", &dominion, &graph(true, true, true), "")?;
    write(to, "acquire-tensor", &acquire, &tensor(true, true), "planes")?;
    write(to, "acquire-whole", &acquire, &tensor(false, true), "planes")?;
    write(to, "acquire-graph", &acquire, &graph(true, true, false), "")?;
    write(to, "acquire-parameters", &acquire, &graph(true, false, true), "")?;
    write(to, "magic-tensor", &magic, &tensor(true, true), "flat")?;
    write(to, "magic-graph", &magic, &graph(true, true, false), "")?;
    write(to, "magic-no-ids", &magic, &graph(true, false, false), "")?;
    write(to, "magic-parameters", &magic, &graph(true, true, true), "")
}
