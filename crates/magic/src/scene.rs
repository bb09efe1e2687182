//! Positions set up by hand: who has what where. What scenarios begin with.

use crate::Magic;
use crate::cards::tree::CounterKind;
use crate::options::DeckKnowledge;
use crate::rules::Entering;
use crate::setup::Rules;
use crate::state::{LibraryCard, MAX_COUNTERS, MAX_DAMAGE, MAX_EXILE, MAX_LIFE, MagicState, NO, Step, pf};
use hoyle_core::{Persist, iter_bits};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a position cannot be set up.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct SceneError(pub String);

/// What one player has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SceneSide {
    /// Life.
    pub life: i16,
    /// Cards in hand.
    pub hand: Vec<String>,
    /// Permanents: a name, then `tapped`, `sick`, `token`, `plus=2`, `minus=1`, `damage=1`, and `-> NAME` for what it is
    /// attached to.
    pub battlefield: Vec<String>,
    /// Cards in the graveyard.
    pub graveyard: Vec<String>,
    /// The library, the top first. Below it lie twenty Plains, unless `exact` is set.
    pub library: Vec<String>,
    /// Cards among those below it, in no order that anybody knows.
    pub shuffled: Vec<String>,
    /// Cards in exile.
    pub exile: Vec<String>,
    /// Whether the library holds nothing else.
    pub exact: bool,
}

impl Default for SceneSide {
    fn default() -> Self {
        Self {
            life: 20,
            hand: Vec::new(),
            battlefield: Vec::new(),
            graveyard: Vec::new(),
            library: Vec::new(),
            shuffled: Vec::new(),
            exile: Vec::new(),
            exact: false,
        }
    }
}

/// A position set up by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scene {
    /// The first player.
    pub p1: SceneSide,
    /// The second player.
    pub p2: SceneSide,
    /// Whose turn it is: 1 or 2.
    pub active: u8,
    /// The step.
    pub step: Step,
    /// The number of the turn.
    pub turn: u16,
    /// Options of the game; decks are made from the cards.
    pub options: BTreeMap<String, String>,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            p1: SceneSide::default(),
            p2: SceneSide::default(),
            active: 1,
            step: Step::Main1,
            turn: 5,
            options: BTreeMap::new(),
        }
    }
}

/// A permanent of a scene, read.
struct Described<'a> {
    name: &'a str,
    words: Vec<&'a str>,
    host: Option<&'a str>,
}

const WORDS: [&str; 3] = ["tapped", "sick", "token"];

fn describe(text: &str) -> Described<'_> {
    let (text, host) = match text.split_once("->") {
        Some((text, host)) => (text, Some(host.trim())),
        None => (text, None),
    };
    let mut rest = text.trim();
    let mut words = Vec::new();
    while let Some((before, word)) = rest.rsplit_once(' ') {
        if !WORDS.contains(&word) && !word.contains('=') {
            break;
        }
        words.push(word);
        rest = before.trim();
    }
    Described { name: rest, words, host }
}

impl Scene {
    /// The game and the position, played on to its first decision.
    pub fn build(&self) -> Result<(Magic, MagicState), SceneError> {
        let game = self.game()?;
        if game.rules().options.knowledge == DeckKnowledge::Metagame {
            return Err(SceneError("options: a scene is played with known deck lists".to_owned()));
        }
        let mut state = MagicState::empty(game.0.rules);
        if !(1..=2).contains(&self.active) || self.step < Step::Mulligans {
            return Err(SceneError("active: 1 or 2; step: one of a turn".to_owned()));
        }
        state.active = self.active - 1;
        state.priority = state.active;
        let before = self.step == Step::Mulligans;
        let turns = 1..=game.rules().options.max_turns;
        if !before && !turns.contains(&self.turn) {
            return Err(SceneError(format!("turn: {} is not in 1-{}", self.turn, turns.end())));
        }
        state.turn = if before { 0 } else { self.turn };
        state.step = self.step;
        state.begun = true;
        state.unsettled = true;
        for (seat, side) in [(0, &self.p1), (1, &self.p2)] {
            self.fill(&mut state, game.rules(), seat, side)?;
        }
        self.attach(&mut state)?;
        state.stale = true;
        state.run();
        // Whatever was described, what comes out is a position that files can hold.
        let read = MagicState::read_snapshot(game.0.rules, &state.snapshot());
        read.map_err(|e| SceneError(format!("no position: {}", e.0)))?;
        Ok((game, state))
    }

