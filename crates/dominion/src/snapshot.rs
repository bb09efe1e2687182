//! Positions as plain data: card names in JSON, slots in the binary form, and every claim checked when it is read.

use crate::before::{Before, Limit};
use crate::history::{Deed, History, Note, REMEMBERED, Source, TURNS, TurnCount};
use crate::options::Discards;
use crate::pile::{Pile, SLOTS, Slot};
use crate::program::{Op, Range};
use crate::setup::{COPPER, ESTATE, MOST_CARDS, Rules};
use crate::state::{DominionState, Frame, Hint, MAX_FRAMES, MAX_HINTS, Phase, Task, To};
use hoyle_core::prelude::*;
use hoyle_core::{ActionSet, Interned, InvalidState, Turn, iter_bits};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A card: its name for people, its slot for the binary form.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// By slot and name, as a position writes it.
    Both(Slot, &'static str),
    /// By name, as JSON has it.
    Name(String),
    /// By slot, as the binary form has it.
    Slot(Slot),
}

impl Key {
    fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Both(_, name) => (*name).into(),
            Self::Name(name) => name.as_str().into(),
            Self::Slot(slot) => slot.to_string().into(),
        }
    }

    fn slot(&self) -> Slot {
        match self {
            Self::Both(slot, _) | Self::Slot(slot) => *slot,
            Self::Name(_) => Slot::MAX,
        }
    }

    fn resolve(&self, rules: &Rules, place: &str) -> Result<Slot, InvalidState> {
        match self {
            Self::Both(slot, _) | Self::Slot(slot) if rules.slots().contains(slot) => Ok(*slot),
            Self::Name(name) if rules.slot(name).is_some() => Ok(rules.slot(name).unwrap_or(0)),
            _ => Err(InvalidState(format!("{place}: there is no card `{}` in this game", self.name()))),
        }
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(&self.name())
        } else {
            serializer.serialize_u8(self.slot())
        }
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer).map(Self::Name)
        } else {
            u8::deserialize(deserializer).map(Self::Slot)
        }
    }
}

/// Cards without order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cards(Vec<(Key, u8)>);

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_map(self.0.iter().map(|(key, count)| (key.name(), count)))
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let map = BTreeMap::<String, u8>::deserialize(deserializer)?;
            Ok(Self(map.into_iter().map(|(name, count)| (Key::Name(name), count)).collect()))
        } else {
            Vec::deserialize(deserializer).map(Self)
        }
    }
}

impl Cards {
    fn of(rules: &'static Rules, cards: impl IntoIterator<Item = (Slot, u8)>) -> Self {
        let present = cards.into_iter().filter(|&(_, count)| count > 0);
        Self(present.map(|(slot, count)| (Key::Both(slot, &rules.card(slot).name), count)).collect())
    }

    fn counts(&self, rules: &Rules, place: &str) -> Result<[u8; SLOTS], InvalidState> {
        let mut counts = [0u8; SLOTS];
        for (key, count) in &self.0 {
            let slot = key.resolve(rules, place)? as usize;
            counts[slot] =
                counts[slot].checked_add(*count).ok_or_else(|| InvalidState(format!("{place}: too many cards")))?;
        }
        Ok(counts)
    }

    fn pile(&self, rules: &Rules, place: &str) -> Result<Pile, InvalidState> {
        Ok((0..).zip(self.counts(rules, place)?).collect())
    }
}

/// A card on top of a deck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopCard {
    /// The card.
    pub card: Key,
    /// Whether everybody knows it.
    pub open: bool,
    /// Whether it came from the hand unseen.
    pub from_hand: bool,
}

