//! The traits that a position implements, one per question that is asked of it. [`State`] is all of them.
//!
//! | trait | file of a game | what it answers |
//! |---|---|---|
//! | [`Play`] | `rules.rs` or `rules/` | whose turn it is, what is legal, what an action does, the result |
//! | [`Observe`] | `observe.rs` or `observe/` | what a seat sees as numbers |
//! | [`Entities`] | `entities.rs` or `entities/` | what a seat sees as a graph |
//! | [`Knowledge`] | `knowledge.rs` or `knowledge/` | information states, determinizations, the typed view of a seat |
//! | [`Hypotheses`] | `hypotheses.rs` | what hidden hands may hold, determinizations by what is believed of them, the position without one thing |
//! | [`Notation`] | `action.rs` | actions as text |
//! | [`Heuristics`] | `heuristics.rs` | how it stands, without playing on |
//! | [`Persist`] | `snapshot.rs` or `snapshot/` | the position as plain data |
//! | [`Show`] | `show.rs` | the position for people |

use crate::{
    ActionId, ActionSet, Archetype, Draw, EntityGraph, EntityId, LayoutId, Outcomes, Rng, Scores, Seat, Sparse, Spec,
    Turn, UnseenCards,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::{Debug, Write as _};
use thiserror::Error;

/// A position: a pure state machine. It knows everything, chooses nothing and is never random.
///
/// Every die, draw and shuffle is an explicit chance action. In a position where it is chance's turn the ids number
/// chance outcomes; where it is a seat's turn they number the game's actions.
///
/// It is implemented for every type that has all the traits it names.
pub trait State: Play + Observe + Entities + Knowledge + Hypotheses + Notation + Heuristics + Persist {}

impl<S: Play + Observe + Entities + Knowledge + Hypotheses + Notation + Heuristics + Persist> State for S {}

/// The rules of a game, as its positions follow them.
pub trait Play: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// What is fixed about the game that this position belongs to.
    fn spec(&self) -> &'static Spec;
    /// Who acts next.
    fn turn(&self) -> Turn;
    /// Replaces `out` by the legal actions: at least one if it is a seat's turn, otherwise none.
    fn legal(&self, out: &mut ActionSet);
    /// Plays an action or chance outcome that the caller knows to be legal: one of [`legal`](Self::legal) or
    /// [`outcomes`](Self::outcomes).
    ///
    /// # Panics
    /// In debug builds, if it is not legal. In others an illegal id panics or leads to a position that no game reaches.
    fn play_unchecked(&mut self, action: ActionId);
    /// Replaces `out` by the exact distribution of the next chance action; none if it is not chance's turn.
    fn outcomes(&self, out: &mut Outcomes);
    /// The result of each seat, within [`Spec::score_bounds`]. Zero for every seat before the end.
    fn scores(&self) -> Scores;

    /// Samples the next chance action, plays it and tells which it was. The caller guarantees that it is chance's turn. Games
    /// with many outcomes override this to sample without listing them.
    #[inline]
    fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let mut outcomes = Outcomes::new();
        self.outcomes(&mut outcomes);
        let outcome = outcomes.sample(rng);
        self.play_unchecked(outcome);
        outcome
    }

    /// Lets chance act until a seat is to move or the game is over, and tells which.
    #[inline]
    fn roll_to_decision(&mut self, rng: &mut Rng) -> Turn {
        loop {
            match self.turn() {
                Turn::Chance => {
                    self.roll(rng);
                }
                turn => return turn,
            }
        }
    }

    /// Whether this id can be played here, as an action or as a chance outcome.
    fn allows(&self, action: ActionId) -> bool {
        match self.turn() {
            Turn::Seat(_) => {
                let mut legal = ActionSet::new();
                self.legal(&mut legal);
                legal.contains(action)
            }
            Turn::Chance => {
                let mut outcomes = Outcomes::new();
                self.outcomes(&mut outcomes);
                outcomes.contains(action)
            }
            Turn::Over => false,
        }
    }

    /// Plays an action or chance outcome. An error, which tells what can be played, leaves the position as it was.
    fn play(&mut self, action: ActionId) -> Result<(), IllegalAction>
    where
        Self: Notation,
    {
        if self.allows(action) {
            self.play_unchecked(action);
            return Ok(());
        }
        Err(IllegalAction { id: action, options: describe_options(self) })
    }
}

/// What a seat sees as numbers.
pub trait Observe: Play {
    /// Writes what the seat sees, in one of the layouts of [`spec`](Play::spec). Every number of `out` is written, each within
    /// the range of its field.
    fn observe(&self, seat: Seat, layout: LayoutId, out: &mut [f32]);
    /// Replaces `out` by what the seat sees in a layout, without zeros and the layout's constants. Games with large
    /// layouts override this; [`observe`](Self::observe) is then the constants and this list.
    fn observe_sparse(&self, seat: Seat, layout: LayoutId, out: &mut Sparse) {
        let layout_of = self.spec().layout(layout);
        let mut dense = vec![0.0; layout_of.len()];
        self.observe(seat, layout, &mut dense);
        out.read(layout_of, &dense);
    }
    /// The same before values are limited to the range of their field: what shows which scales are too small. Games
    /// that limit nothing have nothing to override.
    fn observe_unclamped(&self, seat: Seat, layout: LayoutId, out: &mut Sparse) {
        self.observe_sparse(seat, layout, out);
    }
}

