//! What is checked in every position.

use super::walk::same;
use super::{Check, Pairs, random_step};
use crate::prelude::*;
use crate::{
    ActionId, ActionSet, EntityGraph, EntityId, Field, Game, LayoutId, Outcomes, Rng, Scores, Seat, Show, Sparse,
    State, Turn, save,
};

/// What went wrong.
type Checked = Result<(), (Check, String)>;

/// One position under examination.
pub(super) struct Position<'a, G: Game> {
    pub(super) game: G,
    pub(super) state: &'a G::State,
    legal: ActionSet,
    outcomes: Outcomes,
    /// The seats that are asked what they see: whose turn it is, and another at random.
    seats: [Seat; 2],
    /// The layout that they are asked for: layouts take turns at random, because large ones are dear.
    layout: LayoutId,
}

/// Everything that a seat is shown.
#[derive(PartialEq)]
struct Shown {
    observation: Vec<f32>,
    graph: EntityGraph,
    legal: ActionSet,
    info: String,
    board: String,
    /// The texts of the seat's legal actions.
    texts: Vec<String>,
    /// The names of all entities; asked for with the board.
    names: Vec<String>,
}

impl<'a, G: Game> Position<'a, G> {
    pub(super) fn new(game: G, state: &'a G::State, rng: &mut Rng) -> Self {
        let (mut legal, mut outcomes) = (ActionSet::new(), Outcomes::new());
        state.legal(&mut legal);
        state.outcomes(&mut outcomes);
        let other = Seat(rng.below(game.spec().seats() as u32) as u8);
        let mover = match state.turn() {
            Turn::Seat(seat) if seat.index() < game.spec().seats() => seat,
            _ => other,
        };
        let layout = LayoutId(rng.below(game.spec().layouts.len().max(1) as u32) as usize);
        Self { game, state, legal, outcomes, seats: [mover, other], layout }
    }

    /// Runs the checks. `determinized` notes for which seats a determinization changed what another seat knows.
    pub(super) fn check(&self, checks: &[Check], rng: &mut Rng, determinized: &mut Pairs) -> Checked {
        for &check in checks {
            let checked = match check {
                Check::Turn => self.turn(),
                Check::Legal => self.legal(),
                Check::Illegal => self.illegal(rng),
                Check::Clone => self.clones(rng),
                Check::Json => self.json(),
                Check::Binary => self.binary(),
                Check::Outcomes => self.outcomes(),
                Check::Scores => self.scores(),
                Check::Observe => self.observe(),
                Check::Graph => self.graph(),
                Check::Determinize => self.determinize(rng),
                Check::Hidden => self.hidden(rng, determinized),
                Check::Unseen => self.unseen(rng),
                Check::Tilts => self.tilts(rng),
                Check::Without => self.without(rng),
                Check::Draws => self.draws(rng),
                Check::Text => self.text(rng),
                Check::Bots => self.bots(rng),
                // Asked of whole games.
                Check::Spec | Check::Panic | Check::Roll | Check::Length | Check::Replay | Check::Twins => Ok(()),
            };
            checked.map_err(|what| (check, what))?;
        }
        Ok(())
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
        let [mover, other] = self.seats;
        std::iter::once(mover).chain((other != mover).then_some(other))
    }

    fn is_seats_turn(&self) -> bool {
        matches!(self.state.turn(), Turn::Seat(_))
    }

    fn turn(&self) -> Result<(), String> {
        match self.state.turn() {
            Turn::Seat(seat) if seat.index() >= self.game.spec().seats() => Err(format!("there is no seat {seat}")),
            _ => Ok(()),
        }
    }

    fn legal(&self) -> Result<(), String> {
        let actions = self.game.spec().actions;
        if let Some(id) = self.legal.iter().find(|id| id.index() >= actions) {
            return Err(format!("the legal id {id} is not below {actions}"));
        }
        if self.legal.is_empty() == self.is_seats_turn() {
            return Err(format!("{} legal actions at {:?}", self.legal.len(), self.state.turn()));
        }
        Ok(())
    }