/// What belongs to one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSnapshot {
    /// The hand.
    pub hand: Cards,
    /// The part of the deck without a known order.
    pub deck: Cards,
    /// What lies on it in a known order, the top first: a whole ordered deck can be given here.
    pub top: Vec<TopCard>,
    /// The discard pile.
    pub discard: Cards,
    /// What everybody knows to be in the hand.
    pub known: Cards,
    /// Turns that were finished.
    pub turns: u8,
    /// What everybody knows to be in the discard pile; left out, all of it.
    #[serde(default)]
    pub seen: Option<Cards>,
    /// How many unseen discards are neither actions nor treasures that play themselves.
    #[serde(default)]
    pub idle: u8,
    /// How many further ones are no treasures that play themselves.
    #[serde(default)]
    pub plain: u8,
    /// What questions told of the hand.
    #[serde(default)]
    pub hints: Vec<HintSnapshot>,
    /// Cards that everybody knows not to be in the hand.
    #[serde(default)]
    pub lacks: Vec<Key>,
    /// What everybody knows of the cards held when the deck was shuffled, besides `known`.
    #[serde(default)]
    pub before: BeforeSnapshot,
}

/// The cards that were held when the deck was shuffled, as far as they can be told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeforeSnapshot {
    /// These, for sure.
    pub sure: Cards,
    /// So many more,
    pub more: u8,
    /// of these; seven of a card stand for any number.
    pub of: Cards,
}

/// At least so many of these cards are in a hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintSnapshot {
    /// How many.
    pub least: u8,
    /// Of which.
    pub of: Vec<Key>,
    /// Those that left the hand unseen to this place of `top` or above, counted from its lowest, are among them; left out,
    /// none is.
    #[serde(default = "nowhere")]
    pub since: u16,
    /// Whether some may be among the cards that are looked at.
    #[serde(default)]
    pub looked: bool,
}

/// Above every place of a deck.
fn nowhere() -> u16 {
    u16::MAX
}

/// What a step of an effect under way does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskSnapshot {
    /// Draws cards.
    Draw,
    /// Asks who reacts.
    React,
    /// Runs a card's first program.
    Play,
    /// Runs a card's second program.
    Other,
    /// Plays a card again.
    Again,
    /// Plays simple actions.
    Macro,
}

impl TaskSnapshot {
    fn of(task: Task) -> Self {
        match task {
            Task::Draw(_) => Self::Draw,
            Task::React => Self::React,
            Task::Play => Self::Play,
            Task::Other => Self::Other,
            Task::Again => Self::Again,
            Task::Macro => Self::Macro,
        }
    }

    /// The task. `to`: the number of where cards are drawn to.
    fn read(self, to: u8) -> Result<Task, &'static str> {
        Ok(match self {
            Self::Draw => Task::Draw(*To::ALL.get(usize::from(to)).ok_or(NO_SUCH_DRAW)?),
            Self::React => Task::React,
            Self::Play => Task::Play,
            Self::Other => Task::Other,
            Self::Again => Task::Again,
            Self::Macro => Task::Macro,
        })
    }
}

const NO_SUCH_DRAW: &str = "nobody draws such cards now";

/// A step of an effect under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameSnapshot {
    /// What it does.
    pub task: TaskSnapshot,
    /// The card whose effect it is.
    pub card: Key,
    /// The next op of the program.
    pub pc: u8,
    /// Who acts.
    pub seat: u8,
    /// How many cards or plays; where cards are drawn to, or the card that was chosen last plus 1; a bit for each player who is
    /// not affected, with 128 for a card from the hand among those looked at; who played the card.
    pub registers: [u8; 4],
}

/// A decision of a player, as everybody saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeedSnapshot {
    /// Who.
    pub seat: u8,
    /// What.
    pub did: Deed,
    /// The card, if everybody saw it.
    pub card: Option<Key>,
}

/// A card that came to a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GainSnapshot {
    /// Who.
    pub seat: u8,
    /// How.
    pub source: Source,
    /// The card.
    pub card: Key,
}

/// What happened lately. A position that is set up by hand can leave it out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistorySnapshot {
    /// The last actions, the newest first.
    pub deeds: Vec<DeedSnapshot>,
    /// The last gains, the newest first.
    pub gains: Vec<GainSnapshot>,
    /// Each player's turns, the newest first.
    pub turns: Vec<[TurnCount; TURNS]>,
}

