//! A game being played, with people and players at its seats.

use crate::LoadError;
use crate::analyze::{self, AnalysisError};
use crate::game::TypedGame;
use crate::players::{self, HUMAN};
use hoyle_arena::{PlayerFault, ask, begin, dice_rng, player_rng, watch};
use hoyle_core::options::to_map;
use hoyle_core::prelude::*;
use hoyle_core::replay::{self, Header};
use hoyle_core::{
    ActionId, ActionSet, FileAccess, Game, IllegalAction, LayoutId, Player, Profile, Scores, Seat, Show, Spec, State,
    Table, Turn, View, save,
};
use hoyle_search::{Analysis, Why};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::ops::Range;

/// A game being played, whichever it is.
///
/// The randomness of action `n` is stream `n` of the table's seed: one for chance, another for each player. So the future
/// does not change when a decision is taken back, and a game that is saved and resumed goes on as if it had never stopped.
pub trait AnyTable: Send {
    /// What is fixed about the game.
    fn spec(&self) -> &'static Spec;
    /// What programs must know of the game beside its rules.
    fn profile(&self) -> &'static Profile;
    /// All options of the game, as files have them: as a seat knows them, or with everything open.
    fn options(&self, viewer: Option<Seat>) -> Map<String, Value>;

    /// Gives a seat to a player by name, or with [`HUMAN`] to whoever calls [`play`](Self::play).
    fn sit(&mut self, seat: Seat, player: &str) -> Result<(), LoadError> {
        self.sit_from(seat, player, &FileAccess::Anywhere)
    }
    /// The same for a name from anywhere, such as that of a replay. Files that it names are read through `files`.
    fn sit_from(&mut self, seat: Seat, player: &str, files: &FileAccess) -> Result<(), LoadError>;
    /// Whether a player by this name can be given a seat.
    fn can_sit(&self, player: &str) -> bool;
    /// The name of the strongest scripted player of the game as it is played here.
    fn strongest_bot(&self) -> &'static str;
    /// Who sits where, by name; at first people everywhere.
    fn players(&self) -> &[String];
    /// The seed of everything random at this table.
    fn seed(&self) -> u64;
    /// Changes the seed, for what is still to come.
    fn set_seed(&mut self, seed: u64);

    /// Who acts next.
    fn turn(&self) -> Turn;
    /// What the seat to move can play, if the viewer may know: it is the viewer's turn, or everything is open. Otherwise
    /// nothing.
    fn legal(&self, viewer: Option<Seat>) -> Vec<Choice>;
    /// What the game ended with; zero for every seat before.
    fn scores(&self) -> Scores;
    /// A picture of the position, as a seat sees it or with everything open. It may carry ANSI colours.
    fn board(&self, viewer: Option<Seat>) -> String;
    /// What something of this game is or does, if it has a thing of this name.
    fn explain(&self, name: &str) -> Option<String>;
    /// The names of all things that can be explained.
    fn things(&self) -> Vec<String>;
    /// The last actions of the past that a log tells, at most so many, as a seat saw them.
    fn told(&self, count: usize, viewer: Option<Seat>) -> Vec<Event>;
    /// What a seat knows, as text.
    fn information_state(&self, seat: Seat) -> String;
    /// What a seat sees, as numbers.
    fn observe(&self, seat: Seat, layout: LayoutId) -> Vec<f32>;
    /// The position as one JSON object, as [`Registry::open_position`](crate::Registry::open_position) reads it.
    fn position(&self) -> String;
    /// A number that tells positions apart.
    fn hash(&self) -> u64;

