//! The rules of one game: its cards in their slots, with programs bound to them, and its supply.

use crate::cards::{Card, CardError, Kinds, load, steps_of};
use crate::kingdom::{self, BASIC};
use crate::observe::plan::{self, CardTables, Plan, Shape, Tables};
use crate::options::{Discards, Options, Scoring, Treasures};
use crate::pile::{Pile, SLOTS, Slot};
use crate::program::{Filter, NamedOp, Op, Zone};
use crate::rules::MacroRule;
use crate::state::MAX_FRAMES;
use crate::{NAME, VERSION, action, entities};
use std::sync::{Arc, LazyLock};

use hoyle_core::files::brief;
use hoyle_core::{ActionParts, FileAccess, GraphSchema, Interned, InvalidOption, Pool, Spec, fingerprint, iter_bits};

/// An op bound to a game: which slots fit, and a card's slot.
pub type SlotOp = Op<u64, Slot>;

/// The most cards that a game has: with six players, and a kingdom of victory cards.
pub const MOST_CARDS: usize = 490;

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
    pub card: &'static Card,
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
    /// Points at the end.
    pub points: i8,
    /// One point for every this many cards owned; 0 for none.
    pub points_per_cards: u8,
}

/// Options with everything that follows from them.
#[derive(Debug)]
pub struct Rules {
    /// What was set.
    pub options: Options,
    /// What is fixed.
    pub spec: Spec,
    /// The cards, by slot.
    pub cards: &'static [Slotted],
    /// Their numbers, by slot.
    numbers: [Numbers; SLOTS],
    /// What the supply holds at the start.
    pub supply: Pile,
    /// The kingdom's slots.
    pub kingdom: u64,
    /// The slots of actions in the supply.
    pub actions: u64,
    /// The slots of treasures in the supply.
    pub treasures: u64,
    /// The slots of reactions in the supply.
    pub reactions: u64,
    /// The slots of cards that are worth points, or cost some.
    pub worth: u64,
    /// Those of them whose points do not depend on other cards, with the points.
    pub points: Vec<(Slot, i8)>,
    /// The most times that a card of this game has another one played; 1 if none does.
    pub(crate) times: u8,
    /// The most steps of the rules between two decisions or chance actions.
    pub step_bound: usize,
    /// What the macro action plays.
    pub(crate) macro_rule: MacroRule,
    /// How each layout is written.
    pub plans: Vec<Plan>,
    /// What the encoder looks up.
    pub tables: Tables,
    /// The tokens of the cards, by slot.
    pub book: &'static entities::Book,
    /// `affordable[n]`: the slots that cost up to n.
    affordable: &'static [u64; 256],
}

static RULES: Pool<Rules> = Pool::new();

/// What follows from the cards in the slots, whichever of them are in the supply: the thousands of kingdoms of the base set
/// have the same.
#[derive(Debug)]
struct Stock {
    cards: Vec<Slotted>,
    tables: CardTables,
    shapes: Vec<Shape>,
    graph: Arc<GraphSchema>,
    book: entities::Book,
    affordable: [u64; 256],
}

static STOCKS: Pool<Stock> = Pool::new();
static KNOWN: Pool<Vec<Card>> = Pool::new();
static GRAPHS: Pool<Arc<GraphSchema>> = Pool::new();

impl Stock {
    /// `numbers` are those of the cards in the slots among all `known` cards; `open`: everybody sees discard piles.
    fn of(numbers: &[usize], known: &'static [Card], open: bool, definition: &str) -> &'static Self {
        let names: Vec<&str> = known.iter().map(|card| card.name.as_str()).collect();
        let key = fingerprint(NAME, VERSION, &(definition, numbers, names, open));
        STOCKS.get_or(key, || Self::build(numbers, known, open)).get()
    }

    fn build(numbers: &[usize], known: &'static [Card], open: bool) -> Self {
        let cards: Vec<Card> = numbers.iter().map(|&card| known[card].clone()).collect();
        let bound = |ops: &[NamedOp]| ops.iter().map(|op| bind(op, &cards, open)).collect::<Vec<_>>();
        let slotted = |&card: &usize| {
            let card = &known[card];
            Slotted { play: bound(&card.play), others: bound(&card.others), card }
        };
        let slotted: Vec<Slotted> = numbers.iter().map(slotted).collect();
        let graph = entities::schema(&cards);
        let graph = GRAPHS.get_or(graph.hash(), || Arc::new(graph)).get().clone();
        let affordable = std::array::from_fn(|money| {
            let cheap = (0..).zip(&cards).filter(|(_, card)| card.cost as usize <= money);
            cheap.fold(0, |set, (slot, _): (u32, _)| set | 1u64 << slot)
        });
        Self {
            affordable,
            tables: CardTables::of(&slotted),
            shapes: plan::shapes(&slotted, numbers, known),
            book: entities::Book::of(&cards, &graph),
            cards: slotted,
            graph,
        }
    }
}

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
pub(crate) fn known_cards(names: &str, files: &FileAccess) -> Result<&'static [Card], InvalidOption> {
    let mut texts = Vec::new();
    for file in names.split('+').map(str::trim).filter(|file| !file.is_empty()) {
        texts.push(match BUILT_IN.iter().find(|(name, _)| *name == file) {
            Some((name, text)) => (*name, (*text).to_owned()),
            None => {
                let text = files
                    .read_text(file)
                    .map_err(|e| InvalidOption::new("cards", format!("cannot read `{}`: {e}", brief(file))))?;
                (file, text)
            }
        });
    }
    let key = fingerprint(NAME, VERSION, &texts);
    if let Some(known) = KNOWN.get(key) {
        return Ok(known.get());
    }
    let mut known = base_cards().to_vec();
    for (file, text) in &texts {
        load(file, text, &mut known).map_err(|error: CardError| InvalidOption::new("cards", error))?;
    }
    Ok(KNOWN.get_or(key, || known).get())
}

