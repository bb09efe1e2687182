//! Text that a terminal can show without obeying it.

use std::fmt::Display;

/// Text without its colours.
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// Text from a file, a path or a player, that a terminal can show without obeying it: control characters are written out.
/// Ends of lines and tabs stay.
pub fn harmless(text: impl Display) -> String {
    escape(&text.to_string(), |c| c != '\n' && c != '\t', |c| c.escape_default().to_string())
}

/// JSON that a terminal can show: its strings may have control characters that JSON lets stand.
pub fn harmless_json(json: &str) -> String {
    escape(json, |c| !c.is_ascii_whitespace(), |c| format!("\\u{:04x}", u32::from(c)))
}

fn escape(text: &str, is_harmful: impl Fn(char) -> bool, written: impl Fn(char) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    // Marks of direction let a text look like another one.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    for c in text.chars() {
        if turns(c) || c.is_control() && is_harmful(c) { out += &written(c) } else { out.push(c) }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(harmless("a\x1b[2J\u{9b}b\x07\r\n\tc\u{e9}"), "a\\u{1b}[2J\\u{9b}b\\u{7}\\r\n\tc\u{e9}");
        assert_eq!(harmless("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
        let text = "\x1b\x7f\u{9b}\n";
        let json = harmless_json(&serde_json::to_string_pretty(&[text]).unwrap());
        assert_eq!(json, "[\n  \"\\u001b\\u007f\\u009b\\n\"\n]");
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
    }
}
