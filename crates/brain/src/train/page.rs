//! What came of a run, as one page: the verdict, the last matches, and the curves.

use super::config::TrainConfig;
use super::evaluate::Evaluation;
use super::run::Report;
use crate::heads::VALUE;
use hoyle_arena::{count, escape};
use std::fmt::Write as _;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse}td,th{padding:.2rem .8rem;\
text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto}\
.verdict{font-size:1.1rem;background:#eef4ee;padding:.6rem 1rem;border-radius:.3rem}.grid line{stroke:#e4e4e4}\
text{font:11px system-ui,sans-serif;fill:#555}";
const COLOURS: [&str; 6] = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d68910", "#566573"];

/// The page of a run.
pub fn page(config: &TrainConfig, history: &[Report], last: &[Evaluation]) -> String {
    let mut out = String::new();
    let title = escape(&config.game);
    let _ = write!(
        out,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Training {title}</title>\
         <style>{STYLE}</style></head><body><h1>Training {title}</h1><p class=\"verdict\">{}</p>",
        escape(&verdict(history, last))
    );
    if !last.is_empty() {
        out.push_str("<h2>The last matches</h2><table><tr><th>against</th><th>games</th><th>won</th><th>95% interval</th><th>an equal</th><th>Elo above</th></tr>");
        for Evaluation { opponent, games, rate, low, high, equal, rating, .. } in last {
            let _ = write!(
                out,
                "<tr><td>{}</td><td>{games}</td><td>{:.1}%</td><td>{:.1}% to {:.1}%</td><td>{:.1}%</td><td>{rating:.0}</td></tr>",
                escape(opponent),
                100.0 * rate,
                100.0 * low,
                100.0 * high,
                100.0 * equal
            );
        }
        out.push_str("</table>");
    }
    out.push_str("<h2>Games won while training</h2>");
    out.push_str(&chart(&matches(history, |won| (won.rate, Some((won.low, won.high)))), true));
    out.push_str("<h2>Rating above each opponent, Elo</h2>");
    out.push_str(&chart(&matches(history, |won| (won.rating, None)), false));
    for (name, of) in CURVES {
        let points = history.iter().map(|report| (report.seconds / 60.0, of(report))).collect();
        let _ = write!(out, "<h2>{name}</h2>");
        out.push_str(&chart(&[Curve { name: name.to_owned(), points, bars: Vec::new() }], false));
    }
    let settings = toml::to_string(config).unwrap_or_default();
    let _ = write!(out, "<details><summary>All settings</summary><pre>{}</pre></details>", escape(&settings));
    out.push_str("</body></html>");
    out
}

type Of = fn(&Report) -> f64;

const CURVES: [(&str, Of); 7] = [
    ("Policy loss", |report| f64::from(report.losses.policy)),
    ("Value loss", |report| f64::from(report.losses.head(VALUE.name))),
    ("Entropy", |report| f64::from(report.losses.entropy)),
    ("Distance from the policy that played (KL)", |report| f64::from(report.losses.kl)),
    ("Decisions held back by the limit", |report| f64::from(report.losses.clipped)),
    ("Explained variance", |report| f64::from(report.explained)),
    ("Decisions a second", |report| report.samples_per_second),
];

/// What came of a run, in a sentence.
pub fn verdict(history: &[Report], last: &[Evaluation]) -> String {
    let Some(end) = history.last() else { return "Nothing was trained yet.".to_owned() };
    let after = |report: &Report| {
        let (games, decisions) = (count(report.games), count(report.samples));
        format!("After {:.1} minutes, {games} games and {decisions} decisions", report.seconds / 60.0)
    };
    let won = |matches: &[Evaluation]| {
        let one = |Evaluation { opponent, rate, low, high, .. }: &Evaluation| {
            format!("{:.1}% against {opponent} ({:.1}% to {:.1}%)", 100.0 * rate, 100.0 * low, 100.0 * high)
        };
        let won = matches.iter().map(one).collect::<Vec<_>>().join(", ");
        format!("{won}; an equal would win {:.0}%", 100.0 * matches[0].equal)
    };
    let before = || history.iter().rev().find(|report| !report.evaluations.is_empty());
    match before() {
        _ if !last.is_empty() => format!("{} the policy alone wins {}.", after(end), won(last)),
        Some(report) => format!("{} the policy alone won {}.", after(report), won(&report.evaluations)),
        None => format!("{} no matches were played.", after(end)),
    }
}

struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
    /// For each point the interval around it, if there is one.
    bars: Vec<(f64, f64)>,
}

/// Something about the matches with each opponent, with an interval if there is one.
fn matches(history: &[Report], of: impl Fn(&Evaluation) -> (f64, Option<(f64, f64)>)) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for report in history {
        for evaluation in &report.evaluations {
            let place = curves.iter().position(|curve| curve.name == evaluation.opponent).unwrap_or_else(|| {
                curves.push(Curve { name: evaluation.opponent.clone(), points: Vec::new(), bars: Vec::new() });
                curves.len() - 1
            });
            let (value, interval) = of(evaluation);
            curves[place].points.push((report.seconds / 60.0, value));
            curves[place].bars.extend(interval);
        }
    }
    curves
}

