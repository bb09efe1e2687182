//! What actions do: the turn, and the stack of effects on top of it.
//!
//! | file | idea |
//! |---|---|
//! | `mod.rs` | the loop that runs until somebody has to decide, and the phases of a turn |
//! | `draw.rs` | drawing and shuffling, where chance decides |
//! | `effects.rs` | the primitives that card programs are made of |
//! | `legal.rs` | what can be done at a decision |
//! | `simple.rs` | the macro action |

mod draw;
mod effects;
mod legal;
mod simple;

pub(crate) use effects::from;
pub(crate) use legal::Need;
pub(crate) use simple::MacroRule;

use crate::action::{Action, SHUFFLE};
use crate::history::History;
use crate::invariants::{self, Steps};
use crate::options::{Discards, Treasures};
use crate::pile::{Pile, Slot};
use crate::setup::{COPPER, ESTATE, PROVINCE, SILVER};
use crate::state::{DominionState, Frame, Phase, Task, To, Tops, Zones};
use hoyle_core::{
    ActionId, ActionSet, FixedVec, Interned, MAX_SEATS, Outcomes, Play, Rng, Scores, Seat, Spec, Turn, iter_bits,
};

/// How many cards a hand is drawn to.
const HAND: u8 = 5;

impl DominionState {
    /// The position before the first hands are dealt.
    pub(crate) fn start(rules: Interned<crate::setup::Rules>) -> Self {
        let mut state = Self {
            rules,
            zones: [Zones::EMPTY; MAX_SEATS],
            tops: Tops::EMPTY,
            supply: rules.supply,
            trash: [0; crate::pile::SLOTS],
            in_play: Pile::EMPTY,
            aside: Pile::EMPTY,
            stack: FixedVec::new(Frame::new(Task::Draw(To::Hand), 0, 0)),
            recall: [0; MAX_SEATS],
            history: History::EMPTY,
            player: 0,
            phase: Phase::Deal,
            actions: 0,
            buys: 0,
            coins: 0,
            silver_bonus: 0,
            silver_played: false,
            bought: false,
            ended_early: false,
            over: false,
        };
        for seat in (0..rules.players()).rev() {
            let mut zones = state.of_mut(seat);
            zones.deck = [(COPPER, 7), (ESTATE, 3)].into_iter().collect();
            (zones.owned[COPPER as usize], zones.owned[ESTATE as usize]) = (7, 3);
            state.push_draw(seat, HAND, To::Hand);
        }
        state.run();
        state
    }

    /// Plays an action or a chance outcome; gives the steps that followed from it.
    #[inline]
    pub(crate) fn apply(&mut self, id: ActionId) -> Steps {
        match self.stack.last().copied() {
            Some(frame @ Frame { task: Task::Draw(to), .. }) => {
                if self.chance(frame, to, id) {
                    return Steps::default();
                }
            }
            frame => {
                let action = Action::from_id(id).expect("a legal action");
                self.witness_action(frame, action);
                match frame {
                    None => self.act_in_turn(action),
                    Some(frame) => self.act_in_effect(frame, action),
                }
            }
        }
        self.run()
    }

    /// Goes on until somebody has to decide, chance has to act, or the game is over; gives how many steps that took.
    pub(crate) fn run(&mut self) -> Steps {
        let mut steps = Steps::default();
        while !self.over {
            steps.count(self);
            let waiting = match self.stack.last().copied() {
                None => self.run_turn(),
                Some(frame) => match frame.task {
                    Task::Draw(to) => self.run_draw(frame, to),
                    Task::React => self.run_react(frame),
                    Task::Play | Task::Other => self.run_program(frame),
                    Task::Again => self.run_again(frame),
                    Task::Macro => self.run_macro(frame),
                },
            };
            if waiting {
                break;
            }
        }
        steps
    }

    /// The phases of a turn, while no effect is under way. Tells whether the player has to decide.
    fn run_turn(&mut self) -> bool {
        match self.phase {
            Phase::Deal => self.begin_turn(),
            Phase::Action => {
                if self.actions > 0 && self.of(self.player).hand.mask() & self.rules().actions != 0 {
                    return true;
                }
                self.begin_buying(false);
            }
            Phase::Buy => {
                if self.buys > 0 {
                    return true;
                }
                self.clean_up();
            }
            Phase::Cleanup => {
                self.player = (self.player + 1) % self.players();
                self.begin_turn();
            }
        }
        false
    }

