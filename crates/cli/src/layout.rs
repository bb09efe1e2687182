//! `hoyle layout`: what each number of an observation means.

use crate::args::Layout as Args;
use crate::failure::{Failure, Outcome};
use crate::output::{Out, columns};
use hoyle_core::names::UnknownName;
use hoyle_core::{Field, Layout, LayoutId, Spec};

/// `hoyle layout`.
pub fn run(args: Args, mut out: Out) -> Outcome {
    let spec = hoyle_games::load(&args.game)?.spec();
    let layout = spec.layout(find(spec, args.layout.as_deref())?);
    match (out.json, args.markdown) {
        (true, _) => out.json(layout)?,
        (false, true) => out.line(markdown(layout))?,
        (false, false) => {
            out.line(text(layout))?;
            let names = spec.layouts.iter().map(Layout::name);
            let others: Vec<&str> = names.filter(|&name| name != layout.name()).collect();
            if !others.is_empty() {
                out.line(format_args!("\nother layouts: {}", others.join(", ")))?;
            }
        }
    }
    Ok(())
}

/// The layout of this name, or the game's first.
pub fn find(spec: &Spec, name: Option<&str>) -> Result<LayoutId, Failure> {
    let Some(name) = name else { return Ok(LayoutId(0)) };
    let names = || spec.layouts.iter().map(Layout::name);
    spec.layout_named(name).ok_or_else(|| UnknownName::new("layout", name, names()).into())
}

/// What a layout is, in a line.
pub fn title(layout: &Layout) -> String {
    let (name, version) = (layout.name(), layout.version());
    format!(
        "{name} version {version}, {} numbers, shape {:?}, hash {:016x}",
        layout.len(),
        layout.shape(),
        layout.hash()
    )
}

/// What [`place`] tells.
pub fn place_head(layout: &Layout) -> &'static str {
    if layout.shape().len() == 2 { "channel" } else { "place" }
}

/// Where the numbers of a field stand. In a layout with channels: `12` for a channel, `19-26` for several, `0: 2-3` for a
/// part of one. In others: `6-9` if they stand together, `10+20i+5j` if among others.
pub fn place(layout: &Layout, field: &Field) -> String {
    let range = |first: usize, last: usize| if first == last { first.to_string() } else { format!("{first}-{last}") };
    let Some(together) = field.contiguous_range() else {
        let terms = field.strides.iter().zip('i'..).map(|(stride, index)| format!("+{stride}{index}"));
        return format!("{}{}", field.offset, terms.collect::<String>());
    };
    let (first, last) = (together.start, together.end - 1);
    let &[_, width] = layout.shape() else { return range(first, last) };
    match (first / width, first % width, last / width, last % width) {
        (from, 0, to, end) if end + 1 == width => range(from, to),
        (from, start, to, end) if from == to => format!("{from}: {}", range(start, end)),
        (from, start, to, end) => format!("{from}: {start} to {to}: {end}"),
    }
}

fn head(layout: &Layout) -> [String; 5] {
    [place_head(layout), "field", "shape", "range", "meaning"].map(str::to_owned)
}

fn row(layout: &Layout, field: &Field) -> [String; 5] {
    let shape = if field.shape.is_empty() { String::new() } else { format!("{:?}", field.shape) };
    let range = format!("{} to {}", field.min, field.max);
    [place(layout, field), field.name.clone(), shape, range, field.meaning.clone()]
}

fn text(layout: &Layout) -> String {
    let mut rows = vec![head(layout)];
    rows.extend(layout.fields().iter().map(|field| row(layout, field)));
    format!("{}\n\n{}", title(layout), columns(&rows))
}

fn markdown(layout: &Layout) -> String {
    let rows: Vec<_> = layout.fields().iter().map(|field| row(layout, field)).collect();
    format!("{}\n\n{}", title(layout), markdown_table(&head(layout), &rows))
}

/// A table for a document.
pub fn markdown_table<const N: usize>(head: &[String; N], rows: &[[String; N]]) -> String {
    let line = |cells: &[String; N]| format!("| {} |\n", cells.join(" | "));
    let mut text = format!("{}|{}\n", line(head), "---|".repeat(N));
    text.extend(rows.iter().map(line));
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_by_channel_where_there_are_channels() {
        let fields =
            |layout: &Layout| layout.fields().iter().map(|field| place(layout, field)).collect::<Vec<_>>().join(" | ");
        let build = || {
            Layout::build("demo", 1)
                .field("one", &[], 0.0..=1.0, "")
                .field("part", &[3], 0.0..=1.0, "")
                .field("row", &[4], 0.0..=1.0, "")
                .field("rows", &[2, 4], 0.0..=1.0, "")
                .field("askew", &[6], 0.0..=1.0, "")
                .records(&[3], |record| record.field("x", &[], 0.0..=1.0, "").field("y", &[], 0.0..=1.0, ""))
        };
        let channels = build().finish(&[7, 4]);
        assert_eq!(place_head(&channels), "channel");
        assert_eq!(fields(&channels), "0: 0 | 0: 1-3 | 1 | 2-3 | 4: 0 to 5: 1 | 22+2i | 23+2i");
        let flat = build().finish(&[28]);
        assert_eq!(place_head(&flat), "place");
        assert_eq!(fields(&flat), "0 | 1-3 | 4-7 | 8-15 | 16-21 | 22+2i | 23+2i");
    }
}