    fn game(&self) -> Result<Magic, SceneError> {
        let deck = |side: &SceneSide| {
            let tokens = |text: &&String| !describe(text).words.contains(&"token");
            let permanents = side.battlefield.iter().filter(tokens).map(|text| describe(text).name.to_owned());
            let others = [&side.hand, &side.graveyard, &side.library, &side.shuffled, &side.exile]
                .into_iter()
                .flatten()
                .cloned();
            let mut counts: BTreeMap<String, u8> = BTreeMap::new();
            counts.insert("Plains".to_owned(), 20);
            permanents.chain(others).for_each(|name| {
                let count = counts.entry(name).or_insert(0);
                *count = count.saturating_add(1);
            });
            counts.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join("; ")
        };
        let mut settings: Vec<(String, String)> = vec![
            ("deck0".to_owned(), deck(&self.p1)),
            ("deck1".to_owned(), deck(&self.p2)),
            ("cards".to_owned(), "further".to_owned()),
            // Every window is a decision, so that a scenario can look at any moment.
            ("windows".to_owned(), "all".to_owned()),
        ];
        for (key, value) in &self.options {
            settings.retain(|(there, _)| there != key);
            settings.push((key.clone(), value.clone()));
        }
        hoyle_core::options::game_from_settings(&settings).map_err(|e| SceneError(e.to_string()))
    }

    fn fill(&self, state: &mut MagicState, rules: &Rules, seat: u8, side: &SceneSide) -> Result<(), SceneError> {
        let card = |name: &str, token: bool| {
            let found = rules.cards.iter().position(|card| card.token == token && card.name.eq_ignore_ascii_case(name));
            found.map(|i| i as u8).ok_or_else(|| SceneError(format!("there is no card `{name}` in this game")))
        };
        let uid = |state: &mut MagicState| state.new_uid();
        let at_most = |what: &str, n: i32, most: i32| {
            if n.abs() <= most { Ok(n) } else { Err(SceneError(format!("{what}: {n}; at most {most}"))) }
        };
        at_most("life", side.life.into(), MAX_LIFE)?;
        state.side_mut(seat).life = side.life;
        state.side_mut(seat).deck = seat;
        state.side_mut(seat).kept = self.step != Step::Mulligans;
        for name in &side.hand {
            state.put_in_hand(seat, card(name, false)?, false);
        }
        for name in &side.graveyard {
            let uid = uid(state);
            state.put_in_graveyard(seat, card(name, false)?, uid);
        }
        for name in &side.exile {
            let (card, uid) = (card(name, false)?, uid(state));
            if !state.exile.push(crate::state::Exiled { card, owner: seat, uid, link: 0, until: false }) {
                return Err(SceneError(format!("exile: at most {MAX_EXILE} cards of both players")));
            }
        }
        for name in side.library.iter().rev() {
            let placed = LibraryCard { card: card(name, false)?, open: false, from_hand: false };
            state.put_in_library(seat, placed, true);
        }
        // A deck has at most 100 cards: these are fewer.
        let mut shuffle = |name: &str, count: u8| {
            let slot = rules.decks[seat as usize].slot_of[card(name, false)? as usize] as usize;
            state.side_mut(seat).pool[slot] += count;
            state.side_mut(seat).pool_len += count;
            Ok(())
        };
        side.shuffled.iter().try_for_each(|name| shuffle(name, 1))?;
        if !side.exact {
            shuffle("Plains", 20)?;
        }
        for text in &side.battlefield {
            let described = describe(text);
            let card = card(described.name, described.words.contains(&"token"))?;
            let Some(slot) = state.enter(card, seat, seat, Entering::default()) else {
                return Err(SceneError("battlefield: too many permanents".to_owned()));
            };
            let perm = &mut state.perms[slot as usize];
            // What the scene says counts, not how it would have entered.
            (perm.flags, perm.plus, perm.minus) = (perm.flags & pf::TOKEN, 0, 0);
            for word in described.words {
                let number = |text: &str, most: i32| {
                    let n = text.parse::<u16>().map_err(|_| SceneError(format!("`{text}` is no number")))?;
                    at_most(word, n.into(), most)
                };
                match word.split_once('=') {
                    None if word == "tapped" => state.perms[slot as usize].flags |= pf::TAPPED,
                    None if word == "sick" => state.perms[slot as usize].flags |= pf::SICK,
                    None => {}
                    Some(("plus", n)) => state.add_counters(slot, CounterKind::Plus, number(n, MAX_COUNTERS)?),
                    Some(("minus", n)) => state.add_counters(slot, CounterKind::Minus, number(n, MAX_COUNTERS)?),
                    Some(("damage", n)) => state.perms[slot as usize].damage = number(n, MAX_DAMAGE)? as i16,
                    Some(_) => return Err(SceneError(format!("battlefield: `{word}` is no word for a permanent"))),
                }
            }
        }
        Ok(())
    }

    fn attach(&self, state: &mut MagicState) -> Result<(), SceneError> {
        let all = self.p1.battlefield.iter().chain(&self.p2.battlefield);
        // Permanents take the slots in the order in which they are listed.
        for (slot, text) in all.enumerate() {
            let Some(host) = describe(text).host else { continue };
            let found = iter_bits(state.field)
                .find(|&other| other as usize != slot && state.card_at(other).name.eq_ignore_ascii_case(host));
            match found {
                Some(found) if state.attached >> slot & 1 == 1 => state.perms[slot].host = found,
                _ => return Err(SceneError(format!("`{text}`: cannot be attached"))),
            }
        }
        debug_assert!(state.perms.iter().all(|perm| perm.host == NO || perm.host < 96));
        Ok(())
    }
}