    /// What a search by this specification finds about the decision at hand, from what its seat may know: for that seat, or
    /// for a viewer to whom everything is open. `watch` is told after ever longer searches, and ends it by answering false.
    fn analyze(
        &self,
        viewer: Option<Seat>,
        search: &str,
        seed: u64,
        watch: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, AnalysisError>;

    /// Why an action of the past was played, or if none is named the last one that was a choice: by a search from what its seat
    /// knew then. A viewer is told no more than it may know, unless the game is over or everything is open to it: of another seat's
    /// action, what speaks for it in a position that the viewer takes for possible.
    fn why(&self, ply: Option<usize>, viewer: Option<Seat>, search: &str) -> Result<Why, AnalysisError>;

    /// Plays an action or chance outcome; an error changes nothing.
    fn play(&mut self, action: ActionId) -> Result<(), IllegalAction>;
    /// Lets chance or the player whose turn it is act. A fault changes nothing.
    fn step(&mut self) -> Result<Step, PlayerFault>;
    /// Goes back to the position after the first `plies` actions. What is taken back can be [redone](Self::redo) until
    /// something else is played.
    fn undo_to(&mut self, plies: usize);
    /// How many actions were taken back and can be redone.
    fn undone(&self) -> usize;
    /// Plays the first action that was taken back once more; false if there is none.
    fn redo(&mut self) -> bool;
    /// The game as it went before actions were taken back and others were played in their place, as a replay. It is given
    /// once.
    fn take_replaced(&mut self) -> Option<String>;

    /// How many actions were played.
    fn plies(&self) -> usize;
    /// Actions of the past by their numbers, told as a seat saw them or with everything open.
    ///
    /// # Panics
    /// If so many actions were not played.
    fn events(&self, plies: Range<usize>, viewer: Option<Seat>) -> Vec<Event>;
    /// An action of the past, told as a seat saw it or with everything open.
    ///
    /// # Panics
    /// If so many actions were not played.
    fn event(&self, ply: usize, viewer: Option<Seat>) -> Event {
        self.events(ply..ply + 1, viewer).swap_remove(0)
    }
    /// The game so far as a replay.
    fn replay(&self) -> String;
    /// The part of [`replay`](Self::replay) that follows the first `plies` actions: what is new since it was written.
    ///
    /// # Panics
    /// If so many actions were not played.
    fn replay_after(&self, plies: usize) -> String;
}

/// An action that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Its id.
    pub id: ActionId,
    /// Its text, different from that of every other choice.
    pub text: String,
}

/// An action that was played, as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Its place in the game, from 0.
    pub ply: usize,
    /// Who acted. As JSON: the number of the seat, or `"chance"`.
    #[serde(serialize_with = "seat_or_chance")]
    pub by: Turn,
    /// What happened as the viewer saw it, in one line for people. It may carry ANSI colours.
    pub line: String,
    /// Whether a log tells it: what nobody waits for, such as a pass that answers nothing, it does not.
    pub news: bool,
    /// What exactly was played, if the viewer [may know](Show::is_open): an id may tell which card somebody else drew.
    pub open: Option<OpenAction>,
}

impl Event {
    /// Whether the viewer knows that the action was a seat's only one.
    pub fn is_forced(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.forced == Some(true))
    }
}

/// What exactly was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenAction {
    /// The action's id.
    pub id: ActionId,
    /// The action's text.
    pub text: String,
    /// Whether it was a seat's only legal action, if the viewer may know: whoever had no choice had no other card.
    pub forced: Option<bool>,
}

fn seat_or_chance<S: Serializer>(turn: &Turn, serializer: S) -> Result<S::Ok, S::Error> {
    match turn {
        Turn::Seat(seat) => seat.serialize(serializer),
        Turn::Chance | Turn::Over => serializer.serialize_str("chance"),
    }
}

/// What [`AnyTable::step`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An action was played.
    Played,
    /// The person at this seat is to choose.
    Waiting(Seat),
    /// The game is over.
    Over,
}

/// The table behind [`AnyTable`].
pub(crate) struct TypedTable<G: Game> {
    table: Table<G>,
    /// The network that comes with the game.
    model: Option<&'static [u8]>,
    players: Vec<Option<Box<dyn Player<G::State>>>>,
    /// Which players may remember moves that were never made.
    astray: Vec<bool>,
    names: Vec<String>,
    seed: u64,
}

impl<G: Game> TypedTable<G> {
    pub(crate) fn new(game: TypedGame<G>, start: G::State) -> Self {
        let TypedGame { rules, model } = game;
        let seats = rules.spec().seats();
        Self {
            table: Table::from_position(rules, start),
            model,
            players: (0..seats).map(|_| None).collect(),
            astray: vec![false; seats],
            names: vec![HUMAN.to_owned(); seats],
            seed: 0,
        }
    }

    pub(crate) fn of_replay(table: Table<G>, model: Option<&'static [u8]>, header: &Header) -> Self {
        let typed = Self::new(TypedGame { rules: table.game(), model }, table.start().clone());
        Self { table, names: header.seats.clone(), seed: header.seed.unwrap_or(0), ..typed }
    }

    fn game(&self) -> TypedGame<G> {
        TypedGame { rules: self.table.game(), model: self.model }
    }

    fn state(&self) -> &G::State {
        self.table.state()
    }

    /// The players who watch what others do, but for one seat's.
    fn watchers(&self, but: Seat) -> Vec<Seat> {
        let seats = (0..self.players.len()).map(|seat| Seat(seat as u8)).filter(|&seat| seat != but);
        seats.filter(|seat| self.players[seat.index()].as_ref().is_some_and(|player| player.watches())).collect()
    }

