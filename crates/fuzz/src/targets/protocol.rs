//! Lines of JSON from a program that plays.

use crate::Verdict;
use hoyle_core::Seat;
use hoyle_games::load;
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

/// What a session wrote.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no session panicked").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The first line names a game, the others are what a program writes that has the first seat. Accepted if something was
/// played. Whatever comes, every answer is a line of JSON, and the session ends with the input.
pub(super) fn lines(data: &[u8]) -> Verdict {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (game, rest) = data.split_at(end);
    let Ok(game) = load(&String::from_utf8_lossy(game)) else { return Verdict::Refused };
    let mut table = game.table();
    table.set_seed(1);
    for seat in 0..game.spec().seats() as u8 {
        let player = if seat == 0 { "human" } else { "random" };
        table.sit(Seat(seat), player).expect("anybody can sit at an empty table");
    }
    let written = Written::default();
    hoyle_table::untrusted(table, Cursor::new(rest.to_vec()), written.clone()).expect("lines are never a failure");
    let written = std::mem::take(&mut *written.0.lock().expect("no session panicked"));
    let mut played = false;
    for line in written.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let line: serde_json::Value = serde_json::from_slice(line).expect("every line is JSON");
        played |= line["event"] == "action" && line["by"] == 0;
    }
    if played { Verdict::Accepted } else { Verdict::Refused }
}
