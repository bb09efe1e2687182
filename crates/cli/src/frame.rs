//! A board that is redrawn in place, with the last actions under it: for who only watches, at a terminal.

use crate::text::log_line;
use hoyle_games::AnyTable;

/// How many actions stand under the board where there is room for them.
const ACTIONS: usize = 6;

/// What stands on the screen.
#[derive(Default)]
pub struct Frame {
    lines: usize,
}

impl Frame {
    /// Whether the terminal is high enough for the board and an action.
    pub fn fits(table: &dyn AnyTable) -> bool {
        table.board(None).lines().count() < height()
    }

    /// The text that replaces what stands on the screen by the present position.
    pub fn redraw(&mut self, table: &dyn AnyTable) -> String {
        let height = height();
        let mut lines: Vec<String> = table.board(None).lines().take(height).map(str::to_owned).collect();
        let actions = ACTIONS.min(height - lines.len());
        lines.extend(table.told(actions, None).iter().map(log_line));
        let up = if self.lines > 0 { format!("\x1b[{}A", self.lines) } else { String::new() };
        self.lines = lines.len();
        // Wrapping is off meanwhile: a line that is too wide for the terminal must stay one line.
        format!("{up}\x1b[J\x1b[?7l{}\x1b[?7h", lines.join("\n"))
    }
}

/// How many lines the terminal shows above the line of the cursor.
fn height() -> usize {
    terminal_size::terminal_size().map_or(24, |(_, height)| usize::from(height.0)).saturating_sub(1)
}
