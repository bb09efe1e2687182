//! A position for people: the board in colour, one table with prices and holders, and what happens as lines of a log
//! (`log.rs`).

mod log;

use crate::board::{COLUMNS, ROWS, bit, cell_name, count, parse_cell};
use crate::chains::{CHAINS, Chain, SAFE};
use crate::event::Event;
use crate::rules::Effect;
use crate::state::{AcquireState, Phase};
use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use hoyle_core::{ActionId, Seat, Show, iter_bits};
use log::dollars;
use std::fmt::Write as _;

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// The colours of the stock cards, as far as a terminal has them.
fn style(chain: Chain) -> Style {
    let colour = match chain {
        Chain::Luxor => Color::Ansi(AnsiColor::Red),
        Chain::Tower => Color::Ansi(AnsiColor::Yellow),
        Chain::American => Color::Ansi(AnsiColor::Blue),
        Chain::Worldwide => Color::Ansi256(Ansi256Color(137)),
        Chain::Festival => Color::Ansi(AnsiColor::Green),
        Chain::Imperial => Color::Ansi(AnsiColor::Magenta),
        Chain::Continental => Color::Ansi(AnsiColor::Cyan),
    };
    Style::new().bold().fg_color(Some(colour))
}

/// A text in a chain's colour.
fn paint(chain: Chain, text: &str) -> String {
    let style = style(chain);
    format!("{style}{text}{style:#}")
}

impl Show for AcquireState {
    /// Appends the board, the table of chains and players, and the tiles that the viewer may see.
    fn board(&self, viewer: Option<Seat>, out: &mut String) {
        self.write_cells(viewer, out);
        self.write_table(viewer, out);
        let open: Vec<u8> = match viewer {
            Some(seat) => vec![seat.0],
            None => (0..self.players()).collect(),
        };
        for seat in open {
            self.write_rack(seat, viewer.is_none(), out);
        }
        self.write_merger_line(out);
    }

    /// Appends a log line: what the action does, and everything that follows from it without a choice.
    fn event(&self, id: ActionId, viewer: Option<Seat>, out: &mut String) {
        let mut events = Vec::new();
        let mut after = self.clone();
        after.apply(id, &mut events);
        let mut last_seat = None;
        let mut said = false;
        // What follows from tiles that not everybody sees is shown when it has happened: with the next action.
        let hidden = |event: &Event| {
            matches!(event, Event::Exchanged { .. } | Event::Skipped { .. } | Event::Played { forced: true, .. })
        };
        let since = self.automatic_events();
        let known: Vec<Event> =
            since.into_iter().chain(events.into_iter().take_while(|event| !hidden(event))).collect();
        // The payout at the end is shown as sums.
        let ended = known.iter().position(|event| matches!(event, Event::Ended { .. })).map(|at| at + 1);
        let sold = || known.iter().position(|event| matches!(event, Event::Sold { .. }));
        let end = ended.or_else(sold).unwrap_or(known.len());
        let (told, payout) = known.split_at(end);
        for &event in told {
            let (seat, text) = after.sentence(event, viewer);
            if said {
                out.push_str("; ");
            }
            if let Some(seat) = seat.filter(|&seat| last_seat != Some(seat)) {
                let _ = write!(out, "{} ", self.rules().spec.seat_names[seat as usize]);
            }
            out.push_str(&text);
            last_seat = seat.or(last_seat);
            said = true;
        }
        if after.phase == Phase::Over && !payout.is_empty() {
            after.write_payout(payout, out);
        }
    }

    /// What a chain or a tile is: `luxor`, `L`, `5C`.
    fn explain(&self, name: &str) -> Option<String> {
        let wanted = name.trim();
        if let Some(cell) = parse_cell(wanted) {
            let lies = |what: &str| Some(format!("{}: {what}", cell_name(cell)));
            if let Some(chain) = (0..CHAINS).find(|&chain| self.areas[chain] & bit(cell) != 0) {
                return lies(&format!("on the board, part of {}", self.rules().chain_name(chain as u8)));
            }
            return match () {
                () if self.orphans & bit(cell) != 0 => lies("on the board, part of no chain"),
                () if self.discards & bit(cell) != 0 => lies("dead, exchanged and out of the game"),
                () => match self.effect(cell) {
                    Effect::Alone => lies("would lie alone"),
                    _ => lies(&self.effect_text(cell)),
                },
            };
        }
        let lower = wanted.to_lowercase();
        let chain = (0..CHAINS as u8)
            .find(|&chain| !lower.is_empty() && self.rules().chain_name(chain).to_lowercase().starts_with(&lower))?;
        let size = self.sizes[chain as usize];
        let now = match size {
            0 => "not on the board".to_owned(),
            size => format!("{size} tiles{}", if size >= SAFE { ", safe" } else { "" }),
        };
        let prices: Vec<String> = [2, 3, 4, 5, 6, 11, 21, 31, 41]
            .iter()
            .map(|&size| format!("{size}: {}", dollars(crate::chains::price(chain, size).into())))
            .collect();
        Some(format!(
            "{}: {now}; {} shares in the bank. Price of a share from this size on: {}. The most shares get ten times \
             the price when it is taken over or the game ends, the second most five times.",
            self.rules().chain_name(chain),
            self.bank[chain as usize],
            prices.join(", ")
        ))
    }
}

