//! Networks that are timed on demand, so that another library can be timed in turns with them.
//!
//! `cargo run --release -p hoyle-brain --example beside -- FOLDER`
//!
//! The folder gets a folder for each case with `model.safetensors` and `positions.jsonl`, as the example `gradients` writes
//! them. Then each line of the input, `CASE infer ROWS THREADS` or `CASE train ROWS THREADS`, is answered by the
//! microseconds that a row took. Each thread of inference has rows of its own; those of training share the rows.
//! `python/benches/networks.py` asks.

mod common;

use common::{drawn, encoded, learn, load, positions};
use hoyle_brain::{
    About, GraphConfig, MODEL_FILE, Model, Network, NetworkConfig, NetworkOutput, Rows, TensorConfig, Trained, Weights,
};
use hoyle_core::{Game, Rng};
use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, io};

/// How many rows there are.
const ROWS: usize = 256;
/// How many rows a thread learns from at once, as in training.
const PIECE: usize = 64;
/// How long an answer is measured.
const SPAN: Duration = Duration::from_millis(700);

/// A network with numbers and rows.
struct Case {
    name: &'static str,
    network: Network,
    weights: Arc<Weights>,
    rows: Rows,
}

impl Case {
    fn new<G: Game>(
        to: &Path,
        name: &'static str,
        games: &[G],
        config: &NetworkConfig,
        layout: &str,
    ) -> Result<Self, Box<dyn Error>> {
        let (mut rng, spec) = (Rng::new(5), games[0].spec());
        let network = Network::new(config, spec, layout);
        let (rows, lines) = encoded(&network, games, &positions(games, ROWS, &mut rng));
        let weights = Arc::new(drawn(&network, &mut rng));
        let folder = to.join(name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("positions.jsonl"), lines)?;
        let about = About::new(config, &network, spec, Trained::default());
        Model { network: network.clone(), weights: weights.clone(), about }.save(&folder.join(MODEL_FILE))?;
        Ok(Self { name, network, weights, rows })
    }

    /// Rows from one on.
    fn some(&self, first: usize, count: usize) -> Rows {
        let mut some = self.network.rows();
        (first..first + count).for_each(|row| some.append(&self.rows, row % ROWS));
        some
    }

    fn infer(&self, count: usize, threads: usize) -> f64 {
        let least = on_threads(threads, |thread| {
            let mut engine = self.network.engine(self.weights.clone());
            let parts: Vec<Rows> = (0..ROWS / count).map(|n| self.some(n * count + thread, count)).collect();
            let mut output = NetworkOutput::default();
            least(|| parts.iter().for_each(|rows| engine.infer(rows, &mut output)))
        });
        let slowest = least.into_iter().max().unwrap_or_default();
        slowest.as_secs_f64() * 1e6 / (ROWS / count * count * threads) as f64
    }

    fn train(&self, count: usize, threads: usize) -> f64 {
        let all: Vec<Rows> =
            (0..count.div_ceil(PIECE)).map(|n| self.some(n * PIECE, PIECE.min(count - n * PIECE))).collect();
        let step = || {
            let mut sums = on_threads(threads, |thread| {
                let mut gradients = Weights::zeros(self.network.declaration());
                for rows in all.iter().skip(thread).step_by(threads) {
                    learn(&self.network, rows, &self.weights, &mut gradients);
                }
                gradients
            });
            let mut sum = sums.swap_remove(0);
            for other in sums {
                sum.0.iter_mut().zip(&other.0).for_each(|(sum, x)| *sum += x);
            }
        };
        least(step).as_secs_f64() * 1e6 / count as f64
    }
}

fn on_threads<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        let mut all = vec![work(0)];
        all.extend(others.into_iter().map(|other| other.join().expect("a worker does not panic")));
        all
    })
}

/// The least time of some runs.
fn least(mut run: impl FnMut()) -> Duration {
    run();
    let (all, mut least) = (Instant::now(), Duration::MAX);
    while all.elapsed() < SPAN {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed());
    }
    least
}

fn answer(cases: &[Case], line: &str) -> Option<f64> {
    let mut words = line.split_whitespace();
    let case = words.next().and_then(|name| cases.iter().find(|case| case.name == name))?;
    let (what, count, threads) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    if !(1..=ROWS).contains(&count) || threads == 0 {
        return None;
    }
    match what {
        "infer" => Some(case.infer(count, threads)),
        "train" => Some(case.train(count, threads)),
        _ => None,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let to = std::env::args_os().nth(1).ok_or("name a folder to write to")?;
    let to = Path::new(&to);
    let graph =
        |layers, width| NetworkConfig::Graph(GraphConfig { layers, width, id_dropout: 0.0, ..GraphConfig::default() });
    let tensor = NetworkConfig::Tensor(TensorConfig::default());
    let dominion: [hoyle_dominion::Dominion; 1] = [load(&[("kingdom", "first-game")])];
    let ludo: [hoyle_ludo::Ludo; 1] = [load(&[])];
    let magic: [hoyle_magic::Magic; 1] = [load(&[])];
    let cases = [
        Case::new(to, "dominion-tensor", &dominion, &tensor, "tensor")?,
        Case::new(to, "ludo-tensor", &ludo, &tensor, "squares")?,
        Case::new(to, "magic-transformer-2x64", &magic, &graph(2, 64), "")?,
        Case::new(to, "magic-transformer-4x128", &magic, &graph(4, 128), "")?,
    ];
    println!("{}", cases.each_ref().map(|case| case.name).join(" "));
    io::stdout().flush()?;
    for line in io::stdin().lock().lines() {
        match answer(&cases, &line?) {
            Some(micros) => println!("{micros}"),
            None => println!("CASE infer|train ROWS THREADS, with at most {ROWS} rows"),
        }
        io::stdout().flush()?;
    }
    Ok(())
}
