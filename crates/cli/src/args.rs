//! What can be written on the command line.

use clap::{Args as ClapArgs, Parser, Subcommand, ValueHint};
use hoyle_games::arena::Sprt;
use std::path::PathBuf;

/// Exact, fast engines for table games: play them, watch them, measure them.
#[derive(Debug, Parser)]
#[command(name = "hoyle", version, after_help = TOP_EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
    /// Print JSON for programs instead of text for people
    #[arg(long, global = true)]
    pub json: bool,
}

const TOP_EXAMPLES: &str = "\
Examples:
  hoyle games                                 what can be played, and by whom
  hoyle play ludo                             you against the network that comes with it
  hoyle watch ludo --seed 1                   watch them play
  hoyle match ludo --players one-ply,random   who is stronger, how surely
  hoyle tournament ludo random mixed one-ply  everybody against everybody, rated

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
Colours: off where output is no terminal or NO_COLOR is set; CLICOLOR_FORCE=1 turns them on.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game at the terminal
    Play(Play),
    /// Watch players play a game
    Watch(Watch),
    /// Play many games between players, seats rotated, and report win rates
    Match(Match),
    /// Let everybody play everybody, and rate them
    Tournament(Tournament),
    /// Measure what the arena can know
    #[command(subcommand)]
    Arena(Arena),
    /// Train a network by self-play
    Train(Train),
    /// Search a position and tell what each move is worth
    Analyze(Analyze),
    /// Measure how fast an engine is
    Bench(Bench),
    /// Print what each number of an observation means
    Layout(Layout),
    /// Show what a seat sees, as numbers with their meaning or as a picture
    Inspect(Inspect),
    /// Play many games and report what values the fields of a layout take
    Stats(Stats),
    /// Play games by a network and measure what it believes of hidden hands
    Beliefs(Beliefs),
    /// Play games by a network and measure what it says of threats and synergies
    Insight(Insight),
    /// Show, verify or resume a saved game
    Replay(Replay),
    /// List the games with their options and players
    Games(Games),
    /// Tell what a card or another thing of a game is and does
    Card(Card),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print a manual page
    Man(Man),
}

/// Which game, or which position of one.
#[derive(Debug, ClapArgs)]
pub struct Source {
    /// The game, with settings if you like: ludo, ludo:preset=danish,players=2
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    pub game: Option<String>,
    /// Start from a position, as `hoyle replay show --position` prints it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub allowed: Allowed,
}

/// What a file from outside may name.
#[derive(Debug, ClapArgs)]
pub struct Allowed {
    /// The folder below which the card, deck, player and model files may be that a saved game names [default: its own]
    #[arg(long = "files", id = "allowed-folder", value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub folder: Option<PathBuf>,
}

/// Where a game is written to.
#[derive(Debug, ClapArgs)]
pub struct Save {
    /// Write the game to this file, finished or not
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub save: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "save")]
    pub force: bool,
}

/// A list of players.
#[derive(Debug, ClapArgs)]
pub struct Players {
    /// The players, separated by commas; `hoyle games` lists them
    ///
    /// A player with settings is name:key=value,key=value. In a list, a piece of the form key=value belongs to the
    /// player before it. The option can be given several times.
    #[arg(long, value_name = "LIST")]
    pub players: Vec<String>,
}

fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().and_then(|number: u64| T::try_from(number).ok());
    number.ok_or_else(|| format!("write a whole number from 0 to {}", u64::MAX))
}

fn delay(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(delay @ 0..=3_600_000) => Ok(delay),
        _ => Err("write a number of milliseconds, 0-3600000".to_owned()),
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = PLAY_EXAMPLES)]
pub struct Play {
    #[command(flatten)]
    pub source: Source,
    /// Your opponents, separated by commas; `hoyle games` lists them
    ///
    /// A player with settings is name:key=value,key=value. In a list, a piece of the form key=value belongs to the
    /// player before it. The option can be given several times.
    #[arg(long, value_name = "LIST", visible_alias = "against")]
    pub players: Vec<String>,
    /// Your seat, by name or by number from 0 [default: 0]
    #[arg(long)]
    pub seat: Option<String>,
    /// Repeat the dice and the players of a game [default: a new one each time]
    #[arg(long, value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub save: Save,
}

const PLAY_EXAMPLES: &str = "\
The players are your opponents; a list shorter than the table is repeated. With `human` in it, the list is the whole \
table, seat by seat. Without a list you meet the network that comes with the game, or where it does not fit the strongest scripted player.

