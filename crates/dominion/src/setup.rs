//! The rules of one game: its cards in their slots, with programs bound to them, and its supply.

use crate::cards::{Card, CardError, Kinds, load};
use crate::kingdom::{self, BASIC};
use crate::observe::plan::{self, Plan, Tables};
use crate::options::{Options, Scoring};
use crate::pile::{Pile, SLOTS, Slot, bits};
use crate::program::{Filter, NamedOp, Op};
use crate::{NAME, VERSION, action, entities};
use std::sync::LazyLock;

use hoyle_core::{Interned, InvalidOption, Pool, Spec, fingerprint};

/// An op bound to a game: which slots fit, and a card's slot.
pub type SlotOp = Op<u64, Slot>;

/// Stands for a card that is not in this game.
pub const ABSENT: Slot = u8::MAX;

/// The slots that the rules speak of.
pub const COPPER: Slot = 0;
/// See [`COPPER`].
pub const SILVER: Slot = 1;
/// See [`COPPER`].
pub const GOLD: Slot = 2;
/// See [`COPPER`].
pub const ESTATE: Slot = 3;
/// See [`COPPER`].
pub const DUCHY: Slot = 4;
/// See [`COPPER`].
pub const PROVINCE: Slot = 5;
/// See [`COPPER`].
pub const CURSE: Slot = 6;

/// A card in its slot.
#[derive(Debug)]
pub struct Slotted {
    /// The card.
    pub card: Card,
    /// Its first program.
    pub play: Vec<SlotOp>,
    /// Its second program.
    pub others: Vec<SlotOp>,
}

/// The numbers of a card that every play asks for, side by side: eight cards to a cache line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbers {
    /// What it costs.
    pub cost: u8,
    /// What it is.
    pub kinds: Kinds,
    /// Cards drawn when it is played.
    pub cards: u8,
    /// Actions given when it is played.
    pub actions: u8,
    /// Buys given when it is played.
    pub buys: u8,
    /// Money given when it is played.
    pub coins: u8,
}

/// Options with everything that follows from them.
#[derive(Debug)]
pub struct Rules {
    /// What was set.
    pub options: Options,
    /// What is fixed.
    pub spec: Spec,
    /// The cards, by slot.
    pub cards: Vec<Slotted>,
    /// Their numbers, by slot.
    numbers: [Numbers; SLOTS],
    /// What the supply holds at the start.
    pub supply: Pile,
    /// The kingdom's slots.
    pub kingdom: u64,
    /// The slots of actions.
    pub actions: u64,
    /// The slots of treasures.
    pub treasures: u64,
    /// The slots of reactions.
    pub reactions: u64,
    /// The slots of cards that are worth points, or cost some.
    pub worth: u64,
    /// How each layout is written.
    pub plans: Vec<Plan>,
    /// What the encoder looks up.
    pub tables: Tables,
    /// The tokens of the cards, by slot.
    pub book: entities::Book,
    /// `affordable[n]`: the slots that cost up to n, for n up to 15; beyond, all.
    affordable: [u64; 16],
}

static RULES: Pool<Rules> = Pool::new();

/// Card files that come with the program, by name.
const BUILT_IN: &[(&str, &str)] = &[("further", include_str!("../cards/further.toml"))];

/// The cards of the base set.
pub fn base_cards() -> &'static [Card] {
    static BASE: LazyLock<Vec<Card>> = LazyLock::new(|| {
        let mut cards = Vec::new();
        let text = include_str!("../cards/base.toml");
        load("base.toml", text, &mut cards).expect("the base set is correct; every test reads it");
        cards
    });
    &BASE
}

/// All cards that come with the program: the base set, then the further files.
pub(crate) fn built_in_cards() -> &'static [Card] {
    static ALL: LazyLock<Vec<Card>> = LazyLock::new(|| {
        let mut cards = base_cards().to_vec();
        for (name, text) in BUILT_IN {
            load(name, text, &mut cards).expect("the built-in files are correct; every test reads them");
        }
        cards
    });
    &ALL
}

/// The base set and the cards of further files.
pub(crate) fn known_cards(files: &str) -> Result<Vec<Card>, InvalidOption> {
    let mut known = base_cards().to_vec();
    for file in files.split('+').map(str::trim).filter(|file| !file.is_empty()) {
        let wrong = |error: CardError| InvalidOption::new("cards", error);
        match BUILT_IN.iter().find(|(name, _)| *name == file) {
            Some((name, text)) => load(name, text, &mut known).map_err(wrong)?,
            None => {
                let text = std::fs::read_to_string(file)
                    .map_err(|e| InvalidOption::new("cards", format!("cannot read `{file}`: {e}")))?;
                load(file, &text, &mut known).map_err(wrong)?;
            }
        }
    }
    Ok(known)
}