    fn illegal(&self, rng: &mut Rng) -> Result<(), String> {
        let spec = self.game.spec();
        let most = spec.actions.max(spec.chance_outcomes) as u32;
        let edges = [0, spec.actions as u16, spec.chance_outcomes as u16, 511, 512, u16::MAX].map(ActionId);
        let randoms = [0; 4].map(|_| ActionId(rng.below(most) as u16));
        for id in edges.into_iter().chain(randoms) {
            if self.legal.contains(id) || self.outcomes.contains(id) {
                continue;
            }
            let mut state = self.state.clone();
            if state.play(id).is_ok() {
                return Err(format!("`play` took the illegal id {id}"));
            }
            if !same(&state, self.state) {
                return Err(format!("the refused id {id} changed the position"));
            }
        }
        Ok(())
    }

    fn clones(&self, rng: &mut Rng) -> Result<(), String> {
        let before = save::to_bytes(self.state);
        let mut clone = self.state.clone();
        if !same(&clone, self.state) {
            return Err("a clone differs from its original".to_owned());
        }
        match self.state.turn() {
            Turn::Seat(_) if !self.legal.is_empty() => clone.play_unchecked(self.legal.random(rng)),
            Turn::Chance if !self.outcomes.is_empty() => clone.play_unchecked(self.outcomes.sample(rng)),
            _ => return Ok(()),
        }
        if save::to_bytes(self.state) != before {
            return Err("playing on a clone changed the original".to_owned());
        }
        Ok(())
    }

    fn json(&self) -> Result<(), String> {
        let text = save::to_json(&self.game, self.state);
        let copy = save::from_json(&self.game, &text).map_err(|e| e.to_string())?;
        if same(&copy, self.state) { Ok(()) } else { Err(format!("the position differs when read back from {text}")) }
    }

    fn binary(&self) -> Result<(), String> {
        let bytes = save::to_bytes(self.state);
        let copy = save::from_bytes(&self.game, &bytes).map_err(|e| e.to_string())?;
        if same(&copy, self.state) { Ok(()) } else { Err("the position differs when read back".to_owned()) }
    }

    fn outcomes(&self) -> Result<(), String> {
        let ids: Vec<ActionId> = self.outcomes.iter().map(|(id, _)| id).collect();
        let most = self.game.spec().chance_outcomes;
        if ids.is_empty() == (self.state.turn() == Turn::Chance) {
            return Err(format!("{} outcomes at {:?}", ids.len(), self.state.turn()));
        }
        if !ids.is_sorted_by(|a, b| a < b) {
            return Err(format!("outcomes are not ascending: {ids:?}"));
        }
        if let Some(id) = ids.iter().find(|id| id.index() >= most) {
            return Err(format!("the outcome {id} is not below {most}"));
        }
        if self.outcomes.iter().any(|(_, weight)| weight == 0) || self.outcomes.total() > u64::from(u32::MAX) {
            return Err("weights must be positive and add up to less than 2^32".to_owned());
        }
        Ok(())
    }

    fn scores(&self) -> Result<(), String> {
        let spec = self.game.spec();
        let scores = self.state.scores();
        let (low, high) = spec.score_bounds;
        let over = self.state.turn() == Turn::Over;
        if scores.as_slice().len() != spec.seats() {
            return Err(format!("{} scores for {} seats", scores.as_slice().len(), spec.seats()));
        }
        if over && !scores.as_slice().iter().all(|score| (low..=high).contains(score)) {
            return Err(format!("{:?} is not within {low} and {high}", scores.as_slice()));
        }
        if spec.zero_sum && scores.as_slice().iter().sum::<f32>().abs() > 1e-5 * (high - low) {
            return Err(format!("{:?} do not add up to zero", scores.as_slice()));
        }
        if !over && scores != Scores::zero(spec.seats()) {
            return Err(format!("{:?} before the end", scores.as_slice()));
        }
        Ok(())
    }

