//! A game at a table, from wherever it stands to its end.

use crate::card::did_you_mean;
use crate::command::Command;
use crate::failure::{Failure, Outcome};
use crate::inbox::{Inbox, Line};
use crate::saver::Saver;
use crate::seating::people;
use hoyle_core::files::{brief, too_long};
use hoyle_core::{Seat, Turn};
use hoyle_games::{Analysis, AnyTable, Choice, Event, Step, adviser};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::time::Duration;

/// How a session looks to whoever follows it.
pub trait Face {
    /// The game begins, or goes on from where it was left.
    fn start(&mut self, table: &dyn AnyTable, viewer: Option<Seat>) -> io::Result<()>;
    /// Something was played.
    fn action(&mut self, table: &dyn AnyTable, event: &Event) -> io::Result<()>;
    /// A person is to choose.
    fn decision(&mut self, table: &dyn AnyTable, seat: Seat, legal: &[Choice]) -> io::Result<()>;
    /// Another person is to choose than the one who looks now: hides what that one sees and asks for the other, if there is
    /// something that can be hidden. Tells whether it did: then a line is waited for.
    fn hide(&mut self, table: &dyn AnyTable, seat: Seat) -> io::Result<bool>;
    /// The other person is there.
    fn reveal(&mut self, table: &dyn AnyTable, seat: Seat) -> io::Result<()>;
    /// An answer is waited for.
    fn prompt(&mut self) -> io::Result<()>;
    /// Reads what the person answered.
    fn read(&self, line: &str, legal: &[Choice]) -> Result<Command, String>;
    /// What the person answered cannot be done.
    fn problem(&mut self, problem: &str) -> io::Result<()>;
    /// The person wants to know what can be typed.
    fn help(&mut self) -> io::Result<()>;
    /// The person wants to know what a search would play.
    fn hint(&mut self, table: &dyn AnyTable, analysis: &Analysis) -> io::Result<()>;
    /// The person wants to know what was played.
    fn log(&mut self, events: &[Event]) -> io::Result<()>;
    /// Decisions were taken back.
    fn undone(&mut self, table: &dyn AnyTable) -> io::Result<()>;
    /// The game was written to a file.
    fn saved(&mut self, table: &dyn AnyTable, file: &Path) -> io::Result<()>;
    /// The game is over.
    fn over(&mut self, table: &dyn AnyTable) -> io::Result<()>;
    /// The game is left before it is over.
    fn left(&mut self, table: &dyn AnyTable) -> io::Result<()>;
}

/// A game at a table.
pub struct Session {
    table: Box<dyn AnyTable>,
    face: Box<dyn Face>,
    inbox: Inbox,
    saver: Option<Saver>,
    /// The time between decisions when no person plays.
    delay: Duration,
    /// Who looks, and is told what is played; nobody in particular if no person plays.
    viewer: Option<Seat>,
    /// Whether whoever answers may write files and ask for searches.
    trusted: bool,
}

/// What a decision came to.
#[derive(PartialEq)]
enum Flow {
    /// The game goes on.
    On,
    /// The person is still to choose.
    Ask,
    /// The person leaves.
    Leave,
}

impl Session {
    /// A session at a table where everybody sits.
    pub fn new(
        table: Box<dyn AnyTable>,
        face: Box<dyn Face>,
        saver: Option<Saver>,
        delay: u64,
    ) -> Result<Self, Failure> {
        let viewer = people(&*table).first().copied();
        let inbox = Inbox::open(viewer.is_some())?;
        Ok(Self { table, face, inbox, saver, delay: Duration::from_millis(delay), viewer, trusted: true })
    }

    /// A session with whoever writes the lines of an inbox, who may play and take back but neither write files nor ask
    /// for searches.
    pub fn with_lines_of(table: Box<dyn AnyTable>, face: Box<dyn Face>, inbox: Inbox) -> Self {
        let viewer = people(&*table).first().copied();
        Self { table, face, inbox, saver: None, delay: Duration::ZERO, viewer, trusted: false }
    }

    /// Plays until the game is over or the person leaves. Whatever happens, the game is saved.
    pub fn run(mut self) -> Outcome {
        let outcome = self.play();
        if let Some(saver) = &self.saver {
            saver.write(self.table.replay())?;
            self.face.saved(&*self.table, saver.path())?;
        }
        outcome
    }

    fn play(&mut self) -> Outcome {
        self.face.start(&*self.table, self.viewer)?;
        loop {
            let flow = match self.table.step()? {
                Step::Played => self.played(),
                Step::Waiting(seat) => self.decide(seat),
                Step::Over => return Ok(self.face.over(&*self.table)?),
            };
            if matches!(flow, Ok(Flow::Leave) | Err(Failure::Interrupted)) {
                self.face.left(&*self.table)?;
            }
            if flow? == Flow::Leave {
                return Ok(());
            }
        }
    }

