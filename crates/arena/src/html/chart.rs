//! A chart of values with their intervals.

use super::text::escape;
use std::fmt::Write as _;

/// A value with its interval.
pub(super) struct Bar<'a> {
    pub name: &'a str,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// The value in words, as HTML.
    pub told: String,
}

/// A row for each bar, on one scale: as wide as the values, if it is not given.
///
/// Places are percentages of the row's width, so that the chart fits a screen of any size and its text keeps its own.
pub(super) fn chart(bars: &[Bar<'_>], scale: Option<(f64, f64)>, unit: &str) -> String {
    let (low, high) = scale.unwrap_or_else(|| {
        let low = bars.iter().map(|bar| bar.low).fold(0.0, f64::min);
        let high = bars.iter().map(|bar| bar.high).fold(0.0, f64::max);
        let pad = 0.03 * (high - low).max(1.0);
        (low - pad, high + pad)
    });
    let place = |value: f64| 100.0 * (value - low) / (high - low);
    let ticks = ticks(low, high);
    let mut grid = String::new();
    for tick in &ticks {
        let class = if *tick == 0.0 && low < 0.0 { "zero" } else { "grid" };
        let _ = write!(grid, "<line class={class} x1={0:.2}% x2={0:.2}% y1=0 y2=100% />", place(*tick));
    }
    let mut out = "<figure class=chart>".to_owned();
    for bar in bars {
        let (from, to, at) = (place(bar.low), place(bar.high), place(bar.value));
        let _ = write!(
            out,
            "<span class=name>{}</span><span class=value>{}</span><span class=bar><svg role=img aria-label=\"{:.1} ({:.1} to {:.1})\">{grid}<line \
             class=reach x1={from:.2}% x2={to:.2}% y1=50% y2=50% /><line class=reach x1={from:.2}% x2={from:.2}% y1=30% y2=70% \
             /><line class=reach x1={to:.2}% x2={to:.2}% y1=30% y2=70% /><circle class=dot cx={at:.2}% cy=50% r=5 \
             /></svg></span>",
            escape(bar.name),
            bar.told,
            bar.value,
            bar.low,
            bar.high
        );
    }
    out += "<span class=bar><svg aria-hidden=true>";
    for tick in &ticks {
        let _ = write!(out, "<text x={:.2}% y=50%>{tick}{unit}</text>", place(*tick));
    }
    out + "</svg></span></figure>"
}

/// Round numbers within bounds, about five of them.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).take(20).map(|n| n as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(-30.0, 410.0), [0.0, 100.0, 200.0, 300.0, 400.0]);
    }
}
