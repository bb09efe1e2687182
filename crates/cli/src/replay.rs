//! `hoyle replay`: games in files.

use crate::args::{Allowed, Replay, ReplayCommand, Resume};
use crate::failure::{self, Failure, Outcome};
use crate::lines::Lines;
use crate::output::{Out, harmless};
use crate::saver::{self, Saver};
use crate::seating;
use crate::session::Face as _;
use crate::{play, text};
use hoyle_core::files::MAX_REPLAY;
use hoyle_core::replay::{ReplayError, ReplayProblem};
use hoyle_core::{FileAccess, Turn};
use hoyle_games::{AnyTable, Opened};
use serde_json::json;
use std::path::{Path, PathBuf};

/// `hoyle replay`.
pub fn run(args: Replay, out: Out) -> Outcome {
    match args.command {
        ReplayCommand::Show { file, ply, position, allowed } => {
            show(&file, ply, position, &saver::access(&file, &allowed), out)
        }
        ReplayCommand::Verify { files, allowed } => verify(&files, &allowed, out),
        ReplayCommand::Resume(args) => resume(args, out),
    }
}

/// A replay in a file.
pub fn open(file: &Path, files: &FileAccess) -> Result<Opened, Failure> {
    let text = saver::read(file, MAX_REPLAY)?;
    hoyle_games::open_replay(&text, files).map_err(|e| Failure::failed(format!("{}: {e}", file.display())))
}

/// Goes back to the position after so many actions.
pub fn go_to(table: &mut dyn AnyTable, ply: usize) -> Outcome {
    let plies = table.plies();
    if ply > plies {
        return Err(Failure::usage(format!("there is no action {ply}; the game has {plies}")));
    }
    table.undo_to(ply);
    Ok(())
}

fn show(file: &Path, ply: Option<usize>, position: bool, files: &FileAccess, mut out: Out) -> Outcome {
    let mut table = open(file, files)?.table;
    if let Some(ply) = ply {
        go_to(&mut *table, ply)?;
    }
    if position {
        return Ok(out.line(table.position())?);
    }
    if out.json {
        let mut lines = Lines::new(out);
        lines.start(&*table, None)?;
        return Ok(if table.turn() == Turn::Over { lines.over(&*table) } else { lines.left(&*table) }?);
    }
    out.line(text::opening(&*table))?;
    for event in table.told(usize::MAX, None) {
        out.line(text::log_line(&event))?;
    }
    let end = match table.turn() {
        Turn::Over => text::ending(&*table),
        _ => format!("not over after {} actions", table.plies()),
    };
    Ok(out.line(format_args!("\n{}\n\n{end}", table.board(None).trim_end()))?)
}

fn verify(files: &[PathBuf], allowed: &Allowed, mut out: Out) -> Outcome {
    let mut valid = true;
    for file in files {
        let text = saver::read(file, MAX_REPLAY)?;
        let name = file.display().to_string();
        match complete(&text, &saver::access(file, allowed)) {
            Ok(table) => {
                let (game, plies, hash) = (table.spec().name, table.plies(), format!("{:016x}", table.hash()));
                let result = table.scores();
                let result = result.as_slice();
                let found = json!({
                    "file": name, "ok": true, "game": game, "plies": plies, "result": result, "hash": hash
                });
                if out.json {
                    out.json_line(&found)?;
                } else {
                    let name = harmless(name);
                    out.line(format_args!("{name}: ok, {game}, {plies} actions, result {result:?}, hash {hash}"))?;
                }
            }
            Err(error) => {
                valid = false;
                if out.json {
                    let problem = error.problem.to_string();
                    out.json_line(&json!({ "file": name, "ok": false, "line": error.line, "error": problem }))?;
                }
                failure::tell(format_args!("{name}: {error}"));
            }
        }
    }
    if valid { Ok(()) } else { Err(Failure::Told) }
}

/// The table at the end of a replay that has its result.
fn complete(text: &str, files: &FileAccess) -> Result<Box<dyn AnyTable>, ReplayError> {
    let Opened { table, complete, .. } = hoyle_games::open_replay(text, files)?;
    if complete {
        return Ok(table);
    }
    let plies = table.plies();
    Err(ReplayError { line: text.lines().count(), problem: ReplayProblem::Cut { plies } })
}

fn resume(args: Resume, out: Out) -> Outcome {
    let files = saver::access(&args.file, &args.allowed);
    let Opened { mut table, header, complete } = open(&args.file, &files)?;
    let file = args.file.display();
    match args.at {
        Some(ply) => go_to(&mut *table, ply)?,
        None if complete => {
            return Err(Failure::failed(format!("{file}: the game is over; --at PLY goes back to a position of it")));
        }
        None => {}
    }
    let players = seating::list(&args.players)?;
    if players.is_empty() {
        let seated = seating::take_seats_from(&mut *table, &header.seats, &files);
        seated.map_err(|e| Failure::usage(format!("{file}: {e}; name others with --players")))?;
    } else {
        let everybody = seating::whole(table.spec(), &players)?;
        seating::take_seats(&mut *table, &everybody)?;
    }
    table.set_seed(args.seed.or(header.seed).unwrap_or_else(play::new_seed));
    let saver = match Saver::new(&args.save)? {
        None if saver::is_stdin(&args.file) => None,
        None if args.at.is_none() => Some(Saver::at(&args.file, true)?),
        named => named,
    };
    play::run(table, saver, args.delay, out)
}
