//! A position for people: the board in colour, and a line per event.

use crate::board::{COLOURS, GLOBES, GOAL, LAST, LETTERS, STARS, ring};
use crate::state::{LudoState, PASS};
use anstyle::{AnsiColor, Style};
use hoyle_core::{ActionId, Notation, Play, Seat, Show, Turn};
use std::fmt::Write as _;

/// Where the ring runs on the 15 x 15 board: runs of (row, column, steps, row step, column step) from red's start.
const RING: [(i8, i8, u8, i8, i8); 12] = [
    (6, 1, 5, 0, 1),
    (5, 6, 6, -1, 0),
    (0, 7, 1, 0, 0),
    (0, 8, 6, 1, 0),
    (6, 9, 6, 0, 1),
    (7, 14, 1, 0, 0),
    (8, 14, 6, 0, -1),
    (9, 8, 6, 1, 0),
    (14, 7, 1, 0, 0),
    (14, 6, 6, -1, 0),
    (8, 5, 6, 0, -1),
    (7, 0, 2, -1, 0),
];

/// The upper left corner of each colour's yard, and where the first corridor square lies and which way it runs.
const YARDS: [(usize, usize); 4] = [(1, 1), (1, 10), (10, 10), (10, 1)];
const CORRIDORS: [(i8, i8, i8, i8); 4] = [(7, 1, 0, 1), (1, 7, 1, 0), (7, 13, 0, -1), (13, 7, -1, 0)];

fn style(colour: u8) -> Style {
    let colours = [AnsiColor::Red, AnsiColor::Green, AnsiColor::Yellow, AnsiColor::Blue];
    Style::new().bold().fg_color(Some(colours[colour as usize].into()))
}

const DIM: Style = Style::new().dimmed();

/// Where on the board a colour's square lies; none for home.
fn cell(colour: u8, square: u8) -> Option<(usize, usize)> {
    let along = |(row, column, down, right): (i8, i8, i8, i8), n: u8| {
        ((row + down * n as i8) as usize, (column + right * n as i8) as usize)
    };
    if square > LAST {
        return Some(along(CORRIDORS[colour as usize], square - LAST - 1));
    }
    let mut left = ring(colour, square)?;
    for (row, column, steps, down, right) in RING {
        if left < steps {
            return Some(along((row, column, down, right), left));
        }
        left -= steps;
    }
    None
}

/// What is printed at a place of the 15 x 15 board: the ground with its style, or the tokens on it as (colour, token).
#[derive(Clone)]
struct BoardCell {
    ground: (&'static str, Style),
    tokens: Vec<(u8, usize)>,
}

impl BoardCell {
    fn is_blank(&self) -> bool {
        self.ground.0.is_empty() && self.tokens.is_empty()
    }
}

impl Show for LudoState {
    fn board(&self, _: Option<Seat>, out: &mut String) {
        let mut cells = vec![vec![BoardCell { ground: ("", DIM), tokens: Vec::new() }; 15]; 15];
        for colour in 0..4 {
            for square in 1..=13 {
                // Each colour draws its quarter of the ring.
                let ground = match square {
                    1 => (" > ", style(colour)),
                    s if GLOBES.contains(&s) => (" o ", DIM),
                    s if STARS.contains(&s) => (" * ", DIM),
                    _ => (" . ", DIM),
                };
                let (row, column) = cell(colour, square).expect("on the ring");
                cells[row][column].ground = ground;
            }
            for square in LAST + 1..=GOAL {
                let (row, column) = cell(colour, square).expect("in the corridor");
                cells[row][column].ground = (if square == GOAL { " # " } else { " - " }, style(colour));
            }
            for token in (0..4).filter(|&token| self.rules().plays(colour, token)) {
                let (row, column) = cell(colour, self.tokens(colour)[token]).unwrap_or_else(|| {
                    let (row, column) = YARDS[colour as usize];
                    (row + 1 + token / 2, column + 1 + token % 2)
                });
                cells[row][column].tokens.push((colour, token));
            }
        }
        cells[7][7].ground = (" # ", DIM);
        for (row, line) in cells.iter().enumerate() {
            let standing = [2, 4, 6, 8].iter().position(|&r| r == row).map(|colour| colour as u8);
            let standing = standing.filter(|&colour| self.rules().seats[colour as usize].is_some());
            // Without anything beside it, a line ends with its last cell that shows something.
            let shown = line.iter().rposition(|cell| !cell.is_blank()).map_or(0, |last| last + 1);
            let cells = if standing.is_some() { line.len() } else { shown };
            out.push_str("  ");
            for (i, cell) in line[..cells].iter().enumerate() {
                write_cell(cell, standing.is_none() && i + 1 == cells, out);
            }
            if let Some(colour) = standing {
                self.write_standing(colour, out);
            }
            out.push('\n');
        }
        out.push_str("  > start  o globe  * star  - corridor  # goal\n");
    }

