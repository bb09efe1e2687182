//! Kuhn poker: the smallest game with a secret, to try everything on.
//!
//! Each of two players antes 1 and gets one card of a small deck, unseen by the other. In turn they pass or bet 1; who
//! passes on a bet loses the ante, otherwise the higher card wins. With three cards the first player's best result is
//! -1/18 a game (Kuhn 1950, "A simplified two-person poker").

use crate::prelude::*;
use crate::{
    ActionId, ActionSet, BotError, BotInfo, Candidate, Draw, EntityGraph, EntityId, Feature, FileAccess, Game,
    GraphSchema, Interned, InvalidOption, InvalidState, Kind, Layout, LayoutId, Outcomes, Player, Pool, Profile,
    RandomPlayer, Rng, Scores, Seat, Show, Spec, Term, Turn, UnseenCard, UnseenCards, fingerprint,
};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Check, or fold to a bet.
pub const PASS: ActionId = ActionId(0);
/// Bet, or call one.
pub const BET: ActionId = ActionId(1);

/// The entity of a seat's own card, after the players.
const CARD: EntityId = 2;

const NAME: &str = "kuhn";
const VERSION: u32 = 1;

/// What programs must know of it beside its rules.
const PROFILE: Profile = Profile {
    about: "poker with one card each and one bet: the smallest game with a secret",
    seats: (2, 2),
    adviser: "ismcts:time=1",
    training: &[
        ("minutes", "0.5"),
        ("epochs", "2"),
        ("minibatch", "256"),
        ("learning_rate", "1e-2"),
        ("layout", "flat"),
        ("opponents", "random"),
        ("network", "tensor:width=16,trunk=16,blocks=1"),
    ],
};

/// What can be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How many cards the deck has, 3-9.
    pub cards: u8,
    /// Whether the first player always bets. The second's best play is then plain: with nine cards it calls with the six
    /// highest, is indifferent with the third lowest, and wins 1/6 a game.
    #[serde(default)]
    pub forced: bool,
}

/// The options with the spec.
#[derive(Debug)]
struct Rules {
    options: Options,
    spec: Spec,
}

static RULES: Pool<Rules> = Pool::new();

/// Kuhn poker.
#[derive(Clone, Copy, Debug)]
pub struct Kuhn(Interned<Rules>);

/// A deal and what was said so far.
#[derive(Clone, Debug, PartialEq)]
pub struct KuhnState {
    rules: Interned<Rules>,
    cards: [Option<u8>; 2],
    /// Said so far: bit i is set if move i was a bet.
    bets: u8,
    moves: u8,
}

/// A position as it is written to files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The card of each seat, if it has one.
    pub cards: [Option<u8>; 2],
    /// The moves so far, true for a bet.
    pub moves: Vec<bool>,
}

/// What a seat may know. Not `Debug`: it would tell the rest.
#[derive(Clone, Copy)]
pub struct SeatView<'a> {
    state: &'a KuhnState,
    seat: Seat,
}

impl SeatView<'_> {
    /// The seat's own card.
    pub fn card(&self) -> Option<u8> {
        self.state.cards[self.seat.index()]
    }

    /// The moves so far, true for a bet.
    pub fn moves(&self) -> Vec<bool> {
        self.state.said().collect()
    }
}

impl Game for Kuhn {
    const NAME: &'static str = NAME;
    const VERSION: u32 = VERSION;
    const PROFILE: &'static Profile = &PROFILE;
    type Options = Options;
    type State = KuhnState;

