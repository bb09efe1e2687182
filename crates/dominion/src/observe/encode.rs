//! The encoder: one function per section of the channel map, in its order.

use super::effects::{ROW, frame_kind};
use super::plan::{Plan, ROOM, SUMS, Sum, Tables};
use super::sink::Sink;
use crate::action::Action;
use crate::history::Note;
use crate::pile::{Pile, SLOTS, Slot, bits, occupied};
use crate::program::{Op, Range, Verb};
use crate::setup::{PROVINCE, Rules};
use crate::state::{DominionState, Frame, Phase, Placed, Task};
use hoyle_core::{ActionSet, Turn};

/// The channels at which opponents begin.
const OPPONENTS: usize = 100;
const BLOCK: usize = 16;
const FAR_OWNED: usize = 148;
const EFFECTS: usize = 200;
const FRAMES: usize = 8;
const MORE_EFFECTS: usize = 231;
const HISTORY: usize = 250;
const RICH: usize = 300;

/// An observation being written. `W` is the width of its channels if cards stand in the columns of their slots, known when
/// the program is compiled; 0 if the plan has to be asked.
pub(super) struct Encoder<'a, K, const W: usize> {
    state: &'a DominionState,
    rules: &'static Rules,
    tables: &'static Tables,
    plan: &'a Plan,
    me: u8,
    players: u8,
    /// The cards of each player, counted from the observer.
    owned: [Owned; 8],
    sink: K,
}

/// The sums over a pile of cards.
#[derive(Clone, Copy, Default)]
struct Sums([i16; SUMS]);

/// All cards that a player owns.
#[derive(Clone, Copy, Default)]
struct Owned {
    sums: Sums,
    /// The slots of which there are some.
    slots: u64,
    points: f32,
}

impl Sums {
    #[inline(always)]
    fn get(self, sum: Sum) -> f32 {
        f32::from(self.0[sum as usize])
    }
}

impl<'a, K: Sink, const W: usize> Encoder<'a, K, W> {
    #[inline(always)]
    pub fn new(state: &'a DominionState, me: u8, plan: &'a Plan, sink: K) -> Self {
        let rules = state.rules();
        let players = rules.players();
        let mut encoder =
            Self { state, rules, tables: &rules.tables, plan, me, players, owned: [Owned::default(); 8], sink };
        for k in 0..players {
            let seat = encoder.seat_at(k);
            encoder.owned[k as usize % 8] = encoder.all_of(&state.of(seat).owned);
        }
        encoder
    }

    /// Writes all channels that the plan has.
    #[inline(always)]
    pub fn run(mut self) -> K {
        self.global();
        self.supply();
        self.own();
        self.effect();
        self.in_play();
        self.worth();
        for k in 1..=3 {
            self.opponent(OPPONENTS + (k - 1) * BLOCK, k as u8);
        }
        for k in 4..=5 {
            self.far_owned(FAR_OWNED + k - 4, k as u8);
        }
        if self.plan.channels > EFFECTS {
            self.frames();
        }
        if self.plan.channels > HISTORY {
            self.history();
        }
        if self.plan.channels > RICH {
            self.rich();
        }
        self.sink
    }

    /// Where a channel begins.
    #[inline(always)]
    fn row(&self, channel: usize) -> usize {
        channel * if W > 0 { W } else { self.plan.width }
    }

    /// Where a card stands in a channel of cards.
    #[inline(always)]
    fn column(&self, slot: Slot) -> usize {
        if W > 0 { slot as usize } else { self.plan.column[slot as usize % ROOM] as usize }
    }

    /// The player so many seats to the left of the observer.
    #[inline(always)]
    fn seat_at(&self, k: u8) -> u8 {
        let seat = self.me + k;
        if seat >= self.players { seat - self.players } else { seat }
    }

    /// The same; none if there are not so many.
    #[inline(always)]
    fn opponent_seat(&self, k: u8) -> Option<u8> {
        (k < self.players).then(|| self.seat_at(k))
    }

