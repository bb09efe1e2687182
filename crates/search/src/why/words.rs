//! The sentences. Each is made of words and numbers, and keeps the numbers that it says.

use super::{Reply, Why};
use crate::insight::Out;
use crate::mode::Mode;
use hoyle_core::{Seat, Spec};
use serde::Serialize;

/// A sentence, and the numbers in it in the order in which they are said.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// Its numbers: chances and differences of chances, where 1 is said as 100%, and counts.
    pub numbers: Vec<f32>,
}

impl Sentence {
    fn new() -> Self {
        Self::default()
    }

    fn words(mut self, words: impl AsRef<str>) -> Self {
        self.text.push_str(words.as_ref());
        self
    }

    /// A chance: `54.3%`.
    fn percent(mut self, share: f32) -> Self {
        self.text.push_str(&percent(share));
        self.numbers.push(share);
        self
    }

    /// A difference of chances: `3.1 points`.
    fn points(mut self, difference: f32) -> Self {
        self.text.push_str(&points(difference));
        self.numbers.push(difference);
        self
    }

    fn count(mut self, count: u32) -> Self {
        self.text.push_str(&count.to_string());
        self.numbers.push(count as f32);
        self
    }
}

fn percent(share: f32) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn points(difference: f32) -> String {
    format!("{:.1} points", 100.0 * difference)
}