    const PRESETS: &'static [&'static str] = &["standard"];

    fn preset(name: &str) -> Option<Options> {
        (name == "standard").then_some(Options { cards: 3, forced: false })
    }

    const OPTION_HELP: &'static [(&'static str, &'static str)] =
        &[("cards", "how many cards the deck has, 3-9"), ("forced", "whether the first player always bets")];

    fn with_files(options: Options, _: &FileAccess) -> Result<Self, InvalidOption> {
        if !(3..=9).contains(&options.cards) {
            return Err(InvalidOption::new("cards", format!("{} is not in 3-9", options.cards)));
        }
        let spec = Spec {
            name: NAME,
            version: VERSION,
            seat_names: vec!["first".to_owned(), "second".to_owned()],
            actions: 2,
            chance_outcomes: options.cards as usize,
            layouts: vec![layout(options.cards as usize)],
            graph: schema().into(),
            parts: crate::ActionParts::whole(2).into(),
            score_bounds: (-2.0, 2.0),
            zero_sum: true,
            length_bound: 5,
            perfect_information: false,
            fingerprint: fingerprint(NAME, VERSION, &options),
        };
        Ok(Self(RULES.get_or(spec.fingerprint, || Rules { options, spec })))
    }

    fn options(&self) -> &'static Options {
        &self.0.get().options
    }

    fn spec(&self) -> &'static Spec {
        &self.0.get().spec
    }

    fn start(&self) -> KuhnState {
        KuhnState { rules: self.0, cards: [None; 2], bets: 0, moves: 0 }
    }

    fn restore(&self, snapshot: Snapshot) -> Result<KuhnState, InvalidState> {
        let Snapshot { cards, moves } = snapshot;
        let wrong = |what: &str| Err(InvalidState(what.to_owned()));
        if cards.iter().flatten().any(|&card| card >= self.options().cards) {
            return wrong("cards: no such card");
        }
        if cards[0].is_none() && cards[1].is_some() || cards[0].is_some() && cards[0] == cards[1] {
            return wrong("cards: dealt out of order, or one card twice");
        }
        let mut state = KuhnState { cards, ..self.start() };
        for (i, &bet) in moves.iter().enumerate() {
            if !matches!(state.turn(), Turn::Seat(_)) {
                return Err(InvalidState(format!("moves[{i}]: nobody is to move")));
            }
            state.play_unchecked(if bet { BET } else { PASS });
        }
        Ok(state)
    }

    fn bots() -> &'static [BotInfo] {
        &[BotInfo { name: "random", about: "any legal move" }]
    }

    fn make_bot(
        &self,
        name: &str,
        _: &[(String, String)],
        _: &FileAccess,
    ) -> Result<Box<dyn Player<KuhnState>>, BotError> {
        if name == "random" { Ok(Box::new(RandomPlayer)) } else { Err(BotError::Unknown) }
    }
}

fn layout(cards: usize) -> Layout {
    Layout::build("flat", 1)
        .field("card", &[cards], 0.0..=1.0, "one-hot of the observer's card")
        .field("seat", &[2], 0.0..=1.0, "one-hot of the observer's seat")
        .field("moves", &[3, 2], 0.0..=1.0, "each move so far, one-hot of pass and bet")
        .finish(&[cards + 8])
}

fn schema() -> GraphSchema {
    let bit = |name, meaning| Feature::new(name, 0.0, 1.0, meaning);
    GraphSchema {
        version: 1,
        kinds: vec![
            Kind::new("player", vec![bit("own", "the observer"), bit("bet", "has bet")]),
            Kind::new("card", vec![bit("rank", "rank divided by 9")]),
        ],
        relations: vec![Term::new("holds", "player to the card that it holds")],
        verbs: vec![Term::new("pass", "check or fold"), Term::new("bet", "bet or call")],
        tokens: (0..9).map(|card| format!("card {card}")).collect(),
    }
}

impl KuhnState {
    /// The cards that a seat has not got.
    fn unseen_by(&self, seat: Seat) -> impl Iterator<Item = u8> + Clone {
        let own = self.cards[seat.index()];
        (0..self.rules.options.cards).filter(move |&card| own != Some(card))
    }

    fn said(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.moves).map(|i| self.bets >> i & 1 == 1)
    }
}