    /// How many seats a player sits to the left of the observer.
    #[inline(always)]
    fn place_of(&self, seat: u8) -> usize {
        let players = self.players;
        (if seat >= self.me { seat - self.me } else { seat + players - self.me }) as usize
    }

    #[inline(always)]
    fn cards(&mut self, channel: usize, pile: &Pile, scale: f32) {
        let row = self.row(channel);
        for (slot, count) in pile.iter() {
            self.sink.set(row + self.column(slot), f32::from(count) * scale);
        }
    }

    #[inline(always)]
    fn counts(&mut self, channel: usize, counts: &[u8; SLOTS], slots: u64, scale: f32) {
        let row = self.row(channel);
        for slot in bits(slots) {
            let count = f32::from(counts[slot as usize]);
            self.sink.set(row + self.column(slot), count * scale);
        }
    }

    /// A channel of cards, and the sums over them.
    #[inline(always)]
    fn summed_cards(&mut self, channel: usize, pile: &Pile, scale: f32) -> Sums {
        let row = self.row(channel);
        let mut sums = Sums::default();
        for (slot, count) in pile.iter() {
            sums = self.with(sums, slot, count);
            self.sink.set(row + self.column(slot), f32::from(count) * scale);
        }
        sums
    }

    #[inline(always)]
    fn one_card(&mut self, channel: usize, slot: Option<Slot>) {
        if let Some(slot) = slot {
            self.sink.set(self.row(channel) + self.column(slot), 1.0);
        }
    }

    #[inline(always)]
    fn card_set(&mut self, channel: usize, slots: u64) {
        let row = self.row(channel);
        for slot in bits(slots) {
            self.sink.set(row + self.column(slot), 1.0);
        }
    }

    #[inline(always)]
    fn numbers<const N: usize>(&mut self, place: usize, numbers: [f32; N]) {
        for (i, value) in numbers.into_iter().enumerate() {
            self.sink.put(place + i, value);
        }
    }

    /// The sums with some more cards. By value: behind a reference the compiler adds them one by one instead of all at once.
    #[inline(always)]
    fn with(&self, Sums(mut sums): Sums, slot: Slot, count: u8) -> Sums {
        let one = &self.tables.sums[slot as usize % ROOM];
        for (sum, one) in sums.iter_mut().zip(one) {
            *sum += one * i16::from(count);
        }
        Sums(sums)
    }

    #[inline(always)]
    fn all_of(&self, counts: &[u8; SLOTS]) -> Owned {
        let slots = occupied(counts);
        let mut sums = Sums::default();
        for slot in bits(slots) {
            sums = self.with(sums, slot, counts[slot as usize]);
        }
        Owned { sums, slots, points: self.points(sums, counts) }
    }

    /// The points of cards with these sums.
    #[inline(always)]
    fn points(&self, sums: Sums, owned: &[u8; SLOTS]) -> f32 {
        let mut points = sums.get(Sum::Points);
        for slot in bits(self.tables.counters) {
            let worth = self.tables.per_cards[slot as usize % ROOM].map_or(0, |per| sums.0[0] / per.get());
            points += f32::from(worth) * f32::from(owned[slot as usize]);
        }
        points
    }

