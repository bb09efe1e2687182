//! A game at a table, from wherever it stands to its end.

use crate::journal::Journal;
use crate::seating::people;
use crate::{Command, FrontEnd, GameFile, Inbox, Line, TableError, did_you_mean};
use hoyle_core::files::{brief, too_long};
use hoyle_core::{Seat, Turn};
use hoyle_games::{AnyTable, Choice, Step, adviser};
use std::fmt::{self, Display};
use std::path::Path;
use std::time::Duration;

/// A game at a table.
pub struct Session {
    table: Box<dyn AnyTable>,
    front: Box<dyn FrontEnd>,
    inbox: Inbox,
    file: Option<Journal>,
    /// Whether something was taken back that is in no file.
    undone: bool,
    /// The time between decisions when no person plays.
    delay: Duration,
    /// Who looks, and is told what is played; nobody in particular if no person plays.
    viewer: Option<Seat>,
    /// Whether whoever answers may write files and ask for searches.
    trusted: bool,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Session({}, {} actions)", self.table.spec().name, self.table.plies())
    }
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
    /// A session at a table where everybody sits. The game is saved to the file after every decision of a person, at the end,
    /// and about every second meanwhile; where no person plays, `delay` is the time between decisions.
    pub fn new(
        table: Box<dyn AnyTable>,
        front: Box<dyn FrontEnd>,
        inbox: Inbox,
        file: Option<GameFile>,
        delay: Duration,
    ) -> Self {
        let viewer = people(&*table).first().copied();
        let file = file.map(Journal::new);
        Self { table, front, inbox, file, undone: false, delay, viewer, trusted: true }
    }

    /// A session with somebody who may play, take back and redo, but neither write files nor ask for searches.
    pub fn untrusted(table: Box<dyn AnyTable>, front: Box<dyn FrontEnd>, inbox: Inbox) -> Self {
        Self { trusted: false, ..Self::new(table, front, inbox, None, Duration::ZERO) }
    }

    /// Plays until the game is over or the person leaves. Whatever happens, the game is saved.
    pub fn run(mut self) -> Result<(), TableError> {
        let outcome = self.play();
        let Some(file) = &mut self.file else { return outcome };
        // What was taken back gets its own file first: so it is always in one of the two.
        let plies = self.table.plies();
        let undone = self.undone.then(|| {
            while self.table.redo() {}
            let game = self.table.replay();
            self.table.undo_to(plies);
            file.write_undone(game)
        });
        file.save(&*self.table)?;
        self.front.saved(&*self.table, file.path())?;
        if let Some(path) = undone {
            self.front.undone_saved(&path?)?;
        }
        outcome
    }

    fn play(&mut self) -> Result<(), TableError> {
        self.front.start(&*self.table, self.viewer)?;
        loop {
            let flow = match self.table.step()? {
                Step::Played => self.played(),
                Step::Waiting(seat) => self.decide(seat),
                Step::Over => return Ok(self.front.over(&*self.table)?),
            };
            if matches!(flow, Ok(Flow::Leave) | Err(TableError::Interrupted)) {
                self.front.left(&*self.table)?;
            }
            if flow? == Flow::Leave {
                return Ok(());
            }
        }
    }

    /// Tells what was played. Who only watches gets time to see it, unless it was no decision.
    fn played(&mut self) -> Result<Flow, TableError> {
        self.keep_replaced()?;
        if let (Some(file), false) = (&mut self.file, self.undone) {
            file.save_if_due(&*self.table)?;
        }
        let event = self.table.event(self.table.plies() - 1, self.viewer);
        self.front.action(&*self.table, &event)?;
        if self.viewer.is_none() && !event.is_forced() && event.by != Turn::Chance {
            self.inbox.pause(self.delay)?;
        }
        Ok(Flow::On)
    }

    /// Asks the person until the game goes on or is left. A single legal action is played without asking.
    fn decide(&mut self, seat: Seat) -> Result<Flow, TableError> {
        let legal = self.table.legal(Some(seat));
        // Whoever looks is told of it: that need not be the one who has no choice.
        if let [only] = legal.as_slice() {
            return self.obey(Command::Play(only.id), seat, &legal);
        }
        if self.viewer != Some(seat) && !self.table.spec().perfect_information && self.front.hide(&*self.table, seat)? {
            if self.inbox.line()?.is_none() {
                return Ok(Flow::Leave);
            }
            self.front.reveal(&*self.table, seat)?;
        }
        self.viewer = Some(seat);
        self.front.decision(&*self.table, seat, &legal)?;
        loop {
            self.front.prompt()?;
            let Some(line) = self.inbox.line()? else {
                return Ok(Flow::Leave);
            };
            let command = match line {
                Line::TooLong => Err(format!("that line is {}", too_long())),
                Line::Bytes(line) => match str::from_utf8(&line) {
                    Ok(line) => self.front.read(line, &legal),
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

    fn obey(&mut self, command: Command, seat: Seat, legal: &[Choice]) -> Result<Flow, TableError> {
        match command {
            Command::Play(action) => match self.table.play(action) {
                Ok(()) => {
                    self.save_decision()?;
                    return self.played();
                }
                Err(illegal) => return self.refuse(illegal),
            },
            Command::Undo(ply) => return self.undo(ply),
            Command::Redo => return self.redo(),
            Command::Quit => return Ok(Flow::Leave),
            Command::Save(_) | Command::Hint | Command::Why(_) if !self.trusted => {
                return self.refuse("this table writes no files and gives no hints");
            }
            Command::Save(file) => return self.save(file.as_deref()),
            Command::Board => self.front.decision(&*self.table, seat, legal)?,
            Command::Help => self.front.help()?,
            Command::Hint => {
                // A hint is the same when it is asked for again.
                let seed = self.table.plies() as u64;
                match self.table.analyze(Some(seat), &adviser(&*self.table), seed, &mut |_| true) {
                    Ok(analysis) => self.front.hint(&*self.table, &analysis)?,
                    Err(problem) => return self.refuse(problem),
                }
            }
            Command::Why(ply) => match self.table.why(ply, Some(seat), &adviser(&*self.table)) {
                Ok(why) => self.front.why(&*self.table, &why)?,
                Err(problem) => return self.refuse(problem),
            },
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
                self.front.log(&events)?;
            }
        }
        Ok(Flow::Ask)
    }

    /// Tells the person something and asks again.
    fn refuse(&mut self, problem: impl Display) -> Result<Flow, TableError> {
        self.front.problem(&problem.to_string())?;
        Ok(Flow::Ask)
    }

    /// Goes back to before an action, or else to the last decision of a person that was a choice.
    fn undo(&mut self, ply: Option<usize>) -> Result<Flow, TableError> {
        let plies = self.table.plies();
        let chosen = |&ply: &usize| {
            let event = self.table.event(ply, None);
            !event.is_forced() && matches!(event.by, Turn::Seat(seat) if people(&*self.table).contains(&seat))
        };
        let target = match ply {
            Some(ply) if ply < plies => Some(ply),
            Some(ply) => return self.refuse(format!("there is no action {ply} to go back to; {plies} were played")),
            None => (0..plies).rev().find(chosen),
        };
        let Some(target) = target else {
            return self.refuse("there is nothing to take back yet");
        };
        if let Some(file) = &mut self.file {
            if !self.undone {
                file.save(&*self.table)?;
            }
            file.taken_back();
        }
        self.table.undo_to(target);
        self.undone = true;
        self.front.undone(&*self.table)?;
        Ok(Flow::On)
    }

    /// Plays again what was taken back: a decision, and what followed it up to the next one of a person.
    fn redo(&mut self) -> Result<Flow, TableError> {
        let plies = self.table.plies();
        let is_choice = |table: &dyn AnyTable| match table.turn() {
            Turn::Seat(seat) => people(table).contains(&seat) && table.legal(Some(seat)).len() > 1,
            Turn::Chance | Turn::Over => false,
        };
        while self.table.redo() && !is_choice(&*self.table) {}
        self.keep_replaced()?;
        let events = self.table.events(plies..self.table.plies(), self.viewer);
        if events.is_empty() {
            return self.refuse("there is nothing to play again");
        }
        events.iter().try_for_each(|event| self.front.action(&*self.table, event))?;
        Ok(Flow::On)
    }

    /// Saves the game after a decision of a person: whatever happens while somebody searches, it is in the file. What was taken
    /// back stays there until something else is played.
    fn save_decision(&mut self) -> Result<(), TableError> {
        self.keep_replaced()?;
        match &mut self.file {
            Some(file) if !self.undone => file.save(&*self.table),
            _ => Ok(()),
        }
    }

    /// If what was taken back cannot be redone any more, saves the game as it went.
    fn keep_replaced(&mut self) -> Result<(), TableError> {
        let replaced = self.table.take_replaced();
        if self.undone && self.table.undone() == 0 {
            self.undone = false;
            return replaced.map_or(Ok(()), |game| self.save_undone(game));
        }
        Ok(())
    }

    /// Saves a game that cannot be redone any more to a file of its own, if games are saved.
    fn save_undone(&mut self, game: String) -> Result<(), TableError> {
        let Some(file) = &self.file else { return Ok(()) };
        let path = file.write_undone(game)?;
        Ok(self.front.undone_saved(&path)?)
    }

    fn save(&mut self, named: Option<&Path>) -> Result<Flow, TableError> {
        let named = match named.map(|path| GameFile::at(path, false)).transpose() {
            Ok(named) => named,
            Err(problem) => return self.refuse(problem),
        };
        let mut other = named.map(Journal::new);
        let Some(file) = other.as_mut().or(self.file.as_mut()) else {
            return self.refuse("name a file: save FILE");
        };
        match file.save(&*self.table) {
            Ok(()) => self.front.saved(&*self.table, file.path())?,
            Err(problem) => return self.refuse(problem),
        }
        Ok(Flow::Ask)
    }
}