At the table, type the number of a move, the beginning of its text, or a command: help, hint, undo, log, board, save, quit. \
Several words that begin the text of a move are that move.

With --json, moves are read and events are written as lines of JSON (docs/json.md).

Examples:
  hoyle play ludo
  hoyle play ludo:preset=danish,players=2 --against mixed --seat yellow
  hoyle play dominion --against net:sims=50
  hoyle play ludo --players human,one-ply,human,random
  hoyle play ludo --seed 1 --save game.jsonl";

#[derive(Debug, ClapArgs)]
#[command(after_help = WATCH_EXAMPLES)]
pub struct Watch {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub players: Players,
    /// Repeat a game [default: a new one each time]
    #[arg(long, value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// Milliseconds between decisions [default: 250 on a terminal, otherwise 0]
    #[arg(long, value_name = "MS", value_parser = delay)]
    pub delay: Option<u64>,
    #[command(flatten)]
    pub save: Save,
}

const WATCH_EXAMPLES: &str = "\
The players take the seats in order; a list shorter than the table is repeated.

Examples:
  hoyle watch ludo
  hoyle watch ludo --players one-ply,random --seed 1 --delay 100
  hoyle watch ludo --seed 1 --save game.jsonl --delay 0";

/// How a match or a tournament is played, and where it is told.
#[derive(Debug, ClapArgs)]
pub struct Contest {
    /// The seed; the same seed gives the same result with any number of threads
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>)]
    pub seed: u64,
    /// How many threads, 1-1024 [default: all]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Who takes longer for a move has lost the game
    #[arg(long, value_name = "SECONDS", value_parser = move_limit)]
    pub move_limit: Option<f64>,
    /// Add every game to this file of results; the same command goes on where it stopped
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Write the report as a page to this file; an older report is replaced
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// Replace the page even if it is no report
    #[arg(long, requires = "html")]
    pub force: bool,
}

fn move_limit(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds, 0.001-86400".to_owned()),
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = MATCH_EXAMPLES)]
pub struct Match {
    /// The game, with settings if you like: ludo, ludo:preset=danish,players=2; or several to be played in turn:
    /// magic:deck0=red|green,deck1=red|green, dominion:kingdom=random,kingdom_seed=0..100
    pub game: String,
    #[command(flatten)]
    pub players: Players,
    /// How many games, rounded up to whole sets [default: 1000; with --sprt 100000 at most]
    #[arg(long, value_parser = whole::<u64>)]
    pub games: Option<u64>,
    /// Stop as soon as it is clear which difference in Elo is true: the first or the second
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Tell luck from skill by this value function: `estimate`, the game's rule of thumb, or `net`, or net:FOLDER
    #[arg(long, value_name = "VALUE")]
    pub luck: Option<String>,
    #[command(flatten)]
    pub contest: Contest,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let (elo0, elo1) = text.split_once(',').unwrap_or((text, ""));
    let number = |text: &str| text.trim().parse().unwrap_or(f64::NAN);
    Sprt::new(number(elo0), number(elo1)).map_err(|e| e.to_string())
}

const MATCH_EXAMPLES: &str = "\
With as many players as seats, everybody has one seat. With fewer, the first sits alone and the others fill the rest of \
the table in turn: `one-ply,random` at a table for four is one one-ply player against three random ones. Games come in \
sets: the same dice or deal is played with every rotation of the seats. A game with several values for a setting \
stands for several games: the sets are of each of them in turn.

The win rate counts a tie as the part of it that is the player's. Intervals are at 95%, over sets. docs/arena.md has the \
formulas.

Examples:
  hoyle match ludo --players one-ply,random --games 20000
  hoyle match ludo:players=2 --players mixed,one-ply --seed 7 --json
  hoyle match dominion --players smithy,big-money --sprt 0,20
  hoyle match 'magic:deck0=red|green|blue,deck1=red|green|blue' --players net,heuristic
  hoyle match dominion --players witch,smithy --out witch.jsonl --html witch.html --move-limit 5";

/// What can be measured about the arena.
#[derive(Debug, Subcommand)]
pub enum Arena {
    /// Tell what it would be worth to a player to know all that is hidden: no guess about hidden cards can be worth more
    Ceiling(Ceiling),
    /// Tell what a setting is worth in lost positions: the same ones are played on with it and without
    Desperate(Desperate),
}