    /// Channels 0-9.
    #[inline(always)]
    fn global(&mut self) {
        let s = self.state;
        let row = self.row(0);
        let provinces = f32::from(s.supply.count(PROVINCE)) * self.tables.pile_share[PROVINCE as usize];
        let active = s.of(s.player);
        self.sink.set(row + usize::from(s.player != self.me), 1.0);
        match s.phase {
            Phase::Action => self.sink.set(row + 2, 1.0),
            Phase::Buy => self.sink.set(row + 3, 1.0),
            Phase::Deal | Phase::Cleanup => {}
        }
        let empty = s.empty_piles();
        self.numbers(
            row + 4,
            [f32::from(active.turns + 1) * (1.0 / 100.0), 1.0 - provinces, empty as f32 * (1.0 / 10.0)],
        );

        let row = self.row(1);
        let coins = f32::from(s.coins);
        let in_hand = if s.player == self.me {
            bits(active.hand.mask() & self.rules.treasures)
                .map(|slot| f32::from(active.hand.count(slot)) * f32::from(self.rules.numbers(slot).coins))
                .sum()
        } else {
            0.0
        };
        self.numbers(
            row,
            [
                f32::from(s.actions) * (1.0 / 10.0),
                f32::from(s.buys) * (1.0 / 10.0),
                coins * (1.0 / 20.0),
                (coins + in_hand) * (1.0 / 20.0),
            ],
        );

        let row = self.row(2);
        self.sink.put(row, provinces);
        if empty > 0 {
            for (i, &slot) in self.tables.kingdom.iter().enumerate() {
                self.sink.put(row + 1 + i, f32::from(s.supply.count(slot) == 0));
            }
        }
        self.sink.put(row + 11, f32::from(s.over));

        let row = self.row(4);
        self.sink.set(row + self.players as usize - 2, 1.0);
        self.sink.set(row + 5 + self.place_of(s.player), 1.0);
        if let Turn::Seat(decider) = s.whose_turn() {
            self.sink.set(row + 11 + self.place_of(decider.0), 1.0);
        }
        let left = f32::from(self.rules.options.max_turns.saturating_sub(active.turns)) * (1.0 / 100.0);
        self.numbers(
            row + 17,
            [f32::from(s.silver_bonus) * (1.0 / 5.0), f32::from(s.silver_played), f32::from(s.bought), left],
        );
        self.counts(5, &s.trash, occupied(&s.trash), 1.0 / 20.0);
        for k in 4..=5 {
            if let Some(seat) = self.opponent_seat(k) {
                self.far(6 + k as usize - 4, k, seat);
            }
        }
    }

    /// A channel that sums up an opponent for whom there is no block.
    #[inline(always)]
    fn far(&mut self, channel: usize, k: u8, seat: u8) {
        let zones = self.state.of(seat);
        let Owned { sums, points, .. } = self.owned[k as usize % 8];
        let size = sums.get(Sum::Size);
        let share = 1.0 / size.max(1.0);
        let [treasures, actions, victory] = densities(sums, share);
        self.numbers(
            self.row(channel),
            [
                zones.hand.len() as f32 * (1.0 / 20.0),
                self.state.deck_len(seat) as f32 * (1.0 / 60.0),
                zones.discard.len() as f32 * (1.0 / 60.0),
                size * (1.0 / 60.0),
                points * (1.0 / 50.0),
                f32::from(zones.owned[PROVINCE as usize]) * self.tables.pile_share[PROVINCE as usize],
                treasures,
                actions,
                victory,
                1.0,
            ],
        );
    }

    /// Channels 10-11.
    #[inline(always)]
    fn supply(&mut self) {
        let row = self.row(10);
        for (slot, count) in self.state.supply.iter() {
            let share = self.tables.pile_share[slot as usize % ROOM];
            self.sink.set(row + self.column(slot), f32::from(count) * share);
        }
        // While no pile is empty, this row is always the same.
        let mask = self.state.supply.mask();
        if mask == self.rules.supply.mask() {
            self.sink.set_all(&self.plan.available);
        } else {
            self.card_set(11, mask);
        }
    }

    /// Channels 12-56.
    #[inline(always)]
    fn own(&mut self) {
        let zones = self.state.of(self.me);
        let sums = self.summed_cards(12, &zones.hand, 1.0 / 20.0);
        let size = sums.get(Sum::Size);
        let [treasures, actions, victory] = densities(sums, 1.0 / 20.0);
        self.numbers(self.row(13), [treasures, actions, victory, size * (1.0 / 20.0)]);
        let cost = sums.get(Sum::Cost);
        self.numbers(self.row(14), [cost * (1.0 / 100.0), cost / (10.0 * size.max(1.0))]);
        self.sink.put(self.row(15), sums.get(Sum::GivesActions) * (1.0 / 20.0));
        self.sink.put(self.row(16), sums.get(Sum::GivesCards) * (1.0 / 20.0));
        self.sink.put(self.row(17), sums.get(Sum::GivesBuys) * (1.0 / 10.0));
        self.sink.put(self.row(18), sums.get(Sum::Value) * (1.0 / 50.0));

        // Without order: the cards whose place is known count like the others.
        let mut deck = zones.deck;
        self.state.top(self.me).iter().for_each(|placed| deck.add(placed.slot()));
        self.pile(27, &deck, true);
        self.pile(42, &zones.discard, false);
    }

