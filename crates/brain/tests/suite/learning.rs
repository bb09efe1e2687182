//! Learning, not noise: a game of poker whose best play is known, and runs that go on where they were broken off.

use hoyle_brain::train::evaluate::Match;
use hoyle_brain::train::tensorboard::Events;
use hoyle_brain::train::{Folder, Method, Report, TrainConfig, Watch, train};
use hoyle_brain::{GraphConfig, Model, Network, NetworkConfig, NetworkRunner, TensorConfig};
use hoyle_core::prelude::*;
use hoyle_core::testing::kuhn::{Kuhn, Options};
use hoyle_core::{ActionId, ActionSet, Game, Rng, Seat, View};
use std::path::Path;
use std::sync::Arc;

/// Follows nothing; ends after so many rounds.
pub struct Silent {
    pub rounds: u64,
    pub left: u64,
}

impl Watch for Silent {
    fn begin(&mut self, _: &TrainConfig, _: usize, _: &[Report]) {}
    fn round(&mut self, _: &Report) {
        self.rounds += 1;
    }
    fn last_matches(&mut self) {}
    fn wants_end(&self) -> bool {
        self.rounds >= self.left
    }
}

const CARDS: u8 = 9;

/// Nine cards, and the first player always bets: the second knows its card only, and calls or folds.
fn poker() -> Kuhn {
    Kuhn::new(Options { cards: CARDS, forced: true }).unwrap()
}

pub fn ppo(seed: u64) -> TrainConfig {
    TrainConfig {
        game: "kuhn".to_owned(),
        seed,
        threads: 1,
        minutes: 0.0,
        iterations: 80,
        games: 512,
        envs_per_thread: 256,
        epochs: 2,
        minibatch: 256,
        learning_rate: 1e-2,
        network: NetworkConfig::Tensor(TensorConfig { width: 16, trunk: 16, blocks: 1, ..TensorConfig::default() }),
        ..TrainConfig::default()
    }
}

pub fn zero(seed: u64) -> TrainConfig {
    TrainConfig { method: Method::Zero, games: 256, full_share: 0.5, window: 2000, ..ppo(seed) }
}

pub fn graph(config: TrainConfig) -> TrainConfig {
    let network = NetworkConfig::Graph(GraphConfig { width: 16, heads: 2, layers: 1, ..GraphConfig::default() });
    TrainConfig { network, ..config }
}

fn run<G: Game>(games: &[G], config: &TrainConfig, path: &Path, rounds: u64) {
    let folder = Folder::open(path).map(|(folder, _)| folder).unwrap_or_else(|_| Folder::create(path, config).unwrap());
    train(games, games, config, &folder, &mut Silent { rounds: 0, left: rounds }).unwrap();
}

/// What the second player wins on average if it plays what a model finds best.
fn worth(path: &Path) -> f64 {
    let mut runner = NetworkRunner::new(&Model::open(path, poker().spec()).unwrap());
    let mut sum = 0.0;
    for own in 0..CARDS {
        for other in (0..CARDS).filter(|&other| other != own) {
            let mut state = poker().start();
            [u16::from(other), u16::from(own), 1].iter().for_each(|&action| state.play_unchecked(ActionId(action)));
            let mut legal = ActionSet::new();
            state.legal(&mut legal);
            runner.clear();
            runner.push(View::new(&state, Seat(1)), &legal);
            runner.infer();
            let logits = runner.output().logits(0);
            let call = f64::from(u8::from(logits[1] > logits[0]));
            for (action, chance) in [(0, 1.0 - call), (1, call)] {
                let mut state = state.clone();
                state.play_unchecked(ActionId(action));
                sum += chance * f64::from(state.scores()[Seat(1)]);
            }
        }
    }
    sum / f64::from(CARDS * (CARDS - 1))
}

fn reaches_the_optimum(config: fn(u64) -> TrainConfig) {
    for seed in 1..=3 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        run(&[poker()], &config(seed), &path, 0);
        let before = worth(&path);
        run(&[poker()], &config(seed), &path, u64::MAX);
        let after = worth(&path);
        println!("seed {seed}: {before:.3} before, {after:.4} after");
        assert!(before < 0.1 && (after - 1.0 / 6.0).abs() < 1e-9, "seed {seed}: {before}, then {after}");
    }
}

