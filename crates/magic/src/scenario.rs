//! Scenarios: a set-up, what is played, and what is expected, in a file that people read. See `docs/magic.md`.

use crate::Magic;
use crate::action::Act;
use crate::cards::tree::{Ability, Trigger, kw};
use crate::cards::{print, tokens};
use crate::scene::{Scene, SceneError};
use crate::state::{Ask, Item, MagicState, NO, Step, pf};
use hoyle_core::files::{brief, brief_message, toml_problem};
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, Rng, Turn, iter_bits};
use serde::Deserialize;
use std::collections::BTreeSet;

/// One scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it shows.
    pub name: String,
    /// The number of the rule.
    pub rule: String,
    /// How it begins.
    #[serde(default)]
    pub scene: Scene,
    /// What is played and expected, line by line.
    pub play: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    scenario: Vec<Scenario>,
}

/// How many decisions one line may pass over.
const PATIENCE: usize = 400;

impl Scenario {
    /// Reads a file of scenarios.
    pub fn read(text: &str) -> Result<Vec<Self>, SceneError> {
        let file: File = toml::from_str(text).map_err(|e| SceneError(toml_problem(text, e.span(), e.message())))?;
        Ok(file.scenario)
    }

    /// All names of cards that it begins with.
    pub fn cards(&self) -> Vec<String> {
        let sides = [&self.scene.p1, &self.scene.p2];
        let lists =
            sides.into_iter().flat_map(|s| [&s.hand, &s.battlefield, &s.graveyard, &s.library, &s.shuffled, &s.exile]);
        lists.flatten().cloned().collect()
    }

    /// Plays it; an error says which line was not as expected. Gives what was used on the way.
    pub fn run(&self) -> Result<Coverage, SceneError> {
        self.play_through().map(|(.., used)| used)
    }

    /// Plays it, and gives the position that it comes to with its game, and what was used on the way.
    pub(crate) fn play_through(&self) -> Result<(Magic, MagicState, Coverage), SceneError> {
        let (game, state) = self.scene.build()?;
        let mut runner = Runner { state, rng: Rng::new(1), used: Coverage::default() };
        runner.used.note(&runner.state);
        for (i, line) in self.play.iter().enumerate() {
            runner.line(line).map_err(|e| {
                let mut info = String::new();
                hoyle_core::Show::board(&runner.state, None, &mut info);
                let options: Vec<String> = runner.options();
                SceneError(format!(
                    "{} ({}), line {} `{}`: {}\n{info}asked: {:?}, options: {options:?}",
                    brief(&self.name),
                    brief(&self.rule),
                    i + 1,
                    brief(line),
                    brief_message(&e.0),
                    runner.state.ask
                ))
            })?;
        }
        Ok((game, runner.state, runner.used))
    }
}

/// What a scenario makes use of.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Kinds of choices that it makes.
    pub choices: Vec<crate::ChoiceKind>,
    /// Primitives of abilities, as the token vocabulary calls them: of spells that were cast, of abilities that were
    /// activated or triggered, and of what permanents do by being there.
    pub primitives: BTreeSet<String>,
    abilities: BTreeSet<(u8, u8)>,
}

impl Coverage {
    fn note(&mut self, state: &MagicState) {
        for object in state.stack.iter().chain(state.resolution.active.then_some(&state.resolution.obj)) {
            if object.item != Item::Spell {
                self.add(state, object.card, |i, _| i == object.ability);
                continue;
            }
            self.add(state, object.card, |_, ability| {
                matches!(ability, Ability::Spell(_) | Ability::Additional(_) | Ability::Keyword(_))
            });
        }
        for slot in iter_bits(state.field) {
            self.add(state, state.perms[slot as usize].card, |_, ability| {
                use Ability::{Keyword, Mana, Replacement, Static};
                matches!(ability, Keyword(_) | Static(_) | Replacement(_) | Mana { .. })
            });
            let keywords = state.traits[slot as usize].keywords;
            let has = kw::NAMES.iter().filter(|(_, bit)| keywords & bit != 0);
            self.primitives.extend(has.map(|(name, _)| format!("keyword:{name}")));
        }
    }

