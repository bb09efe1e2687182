//! `hoyle completions` and `hoyle man`: what installers want.

use crate::args::{Args, Completions, Man};
use crate::failure::{Failure, Outcome};
use crate::output::Out;
use clap::{Command, CommandFactory as _};
use hoyle_core::names::UnknownName;
use serde_json::json;

/// `hoyle completions`.
pub fn completions(args: Completions, mut out: Out) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "hoyle", &mut script);
    let script = String::from_utf8_lossy(&script);
    let value = json!({ "shell": args.shell.to_string(), "script": script });
    if out.json {
        out.json(&value)?
    } else {
        out.part(script)?
    }
    Ok(())
}

/// `hoyle man`.
pub fn man(args: Man, mut out: Out) -> Outcome {
    let mut all = Args::command();
    all.build(); // so that subcommands know their full names
    let mut command = &all;
    for word in &args.path {
        command = command
            .find_subcommand(word)
            .ok_or_else(|| UnknownName::new("command", word, command.get_subcommands().map(Command::get_name)))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    let page = String::from_utf8(page).map_err(|e| Failure::failed(e.utf8_error()))?;
    let name = command.get_display_name().unwrap_or(command.get_name());
    if out.json {
        out.json(&json!({ "name": name, "page": page }))?
    } else {
        out.part(page)?
    }
    Ok(())
}
