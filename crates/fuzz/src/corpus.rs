//! The inputs that mutations begin with, one folder a target.

use crate::targets::runs::{Ends, poker};
use crate::{Target, targets};
use anyhow::{Context, Result};
use hoyle_brain::train::{Folder, Method, TrainConfig, train};
use hoyle_brain::{About, Model, Network, NetworkConfig, TensorConfig, Trained};
use hoyle_core::{ActionSet, IllegalAction, Rng, Seat, Turn};
use hoyle_games::{AnyState, Contest, MatchSettings, Step, load, open_results};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The inputs of a target, in the order of their files' names.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// What the files hold.
    pub inputs: Vec<Vec<u8>>,
}

/// Where the inputs of a target are.
pub fn folder(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target.name)
}

impl Corpus {
    /// Reads the inputs of a target; none for one whose inputs are generated.
    pub fn of(target: &Target) -> Result<Self> {
        if target.generated {
            return Ok(Self { inputs: Vec::new() });
        }
        let folder = folder(target);
        let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
            .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
            .with_context(|| folder.display().to_string())?;
        files.sort();
        let inputs = files.iter().map(|file| std::fs::read(file).with_context(|| file.display().to_string()));
        Ok(Self { inputs: inputs.collect::<Result<_>>()? })
    }
}

/// Games of which replays and positions are written: every game, with options that lead into corners.
const GAMES: &[&str] = &[
    "ludo",
    "ludo:preset=danish,players=3",
    "acquire:players=3",
    "acquire:players=2",
    "acquire:preset=tlstyer,players=6",
    "dominion",
    "dominion:players=4,kingdom=random,kingdom_seed=3",
    "dominion:cards=further,kingdom=random,kingdom_seed=5,players=3",
    "magic",
    "magic:deck0=dimir,deck1=izzet,payment=ask",
    "magic:deck0=white,deck1=black,windows=all",
];

/// Writes inputs for the targets that read what the program writes, from seeded games. What other files are there stays.
pub fn write_seeds() -> Result<()> {
    let named = |name: &str| targets().iter().find(|target| target.name == name).context("a target");
    let write = |name: &str, file: String, bytes: &[u8]| -> Result<()> {
        let folder = folder(named(name)?);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(file), bytes).with_context(|| format!("{name}: an input"))
    };
    for (number, spec) in GAMES.iter().enumerate() {
        let game = load(spec)?;
        let which =
            hoyle_games::titles().iter().position(|title| title.name == game.spec().name).context("a game")? as u8;
        write("name", format!("{number}"), format!("{spec}\nrandom").as_bytes())?;
        let mut table = game.table();
        table.set_seed(number as u64);
        for seat in 0..game.spec().seats() as u8 {
            table.sit(Seat(seat), "random")?;
        }
        // Replays of some length, not of whole games: inputs should be small.
        for _ in 0..120 {
            if table.step()? != Step::Played {
                break;
            }
        }
        write("replay", format!("{number}.jsonl"), table.replay().as_bytes())?;
        write("protocol", format!("{number}"), lines_of_a_program(spec)?.as_bytes())?;
        for (moment, plies) in [0, 7, 60, 200].into_iter().enumerate() {
            let state = play(game.start(), plies, number as u64);
            write("position", format!("{number}-{moment}.json"), state.to_json().as_bytes())?;
            if !spec.contains(':') {
                let bytes = [&[which][..], &state.to_bytes()].concat();
                write("position-binary", format!("{number}-{moment}"), &bytes)?;
            }
            if spec.contains(':') {
                continue;
            }
            let state = play(game.start(), plies, 1);
            let mut possible = ActionSet::new();
            state.legal(&mut possible);
            if let Some(id) = possible.iter().last() {
                let text = format!("{spec} {plies}\n{}", state.action_text(id)?);
                write("action", format!("{number}-{moment}"), text.as_bytes())?;
            }
        }
    }
    for (number, text) in RUN_FILES.iter().enumerate() {
        write("run-file", format!("{number}.toml"), text.as_bytes())?;
    }
    for (run, config) in RUNS {
        for (name, bytes) in run_folder(&config())? {
            let input = [format!("{run} {name}\n").as_bytes(), &bytes].concat();
            write("run-folder", format!("{run}-{}", name.replace('/', "-")), &input)?;
        }
    }
    write("model", "ludo.safetensors".to_owned(), &small_model()?)?;
    write("results", "ludo.jsonl".to_owned(), &results()?)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, from) in [("magic-deck", "magic/decks"), ("magic-scenario", "magic/scenarios")] {
        let mut files: Vec<PathBuf> = std::fs::read_dir(root.join(from))?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        files.sort();
        for file in files.iter().step_by(3) {
            let name_of = file.file_name().context("a name")?.to_string_lossy().into_owned();
            write(name, name_of, &std::fs::read(file)?)?;
        }
    }
    for (name, from) in [("dominion-cards", "dominion/cards/further.toml"), ("magic-cards", "magic/cards/further.toml")]
    {
        write(name, "further.toml".to_owned(), &std::fs::read(root.join(from))?)?;
    }
    for (number, menu) in MENUS.iter().enumerate() {
        write("dominion-menu", format!("{number}.toml"), menu.as_bytes())?;
    }
    Ok(())
}

