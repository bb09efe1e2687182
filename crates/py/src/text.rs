//! Boards for people: without colours, or as HTML.

/// A piece of a text that carries ANSI colours.
enum Piece<'a> {
    Text(&'a str),
    /// What stands between `ESC [` and `m`.
    Style(&'a str),
}

/// Takes a text apart at its colours. Other escape sequences do not occur.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    text.split("\x1b[").enumerate().flat_map(|(i, part)| {
        let (style, rest) = match part.split_once('m') {
            Some((style, rest)) if i > 0 => (Some(Piece::Style(style)), rest),
            _ => (None, part),
        };
        style.into_iter().chain([Piece::Text(rest)])
    })
}

/// The text without colours.
pub(crate) fn plain(text: &str) -> String {
    let text_of = |piece| if let Piece::Text(text) = piece { Some(text) } else { None };
    pieces(text).filter_map(text_of).collect()
}

/// The text as HTML, with its colours.
pub(crate) fn html(text: &str) -> String {
    let mut style = Style::default();
    let mut out = String::from("<pre style=\"line-height:1.2;font-family:monospace\">");
    for piece in pieces(text) {
        match piece {
            Piece::Style(codes) => style.read(codes),
            Piece::Text("") => {}
            Piece::Text(text) => {
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                match style.css() {
                    css if css.is_empty() => out.push_str(&text),
                    css => out.push_str(&format!("<span style=\"{css}\">{text}</span>")),
                }
            }
        }
    }
    out.push_str("</pre>");
    out
}

/// What the colours seen so far make of the text.
#[derive(Default)]
struct Style {
    front: Option<String>,
    back: Option<String>,
    bold: bool,
    dim: bool,
    underline: bool,
    reverse: bool,
}

impl Style {
    /// Follows the numbers of one sequence (ECMA-48, "select graphic rendition").
    fn read(&mut self, codes: &str) {
        let mut codes = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
        while let Some(code) = codes.next() {
            match code {
                0 => *self = Self::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                4 => self.underline = true,
                7 => self.reverse = true,
                22 => (self.bold, self.dim) = (false, false),
                24 => self.underline = false,
                27 => self.reverse = false,
                30..=37 => self.front = Some(palette(code - 30)),
                90..=97 => self.front = Some(palette(code - 90 + 8)),
                40..=47 => self.back = Some(palette(code - 40)),
                100..=107 => self.back = Some(palette(code - 100 + 8)),
                38 => self.front = colour(&mut codes),
                48 => self.back = colour(&mut codes),
                39 => self.front = None,
                49 => self.back = None,
                _ => {}
            }
        }
    }

    fn css(&self) -> String {
        let mut css = String::new();
        let mut say = |text: String| css.push_str(&text);
        let (front, back) = if self.reverse { (&self.back, &self.front) } else { (&self.front, &self.back) };
        match front {
            Some(front) => say(format!("color:{front};")),
            None if self.reverse => say("color:white;".to_owned()),
            None => {}
        }
        match back {
            Some(back) => say(format!("background:{back};")),
            None if self.reverse => say("background:black;".to_owned()),
            None => {}
        }
        for (on, rule) in [
            (self.bold, "font-weight:bold;"),
            (self.dim, "opacity:0.6;"),
            (self.underline, "text-decoration:underline;"),
        ] {
            if on {
                say(rule.to_owned());
            }
        }
        css
    }
}

/// The colour behind a 38 or a 48: one of 256, or red, green and blue.
fn colour(codes: &mut impl Iterator<Item = u8>) -> Option<String> {
    match codes.next()? {
        5 => Some(palette(codes.next()?)),
        2 => Some(format!("rgb({},{},{})", codes.next()?, codes.next()?, codes.next()?)),
        _ => None,
    }
}

/// The 256 colours of terminals: 16 named ones, a cube of 6 x 6 x 6, and 24 greys.
fn palette(code: u8) -> String {
    const NAMED: [&str; 16] = [
        "black", "#c00", "#080", "#a60", "#00c", "#a0a", "#088", "#888", "#555", "#e33", "#2a2", "#c90", "#44f",
        "#d3d", "#2aa", "#bbb",
    ];
    match code {
        0..=15 => NAMED[code as usize].to_owned(),
        16..=231 => {
            let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            let n = code - 16;
            format!("rgb({},{},{})", level(n / 36), level(n / 6 % 6), level(n % 6))
        }
        232.. => {
            let grey = 8 + 10 * (code - 232);
            format!("rgb({grey},{grey},{grey})")
        }
    }
}
