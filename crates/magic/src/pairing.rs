//! Who plays which deck.
//!
//! With known deck lists the rules of a game have the two decks in them. With a metagame they have all of its decks, and are
//! the same whichever are played: which it is stands in the position, hidden from the other player, and in the options of
//! the game, which are not for everybody ([`Pairing::seen_by`]).

use crate::cards::CardSet;
use crate::deck::{self, DeckList};
use crate::options::{DeckKnowledge, METAGAME, Options};
use crate::setup::Rules;
use crate::{NAME, VERSION};
use hoyle_core::{FileAccess, Interned, InvalidOption, Pool, Seat, fingerprint};

/// A game's options, the rules that follow from them, and which of its decks each player has.
#[derive(Debug)]
pub(crate) struct Pairing {
    pub options: Options,
    pub rules: Interned<Rules>,
    /// Which of the rules' decks each player has; none if it is drawn at the start.
    pub decks: [Option<u8>; 2],
    /// The game as each seat knows it; none if that is how it is.
    seen: [Option<Interned<Pairing>>; 2],
}

static PAIRINGS: Pool<Pairing> = Pool::new();

impl Pairing {
    /// The game with these options.
    pub fn of(options: Options, files: &FileAccess) -> Result<Interned<Self>, InvalidOption> {
        let set = crate::cards::with_files(&options.cards, files).map_err(|e| InvalidOption::new("cards", e))?;
        Self::of_set(options, set, files)
    }

    /// The game with these options and cards of this set, whatever files they name.
    pub fn of_set(
        options: Options,
        set: &'static CardSet,
        files: &FileAccess,
    ) -> Result<Interned<Self>, InvalidOption> {
        let named = |option: &str, text: &str| deck::named(text, set, files).map_err(|e| InvalidOption::new(option, e));
        if options.knowledge == DeckKnowledge::Lists {
            let lists =
                [("deck0", &options.deck0), ("deck1", &options.deck1)].map(|(option, text)| match text.trim() {
                    METAGAME => {
                        let problem =
                            "a deck of the metagame is drawn only where decks are hidden: set knowledge=metagame";
                        Err(InvalidOption::new(option, problem))
                    }
                    text => named(option, text),
                });
            let [first, second] = lists;
            let rules = Rules::of(&options, &[first?, second?], set)?;
            return Ok(Self::intern(rules, options, [Some(0), Some(1)]));
        }
        let metagame = deck::metagame(&options.metagame, set, files).map_err(|e| InvalidOption::new("metagame", e))?;
        let number = |option: &str, text: &str| match text.trim() {
            METAGAME => Ok(None),
            text => place(&named(option, text)?, &metagame).map(Some).ok_or_else(|| {
                let problem = format!("`{}` is not of the metagame: add it to `metagame`", short(text));
                InvalidOption::new(option, problem)
            }),
        };
        let decks = [number("deck0", &options.deck0)?, number("deck1", &options.deck1)?];
        let shared = Options { deck0: METAGAME.to_owned(), deck1: METAGAME.to_owned(), ..options.clone() };
        Ok(Self::intern(Rules::of(&shared, &metagame, set)?, options, decks))
    }

    fn intern(rules: Interned<Rules>, options: Options, decks: [Option<u8>; 2]) -> Interned<Self> {
        let hidden = |other: usize| {
            let deck = if other == 0 { &options.deck0 } else { &options.deck1 };
            (options.knowledge == DeckKnowledge::Metagame && deck != METAGAME).then(|| {
                let (mut options, mut decks) = (options.clone(), decks);
                let deck = if other == 0 { &mut options.deck0 } else { &mut options.deck1 };
                (*deck, decks[other]) = (METAGAME.to_owned(), None);
                Self::intern(rules, options, decks)
            })
        };
        let seen = [hidden(1), hidden(0)];
        let key = fingerprint(NAME, VERSION, &(rules.spec.fingerprint, &options, decks));
        PAIRINGS.get_or(key, || Self { options, rules, decks, seen })
    }

    /// The game as a seat knows it: without the name of the other player's deck where decks are hidden.
    pub fn seen_by(this: Interned<Self>, seat: Seat) -> Interned<Self> {
        this.seen[seat.index() & 1].unwrap_or(this)
    }
}

/// Which deck of the metagame has the same cards.
fn place(list: &DeckList, metagame: &[DeckList]) -> Option<u8> {
    metagame.iter().position(|other| other.same_cards(list)).map(|place| place as u8)
}

/// The beginning of a text that may be long.
fn short(text: &str) -> String {
    const SHOWN: usize = 40;
    let beginning: String = text.chars().take(SHOWN).collect();
    if beginning.len() < text.len() { format!("{beginning}...") } else { beginning }
}
