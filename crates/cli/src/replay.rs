//! `hoyle replay`: games in files.

use crate::args::{Allowed, Replay, ReplayCommand, Resume};
use crate::failure::{self, Failure, Outcome};
use crate::output::Out;
use crate::{play, text};
use hoyle_core::files::MAX_REPLAY;
use hoyle_core::replay::{ReplayError, ReplayProblem};
use hoyle_core::{FileAccess, Turn};
use hoyle_games::{AnyTable, Opened};
use hoyle_table::text::harmless;
use hoyle_table::{FrontEnd as _, GameFile, JsonLines, access, is_stdin, read, seating, setup};
use serde_json::json;
use std::path::{Path, PathBuf};

/// `hoyle replay`.
pub fn run(args: Replay, out: Out) -> Outcome {
    match args.command {
        ReplayCommand::Show { file, ply, position, allowed } => {
            show(&file, ply, position, &access(&file, allowed.folder.as_deref()), out)
        }
        ReplayCommand::Verify { files, allowed } => verify(&files, &allowed, out),
        ReplayCommand::Resume(args) => resume(args, out),
    }
}

fn show(file: &Path, ply: Option<usize>, position: bool, files: &FileAccess, mut out: Out) -> Outcome {
    let mut table = setup::replay(file, files)?.table;
    if let Some(ply) = ply {
        setup::go_back_to(&mut *table, ply)?;
    }
    if position {
        return Ok(out.line(table.position())?);
    }
    if out.json {
        let mut lines = JsonLines::new(std::io::stdout());
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
        let name = file.display().to_string();
        let text = match read(file, MAX_REPLAY) {
            Ok(text) => text,
            Err(error) => {
                valid = false;
                if out.json {
                    out.json_line(&json!({ "file": name, "ok": false, "error": error.to_string() }))?;
                }
                failure::tell(error);
                continue;
            }
        };
        match complete(&text, &access(file, allowed.folder.as_deref())) {
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
    let files = access(&args.file, args.allowed.folder.as_deref());
    let Opened { mut table, header, complete } = setup::replay(&args.file, &files)?;
    let file = args.file.display();
    match args.at {
        Some(ply) => setup::go_back_to(&mut *table, ply)?,
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
    let file = match play::file(&args.save)? {
        None if is_stdin(&args.file) => None,
        None if args.at.is_none() => Some(GameFile::at(&args.file, true)?),
        named => named,
    };
    play::run(table, file, args.delay, out)
}