#[test]
fn ppo_with_a_tensor_network_reaches_the_optimum() {
    reaches_the_optimum(ppo);
}

#[test]
fn ppo_with_a_transformer_reaches_the_optimum() {
    reaches_the_optimum(|seed| graph(ppo(seed)));
}

#[test]
fn zero_with_a_tensor_network_reaches_the_optimum() {
    reaches_the_optimum(zero);
}

#[test]
fn zero_with_a_transformer_reaches_the_optimum() {
    reaches_the_optimum(|seed| graph(zero(seed)));
}

/// What the first player expects while the second decides, by its own card.
fn watched(path: &Path, own: u8) -> f32 {
    let mut runner = NetworkRunner::new(&Model::open(path, poker().spec()).unwrap());
    let mut state = poker().start();
    let other = if own == 0 { 1 } else { 0 };
    [u16::from(own), other, 1].iter().for_each(|&action| state.play_unchecked(ActionId(action)));
    runner.push(View::new(&state, Seat(0)), &ActionSet::new());
    runner.infer();
    runner.output().values(0)[0]
}

#[test]
fn who_only_watches_knows_how_it_stands() {
    let parameters = GraphConfig { width: 16, heads: 2, layers: 1, parameters: true, ..GraphConfig::default() };
    let networks = [ppo(1).network, graph(ppo(1)).network, NetworkConfig::Graph(parameters)];
    for network in networks {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let config = TrainConfig { network: network.clone(), watch: 0.5, iterations: 40, ..ppo(1) };
        run(&[poker()], &config, &path, u64::MAX);
        let (worst, middle, best) = (watched(&path, 0), watched(&path, CARDS / 2), watched(&path, CARDS - 1));
        // The worst card wins if the other gives up, which is right with two or three of nine cards; the best always does.
        println!("{network:?}: {worst:.2} {middle:.2} {best:.2}");
        assert!(worst + 0.1 < middle && middle + 0.1 < best, "{network:?}: {worst} {middle} {best}");
        assert!((worth(&path) - 1.0 / 6.0).abs() < 0.03, "{network:?}: {}", worth(&path));
    }
}

/// A run in one piece and one in three, as far as their weights are concerned.
fn check_breaks<G: Game>(games: &[G], config: &TrainConfig) {
    let folder = tempfile::tempdir().unwrap();
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    let breaks = [config.iterations * 2 / 5, config.iterations / 4, u64::MAX];
    run(games, config, &whole, u64::MAX);
    breaks.iter().for_each(|&rounds| run(games, config, &broken, rounds));
    let model = |path: &Path| Model::open(path, games[0].spec()).unwrap();
    assert!(model(&whole).weights == model(&broken).weights, "{}: {:?}", G::NAME, config.network);
    assert_eq!(model(&whole).about.trained.iterations, config.iterations);
}

#[test]
fn a_run_that_was_broken_off_ends_with_the_same_weights() {
    let taught = TrainConfig { insight_share: 0.2, belief_share: 0.5, ..graph(zero(5)) };
    for config in [ppo(4), zero(4), graph(ppo(6)), taught] {
        let config = TrainConfig { iterations: 12, games: 64, past_every: 2, past_kept: 3, window: 100, ..config };
        check_breaks(&[poker()], &config);
    }
}

/// Games that are still learned from come from files: what is not one of the run's games is refused, and never played.
#[test]
fn damaged_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (path, config) = (folder.path().join("run"), TrainConfig { iterations: 9, games: 16, ..zero(1) });
    run(&[poker()], &config, &path, 1);
    let (window, file) = (Folder::open(&path).unwrap().0, path.join("window/0.games"));
    let whole = std::fs::read(&file).unwrap();
    let mut refused = 0;
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x15;
        std::fs::write(&file, &damaged).unwrap();
        let gone_on = train(&[poker()], &[poker()], &config, &window, &mut Silent { rounds: 0, left: 0 });
        if let Err(error) = gone_on {
            assert!(error.to_string().contains("0.games: "), "{error}");
            refused += 1;
        }
    }
    // The lower digits of a probability can be anything.
    assert!(refused > whole.len() / 4, "only {refused} of {}", whole.len());
}