const RUN_FILES: &[&str] = &[
    "game = \"ludo\"\nminutes = 3\nseed = 5\n",
    "game = \"dominion:kingdom=random,kingdom_seed=0..100\"\nmethod = \"zero\"\nthreads = 2\nlearning_rate = 0.001\n\n[network]\nwidth = 32\n",
    "game = \"acquire\"\nopponents = [\"greedy\", \"random\"]\nentropy_start = 0.01\n",
];

const MENUS: &[&str] = &[
    "name = \"plain\"\nabout = \"treasures, then provinces\"\nbuy = [\"Province if money > 15\", \"Gold\", \"Silver if own Silver < 4\"]\n",
    "name = \"villages\"\nabout = \"villages\"\nbuy = [\"Village if own Village < own Smithy and turn < 9\", \"Smithy if own Smithy < cards / 8\"]\n",
    "name = \"large\"\nabout = \"numbers\"\nbuy = [\"Silver if coins / 2147483647 < money / 2147483647\", \"Gold if left Gold >= 3\"]\nkeep = 255\n",
];

/// The settings of a run.
type Settings = fn() -> TrainConfig;

/// The runs whose folders are inputs: one by each method, so small that it takes a moment.
pub(crate) const RUNS: &[(&str, Settings)] =
    &[("ppo", || run_config(Method::Ppo)), ("zero", || run_config(Method::Zero))];

fn run_config(method: Method) -> TrainConfig {
    let network = TensorConfig { width: 4, heads: 1, trunk: 4, blocks: 1, ..TensorConfig::default() };
    TrainConfig {
        game: "kuhn".to_owned(),
        method,
        threads: 1,
        minutes: 0.0,
        iterations: 1000,
        games: 4,
        minibatch: 4,
        window: 8,
        past_every: 1,
        past_kept: 2,
        network: NetworkConfig::Tensor(network),
        ..TrainConfig::default()
    }
}

