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
    About, Architecture, Engine, GraphConfig, MODEL_FILE, Model, Network, NetworkConfig, NetworkOutput, Rows,
    TensorConfig, Trained, Weights,
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
struct Case<A: Architecture> {
    net: Arc<A>,
    weights: Arc<Weights>,
    rows: A::Rows,
}

/// What is timed of it.
trait Timed {
    /// The microseconds of a row, with this many rows at once on each of the threads.
    fn infer(&self, count: usize, threads: usize) -> f64;

    /// The microseconds of a row of a step that learns from this many.
    fn train(&self, count: usize, threads: usize) -> f64;
}

/// A case by its name.
type Named = (&'static str, Box<dyn Timed>);

/// Writes a case.
fn case<G: Game>(
    to: &Path,
    name: &'static str,
    games: &[G],
    config: &NetworkConfig,
    layout: &str,
) -> Result<Named, Box<dyn Error>> {
    let network = Network::new(config, games[0].spec(), layout);
    let about = About::new(config, &network, games[0].spec(), Trained::default());
    let (lines, weights, timed): (_, _, Box<dyn Timed>) = match &network {
        Network::Tensor(net) => Case::made(games, net),
        Network::Graph(net) => Case::made(games, net),
    };
    let folder = to.join(name);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("positions.jsonl"), lines)?;
    Model { network, weights, about }.save(&folder.join(MODEL_FILE))?;
    Ok((name, timed))
}

impl<A: Architecture> Case<A> {
    /// The lines of its positions, its weights, and the case.
    fn made<G: Game>(games: &[G], net: &Arc<A>) -> (String, Arc<Weights>, Box<dyn Timed>)
    where
        Self: Sync,
    {
        let mut rng = Rng::new(5);
        let (rows, lines) = encoded(&**net, games, &positions(games, ROWS, &mut rng));
        let weights = Arc::new(drawn(&**net, &mut rng));
        (lines, weights.clone(), Box::new(Self { net: net.clone(), weights, rows }))
    }

    /// Rows from one on.
    fn some(&self, first: usize, count: usize) -> A::Rows {
        let mut some = A::Rows::default();
        (first..first + count).for_each(|row| some.append(&self.rows, row % ROWS));
        some
    }
}

impl<A: Architecture> Timed for Case<A> {
    fn infer(&self, count: usize, threads: usize) -> f64 {
        let least = on_threads(threads, |thread| {
            let mut engine = Engine::new(self.net.clone(), self.weights.clone());
            let parts: Vec<_> = (0..ROWS / count).map(|n| self.some(n * count + thread, count)).collect();
            let mut output = NetworkOutput::default();
            least(|| parts.iter().for_each(|rows| engine.infer(rows, &mut output)))
        });
        let slowest = least.into_iter().max().unwrap_or_default();
        slowest.as_secs_f64() * 1e6 / (ROWS / count * count * threads) as f64
    }

    fn train(&self, count: usize, threads: usize) -> f64 {
        let all: Vec<_> =
            (0..count.div_ceil(PIECE)).map(|n| self.some(n * PIECE, PIECE.min(count - n * PIECE))).collect();
        let step = || {
            let mut sums = on_threads(threads, |thread| {
                let mut gradients = Weights::zeros(self.net.declaration());
                for rows in all.iter().skip(thread).step_by(threads) {
                    learn(&*self.net, rows, &self.weights, &mut gradients);
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

fn answer(cases: &[Named], line: &str) -> Option<f64> {
    let mut words = line.split_whitespace();
    let (_, case) = words.next().and_then(|name| cases.iter().find(|(other, _)| *other == name))?;
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
        case(to, "dominion-tensor", &dominion, &tensor, "tensor")?,
        case(to, "ludo-tensor", &ludo, &tensor, "squares")?,
        case(to, "magic-transformer-2x64", &magic, &graph(2, 64), "")?,
        case(to, "magic-transformer-4x128", &magic, &graph(4, 128), "")?,
    ];
    println!("{}", cases.each_ref().map(|(name, _)| *name).join(" "));
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
