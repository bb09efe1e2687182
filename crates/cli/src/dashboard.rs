//! A run on a terminal: what happens, as it happens.

use crate::interrupt::ask_to_stop;
use hoyle_games::brain::train::{Report, TrainConfig, Watch};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize as _};
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Axis, Block, Chart, Dataset, Gauge, GraphType, Paragraph, Row, Table};
use ratatui::{DefaultTerminal, Frame, layout::Margin};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

const COLOURS: [Color; 6] = [Color::Cyan, Color::LightRed, Color::Green, Color::Magenta, Color::Yellow, Color::Gray];
/// How long the screen stays as it is, unless a key is pressed.
const PAUSE: Duration = Duration::from_millis(200);

/// What is to be seen.
#[derive(Default)]
struct Shown {
    title: String,
    history: Vec<Report>,
    /// What is going on, if it is not rounds.
    remark: &'static str,
}

/// Follows a run on the whole screen, which a thread of its own paints: so keys are answered while a round is played. What
/// was on it before comes back at the end.
pub struct Dashboard {
    shown: Arc<Mutex<Shown>>,
    stop: &'static AtomicBool,
    closing: Arc<AtomicBool>,
    painter: Option<JoinHandle<()>>,
}

impl Dashboard {
    /// Takes the screen.
    pub fn open(stop: &'static AtomicBool) -> io::Result<Self> {
        let terminal = ratatui::try_init()?;
        let shown = Arc::new(Mutex::new(Shown { remark: "the first games are played", ..Shown::default() }));
        let closing = Arc::new(AtomicBool::new(false));
        let painter = std::thread::spawn({
            let (shown, closing) = (shown.clone(), closing.clone());
            move || paint(terminal, &shown, stop, &closing)
        });
        Ok(Self { shown, stop, closing, painter: Some(painter) })
    }