#[derive(Debug, ClapArgs)]
#[command(after_help = DESPERATE_EXAMPLES)]
pub struct Desperate {
    /// The game, with settings if you like, or several
    pub game: String,
    /// Who plays: one that searches. The positions are of its games with itself
    #[arg(long, value_name = "PLAYER", default_value = "net:sims=100")]
    pub player: String,
    /// The settings that are tried: key=value, separated by commas
    #[arg(long, value_name = "SETTINGS", default_value = "mode=auto")]
    pub with: String,
    /// The value function that says what is lost: `net`, or net:FOLDER, or `estimate`, the game's rule of thumb
    #[arg(long, value_name = "VALUE", default_value = "net")]
    pub value: String,
    /// The least that a position is worth to the seat that takes it up, in percent
    #[arg(long, default_value_t = 1.0, value_parser = percent)]
    pub low: f64,
    /// The most
    #[arg(long, default_value_t = 10.0, value_parser = percent)]
    pub high: f64,
    /// How many positions, each of a game of its own
    #[arg(long, default_value_t = 1000, value_parser = whole::<u64>)]
    pub games: u64,
    /// How often each is played on with the settings, and as often without
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub replays: u32,
    /// The seed of everything random
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>)]
    pub seed: u64,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("write a number from 0 to 100".to_owned()),
    }
}

const DESPERATE_EXAMPLES: &str = "\
Both play the seat that is lost with the same dice; all other seats are played by the player as it is. The interval is of the difference, \
over positions.

Examples:
  hoyle arena desperate magic --player net:sims=50 --replays 4
  hoyle arena desperate dominion --with mode=auto,beliefs=watch --low 1 --high 5";

#[derive(Debug, ClapArgs)]
#[command(after_help = CEILING_EXAMPLES)]
pub struct Ceiling {
    /// The game, with settings if you like, or several to be played in turn
    pub game: String,
    /// Who plays: one that searches. It meets itself, one time with everything open to its search
    #[arg(long, value_name = "PLAYER", default_value = "net:sims=100")]
    pub player: String,
    /// How many games, rounded up to whole sets
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// Tell luck from skill by this value function: `estimate`, the game's rule of thumb, or `net`, or net:FOLDER
    #[arg(long, value_name = "VALUE")]
    pub luck: Option<String>,
    #[command(flatten)]
    pub contest: Contest,
}

const CEILING_EXAMPLES: &str = "\
The player that sees all takes the place of every determinization: its search goes through what really is in the other hands. \
What lies in a deck in an order that nobody knows is drawn all the same. All other seats are played by the same player as it is.

Examples:
  hoyle arena ceiling dominion --player net:sims=100
  hoyle arena ceiling 'magic:deck0=red|green|blue,deck1=red|green|blue' --luck net";

#[derive(Debug, ClapArgs)]
#[command(after_help = TOURNAMENT_EXAMPLES)]
pub struct Tournament {
    /// The game, with settings if you like: ludo, ludo:preset=danish,players=2
    pub game: String,
    /// The players, as separate words or separated by commas; `hoyle games` lists them
    #[arg(required = true, value_name = "PLAYER")]
    pub players: Vec<String>,
    /// How many games at each table, rounded up to whole sets
    #[arg(long, default_value_t = 1000, value_parser = whole::<u64>)]
    pub games: u64,
    #[command(flatten)]
    pub contest: Contest,
}

const TOURNAMENT_EXAMPLES: &str = "\
At a table for two, each pair of players has one table. At a larger one it has two: one player against the other at all \
other seats, and the other way round. Ratings are Elo points above `random` if it takes part, else above the first player; \
intervals are at 95%. docs/arena.md has the formulas.

Examples:
  hoyle tournament dominion random big-money smithy witch --games 500
  hoyle tournament ludo random,mixed,one-ply --html ludo.html
  hoyle tournament acquire random greedy majority --out acquire.jsonl --move-limit 5 --json";

#[derive(Debug, ClapArgs)]
#[command(after_help = ANALYZE_EXAMPLES)]
pub struct Analyze {
    #[command(flatten)]
    pub moment: Moment,
    /// The search, with settings if you like: ismcts:sims=5000,rollout=greedy, net:sims=100 [default: what plays best, for a second]
    #[arg(long, value_name = "SEARCH")]
    pub by: Option<String>,
    /// The seed of the search
    #[arg(long, default_value_t = 0, value_name = "SEED", value_parser = whole::<u64>)]
    pub search_seed: u64,
    /// How many moves are told
    #[arg(long, default_value_t = 10, value_parser = whole::<usize>)]
    pub top: usize,
    /// Show some of the worlds that were dealt
    #[arg(long, conflicts_with = "json")]
    pub worlds: bool,
}

