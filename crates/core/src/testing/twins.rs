//! Two games that one seat cannot tell apart, played side by side.
//!
//! The second game, the twin, follows the first: whatever happens in the first, something happens in the twin that looks the same
//! to the seat, but need not be the same: another card is drawn, another card is put back unseen. So the two come to differ
//! in what is hidden, by way of real play and not by the game's own determinizations, and everything that the seat's player can
//! reach must stay equal.

use super::position::difference;
use crate::prelude::*;
use crate::{
    ActionId, ActionSet, EntityGraph, Game, LayoutId, Outcomes, Player, Rng, Seat, Show, Sparse, State, Turn, View,
    save,
};

/// How many other continuations are tried before the twin does the same as the first game.
const TRIES: usize = 6;
/// Every so many actions a determinization takes the twin's place: what it remembers is compared and played on too.
const FRESH: u32 = 48;

/// A game beside another one that its seat cannot tell from it.
pub(super) struct Twin<G: Game> {
    /// The game of the first.
    game: G,
    /// The game of the twin: the same, but for what is hidden from the seat.
    twin: G,
    seat: Seat,
    state: G::State,
}

impl<G: Game> Twin<G> {
    /// A twin of a game at its start, for one of the seats: of the same game, or of another one that differs in options
    /// that are hidden from the seat.
    pub(super) fn new(game: G, other: Option<(G, Seat)>, rng: &mut Rng) -> Self {
        let (twin, seat) = other.unwrap_or_else(|| (game, Seat(rng.below(game.spec().seats().max(1) as u32) as u8)));
        Self { game, twin, seat, state: twin.start() }
    }

    /// Whether the twin differs from the first game.
    pub(super) fn differs(&self, first: &G::State) -> bool {
        self.state != *first
    }

    /// Follows the first game, which has just gone from `before` to `after` by `action`.
    pub(super) fn follow(
        &mut self,
        before: &G::State,
        action: ActionId,
        after: &G::State,
        rng: &mut Rng,
    ) -> Result<(), String> {
        let seat = self.seat;
        if before.turn() != self.state.turn() {
            return Err(format!(
                "seat {seat}: it is {:?} in one position, {:?} in the other",
                before.turn(),
                self.state.turn()
            ));
        }
        if rng.below(FRESH) == 0 {
            self.state = after.determinize(seat, rng);
            return Ok(());
        }
        let wanted = info(after, seat);
        let told = event(before, action, seat);
        // What the seat does itself, it knows; anything else may be something else that looks alike.
        let mut possible: Vec<ActionId> =
            if before.turn() == Turn::Seat(seat) { Vec::new() } else { options(&self.state) };
        rng.shuffle(&mut possible);
        possible.truncate(TRIES);
        possible.push(action);
        for id in possible {
            if !self.state.allows(id) {
                continue;
            }
            let mut next = self.state.clone();
            next.play_unchecked(id);
            let same_line = event(&self.state, id, seat) == told;
            if info(&next, seat) != wanted {
                if same_line && self.looks_the_same(after, &next) {
                    return Err(format!(
                        "seat {seat}: the information text knows what was never shown: after `{told}` it is\n{wanted}\n\
                         but with another hidden outcome\n{}",
                        info(&next, seat)
                    ));
                }
                continue;
            }
            if !same_line {
                let other = event(&self.state, id, seat);
                return Err(format!("seat {seat}: the log tells a secret: `{told}`, but `{other}`"));
            }
            if before.is_news(action) != self.state.is_news(id) {
                return Err(format!("seat {seat}: whether the log tells `{told}` depends on a secret"));
            }
            let open = [before.is_open(action, seat), self.state.is_open(id, seat)];
            if open[0] != open[1] || open[0] && exactly(before, action) != exactly(&self.state, id) {
                return Err(format!("seat {seat}: what `{told}` is exactly tells a secret"));
            }
            self.state = next;
            return Ok(());
        }
        // Nothing that the twin could do looks like this. From here on another one, which remembers the same or what a
        // determinization remembers.
        self.state = if rng.below(2) == 0 { after.clone() } else { after.determinize(seat, rng) };
        Ok(())
    }

    /// Whether everything that is shown to the seat is the same in two positions: whose turn it is, its legal actions, its
    /// observations, graph and board. If it is, and the log told the same on the way, the seat has no way to tell them apart.
    fn looks_the_same(&self, first: &G::State, second: &G::State) -> bool {
        let seat = self.seat;
        let shown = |state: &G::State| {
            let view = View::new(state, seat);
            let (mut legal, mut graph, mut text) = (ActionSet::new(), EntityGraph::new(), String::new());
            view.legal(&mut legal);
            view.entities(&mut graph);
            legal.iter().for_each(|id| {
                view.action_text(id, &mut text);
                text.push('\n');
            });
            state.board(Some(seat), &mut text);
            let layouts = self.game.spec().layouts.iter().enumerate().map(|(id, layout)| {
                let mut out = vec![0.0; layout.len()];
                view.observe(LayoutId(id), &mut out);
                out
            });
            (view.turn(), legal, graph, text, layouts.collect::<Vec<_>>())
        };
        shown(first) == shown(second)
    }

