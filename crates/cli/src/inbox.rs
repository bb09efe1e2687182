//! What comes from outside while a game is played: lines, and Ctrl-C.

use crate::failure::Failure;
use hoyle_core::files::{ReadLine, next_line, skip_line};
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::Duration;

/// The exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// How many lines are read before they are asked for.
const AHEAD: usize = 64;

enum Input {
    Line(io::Result<Line>),
    End,
    Interrupt,
}

/// A line that came.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Whatever it says.
    Bytes(Vec<u8>),
    /// More than a line may be; it was passed over.
    TooLong,
}

/// Lines and interruptions in the order in which they come. So an interrupted game is saved by the thread that plays it.
pub struct Inbox {
    inputs: Receiver<Input>,
    /// Holds something for each line that was read and not asked for yet: no more than [`AHEAD`].
    unasked: Receiver<()>,
}

impl Inbox {
    /// Listens to Ctrl-C, and to standard input if lines are wanted. A second Ctrl-C ends the program at once.
    pub fn open(lines: bool) -> Result<Self, Failure> {
        let (sender, inputs) = channel();
        let (ahead, unasked) = sync_channel(AHEAD);
        let interrupt = sender.clone();
        let before = AtomicBool::new(false);
        on_interrupt(move || {
            if before.swap(true, Ordering::Relaxed) || interrupt.send(Input::Interrupt).is_err() {
                std::process::exit(INTERRUPTED);
            }
        })?;
        if lines {
            std::thread::spawn(move || {
                read_lines(io::stdin().lock(), &ahead, |input| sender.send(input).is_ok());
            });
        }
        Ok(Self { inputs, unasked })
    }

    /// The lines of anything else; Ctrl-C is not listened to.
    pub fn of(lines: impl BufRead + Send + 'static) -> Self {
        let (sender, inputs) = channel();
        let (ahead, unasked) = sync_channel(AHEAD);
        std::thread::spawn(move || read_lines(lines, &ahead, |input| sender.send(input).is_ok()));
        Self { inputs, unasked }
    }

    /// Waits for a line, which may be anything; none if there are no more.
    pub fn line(&self) -> Result<Option<Line>, Failure> {
        match self.inputs.recv() {
            Ok(Input::Line(line)) => {
                let _ = self.unasked.try_recv();
                Ok(Some(line?))
            }
            Ok(Input::End) | Err(_) => Ok(None),
            Ok(Input::Interrupt) => Err(Failure::Interrupted),
        }
    }

    /// Waits a while, unless it is interrupted. For an inbox without lines.
    pub fn pause(&self, delay: Duration) -> Result<(), Failure> {
        match self.inputs.recv_timeout(delay) {
            Ok(Input::Interrupt) => Err(Failure::Interrupted),
            Ok(Input::Line(_) | Input::End) | Err(_) => Ok(()),
        }
    }
}

/// Sends every line, without its end, while somebody listens; last what ended them. Whoever writes faster than lines are
/// asked for has to wait.
fn read_lines(mut input: impl BufRead, ahead: &SyncSender<()>, send: impl Fn(Input) -> bool) {
    loop {
        let line = match next_line(&mut input) {
            Ok(ReadLine::Line(line, _)) => Ok(Line::Bytes(line)),
            Ok(ReadLine::TooLong) => skip_line(&mut input).map(|()| Line::TooLong),
            Ok(ReadLine::End) => break,
            Err(error) => Err(error),
        };
        let broken = line.is_err();
        if ahead.send(()).is_err() || !send(Input::Line(line)) || broken {
            return;
        }
    }
    send(Input::End);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails again and again, as a directory does that is read as a file.
    struct Broken;

    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }

    #[test]
    fn an_input_that_cannot_be_read_ends_once() {
        let (sender, inputs) = channel();
        let (ahead, _unasked) = sync_channel(AHEAD);
        read_lines(io::BufReader::new(Broken), &ahead, |input| sender.send(input).is_ok());
        drop(sender);
        assert!(matches!(inputs.iter().collect::<Vec<_>>().as_slice(), [Input::Line(Err(_))]));
    }
}