const ANALYZE_EXAMPLES: &str = "\
The search knows what the seat to move may know, and nothing else. It is told as it goes on: with --json, one object a \
line after ever longer searches; the last one has \"done\": true. docs/search.md explains searches, their settings and the numbers.

Examples:
  hoyle analyze ludo --seed 7 --ply 40
  hoyle analyze dominion --players smithy,witch --ply 300 --by puct:sims=20000,rollout=witch,prior=0.5
  hoyle analyze --replay game.jsonl --ply 40 --by ismcts:time=5,threads=2 --json";

/// What `hoyle train` is told.
#[derive(Debug, ClapArgs)]
#[command(after_help = TRAIN_EXAMPLES)]
pub struct Train {
    /// The game, with settings if you like: ludo, ludo:players=2; or many to be learned at once, of which each round plays
    /// some: magic:deck0=red|green,deck1=red|green, dominion:kingdom=random,kingdom_seed=0..500
    #[arg(required_unless_present = "resume")]
    pub game: Option<String>,
    /// The folder of the run; runs/GAME-1 and so on if you name none
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "resume")]
    pub to: Option<PathBuf>,
    /// Go on with a run
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "game")]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub allowed: Allowed,
    #[command(flatten)]
    pub settings: TrainSettings,
}

const TRAIN_EXAMPLES: &str = "\
Settings that are not given are those that were found to work for the game; run.toml in the run's folder has them all.

Examples:
  hoyle train ludo
  hoyle train dominion:kingdom=random,kingdom_seed=0..500 --minutes 30 --to runs/any-kingdom
  hoyle train --resume runs/ludo-1
  hoyle play ludo --against net:runs/ludo-1";

/// The settings of a run that were given: one option for each, as the library documents them.
#[derive(Debug)]
pub struct TrainSettings(pub Vec<(String, String)>);

mod train_settings {
    use super::TrainSettings;
    use clap::{Arg, ArgMatches, Command, Error, FromArgMatches};
    use hoyle_games::brain::train::{SETTINGS, TrainSetting};

    /// All but the game, which is named first.
    fn settings() -> impl Iterator<Item = &'static TrainSetting> {
        SETTINGS.iter().filter(|setting| setting.name != "game")
    }

    impl clap::Args for TrainSettings {
        fn augment_args(command: Command) -> Command {
            settings().fold(command, |command, TrainSetting { name, help, formerly }| {
                let option = Arg::new(*name).long(name.replace('_', "-")).value_name("X").help(*help);
                let option = option.aliases(formerly.map(|name| name.replace('_', "-")));
                command.arg(option.help_heading("Settings").allow_negative_numbers(true))
            })
        }

        fn augment_args_for_update(command: Command) -> Command {
            Self::augment_args(command)
        }
    }

    impl FromArgMatches for TrainSettings {
        fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
            let given = |TrainSetting { name, .. }: &TrainSetting| {
                Some(((*name).to_owned(), matches.get_one::<String>(name)?.clone()))
            };
            Ok(Self(settings().filter_map(given).collect()))
        }

        fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
            *self = Self::from_arg_matches(matches)?;
            Ok(())
        }
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = BENCH_EXAMPLES)]
pub struct Bench {
    /// The game, with settings if you like: ludo, ludo:preset=danish,players=2
    pub game: String,
    /// Seconds per figure
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    pub seconds: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds, 0-3600".to_owned()),
    }
}

const BENCH_EXAMPLES: &str = "\
Every figure is the best of several short runs that take turns.

Examples:
  hoyle bench ludo
  hoyle bench ludo --seconds 0.2 --json";

#[derive(Debug, ClapArgs)]
#[command(after_help = LAYOUT_EXAMPLES)]
pub struct Layout {
    /// The game, with settings if you like: ludo, ludo:preset=danish,players=2
    pub game: String,
    /// Which layout [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub layout: Option<String>,
    /// Print a Markdown table
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
}

const LAYOUT_EXAMPLES: &str = "\
Examples:
  hoyle layout ludo
  hoyle layout ludo --markdown
  hoyle layout ludo --json | jq .hash";