    fn observe(&self) -> Result<(), String> {
        let fresh = self.fresh()?;
        let mut list = Sparse::new();
        let id = self.layout;
        let layout = self.game.spec().layout(id);
        let (mut first, mut second) = (vec![0.0; layout.len()], vec![0.0; layout.len()]);
        for seat in self.seats() {
            first.fill(f32::NAN);
            second.fill(-77.0);
            self.state.observe(seat, id, &mut first);
            fresh.observe(seat, id, &mut second);
            let name = |field: &Field, place| {
                format!("layout {}, field {}, place {place}, seat {seat}", layout.name(), field.name)
            };
            let described = |place| layout.locate(place).map_or_else(String::new, |(field, _)| name(field, place));
            if let Some(place) = difference(&first, &second) {
                let (here, there) = (first[place], second[place]);
                return Err(format!("{}: {here}, but {there} for a fresh copy", described(place)));
            }
            for field in layout.fields() {
                let range = field.min..=field.max;
                let wrong = match field.contiguous_range() {
                    Some(places) if first[places.clone()].iter().all(|value| range.contains(value)) => None,
                    _ => field.indices().find(|&place| !range.contains(&first[place])),
                };
                if let Some(place) = wrong {
                    let (value, min, max) = (first[place], field.min, field.max);
                    return Err(format!("{}: {value} is not within {min} and {max}", name(field, place)));
                }
            }
            self.state.observe_sparse(seat, id, &mut list);
            if let Some(pair) = list.indices().windows(2).find(|pair| pair[0] >= pair[1]) {
                return Err(format!("{}: the places of the list do not ascend", described(pair[1] as usize)));
            }
            list.write(layout, &mut second);
            if let Some(place) = difference(&first, &second) {
                let (dense, listed) = (first[place], second[place]);
                return Err(format!("{}: {dense}, but {listed} by constants and list", described(place)));
            }
            let constant = |(place, _): &&(u32, f32)| list.indices().binary_search(place).is_ok();
            if let Some(&(place, _)) = layout.constants().iter().find(constant) {
                return Err(format!("{}: listed, and a constant", described(place as usize)));
            }
        }
        Ok(())
    }

    /// The position, read back from a file: without anything that was remembered on the way.
    pub(super) fn fresh(&self) -> Result<G::State, String> {
        save::from_bytes(&self.game, &save::to_bytes(self.state)).map_err(|e| e.to_string())
    }

    fn graph(&self) -> Result<(), String> {
        let fresh = self.fresh()?;
        let (mut graph, mut again) = (EntityGraph::new(), EntityGraph::new());
        for seat in self.seats() {
            self.state.entities(seat, &mut graph);
            graph.check(&self.game.spec().graph).map_err(|e| format!("seat {seat}: {e}"))?;
            let mut candidates: Vec<ActionId> = graph.candidates().iter().map(|c| c.action).collect();
            candidates.sort_unstable();
            let legal: Vec<ActionId> =
                if self.state.turn() == Turn::Seat(seat) { self.legal.iter().collect() } else { Vec::new() };
            if candidates != legal {
                return Err(format!("seat {seat}: candidates {candidates:?}, legal {legal:?}"));
            }
            // Filled before, so that what is left over from another position shows.
            again.clone_from(&graph);
            fresh.entities(seat, &mut again);
            if !graph.is_identical(&again) {
                return Err(format!("seat {seat}: the graph of a fresh copy differs"));
            }
        }
        Ok(())
    }