/// Weights that fit by their sizes may still mean something else.
#[test]
fn a_run_goes_on_only_with_what_it_began_with() {
    let game: hoyle_ludo::Ludo = load(&[("players", "2"), ("tokens", "1")]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let config = TrainConfig { iterations: 9, games: 4, layout: "flat".to_owned(), ..ppo(1) };
    run(&[game], &config, &path, 1);
    let go_on = |config: &TrainConfig| {
        let folder = Folder::open(&path).unwrap().0;
        train(&[game], &[game], config, &folder, &mut Silent { rounds: 0, left: 0 }).map(|outcome| outcome.progress)
    };
    let problem = go_on(&TrainConfig { layout: "rotated".to_owned(), ..config.clone() }).unwrap_err().to_string();
    assert!(problem.contains("its layout is flat, not rotated; a run keeps what it began with"), "{problem}");
    let NetworkConfig::Tensor(network) = config.network else { unreachable!() };
    let network = NetworkConfig::Tensor(TensorConfig { heads: 2, ..network });
    let problem = go_on(&TrainConfig { network, ..config.clone() }).unwrap_err().to_string();
    assert!(problem.contains("heads=4") && problem.contains("heads=2"), "{problem}");
    assert_eq!(go_on(&config).unwrap().iteration, 1);

    // Nobody else may train there meanwhile, and what is left of a run is not begun anew.
    let held = Folder::open(&path).unwrap();
    assert!(Folder::open(&path).unwrap_err().to_string().contains("another program is training in this folder"));
    drop(held);
    std::fs::remove_file(path.join("checkpoint.safetensors")).unwrap();
    let problem = go_on(&config).unwrap_err().to_string();
    assert!(problem.contains("it is gone, and the run cannot go on; its model can begin another"), "{problem}");
}

#[test]
fn losses_that_are_no_numbers_end_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let (minutes, iterations, games, threads, opponents) = (0.0, 50, 8, 1, Vec::new());
    let config = TrainConfig {
        minutes,
        iterations,
        games,
        threads,
        opponents,
        ..TrainConfig::for_game("ludo", hoyle_ludo::Ludo::PROFILE.training).unwrap()
    };
    let config = TrainConfig { learning_rate: 1e6, max_grad_norm: 1e6, minibatch: 64, ..config };
    let game: hoyle_ludo::Ludo = load(&[]);
    let to = Folder::create(&folder.path().join("run"), &config).unwrap();
    let watch = &mut Silent { rounds: 0, left: u64::MAX };
    let problem = train(&[game], &[game], &config, &to, watch).unwrap_err().to_string();
    assert!(problem.contains("are no numbers any more: give a lower `learning_rate`"), "{problem}");
}

/// A match counts games won, also where a win can be more or less: in poker nobody wins three quarters of a game.
#[test]
fn matches_count_games_that_were_won() {
    let game = Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap();
    let network = Network::new(&ppo(1).network, game.spec(), "flat");
    let weights = &Arc::new(network.declaration().draw(&mut Rng::new(1)));
    let games = &[game];
    let (count, seed, threads) = (102, 1, 2);
    let files = &hoyle_core::FileAccess::Anywhere;
    let all = Match { network: &network, weights, games, count, seed, threads, files };
    let opponents = ["random".to_owned()];
    let won = &all.play(&opponents, || false).unwrap().unwrap()[0];
    let games_won = won.rate * count as f64;
    assert!((games_won - games_won.round()).abs() < 1e-9 && won.games == count && won.equal == 0.5, "{won:?}");
    assert!(won.low < won.rate && won.rate < won.high, "{won:?}");
    assert_eq!(Match { count: 1_000_000, ..all }.play(&opponents, || true), Ok(None));
}