/// A position as it is written to files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// Each player's cards.
    pub players: Vec<PlayerSnapshot>,
    /// The supply.
    pub supply: Cards,
    /// The trash.
    pub trash: Cards,
    /// What the active player has played.
    pub in_play: Cards,
    /// What is looked at, revealed or set aside.
    pub aside: Cards,
    /// Effects under way, the next one last.
    pub stack: Vec<FrameSnapshot>,
    /// Whose turn it is.
    pub player: u8,
    /// What part of the turn it is.
    pub phase: Phase,
    /// Actions left.
    pub actions: u8,
    /// Buys left.
    pub buys: u8,
    /// Money left.
    pub coins: u8,
    /// What the first Silver gives in addition.
    pub silver_bonus: u8,
    /// Whether a Silver was played this turn.
    pub silver_played: bool,
    /// Whether a card was bought this turn.
    pub bought: bool,
    /// Whether the action phase ended although an action could have been played.
    pub ended_early: bool,
    /// Whether the game has ended.
    pub over: bool,
    /// A hash of what each player has seen.
    pub recall: Vec<u64>,
    /// What happened lately.
    #[serde(default)]
    pub history: HistorySnapshot,
}

impl Persist for DominionState {
    type Snapshot = Snapshot;

    fn snapshot(&self) -> Snapshot {
        let rules = self.rules();
        let cards = |pile: &Pile| Cards::of(rules, pile.iter());
        let key = |slot: Slot| Key::Both(slot, &rules.card(slot).name);
        let keys = |slots: u64| iter_bits(slots).map(key).collect::<Vec<_>>();
        let players = (0..self.players()).map(|seat| (seat, self.of(seat))).map(|(seat, zones)| PlayerSnapshot {
            hand: cards(&zones.hand),
            deck: cards(&zones.deck),
            top: self
                .top(seat)
                .iter()
                .rev()
                .map(|placed| TopCard { card: key(placed.slot()), open: placed.open(), from_hand: placed.is_unseen() })
                .collect(),
            discard: cards(&zones.discard),
            known: Cards::of(rules, (0..).zip(zones.known)),
            turns: zones.turns,
            seen: Some(Cards::of(rules, (0..).zip(zones.seen))),
            idle: zones.idle,
            plain: zones.plain,
            hints: zones
                .hints
                .iter()
                .filter(|hint| hint.least() > 0)
                .map(|hint| HintSnapshot {
                    least: hint.least(),
                    of: keys(hint.slots()),
                    since: hint.since() as u16,
                    looked: hint.looked(),
                })
                .collect(),
            lacks: keys(zones.lacks),
            before: BeforeSnapshot::of(rules, &zones.before),
        });
        let stack = self.stack.iter().map(|frame| FrameSnapshot {
            task: TaskSnapshot::of(frame.task),
            card: key(frame.card),
            pc: frame.pc,
            seat: frame.seat,
            registers: frame.registers(),
        });
        Snapshot {
            players: players.collect(),
            supply: cards(&self.supply),
            trash: Cards::of(rules, (0..).zip(self.trash)),
            in_play: cards(&self.in_play),
            aside: cards(&self.aside),
            stack: stack.collect(),
            player: self.player,
            phase: self.phase,
            actions: self.actions,
            buys: self.buys,
            coins: self.coins,
            silver_bonus: self.silver_bonus,
            silver_played: self.silver_played,
            bought: self.bought,
            ended_early: self.ended_early,
            over: self.over,
            recall: self.recall[..self.players() as usize].to_vec(),
            history: self.history_snapshot(),
        }
    }
}

impl BeforeSnapshot {
    fn of(rules: &'static Rules, before: &Before) -> Self {
        let limits = |sure: bool| {
            before.limits().filter_map(move |(slot, limit)| match limit {
                Limit::Exactly(count) if sure => Some((slot, count)),
                Limit::AtMost(most) if !sure => Some((slot, most)),
                _ => None,
            })
        };
        Self { sure: Cards::of(rules, limits(true)), more: before.unsure(), of: Cards::of(rules, limits(false)) }
    }