/// What a seat sees as a graph of entities.
pub trait Entities: Play {
    /// Replaces `out` by what the seat sees, in the terms of [`Spec::graph`], with a candidate for each of its legal actions.
    fn entities(&self, seat: Seat, out: &mut EntityGraph);
}

/// What a seat knows, and what it does not.
pub trait Knowledge: Play {
    /// What a seat may know, as a type: the accessors that scripted players use.
    ///
    /// For a game of perfect information it is a reference to the state. For any other it is a wrapper whose methods give
    /// only what the seat may see.
    type SeatView<'a>
    where
        Self: 'a;

    /// The spec of the game [as the seat knows it](crate::Game::seen_by). It differs from [`spec`](Play::spec) in the
    /// fingerprint at the most.
    #[inline]
    fn spec_seen_by(&self, seat: Seat) -> &'static Spec {
        let _ = seat;
        self.spec()
    }
    /// Appends the seat's information state as text: everything that it knows and remembers. Two positions that the seat cannot
    /// tell apart have the same text, any other two do not.
    fn information_state(&self, seat: Seat, out: &mut String);
    /// A determinization: a position that agrees with everything that the seat knows, the rest sampled anew.
    ///
    /// It is a function of the seat's [information state](Self::information_state) and the random numbers alone: two positions
    /// that the seat cannot tell apart give, for the same random numbers, positions that are equal byte for byte, what every
    /// other seat remembers and the options included. It belongs to the game [as the seat knows it](crate::Game::seen_by).
    fn determinize(&self, seat: Seat, rng: &mut Rng) -> Self;
    /// What the seat may know, typed.
    fn seat_view(&self, seat: Seat) -> Self::SeatView<'_>;
}

/// What might be: what a seat can believe of hidden hands, and positions that differ in one thing. A game in which nothing is hidden
/// and nothing can be taken away has nothing to override.
pub trait Hypotheses: Knowledge + Entities {
    /// Replaces `out` by what the hidden hands of others may hold, as the seat knows it; nothing if no hand is hidden.
    fn unseen(&self, seat: Seat, out: &mut UnseenCards) {
        let _ = seat;
        out.clear(self.spec().graph.width());
    }
    /// Appends the name of the `n`th kind of card of [`unseen`](Self::unseen), as players call it.
    fn unseen_text(&self, seat: Seat, n: usize, out: &mut String) {
        let _ = (seat, n, out);
    }
    /// Replaces `out` by how many of each of [`unseen`](Self::unseen) the hands really hold. It tells what is hidden: what beliefs are
    /// taught by and measured with once a game is over, and nothing that a player gets.
    fn held(&self, seat: Seat, out: &mut Vec<u8>) {
        let _ = seat;
        out.clear();
    }
    /// A [determinization](Knowledge::determinize) by what is believed: among the deals that agree with what the seat knows, each is as
    /// much likelier as the tilts of all cards of its hidden hands together say, as a logarithm. There is a tilt for each kind of card of
    /// [`unseen`](Self::unseen); with tilts that are all alike it has the distribution of `determinize`. It is a function of the
    /// information state, the tilts and the random numbers. A game in which that cannot be sampled in time comes near it,
    /// and says how near.
    fn determinize_by(&self, seat: Seat, tilts: &[f32], rng: &mut Rng) -> Self {
        let _ = tilts;
        self.determinize(seat, rng)
    }
    /// The position without the things that some entities of the seat's graph stand for, all else as it is: what they are worth is the
    /// difference. None where one stands for what cannot be taken away (a player, a zone), or the position would be none.
    ///
    /// The entities are those of the graph of [`entities`](Entities::entities) in this very position. The position is good for being
    /// evaluated and played on; it need not be one that a game could have come to.
    fn without(&self, seat: Seat, entities: &[EntityId]) -> Option<Self> {
        let _ = (seat, entities);
        None
    }
    /// Replaces `out` by what the seat's next draw (its next roll) may be, each with its exact chance by what the seat knows: the chances
    /// add up to 1. Nothing if it will not draw any more.
    fn draws(&self, seat: Seat, out: &mut Vec<Draw<Self>>) {
        let _ = seat;
        out.clear();
    }
    /// Appends the name of an entity of the seat's graph, as players call it: a card, a token, a chain, a seat. Nothing where it has none.
    /// It tells nothing that the seat does not know.
    fn entity_text(&self, seat: Seat, entity: EntityId, out: &mut String) {
        let _ = (seat, entity, out);
    }
    /// Replaces `out` by what the seat knows of which deck or plan each other seat has, where that is hidden and one of a list: the exact
    /// posterior chances. Those of one seat add up to 1.
    fn archetypes(&self, seat: Seat, out: &mut Vec<Archetype>) {
        let _ = seat;
        out.clear();
    }
}