    fn begin_turn(&mut self) {
        self.phase = Phase::Action;
        self.history.begin_turn(self.player, self.points(self.player));
        (self.actions, self.buys, self.coins) = (1, 1, 0);
        (self.silver_bonus, self.silver_played, self.bought, self.ended_early) = (0, false, false, false);
    }

    fn begin_buying(&mut self, early: bool) {
        self.phase = Phase::Buy;
        self.ended_early = early;
        // Who has an action card and an action left is asked.
        if !early && self.actions > 0 {
            self.zones[self.player as usize].lacks |= self.rules().actions;
        }
        if self.rules().options.treasures == Treasures::Auto {
            self.play_treasures();
            self.zones[self.player as usize].lacks |= self.rules().treasures;
        }
    }

    fn play_treasures(&mut self) {
        let hand = self.of(self.player).hand;
        let treasures = hand.mask() & self.rules().treasures;
        self.witness_cards(0x77, iter_bits(treasures).map(|slot| (slot, hand.count(slot))));
        for slot in iter_bits(treasures) {
            self.play_treasure(slot, hand.count(slot));
        }
    }

    /// Plays some treasures of a slot.
    fn play_treasure(&mut self, slot: Slot, count: u8) {
        let player = self.player;
        self.of_mut(player).leave_hand_together(slot, count);
        self.in_play.add_many(slot, count);
        let card = self.rules().numbers(slot);
        self.actions = self.actions.saturating_add(card.actions.saturating_mul(count));
        self.buys = self.buys.saturating_add(card.buys.saturating_mul(count));
        self.coins = self.coins.saturating_add(card.coins.saturating_mul(count));
        if slot == SILVER && !self.silver_played {
            self.silver_played = true;
            self.coins = self.coins.saturating_add(self.silver_bonus);
        }
    }

    /// The actions, buys and money that a card gives.
    #[inline]
    fn grant(&mut self, slot: Slot) {
        let card = self.rules().numbers(slot);
        self.actions = self.actions.saturating_add(card.actions);
        self.buys = self.buys.saturating_add(card.buys);
        self.coins = self.coins.saturating_add(card.coins);
    }

    /// Everything goes to the discard pile. Then the game may be over; otherwise five cards are drawn.
    fn clean_up(&mut self) {
        self.phase = Phase::Cleanup;
        self.zones[self.player as usize].turns += 1;
        let played = !self.in_play.is_empty();
        let cards = self.of(self.player).hand.len();
        if self.is_finished() {
            self.over = true;
        } else {
            self.push_draw(self.player, HAND, To::Hand);
            if self.rules().options.discards == Discards::Top && !played && cards > 1 {
                // Nothing covers the hand: any of its cards is on top.
                return self.push_draw(self.player, 1, To::Pile);
            }
        }
        let only = self.of(self.player).hand.mask().trailing_zeros() as Slot;
        self.lay_down(self.player, (!played && cards == 1).then_some(only));
    }

    /// The hand goes to the discard pile with the card on top that everybody sees, and then what is in play.
    fn lay_down(&mut self, seat: u8, top: Option<Slot>) {
        if self.stack.last().is_some_and(|frame| frame.task == Task::Draw(To::Pile)) {
            self.stack.pop();
        }
        let rules = self.rules();
        if rules.options.discards == Discards::Open {
            let hand = self.of(seat).hand;
            self.witness_cards(0xC1, hand.iter());
            let zones = &mut self.zones[seat as usize];
            // Everybody sees the hand go; what was known and is not in it must be one of the cards put on the deck unseen.
            for (slot, count) in hand.iter() {
                zones.leave_hand_together(slot, count);
            }
            zones.discard_all_openly(&mut hand.clone());
            zones.lacks = 0;
        } else {
            let mut zones = self.of_mut(seat);
            if let Some(slot) = top {
                zones.leave_hand(slot);
                zones.discard_openly(slot);
            }
            let (idle, plain) = rules.unplayed();
            zones.discard_hand_unseen(idle, plain);
            self.witness(|_| 0xC2 + (top.map_or(0, |slot| u64::from(slot) + 1) << 16));
        }
        self.zones[seat as usize].discard_all_openly(&mut self.in_play);
    }

    /// Whether the game ends with this turn.
    fn is_finished(&self) -> bool {
        let next = (self.player + 1) % self.players();
        self.supply.count(PROVINCE) == 0
            || self.empty_piles() >= self.rules().fatal_piles()
            || self.of(next).turns >= self.rules().options.max_turns
    }