/// All that is to be said, the most important first.
pub(super) fn sentences(why: &Why, spec: &Spec) -> Vec<Sentence> {
    let name = |seat: Seat| spec.seat_names[seat.index()].as_str();
    [
        worth(why),
        sure(why),
        stands(why),
        out(why),
        answers(why),
        danger(why),
        uses(why),
        why.expects.as_ref().map(|reply| expects(reply, name(reply.seat))),
        why.fears.as_ref().map(|reply| fears(reply, name(reply.seat))),
        around(why, name),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn worth(why: &Why) -> Option<Sentence> {
    let value = why.value?;
    let it = Sentence::new().words(&why.text).words(" wins ").percent(value);
    Some(match &why.instead {
        None => it.words("."),
        Some(other) if (other.value - value).abs() < 0.0005 => {
            it.words(", about as much as ").words(&other.text).words(" (").percent(other.value).words(").")
        }
        Some(other) if other.value > value => {
            it.words("; ").words(&other.text).words(" would win ").percent(other.value).words(".")
        }
        Some(other) => {
            let it = it.words(", ").points(value - other.value).words(" more than ");
            it.words(&other.text).words(" (").percent(other.value).words(").")
        }
    })
}

fn sure(why: &Why) -> Option<Sentence> {
    let (low, high) = why.interval?;
    let it = Sentence::new().words("After ").count(why.simulations).words(" simulations that is known to lie between ");
    Some(it.percent(low).words(" and ").percent(high).words("."))
}

/// Said where it is not even.
fn stands(why: &Why) -> Option<Sentence> {
    let how = match why.mode {
        Mode::Winning => "It is winning: the position is worth ",
        Mode::Even => return None,
        Mode::Losing => "It is losing: the position is worth ",
        Mode::Desperate => "It is desperate: the position is worth ",
    };
    Some(Sentence::new().words(how).percent(why.now).words("."))
}

/// The out that brings most, and how likely all of them are together.
fn out(why: &Why) -> Option<Sentence> {
    let brings = |out: &Out| out.chance * (out.value - why.now);
    let best = why.outs.iter().max_by(|a, b| brings(a).total_cmp(&brings(b)))?;
    let it = Sentence::new().words("It plays to ").words(&best.name).words(" (").percent(best.chance);
    let it = it.words(" to come next), with which it would win ").percent(best.value);
    let all: f32 = why.outs.iter().map(|out| out.chance).sum();
    Some(match why.outs.len() {
        1 => it.words("."),
        _ => it.words("; all that helps comes with ").percent(all).words("."),
    })
}

fn answers(why: &Why) -> Option<Sentence> {
    let thing = why.answers.as_ref()?;
    let it = Sentence::new().words("It answers ").words(&thing.name).words(", without which the chance would be ");
    Some(it.points(thing.threat).words(" higher."))
}

/// Not said twice.
fn danger(why: &Why) -> Option<Sentence> {
    let thing = why.danger.as_ref()?;
    if why.answers.as_ref().is_some_and(|answered| answered.entity == thing.entity) {
        return None;
    }
    let it = Sentence::new().words("The greatest danger is ").words(&thing.name);
    Some(it.words(": without it the chance would be ").points(thing.threat).words(" higher."))
}

fn uses(why: &Why) -> Option<Sentence> {
    let thing = why.uses.as_ref()?;
    let it = Sentence::new().words("It uses ").words(&thing.name).words(", which is worth ");
    Some(it.points(-thing.threat).words("."))
}

fn expects(reply: &Reply, name: &str) -> Sentence {
    let it = Sentence::new().words("It expects from ").words(name).words(": ").words(&reply.text).words(" (");
    it.percent(reply.share).words(" of the lines), which leaves ").percent(reply.value).words(".")
}

fn fears(reply: &Reply, name: &str) -> Sentence {
    let it = Sentence::new().words("It fears from ").words(name).words(": ").words(&reply.text).words(" (");
    it.percent(reply.share).words(" of the lines), which leaves ").percent(reply.value).words(".")
}

fn around<'a>(why: &Why, name: impl Fn(Seat) -> &'a str) -> Option<Sentence> {
    let (around, other) = (why.around.as_ref()?, why.instead.as_ref()?);
    let it = Sentence::new().words("It plays around ").words(&around.card).words(" in the hand of ");
    let it = it.words(name(around.seat)).words(" (").percent(around.chance).words("): then it is ");
    let it = it.points(around.held).words(" better than ").words(&other.text).words(", otherwise ");
    let (difference, how) =
        if around.missing < 0.0 { (-around.missing, " worse.") } else { (around.missing, " better.") };
    Some(it.points(difference).words(how))
}

#[cfg(test)]
mod tests {
    use super::super::{Around, Instead, Thing};
    use super::*;
    use hoyle_core::testing::kuhn::Kuhn;
    use hoyle_core::{ActionId, Game};

    fn spec() -> &'static Spec {
        Kuhn::new(Kuhn::preset("standard").unwrap()).unwrap().spec()
    }

    fn thing(name: &str, entity: u16, threat: f32) -> Option<Thing> {
        Some(Thing { entity, name: name.to_owned(), threat })
    }

    fn reply(text: &str, share: f32, value: f32) -> Option<Reply> {
        Some(Reply { seat: Seat(1), id: ActionId(1), text: text.to_owned(), share, value })
    }

    fn full() -> Why {
        Why {
            seat: Seat(0),
            id: ActionId(0),
            text: "bet".to_owned(),
            mode: Mode::Losing,
            now: 0.239,
            simulations: 321,
            value: Some(0.613),
            interval: Some((0.587, 0.639)),
            instead: Some(Instead { id: ActionId(1), text: "pass".to_owned(), value: 0.541 }),
            answers: thing("king", 4, 0.113),
            uses: thing("queen", 5, -0.064),
            danger: thing("jack", 6, 0.157),
            expects: reply("call", 0.713, 0.427),
            fears: reply("raise", 0.081, 0.203),
            around: Some(Around { seat: Seat(1), card: "ace".to_owned(), chance: 0.344, held: 0.083, missing: -0.031 }),
            outs: [("deuce", 0.125, 0.447), ("trey", 0.031, 0.611)]
                .map(|(name, chance, value)| Out { name: name.to_owned(), chance, value })
                .into(),
            sentences: Vec::new(),
        }
    }

    /// The numbers that a text says: whatever stands before `%`, ` points` or ` simulations`.
    fn said(text: &str) -> Vec<f32> {
        let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<f32>().ok();
        let words: Vec<&str> = text.split_whitespace().collect();
        let next = |n: usize, unit: &str| words.get(n + 1).is_some_and(|next| next.starts_with(unit));
        let of = |(n, word): (usize, &&str)| match word.contains('%') || next(n, "points") {
            true => Some(number(word)? / 100.0),
            false if next(n, "simulations") => number(word),
            // A number that belongs to a name.
            false => None,
        };
        words.iter().enumerate().filter_map(of).collect()
    }

    #[test]
    fn no_sentence_without_its_numbers_and_no_number_that_is_not_its() {
        let sentences = sentences(&full(), spec());
        assert_eq!(sentences.len(), 10);
        for Sentence { text, numbers } in &sentences {
            assert!(!numbers.is_empty(), "{text}");
            let said = said(text);
            assert_eq!(said.len(), numbers.len(), "{text}");
            for (said, number) in said.iter().zip(numbers) {
                assert!((said - number).abs() < 1e-3, "{text}: {said} is not {number}");
            }
        }
    }

    /// Whatever changes among the numbers is said.
    #[test]
    fn other_numbers_are_other_words() {
        let before = sentences(&full(), spec());
        let change = |change: &dyn Fn(&mut Why)| {
            let mut why = full();
            change(&mut why);
            let after = sentences(&why, spec());
            assert_ne!(after, before);
            after
        };
        change(&|why| why.value = Some(0.7));
        change(&|why| why.interval = Some((0.5, 0.7)));
        change(&|why| why.simulations = 322);
        change(&|why| why.answers.as_mut().unwrap().threat = 0.2);
        change(&|why| why.uses.as_mut().unwrap().threat = -0.2);
        change(&|why| why.danger.as_mut().unwrap().threat = 0.2);
        change(&|why| why.expects.as_mut().unwrap().share = 0.2);
        change(&|why| why.fears.as_mut().unwrap().value = 0.1);
        change(&|why| why.around.as_mut().unwrap().chance = 0.1);
        change(&|why| why.now = 0.2);
        change(&|why| why.mode = Mode::Desperate);
        change(&|why| why.outs[0].value = 0.5);
        change(&|why| why.outs[1].chance = 0.05);
        change(&|why| why.around.as_mut().unwrap().missing = 0.02);
        let better = change(&|why| why.instead.as_mut().unwrap().value = 0.8);
        assert_eq!(better[0].text, "bet wins 61.3%; pass would win 80.0%.");
        let alike = change(&|why| why.instead.as_mut().unwrap().value = 0.6131);
        assert_eq!(alike[0].text, "bet wins 61.3%, about as much as pass (61.3%).");
        // What is answered is not called a danger once more.
        assert_eq!(change(&|why| why.danger = why.answers.clone()).len(), 9);
        let nothing = Why { value: None, interval: None, answers: None, uses: None, ..full() };
        let nothing = Why { danger: None, expects: None, fears: None, around: None, ..nothing };
        let nothing = Why { mode: Mode::Even, outs: Vec::new(), ..nothing };
        assert_eq!(sentences(&nothing, spec()), []);
    }
}