/// Actions as text.
pub trait Notation: Play {
    /// Appends the text of an action that is legal here (or of a possible chance outcome). It differs from the text of
    /// every other action that is legal here.
    fn action_text(&self, action: ActionId, out: &mut String);

    /// The action whose text this is. The error tells what can be played.
    fn parse_action(&self, text: &str) -> Result<ActionId, UnknownAction> {
        let wanted = text.trim();
        for_each_option(self, |id, text| (text == wanted).then_some(id))
            .ok_or_else(|| UnknownAction { text: wanted.to_owned(), options: describe_options(self) })
    }
}

/// How it stands, without playing on.
pub trait Heuristics: Play {
    /// The scores that are to be expected, by a rule of thumb: what a search takes where it breaks a game off.
    /// Zero for every seat if the game has no such rule.
    fn heuristic_value(&self) -> Scores {
        Scores::zero(self.spec().seats())
    }
    /// By how much each seat is ahead of the best other, in what the game counts (points, money, progress), scaled so that 1
    /// is a clear lead: what networks predict beside who wins.
    fn score_margins(&self) -> Scores {
        Scores::of_margins(self.scores().as_slice(), 2.0)
    }
}

/// A position as plain data, for files. [`Game::restore`](crate::Game::restore) is the way back.
pub trait Persist: Play {
    /// What is written to files.
    type Snapshot: Serialize + DeserializeOwned;
    /// The position as plain data.
    fn snapshot(&self) -> Self::Snapshot;
}

/// Calls `f` with the id and text of everything that can be played, until it answers.
fn for_each_option<S: Notation, T>(state: &S, mut f: impl FnMut(ActionId, &str) -> Option<T>) -> Option<T> {
    let mut legal = ActionSet::new();
    let mut outcomes = Outcomes::new();
    state.legal(&mut legal);
    state.outcomes(&mut outcomes);
    let mut text = String::new();
    legal.iter().chain(outcomes.iter().map(|(id, _)| id)).find_map(|id| {
        text.clear();
        state.action_text(id, &mut text);
        f(id, &text)
    })
}

/// What can be played here, for an error message: at most a dozen ids with their texts.
fn describe_options<S: Notation>(state: &S) -> String {
    const SHOWN: usize = 12;
    let mut list = String::new();
    let mut count = 0;
    for_each_option(state, |id, text| {
        if count < SHOWN {
            let comma = if count == 0 { "" } else { ", " };
            let _ = write!(list, "{comma}{id} ({text})");
        }
        count += 1;
        None::<()>
    });
    match count {
        0 => "nothing can be played: the game is over".to_owned(),
        1..=SHOWN => format!("can be played: {list}"),
        _ => format!("can be played: {list} and {} more", count - SHOWN),
    }
}

/// A position, for people. Text may carry ANSI colours; programs strip them where they are not wanted.
pub trait Show: State {
    /// Appends a picture of the position as a seat sees it, or with everything open.
    fn board(&self, viewer: Option<Seat>, out: &mut String);
    /// Appends one line that tells what an action does, as a seat sees it; asked before the action is played.
    fn event(&self, action: ActionId, viewer: Option<Seat>, out: &mut String);
    /// Whether a viewer may know exactly what is played: the id and text of an action or chance outcome; asked before it is played. By
    /// default a seat knows so much of its own actions, everybody does in a game of perfect information, and elsewhere of other
    /// seats' actions of which the viewer is [told](Self::event) as much as somebody to whom everything is open.
    ///
    /// It must not open what tells a secret: two positions that the viewer cannot tell apart have the same answer for what looks the
    /// same to it, and where that is yes, it is the same action.
    fn is_open(&self, action: ActionId, viewer: Seat) -> bool {
        match self.turn() {
            _ if self.spec().perfect_information => true,
            Turn::Seat(seat) if seat == viewer => true,
            Turn::Seat(_) => {
                let [mut told, mut all] = [String::new(), String::new()];
                self.event(action, Some(viewer), &mut told);
                self.event(action, None, &mut all);
                told == all
            }
            Turn::Chance | Turn::Over => false,
        }
    }
    /// Whether a log for people tells an action, or is silent about it because nothing comes of it that anybody waits for;
    /// asked before the action is played. It must not depend on what anybody cannot know.
    fn is_news(&self, action: ActionId) -> bool {
        let _ = action;
        true
    }
    /// What something of this game is or does, if it has a thing of this name: a card, a chain, a square.
    fn explain(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
    /// The names of all things that can be explained, for guessing what a misspelt one meant.
    fn things(&self) -> Vec<String> {
        Vec::new()
    }
}

/// An action that cannot be played here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("action {id} is not legal here; {options}")]
pub struct IllegalAction {
    /// The id that was tried.
    pub id: ActionId,
    /// What can be played instead, in words.
    pub options: String,
}

/// A text that names no action that can be played here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("no action is called `{}` here; {options}", crate::files::brief(text))]
pub struct UnknownAction {
    text: String,
    options: String,
}
