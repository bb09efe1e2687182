//! The rules of one game: its cards with what play asks of them, and its decks.

use crate::cards::tree::{
    Ability, Card, Change, Filter, KeywordAbility, Mana, Obj, Op, Program, Quantity, Trigger, Verb, flag, supers, types,
};
use crate::cards::{CardSet, tokens};
use crate::deck::DeckList;
use crate::options::{DeckKnowledge, Options};
use crate::state::{CardIx, DECK_SLOTS, MAX_MANA, Traits};
use crate::{NAME, VERSION, entities, observe};
use hoyle_core::{Interned, InvalidOption, Pool, Spec, fingerprint};

/// The most different cards and tokens of one game.
pub const MAX_GAME_CARDS: usize = 250;
/// How many actions with priority and resolutions a turn may have: beyond it only passing is offered.
pub(crate) const MAX_TURN_ACTIONS: u16 = 600;
/// How many of them a turn may have at all: beyond it the game is a draw, as a loop of mandatory actions is (104.4b).
pub(crate) const MAX_RESOLUTIONS: u16 = 4000;

/// What play asks of a card again and again, one bit each.
pub(crate) mod card_flag {
    /// It has continuous effects.
    pub const STATIC: u16 = 1;
    /// It has activated abilities that are no mana abilities.
    pub const ACTIVE: u16 = 2;
    /// It makes mana.
    pub const SOURCE: u16 = 4;
    /// It is an Aura or Equipment.
    pub const ATTACHES: u16 = 8;
    /// It can be cast when an instant can.
    pub const FAST: u16 = 16;
    /// It is a land.
    pub const LAND: u16 = 32;
    /// What it is like depends on hands, graveyards, life or other things besides permanents.
    pub const WATCHES_ZONES: u16 = 64;
    /// It is a land and nothing else that could change.
    pub const UNMODIFIED: u16 = 128;
    /// It is legendary.
    pub const LEGENDARY: u16 = 256;
    /// It asks whether what dies was damaged by it.
    pub const AVENGES: u16 = 512;
}

fn flags_of(card: &Card) -> u16 {
    use card_flag::*;
    let equips = card.abilities.iter().any(|ability| matches!(ability, Ability::Keyword(KeywordAbility::Equip(_))));
    let mut flags = 0;
    let mut set = |holds: bool, flag: u16| flags |= if holds { flag } else { 0 };
    set(!card.derived.statics.is_empty(), STATIC);
    set(!card.derived.activated.is_empty(), ACTIVE);
    set(card.derived.mana.is_some(), SOURCE);
    set(card.derived.enchant.is_some() || equips, ATTACHES);
    set(card.is_fast(), FAST);
    set(card.is(types::LAND), LAND);
    set(card.supers & supers::LEGENDARY != 0, LEGENDARY);
    set(card.types == types::LAND && card.derived.statics.is_empty() && card.keywords == 0, UNMODIFIED);
    let avenges = |ability: &Ability| match ability {
        Ability::Triggered { trigger: Trigger::Dies(filter), .. } => {
            filter.clauses.iter().any(|clause| (clause.flags | clause.no_flags) & flag::DAMAGED != 0)
        }
        _ => false,
    };
    set(card.abilities.iter().any(avenges), AVENGES);
    let fixed = |quantity: &Quantity| matches!(quantity, Quantity::Num(_));
    let changes = card.derived.statics.iter().any(|effect| {
        effect.cond.is_some()
            || match effect.change {
                Change::Pump(p, t) | Change::SetPt(p, t) => !fixed(&p) || !fixed(&t),
                Change::Grant(_) | Change::Control => false,
            }
    });
    set(card.star.is_some() || changes, WATCHES_ZONES);
    flags
}

/// The colours of a card's mana, and how much; 255 if that must be counted, or is more than fits.
fn mana_of(card: &Card) -> (u8, u8) {
    match card.derived.mana {
        Some(Mana { colors, amount: Quantity::Num(n) }) if n <= MAX_MANA as i16 => (colors, n.max(0) as u8),
        Some(Mana { colors, .. }) => (colors, u8::MAX),
        None => (0, 0),
    }
}

