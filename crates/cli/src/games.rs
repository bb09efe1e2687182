//! `hoyle games`: what there is.

use crate::args::Games;
use crate::failure::{Failure, Outcome};
use crate::output::{Out, columns};
use hoyle_core::BotInfo;
use hoyle_core::names::Named;
use hoyle_games::players::known;
use hoyle_games::{Title, title, titles};
use serde_json::Value;

/// `hoyle games`.
pub fn run(args: Games, mut out: Out) -> Outcome {
    let chosen: Vec<&Title> = match &args.game {
        None => titles().to_vec(),
        Some(spec) => {
            let Named { name, settings } = spec.parse().map_err(Failure::usage)?;
            let title = title(&name)?;
            if !settings.is_empty() {
                return Err(Failure::usage(format!(
                    "`hoyle games` tells of every setting: write the name alone, {name}"
                )));
            }
            vec![title]
        }
    };
    if out.json {
        let all = chosen.iter().map(|title| title.describe().map_err(Failure::failed));
        return Ok(out.json(&Value::Array(all.collect::<Result<_, _>>()?))?);
    }
    for title in chosen {
        out.line(if args.game.is_some() { page(title)? } else { line(title) })?;
    }
    if args.game.is_none() {
        out.line("\n`hoyle games NAME` tells more about one of them.")?;
    }
    Ok(())
}

fn line(title: &Title) -> String {
    let players: Vec<&str> = known(title.bots()).iter().map(|bot| bot.name).collect();
    format!("{}\n  presets: {}\n  players: {}", title.name, title.presets().join(", "), players.join(", "))
}

fn page(title: &Title) -> Result<String, Failure> {
    let game = title.with_settings(&[]).map_err(Failure::failed)?;
    let layouts: Vec<&str> = game.spec().layouts.iter().map(|layout| layout.name()).collect();
    let options = game.options();
    let option = |&(name, about): &(&str, &str)| {
        let value = options.get(name).map(plain_value).unwrap_or_default();
        [format!("  {name}"), value, about.to_owned()]
    };
    let player = |bot: BotInfo| [format!("  {}", bot.name), bot.about.to_owned()];
    let options: Vec<_> = title.option_help().iter().map(option).collect();
    let players: Vec<_> = known(title.bots()).into_iter().map(player).collect();
    Ok(format!(
        "{name} version {version}\n\npresets, the default first: {presets}\nlayouts, the default first: {layouts}\n\n\
         options, with their values in {default}:\n{options}\n\nplayers, weakest first:\n{players}\n\n\
         Write settings after the name: hoyle play {name}:preset={last},KEY=VALUE",
        name = title.name,
        version = title.version,
        presets = title.presets().join(", "),
        layouts = layouts.join(", "),
        default = title.presets()[0],
        options = columns(&options),
        players = columns(&players),
        last = title.presets().last().copied().unwrap_or_default(),
    ))
}

/// A value as people write it.
fn plain_value(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
