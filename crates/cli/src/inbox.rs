//! What comes from outside while a game is played: lines, and Ctrl-C.

use crate::failure::Failure;
use std::io::{self, BufRead as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

enum Input {
    Line(io::Result<String>),
    End,
    Interrupt,
}

/// Lines and interruptions in the order in which they come. So an interrupted game is saved by the thread that plays it.
pub struct Inbox(Receiver<Input>);

impl Inbox {
    /// Listens to Ctrl-C, and to standard input if lines are wanted. A second Ctrl-C ends the program at once.
    pub fn open(lines: bool) -> Result<Self, Failure> {
        let (sender, inputs) = channel();
        let interrupt = sender.clone();
        let before = AtomicBool::new(false);
        on_interrupt(move || {
            if before.swap(true, Ordering::Relaxed) || interrupt.send(Input::Interrupt).is_err() {
                std::process::exit(INTERRUPTED);
            }
        })?;
        if lines {
            std::thread::spawn(move || {
                for line in io::stdin().lock().lines() {
                    let _ = sender.send(Input::Line(line));
                }
                let _ = sender.send(Input::End);
            });
        }
        Ok(Self(inputs))
    }

    /// Waits for a line; none if there are no more.
    pub fn line(&self) -> Result<Option<String>, Failure> {
        match self.0.recv() {
            Ok(Input::Line(line)) => Ok(Some(line?)),
            Ok(Input::End) | Err(_) => Ok(None),
            Ok(Input::Interrupt) => Err(Failure::Interrupted),
        }
    }

    /// Waits a while, unless it is interrupted. For an inbox without lines.
    pub fn pause(&self, delay: Duration) -> Result<(), Failure> {
        match self.0.recv_timeout(delay) {
            Ok(Input::Interrupt) => Err(Failure::Interrupted),
            Ok(Input::Line(_) | Input::End) | Err(_) => Ok(()),
        }
    }
}

/// Lets Ctrl-C end the program: for commands that have nothing to save.
pub fn exit_on_interrupt() -> Result<(), Failure> {
    on_interrupt(|| std::process::exit(INTERRUPTED))
}

fn on_interrupt(act: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(act).map_err(|e| Failure::failed(format!("cannot listen to Ctrl-C: {e}")))
}