/// Whether a card's continuous effects are about creatures only.
fn spares_lands(card: &Card) -> bool {
    card.derived.statics.iter().all(|effect| match effect.who {
        Obj::This => card.is(types::CREATURE) || !card.is(types::LAND),
        Obj::Host => card.derived.enchant.is_none_or(speaks_of_creatures),
        Obj::Each(filter) => speaks_of_creatures(filter),
        _ => false,
    })
}

fn speaks_of_creatures(filter: &Filter) -> bool {
    filter.clauses.iter().all(|clause| clause.types & types::CREATURE != 0)
}

/// A deck with its cards numbered.
#[derive(Clone, Debug, PartialEq)]
pub struct Deck {
    /// Its name.
    pub name: String,
    pub(crate) cards: Vec<CardIx>,
    pub(crate) counts: [u8; DECK_SLOTS],
    /// The slot of each card of the game; 255 for those that the deck does not have.
    pub(crate) slot_of: Vec<u8>,
}

/// Options with everything that follows from them.
#[derive(Debug)]
pub struct Rules {
    /// What was set; where decks are hidden, without which of the metagame are played.
    pub options: Options,
    /// What is fixed.
    pub spec: Spec,
    /// The two players' decks; the metagame's where decks are hidden.
    pub decks: Vec<Deck>,
    pub(crate) cards: Vec<&'static Card>,
    /// What a permanent of each card is like before anything changes it.
    pub(crate) basis: Vec<Traits>,
    /// See [`card_flag`].
    pub(crate) flags: Vec<u16>,
    /// The colours of each card's mana, and how much; 255 if that must be counted.
    pub(crate) mana: Vec<(u8, u8)>,
    /// Whether a card's power or toughness has a star.
    pub(crate) stars: Vec<bool>,
    /// Whether lands without other abilities never change: nothing in the game speaks of permanents but creatures.
    pub(crate) lands_are_still: bool,
    /// Whether continuous effects look at what changes all the time.
    pub(crate) volatile: bool,
    /// The number in this game of each token of the set.
    pub(crate) token_ix: Vec<CardIx>,
    pub(crate) set: &'static CardSet,
    /// What graphs say of each card.
    pub(crate) shared_tokens: entities::SharedTokens,
}

static RULES: Pool<Rules> = Pool::new();

impl Rules {
    /// The rules of these options with these decks.
    pub(crate) fn of(
        options: &Options,
        lists: &[DeckList],
        set: &'static CardSet,
    ) -> Result<Interned<Self>, InvalidOption> {
        if !(1..=200).contains(&options.life) {
            return Err(InvalidOption::new("life", format!("{} is not in 1-200", options.life)));
        }
        if !(1..=1000).contains(&options.max_turns) {
            return Err(InvalidOption::new("max_turns", format!("{} is not in 1-1000", options.max_turns)));
        }
        // A changed card file or deck is another game, though the options are the same.
        let used: Vec<String> = lists.iter().flat_map(|list| &list.main).map(|(_, name)| name.clone()).collect();
        let definition: Vec<String> =
            used.iter().filter_map(|name| set.find(name)).map(|i| format!("{:?}", set.cards[i])).collect();
        let contents: Vec<_> = lists.iter().map(|list| &list.main).collect();
        let fingerprint = fingerprint(NAME, VERSION, &(options, contents, definition));
        let built = std::cell::OnceCell::new();
        let rules = Self::build(options.clone(), lists, set, fingerprint)?;
        let _ = built.set(rules);
        Ok(RULES.get_or(fingerprint, || built.into_inner().expect("set above")))
    }