    fn shown(&self, state: &G::State, seat: Seat, with_board: bool) -> Shown {
        let mut observation = vec![0.0; self.game.spec().layout(self.layout).len()];
        state.observe(seat, self.layout, &mut observation);
        let mut shown = Shown {
            observation,
            graph: EntityGraph::new(),
            legal: ActionSet::new(),
            info: String::new(),
            board: String::new(),
            texts: Vec::new(),
            names: Vec::new(),
        };
        state.entities(seat, &mut shown.graph);
        crate::View::new(state, seat).legal(&mut shown.legal);
        state.information_state(seat, &mut shown.info);
        for action in shown.legal.iter() {
            let mut text = String::new();
            crate::View::new(state, seat).action_text(action, &mut text);
            shown.texts.push(text);
        }
        if with_board {
            state.board(Some(seat), &mut shown.board);
            shown.names = shown_names(state, seat);
        }
        shown
    }

    fn determinize(&self, rng: &mut Rng) -> Result<(), String> {
        for seat in self.seats() {
            let mut dealt = self.state.determinize(seat, rng);
            self.check_determinization(&dealt, seat, rng)?;
            // Two positions that look alike are dealt alike: else a search would notice which of them it is in.
            let seed = rng.bits();
            if self.state.determinize(seat, &mut Rng::new(seed)) != dealt.determinize(seat, &mut Rng::new(seed)) {
                return Err(format!("seat {seat}: a determinization depends on what is hidden"));
            }
            if rng.below(32) == 0 {
                self.plays_on(&mut dealt, rng);
            }
        }
        Ok(())
    }

    /// Whether a determinization shows the seat what the position shows it, and can be played on.
    pub(super) fn check_determinization(&self, dealt: &G::State, seat: Seat, rng: &mut Rng) -> Result<(), String> {
        if dealt.turn() != self.state.turn() {
            return Err(format!("seat {seat}: it is {:?} after a determinization", dealt.turn()));
        }
        // A picture costs more than all the rest: now and then is often enough.
        let with_board = rng.below(16) == 0;
        let (before, after) = (self.shown(self.state, seat, with_board), self.shown(dealt, seat, with_board));
        if before.info.is_empty() {
            return Err(format!("seat {seat}: the information text is empty"));
        }
        if let Some(place) = difference(&before.observation, &after.observation) {
            let layout = self.game.spec().layout(self.layout);
            let field = layout.locate(place).map_or("?", |(field, _)| &field.name);
            return Err(format!("seat {seat}: layout {}, field {field} tells a secret", layout.name()));
        }
        let parts = [
            ("graph", before.graph.is_identical(&after.graph)),
            ("set of legal actions", before.legal == after.legal),
            ("information text", before.info == after.info),
            ("board", before.board == after.board),
            ("text of an action", before.texts == after.texts),
            ("log line of an action", self.same_events(dealt, seat)),
            ("name of an entity", before.names == after.names),
        ];
        if let Some((what, _)) = parts.into_iter().find(|(_, same)| !same) {
            return Err(format!("seat {seat}: the {what} tells a secret"));
        }
        // A determinized position must be one that can be played on.
        let copy = save::from_bytes(&self.game.seen_by(seat), &save::to_bytes(dealt))
            .map_err(|e| format!("seat {seat}: {e}"))?;
        if copy != *dealt {
            return Err(format!("seat {seat}: a determinization is not the position that it is saved as"));
        }
        Ok(())
    }

    /// Whether a seat reads the same of what can happen next, as far as it can happen in both positions.
    fn same_events(&self, dealt: &G::State, seat: Seat) -> bool {
        let possible = self.legal.iter().chain(self.outcomes.iter().map(|(id, _)| id));
        // What others do and what they draw may be open or not; what a seat reads of it must not depend on what it
        // cannot know, but may well name the action itself.
        possible.filter(|&id| dealt.allows(id)).take(4).all(|id| {
            let line = |state: &G::State| {
                let mut line = String::new();
                state.event(id, Some(seat), &mut line);
                line
            };
            let here = line(self.state);
            !here.is_empty() && here == line(dealt) && self.state.is_news(id) == dealt.is_news(id)
        })
    }

