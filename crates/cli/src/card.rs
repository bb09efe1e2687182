//! `hoyle card`: what a card, or another thing of a game, is and does.

use crate::args::Card;
use crate::failure::{Failure, Outcome};
use crate::output::Out;
use hoyle_games::{load, shelf};
use serde_json::{Value, json};

/// `hoyle card`.
pub fn run(args: Card, mut out: Out) -> Outcome {
    let games: Vec<String> = match args.game {
        Some(game) => vec![game],
        None => shelf().iter().map(|title| title.name.to_owned()).collect(),
    };
    let mut found: Vec<(String, String)> = Vec::new();
    for game in games {
        if let Some(text) = load(&game)?.table().explain(&args.name) {
            found.push((game, text));
        }
    }
    if found.is_empty() {
        return Err(Failure::usage(format!("no game has a card or thing called `{}`", args.name)));
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