/// Curves over minutes, as a drawing.
fn chart(curves: &[Curve], percent: bool) -> String {
    const WIDE: f64 = 800.0;
    const HIGH: f64 = 240.0;
    const LEFT: f64 = 52.0;
    const BOTTOM: f64 = 24.0;
    const TOP: f64 = 10.0;
    const RIGHT: f64 = 130.0;
    let points = || curves.iter().flat_map(|curve| &curve.points).filter(|(x, y)| x.is_finite() && y.is_finite());
    if points().next().is_none() {
        return "<p>Nothing was measured.</p>".to_owned();
    }
    let most_x = points().map(|point| point.0).fold(0.0, f64::max).max(1e-9);
    let (mut low, mut high) =
        points().fold((f64::MAX, f64::MIN), |(low, high), point| (low.min(point.1), high.max(point.1)));
    if percent {
        (low, high) = (0.0, 1.0);
    } else if high - low < 1e-9 {
        (low, high) = (low - 0.5, high + 0.5);
    }
    let x = |minutes: f64| LEFT + (WIDE - LEFT - RIGHT) * minutes / most_x;
    let y = |value: f64| HIGH - BOTTOM - (HIGH - BOTTOM - TOP) * (value - low) / (high - low);
    let mut out = format!("<svg viewBox=\"0 0 {WIDE} {HIGH}\" role=\"img\"><g class=\"grid\">");
    for step in 0..=4 {
        let value = low + (high - low) * f64::from(step) / 4.0;
        let label = if percent { format!("{:.0}%", 100.0 * value) } else { number(value) };
        let at = y(value);
        let _ = write!(out, "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\"/>", WIDE - RIGHT);
        let _ = write!(out, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", LEFT - 6.0, at + 4.0);
        let minutes = most_x * f64::from(step) / 4.0;
        let (at, below) = (x(minutes), HIGH - 6.0);
        let _ = write!(out, "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{minutes:.1} min</text>");
    }
    out.push_str("</g>");
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        for ((minutes, _), (low, high)) in curve.points.iter().zip(&curve.bars) {
            let (at, from, to) = (x(*minutes), y(*low), y(*high));
            let _ = write!(
                out,
                "<line x1=\"{at:.1}\" y1=\"{from:.1}\" x2=\"{at:.1}\" y2=\"{to:.1}\" stroke=\"{colour}\" stroke-opacity=\".35\"/>"
            );
        }
        let line: Vec<String> = curve
            .points
            .iter()
            .filter(|(_, value)| value.is_finite())
            .map(|(m, v)| format!("{:.1},{:.1}", x(*m), y(*v)))
            .collect();
        let _ = write!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\" points=\"{}\"/>",
            line.join(" ")
        );
    }
    if percent || curves.len() > 1 {
        // Names stand at the ends of their curves, moved apart where they would overlap.
        let mut ends: Vec<(f64, usize)> =
            curves.iter().enumerate().filter_map(|(n, curve)| Some((y(curve.points.last()?.1), n))).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut last = f64::MIN;
        for (at, n) in ends {
            let at = at.max(last + 13.0);
            last = at;
            let colour = COLOURS[n % COLOURS.len()];
            let name = escape(&curves[n].name);
            let _ = write!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" style=\"fill:{colour}\">{name}</text>",
                WIDE - RIGHT + 6.0,
                at + 4.0
            );
        }
    }
    out.push_str("</svg>");
    out
}

fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}