/// A run that goes on tells TensorBoard to forget what comes later: an event with the next step and a start.
#[test]
fn events_of_a_resumed_run_begin_with_a_start() {
    let begins = |samples| {
        let folder = tempfile::tempdir().unwrap();
        drop(Events::create(folder.path(), samples).unwrap());
        let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap();
        let bytes = std::fs::read(file.path()).unwrap();
        bytes.windows(6).any(|window| window == [0x10, 6, 0x3a, 2, 0x08, 1])
    };
    assert!(begins(5) && !begins(0));
}

/// What is met in another order after a break must not matter: kingdoms, cards.
#[test]
fn neither_does_it_matter_which_games_were_met_first() {
    let short = |config| TrainConfig { iterations: 8, games: 6, past_every: 2, past_kept: 2, ..config };
    let dominion = |settings: &[(&str, &str)]| -> hoyle_dominion::Dominion { load(settings) };
    let kingdoms: Vec<_> = ["1", "2", "3"].map(|n| dominion(&[("kingdom", "random"), ("kingdom_seed", n)])).into();
    check_breaks(&kingdoms, &TrainConfig { layout: "tensor".to_owned(), ..short(ppo(1)) });
    check_breaks(&kingdoms, &short(graph(ppo(2))));
    let magic = |a, b| -> hoyle_magic::Magic { load(&[("deck0", a), ("deck1", b)]) };
    check_breaks(&[magic("red", "blue"), magic("golgari", "white")], &short(graph(ppo(3))));
}

/// Keeps what is told of every round.
#[derive(Default)]
struct Scribe(Vec<Report>);

impl Watch for Scribe {
    fn begin(&mut self, _: &TrainConfig, _: usize, _: &[Report]) {}
    fn round(&mut self, report: &Report) {
        self.0.push(report.clone());
    }
    fn last_matches(&mut self) {}
    fn wants_end(&self) -> bool {
        false
    }
}

#[test]
fn a_pupil_has_a_pace_of_its_own_and_skips_what_it_knows() {
    let game: hoyle_ludo::Ludo = load(&[("players", "2"), ("tokens", "2")]);
    let rounds = |imitate_known| {
        let network = GraphConfig { width: 16, heads: 2, layers: 1, parameters: true, ..GraphConfig::default() };
        let config = TrainConfig {
            iterations: 20,
            games: 48,
            minibatch: 64,
            imitate: "one-ply".to_owned(),
            imitate_share: 0.5,
            imitate_rate: 0.02,
            imitate_known,
            network: NetworkConfig::Graph(network),
            ..ppo(1)
        };
        let folder = tempfile::tempdir().unwrap();
        let mut scribe = Scribe::default();
        let to = Folder::create(&folder.path().join("run"), &config).unwrap();
        train(&[game], &[game], &config, &to, &mut scribe).unwrap();
        scribe.0
    };
    let reports = rounds(1.0);
    for (report, round) in reports.iter().zip(0..) {
        assert_eq!(report.imitated, round < 10);
        let rate = if round < 10 { 0.02 * (1.0 - round as f32 / 10.0) } else { 0.01 * (1.0 - round as f32 / 20.0) };
        assert!((report.learning_rate - rate).abs() < 1e-6, "round {round}: {}", report.learning_rate);
        assert!(report.losses.head("quality") > 0.0, "Q is learned from what was played, round {round}");
    }
    let fewer = rounds(0.0);
    assert_eq!(fewer[0].samples, reports[0].samples, "nothing is known at the start");
    assert!(fewer[9].samples < reports[9].samples, "{} {}", fewer[9].samples, reports[9].samples);
}

fn load<G: Game>(settings: &[(&str, &str)]) -> G {
    let pairs: Vec<_> = settings.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
    hoyle_core::options::game_from_settings(&pairs).unwrap()
}

/// A run of a few rounds in a folder.
fn short_run(path: &Path) -> TrainConfig {
    let config = TrainConfig { iterations: 3, games: 8, past_every: 1, past_kept: 2, ..ppo(1) };
    run(&[poker()], &config, path, u64::MAX);
    config
}