    /// The fifteen channels of the observer's deck or discard pile.
    #[inline(always)]
    fn pile(&mut self, channel: usize, pile: &Pile, as_shares: bool) {
        if pile.is_empty() {
            return;
        }
        let size = pile.len() as f32;
        let share = 1.0 / size;
        let sums = self.summed_cards(channel, pile, share);
        let cost = sums.get(Sum::Cost);
        let mean_cost = cost * share * (1.0 / 10.0);
        let [treasures, actions, victory] = densities(sums, if as_shares { share } else { 1.0 / 60.0 });
        self.numbers(
            self.row(channel + 1),
            [size * (1.0 / 60.0), treasures, actions, victory, mean_cost, size * (1.0 / 250.0)],
        );
        // The scales of the hand.
        self.numbers(self.row(channel + 2), [cost * (1.0 / 100.0), mean_cost, cost * (1.0 / 500.0)]);
        self.sink.put(self.row(channel + 3), sums.get(Sum::GivesActions) * (1.0 / 20.0));
        self.sink.put(self.row(channel + 4), sums.get(Sum::GivesCards) * (1.0 / 20.0));
        self.sink.put(self.row(channel + 5), sums.get(Sum::GivesBuys) * (1.0 / 10.0));
        self.sink.put(self.row(channel + 6), sums.get(Sum::Value) * (1.0 / 50.0));
        self.numbers(
            self.row(channel + 7),
            [sums.get(Sum::Curses), sums.get(Sum::Attacks), sums.get(Sum::Reactions)].map(|count| count * share),
        );
        self.sink.put(self.row(channel + 8), sums.get(Sum::Points) * (1.0 / 50.0));
    }

    /// Channels 57-71.
    #[inline(always)]
    fn effect(&mut self) {
        let s = self.state;
        let row = self.row(57);
        let Some(frame) = s.stack.last().copied() else {
            self.sink.set(row + 2, 1.0);
            return;
        };
        let op = if frame.task == Task::Draw { None } else { s.op(frame) };
        self.numbers(row, [1.0, s.stack.len() as f32 * (1.0 / 5.0)]);
        self.sink.set(row + 2 + choice(frame, op), 1.0);
        let again = s.stack.iter().filter(|frame| frame.task == Task::Again).count();
        let waits = matches!(op, Some(Op::PlayTimes(_)));
        let (target, max_cost, chosen) = self.parameters(frame, op);
        self.numbers(
            self.row(58),
            [
                target * (1.0 / 10.0),
                max_cost * (1.0 / 10.0),
                chosen * (1.0 / 10.0),
                (again + usize::from(waits)) as f32 * (1.0 / 5.0),
            ],
        );
        let aside = s.aside_seen_by(self.me);
        self.cards(59, &aside, 1.0 / 10.0);
        // A draw belongs to the effect that asked for it, if there is one.
        let effect = s.stack.iter().rev().find(|frame| !matches!(frame.task, Task::Draw | Task::Macro)).copied();
        self.one_card(60, effect.map(|frame| frame.card));
        let about = match op {
            Some(Op::MayPlayIt) => frame.y.checked_sub(1),
            Some(Op::DrawTo(_)) if frame.seat == self.me => frame.y.checked_sub(1),
            _ => None,
        };
        self.one_card(61, about);
        // What others need depends on hands that the observer does not see.
        if frame.seat == self.me
            && let Some(op @ Op::Choose { .. }) = op
        {
            let need = s.need(frame, op);
            let row = self.row(62);
            self.numbers(
                row,
                [
                    need.forced as f32 * (1.0 / 10.0),
                    need.most.min(10) as f32 * (1.0 / 10.0),
                    f32::from(need.forced == 0),
                ],
            );
        }
        if let Some(frame) = effect {
            let row = self.row(63);
            let mut immune = [0.0; 6];
            for seat in bits(u64::from(frame.z)).filter(|&seat| seat < self.players) {
                immune[self.place_of(seat)] = 1.0;
            }
            self.numbers(row, immune);
            self.sink.set(row + 6 + self.place_of(frame.w), 1.0);
            self.sink.set(row + 12 + self.place_of(frame.seat), 1.0);
        }
    }