    fn read(&self, rules: &Rules, place: &str) -> Result<Before, InvalidState> {
        let [sure, of] = [&self.sure, &self.of].map(|cards| cards.pile(rules, place));
        let (sure, of) = (sure?, of?);
        if sure.iter().any(|(_, count)| count > Limit::MOST) || sure.mask() & of.mask() != 0 {
            return Err(InvalidState(format!(
                "{place}: at most {} of a card are sure, and no others of it",
                Limit::MOST
            )));
        }
        let mut most = of;
        most.absorb(&mut sure.clone());
        Ok(Before::new(sure.len() + usize::from(self.more), most.counts(), sure.mask()))
    }
}

impl DominionState {
    fn history_snapshot(&self) -> HistorySnapshot {
        let key = |slot: Slot| Key::Both(slot, &self.rules().card(slot).name);
        let noted = |notes: [Note; REMEMBERED]| notes.into_iter().filter(|note| !note.is_none());
        HistorySnapshot {
            deeds: noted(self.history.deeds)
                .map(|note| DeedSnapshot {
                    seat: note.seat(),
                    did: Deed::ALL[note.kind() as usize],
                    card: note.card().map(key),
                })
                .collect(),
            gains: noted(self.history.gains)
                .map(|note| GainSnapshot {
                    seat: note.seat(),
                    source: Source::ALL[note.kind() as usize],
                    card: key(note.card().unwrap_or(0)),
                })
                .collect(),
            turns: self.history.turns[..self.players() as usize].to_vec(),
        }
    }
}

impl HistorySnapshot {
    fn read(&self, rules: &Rules) -> Result<History, InvalidState> {
        let mut history = History::EMPTY;
        let wrong = |what: String| InvalidState(format!("history: {what}"));
        let seat = |seat: u8| {
            if seat < rules.players() { Ok(seat) } else { Err(wrong(format!("there is no player {seat}"))) }
        };
        if self.deeds.len() > REMEMBERED || self.gains.len() > REMEMBERED {
            return Err(wrong(format!("at most {REMEMBERED} actions and gains are remembered")));
        }
        if self.turns.len() > rules.players() as usize {
            return Err(wrong("turns of more players than there are".to_owned()));
        }
        for (note, deed) in history.deeds.iter_mut().zip(&self.deeds) {
            let card = deed.card.as_ref().map(|card| card.resolve(rules, "history.deeds")).transpose()?;
            *note = Note::new(seat(deed.seat)?, deed.did as u8, card);
        }
        for (note, gain) in history.gains.iter_mut().zip(&self.gains) {
            let card = gain.card.resolve(rules, "history.gains")?;
            *note = Note::new(seat(gain.seat)?, gain.source as u8, Some(card));
        }
        history.turns[..self.turns.len()].copy_from_slice(&self.turns);
        Ok(history)
    }
}

