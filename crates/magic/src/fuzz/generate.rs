//! Well-formed card files, at random: every verb, trigger, cost, filter and number, in any combination that the language
//! allows, and now and then in one that it does not.

use crate::cards::forms::{Sample, THEN_HAND, filters, objects, players, quantities, triggers, verbs};
use crate::cards::tree::{BASIC_LANDS, COLORS, SYMBOLS, kw};
use hoyle_core::Rng;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Forms of verbs that are written in few places, or rarely: [`Generator::effects`] and the like see to those.
const RARE_VERBS: [&str; 4] = ["divide", "return_linked", "attach", "prevent_combat_damage"];

/// A word of the card language with what stands in its parentheses.
type Form = (&'static str, &'static [Sample]);

/// Forms of verbs that stand anywhere in an effect.
static VERBS: LazyLock<Vec<Form>> =
    LazyLock::new(|| verbs::FORMS.iter().copied().filter(|(word, _)| !RARE_VERBS.contains(word)).collect());
/// Triggers without and with a filter.
static TRIGGERS: LazyLock<[Vec<Form>; 2]> = LazyLock::new(|| {
    [false, true].map(|filter| triggers::FORMS.iter().copied().filter(|form| form.1.is_empty() != filter).collect())
});
/// Words of filters that stand anywhere, and some kinds of cards: all of them rare beside [`FILTERS`].
static RARE_FILTERS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let words = filters::FORMS.iter().map(|&(word, _)| word).filter(|&word| word != "damaged_by_self");
    words.chain(["kindred", "planeswalker", "deathtouch"]).collect()
});
/// Numbers that are known only in an effect.
const INSIDE: [&str; 3] = ["life_paid", "dealt", "amount"];

const NUMBERS: [u32; 18] = [0, 1, 1, 1, 2, 2, 3, 4, 7, 20, 60, 61, 97, 200, 201, 255, 1000, 10_000];
const FILTERS: [&str; 22] = [
    "card",
    "permanent",
    "creature",
    "creature",
    "land",
    "artifact",
    "enchantment",
    "instant",
    "sorcery",
    "basic",
    "legendary",
    "red",
    "green",
    "flying",
    "yours",
    "theirs",
    "of_target",
    "other",
    "tapped",
    "attacking",
    "Goblin",
    "Fuzz",
];

/// A card file at random. Almost all of them can be read; one that cannot says why.
pub fn random_card_file(rng: &mut Rng) -> String {
    let mut made = Generator { rng, tokens: 0, targets: 0, closed: true, inside: false, names: 0 };
    let mut file = String::new();
    for i in 0..1 + made.below(3) {
        made.tokens = i;
        made.entry(&mut file, Some(i));
    }
    made.tokens += 1;
    for _ in 0..4 + made.below(9) {
        made.entry(&mut file, None);
    }
    file
}

struct Generator<'a> {
    rng: &'a mut Rng,
    /// How many tokens there are so far.
    tokens: u32,
    /// How many targets the present effect has so far.
    targets: u32,
    /// Whether it can have no further ones.
    closed: bool,
    /// Whether an effect is being written: only there is known what triggered it and the like.
    inside: bool,
    names: u32,
}

