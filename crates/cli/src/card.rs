//! `hoyle card`: what a card, or another thing of a game, is and does.

use crate::args::Card;
use crate::failure::{Failure, Outcome};
use crate::output::Out;
use hoyle_games::{load, titles};
use hoyle_table::did_you_mean;
use serde_json::{Value, json};

/// `hoyle card`.
pub fn run(args: Card, mut out: Out) -> Outcome {
    if args.name.trim().is_empty() {
        return Err(Failure::usage("name a card or another thing of a game: hoyle card Smithy"));
    }
    let games: Vec<String> = match args.game {
        Some(game) => vec![game],
        None => titles().iter().map(|title| title.name.to_owned()).collect(),
    };
    let (mut found, mut things): (Vec<(String, String)>, Vec<String>) = (Vec::new(), Vec::new());
    for game in games {
        let table = load(&game)?.table();
        match table.explain(&args.name) {
            Some(text) => found.push((game, text)),
            None => things.extend(table.things()),
        }
    }
    if found.is_empty() {
        let hint = did_you_mean(&args.name, &things);
        return Err(Failure::usage(format!(
            "no game has a card or thing called `{}`{hint}",
            hoyle_core::files::brief(&args.name)
        )));
    }
    if out.json {
        let all = found.iter().map(|(game, text)| json!({ "game": game, "text": text })).collect();
        return Ok(out.json(&Value::Array(all))?);
    }
    for (game, text) in &found {
        if found.len() > 1 {
            out.line(format_args!("{game}:"))?;
        }
        out.line(text)?;
    }
    Ok(())
}
