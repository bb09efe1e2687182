//! Ctrl-C, and the signal that asks a program to end.

use crate::failure::Failure;
use hoyle_table::Inbox;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// An inbox of standard input, if lines are wanted, that Ctrl-C interrupts: the session saves its game and ends as soon as nobody
/// thinks. A second Ctrl-C ends the program at once; every decision of a person is in the file by then.
pub fn inbox(lines: bool) -> Result<Inbox, Failure> {
    let (inbox, interrupter) = if lines { Inbox::of_stdin() } else { Inbox::silent() };
    let before = AtomicBool::new(false);
    on_interrupt(move || {
        if before.swap(true, Ordering::Relaxed) || !interrupter.interrupt() {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(inbox)
}

/// Lets Ctrl-C end the program: for commands that have nothing to save.
pub fn exit_on_interrupt() -> Result<(), Failure> {
    on_interrupt(|| std::process::exit(INTERRUPTED))
}

/// Lets Ctrl-C ask for an end: for commands that have something to tell then. A second Ctrl-C ends the program at once, after
/// what must not be left behind.
pub fn stop_on_interrupt(leave: impl Fn() + Send + 'static) -> Result<&'static AtomicBool, Failure> {
    static STOP: AtomicBool = AtomicBool::new(false);
    on_interrupt(move || ask_to_stop(&STOP, &leave))?;
    Ok(&STOP)
}

/// Asks for an end; the second time, ends the program at once.
pub fn ask_to_stop(stop: &AtomicBool, leave: impl Fn()) {
    if stop.swap(true, Ordering::Relaxed) {
        leave();
        std::process::exit(INTERRUPTED);
    }
}

fn on_interrupt(act: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(act).map_err(|e| Failure::failed(format!("cannot listen to Ctrl-C: {e}")))
}