    /// Tells what was played. Who only watches gets time to see it, unless it was no decision.
    fn played(&mut self) -> Result<Flow, Failure> {
        let event = self.table.event(self.table.plies() - 1, self.viewer);
        self.face.action(&*self.table, &event)?;
        if self.viewer.is_none() && !event.forced && event.by != Turn::Chance {
            self.inbox.pause(self.delay)?;
        }
        Ok(Flow::On)
    }

    /// Asks the person until the game goes on or is left. A single legal action is played without asking.
    fn decide(&mut self, seat: Seat) -> Result<Flow, Failure> {
        let legal = self.table.legal();
        // Whoever looks is told of it: that need not be the one who has no choice.
        if let [only] = legal.as_slice() {
            return self.obey(Command::Play(only.id), seat, &legal);
        }
        if self.viewer != Some(seat) && !self.table.spec().perfect_information && self.face.hide(&*self.table, seat)? {
            if self.inbox.line()?.is_none() {
                return Ok(Flow::Leave);
            }
            self.face.reveal(&*self.table, seat)?;
        }
        self.viewer = Some(seat);
        self.face.decision(&*self.table, seat, &legal)?;
        loop {
            self.face.prompt()?;
            let Some(line) = self.inbox.line()? else {
                return Ok(Flow::Leave);
            };
            let command = match line {
                Line::TooLong => Err(format!("that line is {}", too_long())),
                Line::Bytes(line) => match str::from_utf8(&line) {
                    Ok(line) => self.face.read(line, &legal),
                    Err(_) => Err("that line is not text: it has bytes that are not UTF-8".to_owned()),
                },
            };
            let flow = match command {
                Ok(command) => self.obey(command, seat, &legal)?,
                Err(problem) => self.refuse(problem)?,
            };
            if flow != Flow::Ask {
                return Ok(flow);
            }
        }
    }

    fn obey(&mut self, command: Command, seat: Seat, legal: &[Choice]) -> Result<Flow, Failure> {
        match command {
            Command::Play(action) => match self.table.play(action) {
                Ok(()) => return self.played(),
                Err(illegal) => return self.refuse(illegal),
            },
            Command::Undo(ply) => return self.undo(ply),
            Command::Quit => return Ok(Flow::Leave),
            Command::Save(_) | Command::Hint if !self.trusted => {
                return self.refuse("this table writes no files and gives no hints");
            }
            Command::Save(file) => return self.save(file.as_deref()),
            Command::Board => self.face.decision(&*self.table, seat, legal)?,
            Command::Help => self.face.help()?,
            Command::Hint => {
                // A hint is the same when it is asked for again.
                let seed = self.table.plies() as u64;
                match self.table.analyze(&adviser(&*self.table), seed, &mut |_| true) {
                    Ok(analysis) => self.face.hint(&*self.table, &analysis)?,
                    Err(problem) => return self.refuse(problem),
                }
            }
            Command::Explain(name) => {
                let told = self.table.explain(&name);
                let unknown = || {
                    let hint = did_you_mean(&name, &self.table.things());
                    format!("there is nothing called `{}` in this game{hint}", brief(&name))
                };
                let told = told.unwrap_or_else(unknown);
                return self.refuse(told);
            }
            Command::Log(count) => {
                let events = self.table.told(count, self.viewer);
                self.face.log(&events)?;
            }
        }
        Ok(Flow::Ask)
    }

    /// Tells the person something and asks again.
    fn refuse(&mut self, problem: impl Display) -> Result<Flow, Failure> {
        self.face.problem(&problem.to_string())?;
        Ok(Flow::Ask)
    }

    /// Goes back to before an action, or else to the last decision of a person that was a choice.
    fn undo(&mut self, ply: Option<usize>) -> Result<Flow, Failure> {
        let plies = self.table.plies();
        let chosen = |&ply: &usize| {
            let event = self.table.event(ply, None);
            !event.forced && matches!(event.by, Turn::Seat(seat) if people(&*self.table).contains(&seat))
        };
        let target = match ply {
            Some(ply) if ply < plies => Some(ply),
            Some(ply) => return self.refuse(format!("there is no action {ply} to go back to; {plies} were played")),
            None => (0..plies).rev().find(chosen),
        };
        let Some(target) = target else {
            return self.refuse("there is nothing to take back yet");
        };
        self.table.undo_to(target);
        self.face.undone(&*self.table)?;
        Ok(Flow::On)
    }

    fn save(&mut self, file: Option<&Path>) -> Result<Flow, Failure> {
        let named = file.map(|file| Saver::at(file, false)).transpose();
        let written = named.and_then(|named| {
            let saver = named.as_ref().or(self.saver.as_ref());
            let saver = saver.ok_or_else(|| Failure::failed("name a file: save FILE"))?;
            saver.write(self.table.replay())?;
            Ok(saver.path().to_owned())
        });
        match written {
            Ok(path) => self.face.saved(&*self.table, &path)?,
            Err(Failure::Failed(problem)) => return self.refuse(problem),
            Err(failure) => return Err(failure),
        }
        Ok(Flow::Ask)
    }
}
