//! Writes what another library must agree with: models, positions, answers and gradients.
//!
//! `cargo run -p hoyle-brain --example gradients -- FOLDER`
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
//! - if there is a quality, the mean of `sum(target * (quality - 0.5)^2)`,
//! - for each further head the mean of half the sum of `(said - 0.5)^2` over all that it says about a row. Heads that read what hidden
//!   hands may hold have nothing to read here.

mod common;

use common::{drawn, encoded, learn, load, positions};
use hoyle_brain::heads::FURTHER;
use hoyle_brain::{
    About, Architecture, Engine, GraphConfig, MODEL_FILE, Model, Network, NetworkConfig, NetworkOutput, Rows,
    TensorConfig, Trained, Weights,
};
use hoyle_core::{Game, Rng};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// How many rows a case has.
const ROWS: usize = 24;

fn write<G: Game>(
    to: &Path,
    name: &str,
    games: &[G],
    config: &NetworkConfig,
    layout: &str,
) -> Result<(), Box<dyn Error>> {
    let network = Network::new(config, games[0].spec(), layout);
    match &network {
        Network::Tensor(net) => write_of(to, name, games, config, &network, net),
        Network::Graph(net) => write_of(to, name, games, config, &network, net),
    }
}

fn write_of<G: Game, A: Architecture>(
    to: &Path,
    name: &str,
    games: &[G],
    config: &NetworkConfig,
    network: &Network,
    net: &Arc<A>,
) -> Result<(), Box<dyn Error>> {
    let mut rng = Rng::new(5);
    let (rows, lines) = encoded(&**net, games, &positions(games, ROWS, &mut rng));
    let weights = Arc::new(drawn(&**net, &mut rng));
    let mut gradients = Weights::zeros(net.declaration());
    let loss = learn(&**net, &rows, &weights, &mut gradients);

    let (mut played, mut plain) = (NetworkOutput::default(), NetworkOutput::default());
    Engine::new(net.clone(), weights.clone()).infer(&rows, &mut played);
    let heads: Vec<&str> = ["extra", "quality"].into_iter().chain(FURTHER.iter().map(|head| head.name)).collect();
    Engine::new(net.clone(), weights.clone()).plain().asking(&heads).infer(&rows, &mut plain);
    let output = (0..rows.len()).map(|row| {
        serde_json::json!({
            "actions": rows.actions(row),
            "logits": plain.logits(row),
            "played": played.logits(row),
            "values": plain.values(row),
            "extra": plain.head("extra", row),
            "quality": plain.head("quality", row),
            "heads": FURTHER.iter().filter_map(|head| Some((head.name, plain.head(head.name, row)?))).collect::<BTreeMap<_, _>>(),
        })
    });
    let answers = serde_json::json!({ "loss": loss, "rows": output.collect::<Vec<_>>() });

    let folder = to.join(name);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("positions.jsonl"), lines)?;
    fs::write(folder.join("answers.json"), answers.to_string())?;
    let about = About::new(config, network, games[0].spec(), Trained::default());
    let model = |weights| Model { network: network.clone(), weights, about: about.clone() };
    model(weights.clone()).save(&folder.join(MODEL_FILE))?;
    model(Arc::new(gradients)).save(&folder.join("gradients.safetensors"))?;
    println!("{name}: {} rows, {} numbers, loss {loss}", rows.len(), weights.0.len());
    Ok(())
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
    let wide = |parameters| {
        let sizes = GraphConfig { width: 16, id_dropout: 0.0, ..GraphConfig::default() };
        NetworkConfig::Graph(GraphConfig { scorer: 3, counts: true, parameters, ..sizes })
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
    write(to, "magic-parameters", &magic, &graph(true, true, true), "")?;
    write(to, "magic-wide", &magic, &wide(false), "")?;
    write(to, "magic-wide-parameters", &magic, &wide(true), "")
}