    /// Shows a player who watches what another seat did in action `ply`.
    fn show(&mut self, before: &G::State, after: &G::State, seat: Seat, ply: u64) -> Result<(), PlayerFault> {
        let Some(player) = &mut self.players[seat.index()] else { return Ok(()) };
        let fault = |fault| PlayerFault { seat, player: self.names[seat.index()].clone(), fault };
        if std::mem::take(&mut self.astray[seat.index()]) {
            begin(&mut **player).map_err(fault)?;
        }
        let mut rng = player_rng(self.seed, ply, seat);
        watch(View::new(before, seat), View::new(after, seat), &mut **player, &mut rng).map_err(fault)
    }

    /// Whoever watches sees what a seat is about to do, before it is done: so a fault changes nothing at the table. After one, everybody
    /// who remembers anything begins anew.
    fn announce(&mut self, by: Seat, action: ActionId) -> Result<(), PlayerFault> {
        let watchers = self.watchers(by);
        if watchers.is_empty() {
            return Ok(());
        }
        let (before, ply) = (self.state().clone(), self.plies() as u64);
        let mut after = before.clone();
        after.play_unchecked(action);
        let shown = watchers.into_iter().try_for_each(|seat| self.show(&before, &after, seat, ply));
        if shown.is_err() {
            self.astray.fill(true);
        }
        shown
    }
}