impl DominionState {
    /// The position that a snapshot describes, if it is one of the game.
    pub(crate) fn restore(of: Interned<Rules>, snapshot: &Snapshot) -> Result<Self, InvalidState> {
        let rules = of.get();
        let wrong = |what: String| Err(InvalidState(what));
        let players = rules.players() as usize;
        if snapshot.players.len() != players || snapshot.recall.len() != players {
            return wrong(format!("players: {} are there, the game has {players}", snapshot.players.len()));
        }
        if snapshot.player as usize >= players {
            return wrong(format!("player: there is no player {}", snapshot.player));
        }
        let mut state = Self::start(of);
        state.stack.clear();
        for (seat, player) in snapshot.players.iter().enumerate() {
            let place = |zone: &str| format!("players[{seat}].{zone}");
            let zones = &mut state.zones[seat];
            zones.hand = player.hand.pile(rules, &place("hand"))?;
            zones.deck = player.deck.pile(rules, &place("deck"))?;
            zones.discard = player.discard.pile(rules, &place("discard"))?;
            zones.known = player.known.counts(rules, &place("known"))?;
            zones.seen = match &player.seen {
                Some(seen) => seen.counts(rules, &place("seen"))?,
                None => player.discard.counts(rules, &place("discard"))?,
            };
            if (0..).zip(zones.seen).any(|(slot, count)| count > zones.discard.count(slot)) {
                return wrong(format!("{}: more cards than are in the discard pile", place("seen")));
            }
            if rules.options.discards == Discards::Open && zones.unseen_discards() > 0 {
                return wrong(format!("{}: with open discard piles all of it is seen", place("seen")));
            }
            (zones.idle, zones.plain) = (player.idle, player.plain);
            let slots = |keys: &[Key], zone: &str| {
                keys.iter().try_fold(0u64, |set, key| Ok(set | 1 << key.resolve(rules, &place(zone))?))
            };
            if player.hints.len() > MAX_HINTS {
                return wrong(format!("{}: at most {MAX_HINTS}", place("hints")));
            }
            zones.forget_hand();
            let told = player.hints.iter().filter(|told| told.least > 0);
            for (hint, told) in zones.hints.iter_mut().zip(told) {
                let since = usize::from(told.since).min(player.top.len());
                *hint = Hint::new(slots(&told.of, "hints")?, told.least, since).with_looked(told.looked);
            }
            zones.lacks = slots(&player.lacks, "lacks")?;
            zones.before = player.before.read(rules, &place("before"))?;
            if snapshot.players.iter().map(|player| player.top.len()).sum::<usize>() > MOST_CARDS {
                return wrong(format!("{}: no game has more than {MOST_CARDS} cards", place("top")));
            }
            for top in player.top.iter().rev() {
                let slot = top.card.resolve(rules, &place("top"))?;
                state.of_mut(seat as u8).place(slot, top.open, top.from_hand);
            }
            // Who is to play a turn has finished fewer than the game has.
            let next = snapshot.player as usize + usize::from(snapshot.phase == Phase::Cleanup);
            let most = rules.options.max_turns - u8::from(seat == next % players && !snapshot.over);
            if player.turns > most {
                return wrong(format!("{}: more than {most}", place("turns")));
            }
            state.zones[seat].turns = player.turns;
            state.recall[seat] = snapshot.recall[seat];
        }
        state.supply = snapshot.supply.pile(rules, "supply")?;
        state.trash = snapshot.trash.counts(rules, "trash")?;
        state.in_play = snapshot.in_play.pile(rules, "in_play")?;
        state.aside = snapshot.aside.pile(rules, "aside")?;
        state.player = snapshot.player;
        state.phase = snapshot.phase;
        (state.actions, state.buys, state.coins) = (snapshot.actions, snapshot.buys, snapshot.coins);
        (state.silver_bonus, state.silver_played) = (snapshot.silver_bonus, snapshot.silver_played);
        (state.bought, state.ended_early, state.over) = (snapshot.bought, snapshot.ended_early, snapshot.over);
        state.history = snapshot.history.read(rules)?;
        if state.over && !snapshot.stack.is_empty() {
            return wrong("stack: no effect is under way when the game is over".to_owned());
        }
        for (i, frame) in snapshot.stack.iter().enumerate() {
            let place = format!("stack[{i}]");
            let card = frame.card.resolve(rules, &place)?;
            let told = |what: &str| InvalidState(format!("{place}: {what}"));
            let task = frame.task.read(frame.registers[1]).map_err(told)?;
            let frame = Frame::new(task, card, frame.seat).with_registers(frame.pc, frame.registers);
            state.check_frame(frame).map_err(told)?;
            state.stack.push(frame);
        }
        state.check_counts()?;
        let drawing = match state.phase {
            Phase::Deal => state.stack.iter().all(|frame| frame.task == Task::Draw(To::Hand)),
            _ => state.is_cleaning_up(),
        };
        let fits = match state.phase {
            Phase::Action => true,
            Phase::Buy => state.stack.is_empty(),
            Phase::Deal | Phase::Cleanup => drawing && state.in_play.is_empty(),
        };
        if !fits {
            return wrong("phase: cards in play or effects under way belong to the action phase".to_owned());
        }
        let keeps = state.running().and_then(|frame| state.op(frame)).is_some_and(|op| matches!(op, Op::DrawTo(_)));
        if !state.aside.is_empty() && !keeps && state.shows_openly().is_none() {
            return wrong("aside: no effect under way looks at cards or sets them aside".to_owned());
        }
        for seat in 0..rules.players() {
            state.zones[seat as usize].owned = state.count_owned(seat);
        }
        state.settled()
    }
}