    /// Scripted players must choose alike in positions that their seat cannot tell apart.
    fn bots(&self, rng: &mut Rng) -> Result<(), String> {
        let Turn::Seat(seat) = self.state.turn() else { return Ok(()) };
        if self.legal.is_empty() || seat.index() >= self.game.spec().seats() {
            return Ok(());
        }
        let dealt = self.state.determinize(seat, rng);
        let bots = G::bots();
        let bot = &bots[rng.below(bots.len() as u32) as usize];
        let choice = |state: &G::State| {
            let mut player = self.game.bot(bot.name, &[]).map_err(|e| format!("player `{}`: {e}", bot.name))?;
            player.begin();
            Ok::<_, String>(player.choose(crate::View::new(state, seat), &mut rng.clone()))
        };
        let (here, there) = (choice(self.state)?, choice(&dealt)?);
        if here != there {
            return Err(format!(
                "player `{}` chose {here} here and {there} where it cannot tell the difference",
                bot.name
            ));
        }
        Ok(())
    }

    /// Plays at random, and tells whether that came to an end in as many actions as a game has. The rules' own assertions are the check.
    pub(super) fn plays_on(&self, state: &mut G::State, rng: &mut Rng) -> bool {
        (0..=self.game.spec().length_bound).any(|_| !random_step(state, rng))
    }

    fn hidden(&self, rng: &mut Rng, determinized: &mut Pairs) -> Result<(), String> {
        for seat in self.seats() {
            let dealt = self.state.determinize(seat, rng);
            if dealt != *self.state && self.game.spec().perfect_information {
                return Err(format!("seat {seat}: nothing is hidden, but a determinization changed something"));
            }
            if self.state.turn() == Turn::Over {
                continue;
            }
            let info = |state: &G::State, seat: Seat| {
                let mut info = String::new();
                state.information_state(seat, &mut info);
                info
            };
            for other in (0..self.game.spec().seats() as u8).map(Seat).filter(|&other| other != seat) {
                let known = &mut determinized[seat.index()][other.index()];
                *known = *known || info(self.state, other) != info(&dealt, other);
            }
        }
        Ok(())
    }

    fn text(&self, rng: &mut Rng) -> Result<(), String> {
        let ids = self.legal.len() + self.outcomes.len();
        let mut texts: Vec<(String, ActionId)> = Vec::with_capacity(ids);
        for id in self.legal.iter().chain(self.outcomes.iter().map(|(id, _)| id)) {
            let mut text = String::new();
            self.state.action_text(id, &mut text);
            let tidy = !text.is_empty() && text.trim() == text && !text.contains('\n');
            if !tidy {
                return Err(format!("the text of action {id} is {text:?}: empty, or with space around it"));
            }
            // Reading back looks at every option, so only some are: which ones differs from position to position.
            if rng.below(ids as u32) < 4 {
                match self.state.parse_action(&text) {
                    Ok(back) if back == id => {}
                    other => return Err(format!("`{text}` is action {id}, but reads as {other:?}")),
                }
            }
            texts.push((text, id));
        }
        texts.sort_unstable();
        match texts.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(format!("actions {} and {} are both `{}`", pair[0].1, pair[1].1, pair[0].0)),
            None => Ok(()),
        }
    }
}

/// The first place where two observations differ, bit by bit: 0 and -0 are not the same.
pub(super) fn difference(a: &[f32], b: &[f32]) -> Option<usize> {
    a.iter().zip(b).position(|(a, b)| a.to_bits() != b.to_bits())
}

/// The names of all entities of a seat's graph.
pub(super) fn shown_names<S: State>(state: &S, seat: Seat) -> Vec<String> {
    let mut graph = EntityGraph::new();
    state.entities(seat, &mut graph);
    let name = |id: usize| {
        let mut name = String::new();
        state.entity_text(seat, id as EntityId, &mut name);
        name
    };
    (0..graph.len()).map(name).collect()
}
