//! `hoyle play` and `hoyle watch`: one game, with or without people.

use crate::args::{Allowed, Play, Save, Source, Watch};
use crate::failure::{Failure, Outcome};
use crate::frame::Frame;
use crate::interrupt;
use crate::output::Out;
use crate::text::Text;
use hoyle_games::AnyTable;
use hoyle_table::seating::{self, people};
use hoyle_table::{FrontEnd, GameFile, JsonLines, Session, setup};
use std::hash::{BuildHasher as _, RandomState};
use std::path::Path;
use std::time::Duration;

/// Milliseconds between decisions, for a person who watches.
const PACE: u64 = 250;

/// `hoyle play`.
pub fn play(args: Play, out: Out) -> Outcome {
    let mut table = set_up(&args.source, args.seed)?;
    let others = players_or_strongest(&*table, &args.players)?;
    let everybody = seating::person_and(table.spec(), args.seat.as_deref(), &others)?;
    seating::take_seats(&mut *table, &everybody)?;
    run(table, file(&args.save)?, None, out)
}

/// `hoyle watch`.
pub fn watch(args: Watch, out: Out) -> Outcome {
    let mut table = set_up(&args.source, args.seed)?;
    let players = players_or_strongest(&*table, &args.players.players)?;
    let everybody = seating::whole(table.spec(), &players)?;
    seating::take_seats(&mut *table, &everybody)?;
    if !people(&*table).is_empty() {
        return Err(Failure::usage("nobody can play here, only watch: use `hoyle play` for people"));
    }
    run(table, file(&args.save)?, args.delay, out)
}

/// The file of `--save`, if there is one. What would fail at the end of the game fails now.
pub fn file(save: &Save) -> Result<Option<GameFile>, Failure> {
    Ok(save.save.as_deref().map(|path| GameFile::at(path, save.force)).transpose()?)
}

/// Plays a table where everybody sits, with the front end that suits whoever follows it.
pub fn run(table: Box<dyn AnyTable>, file: Option<GameFile>, delay: Option<u64>, out: Out) -> Outcome {
    let watched = out.is_screen() && people(&*table).is_empty();
    let delay = delay.unwrap_or(if watched { PACE } else { 0 });
    let front: Box<dyn FrontEnd> = match out.json {
        true => Box::new(JsonLines::new(std::io::stdout())),
        false if watched && delay > 0 && Frame::fits(&*table) => Box::new(Text::redrawn(out)),
        false => Box::new(Text::lines(out)),
    };
    let inbox = interrupt::inbox(!people(&*table).is_empty())?;
    Ok(Session::new(table, front, inbox, file, Duration::from_millis(delay)).run()?)
}

fn set_up(source: &Source, seed: Option<u64>) -> Result<Box<dyn AnyTable>, Failure> {
    let seed = seed.unwrap_or_else(new_seed);
    let mut table = open(source.game.as_deref(), source.from.as_deref(), &source.allowed, seed)?;
    table.set_seed(seed);
    Ok(table)
}

/// An empty table at a position in a file, or at the start of a game. Of many games under one name, the seed chooses.
pub fn open(
    game: Option<&str>,
    from: Option<&Path>,
    allowed: &Allowed,
    seed: u64,
) -> Result<Box<dyn AnyTable>, Failure> {
    Ok(match from {
        Some(file) => setup::at_position(file, allowed.folder.as_deref())?,
        None => setup::at_start(game.unwrap_or_default(), seed)?,
    })
}

fn players_or_strongest(table: &dyn AnyTable, players: &[String]) -> Result<Vec<String>, Failure> {
    let players = seating::list(players)?;
    if !players.is_empty() {
        return Ok(players);
    }
    // The network that comes with the game, if it knows this table.
    if table.can_sit("net") {
        return Ok(vec!["net".to_owned()]);
    }
    Ok(vec![table.strongest_bot().to_owned()])
}

/// A seed from the system, short enough to type again.
pub fn new_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000
}