impl AcquireState {
    fn write_cells(&self, viewer: Option<Seat>, out: &mut String) {
        let rack = viewer.map_or(0, |seat| self.racks[seat.index()]);
        let barred = self.dead | self.eighth();
        out.push_str("    ");
        (1..=COLUMNS).for_each(|column| {
            let _ = write!(out, "{DIM}{column:>3}{DIM:#}");
        });
        out.push('\n');
        for row in 0..ROWS {
            let _ = write!(out, "   {DIM}{}{DIM:#}", char::from(b'A' + row as u8));
            for column in 0..COLUMNS {
                let cell = (row * COLUMNS + column) as u8;
                let here = bit(cell);
                let chain = (0..CHAINS).find(|&chain| self.areas[chain] & here != 0);
                let (style, letter) = match chain {
                    Some(chain) => {
                        let chain = self.rules().chains[chain];
                        (style(chain), chain.letter())
                    }
                    None if self.orphans & here != 0 => (BOLD, 'o'),
                    None if self.discards & here != 0 => (DIM, 'x'),
                    None if rack & here & barred != 0 => (DIM, '-'),
                    None if rack & here != 0 => (BOLD, '+'),
                    None => (DIM, '.'),
                };
                let mark = if cell == self.tile { "*" } else { " " };
                let _ = write!(out, " {mark}{style}{letter}{style:#}");
            }
            out.push('\n');
        }
        let yours = if viewer.is_some() { "  + your tile  - one you cannot play" } else { "" };
        let _ = writeln!(out, "    o no chain  x exchanged  * just played{yours}");
    }

    fn write_table(&self, viewer: Option<Seat>, out: &mut String) {
        let players = self.players();
        let shown = |seat: u8| viewer.is_none_or(|viewer| self.shows(viewer, seat));
        let _ = write!(out, "\n    {DIM}{:<13}{:>5}{:>8}{:>6}{DIM:#}", "chain", "tiles", "price", "bank");
        for seat in 0..players {
            let mover = seat == self.mover && self.phase != Phase::Over;
            let name = format!("{}{}", if mover { ">" } else { "" }, self.seat_label(seat, viewer));
            let style = if mover { BOLD } else { DIM };
            let _ = write!(out, " {style}{name:>10}{style:#}");
        }
        out.push('\n');
        for (i, &chain) in self.rules().chains.iter().enumerate() {
            let size = self.sizes[i];
            let held: Vec<u8> = (0..players).map(|seat| self.shares[seat as usize][i]).collect();
            let most = if (0..players).all(shown) { held.iter().copied().max().unwrap_or(0) } else { 0 };
            let paint = if size > 0 { style(chain) } else { DIM };
            let safe = if size >= SAFE { " safe" } else { "" };
            let tiles = if size == 0 { "-".to_owned() } else { size.to_string() };
            let price = if size == 0 { "-".to_owned() } else { dollars(self.price(i as u8).into()) };
            let name = format!("{} {}", chain.letter(), chain.name());
            let _ = write!(out, "    {paint}{name:<13}{paint:#} {tiles:>4}{price:>8}{:>6}", self.bank[i]);
            for (seat, &count) in (0..players).zip(&held) {
                let text = match (shown(seat), count) {
                    (false, _) => "?".to_owned(),
                    (true, 0) => ".".to_owned(),
                    (true, count) => count.to_string(),
                };
                let paint = if shown(seat) && count > 0 && count == most { BOLD } else { Style::new() };
                let _ = write!(out, " {paint}{text:>10}{paint:#}");
            }
            let _ = writeln!(out, "{DIM}{safe}{DIM:#}");
        }
        let _ = write!(out, "    {:<32}", format!("money ({} tiles in the bag)", count(self.bag)));
        for seat in 0..players {
            let text = if shown(seat) { dollars(self.money[seat as usize]) } else { "?".to_owned() };
            let _ = write!(out, " {text:>10}");
        }
        out.push('\n');
    }

    fn seat_label(&self, seat: u8, viewer: Option<Seat>) -> String {
        if viewer == Some(Seat(seat)) { "you".to_owned() } else { self.rules().spec.seat_names[seat as usize].clone() }
    }

    /// A rack, with what each tile does or why it cannot be played; on one line where everything is open.
    fn write_rack(&self, seat: u8, short: bool, out: &mut String) {
        let name = &self.rules().spec.seat_names[seat as usize];
        let rack = self.racks[seat as usize];
        if rack == 0 || self.phase == Phase::Over {
            return;
        }
        let barred = self.dead | self.eighth();
        let texts: Vec<String> = iter_bits(rack)
            .map(|cell| {
                let style = if bit(cell) & barred != 0 { DIM } else { BOLD };
                let name = cell_name(cell);
                if short {
                    format!("{style}{name}{style:#}")
                } else {
                    format!("{style}{name}{style:#} {}", self.effect_text(cell))
                }
            })
            .collect();
        let _ = if short {
            writeln!(out, "    {name}: {}", texts.join(" "))
        } else {
            writeln!(out, "    your tiles: {}", texts.join(" | "))
        };
    }

    fn write_merger_line(&self, out: &mut String) {
        let rules = self.rules();
        let name = |chain: u8| paint(rules.chains[chain as usize], rules.chain_name(chain));
        match self.phase {
            Phase::Survivor => {
                let _ = writeln!(out, "    merger of {}: which survives?", self.listed_chains(self.queue));
            }
            Phase::Order => {
                let queue = self.listed_chains(self.queue);
                let _ = writeln!(out, "    {} takes over {queue}: which is wound up next?", name(self.survivor));
            }
            Phase::Dispose => {
                let (defunct, survivor) = (name(self.defunct), name(self.survivor));
                let who = &rules.spec.seat_names[self.decider as usize];
                let price = dollars(self.price(self.defunct).into());
                let left = self.bank[self.survivor as usize];
                let _ = writeln!(
                    out,
                    "    {survivor} takes over {defunct}: {who} sells at {price}, trades 2 for 1 ({left} left) or keeps"
                );
            }
            Phase::Over if !self.automatic.is_empty() => {
                let _ = writeln!(out, "    at last {}", self.automatic_text());
            }
            _ => {}
        }
    }
}