fn resumed(path: &Path, config: &TrainConfig) -> Result<(), String> {
    let (folder, _) = Folder::open(path).map_err(|error| error.to_string())?;
    let more = TrainConfig { iterations: 4, ..config.clone() };
    let trained = train(&[poker()], &[poker()], &more, &folder, &mut Silent { rounds: 0, left: u64::MAX });
    trained.map(drop).map_err(|error| error.to_string())
}

#[cfg(unix)]
#[test]
fn a_folder_of_somebody_else_leads_nowhere() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let outside = folder.path().join("pictures");
    std::fs::create_dir(&outside).unwrap();
    let precious = ["0001.jpg", "2024.pdf", "7.safetensors", "thesis.part"].map(|name| outside.join(name));
    precious.iter().for_each(|file| std::fs::write(file, "precious").unwrap());
    let links = [
        ("past", "pictures"),
        ("games", "pictures"),
        ("run.toml.part", "pictures/0001.jpg"),
        ("run.lock", "pictures/2024.pdf"),
    ];
    for (number, (name, target)) in links.into_iter().enumerate() {
        let path = folder.path().join(format!("run{number}"));
        let config = short_run(&path);
        let there = path.join(name);
        let _ = std::fs::remove_dir_all(&there);
        let _ = std::fs::remove_file(&there);
        symlink(folder.path().join(target), &there).unwrap();
        let error = resumed(&path, &config).unwrap_err();
        assert!(error.contains(&format!("`{name}` is a link")), "{error}");
    }
    precious.iter().for_each(|file| assert_eq!(std::fs::read(file).unwrap(), b"precious", "{}", file.display()));
    assert_eq!(std::fs::read_dir(&outside).unwrap().count(), precious.len());
}

#[test]
fn what_a_run_wrote_is_all_that_it_deletes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let config = short_run(&path);
    let foreign = ["past/2024.pdf", "past/thesis.part", "window/7.txt"].map(|name| path.join(name));
    foreign.iter().for_each(|file| std::fs::write(file, "mine").unwrap());
    std::fs::write(path.join("past/99.safetensors"), "of a round that will be played again").unwrap();
    resumed(&path, &config).unwrap();
    foreign.iter().for_each(|file| assert!(file.exists(), "{}", file.display()));
    assert!(!path.join("past/99.safetensors").exists());
}

#[test]
fn numbers_of_a_checkpoint_are_not_trusted() {
    let changes = [
        ("\\\"iteration\\\":3,", "\\\"iteration\\\":18446744073709551615,"),
        ("\\\"games\\\":24,", "\\\"games\\\":18446744073709551615,"),
        ("\\\"pasts\\\":[", "\\\"pasts\\\":[{\\\"iteration\\\":2,\\\"beaten\\\":0.5},"),
        ("\\\"seconds\\\":", "\\\"seconds\\\":-1e300,\\\"other\\\":"),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (number, (from, to)) in changes.into_iter().enumerate() {
        let path = folder.path().join(format!("run{number}"));
        let config = short_run(&path);
        let file = path.join("checkpoint.safetensors");
        let bytes = std::fs::read(&file).unwrap();
        let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        let header = String::from_utf8(bytes[8..8 + length].to_vec()).unwrap();
        assert!(header.contains(from), "{from}: {header}");
        let header = header.replace(from, to);
        let changed = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &bytes[8 + length..]].concat();
        std::fs::write(&file, changed).unwrap();
        let error = resumed(&path, &config).unwrap_err();
        assert!(error.contains("its progress is damaged"), "{to}: {error}");
    }
}

#[test]
fn rounds_are_told_once_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (from, to)) in
        [("\"iteration\":2,", "\"iteration\":18446744073709551615,"), ("\"iteration\":2,", "\"iteration\":1,")]
            .into_iter()
            .enumerate()
    {
        let path = folder.path().join(format!("run{number}"));
        let config = short_run(&path);
        let file = path.join("metrics.jsonl");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{text}");
        std::fs::write(&file, text.replace(from, to)).unwrap();
        let error = resumed(&path, &config).unwrap_err();
        assert!(error.contains("metrics.jsonl: line 2 "), "{error}");
    }
}