/// The files of the folder of a run of three rounds, each with its name.
fn run_folder(config: &TrainConfig) -> Result<Vec<(String, Vec<u8>)>> {
    let path = std::env::temp_dir().join(format!("hoyle-fuzz-{}-new-run", std::process::id()));
    std::fs::remove_dir_all(&path).ok();
    let folder = Folder::create(&path, config)?;
    train(&[poker()], &[poker()], config, &folder, &mut Ends(3))?;
    let mut files = Vec::new();
    for inside in ["", "past", "window"] {
        for entry in std::fs::read_dir(path.join(inside))? {
            let entry = entry?;
            let name = Path::new(inside).join(entry.file_name()).display().to_string();
            let read =
                ["run.toml", "checkpoint", "metrics", "past/", "window/"].iter().any(|kind| name.starts_with(kind));
            if read && entry.file_type()?.is_file() {
                files.push((name, std::fs::read(entry.path())?));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// What a program writes that plays at random, and tries everything else that can be written.
fn lines_of_a_program(spec: &str) -> Result<String> {
    let game = load(spec)?;
    let mut table = game.table();
    table.set_seed(1);
    for seat in 0..game.spec().seats() as u8 {
        table.sit(Seat(seat), if seat == 0 { "human" } else { "random" })?;
    }
    let (mut rng, mut lines) = (Rng::new(1), format!("{spec}\n"));
    while lines.len() < 2000 {
        match table.step()? {
            Step::Played => {}
            Step::Waiting(seat) => {
                let legal = table.legal(Some(seat));
                let choice = &legal[rng.below(legal.len() as u32) as usize];
                // A single action is played without a question.
                if legal.len() > 1 {
                    lines += &match rng.below(2) {
                        0 => format!("{}\n", serde_json::json!({ "play": choice.id })),
                        _ => format!("{}\n", serde_json::json!({ "play": choice.text })),
                    };
                }
                table.play(choice.id)?;
            }
            Step::Over => break,
        }
    }
    Ok(lines + "{\"undo\": 3}\n{\"save\": \"file\"}\n\"hint\"\n\"quit\"\n")
}

/// A network of a few kilobytes.
fn small_model() -> Result<Vec<u8>> {
    let game = load("ludo:players=2")?;
    let config = TensorConfig { width: 4, heads: 1, trunk: 4, blocks: 1, ..TensorConfig::default() };
    let config = NetworkConfig::Tensor(config);
    let spec = game.spec();
    let network = Network::new(&config, spec, spec.layouts[0].name());
    let weights = Arc::new(network.declaration().draw(&mut Rng::new(1)));
    let about = About::new(&config, &network, spec, Trained::default());
    let file = std::env::temp_dir().join(format!("hoyle-fuzz-{}-model.safetensors", std::process::id()));
    Model { network, weights, about }.save(&file)?;
    Ok(std::fs::read(&file)?)
}

/// A file of a short match; the target `results` reads it as the same match.
fn results() -> Result<Vec<u8>> {
    let game = load("ludo:players=2")?;
    let players = ["random".to_owned(), "random".to_owned()];
    let options = game.options();
    let contest =
        Contest { options: &options, tournament: false, players: &players, seed: 1, move_limit: None, luck: None };
    let schedule = contest.schedule(&*game)?;
    let file = std::env::temp_dir().join(format!("hoyle-fuzz-{}-match.jsonl", std::process::id()));
    std::fs::remove_file(&file).ok();
    let (results, _) = open_results(&file, &*game, &contest, &schedule)?;
    let settings = MatchSettings { games: 8, seed: 1, threads: Some(1) };
    game.run_match(&players, &settings, &|record| drop(results.add(record)))?;
    Ok(std::fs::read(&file)?)
}

/// Plays so many actions at random.
pub(crate) fn play(mut state: Box<dyn AnyState>, plies: usize, seed: u64) -> Box<dyn AnyState> {
    let (mut rng, mut legal) = (Rng::new(seed), ActionSet::new());
    let mut left = plies;
    while left > 0 && step(&mut *state, &mut legal, &mut rng).expect("a legal action can be played") {
        left -= 1;
    }
    state
}

/// Plays an action at random, or lets chance act; false if the game is over. An error is a legal action that cannot be played.
///
/// # Panics
/// If a seat has no legal action.
pub(crate) fn step(state: &mut dyn AnyState, legal: &mut ActionSet, rng: &mut Rng) -> Result<bool, IllegalAction> {
    match state.turn() {
        Turn::Over => return Ok(false),
        Turn::Chance => {
            state.roll(rng);
        }
        Turn::Seat(_) => {
            state.legal(legal);
            assert!(!legal.is_empty(), "a seat's turn without a legal action");
            state.play(legal.random(rng))?;
        }
    }
    Ok(true)
}