    /// Notes the abilities of a card that are in use, and what its numbers are made of.
    fn add(&mut self, state: &MagicState, card: u8, in_use: impl Fn(u8, &Ability) -> bool) {
        let rules = state.rules();
        let printed = state.card(card);
        let own = (card, u8::MAX);
        let abilities = (0u8..).zip(printed.abilities).filter(|(i, ability)| in_use(*i, ability));
        let new: Vec<_> = abilities.filter(|(i, _)| !self.abilities.contains(&(card, *i))).collect();
        if new.is_empty() && self.abilities.contains(&own) {
            return;
        }
        let tokens = tokens::of(rules.set, printed, "");
        let mut note = |ids: &[u16]| {
            self.primitives.extend(ids.iter().map(|&id| rules.set.vocabulary.names[id as usize].clone()));
        };
        note(&tokens.card);
        for (i, ability) in &new {
            // What a keyword stands for has no tokens of its own.
            match (tokens.abilities.get(usize::from(*i)), ability) {
                (Some(ids), _) => note(ids),
                (None, Ability::Triggered { trigger: Trigger::TargetedByOpponent, .. }) => {
                    note(&[rules.set.vocabulary.id("trigger:targeted_by_opponent")]);
                }
                (None, Ability::Activated { sorcery: true, .. }) => {
                    note(&["verb:attach", "duration:sorcery_speed"].map(|name| rules.set.vocabulary.id(name)));
                }
                _ => {}
            }
        }
        self.abilities.extend(new.iter().map(|(i, _)| (card, *i)).chain([own]));
    }
}

struct Runner {
    state: MagicState,
    rng: Rng,
    used: Coverage,
}

fn wrong<T>(what: impl Into<String>) -> Result<T, SceneError> {
    Err(SceneError(what.into()))
}

/// A text without the numbers that tell objects apart.
fn plain(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let bare = word.trim_end_matches(':');
        let number = bare.strip_prefix('#').or_else(|| bare.strip_prefix('(').and_then(|w| w.strip_suffix(')')));
        if number.is_some_and(|n| n.parse::<u32>().is_ok()) {
            if let (true, Some(last)) = (word.ends_with(':'), words.last_mut()) {
                last.push(':');
            }
            continue;
        }
        words.push(word.to_owned());
    }
    words.join(" ")
}

impl Runner {
    fn options(&self) -> Vec<String> {
        self.state
            .candidates()
            .iter()
            .enumerate()
            .map(|(place, cand)| {
                let mut text = String::new();
                self.state.action_text(ActionId(cand.id(place)), &mut text);
                text
            })
            .collect()
    }

    /// The candidate that a line means.
    fn matching(&self, wanted: &str) -> Option<ActionId> {
        let options = self.options();
        let place = options
            .iter()
            .position(|text| text == wanted || plain(text) == wanted)
            .or_else(|| options.iter().position(|text| text.starts_with(wanted) || plain(text).starts_with(wanted)))?;
        Some(ActionId(self.state.candidates()[place].id(place)))
    }

    fn play(&mut self, id: ActionId) {
        if let Some(kind) = self.state.ask.kind()
            && !self.used.choices.contains(&kind)
        {
            self.used.choices.push(kind);
        }
        self.state.play_unchecked(id);
        self.used.note(&self.state);
    }

    /// Chance, and what nobody has anything to say about: passing, not attacking, not blocking.
    fn idle(&mut self) -> Result<(), SceneError> {
        match self.state.turn() {
            Turn::Over => wrong("the game is over"),
            Turn::Chance => {
                self.state.roll(&mut self.rng);
                self.used.note(&self.state);
                Ok(())
            }
            Turn::Seat(_) => {
                let quiet = |act: Act| matches!(act, Act::Pass | Act::Stay | Act::NoBlock);
                let place = self.state.cands.iter().position(|cand| quiet(cand.act));
                let cleanup = matches!(self.state.ask, Ask::Cleanup { .. }).then_some(0);
                match place.or(cleanup) {
                    Some(place) => {
                        let cand = self.state.cands[place];
                        self.state.play_unchecked(ActionId(cand.id(place)));
                        self.used.note(&self.state);
                        Ok(())
                    }
                    None => wrong("a decision that the line does not speak of"),
                }
            }
        }
    }

    fn line(&mut self, line: &str) -> Result<(), SceneError> {
        let line = line.trim();
        if let Some(check) = line.strip_prefix("= ") {
            return self.check(check.trim());
        }
        if line == "resolve" {
            return self.resolve();
        }
        if let Some(step) = line.strip_prefix("to ") {
            return self.advance(step.trim());
        }
        let Some((seat, wanted)) = line.split_once(": ") else { return wrong("write `1: what player 1 does`") };
        let Some(seat) = seat.trim().parse::<u8>().ok().filter(|n| (1..=2).contains(n)) else {
            return wrong("players are 1 and 2");
        };
        for _ in 0..PATIENCE {
            if self.state.ask.seat() == Some(seat - 1)
                && let Some(id) = self.matching(wanted.trim())
            {
                self.play(id);
                return self.chances();
            }
            self.idle()?;
        }
        wrong("never possible")
    }