    /// Compares everything that the seat's player can reach.
    pub(super) fn compare(&self, first: &G::State, rng: &mut Rng) -> Result<(), String> {
        let seat = self.seat;
        let secret = |what: &str| Err(format!("seat {seat}: the {what} tells a secret to a player"));
        let views = [View::new(first, seat), View::new(&self.state, seat)];
        let [here, there] = views;
        if here.turn() != there.turn() {
            return secret("turn");
        }
        if here.spec().fingerprint != there.spec().fingerprint {
            return secret("spec");
        }
        let [one, other] = [self.game, self.twin].map(|game| crate::options::to_map(game.seen_by(seat).options()));
        if one != other {
            return secret("options");
        }
        if info(first, seat) != info(&self.state, seat) || format!("{here:?}") != format!("{there:?}") {
            return secret("information text");
        }
        let legal = views.map(|view| {
            let mut legal = ActionSet::new();
            view.legal(&mut legal);
            let mut texts = String::new();
            legal.iter().for_each(|id| {
                view.action_text(id, &mut texts);
                texts.push('\n');
            });
            (legal, texts)
        });
        if legal[0] != legal[1] {
            return secret("legal actions");
        }
        self.compare_observations(views, rng)?;
        let graphs = views.map(|view| {
            let mut graph = EntityGraph::new();
            view.entities(&mut graph);
            graph
        });
        if !graphs[0].is_identical(&graphs[1]) {
            return secret("graph");
        }
        let boards = [first, &self.state].map(|state| {
            let mut board = String::new();
            state.board(Some(seat), &mut board);
            board
        });
        if boards[0] != boards[1] {
            return secret("board");
        }
        self.compare_bots(views, rng)?;
        super::hypotheses::compare(&self.game, seat, first, &self.state, rng)?;
        (0..2).try_for_each(|_| self.compare_determinizations(views, rng.bits()))
    }

    fn compare_observations(&self, views: [View<'_, G::State>; 2], rng: &mut Rng) -> Result<(), String> {
        let layouts = &self.game.spec().layouts;
        let id = LayoutId(rng.below(layouts.len() as u32) as usize);
        let dense = views.map(|view| {
            let mut out = vec![0.0; layouts[id.0].len()];
            view.observe(id, &mut out);
            out
        });
        let lists = views.map(|view| {
            let mut out = Sparse::new();
            view.observe_sparse(id, &mut out);
            (out.indices().to_vec(), out.values().iter().map(|value| value.to_bits()).collect::<Vec<_>>())
        });
        let place = difference(&dense[0], &dense[1]);
        if place.is_some() || lists[0] != lists[1] {
            let field = place.and_then(|place| layouts[id.0].locate(place)).map_or("?", |(field, _)| &field.name);
            let name = layouts[id.0].name();
            return Err(format!("seat {}: layout {name}, field {field} tells a secret to a player", self.seat));
        }
        Ok(())
    }

    fn compare_bots(&self, views: [View<'_, G::State>; 2], rng: &mut Rng) -> Result<(), String> {
        if views[0].turn() != Turn::Seat(self.seat) || G::bots().is_empty() {
            return Ok(());
        }
        let bot = &G::bots()[rng.below(G::bots().len() as u32) as usize];
        let choices = views.map(|view| {
            let mut player = self.game.bot(bot.name, &[]).ok()?;
            player.begin();
            Some(player.choose(view, &mut rng.clone()))
        });
        if choices[0] != choices[1] {
            return Err(format!("seat {}: player `{}` chooses by a secret", self.seat, bot.name));
        }
        Ok(())
    }

    /// Determinizations by the same random numbers are the same position, in every form in which they can be looked at, and
    /// take equally many random numbers.
    fn compare_determinizations(&self, views: [View<'_, G::State>; 2], seed: u64) -> Result<(), String> {
        let seat = self.seat;
        let game = self.game.seen_by(seat);
        let [here, there] = views.map(|view| {
            let mut rng = Rng::new(seed);
            let dealt = view.determinize(&mut rng);
            (dealt, rng.bits())
        });
        let secret = |what: String| Err(format!("seat {seat}: {what} of a determinization tells a secret"));
        if here.1 != there.1 {
            return secret("the number of random numbers".to_owned());
        }
        let (here, there) = (here.0, there.0);
        for other in (0..self.game.spec().seats() as u8).map(Seat) {
            if info(&here, other) != info(&there, other) {
                return secret(format!("the information text of seat {other}"));
            }
        }
        if save::to_json(&game, &here) != save::to_json(&game, &there) {
            return secret("the snapshot".to_owned());
        }
        if save::to_bytes(&here) != save::to_bytes(&there) || here.spec().fingerprint != there.spec().fingerprint {
            return secret("the binary form".to_owned());
        }
        if here != there {
            return secret("equality".to_owned());
        }
        if format!("{here:?}") != format!("{there:?}") {
            return secret("the debug form".to_owned());
        }
        Ok(())
    }
}

fn info<S: State>(state: &S, seat: Seat) -> String {
    let mut text = String::new();
    state.information_state(seat, &mut text);
    text
}

fn event<S: Show>(state: &S, action: ActionId, viewer: Seat) -> String {
    let mut line = String::new();
    state.event(action, Some(viewer), &mut line);
    line
}

/// What is told of an action that is open to a viewer.
fn exactly<S: State>(state: &S, action: ActionId) -> (ActionId, String, bool) {
    let (mut text, mut legal) = (String::new(), ActionSet::new());
    state.action_text(action, &mut text);
    state.legal(&mut legal);
    (action, text, legal.len() == 1)
}

/// Everything that can happen next.
fn options<S: State>(state: &S) -> Vec<ActionId> {
    let (mut legal, mut outcomes) = (ActionSet::new(), Outcomes::new());
    state.legal(&mut legal);
    state.outcomes(&mut outcomes);
    legal.iter().chain(outcomes.iter().map(|(id, _)| id)).collect()
}
