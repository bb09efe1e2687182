//! Beliefs as a page: figures, by the tenths of the games, and how reliable chances are.

use super::beliefs::{BeliefReport, Bin, Compared};
use super::spread::Interval;
use hoyle_arena::{count, escape};
use std::fmt::Write as _;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse}td,th{padding:.2rem .8rem;\
text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}svg{width:100%;max-width:30rem;\
height:auto}text{font:11px system-ui,sans-serif;fill:#555}";

/// The page of a study of beliefs.
pub fn page(game: &str, by: &str, report: &BeliefReport) -> String {
    let (game, by) = (escape(game), escape(by));
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Beliefs: {game}</title>\
         <style>{STYLE}</style></head><body><h1>What {by} believes of hidden hands in {game}</h1>\
         <p>{} games of seed {}, {} decisions, {} cards of which something was said. What is said of a card is the chance that the hidden \
         hand holds at least one; by counting, that is hypergeometric.</p>",
        count(report.games),
        report.seed,
        count(report.decisions),
        count(report.cards)
    );
    out.push_str(
        "<table><tr><th></th><th>cards</th><th>log loss</th><th>by counting</th><th>better by (95%)</th>\
         <th>Brier</th><th>by counting</th><th>better by (95%)</th></tr>",
    );
    row(&mut out, "all", report.cards, &report.all);
    for part in &report.parts {
        row(
            &mut out,
            &format!("{}-{}% of the game", 10 * part.tenth, 10 * part.tenth + 10),
            part.cards,
            &part.compared,
        );
    }
    out.push_str("</table><h2>Reliability</h2>");
    out.push_str(&chart(&report.reliability));
    out.push_str("<table><tr><th>chance said</th><th>cards</th><th>mean of it</th><th>was true</th></tr>");
    for Bin { from, to, cards, said, was } in &report.reliability {
        let _ = write!(
            out,
            "<tr><td>{:.0}-{:.0}%</td><td>{}</td><td>{:.1}%</td><td>{:.1}%</td></tr>",
            100.0 * from,
            100.0 * to,
            count(*cards),
            100.0 * said,
            100.0 * was
        );
    }
    out.push_str("</table></body></html>");
    out
}

fn row(out: &mut String, name: &str, cards: u64, compared: &Compared) {
    let better = |Interval { value, low, high }: Interval| {
        format!("{:.1}% ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
    };
    let Compared { log_loss, log_loss_by_count, log_loss_better, brier, brier_by_count, brier_better, .. } = *compared;
    let _ = write!(
        out,
        "<tr><td>{name}</td><td>{}</td><td>{log_loss:.4}</td><td>{log_loss_by_count:.4}</td><td>{}</td>\
         <td>{brier:.4}</td><td>{brier_by_count:.4}</td><td>{}</td></tr>",
        count(cards),
        better(log_loss_better),
        better(brier_better)
    );
}

/// What was true over what was said, as a drawing: on the line chances are what they say.
fn chart(bins: &[Bin]) -> String {
    const SIDE: f64 = 300.0;
    const EDGE: f64 = 40.0;
    let all = bins.iter().map(|bin| bin.cards).max().unwrap_or(0).max(1) as f64;
    let place = |said: f64, was: f64| (EDGE + said * SIDE, EDGE / 2.0 + (1.0 - was) * SIDE);
    let mut out = format!("<svg viewBox=\"0 0 {0} {0}\">", SIDE + 1.6 * EDGE);
    let line = |out: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str| {
        let _ = write!(out, "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>");
    };
    for step in [0.0, 0.5, 1.0] {
        line(&mut out, place(0.0, step), place(1.0, step), "#e4e4e4");
        line(&mut out, place(step, 0.0), place(step, 1.0), "#e4e4e4");
        let ((x, below), (_, y)) = (place(step, 0.0), place(0.0, step));
        let percent = 100.0 * step;
        let _ = write!(out, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent:.0}%</text>", below + 16.0);
        let _ =
            write!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent:.0}%</text>", EDGE - 6.0, y + 4.0);
    }
    line(&mut out, place(0.0, 0.0), place(1.0, 1.0), "#bbb");
    for bin in bins.iter().filter(|bin| bin.cards > 0) {
        let (x, y) = place(bin.said, bin.was);
        let size = 2.5 + 5.0 * (bin.cards as f64 / all).sqrt();
        let _ = write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\" fill=\"#1b6ca8\"/>");
    }
    out + "</svg>"
}