/// Cards that are kept for the rest of the program, as rules want them.
pub(crate) fn keep(cards: Vec<Card>) -> &'static [Card] {
    KNOWN.get_or(fingerprint(NAME, VERSION, &format!("{cards:?}")), || cards).get()
}

impl Rules {
    /// The rules of these options.
    pub fn of(options: Options, files: &FileAccess) -> Result<Interned<Self>, InvalidOption> {
        if !(2..=6).contains(&options.players) {
            return Err(InvalidOption::new("players", format!("{} is not in 2-6", options.players)));
        }
        if !(1..=200).contains(&options.max_turns) {
            return Err(InvalidOption::new("max_turns", format!("{} is not in 1-200", options.max_turns)));
        }
        let known = known_cards(&options.cards, files)?;
        Self::with_cards(options, known)
    }

    /// The rules of a game with these cards instead of those of files.
    pub(crate) fn with_cards(options: Options, known: &'static [Card]) -> Result<Interned<Self>, InvalidOption> {
        let chosen = kingdom::choose(&options.kingdom, options.kingdom_seed, known)?;
        // The base set keeps its numbering. With other cards in the game, a slot per pile: basic cards, then the kingdom.
        let base_only = chosen.iter().all(|&card| card < SLOTS);
        let slots: Vec<usize> =
            if base_only { (0..SLOTS).collect() } else { (0..BASIC).chain(chosen.iter().copied()).collect() };
        let cards: Vec<&Card> = slots.iter().map(|&card| &known[card]).collect();
        let kingdom = (0..)
            .zip(&slots)
            .filter(|(_, card)| chosen.contains(card))
            .fold(0, |set, (slot, _): (u32, _)| set | 1 << slot);
        let macro_rule = MacroRule::read(&options.macro_rule, &cards, kingdom, known)?;
        // A changed card file is another game, though the option is the same.
        let definition = format!("{cards:?}");
        let fingerprint = fingerprint(NAME, VERSION, &(&options, &definition));
        let stock = Stock::of(&slots, known, options.discards == Discards::Open, &definition);
        Ok(RULES.get_or(fingerprint, || Self::build(options, stock, kingdom, macro_rule, fingerprint)))
    }