impl Play for KuhnState {
    fn spec(&self) -> &'static Spec {
        &self.rules.get().spec
    }

    fn turn(&self) -> Turn {
        if self.cards[1].is_none() {
            return Turn::Chance;
        }
        match (self.moves, self.bets) {
            (0, _) | (2, 0b10) => Turn::Seat(Seat(0)),
            (1, _) => Turn::Seat(Seat(1)),
            _ => Turn::Over,
        }
    }

    fn legal(&self, out: &mut ActionSet) {
        out.set_bits(match self.turn() {
            Turn::Seat(_) if self.moves == 0 && self.rules.options.forced => 0b10,
            Turn::Seat(_) => 0b11,
            Turn::Chance | Turn::Over => 0,
        });
    }

    fn play_unchecked(&mut self, action: ActionId) {
        debug_assert!(self.allows(action), "action {action} is not legal in {self:?}");
        if self.cards[1].is_none() {
            self.cards[usize::from(self.cards[0].is_some())] = Some(action.0 as u8);
        } else {
            self.bets |= (action.0 as u8) << self.moves;
            self.moves += 1;
        }
    }

    fn outcomes(&self, out: &mut Outcomes) {
        out.clear();
        if self.turn() == Turn::Chance {
            let free = (0..self.rules.options.cards).filter(|&card| self.cards[0] != Some(card));
            free.for_each(|card| out.push(ActionId(u16::from(card)), 1));
        }
    }

    fn scores(&self) -> Scores {
        let first = match (self.turn(), self.moves, self.bets) {
            (Turn::Over, 2, 0b01) => 1.0,
            (Turn::Over, 3, 0b010) => -1.0,
            (Turn::Over, _, bets) => {
                let stake = if bets == 0 { 1.0 } else { 2.0 };
                if self.cards[0] > self.cards[1] { stake } else { -stake }
            }
            _ => 0.0,
        };
        Scores::from_slice(&[first, 0.0 - first])
    }
}

impl Observe for KuhnState {
    fn observe(&self, seat: Seat, _: LayoutId, out: &mut [f32]) {
        let cards = self.rules.options.cards as usize;
        out.fill(0.0);
        if let Some(card) = self.cards[seat.index()] {
            out[card as usize] = 1.0;
        }
        out[cards + seat.index()] = 1.0;
        for (i, bet) in self.said().enumerate() {
            out[cards + 2 + 2 * i + usize::from(bet)] = 1.0;
        }
    }
}

impl Entities for KuhnState {
    fn entities(&self, seat: Seat, out: &mut EntityGraph) {
        out.clear(self.spec().graph.width());
        let players = [0, 1].map(|player| {
            let bet = self.said().enumerate().any(|(i, bet)| bet && i % 2 == player);
            out.entity(0, &[f32::from(u8::from(player == seat.index())), f32::from(u8::from(bet))], &[])
        });
        if let Some(card) = self.cards[seat.index()] {
            let card = out.entity(1, &[f32::from(card) / 9.0], &[u16::from(card)]);
            out.edge(0, players[seat.index()], card);
        }
        if self.turn() == Turn::Seat(seat) {
            let mut legal = ActionSet::new();
            self.legal(&mut legal);
            for action in legal.iter() {
                let source = Some(players[seat.index()]);
                out.candidate(Candidate { source, ..Candidate::new(action, action.0 as u8) });
            }
        }
    }
}

impl Knowledge for KuhnState {
    type SeatView<'a> = SeatView<'a>;

    fn information_state(&self, seat: Seat, out: &mut String) {
        let card = self.cards[seat.index()].map_or("none".to_owned(), |card| card.to_string());
        let moves: String = self.said().map(|bet| if bet { 'b' } else { 'p' }).collect();
        let _ = write!(out, "seat {seat} card {card} moves {moves}");
    }

    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self {
        let mut dealt = self.clone();
        let other = 1 - seat.index();
        if self.cards[other].is_some() {
            let mut outcomes = Outcomes::new();
            let free = (0..self.rules.options.cards).filter(|&card| self.cards[seat.index()] != Some(card));
            free.for_each(|card| outcomes.push(ActionId(u16::from(card)), 1));
            dealt.cards[other] = Some(outcomes.sample(rng).0 as u8);
        }
        dealt
    }

    fn seat_view(&self, seat: Seat) -> SeatView<'_> {
        SeatView { state: self, seat }
    }
}

impl Hypotheses for KuhnState {
    fn unseen(&self, seat: Seat, out: &mut UnseenCards) {
        out.clear(self.spec().graph.width());
        let other = Seat(1 - seat.0);
        if self.cards[other.index()].is_none() {
            return;
        }
        let free = self.unseen_by(seat);
        let expected = 1.0 / free.clone().count() as f32;
        for card in free {
            // Players stand in the order of their seats.
            out.cards.push(UnseenCard { seat: other, holder: other.0.into(), copies: 1.0, expected });
            out.described.entity(1, &[f32::from(card) / 9.0], &[u16::from(card)]);
        }
    }

