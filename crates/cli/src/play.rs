//! `hoyle play` and `hoyle watch`: one game, with or without people.

use crate::args::{Allowed, Play, Source, Watch};
use crate::failure::{Failure, Outcome};
use crate::frame::Frame;
use crate::lines::Lines;
use crate::output::Out;
use crate::saver::{self, Saver};
use crate::seating::{self, people};
use crate::session::{Face, Session};
use crate::text::Text;
use hoyle_core::files::MAX_TEXT;
use hoyle_games::{AnyTable, LoadError};
use std::hash::{BuildHasher as _, RandomState};
use std::path::Path;

/// Milliseconds between decisions, for a person who watches.
const PACE: u64 = 250;

/// `hoyle play`.
pub fn play(args: Play, out: Out) -> Outcome {
    let mut table = set_up(&args.source, args.seed)?;
    let others = players_or_strongest(&*table, &args.players)?;
    let everybody = seating::person_and(table.spec(), args.seat.as_deref(), &others)?;
    seating::take_seats(&mut *table, &everybody)?;
    run(table, Saver::new(&args.save)?, None, out)
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
    run(table, Saver::new(&args.save)?, args.delay, out)
}

/// Plays a table where everybody sits, with the face that suits whoever follows it.
pub fn run(table: Box<dyn AnyTable>, saver: Option<Saver>, delay: Option<u64>, out: Out) -> Outcome {
    let watched = out.is_screen() && people(&*table).is_empty();
    let delay = delay.unwrap_or(if watched { PACE } else { 0 });
    let face: Box<dyn Face> = match out.json {
        true => Box::new(Lines::new(out)),
        false if watched && delay > 0 && Frame::fits(&*table) => Box::new(Text::redrawn(out)),
        false => Box::new(Text::lines(out)),
    };
    Session::new(table, face, saver, delay)?.run()
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
        Some(file) => hoyle_games::open_position(&saver::read(file, MAX_TEXT)?, &saver::access(file, allowed))
            .map_err(|e| Failure::failed(format!("{}: {e}", file.display())))?,
        None => {
            let mut games = hoyle_games::expand(game.unwrap_or_default())?;
            let chosen = games.swap_remove((seed % games.len() as u64) as usize);
            hoyle_games::title(&chosen.name)?.with_settings(&chosen.settings).map_err(LoadError::from)?.table()
        }
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