    fn event(&self, action: ActionId, _: Option<Seat>, out: &mut String) {
        let paint = style(self.mover);
        let letter = LETTERS[self.mover as usize];
        let _ = write!(out, "{paint}{letter}{paint:#} ");
        match self.turn() {
            Turn::Chance => {
                let _ = write!(out, "rolls {}", action.0 + 1);
            }
            _ => {
                let _ = write!(out, "{} ", self.roll);
                self.action_text(action, out);
                if action == PASS {
                    return;
                }
                let token = action.index();
                let from = self.tokens(self.mover)[token];
                let mut after = self.clone();
                after.move_token(token as u8);
                match after.tokens(self.mover)[token] {
                    0 => out.push_str(" (sent home)"),
                    GOAL => out.push_str(" (goal)"),
                    1 if from == 0 => out.push_str(" (out)"),
                    _ => {}
                }
            }
        }
    }
}

impl LudoState {
    /// One player's line beside the board.
    fn write_standing(&self, colour: u8, out: &mut String) {
        let paint = style(colour);
        let marker = if !self.over && colour == self.mover { ">" } else { " " };
        let tokens = &self.tokens(colour)[..self.rules().options.tokens as usize];
        let squares: Vec<String> = tokens.iter().map(|p| p.to_string()).collect();
        let name = COLOURS[colour as usize];
        let _ = write!(out, "   {marker} {paint}{name:<6}{paint:#} {}", squares.join(" "));
        if let Some(place) = self.ranking().iter().position(|&c| c == colour) {
            let _ = write!(out, "  place {}", place + 1);
        } else if marker == ">" && self.roll > 0 {
            let _ = write!(out, "  [{}]", self.roll);
        }
    }
}

/// Three characters: one token as `R1`, two of a colour as `R12`, more as `R*3`, several colours as their letters.
fn write_cell(cell: &BoardCell, trimmed: bool, out: &mut String) {
    let (mut text, style) = match cell.tokens.as_slice() {
        [] if cell.is_blank() => return out.push_str("   "),
        [] => (cell.ground.0.to_owned(), cell.ground.1),
        [(colour, token)] => (format!("{}{} ", LETTERS[*colour as usize], token + 1), style(*colour)),
        tokens @ [(colour, first), ..] if tokens.iter().all(|(c, _)| c == colour) => {
            let letter = LETTERS[*colour as usize];
            let text = match tokens {
                [_, (_, second)] => format!("{letter}{}{}", first + 1, second + 1),
                more => format!("{letter}*{}", more.len()),
            };
            (text, style(*colour))
        }
        tokens => {
            let mut colours: Vec<u8> = tokens.iter().map(|&(c, _)| c).collect();
            colours.dedup();
            let letters: String = colours.iter().take(3).map(|&c| LETTERS[c as usize]).collect();
            (format!("{letters:<3}"), Style::new().bold())
        }
    };
    if trimmed {
        text.truncate(text.trim_end().len());
    }
    let _ = write!(out, "{style}{text}{style:#}");
}
