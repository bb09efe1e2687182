//! What comes from outside while a game is played: lines, and interruptions.

use crate::TableError;
use hoyle_core::files::{ReadLine, next_line, skip_line};
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

/// How many lines are read before they are asked for.
const AHEAD: usize = 64;

#[derive(Debug)]
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
#[derive(Debug)]
pub struct Inbox {
    inputs: Receiver<Input>,
    /// Holds something for each line that was read and not asked for yet: no more than [`AHEAD`].
    unasked: Receiver<()>,
}

impl Inbox {
    /// An inbox without lines, which can be interrupted.
    pub fn silent() -> (Self, Interrupter) {
        let (sender, inputs) = channel();
        let (_, unasked) = sync_channel(AHEAD);
        (Self { inputs, unasked }, Interrupter(sender))
    }

    /// The lines of an input, read on a thread of its own.
    pub fn of(lines: impl BufRead + Send + 'static) -> (Self, Interrupter) {
        Self::reading(move |ahead, sender| read_lines(lines, ahead, |input| sender.send(input).is_ok()))
    }

    /// The lines of standard input.
    pub fn of_stdin() -> (Self, Interrupter) {
        Self::reading(|ahead, sender| read_lines(io::stdin().lock(), ahead, |input| sender.send(input).is_ok()))
    }

    fn reading(read: impl FnOnce(&SyncSender<()>, Sender<Input>) + Send + 'static) -> (Self, Interrupter) {
        let (sender, inputs) = channel();
        let (ahead, unasked) = sync_channel(AHEAD);
        let interrupter = Interrupter(sender.clone());
        std::thread::spawn(move || read(&ahead, sender));
        (Self { inputs, unasked }, interrupter)
    }

    /// Waits for a line, which may be anything; none if there are no more.
    pub fn line(&self) -> Result<Option<Line>, TableError> {
        match self.inputs.recv() {
            Ok(Input::Line(line)) => {
                let _ = self.unasked.try_recv();
                Ok(Some(line?))
            }
            Ok(Input::End) | Err(_) => Ok(None),
            Ok(Input::Interrupt) => Err(TableError::Interrupted),
        }
    }

    /// Waits a while, unless it is interrupted. For an inbox without lines.
    pub fn pause(&self, delay: Duration) -> Result<(), TableError> {
        match self.inputs.recv_timeout(delay) {
            Ok(Input::Interrupt) => Err(TableError::Interrupted),
            Ok(Input::Line(_) | Input::End) | Err(_) => Ok(()),
        }
    }
}

/// Asks the session that reads an inbox to end, after what it does now.
#[derive(Clone, Debug)]
pub struct Interrupter(Sender<Input>);

impl Interrupter {
    /// Interrupts; false if nobody reads the inbox any more.
    pub fn interrupt(&self) -> bool {
        self.0.send(Input::Interrupt).is_ok()
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
