//! The macro action: play several actions at once, by a rule that is an option of the game.
//!
//! A rule is data: cards and kinds of cards joined by `+`, the most wanted first. As long as there are actions left, the first
//! card of the list that is in hand is played. `throne` in the list lets a Throne Room play it, if one is in hand.
//!
//! | word | cards |
//! |---|---|
//! | `off` | none: the macro action is never offered |
//! | `simple` | `throne+cantrip` |
//! | `cantrip` | give a card and an action and need no decision |
//! | `village` | give two actions or more and need no decision |
//! | `nonterminal` | give an action and need no decision |
//! | `draw` | give a card and need no decision |
//! | `money` | give money and need no decision |
//! | `throne` | a Throne Room on the first of the others |
//! | a card's name | this card, if it is in the kingdom; what it asks is asked |

use crate::cards::{Card, Kinds};
use crate::pile::Slot;
use crate::program::Op;
use crate::state::{DominionState, Frame, Task};
use hoyle_core::InvalidOption;
use hoyle_core::names::closest;

/// Whether a card is of a kind.
type IsKind = fn(&Card) -> bool;

/// The kinds of cards that a rule can name.
const KINDS: [(&str, IsKind); 5] = [
    ("cantrip", |card| card.cards >= 1 && card.actions >= 1),
    ("village", |card| card.actions >= 2),
    ("nonterminal", |card| card.actions >= 1),
    ("draw", |card| card.cards >= 1),
    ("money", |card| card.coins >= 1),
];
/// The words of rules that are no kinds of cards.
const WORDS: [&str; 3] = ["off", "simple", THRONE];
const THRONE: &str = "throne";

/// What the macro action plays, bound to a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MacroRule {
    /// The cards, the most wanted first.
    order: Vec<Slot>,
    /// The cards that can play another one several times, if they are to.
    thrones: Vec<(Slot, u8)>,
}

/// What the macro action plays next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SimplePlay {
    /// The card.
    pub card: Slot,
    /// Which Throne Room plays it, and how often.
    pub throne: Option<(Slot, u8)>,
}

impl MacroRule {
    /// Reads a rule for a game. `known` are all cards that there are: one that is not in the kingdom is passed over, a
    /// misspelt one is an error.
    pub fn read(text: &str, cards: &[&Card], kingdom: u64, known: &[Card]) -> Result<Self, InvalidOption> {
        let text = match text.trim() {
            "off" => return Ok(Self::default()),
            "simple" => "throne+cantrip",
            text => text,
        };
        let in_game =
            || (0..).zip(cards).filter(|(slot, card): &(Slot, _)| kingdom >> slot & 1 == 1 && is_action(card));
        let mut rule = Self::default();
        for word in text.split('+').map(str::trim) {
            let mut wanted: Vec<Slot> = match KINDS.iter().find(|(kind, _)| *kind == word) {
                Some((_, is_kind)) => {
                    in_game().filter(|(_, card)| is_kind(card) && !card.asks()).map(|(slot, _)| slot).collect()
                }
                None if word == THRONE => {
                    rule.thrones = in_game().filter_map(|(slot, card)| Some((slot, times(card)?))).collect();
                    continue;
                }
                None => {
                    check(word, known)?;
                    in_game().filter(|(_, card)| card.name.eq_ignore_ascii_case(word)).map(|(slot, _)| slot).collect()
                }
            };
            // Of a kind, the dearest first.
            wanted.sort_by_key(|&slot| std::cmp::Reverse((cards[slot as usize].cost, slot)));
            wanted.retain(|slot| !rule.order.contains(slot));
            rule.order.extend(wanted);
        }
        Ok(rule)
    }
}

fn is_action(card: &Card) -> bool {
    card.kinds.has(Kinds::ACTION)
}

/// How often a card that does nothing else plays another one.
fn times(card: &Card) -> Option<u8> {
    match card.play.as_slice() {
        [Op::PlayTimes(times)] => Some(*times),
        _ => None,
    }
}

/// Refuses a word that is neither of rules nor an action card.
fn check(word: &str, known: &[Card]) -> Result<(), InvalidOption> {
    let wrong = |problem: String| Err(InvalidOption::new("macro", problem));
    match known.iter().find(|card| card.name.eq_ignore_ascii_case(word)) {
        Some(card) if is_action(card) => Ok(()),
        Some(card) => wrong(format!("`{}` is no action", card.name)),
        None if WORDS.contains(&word) => wrong(format!("`{word}` stands alone")),
        None => {
            // No name is longer than this; whoever writes more is told less of it.
            let word: String = word.chars().take(40).collect();
            let words: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).chain(WORDS).collect();
            let near = closest(&word, words.iter().copied().chain(known.iter().map(|card| card.name.as_str())));
            let near = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
            wrong(format!("`{word}` is no card{near}; words are {}", words.join(", ")))
        }
    }
}

impl DominionState {
    /// What the macro action would play now.
    #[inline]
    pub(crate) fn simple_play(&self) -> Option<SimplePlay> {
        let rule = &self.rules().macro_rule;
        let hand = &self.of(self.player).hand;
        if self.actions == 0 {
            return None;
        }
        let card = rule.order.iter().copied().find(|&slot| hand.count(slot) > 0)?;
        // A Throne Room and its card are two cards for twice the effect: first, so that the card is not gone.
        let throne = rule.thrones.iter().copied().find(|&(slot, _)| slot != card && hand.count(slot) > 0);
        Some(SimplePlay { card, throne })
    }

    /// Plays the next action, or ends the macro action.
    pub(super) fn run_macro(&mut self, frame: Frame) -> bool {
        let Some(SimplePlay { card, throne }) = self.simple_play() else {
            self.stack.pop();
            return false;
        };
        self.actions -= 1;
        if let Some((throne, times)) = throne {
            // The Throne Room is played and its choice made at once.
            self.count_play();
            self.of_mut(frame.seat).leave_hand(throne);
            self.in_play.add(throne);
            self.grant(throne);
            if times > 1 {
                self.push(Frame::new(Task::Again, card, frame.seat).with_count(times - 1));
            }
        }
        self.play_from_hand(card);
        false
    }
}