/// A position of a game.
#[derive(Debug, ClapArgs)]
pub struct Moment {
    /// The game, with settings if you like: ludo, ludo:preset=danish,players=2
    #[arg(required_unless_present_any = ["from", "replay"], conflicts_with_all = ["from", "replay"])]
    pub game: Option<String>,
    /// Start from a position, as `hoyle replay show --position` prints it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub from: Option<PathBuf>,
    /// Look at a saved game; - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["from", "seed", "players"])]
    pub replay: Option<PathBuf>,
    /// The seed of the dice and the players [default: 0]
    #[arg(long, value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// Who plays until then, seat by seat, a short list repeated [default: random]
    #[arg(long, value_name = "LIST")]
    pub players: Vec<String>,
    /// Stop after this many actions, chance included, as replays count them [default: 0; the end of a saved game]
    #[arg(long, value_parser = whole::<usize>)]
    pub ply: Option<usize>,
    #[command(flatten)]
    pub allowed: Allowed,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = INSPECT_EXAMPLES)]
pub struct Inspect {
    #[command(flatten)]
    pub moment: Moment,
    /// Who looks, by name or by number from 0 [default: who is to move; at chance's turn and after the end, seat 0]
    #[arg(long)]
    pub seat: Option<String>,
    /// Which layout [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub layout: Option<String>,
    /// List the fields that are not zero [default unless --png is given]
    #[arg(long, conflicts_with = "json")]
    pub text: bool,
    /// Draw the numbers to this file: a heat map with names
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub png: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "png")]
    pub force: bool,
}

const INSPECT_EXAMPLES: &str = "\
Actions are counted as in replays: every die, draw and shuffle is one. With --from, they are counted from that position.

Examples:
  hoyle inspect ludo --seed 7 --ply 40
  hoyle inspect dominion --seed 7 --ply 40 --png out.png
  hoyle inspect dominion --players smithy,witch --ply 500 --seat 1 --layout rich
  hoyle inspect --replay game.jsonl --ply 40 --json";

#[derive(Debug, ClapArgs)]
#[command(after_help = STATS_EXAMPLES)]
pub struct Stats {
    /// The game, with settings if you like: ludo, ludo:preset=danish,players=2
    pub game: String,
    /// Which layout [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub layout: Option<String>,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = whole::<u64>)]
    pub games: u64,
    /// The seed; the same seed gives the same result with any number of threads
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>)]
    pub seed: u64,
    /// How many threads, 1-1024 [default: all]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print a Markdown table
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
}

const STATS_EXAMPLES: &str = "\
Half of the games are played at random, half by scripted players. A game with many setups is played in many of them: \
Dominion on random kingdoms with 2-6 players, every fourth with the further cards. At each decision the seat to move \
observes, and one of the others.

Values are told before they are limited to the range of their field, over all places of the field, zeros included. \
`clamped` is the share of values outside the range.

Examples:
  hoyle stats ludo
  hoyle stats dominion --games 10000 --markdown
  hoyle stats dominion --layout rich --json | jq '.fields[] | select(.clamped > 0.001)'";

/// Games that a network plays, to be studied.
#[derive(Debug, ClapArgs)]
pub struct Study {
    /// The game, with settings if you like: magic, magic:deck0=red,deck1=blue
    pub game: String,
    /// The network: net, which comes with the game, or net:FOLDER
    #[arg(long, value_name = "NET", default_value = "net")]
    pub by: String,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// The seed; the same seed gives the same result with any number of threads
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>)]
    pub seed: u64,
    /// How many threads, 1-1024 [default: all]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = BELIEFS_EXAMPLES)]
pub struct Beliefs {
    #[command(flatten)]
    pub study: Study,
    /// Write the report as a page to this file, with a plot of how reliable the chances are
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// Replace the page if it exists
    #[arg(long, requires = "html")]
    pub force: bool,
}

const BELIEFS_EXAMPLES: &str = "\
All seats are played by the network's own policy, by games that no training plays. Of every kind of card that a hidden hand may hold, the \
chance that it holds at least one is held against the truth, and beside it the chance by counting alone. Intervals are a \
bootstrap over games.

Examples:
  hoyle beliefs magic --games 200 --html beliefs.html
  hoyle beliefs acquire --by net:runs/acquire --json | jq .all";

#[derive(Debug, ClapArgs)]
#[command(after_help = INSIGHT_EXAMPLES)]
pub struct Insight {
    #[command(flatten)]
    pub study: Study,
    /// The share of decisions that are looked at
    #[arg(long, default_value_t = 0.05, value_parser = share)]
    pub share: f32,
    /// How often a game is played on without an entity
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub playouts: u16,
    /// The feature of others' entities by which the rival of the greatest threat is chosen
    #[arg(long, value_name = "FEATURE", default_value = "power")]
    pub rival: String,
}