impl DominionState {
    /// Whether the stack is that of a clean-up: a hand to draw, and before it perhaps one to lay down.
    fn is_cleaning_up(&self) -> bool {
        let draws = |frame: &Frame, to: To| frame.task == Task::Draw(to) && frame.seat == self.player;
        match &self.stack[..] {
            [] => true,
            [hand] => draws(hand, To::Hand),
            [hand, pile] => {
                let top = self.rules().options.discards == Discards::Top && self.of(self.player).hand.len() > 1;
                draws(hand, To::Hand) && draws(pile, To::Pile) && pile.count == 1 && top
            }
            _ => false,
        }
    }

    /// Whether a frame waits until what is above it is done: another card can be played above it.
    fn waits(&self, frame: Frame) -> bool {
        match frame.task {
            Task::Again | Task::Macro => true,
            Task::Play => matches!(self.op_before(frame), Some(Op::PlayTimes(_) | Op::MayPlayIt | Op::Others)),
            Task::Draw(_) | Task::React | Task::Other => false,
        }
    }

    /// The op that a frame has just done.
    fn op_before(&self, frame: Frame) -> Option<crate::setup::SlotOp> {
        frame.pc.checked_sub(1).and_then(|pc| self.program(frame).get(usize::from(pc)).copied())
    }

