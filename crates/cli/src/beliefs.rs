//! `hoyle beliefs` and `hoyle insight`: how good what a network says is beside its policy.

use crate::args::{Beliefs, Insight, Study};
use crate::failure::{Failure, Outcome};
use crate::interrupt::exit_on_interrupt;
use crate::output::{Out, columns};
use hoyle_games::brain::study::{
    BeliefReport, Compared, InsightReport, InsightSettings, Interval, StudySettings, page,
};
use hoyle_table::GameFile;

/// `hoyle beliefs`.
pub fn beliefs(args: Beliefs, mut out: Out) -> Outcome {
    let Beliefs { study, html, force } = args;
    let game = hoyle_games::load(&study.game)?;
    if game.spec().perfect_information {
        return Err(Failure::usage("nothing is hidden in this game: there is nothing to believe"));
    }
    let file = html.map(|path| GameFile::at(&path, force)).transpose()?;
    exit_on_interrupt()?;
    let report = game.study_beliefs(&study.by, &settings(&study))?;
    let report =
        report.ok_or_else(|| Failure::usage("this network believes nothing: it was trained without a head for it"))?;
    if let Some(file) = file {
        file.write(page(&study.game, &study.by, &report))?;
    }
    if out.json {
        return Ok(out.json(&report)?);
    }
    Ok(out.line(of_beliefs(&study, &report))?)
}

/// `hoyle insight`.
pub fn insight(args: Insight, mut out: Out) -> Outcome {
    let Insight { study, share, playouts, rival } = args;
    let game = hoyle_games::load(&study.game)?;
    exit_on_interrupt()?;
    let settings = InsightSettings { study: settings(&study), share, playouts: playouts.into(), rival };
    let report = game.study_insight(&study.by, &settings)?;
    let report = report
        .ok_or_else(|| Failure::usage("this network says nothing of threats: it was trained without heads for it"))?;
    if out.json {
        return Ok(out.json(&report)?);
    }
    Ok(out.line(of_insight(&study, &report))?)
}

fn settings(study: &Study) -> StudySettings {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = study.threads.map_or_else(all, usize::from);
    StudySettings { games: study.games, seed: study.seed, threads, ..StudySettings::default() }
}

fn of_beliefs(study: &Study, report: &BeliefReport) -> String {
    let head =
        ["", "cards", "log loss", "by counting", "better by", "95% interval", "Brier", "by counting", "better by"];
    let row = |name: String, cards: u64, compared: &Compared| {
        let [value, around] = percent(compared.log_loss_better);
        let number = |x: f64| format!("{x:.4}");
        let [brier, _] = percent(compared.brier_better);
        let (log, brier_of) = (compared.log_loss, compared.brier);
        [name, cards.to_string(), number(log), number(compared.log_loss_by_count), value, around, number(brier_of)]
            .into_iter()
            .chain([number(compared.brier_by_count), brier])
            .collect::<Vec<String>>()
    };
    let mut rows = vec![head.map(str::to_owned).to_vec(), row("all".to_owned(), report.cards, &report.all)];
    let name = |tenth: usize| format!("{}-{}% of the game", 10 * tenth, 10 * tenth + 10);
    rows.extend(report.parts.iter().map(|part| row(name(part.tenth), part.cards, &part.compared)));
    let mut bins = vec![["chance said", "cards", "mean", "was true"].map(str::to_owned)];
    bins.extend(report.reliability.iter().map(|bin| {
        let part = |x: f64| format!("{:.1}%", 100.0 * x);
        let range = format!("{:.0}-{:.0}%", 100.0 * bin.from, 100.0 * bin.to);
        [range, bin.cards.to_string(), part(bin.said), part(bin.was)]
    }));
    format!(
        "{}: {} games by {}, seed {}, {} decisions\n{}\n\n{}",
        study.game,
        report.games,
        study.by,
        report.seed,
        report.decisions,
        columns(&rows),
        columns(&bins)
    )
}

fn of_insight(study: &Study, report: &InsightReport) -> String {
    let mut rows = vec![["", "", "95% interval", "decisions"].map(str::to_owned)];
    let mut add = |name: &str, of: Interval, decisions: u64| {
        rows.push([
            name.to_owned(),
            format!("{:.3}", of.value),
            format!("{:.3} to {:.3}", of.low, of.high),
            decisions.to_string(),
        ]);
    };
    add("rank correlation of threats", report.threat, report.threat_decisions);
    add("rank correlation of synergies", report.synergy, report.synergy_decisions);
    if let Some(deletion) = &report.deletion {
        let most = format!("without that of most {}, by value", deletion.feature);
        add("without the greatest threat, by value", deletion.threat_by_value, deletion.differ);
        add(&most, deletion.rival_by_value, deletion.differ);
        add("the former helps more, by value", deletion.more_by_value, deletion.differ);
        if let Some(more) = deletion.more_by_games {
            add("the former helps more, by games played on", more, deletion.differ);
        }
    }
    let head = format!(
        "{}: {} games by {}, seed {}, {} decisions looked at",
        study.game, report.games, study.by, report.seed, report.decisions
    );
    let deletion = report.deletion.as_ref().map_or_else(
        || "\nNobody else had an entity with the rival's feature that can be taken away.".to_owned(),
        |d| format!("\nAt {} of {} decisions with a choice the two are not the same.", d.differ, d.decisions),
    );
    format!("{head}\n{}{deletion}", columns(&rows))
}

/// A share with its interval.
fn percent(Interval { value, low, high }: Interval) -> [String; 2] {
    [format!("{:.1}%", 100.0 * value), format!("{:.1}% to {:.1}%", 100.0 * low, 100.0 * high)]
}