impl Generator<'_> {
    fn below(&mut self, n: u32) -> u32 {
        self.rng.below(n)
    }

    /// True once in `n` times.
    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    fn pick<'s>(&mut self, words: &[&'s str]) -> &'s str {
        words[self.below(words.len() as u32) as usize]
    }

    /// A card or a token.
    fn entry(&mut self, file: &mut String, token: Option<u32>) {
        let kind = match (token, self.below(20)) {
            (Some(_), _) | (None, 0..=7) => "creature",
            (None, 8..=11) => "sorcery",
            (None, 12..=14) => "instant",
            (None, 15) => "land",
            (None, 16) => "enchantment",
            (None, 17) => "artifact",
            (None, 18) => "aura",
            (None, _) => "equipment",
        };
        let _ = match token {
            Some(i) => writeln!(file, "[[token]]\nid = \"fuzz{i}\"\nname = \"Fuzz Token {i}\""),
            None => {
                self.names += 1;
                writeln!(file, "[[card]]\nname = \"Fuzz {}\"", self.names)
            }
        };
        let types = match kind {
            "aura" => "Enchantment Aura",
            "equipment" => "Artifact Equipment",
            "creature" => self.pick(&[
                "Creature Fuzz",
                "Creature Goblin",
                "Artifact Creature Fuzz",
                "Legendary Creature Fuzz",
                "Enchantment Creature Goblin Fuzz",
            ]),
            "land" => self.pick(&["Land", "Land Forest", "Legendary Land"]),
            "instant" => self.pick(&["Instant", "Kindred Instant Goblin"]),
            "sorcery" => "Sorcery",
            "enchantment" => self.pick(&["Enchantment", "Legendary Enchantment"]),
            _ => "Artifact",
        };
        let _ = writeln!(file, "types = \"{types}\"");
        let mut x = false;
        if token.is_none() && kind != "land" {
            x = self.one_in(6);
            let cost = format!("{}{}", if x { "X" } else { "" }, self.cost_symbols());
            let _ = writeln!(file, "cost = \"{cost}\"");
            if x && self.one_in(4) {
                let _ = writeln!(file, "x = \"{}\"", SYMBOLS[self.below(5) as usize]);
            }
        }
        if token.is_some() && self.one_in(2) {
            let _ = writeln!(file, "colors = \"{}\"", SYMBOLS[self.below(5) as usize]);
        }
        if kind == "creature" {
            let star = self.one_in(8);
            let power =
                if star { "*".to_owned() } else { self.pick(&["0", "1", "2", "3", "7", "99", "-1"]).to_owned() };
            let toughness = match (star, self.below(3)) {
                (true, 0) => "*",
                (true, 1) => "1+*",
                _ => self.pick(&["1", "1", "2", "2", "4", "99", "0"]),
            };
            let _ = writeln!(file, "pt = \"{power}/{toughness}\"");
            if star {
                let _ = writeln!(file, "star = \"{}\"", self.outside(|made| made.quantity(2)));
            }
        }
        let mut abilities = Vec::new();
        match kind {
            "instant" | "sorcery" => {
                if self.one_in(4) {
                    let cost = self.additional_cost(x);
                    abilities.push(format!("additional: {cost}"));
                }
                let program = self.program();
                abilities.push(format!("spell: {program}"));
                if self.one_in(12) {
                    abilities.push("cannot_be_countered".to_owned());
                }
            }
            "aura" => {
                let filter = self.pick(&["creature", "permanent", "land", "creature & yours"]);
                abilities.push(format!("enchant({filter})"));
            }
            "equipment" => abilities.push(format!("equip({{{}}})", self.below(3))),
            "land" => abilities.push(format!("{{T}}: mana({}, 1)", self.mana_symbols())),
            _ => {}
        }
        if kind != "instant" && kind != "sorcery" {
            for _ in 0..self.below(4) {
                let ability = self.ability(kind);
                abilities.push(ability);
            }
        }
        let _ = writeln!(file, "abilities = [{}]\n", quoted(&abilities));
    }

    fn cost_symbols(&mut self) -> String {
        match self.below(12) {
            0 => "0".to_owned(),
            1 => "30".to_owned(),
            2 => "WUBRG".to_owned(),
            _ => {
                let mut cost = if self.one_in(2) { self.below(3).to_string() } else { String::new() };
                for _ in 0..1 + self.below(2) {
                    cost.push(SYMBOLS[if self.one_in(20) { 5 } else { self.below(5) as usize }]);
                }
                cost
            }
        }
    }

    fn mana_symbols(&mut self) -> String {
        match self.below(4) {
            0 => "any".to_owned(),
            1 => format!("{}|{}", SYMBOLS[self.below(5) as usize], SYMBOLS[self.below(6) as usize]),
            _ => SYMBOLS[self.below(6) as usize].to_string(),
        }
    }

    /// Something in which no target is spoken of.
    fn outside<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.targets, self.closed, self.inside);
        (self.targets, self.closed, self.inside) = (0, true, false);
        let result = f(self);
        (self.targets, self.closed, self.inside) = before;
        result
    }

    fn ability(&mut self, kind: &str) -> String {
        match self.below(16) {
            0..=2 => self.keyword(),
            3..=8 => {
                let trigger = match self.below(12) {
                    0 => format!("dies({} & damaged_by_self)", self.word(false)),
                    n => self.one_of(&TRIGGERS[usize::from(n < 7)], 0),
                };
                let cond = if self.one_in(4) { format!(" if {}", self.outside(Self::cond)) } else { String::new() };
                let program = self.program();
                format!("when {trigger}{cond}: {program}")
            }
            9..=11 => {
                let costs = self.costs();
                let sorcery = if self.one_in(4) { "sorcery " } else { "" };
                let attach = matches!(kind, "aura" | "equipment") && self.one_in(3);
                let program = if attach { "attach(target(creature))".to_owned() } else { self.program() };
                format!("{sorcery}{costs}: {program}")
            }
            12 if kind != "land" => {
                let amount = self.outside(|made| made.quantity(1));
                format!("{{T}}: mana({}, {amount})", self.mana_symbols())
            }
            12..=14 => self.outside(|made| {
                let who = match made.below(3) {
                    0 => "self".to_owned(),
                    1 => "host".to_owned(),
                    _ => format!("each({})", made.filter(false)),
                };
                let change = match made.below(8) {
                    0..=2 => format!("pump({who}, {}, {})", made.quantity(2), made.quantity(2)),
                    3 => format!("set_pt({who}, {}, {})", made.quantity(2), made.quantity(2)),
                    4 => format!("control({who})"),
                    _ => format!("grant({who}, {})", made.keywords()),
                };
                let cond = if made.one_in(3) { format!(" if {}", made.cond()) } else { String::new() };
                format!("static: {change}{cond}")
            }),
            _ if self.one_in(3) => "replace: enters_tapped".to_owned(),
            _ => {
                let n = self.outside(|made| made.quantity(2));
                format!("replace: enters_with({}, {n})", self.pick(&["plus", "minus"]))
            }
        }
    }

    fn keyword(&mut self) -> String {
        match self.below(12) {
            0 => format!("protection({})", COLORS[self.below(5) as usize]),
            1 => format!("protection({})", self.filter(false)),
            2 => format!("landwalk({})", BASIC_LANDS[self.below(5) as usize]),
            3 => format!("ward({{{}}})", self.below(4)),
            4 => format!("evades({})", self.filter(false)),
            _ => self.keywords_one(),
        }
    }

    fn keywords_one(&mut self) -> String {
        kw::NAMES[self.below(kw::NAMES.len() as u32) as usize].0.to_owned()
    }

    fn keywords(&mut self) -> String {
        match self.below(6) {
            0 => format!("protection({})", COLORS[self.below(5) as usize]),
            1 => format!("{} & {}", self.keywords_one(), self.keywords_one()),
            2 => format!("landwalk({})", BASIC_LANDS[self.below(5) as usize]),
            _ => self.keywords_one(),
        }
    }

    fn additional_cost(&mut self, x: bool) -> String {
        match self.below(5) {
            0 => format!("sacrifice({})", self.filter(false).replace("tapped", "red")),
            1 => {
                let most = if self.one_in(20) { 12 } else { 4 };
                format!("discard({})", self.below(most))
            }
            2 => format!("life({})", self.below(101)),
            3 if !x => "life(X)".to_owned(),
            _ => format!("exile({})", self.filter(true)),
        }
    }

    fn costs(&mut self) -> String {
        let mut costs = Vec::new();
        let x = self.one_in(8);
        if x || self.one_in(2) {
            costs.push(format!("{}{{{}}}", if x { "{X}" } else { "" }, self.below(3)));
        }
        if self.one_in(3) {
            costs.push("{T}".to_owned());
        }
        match self.below(10) {
            0 => costs.push("sacrifice(self)".to_owned()),
            1 => costs.push(format!("remove({}, {})", self.pick(&["plus", "minus"]), self.below(3))),
            2 if costs.is_empty() => costs.push("life(0)".to_owned()),
            2..=5 => costs.push(self.additional_cost(x)),
            _ if costs.is_empty() => costs.push("{0}".to_owned()),
            _ => {}
        }
        costs.join(", ")
    }

    fn program(&mut self) -> String {
        if self.one_in(8) {
            let modes: Vec<String> = (0..2 + self.below(3)).map(|_| self.effects(1)).collect();
            return format!("modes({})", modes.join(", "));
        }
        self.effects(2)
    }

    /// An effect with targets of its own.
    fn effects(&mut self, depth: u32) -> String {
        (self.targets, self.closed) = (0, false);
        if self.one_in(16) {
            let n = self.outside(|made| made.quantity(1));
            (self.targets, self.closed) = (1, true);
            let what = self.pick(&["target(any)", "targets(any, 1, 2)", "up_to(creature, 3)", "targets(player, 1, 2)"]);
            return format!("divide({n}, {what})");
        }
        self.inside = true;
        let effect = self.sequence(depth);
        (self.targets, self.closed, self.inside) = (0, true, false);
        effect
    }

    fn sequence(&mut self, depth: u32) -> String {
        let parts: Vec<String> = (0..1 + self.below(3)).map(|_| self.effect(depth)).collect();
        if parts.len() == 1 { parts.into_iter().next().unwrap_or_default() } else { format!("({})", parts.join("; ")) }
    }

    fn effect(&mut self, depth: u32) -> String {
        if depth > 0 && self.one_in(5) {
            return match self.below(5) {
                0 => format!("may({})", self.sequence(depth - 1)),
                1 => {
                    let who = self.player(true);
                    format!("may({who}, {})", self.sequence(depth - 1))
                }
                2 => {
                    let cond = self.cond();
                    format!("if({cond}, {})", self.sequence(depth - 1))
                }
                3 => {
                    let effect = self.sequence(depth - 1);
                    let payer = self.player(true);
                    format!("unless_pays({payer}, {{{}}}, {effect})", self.below(3))
                }
                _ if !self.closed && self.targets < 3 => {
                    let target = self.target();
                    format!("with({target}, {})", self.sequence(depth - 1))
                }
                _ => "prevent_combat_damage".to_owned(),
            };
        }
        if self.one_in(30) {
            return "return_linked".to_owned();
        }
        self.one_of(&VERBS, 3)
    }

    /// One of these forms. `depth`: how deep the numbers in it are, at most.
    fn one_of(&mut self, forms: &[Form], depth: u32) -> String {
        let (word, arguments) = forms[self.below(forms.len() as u32) as usize];
        let mut written = Vec::new();
        for &argument in arguments {
            let text = match argument {
                Sample::Number | Sample::Targets => self.quantity(depth.saturating_sub(1)),
                Sample::Asked => self.asked(false),
                Sample::AskedClosely => self.asked(true),
                Sample::CardColor => COLORS[self.below(5) as usize].to_owned(),
                Sample::Object => self.object(),
                Sample::Player => self.player(false),
                Sample::OnePlayer => self.player(true),
                Sample::Anything if self.one_in(3) => self.player(false),
                Sample::Anything => self.object(),
                Sample::Permanents => self.filter(false),
                Sample::Cards => self.filter(true),
                Sample::Counters => self.pick(&["plus", "minus"]).to_owned(),
                Sample::Keywords => self.keywords(),
                Sample::Token if self.tokens > 0 => format!("fuzz{}", self.below(self.tokens)),
                Sample::Token => "goblin_red_1_1".to_owned(),
                Sample::Color => SYMBOLS[self.below(6) as usize].to_string(),
                Sample::Destination => self.pick(&["hand", "battlefield", "battlefield_tapped"]).to_owned(),
            };
            written.push(text);
        }
        if word == "search" && self.one_in(4) {
            written[2] = self.below(4).to_string();
            written[3] = THEN_HAND.to_owned();
        }
        if written.is_empty() { word.to_owned() } else { format!("{word}({})", written.join(", ")) }
    }

    fn target(&mut self) -> String {
        let room = 3 - self.targets;
        let what = match self.below(12) {
            0 | 1 => "any".to_owned(),
            2 => "player".to_owned(),
            3 => "opponent".to_owned(),
            4 => "spell".to_owned(),
            5 => format!("spell({})", self.filter(true)),
            6 | 7 => format!("grave({})", self.filter(true)),
            _ => self.filter(false),
        };
        match self.below(8) {
            0 => {
                let n = 1 + self.below(room);
                self.targets += n;
                self.closed = true;
                format!("up_to({what}, {n})")
            }
            1 => {
                let most = 1 + self.below(room);
                let least = self.below(most + 1);
                self.targets += most;
                self.closed = self.closed || least != most;
                format!("targets({what}, {least}, {most})")
            }
            _ => {
                self.targets += 1;
                format!("target({what})")
            }
        }
    }

    fn object(&mut self) -> String {
        match self.below(10) {
            0..=3 if !self.closed && self.targets < 3 => self.target(),
            0..=4 if self.targets > 0 => format!("t{}", 1 + self.below(self.targets)),
            5 | 6 => format!("each({})", self.filter(false)),
            7 => self.one_of(&objects::FORMS, 0),
            _ => "self".to_owned(),
        }
    }

    /// One object that is asked about; `closely` what is not remembered of all of them.
    fn asked(&mut self, closely: bool) -> String {
        match self.below(8) {
            0..=1 if !self.closed && self.targets < 3 => self.target(),
            0..=2 if self.targets > 0 => format!("t{}", 1 + self.below(self.targets)),
            3 if self.inside && !closely => self.pick(&["trigger", "sacrificed"]).to_owned(),
            4 if self.inside => "that".to_owned(),
            5 => "host".to_owned(),
            _ => "self".to_owned(),
        }
    }

    fn player(&mut self, one: bool) -> String {
        match self.below(12) {
            0 if !self.closed && self.targets < 3 => {
                self.targets += 1;
                self.pick(&["target(player)", "target(opponent)"]).to_owned()
            }
            1 if self.targets > 0 => format!("t{}", 1 + self.below(self.targets.min(2))),
            2 => format!("controller({})", self.asked(false)),
            3 => format!("owner({})", self.asked(false)),
            4 if !one => "each_player".to_owned(),
            5 => match self.one_of(&players::FORMS, 0) {
                who if one && who == "each_player" => "that_player".to_owned(),
                who => who,
            },
            6 | 7 => "opponent".to_owned(),
            _ => "you".to_owned(),
        }
    }

    fn quantity(&mut self, depth: u32) -> String {
        if depth == 0 || self.one_in(2) {
            return NUMBERS[self.below(NUMBERS.len() as u32) as usize].to_string();
        }
        match self.below(8) {
            0 => format!("-{}", self.quantity(depth - 1)),
            1 => {
                let left = self.quantity(depth - 1);
                format!("{left} + {}", self.quantity(depth - 1))
            }
            _ => {
                let number = self.one_of(&quantities::FORMS, depth);
                if !self.inside && INSIDE.contains(&number.as_str()) { "X".to_owned() } else { number }
            }
        }
    }

    fn cond(&mut self) -> String {
        match self.below(3) {
            0 => format!("controls({})", self.filter(false)),
            1 => {
                let object = self.asked(false);
                format!("is({object}, {})", self.filter(true))
            }
            _ => {
                let left = self.quantity(1);
                let sign = self.pick(&[">=", "<=", "="]);
                format!("{left} {sign} {}", self.quantity(1))
            }
        }
    }

    fn filter(&mut self, cards: bool) -> String {
        match self.below(8) {
            0 => format!("{} & {}", self.word(cards), self.word(cards)),
            1 => format!("({} | {})", self.word(cards), self.word(cards)),
            2 => format!("!{} & {}", self.pick(&["creature", "land", "token", "black", "tapped"]), self.word(cards)),
            3 => {
                let of = self.pick(&["power", "mv"]);
                let sign = self.pick(&[">=", "<=", "="]);
                format!("{} & {of} {sign} {}", self.word(cards), self.below(5))
            }
            _ => self.word(cards),
        }
    }

    fn word(&mut self, cards: bool) -> String {
        if cards && self.one_in(3) {
            return "card".to_owned();
        }
        if self.one_in(8) { self.pick(&RARE_FILTERS).to_owned() } else { self.pick(&FILTERS).to_owned() }
    }
}

fn quoted(texts: &[String]) -> String {
    texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ")
}