    fn change(&self, change: impl FnOnce(&mut Shown)) {
        change(&mut self.shown.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Dashboard {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        self.painter.take().map(JoinHandle::join);
        leave();
    }
}

/// Gives the screen back.
pub fn leave() {
    let _ = ratatui::try_restore();
    let _ = execute!(io::stdout(), cursor::Show);
}

/// Paints until the run is over. Keys are read, so that none is written into the picture.
fn paint(mut terminal: DefaultTerminal, shown: &Mutex<Shown>, stop: &AtomicBool, closing: &AtomicBool) {
    while !closing.load(Ordering::Relaxed) {
        {
            let Shown { title, history, remark } = &*shown.lock().unwrap_or_else(PoisonError::into_inner);
            let stopping = stop.load(Ordering::Relaxed);
            let remark =
                if stopping { "ending after this round; everything is saved (Ctrl-C: at once)" } else { remark };
            // A screen that cannot be drawn on is no reason to end a run.
            let _ = terminal.draw(|frame| draw(frame, title, history, remark));
        }
        match event::poll(PAUSE) {
            Ok(true) => match event::read() {
                Ok(Event::Key(key)) if wants_end(key) => ask_to_stop(stop, leave),
                _ => {}
            },
            Ok(false) => {}
            Err(_) => std::thread::sleep(PAUSE),
        }
    }
}

fn wants_end(KeyEvent { code, modifiers, kind, .. }: KeyEvent) -> bool {
    let interrupt = code == KeyCode::Char('c') && modifiers.contains(KeyModifiers::CONTROL);
    kind == KeyEventKind::Press && (interrupt || code == KeyCode::Char('q'))
}

impl Watch for Dashboard {
    fn begin(&mut self, config: &TrainConfig, weights: usize, history: &[Report]) {
        let method = format!("{:?}", config.method).to_lowercase();
        let title = format!("hoyle train {}: {method}, {weights} weights, {} threads", config.game, config.threads);
        self.change(|shown| (shown.title, shown.history) = (title, history.to_vec()));
    }

    fn round(&mut self, report: &Report) {
        self.change(|shown| {
            shown.history.push(report.clone());
            shown.remark = "Ctrl-C saves and ends";
        });
    }

    fn last_matches(&mut self) {
        self.change(|shown| shown.remark = "trained; the last matches are played");
    }

    fn wants_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn draw(frame: &mut Frame<'_>, title: &str, history: &[Report], remark: &str) {
    let area = frame.area().inner(Margin { horizontal: 1, vertical: 0 });
    let [head, gauge, middle, bottom, foot] = Layout::vertical([
        Constraint::Length(2),
        Constraint::Length(1),
        Constraint::Min(8),
        Constraint::Min(6),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(Paragraph::new(title.bold()), head);
    frame.render_widget(Paragraph::new(remark.dim()), foot);
    let Some(now) = history.last() else { return };
    let left = now.seconds / now.done.max(1e-6) * (1.0 - now.done);
    let label = format!("{:.0}%, {} left", 100.0 * now.done, clock(left));
    let gauge_widget = Gauge::default().gauge_style(Style::new().fg(Color::Cyan)).ratio(now.done.clamp(0.0, 1.0));
    frame.render_widget(gauge_widget.label(label), gauge);
    let [numbers, rates] = Layout::horizontal([Constraint::Length(42), Constraint::Min(20)]).areas(middle);
    frame.render_widget(table(now), numbers);
    draw_rates(frame, rates, history);
    let [one, two, three] = Layout::horizontal([Constraint::Fill(1); 3]).areas(bottom);
    curve(frame, one, history, "value loss", |report| f64::from(report.losses.head("value")));
    curve(frame, two, history, "entropy", |report| f64::from(report.losses.entropy));
    let first = history.iter().find_map(|report| report.evaluations.first());
    let rating = first.map_or("rating".to_owned(), |first| format!("Elo above {}", first.opponent));
    curve(frame, three, history, &rating, |report| report.evaluations.first().map_or(f64::NAN, |e| e.rating));
}

fn clock(seconds: f64) -> String {
    let seconds = seconds.max(0.0) as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn table(now: &Report) -> Table<'static> {
    let losses = &now.losses;
    let rows = [
        ("round", format!("{}{}", now.iteration, if now.imitated { ", imitating" } else { "" })),
        ("games", format!("{}, {:.0} a second", now.games, now.games_per_second)),
        ("decisions", format!("{}, {:.0} a second", now.samples, now.samples_per_second)),
        ("policy loss", format!("{:.4}", losses.policy)),
        ("value loss", format!("{:.4}", losses.head("value"))),
        ("margin, length", format!("{:.4}", losses.head("extra"))),
        ("entropy", format!("{:.3}", losses.entropy)),
        ("kl, clipped", format!("{:.4}, {:.1}%", losses.kl, 100.0 * losses.clipped)),
        ("explained", format!("{:.3}", now.explained)),
        ("gradient, rate", format!("{:.3}, {:.1e}", losses.gradient, now.learning_rate)),
    ];
    let rows = rows.map(|(name, value)| Row::new([Span::raw(name).dim(), Span::raw(value)]));
    Table::new(rows, [Constraint::Length(15), Constraint::Min(20)])
}

/// Win rates over time, and the latest with their intervals.
fn draw_rates(frame: &mut Frame<'_>, area: Rect, history: &[Report]) {
    let mut names: Vec<&str> = Vec::new();
    for evaluation in history.iter().flat_map(|report| &report.evaluations) {
        if !names.contains(&evaluation.opponent.as_str()) {
            names.push(&evaluation.opponent);
        }
    }
    let points: Vec<Vec<(f64, f64)>> = names
        .iter()
        .map(|name| {
            let of = |report: &Report| {
                let found = report.evaluations.iter().find(|evaluation| evaluation.opponent == *name)?;
                Some((report.seconds / 60.0, 100.0 * found.rate))
            };
            history.iter().filter_map(of).collect()
        })
        .collect();
    let [chart, legend] = Layout::vertical([Constraint::Min(4), Constraint::Length(names.len() as u16)]).areas(area);
    let datasets = points.iter().zip(COLOURS.iter().cycle()).map(|(points, colour)| {
        Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line).style(*colour).data(points)
    });
    let most = history.last().map_or(1.0, |report| report.seconds / 60.0).max(1e-3);
    let axis =
        |bound: f64, labels: [String; 2]| Axis::default().style(Color::DarkGray).bounds([0.0, bound]).labels(labels);
    let equal = history.iter().flat_map(|report| &report.evaluations).last().map(|evaluation| evaluation.equal);
    let won = equal.map_or("games won, %".to_owned(), |equal| format!("games won, %; an equal: {:.0}", 100.0 * equal));
    let chart_widget = Chart::new(datasets.collect())
        .block(Block::new().title(won.dim()))
        .x_axis(axis(most, ["0".to_owned(), format!("{most:.1} min")]))
        .y_axis(axis(100.0, ["0".to_owned(), "100".to_owned()]));
    frame.render_widget(chart_widget, chart);
    let latest = history.iter().rev().find(|report| !report.evaluations.is_empty());
    let lines = latest.iter().flat_map(|report| &report.evaluations).map(|evaluation| {
        let place = names.iter().position(|name| *name == evaluation.opponent).unwrap_or(0);
        let [rate, low, high] = [evaluation.rate, evaluation.low, evaluation.high].map(|share| 100.0 * share);
        let text = format!("{}: {rate:.1}% ({low:.1}-{high:.1}%)", evaluation.opponent);
        Line::styled(text, COLOURS[place % COLOURS.len()])
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), legend);
}

fn curve(frame: &mut Frame<'_>, area: Rect, history: &[Report], name: &str, of: impl Fn(&Report) -> f64) {
    let points: Vec<(f64, f64)> =
        history.iter().map(|report| (report.seconds / 60.0, of(report))).filter(|point| point.1.is_finite()).collect();
    let Some(last) = points.last() else { return };
    let (low, high) = points.iter().fold((f64::MAX, f64::MIN), |(low, high), p| (low.min(p.1), high.max(p.1)));
    let pad = ((high - low) * 0.05).max(0.01 * high.abs()).max(1e-3);
    let bounds = [low - pad, high + pad];
    let dataset =
        Dataset::default().marker(Marker::Braille).graph_type(GraphType::Line).style(Color::Cyan).data(&points);
    let labels = bounds.map(number);
    let chart = Chart::new(vec![dataset])
        .block(Block::new().title(format!("{name} {}", number(last.1)).dim()))
        .x_axis(Axis::default().bounds([0.0, last.0.max(1e-3)]))
        .y_axis(Axis::default().style(Color::DarkGray).bounds(bounds).labels(labels));
    frame.render_widget(chart, area);
}

/// A number with as many digits as say something.
fn number(value: f64) -> String {
    if value.abs() >= 100.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}