impl Rules {
    /// The rules of these options.
    pub fn of(options: Options) -> Result<Interned<Self>, InvalidOption> {
        if !(2..=6).contains(&options.players) {
            return Err(InvalidOption::new("players", format!("{} is not in 2-6", options.players)));
        }
        if !(1..=200).contains(&options.max_turns) {
            return Err(InvalidOption::new("max_turns", format!("{} is not in 1-200", options.max_turns)));
        }
        let known = known_cards(&options.cards)?;
        let chosen = kingdom::choose(&options.kingdom, options.kingdom_seed, &known)?;
        // The base set keeps its numbering. With other cards in the game, a slot per pile: basic cards, then the kingdom.
        let base_only = chosen.iter().all(|&card| card < SLOTS);
        let slots: Vec<usize> =
            if base_only { (0..SLOTS).collect() } else { (0..BASIC).chain(chosen.iter().copied()).collect() };
        let cards: Vec<Card> = slots.iter().map(|&card| known[card].clone()).collect();
        let kingdom = (0..)
            .zip(&slots)
            .filter(|(_, card)| chosen.contains(card))
            .fold(0, |set, (slot, _): (u32, _)| set | 1 << slot);
        // A changed card file is another game, though the option is the same.
        let definition = format!("{cards:?}");
        let fingerprint = fingerprint(NAME, VERSION, &(&options, definition));
        Ok(RULES.get_or(fingerprint, || Self::build(options, cards, kingdom, &slots, &known, fingerprint)))
    }

    fn build(
        options: Options,
        cards: Vec<Card>,
        kingdom: u64,
        vocabulary: &[usize],
        known: &[Card],
        fingerprint: u64,
    ) -> Self {
        let players = options.players;
        let with_kind = |kind: Kinds| {
            (0..)
                .zip(&cards)
                .filter(|(_, card)| card.kinds.has(kind))
                .fold(0, |set, (slot, _): (u32, _)| set | 1u64 << slot)
        };
        let victory = with_kind(Kinds::VICTORY);
        let supply: Pile =
            (0..BASIC as Slot).chain(bits(kingdom)).map(|slot| (slot, pile_size(slot, victory, players))).collect();
        let affordable = std::array::from_fn(|money| {
            let cheap = (0..).zip(&cards).filter(|(_, card)| card.cost as usize <= money || money == 15);
            cheap.fold(0, |set, (slot, _): (u32, _)| set | 1u64 << slot)
        });
        let bound = |ops: &[NamedOp]| ops.iter().map(|op| bind(op, &cards)).collect::<Vec<_>>();
        let slotted: Vec<Slotted> = cards
            .iter()
            .map(|card| Slotted { play: bound(&card.play), others: bound(&card.others), card: card.clone() })
            .collect();
        let (layouts, plans) = plan::plans(&slotted, &supply, vocabulary, known);
        let worth = (0..)
            .zip(&cards)
            .filter(|(slot, card)| supply.mask() >> slot & 1 == 1 && (card.points != 0 || card.points_per_cards > 0));
        let worth = worth.fold(0, |set, (slot, _): (u32, _)| set | 1u64 << slot);
        let scoring = options.scoring;
        let mut numbers = [Numbers::default(); SLOTS];
        for (numbers, card) in numbers.iter_mut().zip(&cards) {
            let Card { cost, kinds, cards, actions, buys, coins, .. } = *card;
            *numbers = Numbers { cost, kinds, cards, actions, buys, coins };
        }
        let graph = entities::schema(&cards);
        Self {
            numbers,
            book: entities::Book::of(&cards, &graph),
            tables: Tables::of(&slotted, &supply, kingdom),
            worth,
            plans,
            cards: slotted,
            supply,
            kingdom,
            actions: with_kind(Kinds::ACTION),
            treasures: with_kind(Kinds::TREASURE),
            reactions: with_kind(Kinds::REACTION),
            affordable,
            spec: Spec {
                name: NAME,
                version: VERSION,
                seat_names: (1..=players).map(|n| format!("player {n}")).collect(),
                actions: action::COUNT,
                chance_outcomes: action::SHUFFLE.index() + 1,
                layouts,
                graph,
                parts: action::parts(),
                score_bounds: match scoring {
                    Scoring::Win => (-1.0 / (f32::from(players) - 1.0), 1.0),
                    Scoring::Margin => (-10.0, 10.0),
                },
                zero_sum: scoring == Scoring::Win || players == 2,
                length_bound: 4000 * players as usize * options.max_turns as usize,
                perfect_information: false,
                fingerprint,
            },
            options,
        }
    }