    /// Plays chance until somebody decides.
    fn chances(&mut self) -> Result<(), SceneError> {
        while self.state.turn() == Turn::Chance {
            self.state.roll(&mut self.rng);
        }
        Ok(())
    }

    /// Passes until the stack is empty.
    fn resolve(&mut self) -> Result<(), SceneError> {
        for _ in 0..PATIENCE {
            let quiet = self.state.stack.is_empty() && !self.state.resolution.active && !self.state.announce.active;
            if quiet || self.state.over {
                return Ok(());
            }
            if matches!(self.state.turn(), Turn::Seat(_)) && !matches!(self.state.ask, Ask::Priority { .. }) {
                return Ok(());
            }
            self.idle()?;
        }
        wrong("the stack is never empty")
    }

    /// Passes until a step, of this turn or the next: `to end`, `to next upkeep`.
    fn advance(&mut self, text: &str) -> Result<(), SceneError> {
        let (next, name) = match text.strip_prefix("next ") {
            Some(name) => (true, name),
            None => (false, text),
        };
        let name = name.replace(' ', "_");
        let step = Step::ALL.into_iter().find(|step| format!("{step:?}").to_lowercase() == name.replace('_', ""));
        let Some(step) = step else { return wrong(format!("there is no step `{name}`")) };
        let turn = self.state.turn + u16::from(next);
        for _ in 0..PATIENCE * 4 {
            let reached = (self.state.turn, self.state.step) >= (turn, step);
            if reached && matches!(self.state.turn(), Turn::Seat(_)) || self.state.over {
                return Ok(());
            }
            self.idle()?;
        }
        wrong("the step never comes")
    }

    /// A permanent by name, or by name and number.
    fn slot(&self, name: &str) -> Result<u8, SceneError> {
        let found = iter_bits(self.state.field).find(|&slot| {
            self.state.perm_name(slot).eq_ignore_ascii_case(name)
                || self.state.card_at(slot).name.eq_ignore_ascii_case(name)
        });
        found.map_or_else(|| wrong(format!("{name} is not on the battlefield")), Ok)
    }

    fn check(&self, check: &str) -> Result<(), SceneError> {
        let state = &self.state;
        let demand = |holds: bool, found: String| if holds { Ok(()) } else { wrong(format!("found {found}")) };
        match check {
            "over" => return demand(state.over, "a game that goes on".to_owned()),
            "not over" => return demand(!state.over, "a game that is over".to_owned()),
            "draw" => return demand(state.over && state.lost == 3, format!("lost {}", state.lost)),
            _ => {}
        }
        if let Some(winner) = check.strip_prefix("winner ") {
            let lost = if winner == "1" { 2 } else { 1 };
            return demand(state.over && state.lost == lost, format!("lost {}", state.lost));
        }
        if let Some(text) = check.strip_prefix("offered ") {
            return demand(self.matching(text).is_some(), format!("{:?}", self.options()));
        }
        if let Some(text) = check.strip_prefix("not offered ") {
            return demand(self.matching(text).is_none(), format!("{:?}", self.options()));
        }
        if let Some(kind) = check.strip_prefix("asked ") {
            let found = state.ask.kind().map_or_else(String::new, |kind| format!("{kind:?}"));
            return demand(found.eq_ignore_ascii_case(&kind.replace(' ', "")), found);
        }
        if let Some(count) = check.strip_prefix("options ") {
            return demand(state.cands.len().to_string() == count, state.cands.len().to_string());
        }
        if let Some(count) = check.strip_prefix("stack ") {
            return demand(state.stack.len().to_string() == count, state.stack.len().to_string());
        }
        if let Some(step) = check.strip_prefix("step ") {
            return demand(state.step.name() == step, state.step.name().to_owned());
        }
        if let Some(seat) = check.strip_prefix("decides ") {
            let found = state.ask.seat().map_or(0, |seat| seat + 1).to_string();
            return demand(found == seat, found);
        }
        if check.starts_with("1 ") || check.starts_with("2 ") {
            return self.check_player(check);
        }
        self.check_permanent(check)
    }