    /// What an effect is after: the hand size that is discarded down to, the highest cost, and the cards chosen so far.
    #[inline(always)]
    fn parameters(&self, frame: Frame, op: Option<crate::setup::SlotOp>) -> (f32, f32, f32) {
        match op {
            Some(Op::Choose { range: Range::DownTo(n), .. }) => (f32::from(n), 0.0, f32::from(frame.x)),
            Some(Op::Choose { .. }) => (0.0, 0.0, f32::from(frame.x)),
            Some(Op::Gain { limit, .. }) => (0.0, f32::from(self.state.amount(frame, limit)), f32::from(frame.x)),
            _ => (0.0, 0.0, 0.0),
        }
    }

    /// Channels 72-73.
    #[inline(always)]
    fn in_play(&mut self) {
        let in_play = &self.state.in_play;
        if in_play.is_empty() {
            return;
        }
        self.cards(72, in_play, 1.0 / 10.0);
        // A card that is played twice is in play once. Treasures stay where they are and are played once.
        let plays = f32::from(self.state.history.turns[self.state.player as usize][0].plays);
        let treasures = in_play.count_in(self.rules.treasures) as f32;
        self.numbers(
            self.row(73),
            [in_play.len() as f32 * (1.0 / 20.0), plays * (1.0 / 10.0), treasures * (1.0 / 10.0)],
        );
    }

    /// Channels 87-99.
    #[inline(always)]
    fn worth(&mut self) {
        let s = self.state;
        let zones = s.of(self.me);
        let Owned { sums, slots, points } = self.owned[0];
        let size = sums.0[0];
        self.counts(87, &zones.owned, slots, 1.0 / sums.get(Sum::Size).max(1.0));
        let more = self.with(sums, PROVINCE, 1);
        let with_province = self.points(more, &zones.owned);
        let counters = bits(self.tables.counters & slots);
        let per_card: i16 =
            counters.map(|slot| self.tables.per_cards[slot as usize % ROOM].map_or(0, |per| size / per.get())).sum();
        let cards = f32::from(size);
        self.numbers(
            self.row(88),
            [
                points * (1.0 / 50.0),
                with_province * (1.0 / 50.0),
                f32::from(per_card) * (1.0 / 10.0),
                cards * (1.0 / 60.0),
                cards * (1.0 / 250.0),
            ],
        );
        let row = self.row(89);
        for k in 1..self.players {
            let other = self.owned[k as usize % 8].points;
            self.sink.put(row + k as usize - 1, (points - other) * (1.0 / 50.0));
        }
        let top = s.top(self.me);
        self.known_top(93, top, |_| true);
        self.sink.put(self.row(95), top.len() as f32 * (1.0 / 5.0));
    }

    /// Two channels: the top card, and what is known below it.
    #[inline(always)]
    fn known_top(&mut self, channel: usize, top: &[Placed], seen: impl Fn(&Placed) -> bool) {
        let Some((first, rest)) = top.split_last() else { return };
        if seen(first) {
            self.one_card(channel, Some(first.slot()));
        }
        if rest.is_empty() {
            return;
        }
        let mut below = [0.0; SLOTS];
        let mut weight = 0.5;
        for placed in rest.iter().rev() {
            if seen(placed) {
                below[placed.slot() as usize] += weight;
            }
            weight /= 2.0;
        }
        let row = self.row(channel + 1);
        for slot in bits(self.rules.supply.mask()) {
            self.sink.put(row + self.column(slot), below[slot as usize]);
        }
    }

