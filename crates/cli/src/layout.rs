//! `hoyle layout`: what each number of an observation means.

use crate::args::Layout as Args;
use crate::failure::Outcome;
use crate::output::{Out, columns};
use hoyle_core::names::UnknownName;
use hoyle_core::{Field, Layout, LayoutId};

/// `hoyle layout`.
pub fn run(args: Args, mut out: Out) -> Outcome {
    let spec = hoyle_games::load(&args.game)?.spec();
    let names = || spec.layouts.iter().map(Layout::name);
    let id = match &args.layout {
        None => LayoutId(0),
        Some(name) => spec.layout_named(name).ok_or_else(|| UnknownName::new("layout", name, names()))?,
    };
    let layout = spec.layout(id);
    match (out.json, args.markdown) {
        (true, _) => out.json(layout)?,
        (false, true) => out.line(markdown(layout))?,
        (false, false) => {
            out.line(text(layout))?;
            let others: Vec<&str> = names().filter(|&name| name != layout.name()).collect();
            if !others.is_empty() {
                out.line(format_args!("\nother layouts: {}", others.join(", ")))?;
            }
        }
    }
    Ok(())
}

const HEAD: [&str; 5] = ["place", "field", "shape", "range", "meaning"];

fn title(layout: &Layout) -> String {
    let (name, version) = (layout.name(), layout.version());
    format!(
        "{name} version {version}, {} numbers, shape {:?}, hash {:016x}",
        layout.len(),
        layout.shape(),
        layout.hash()
    )
}

fn row(field: &Field) -> [String; 5] {
    let shape = if field.shape.is_empty() { String::new() } else { format!("{:?}", field.shape) };
    [place(field), field.name.clone(), shape, format!("{} to {}", field.min, field.max), field.meaning.clone()]
}

/// Where the numbers of a field stand: `6-9` if together, `10+20i+5j` if among others.
fn place(field: &Field) -> String {
    let (first, last) = (field.offset, field.places().last().unwrap_or(field.offset));
    if field.len() == 1 {
        return first.to_string();
    }
    if last - first + 1 == field.len() {
        return format!("{first}-{last}");
    }
    let terms = field.strides.iter().zip('i'..).map(|(stride, index)| format!("+{stride}{index}"));
    format!("{first}{}", terms.collect::<String>())
}

fn text(layout: &Layout) -> String {
    let mut rows = vec![HEAD.map(str::to_owned)];
    rows.extend(layout.fields().iter().map(row));
    format!("{}\n\n{}", title(layout), columns(&rows))
}

fn markdown(layout: &Layout) -> String {
    let line = |cells: [String; 5]| format!("| {} |\n", cells.join(" | "));
    let mut text = format!("{}\n\n{}|---|---|---|---|---|\n", title(layout), line(HEAD.map(str::to_owned)));
    text.extend(layout.fields().iter().map(|field| line(row(field))));
    text.trim_end().to_owned()
}