impl<G: Game> AnyTable for TypedTable<G> {
    fn spec(&self) -> &'static Spec {
        self.table.game().spec()
    }

    fn profile(&self) -> &'static Profile {
        G::PROFILE
    }

    fn options(&self, viewer: Option<Seat>) -> Map<String, Value> {
        let game = self.table.game();
        to_map(viewer.map_or(game, |seat| game.seen_by(seat)).options())
    }

    fn sit_from(&mut self, seat: Seat, player: &str, files: &FileAccess) -> Result<(), LoadError> {
        // A player is made for the game as its seat knows it.
        let game = self.game().as_seen_by(seat);
        let made = if player == HUMAN { None } else { Some(players::player_from(game, player, files)?) };
        self.players[seat.index()] = made;
        self.astray[seat.index()] = false;
        self.names[seat.index()] = player.to_owned();
        Ok(())
    }

    fn can_sit(&self, player: &str) -> bool {
        player == HUMAN || players::player(self.game(), player).is_ok()
    }

    fn strongest_bot(&self) -> &'static str {
        self.table.game().strongest_bot()
    }

    fn players(&self) -> &[String] {
        &self.names
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn turn(&self) -> Turn {
        self.state().turn()
    }

    fn legal(&self, viewer: Option<Seat>) -> Vec<Choice> {
        let mut legal = ActionSet::new();
        if viewer.is_none_or(|seat| self.turn() == Turn::Seat(seat)) {
            self.state().legal(&mut legal);
        }
        legal.iter().map(|id| Choice { id, text: text_of(self.state(), id) }).collect()
    }

    fn scores(&self) -> Scores {
        self.state().scores()
    }

    fn board(&self, viewer: Option<Seat>) -> String {
        let mut out = String::new();
        self.state().board(viewer, &mut out);
        out
    }

    fn explain(&self, name: &str) -> Option<String> {
        self.table.state().explain(name)
    }

    fn things(&self) -> Vec<String> {
        self.table.state().things()
    }

    fn information_state(&self, seat: Seat) -> String {
        let mut out = String::new();
        self.state().information_state(seat, &mut out);
        out
    }

    fn observe(&self, seat: Seat, layout: LayoutId) -> Vec<f32> {
        let mut out = vec![0.0; self.spec().layout(layout).len()];
        self.state().observe(seat, layout, &mut out);
        out
    }

    fn position(&self) -> String {
        save::to_json(&self.table.game(), self.state())
    }

    fn hash(&self) -> u64 {
        save::hash(self.state())
    }

    fn analyze(
        &self,
        viewer: Option<Seat>,
        search: &str,
        seed: u64,
        watch: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, AnalysisError> {
        if viewer.is_some_and(|seat| self.turn() != Turn::Seat(seat)) {
            return Err(AnalysisError::NoDecision);
        }
        analyze::analyze(self.game(), self.state(), search, None, seed, watch)
    }

    fn why(&self, ply: Option<usize>, viewer: Option<Seat>, search: &str) -> Result<Why, AnalysisError> {
        let viewer = viewer.filter(|_| self.turn() != Turn::Over);
        // That another seat had no choice tells what it holds: it counts as a choice.
        let is_choice = |state: &G::State| {
            let Turn::Seat(seat) = state.turn() else { return false };
            let mut legal = ActionSet::new();
            state.legal(&mut legal);
            let tells = viewer.is_some_and(|viewer| viewer != seat) && !state.spec().perfect_information;
            tells || legal.len() > 1
        };
        let found = |ply: usize| {
            let mut found = None;
            self.table.walk(ply..ply + 1, |_, state, action| found = Some((state.clone(), action)));
            found.filter(|(state, _)| is_choice(state))
        };
        let (before, action) = match ply {
            Some(ply) if ply < self.plies() => found(ply),
            Some(_) => None,
            // Whether another seat had a choice may be hidden: the last one that is open to the viewer is meant.
            None => (0..self.plies()).rev().find_map(|ply| {
                let open = |state: &G::State, action| viewer.is_none_or(|viewer| state.is_open(action, viewer));
                found(ply).filter(|(state, action)| state.is_news(*action) && open(state, *action))
            }),
        }
        .ok_or(AnalysisError::NoDecision)?;
        analyze::why_played(self.game(), &before, action, viewer, search, self.plies() as u64)
    }

    fn play(&mut self, action: ActionId) -> Result<(), IllegalAction> {
        if let Turn::Seat(seat) = self.turn()
            && self.state().allows(action)
        {
            // Whoever breaks down over it begins anew when it is asked next, and has its fault then if there is one.
            let _ = self.announce(seat, action);
        }
        self.table.play(action)
    }

    fn step(&mut self) -> Result<Step, PlayerFault> {
        let ply = self.plies() as u64;
        match self.turn() {
            Turn::Over => return Ok(Step::Over),
            Turn::Chance => {
                self.table.roll(&mut dice_rng(self.seed, ply));
            }
            Turn::Seat(seat) => {
                let Some(player) = &mut self.players[seat.index()] else {
                    return Ok(Step::Waiting(seat));
                };
                let fault = |fault| PlayerFault { seat, player: self.names[seat.index()].clone(), fault };
                if self.astray[seat.index()] {
                    begin(&mut **player).map_err(fault)?;
                    self.astray[seat.index()] = false;
                }
                let mut rng = player_rng(self.seed, ply, seat);
                let action = ask(self.table.state(), seat, &mut **player, &mut rng).map_err(fault)?;
                self.announce(seat, action)?;
                self.table.play(action).expect("`ask` gives legal actions");
            }
        }
        Ok(Step::Played)
    }

    fn undo_to(&mut self, plies: usize) {
        self.table.undo_to(plies);
        self.astray.fill(true);
    }

    fn undone(&self) -> usize {
        self.table.undone().len()
    }

    fn redo(&mut self) -> bool {
        self.astray.fill(true);
        self.table.redo().is_some()
    }

    fn take_replaced(&mut self) -> Option<String> {
        Some(replay::write(&self.table.take_replaced()?, &self.names, Some(self.seed)))
    }

    fn plies(&self) -> usize {
        self.table.history().len()
    }

    fn events(&self, plies: Range<usize>, viewer: Option<Seat>) -> Vec<Event> {
        let mut events = Vec::with_capacity(plies.len());
        self.table.walk(plies, |ply, state, id| events.push(tell(ply, state, id, viewer)));
        events
    }

    fn told(&self, count: usize, viewer: Option<Seat>) -> Vec<Event> {
        /// How much of the past is played again at a time, from its end.
        const PIECE: usize = 64;
        let mut told: Vec<Event> = Vec::new();
        let mut to = self.plies();
        while to > 0 && told.len() < count {
            let from = to.saturating_sub(PIECE);
            let mut piece = Vec::new();
            self.table.walk(from..to, |ply, state, id| {
                if state.is_news(id) {
                    piece.push(tell(ply, state, id, viewer));
                }
            });
            told.extend(piece.into_iter().rev());
            to = from;
        }
        told.truncate(count);
        told.reverse();
        told
    }

    fn replay(&self) -> String {
        replay::write(&self.table, &self.names, Some(self.seed))
    }

    fn replay_after(&self, plies: usize) -> String {
        replay::write_after(&self.table, plies)
    }
}

/// What is played in a position, as a viewer may know it, or with everything open.
fn tell<S: Show>(ply: usize, before: &S, id: ActionId, viewer: Option<Seat>) -> Event {
    let mut line = String::new();
    before.event(id, viewer, &mut line);
    let open = viewer.is_none_or(|seat| before.is_open(id, seat)).then(|| {
        let own = |seat| before.turn() == Turn::Seat(seat) || before.spec().perfect_information;
        let forced = viewer.is_none_or(own).then(|| {
            let mut legal = ActionSet::new();
            before.legal(&mut legal);
            legal.len() == 1
        });
        OpenAction { id, text: text_of(before, id), forced }
    });
    Event { ply, by: before.turn(), line, news: before.is_news(id), open }
}

fn text_of<S: State>(state: &S, action: ActionId) -> String {
    let mut text = String::new();
    state.action_text(action, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoyle_arena::Fault;
    use hoyle_core::{RandomPlayer, Rng};
    use hoyle_ludo::{Ludo, LudoState};
    use std::sync::{Arc, Mutex};

    const SEED: u64 = 9;

    /// Compares its generator with those of all dice. It breaks down when a game begins again.
    struct Suspicious;

    impl Player<LudoState> for Suspicious {
        fn choose(&mut self, view: View<'_, LudoState>, rng: &mut Rng) -> ActionId {
            assert!((0..1000).all(|ply| *rng != dice_rng(SEED, ply)), "these are the numbers of the dice");
            RandomPlayer.choose(view, rng)
        }

        fn begin(&mut self) {
            panic!("once is enough");
        }
    }

    fn table() -> TypedTable<Ludo> {
        let game = Ludo::new(Ludo::preset(Ludo::PRESETS[0]).unwrap()).unwrap();
        let mut table = TypedTable::new(TypedGame { rules: game, model: None }, game.start());
        table.set_seed(SEED);
        table.players.fill_with(|| Some(Box::new(Suspicious)));
        table
    }

    #[test]
    fn players_do_not_get_the_numbers_of_the_dice() {
        let mut table = table();
        while table.step().unwrap() == Step::Played {}
    }

    #[test]
    fn a_player_that_does_not_begin_again_is_at_fault() {
        let mut table = table();
        (0..20).for_each(|_| assert_eq!(table.step(), Ok(Step::Played)));
        table.undo_to(10);
        let fault = loop {
            match table.step() {
                Ok(step) => assert_eq!(step, Step::Played),
                Err(fault) => break fault.fault,
            }
        };
        assert_eq!(fault, Fault::Panicked("once is enough".to_owned()));
    }

    /// Counts what it is shown in each game.
    struct Watcher(Arc<Mutex<Vec<u32>>>);

    impl Player<LudoState> for Watcher {
        fn choose(&mut self, view: View<'_, LudoState>, rng: &mut Rng) -> ActionId {
            RandomPlayer.choose(view, rng)
        }

        fn begin(&mut self) {
            self.0.lock().unwrap().push(0);
        }

        fn watches(&self) -> bool {
            true
        }

        fn watch(&mut self, before: View<'_, LudoState>, after: View<'_, LudoState>, _: &mut Rng) {
            assert!(before.seat() == Seat(1) && after.seat() == Seat(1) && before.turn() != Turn::Seat(Seat(1)));
            *self.0.lock().unwrap().last_mut().expect("a game") += 1;
        }
    }

    #[test]
    fn who_watches_sees_players_and_people_and_begins_anew_after_a_step_back() {
        let game = Ludo::new(Ludo::preset(Ludo::PRESETS[0]).unwrap()).unwrap();
        let mut table = TypedTable::new(TypedGame { rules: game, model: None }, game.start());
        let shown = Arc::new(Mutex::new(vec![0]));
        table.players.fill_with(|| Some(Box::new(RandomPlayer)));
        table.players[1] = Some(Box::new(Watcher(Arc::clone(&shown))));
        table.players[2] = None;
        let mut others = 0;
        for _ in 0..60 {
            match table.step().unwrap() {
                Step::Played => {}
                Step::Waiting(_) => table.play(table.legal(None)[0].id).unwrap(),
                Step::Over => break,
            }
            let (by, _) = *table.table.history().last().unwrap();
            others += u32::from(!matches!(by, Turn::Chance | Turn::Seat(Seat(1))));
        }
        assert!(others > 5);
        assert_eq!(*shown.lock().unwrap(), [others]);
        table.undo_to(30);
        while matches!(table.turn(), Turn::Chance | Turn::Seat(Seat(1))) {
            table.step().unwrap();
        }
        let legal = table.legal(None)[0].id;
        table.play(legal).unwrap();
        assert_eq!(shown.lock().unwrap()[1..], [1], "it began anew, and was shown what came after");
    }
}