    /// The sixteen channels of an opponent.
    #[inline(always)]
    fn opponent(&mut self, channel: usize, k: u8) {
        let Some(seat) = self.opponent_seat(k) else { return };
        let s = self.state;
        let zones = s.of(seat);
        let Owned { sums, slots, points } = self.owned[k as usize % 8];
        let size = sums.get(Sum::Size);
        let share = 1.0 / size.max(1.0);
        self.numbers(
            self.row(channel),
            [
                zones.hand.len() as f32 * (1.0 / 20.0),
                s.deck_len(seat) as f32 * (1.0 / 60.0),
                zones.discard.len() as f32 * (1.0 / 60.0),
                size * (1.0 / 60.0),
                size * (1.0 / 250.0),
                f32::from(zones.turns) * (1.0 / 100.0),
                1.0,
            ],
        );
        self.counts(channel + 1, &zones.owned, slots, share);
        let [treasures, actions, victory] = densities(sums, share);
        self.numbers(
            self.row(channel + 2),
            [
                points * (1.0 / 50.0),
                f32::from(zones.owned[PROVINCE as usize]) * self.tables.pile_share[PROVINCE as usize],
                treasures,
                actions,
                victory,
                sums.get(Sum::Cost) * share * (1.0 / 10.0),
            ],
        );
        if zones.known != [0; SLOTS] {
            self.counts(channel + 3, &zones.known, occupied(&zones.known), 1.0 / 20.0);
        }
        self.known_top(channel + 4, s.top(seat), |placed| placed.open());
        if !zones.discard.is_empty() {
            self.counts(channel + 6, &zones.seen, occupied(&zones.seen), 1.0 / zones.discard.len() as f32);
        }
    }

    /// What an opponent owns for whom there is no block.
    #[inline(always)]
    fn far_owned(&mut self, channel: usize, k: u8) {
        if let Some(seat) = self.opponent_seat(k) {
            let Owned { sums, slots, .. } = self.owned[k as usize % 8];
            self.counts(channel, &self.state.of(seat).owned, slots, 1.0 / sums.get(Sum::Size).max(1.0));
        }
    }

    /// Channels 200-215 and 231-238.
    #[inline(always)]
    fn frames(&mut self) {
        let s = self.state;
        if s.stack.is_empty() {
            return;
        }
        for (k, frame) in s.stack.iter().rev().take(FRAMES).enumerate() {
            let kind = frame_kind(*frame, self.tables.effects[frame.card as usize]);
            if kind < ROW {
                self.sink.set(self.row(EFFECTS + k) + kind, 1.0);
            }
        }
        for (k, &frame) in s.stack.iter().rev().take(FRAMES).enumerate() {
            let row = self.row(EFFECTS + FRAMES + k);
            let op = matches!(frame.task, Task::Play | Task::Other).then(|| s.op(frame)).flatten();
            let (target, max_cost, chosen) = self.parameters(frame, op);
            let of_verb = |wanted: Verb| match op {
                Some(Op::Choose { verb, .. }) if verb == wanted => chosen,
                _ => 0.0,
            };
            let of_task = |task: Task| if frame.task == task { f32::from(frame.x) } else { 0.0 };
            let step = if matches!(frame.task, Task::Play | Task::Other) { f32::from(frame.pc) } else { 0.0 };
            self.numbers(
                row,
                [
                    of_verb(Verb::Discard) * (1.0 / 10.0),
                    of_task(Task::Draw) * (1.0 / 10.0),
                    of_task(Task::Again) * (1.0 / 5.0),
                    step * (1.0 / 10.0),
                ],
            );
            self.sink.set(row + 4 + self.place_of(frame.seat), 1.0);
            self.sink.put(row + 16, of_verb(Verb::Trash) * (1.0 / 5.0));
            self.sink.put(row + 32, max_cost * (1.0 / 10.0));
            self.sink.put(row + 48, target * (1.0 / 10.0));
        }
        for (k, frame) in s.stack.iter().rev().take(FRAMES).enumerate() {
            let kind = frame_kind(*frame, self.tables.effects[frame.card as usize]);
            if kind >= ROW {
                self.sink.set(self.row(MORE_EFFECTS + k) + kind - ROW, 1.0);
            }
        }
    }