    fn unseen_text(&self, seat: Seat, n: usize, out: &mut String) {
        let _ = self.unseen_by(seat).nth(n).map(|card| write!(out, "card {card}"));
    }

    fn held(&self, seat: Seat, out: &mut Vec<u8>) {
        out.clear();
        if let Some(held) = self.cards[1 - seat.index()] {
            out.extend(self.unseen_by(seat).map(|card| u8::from(card == held)));
        }
    }

    fn determinize_by(&self, seat: Seat, tilts: &[f32], rng: &mut Rng) -> Self {
        let mut dealt = self.clone();
        let other = 1 - seat.index();
        if self.cards[other].is_some() {
            dealt.cards[other] = self
                .unseen_by(seat)
                .zip(tilts)
                .map(|(card, tilt)| (card, tilt + rng.gumbel()))
                .max_by(|a, b| a.1.total_cmp(&b.1))
                .map(|(card, _)| card);
        }
        dealt
    }

    /// Without its card a seat holds the lowest one that nobody has. Only that can be taken away.
    fn without(&self, seat: Seat, entities: &[EntityId]) -> Option<Self> {
        let mut left = self.clone();
        if entities.iter().any(|&entity| entity != CARD) {
            return None;
        }
        if !entities.is_empty() {
            left.cards[seat.index()] = self.unseen_by(seat).find(|&card| self.cards[1 - seat.index()] != Some(card));
        }
        Some(left)
    }

    /// The card that is dealt to the seat next. If the other one has got it, that one has the next higher card instead.
    fn draws(&self, seat: Seat, out: &mut Vec<Draw<Self>>) {
        out.clear();
        let next = self.cards.iter().position(Option::is_none);
        if next != Some(seat.index()) {
            return;
        }
        let cards = self.rules.options.cards;
        out.extend((0..cards).map(|card| {
            let mut state = self.clone();
            state.cards[seat.index()] = Some(card);
            let other = &mut state.cards[1 - seat.index()];
            *other = other.map(|other| if other == card { (card + 1) % cards } else { other });
            Draw { name: format!("card {card}"), chance: 1.0 / f32::from(cards), state }
        }));
    }

    fn entity_text(&self, seat: Seat, entity: EntityId, out: &mut String) {
        match (self.cards[seat.index()], self.spec().seat_names.get(usize::from(entity))) {
            (_, Some(name)) => out.push_str(name),
            (Some(card), None) if entity == CARD => drop(write!(out, "card {card}")),
            _ => {}
        }
    }
}

impl Notation for KuhnState {
    fn action_text(&self, action: ActionId, out: &mut String) {
        let _ = match self.turn() {
            Turn::Chance => write!(out, "card {action}"),
            _ => write!(out, "{}", if action == BET { "bet" } else { "pass" }),
        };
    }
}

impl Heuristics for KuhnState {}

impl Persist for KuhnState {
    type Snapshot = Snapshot;

    fn snapshot(&self) -> Snapshot {
        Snapshot { cards: self.cards, moves: self.said().collect() }
    }
}

impl Show for KuhnState {
    fn board(&self, viewer: Option<Seat>, out: &mut String) {
        for seat in [Seat(0), Seat(1)] {
            let open = viewer.is_none_or(|viewer| viewer == seat);
            let card = self.cards[seat.index()].filter(|_| open).map_or("?".to_owned(), |card| card.to_string());
            let _ = writeln!(out, "{}: {card}", self.spec().seat_names[seat.index()]);
        }
    }

    fn event(&self, action: ActionId, viewer: Option<Seat>, out: &mut String) {
        match self.turn() {
            Turn::Chance => {
                let seat = Seat(u8::from(self.cards[0].is_some()));
                let card = if viewer.is_none_or(|v| v == seat) { action.to_string() } else { "?".to_owned() };
                let _ = write!(out, "seat {seat} gets card {card}");
            }
            _ => self.action_text(action, out),
        }
    }
}