    /// A decision of the active player outside of effects.
    fn act_in_turn(&mut self, action: Action) {
        match action {
            Action::Play(slot) if self.phase == Phase::Action => {
                self.actions -= 1;
                self.play_from_hand(slot);
            }
            Action::Play(slot) => self.play_treasure(slot, 1),
            Action::PlayTreasures => self.play_treasures(),
            Action::EndActions => {
                let actions = self.rules().actions & self.rules().supply.mask();
                self.of_mut(self.player).hint(actions, 1);
                self.begin_buying(true);
            }
            Action::Macro => self.push(Frame::new(Task::Macro, 0, self.player)),
            Action::Buy(slot) => {
                self.coins -= self.rules().numbers(slot).cost;
                self.buys -= 1;
                self.bought = true;
                let turn = self.history.this_turn(self.player);
                turn.buys = turn.buys.saturating_add(1);
                turn.provinces = turn.provinces.saturating_add(u8::from(slot == PROVINCE));
                self.gain(self.player, slot, crate::program::Dest::Discard);
            }
            Action::EndBuy => self.clean_up(),
            other => unreachable!("{other:?} is no decision of a turn"),
        }
    }

    fn push(&mut self, frame: Frame) {
        let fits = self.stack.push(frame);
        assert!(fits, "no effect begins where there is no room for it");
    }
}

impl Play for DominionState {
    #[inline]
    fn spec(&self) -> &'static Spec {
        &self.rules().spec
    }

    /// Between actions a `Draw` frame is only ever on top if chance has to decide.
    #[inline]
    fn turn(&self) -> Turn {
        if self.over {
            return Turn::Over;
        }
        match self.stack.last() {
            None => Turn::Seat(Seat(self.player)),
            Some(frame) if frame.task.draws() => Turn::Chance,
            Some(frame) => Turn::Seat(Seat(frame.seat)),
        }
    }

    #[inline]
    fn legal(&self, out: &mut ActionSet) {
        out.clear();
        if !matches!(self.turn(), Turn::Seat(_)) {
            return;
        }
        match self.stack.last().copied() {
            None => self.legal_in_turn(out),
            Some(frame) => self.legal_in_effect(frame, out),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, action: ActionId) {
        debug_assert!(self.allows(action), "action {action} is not legal in {self:?}");
        self.apply(action);
        invariants::check(self);
    }

    fn outcomes(&self, out: &mut Outcomes) {
        out.clear();
        let Some(frame) = self.stack.last().filter(|frame| frame.task.draws() && !self.over) else { return };
        let deck = self.source(*frame);
        if deck.is_empty() {
            out.push(SHUFFLE, 1);
        }
        deck.iter().for_each(|(slot, count)| out.push(ActionId(u16::from(slot)), u32::from(count)));
    }

    /// Samples without listing what could come.
    #[inline]
    fn roll(&mut self, rng: &mut Rng) -> ActionId {
        let frame = self.stack.last().expect("chance acts on a draw");
        let deck = self.source(*frame);
        let outcome = if deck.is_empty() { SHUFFLE } else { ActionId(u16::from(deck.sample(rng))) };
        self.apply(outcome);
        invariants::check(self);
        outcome
    }

    /// Points, then fewer turns; still tied players share the victory.
    fn scores(&self) -> Scores {
        let players = self.players() as usize;
        let mut scores = Scores::zero(players);
        if !self.over {
            return scores;
        }
        let standing: Vec<(i32, i32)> =
            (0..self.players()).map(|seat| (self.points(seat), -i32::from(self.of(seat).turns))).collect();
        match self.rules().options.scoring {
            crate::options::Scoring::Margin => {
                for seat in 0..players {
                    let best_other = (0..players).filter(|&other| other != seat).map(|other| standing[other].0).max();
                    let margin = standing[seat].0 - best_other.unwrap_or(0);
                    scores[Seat(seat as u8)] = (margin as f32 / 100.0).clamp(-10.0, 10.0);
                }
            }
            crate::options::Scoring::Win => {
                let best = standing.iter().max().copied().unwrap_or_default();
                let winners = standing.iter().filter(|&&s| s == best).count();
                // The winners share the first places of one winner and equal losers.
                let loss = -1.0 / (players - 1) as f32;
                let share = (1.0 + (winners - 1) as f32 * loss) / winners as f32;
                for (seat, &s) in standing.iter().enumerate() {
                    scores[Seat(seat as u8)] = if s != best {
                        loss
                    } else if winners == players {
                        0.0
                    } else {
                        share
                    };
                }
            }
        }
        scores
    }
}