    fn build(options: Options, stock: &'static Stock, kingdom: u64, macro_rule: MacroRule, fingerprint: u64) -> Self {
        let players = options.players;
        let cards: Vec<&Card> = stock.cards.iter().map(|slotted| slotted.card).collect();
        let with_kind = |kind: Kinds| {
            (0..)
                .zip(&cards)
                .filter(|(_, card)| card.kinds.has(kind))
                .fold(0, |set, (slot, _): (u32, _)| set | 1u64 << slot)
        };
        let victory = with_kind(Kinds::VICTORY);
        let supply: Pile = (0..BASIC as Slot)
            .chain(iter_bits(kingdom))
            .map(|slot| (slot, pile_size(slot, victory, players)))
            .collect();
        static PARTS: LazyLock<Arc<ActionParts>> = LazyLock::new(|| Arc::new(action::parts()));
        let (layouts, plans) = plan::plans(&stock.cards, &stock.shapes, &supply);
        let worth = (0..)
            .zip(&cards)
            .filter(|(slot, card)| supply.mask() >> slot & 1 == 1 && (card.points != 0 || card.points_per_cards > 0));
        let worth = worth.fold(0, |set, (slot, _): (u32, _)| set | 1u64 << slot);
        let scoring = options.scoring;
        let mut numbers = [Numbers::default(); SLOTS];
        for (numbers, card) in numbers.iter_mut().zip(&cards) {
            let &Card { cost, kinds, cards, actions, buys, coins, points, points_per_cards, .. } = *card;
            *numbers = Numbers { cost, kinds, cards, actions, buys, coins, points, points_per_cards };
        }
        let turn_length = turn_bound(&cards);
        let actions = with_kind(Kinds::ACTION) & supply.mask();
        let times = most_times(&cards);
        Self {
            times,
            step_bound: step_bound(&cards, supply.count_in(actions), times),
            numbers,
            book: &stock.book,
            tables: Tables::of(&stock.tables, &supply, kingdom),
            worth,
            points: iter_bits(worth)
                .map(|slot| (slot, numbers[slot as usize].points))
                .filter(|(_, n)| *n != 0)
                .collect(),
            macro_rule,
            plans,
            cards: &stock.cards,
            supply,
            kingdom,
            actions,
            treasures: with_kind(Kinds::TREASURE) & supply.mask(),
            reactions: with_kind(Kinds::REACTION) & supply.mask(),
            affordable: &stock.affordable,
            spec: Spec {
                name: NAME,
                version: VERSION,
                seat_names: (1..=players).map(|n| format!("player {n}")).collect(),
                actions: action::COUNT,
                chance_outcomes: action::SHUFFLE.index() + 1,
                layouts,
                graph: stock.graph.clone(),
                parts: PARTS.clone(),
                score_bounds: match scoring {
                    Scoring::Win => (-1.0 / (f32::from(players) - 1.0), 1.0),
                    Scoring::Margin => (-10.0, 10.0),
                },
                zero_sum: scoring == Scoring::Win || players == 2,
                length_bound: turn_length * players as usize * options.max_turns as usize,
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
        self.affordable[money as usize]
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
        self.cards[slot as usize].card
    }

    /// The numbers of the card in a slot.
    #[inline]
    pub fn numbers(&self, slot: Slot) -> Numbers {
        self.numbers[slot as usize]
    }

    /// What a hand that was not played lacks if its player had an action left, and what it lacks in any case.
    #[inline]
    pub fn unplayed(&self) -> (u64, u64) {
        let plain = if self.options.treasures == Treasures::Auto { self.treasures } else { 0 };
        (plain | self.actions, plain)
    }

    /// How many empty piles end the game.
    #[inline]
    pub fn fatal_piles(&self) -> u32 {
        if self.players() >= 5 { 4 } else { 3 }
    }
}

/// The most actions, chance included, of a turn. For the cards that come with the program it is what is seen in play and
/// much more; for others it follows from their programs: each card of the game is played once in a turn, and again by the
/// card that played it; each op draws, chooses or puts back every card once, shuffles, and ends.
fn turn_bound(cards: &[&Card]) -> usize {
    if cards.iter().all(|&card| built_in_cards().contains(card)) {
        return 4000;
    }
    let ops = cards.iter().map(|card| 2 + card.play.len() + 5 * card.others.len()).max().unwrap_or(2);
    let again = usize::from(most_times(cards));
    4000 + MOST_CARDS * again * ops * (2 * MOST_CARDS + 2)
}

/// The most times that one of these cards has another one played, 1 at least.
fn most_times(cards: &[&Card]) -> u8 {
    let times = cards.iter().flat_map(|card| &card.play).map(|op| if let Op::PlayTimes(n) = op { *n } else { 1 });
    times.max().unwrap_or(1).max(1)
}

/// The most steps of the rules between two decisions or chance actions, in a game with so many action cards of which one may
/// be played so many times.
///
/// Cards are played without a question by the macro action, each from hand once in a turn, and by effects under way that play
/// theirs again; the macro action begins such an effect with every other card. Each effect that was under way goes on to
/// its end. A phrase is at most two steps, because what it draws has one more to find that nothing is left. To be played
/// is some more: the question to each player who may react, and the first draw. Every card is drawn once besides, by a Library in
/// four steps.
fn step_bound(cards: &[&Card], actions: usize, times: u8) -> usize {
    let program = cards.iter().map(|card| 2 * steps_of(&card.play, &card.others)).max().unwrap_or(0);
    let again = MAX_FRAMES + actions / 2;
    let plays = actions + again * usize::from(times);
    (plays + MAX_FRAMES) * (program + 16) + 4 * MOST_CARDS + 16
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

/// Binds an op to the cards of a game. `open`: everybody sees what leaves a discard pile.
fn bind(op: &NamedOp, cards: &[Card], open: bool) -> SlotOp {
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
            openly: *openly || open && *zone == Zone::Discard,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_has_more_cards() {
        let most = |players: u8| {
            let all = BASIC as Slot + 10;
            let victory = !0 << BASIC | 1 << ESTATE | 1 << DUCHY | 1 << PROVINCE;
            let supply: usize = (0..all).map(|slot| usize::from(pile_size(slot, victory, players))).sum();
            supply + 10 * usize::from(players)
        };
        assert_eq!((2..=6).map(most).max(), Some(MOST_CARDS));
    }
}