    /// Channels 250-265.
    #[inline(always)]
    fn history(&mut self) {
        let history = &self.state.history;
        let share = 1.0 / (if W > 0 { W } else { self.plan.width }) as f32;
        for (k, note) in history.deeds.into_iter().enumerate() {
            if note.is_none() {
                break;
            }
            let row = self.row(HISTORY + k);
            self.sink.set(row + note.kind() as usize, 1.0);
            self.note_card(note, row + 10, row + 20, share);
            self.sink.set(row + 30 + self.place_of(note.seat()), 1.0);
        }
        for (k, note) in history.gains.into_iter().enumerate() {
            if note.is_none() {
                break;
            }
            let row = self.row(HISTORY + 5 + k);
            self.note_card(note, row, row + 10, share);
            self.sink.set(row + 20, f32::from(note.kind() + 1) * (1.0 / 5.0));
            self.sink.set(row + 30 + self.place_of(note.seat()), 1.0);
        }
        for k in 0..self.players {
            let [a, b, c] = history.turns[self.seat_at(k) as usize];
            let row = self.row(HISTORY + 10 + k as usize);
            let sum = |a: u8, b: u8, c: u8| f32::from(u16::from(a) + u16::from(b) + u16::from(c));
            self.sink.put(row, sum(a.plays, b.plays, c.plays) * (1.0 / 20.0));
            self.sink.put(row + 1, sum(a.buys, b.buys, c.buys) * (1.0 / 10.0));
            let share = self.tables.pile_share[PROVINCE as usize];
            self.sink.put(row + 2, sum(a.provinces, b.provinces, c.provinces) * share);
            self.numbers(row + 3, [a.points, b.points, c.points].map(|points| f32::from(points) * (1.0 / 100.0)));
        }
    }

    #[inline(always)]
    fn note_card(&mut self, note: Note, card: usize, cost: usize, share: f32) {
        if let Some(slot) = note.card() {
            self.sink.set(card, (self.column(slot) + 1) as f32 * share);
            self.sink.put(cost, self.tables.cost[slot as usize % ROOM]);
        }
    }

    /// Channels 300-399.
    #[inline(always)]
    fn rich(&mut self) {
        for k in 4..=5 {
            self.opponent(RICH + (k - 4) * BLOCK, k as u8);
        }
        let history = &self.state.history;
        for (k, note) in history.deeds.into_iter().chain(history.gains).enumerate() {
            self.one_card(RICH + 2 * BLOCK + k, note.card());
        }
        let mut legal = ActionSet::new();
        if self.state.whose_turn() == Turn::Seat(hoyle_core::Seat(self.me)) {
            self.state.legal_actions(&mut legal);
        }
        let verbs = [Action::Play, Action::Discard, Action::Trash, Action::Buy, Action::Gain, Action::Topdeck];
        for (k, verb) in verbs.into_iter().enumerate() {
            let slots = self.rules.slots().filter(|&slot| legal.contains(verb(slot).id()));
            let slots = slots.fold(0, |set, slot| set | 1u64 << slot);
            self.card_set(RICH + 2 * BLOCK + 10 + k, slots);
        }
    }
}

/// The numbers of treasures, actions and victory cards, scaled.
#[inline(always)]
fn densities(sums: Sums, scale: f32) -> [f32; 3] {
    [sums.get(Sum::Treasures), sums.get(Sum::Actions), sums.get(Sum::Victory)].map(|count| count * scale)
}

/// The number of the choice that an effect waits for.
#[inline(always)]
fn choice(frame: Frame, op: Option<crate::setup::SlotOp>) -> usize {
    match (frame.task, op) {
        (Task::React, _) => 6,
        (Task::Play | Task::Other, Some(op)) => match op {
            Op::Choose { verb: Verb::Discard, .. } => 1,
            Op::Choose { verb: Verb::Trash, .. } => 2,
            Op::PlayTimes(_) => 3,
            Op::Gain { .. } => 4,
            Op::Choose { verb: Verb::Topdeck, .. } | Op::ReturnShown => 5,
            Op::DrawTo(_) => 7,
            Op::MayPlayIt => 8,
            _ => 0,
        },
        _ => 0,
    }
}