    /// Whether a frame can follow those that are on the stack already.
    fn check_frame(&self, frame: Frame) -> Result<(), &'static str> {
        let players = self.players();
        if frame.seat >= players || frame.played_by >= players || frame.immune() >> players != 0 {
            return Err("there is no such player");
        }
        if frame.chosen().is_some_and(|slot| usize::from(slot) >= self.rules().cards.len()) {
            return Err("there is no such card");
        }
        let rules = self.rules();
        let is_action = rules.actions >> frame.card & 1 == 1;
        let slotted = &rules.cards[frame.card as usize];
        let (active, exists, more) = match frame.task {
            Task::Draw(_) => (true, true, 0),
            Task::Play => (frame.seat == self.player && frame.played_by == self.player, !slotted.play.is_empty(), 2),
            Task::Again => (frame.seat == self.player, is_action, 3),
            Task::Macro => (frame.seat == self.player, self.stack.is_empty(), 4),
            Task::React => (frame.played_by == self.player, is_action, 2),
            Task::Other => (frame.played_by == self.player && frame.seat != self.player, !slotted.others.is_empty(), 1),
        };
        if !active {
            return Err("it does not belong to the player whose turn it is");
        }
        if !exists || !frame.task.draws() && frame.task != Task::Macro && !is_action {
            return Err("the card does no such thing");
        }
        if frame.task == Task::Again && frame.count >= rules.times {
            return Err("no card plays another that often");
        }
        // What each may still put above itself has room.
        if self.stack.len() + 1 + more > MAX_FRAMES {
            return Err("too many effects are under way");
        }
        let below = self.stack.last().copied();
        match frame.task {
            Task::Draw(to) => self.check_draw(frame, to, below),
            Task::Play | Task::Other => {
                self.check_above(below)?;
                self.check_program(frame)
            }
            Task::React | Task::Again | Task::Macro => self.check_above(below),
        }
    }

    fn check_above(&self, below: Option<Frame>) -> Result<(), &'static str> {
        match below.is_none_or(|below| self.waits(below)) {
            true => Ok(()),
            false => Err("the effect below it is not at a point where another can begin"),
        }
    }

    fn check_draw(&self, frame: Frame, to: To, below: Option<Frame>) -> Result<(), &'static str> {
        let program = below.filter(|below| below.task.runs());
        let before = program.and_then(|below| self.op_before(below));
        let own = program.is_some_and(|below| below.seat == frame.seat);
        let fits = match to {
            To::Hand if self.phase == Phase::Deal => below.is_none_or(|below| below.task.draws()),
            To::Hand => match (below, program) {
                (None, _) => true,
                (_, Some(program)) => program.pc == 0 || self.waits(program) || matches!(before, Some(Op::Draw(_))),
                (Some(below), None) => self.waits(below),
            },
            To::Aside | To::Shown => own && matches!(before, Some(Op::Show(_, openly)) if openly == (to == To::Shown)),
            To::Discard => {
                own && before == Some(Op::DiscardTop)
                    && frame.count <= 1
                    && program.is_some_and(|below| below.count == 0)
            }
            To::Held => {
                let keeps =
                    program.is_some_and(|below| matches!(self.op(below), Some(Op::DrawTo(_))) && below.count == 0);
                own && keeps && frame.count <= 1
            }
            To::Pile => self.phase == Phase::Cleanup,
        };
        if fits { Ok(()) } else { Err(NO_SUCH_DRAW) }
    }

    fn check_program(&self, frame: Frame) -> Result<(), &'static str> {
        let Some(op) = self.op(frame) else {
            let after_discard = self.op_before(frame) == Some(Op::DiscardTop);
            return if after_discard { Ok(()) } else { Err("the program has no such place") };
        };
        if !matches!(op, Op::DrawTo(_) | Op::MayPlayIt) {
            let most = match op {
                Op::Choose { range: Range::UpTo(n) | Range::Exactly(n), .. } => n,
                _ => u8::MAX,
            };
            return if frame.count <= most { Ok(()) } else { Err("more cards were chosen than could be") };
        }
        let holder = match op {
            Op::DrawTo(_) => &self.aside,
            _ => &self.of(frame.seat).discard,
        };
        match (frame.count, frame.chosen()) {
            (0, None) => Ok(()),
            (1, Some(card)) if holder.count(card) > 0 => Ok(()),
            (1, Some(_)) => Err("the card is not there"),
            _ => Err("no card is named"),
        }
    }

    /// Every card of the game is somewhere, and no other.
    fn check_counts(&self) -> Result<(), InvalidState> {
        let rules = self.rules();
        for slot in rules.slots() {
            let own = match slot {
                COPPER => 7 * u32::from(self.players()),
                ESTATE => 3 * u32::from(self.players()),
                _ => 0,
            };
            let expected = u32::from(rules.supply.count(slot)) + own;
            let found = self.count_everywhere(slot);
            if found != expected {
                let name = &rules.card(slot).name;
                return Err(InvalidState(format!("{name}: {found} cards in all places, the game has {expected}")));
            }
        }
        Ok(())
    }

    /// How many cards of a slot there are in all places.
    pub fn count_everywhere(&self, slot: Slot) -> u32 {
        let piles = [&self.supply, &self.in_play, &self.aside];
        let shared: u32 = piles.into_iter().map(|pile| u32::from(pile.count(slot))).sum();
        let of_players: u32 = (0..self.players())
            .map(|seat| {
                let zones = self.of(seat);
                let piles = [&zones.hand, &zones.deck, &zones.discard];
                let unordered: u32 = piles.into_iter().map(|pile| u32::from(pile.count(slot))).sum();
                unordered + self.top(seat).iter().filter(|placed| placed.slot() == slot).count() as u32
            })
            .sum();
        shared + of_players + u32::from(self.trash[slot as usize])
    }

    fn check_all_knowledge(&self) -> Result<(), InvalidState> {
        (0..self.players()).try_for_each(|seat| {
            self.check_knowledge(seat).map_err(|what| InvalidState(format!("players[{seat}].{what}")))
        })
    }

    /// The position, played on to where somebody decides: a position that was set up by hand may stand before that.
    fn settled(mut self) -> Result<Self, InvalidState> {
        let wrong = |what: &str| Err(InvalidState(what.to_owned()));
        self.check_all_knowledge()?;
        self.run();
        self.check_all_knowledge()?;
        if let Some(seat) = (0..self.players()).find(|&seat| !self.is_question_fair(seat)) {
            return Err(InvalidState(format!("stack: player {seat} is asked for cards that are not there")));
        }
        let mut legal = ActionSet::new();
        self.legal(&mut legal);
        if matches!(self.turn(), Turn::Seat(_)) && legal.is_empty() {
            return wrong("the player to decide has nothing to choose from");
        }
        Ok(self)
    }
}