const INSIGHT_EXAMPLES: &str = "\
What the heads say of threats and synergies is held against positions without these things, evaluated by the same network: a rank \
correlation. The deletion test takes away what is called the greatest threat of the others, or that with the most of a feature, and \
tells which helps more: by the network's value, and by games that are played on.

Examples:
  hoyle insight magic --games 100
  hoyle insight ludo --rival position --json";

fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("write a number from 0 to 1".to_owned()),
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = REPLAY_EXAMPLES)]
pub struct Replay {
    #[command(subcommand)]
    pub command: ReplayCommand,
}

#[derive(Debug, Subcommand)]
pub enum ReplayCommand {
    /// Tell a saved game
    #[command(after_help = SHOW_EXAMPLES)]
    Show {
        /// The replay; - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Stop after this many actions
        #[arg(long, value_parser = whole::<usize>)]
        ply: Option<usize>,
        /// Print only the position, as `--from` of play and watch reads it
        #[arg(long)]
        position: bool,
        #[command(flatten)]
        allowed: Allowed,
    },
    /// Check that saved games are complete and unchanged
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify {
        /// The replays; - for standard input
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        allowed: Allowed,
    },
    /// Play a saved game on
    #[command(after_help = RESUME_EXAMPLES)]
    Resume(Resume),
}

#[derive(Debug, ClapArgs)]
pub struct Resume {
    /// The replay
    #[arg(value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Go back to the position after this many actions; then the file is left alone
    #[arg(long, value_name = "PLY", value_parser = whole::<usize>)]
    pub at: Option<usize>,
    /// Others to play on, seat by seat [default: those of the file]
    #[arg(long, value_name = "LIST")]
    pub players: Vec<String>,
    /// Another seed for what is to come [default: that of the file]
    #[arg(long, value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// Milliseconds between decisions when nobody at the table is human [default: 250 on a terminal, otherwise 0]
    #[arg(long, value_name = "MS", value_parser = delay)]
    pub delay: Option<u64>,
    #[command(flatten)]
    pub allowed: Allowed,
    #[command(flatten)]
    pub save: Save,
}

const REPLAY_EXAMPLES: &str = "\
`--save FILE` of play and watch writes a game.

Examples:
  hoyle replay show game.jsonl
  hoyle replay verify games/*.jsonl
  hoyle replay resume game.jsonl";

const SHOW_EXAMPLES: &str = "\
Examples:
  hoyle replay show game.jsonl
  hoyle replay show game.jsonl --ply 40
  hoyle replay show game.jsonl --ply 40 --position > start.json";

const VERIFY_EXAMPLES: &str = "\
Examples:
  hoyle replay verify game.jsonl
  hoyle replay verify games/*.jsonl --json";

const RESUME_EXAMPLES: &str = "\
The game goes on as if it had never stopped: the same dice, the same players. What is played is written back to the \
file, or to the one of --save.

Examples:
  hoyle replay resume game.jsonl
  hoyle replay resume game.jsonl --at 40 --save other.jsonl
  hoyle replay resume game.jsonl --players one-ply";

#[derive(Debug, ClapArgs)]
#[command(after_help = GAMES_EXAMPLES)]
pub struct Games {
    /// Tell more about this one
    pub game: Option<String>,
}

const GAMES_EXAMPLES: &str = "\
Examples:
  hoyle games
  hoyle games ludo
  hoyle games --json";

#[derive(Debug, ClapArgs)]
#[command(after_help = CARD_EXAMPLES)]
pub struct Card {
    /// Its name, or the beginning of it
    pub name: String,
    /// The game, with settings if you like [default: every game]
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
}

const CARD_EXAMPLES: &str = "\
Examples:
  hoyle card Tarmogoyf
  hoyle card \"Throne Room\" --game dominion
  hoyle card Humble --game magic:cards=further --json";

#[derive(Debug, ClapArgs)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  hoyle completions bash > ~/.local/share/bash-completion/completions/hoyle
  hoyle completions fish > ~/.config/fish/completions/hoyle.fish";

#[derive(Debug, ClapArgs)]
#[command(after_help = MAN_EXAMPLES)]
pub struct Man {
    /// The command [default: the program as a whole]
    #[arg(value_name = "COMMAND")]
    pub path: Vec<String>,
}

const MAN_EXAMPLES: &str = "\
Examples:
  hoyle man > ~/.local/share/man/man1/hoyle.1
  hoyle man replay show | man -l -";
