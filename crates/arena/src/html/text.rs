//! Text and numbers as a page shows them.

/// Text that a browser does not take for anything else.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if c.is_control() && c != '\n' && c != '\t' => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// Text as a part of an address.
pub(super) fn for_address(text: &str) -> String {
    let mut out = String::with_capacity(2 * text.len());
    for &byte in text.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~:,/[]{}()".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out += &format!("%{byte:02X}");
        }
    }
    out
}

/// Text without its colours.
pub(super) fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// A number with its thousands apart.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

pub(super) fn percent(rate: f64) -> String {
    format!("{:.1}%", 100.0 * rate)
}

/// A number with its sign, so many digits behind the point, and a minus as wide as a plus.
pub(super) fn signed(number: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", number.abs());
    let zero = text.chars().all(|c| c == '0' || c == '.');
    let sign = if zero {
        ""
    } else if number < 0.0 {
        "\u{2212}"
    } else {
        "+"
    };
    format!("{sign}{text}")
}

/// A score with at most two digits behind the point.
pub(super) fn rounded(score: f32) -> String {
    ((f64::from(score) * 100.0).round() / 100.0).to_string()
}

/// A time in the unit that suits it.
pub(super) fn seconds(seconds: f64) -> String {
    match seconds {
        0.0 => "0".to_owned(),
        s if s < 1e-6 => format!("{:.0} ns", 1e9 * s),
        s if s < 1e-3 => format!("{:.1} \u{b5}s", 1e6 * s),
        s if s < 1.0 => format!("{:.1} ms", 1e3 * s),
        s => format!("{s:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.0, -0.004, 1.5, -2.0].map(|n| signed(n, 2)), ["0.00", "0.00", "+1.50", "\u{2212}2.00"]);
        assert_eq!([0.0, 2.5e-8, 1.25e-5, 0.02, 3.0].map(seconds), ["0", "25 ns", "12.5 \u{b5}s", "20.0 ms", "3.00 s"]);
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(escape("<a href='x'>&\u{1b}[0m"), "&lt;a href=&#39;x&#39;&gt;&amp;\\u{1b}[0m");
        assert_eq!(for_address("{\"a\": 1}\n#\u{e9}"), "{%22a%22:%201}%0A%23%C3%A9");
    }
}