    /// How many play.
    #[inline]
    pub fn players(&self) -> u8 {
        self.options.players
    }

    /// The slots that this much money buys.
    #[inline]
    pub fn affordable(&self, money: u8) -> u64 {
        self.affordable[money.min(15) as usize]
    }

    /// The slots of the game.
    pub fn slots(&self) -> std::ops::Range<Slot> {
        0..self.cards.len() as Slot
    }

    /// The slot of the card of this name.
    pub fn slot(&self, name: &str) -> Option<Slot> {
        self.cards.iter().position(|slotted| slotted.card.name.eq_ignore_ascii_case(name)).map(|slot| slot as Slot)
    }

    /// The card in a slot.
    #[inline]
    pub fn card(&self, slot: Slot) -> &Card {
        &self.cards[slot as usize].card
    }

    /// The numbers of the card in a slot.
    #[inline]
    pub fn numbers(&self, slot: Slot) -> Numbers {
        self.numbers[slot as usize]
    }

    /// How many empty piles end the game.
    #[inline]
    pub fn fatal_piles(&self) -> u32 {
        if self.players() >= 5 { 4 } else { 3 }
    }
}

/// How many cards a pile has at the start.
fn pile_size(slot: Slot, victory: u64, players: u8) -> u8 {
    let many = players >= 5;
    match slot {
        COPPER => (if many { 120 } else { 60 }) - 7 * players,
        SILVER => {
            if many {
                80
            } else {
                40
            }
        }
        GOLD => {
            if many {
                60
            } else {
                30
            }
        }
        PROVINCE => [8, 12, 12, 15, 18][players as usize - 2],
        CURSE => 10 * (players - 1),
        slot if victory >> slot & 1 == 1 => {
            if players == 2 {
                8
            } else {
                12
            }
        }
        _ => 10,
    }
}

/// Binds an op to the cards of a game.
fn bind(op: &NamedOp, cards: &[Card]) -> SlotOp {
    let slot = |name: &str| cards.iter().position(|card| card.name == name).map_or(ABSENT, |slot| slot as Slot);
    let bit = |slot: Slot| if slot == ABSENT { 0 } else { 1u64 << slot };
    let mask = |filter: &Filter<String>| match filter {
        Filter::Any => u64::MAX,
        Filter::Card(name) => bit(slot(name)),
        Filter::Kind(kind, except) => {
            let of_kind = (0..).zip(cards).filter(|(_, card)| card.kinds.has(*kind));
            let of_kind = of_kind.fold(0, |set, (slot, _): (u32, _)| set | 1u64 << slot);
            of_kind & !except.as_deref().map_or(0, |name| bit(slot(name)))
        }
    };
    match op {
        Op::Choose { zone, verb, range, filter, openly, or_reveal } => Op::Choose {
            zone: *zone,
            verb: *verb,
            range: *range,
            filter: mask(filter),
            openly: *openly,
            or_reveal: *or_reveal,
        },
        Op::Gain { filter, limit, dest } => Op::Gain { filter: mask(filter), limit: *limit, dest: *dest },
        Op::GainCard(name, dest) => Op::GainCard(slot(name), *dest),
        Op::Draw(amount) => Op::Draw(*amount),
        Op::Actions(n) => Op::Actions(*n),
        Op::Coins(amount) => Op::Coins(*amount),
        Op::Others => Op::Others,
        Op::StopUnlessChosen => Op::StopUnlessChosen,
        Op::PlayTimes(n) => Op::PlayTimes(*n),
        Op::DiscardTop => Op::DiscardTop,
        Op::MayPlayIt => Op::MayPlayIt,
        Op::DrawTo(n) => Op::DrawTo(*n),
        Op::Show(n, openly) => Op::Show(*n, *openly),
        Op::DiscardShown => Op::DiscardShown,
        Op::ReturnShown => Op::ReturnShown,
        Op::SilverBonus(n) => Op::SilverBonus(*n),
    }
}
