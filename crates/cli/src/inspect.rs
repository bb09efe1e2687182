//! `hoyle inspect`: what a seat sees, number by number.

use crate::args::Inspect;
use crate::failure::Outcome;
use crate::heatmap;
use crate::layout;
use crate::moment;
use crate::output::Out;
use anstyle::Style;
use hoyle_core::{Layout, Seat, Turn};
use hoyle_games::AnyTable;
use hoyle_games::observation::{ObservedField, ObservedValue, nonzero_fields};
use hoyle_table::text::harmless;
use hoyle_table::{GameFile, seating};
use serde_json::json;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// `hoyle inspect`.
pub fn run(args: Inspect, mut out: Out) -> Outcome {
    // What cannot be written fails before anything is played.
    let picture = args.png.as_deref().map(|path| GameFile::at(path, args.force)).transpose()?;
    let table = moment::table(&args.moment)?;
    let spec = table.spec();
    let id = layout::find(spec, args.layout.as_deref())?;
    let seat = match (&args.seat, table.turn()) {
        (Some(seat), _) => seating::find(spec, seat)?,
        (None, Turn::Seat(seat)) => seat,
        (None, Turn::Chance | Turn::Over) => Seat(0),
    };
    let layout = spec.layout(id);
    let observation = table.observe(seat, id);
    let fields = nonzero_fields(layout, &observation);
    let head = head(&*table, seat, layout, &fields);
    if let Some(picture) = &picture {
        picture.write(heatmap::png(layout, &observation, &head))?;
    }
    if out.json {
        let turn = match table.turn() {
            Turn::Seat(seat) => json!(seat),
            Turn::Chance => json!("chance"),
            Turn::Over => json!("over"),
        };
        return Ok(out.json(&json!({
            "game": spec.name,
            "options": table.options(None),
            "seed": table.seed(),
            "ply": table.plies(),
            "turn": turn,
            "seat": seat,
            "layout": layout.name(),
            "version": layout.version(),
            "hash": format!("{:016x}", layout.hash()),
            "shape": layout.shape(),
            "fields": fields,
        }))?);
    }
    if args.text || picture.is_none() {
        out.line(format_args!("{BOLD}{}{BOLD:#}\n{}", head[0], head[1]))?;
        out.line(text(layout, &fields))?;
    }
    if let Some(picture) = &picture {
        out.line(format_args!("drawn to {}", harmless(picture.path().display())))?;
    }
    Ok(())
}

/// Which position is seen, by whom, and in which layout.
fn head(table: &dyn AnyTable, seat: Seat, layout: &Layout, fields: &[ObservedField]) -> [String; 2] {
    let spec = table.spec();
    let name = |seat: Seat| &spec.seat_names[seat.index()];
    let turn = match table.turn() {
        Turn::Seat(seat) => format!("{} to move", name(seat)),
        Turn::Chance => "chance to act".to_owned(),
        Turn::Over => "the game is over".to_owned(),
    };
    let count: usize = fields.iter().map(|field| field.values.len()).sum();
    [
        format!("{}, seed {}, after {} actions: {turn}", spec.name, table.seed(), table.plies()),
        format!(
            "as {} sees it, layout {} version {} {:?}: {count} of {} numbers are not zero",
            name(seat),
            layout.name(),
            layout.version(),
            layout.shape(),
            layout.len(),
        ),
    ]
}

/// How wide the list is where values go over several lines.
const WIDTH: usize = 118;
/// Values that are not longer stand before the meaning.
const SHORT: usize = 28;

/// The fields, channel by channel where there are channels.
fn text(layout: &Layout, fields: &[ObservedField]) -> String {
    let names = fields.iter().map(|field| field.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut channel = None;
    for field in fields {
        if let (&[_, width], Some(first)) = (layout.shape(), field.values.first()) {
            let own = first.place / width;
            if channel.replace(own) != Some(own) {
                text += &format!("\n{BOLD}channel {own}{BOLD:#}\n");
            }
        } else if channel.replace(0).is_none() {
            text.push('\n');
        }
        let values: Vec<String> = field.values.iter().map(value).collect();
        let (name, meaning) = (&field.name, &field.meaning);
        let joined = values.join(", ");
        if joined.chars().count() <= SHORT {
            text += &format!("  {name:<names$}  {joined:<SHORT$}  {DIM}{meaning}{DIM:#}\n");
        } else {
            text += &format!("  {name:<names$}  {DIM}{meaning}{DIM:#}\n");
            for line in wrapped(&values, WIDTH.saturating_sub(names + 6)) {
                text += &format!("  {:names$}    {line}\n", "");
            }
        }
    }
    text.trim_end().to_owned()
}

/// A number with what it belongs to: `Copper 0.15`, `[2] 1`, or alone.
fn value(value: &ObservedValue) -> String {
    let number = value.value;
    let number = format!("{}", (number * 10_000.0).round() / 10_000.0);
    match (&value.column, value.index.as_slice()) {
        (Some(column), [_]) => format!("{column} {number}"),
        (Some(column), [rows @ .., _]) => format!("{rows:?} {column} {number}"),
        (_, []) => number,
        (_, index) => format!("{index:?} {number}"),
    }
}

/// Values with commas, as many to a line as fit.
fn wrapped(values: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (i, value) in values.iter().enumerate() {
        let value = if i + 1 < values.len() { format!("{value},") } else { value.clone() };
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + value.chars().count() <= width => *line += &format!(" {value}"),
            _ => lines.push(value),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_over_several_lines() {
        let values = ["Copper 0.15", "Silver 0.1", "Gold 1"].map(str::to_owned);
        assert_eq!(wrapped(&values, 24), ["Copper 0.15, Silver 0.1,", "Gold 1"]);
        assert_eq!(wrapped(&values, 1).len(), 3);
    }
}