    fn check_player(&self, check: &str) -> Result<(), SceneError> {
        let state = &self.state;
        let demand = |holds: bool, found: String| if holds { Ok(()) } else { wrong(format!("found {found}")) };
        let seat = check.as_bytes()[0] - b'1';
        let side = state.side(seat);
        let (what, rest) = check[2..].split_once(' ').unwrap_or((&check[2..], ""));
        if what == "life" {
            return demand(side.life.to_string() == rest, side.life.to_string());
        }
        if what == "floats" {
            let mana: u16 = side.mana.iter().map(|&n| u16::from(n)).sum();
            return demand(mana.to_string() == rest, mana.to_string());
        }
        let names: Vec<&str> = match what {
            "hand" => side.hand.iter().map(|&card| state.card(card).name).collect(),
            "known" => side.known.iter().map(|&card| state.card(card).name).collect(),
            "graveyard" => side.graveyard.iter().map(|lying| state.card(lying.card).name).collect(),
            "exile" => {
                state.exile.iter().filter(|e| e.owner == seat).map(|exiled| state.card(exiled.card).name).collect()
            }
            "battlefield" => iter_bits(state.control[seat as usize]).map(|slot| state.card_at(slot).name).collect(),
            "top" => side.top.iter().rev().map(|placed| state.card(placed.card).name).collect(),
            "bottom" => side.bottom.iter().rev().map(|placed| state.card(placed.card).name).collect(),
            "library" => return demand(side.library_len().to_string() == rest, side.library_len().to_string()),
            _ => return wrong(format!("`{what}` is no zone")),
        };
        if let Ok(count) = rest.parse::<usize>() {
            return demand(names.len() == count, names.join(", "));
        }
        let (has, name) = match (rest.strip_prefix("has "), rest.strip_prefix("lacks ")) {
            (Some(name), _) => (true, name),
            (_, Some(name)) => (false, name),
            _ => return wrong("write `has NAME`, `has 2 NAME`, `lacks NAME` or a number"),
        };
        let (count, name) = match name.split_once(' ') {
            Some((n, name)) if n.parse::<usize>().is_ok() => (n.parse().unwrap_or(1), name),
            _ => (1, name),
        };
        let found = names.iter().filter(|there| there.eq_ignore_ascii_case(name)).count();
        demand(if has { found >= count && (count == 1 || found == count) } else { found == 0 }, names.join(", "))
    }

    fn check_permanent(&self, check: &str) -> Result<(), SceneError> {
        let state = &self.state;
        let demand = |holds: bool, found: String| if holds { Ok(()) } else { wrong(format!("found {found}")) };
        for (word, test) in
            [(" is ", 0), (" has ", 1), (" lacks ", 2), (" counters ", 3), (" damage ", 4), (" on ", 5), (" of ", 6)]
        {
            let Some((name, rest)) = check.split_once(word) else { continue };
            // Card names have such words too.
            let Ok(slot) = self.slot(name) else { continue };
            let (perm, traits) = (&state.perms[slot as usize], &state.traits[slot as usize]);
            let keywords = print::keywords(traits.keywords);
            let listed = keywords.split(", ").any(|keyword| keyword == rest);
            return match test {
                0 => match rest {
                    "tapped" => demand(perm.is(pf::TAPPED), "untapped".to_owned()),
                    "untapped" => demand(!perm.is(pf::TAPPED), "tapped".to_owned()),
                    "attacking" => demand(state.combat.attacking >> slot & 1 == 1, "not attacking".to_owned()),
                    "blocking" => demand(perm.blocks != NO, "not blocking".to_owned()),
                    _ => {
                        let found = format!("{}/{}", traits.power, traits.toughness);
                        demand(found == rest, found)
                    }
                },
                1 => demand(listed, keywords.clone()),
                2 => demand(!listed, keywords.clone()),
                3 => {
                    let found = i32::from(perm.plus) - i32::from(perm.minus);
                    demand(found.to_string() == rest, found.to_string())
                }
                4 => demand(perm.damage.to_string() == rest, perm.damage.to_string()),
                5 => {
                    let host = (perm.host != NO).then(|| state.card_at(perm.host).name);
                    demand(host.is_some_and(|host| host.eq_ignore_ascii_case(rest)), format!("{host:?}"))
                }
                _ => demand((traits.ctrl + 1).to_string() == rest, (traits.ctrl + 1).to_string()),
            };
        }
        wrong("not understood, or not on the battlefield")
    }
}