    fn build(
        options: Options,
        lists: &[DeckList],
        set: &'static CardSet,
        fingerprint: u64,
    ) -> Result<Self, InvalidOption> {
        let mut numbers: Vec<usize> = Vec::new();
        for (_, name) in lists.iter().flat_map(|list| &list.main) {
            let card = set.find(name).ok_or_else(|| InvalidOption::new("deck0", format!("no card `{name}`")))?;
            if !numbers.contains(&card) {
                numbers.push(card);
            }
        }
        numbers.sort_unstable();
        let mut all: Vec<&'static Card> = numbers.iter().map(|&i| &set.cards[i]).collect();
        let mut token_ix = vec![u8::MAX; set.tokens.len()];
        let mut next = 0;
        while next < all.len() {
            for token in tokens_of(all[next]) {
                if token_ix[token as usize] == u8::MAX {
                    token_ix[token as usize] = all.len().min(254) as u8;
                    all.push(&set.tokens[token as usize]);
                }
            }
            next += 1;
        }
        if all.len() > MAX_GAME_CARDS {
            let problem = format!("{} different cards and tokens; at most {MAX_GAME_CARDS}", all.len());
            let option = if options.knowledge == DeckKnowledge::Metagame { "metagame" } else { "deck1" };
            return Err(InvalidOption::new(option, problem));
        }
        let decks: Vec<Deck> = lists
            .iter()
            .map(|list| {
                let mut deck = Deck {
                    name: list.name.clone(),
                    cards: Vec::new(),
                    counts: [0; DECK_SLOTS],
                    slot_of: vec![u8::MAX; all.len()],
                };
                for (slot, (count, name)) in list.main.iter().enumerate() {
                    let card = all.iter().position(|card| card.name == name && !card.token).unwrap_or(0);
                    deck.cards.push(card as CardIx);
                    deck.counts[slot] = *count;
                    deck.slot_of[card] = slot as u8;
                }
                deck
            })
            .collect();
        let basis = all
            .iter()
            .map(|card| Traits {
                keywords: card.keywords,
                power: card.power.base,
                toughness: card.toughness.base,
                types: card.types,
                colors: card.colors,
                ctrl: 0,
            })
            .collect();
        let mut shared_tokens = entities::SharedTokens::default();
        for card in &all {
            let id = if card.token {
                let place = set.tokens.iter().position(|token| std::ptr::eq(token, *card)).unwrap_or(0);
                format!("token:{}", set.token_ids[place])
            } else {
                format!("card:{}", card.name)
            };
            let mut tokens = tokens::of(set, card, &id);
            // Lands are many and alike: what a basic land does stands among its own tokens.
            if card.is(types::LAND) && card.supers & supers::BASIC != 0 {
                let abilities = std::mem::take(&mut tokens.abilities);
                tokens.card.extend(abilities.into_iter().flatten());
            }
            shared_tokens.add(card, &tokens);
        }
        Ok(Self {
            spec: Spec {
                name: NAME,
                version: VERSION,
                seat_names: vec!["player 1".to_owned(), "player 2".to_owned()],
                actions: crate::state::MAX_IDS,
                chance_outcomes: MAX_GAME_CARDS,
                layouts: observe::layouts(),
                graph: entities::schema(set).into(),
                parts: hoyle_core::ActionParts::whole(crate::state::MAX_IDS).into(),
                score_bounds: (-1.0, 1.0),
                zero_sum: true,
                length_bound: crate::length::bound(&all, options.max_turns),
                perfect_information: false,
                fingerprint,
            },
            options,
            decks,
            flags: all.iter().map(|card| flags_of(card)).collect(),
            mana: all.iter().map(|card| mana_of(card)).collect(),
            stars: all.iter().map(|card| card.star.is_some()).collect(),
            lands_are_still: all.iter().all(|card| spares_lands(card)),
            volatile: all.iter().any(|card| crate::cards::is_volatile(card)),
            cards: all,
            basis,
            token_ix,
            set,
            shared_tokens,
        })
    }

    /// The number in this game of the card of this name.
    pub fn card_named(&self, name: &str) -> Option<CardIx> {
        let found = self.cards.iter().position(|card| card.name.eq_ignore_ascii_case(name));
        found.map(|i| i as CardIx)
    }

    /// How many different cards and tokens the game has.
    pub(crate) fn card_count(&self) -> usize {
        self.cards.len()
    }
}

/// The tokens that a card makes.
fn tokens_of(card: &Card) -> Vec<u16> {
    fn of_program(program: &Program, out: &mut Vec<u16>) {
        for op in program.ops {
            if let Op::Do(Verb::Token { token, .. }) = op {
                out.push(*token);
            }
        }
        program.modes.iter().for_each(|mode| of_program(mode, out));
    }
    let mut out = Vec::new();
    for ability in card.abilities {
        match ability {
            Ability::Spell(program) | Ability::Activated { program, .. } | Ability::Triggered { program, .. } => {
                of_program(program, &mut out);
            }
            _ => {}
        }
    }
    out
}
