//! The primitives that card programs are made of.

use crate::action::Action;
use crate::cards::Kinds;
use crate::history::{Source, classify};
use crate::knowledge::Clue;
use crate::pile::Slot;
use crate::program::{Amount, Dest, Op, Range, Verb, Zone};
use crate::setup::{ABSENT, SlotOp};
use crate::state::{DominionState, Frame, Phase, Side, Task, To};
use hoyle_core::iter_bits;

impl DominionState {
    /// Plays a card from the active player's hand.
    pub(super) fn play_from_hand(&mut self, slot: Slot) {
        let player = self.player;
        self.of_mut(player).leave_hand(slot);
        self.in_play.add(slot);
        self.begin_play(slot);
    }

    /// Counts an action card that is played this turn, however often it is.
    pub(super) fn count_play(&mut self) {
        let turn = self.history.this_turn(self.player);
        turn.plays = turn.plays.saturating_add(1);
    }

    /// A card in play takes effect: first the others may react to an attack, before any of it resolves.
    pub(super) fn begin_play(&mut self, slot: Slot) {
        self.count_play();
        if self.rules().numbers(slot).kinds.has(Kinds::ATTACK) {
            let first = (self.player + 1) % self.players();
            self.push(Frame::new(Task::React, slot, first).with_played_by(self.player));
        } else {
            self.take_effect(slot, 0);
        }
    }

    /// The grants of a card, then its program.
    fn take_effect(&mut self, slot: Slot, unaffected: u8) {
        self.grant(slot);
        if !self.rules().cards[slot as usize].play.is_empty() {
            self.push(Frame::new(Task::Play, slot, self.player).with_immune(unaffected));
        }
        self.push_draw(self.player, self.rules().numbers(slot).cards, To::Hand);
    }

    /// Asks the next player who has a reaction. Tells whether there is one.
    pub(super) fn run_react(&mut self, frame: Frame) -> bool {
        if frame.seat == frame.played_by {
            self.stack.pop();
            self.take_effect(frame.card, frame.immune());
            return false;
        }
        let reactions = self.rules().reactions;
        if self.of(frame.seat).hand.mask() & reactions != 0 {
            return true;
        }
        self.of_mut(frame.seat).lacks |= reactions;
        self.top_frame().seat = (frame.seat + 1) % self.players();
        false
    }

    /// Plays the card of a Throne Room again.
    pub(super) fn run_again(&mut self, frame: Frame) -> bool {
        if frame.count <= 1 {
            self.stack.pop();
        } else {
            self.top_frame().count -= 1;
        }
        self.begin_play(frame.card);
        false
    }

    pub(super) fn top_frame(&mut self) -> &mut Frame {
        self.stack.last_mut().expect("an effect is under way")
    }

    /// The program of a frame.
    pub(crate) fn program(&self, frame: Frame) -> &'static [SlotOp] {
        let slotted = &self.rules().cards[frame.card as usize];
        if frame.task == Task::Other { &slotted.others } else { &slotted.play }
    }

    /// The op that a frame is at.
    pub(crate) fn op(&self, frame: Frame) -> Option<SlotOp> {
        self.program(frame).get(frame.pc as usize).copied()
    }

    /// Goes on to the next op; at the end of the program, to the next player or out of the frame.
    fn advance(&mut self) {
        let frame = self.top_frame();
        frame.pc += 1;
        let frame = *frame;
        match self.op(frame) {
            // A new choice counts anew, and a card that is drawn to be kept is no chosen one.
            Some(Op::Choose { .. } | Op::DrawTo(_)) => self.top_frame().choose_anew(),
            Some(_) => {}
            None => self.end_program(frame),
        }
    }

    fn end_program(&mut self, frame: Frame) {
        self.stack.pop();
        if frame.task == Task::Other {
            self.push_other(frame.card, frame.played_by, frame.immune(), (frame.seat + 1) % self.players());
        }
    }

    /// Runs a card's second program for the first player from `seat` on who is affected.
    fn push_other(&mut self, card: Slot, owner: u8, unaffected: u8, mut seat: u8) {
        while seat != owner && unaffected >> seat & 1 == 1 {
            seat = (seat + 1) % self.players();
        }
        if seat != owner {
            self.push(Frame::new(Task::Other, card, seat).with_played_by(owner).with_immune(unaffected));
        }
    }

    /// The number that an amount stands for; 0 if it is the cost of a card and none was chosen. No card costs more than
    /// 255, so a limit beyond that is one of 255.
    pub(crate) fn amount(&self, frame: Frame, amount: Amount) -> u8 {
        match amount {
            Amount::Fixed(n) => n,
            Amount::Chosen => frame.count,
            Amount::Cost(more) => frame.chosen().map_or(0, |slot| self.rules().numbers(slot).cost.saturating_add(more)),
        }
    }

    /// What can be gained now: nothing if it is by the cost of a card and none was chosen.
    pub(crate) fn gainable_by(&self, frame: Frame, filter: u64, limit: Amount) -> u64 {
        let of_nothing = matches!(limit, Amount::Cost(_)) && frame.chosen().is_none();
        if of_nothing { 0 } else { self.gainable(filter, self.amount(frame, limit)) }
    }

    /// Runs the next op. Tells whether its player has to decide.
    pub(super) fn run_program(&mut self, frame: Frame) -> bool {
        let seat = frame.seat;
        let Some(op) = self.op(frame) else {
            self.end_program(frame);
            return false;
        };
        match op {
            Op::Choose { .. } => return self.run_choice(frame, op),
            Op::Gain { filter, limit, .. } => {
                if self.gainable_by(frame, filter, limit) != 0 {
                    return true;
                }
                self.advance();
            }
            Op::GainCard(slot, dest) => {
                if slot != ABSENT && self.supply.count(slot) > 0 {
                    self.gain(seat, slot, dest);
                }
                self.advance();
            }
            Op::Draw(amount) => {
                let cards = self.amount(frame, amount);
                self.advance();
                self.push_draw(seat, cards, To::Hand);
            }
            Op::Actions(n) => {
                self.actions = self.actions.saturating_add(n);
                self.advance();
            }
            Op::Coins(amount) => {
                self.coins = self.coins.saturating_add(self.amount(frame, amount));
                self.advance();
            }
            Op::Others => {
                self.advance();
                self.push_other(frame.card, seat, frame.immune(), (seat + 1) % self.players());
            }
            Op::StopUnlessChosen if frame.count == 0 => self.end_program(frame),
            Op::StopUnlessChosen => self.advance(),
            Op::PlayTimes(_) => {
                if self.has_room() {
                    let actions = self.rules().actions;
                    if self.of(seat).hand.mask() & actions != 0 {
                        return true;
                    }
                    self.of_mut(seat).lacks |= actions;
                }
                self.advance();
            }
            Op::DiscardTop => {
                let top = self.top_frame();
                top.choose_anew();
                top.pc += 1;
                self.push_draw(seat, 1, To::Discard);
            }
            Op::MayPlayIt => {
                if let Some(slot) = frame.drawn()
                    && self.rules().actions >> slot & 1 == 1
                    && self.has_room()
                {
                    return true;
                }
                self.advance();
            }
            Op::DrawTo(size) => return self.run_draw_to(frame, size),
            Op::Show(cards, openly) => {
                self.top_frame().set_unseen(false);
                self.advance();
                self.push_draw(seat, cards, if openly { To::Shown } else { To::Aside });
            }
            Op::DiscardShown => {
                let Self { zones, aside, .. } = self;
                let zones = &mut zones[seat as usize];
                for (slot, count) in aside.iter() {
                    (0..count).for_each(|_| zones.show_looked_at(slot, frame.unseen()));
                }
                zones.look_away();
                zones.discard_all_openly(aside);
                self.advance();
            }
            Op::ReturnShown => {
                if self.aside.mask().count_ones() > 1 {
                    return true;
                }
                while let Some((slot, _)) = { self.aside.iter().next() } {
                    self.put_back(frame, slot);
                }
                self.of_mut(seat).look_away();
                self.advance();
            }
            Op::SilverBonus(n) => {
                if !self.silver_played {
                    self.silver_bonus = self.silver_bonus.saturating_add(n);
                }
                self.advance();
            }
        }
        false
    }

    /// Begins, goes on with or ends a choice of cards. Tells whether the player has to decide.
    fn run_choice(&mut self, frame: Frame, op: SlotOp) -> bool {
        let need = self.need(frame, op);
        if need.slots != 0 && need.most > 0 {
            return true;
        }
        if let Op::Choose { zone: Zone::Hand, filter, verb, .. } = op
            && need.slots == 0
            && self.wanted(frame, op) > 0
        {
            self.of_mut(frame.seat).lacks |= filter & self.rules().supply.mask() & from(frame, verb);
        }
        if let Op::Choose { or_reveal: true, .. } = op
            && frame.count == 0
        {
            let all = self.rules().supply.mask();
            self.of_mut(frame.seat).reveal_hand(all);
            let hand = self.of(frame.seat).hand;
            self.witness_cards(0x11, hand.iter());
        }
        self.advance();
        false
    }

    /// Draws on, or asks about the action that was just drawn.
    fn run_draw_to(&mut self, frame: Frame, size: u8) -> bool {
        let seat = frame.seat;
        if let Some(slot) = frame.drawn() {
            if self.rules().actions >> slot & 1 == 1 {
                return true;
            }
            self.keep(seat, slot);
            return false;
        }
        let zones = self.of(seat);
        let drawable = self.deck_len(seat) + zones.discard.len() > 0;
        if drawable && zones.hand.len() < size as usize {
            self.push_draw(seat, 1, To::Held);
        } else {
            let Self { zones, aside, .. } = self;
            zones[seat as usize].discard_all_openly(aside);
            self.advance();
        }
        false
    }

    /// Takes the card that was drawn to the hand. Everybody was there when it was asked about, and so knows what it is.
    fn keep(&mut self, seat: u8, slot: Slot) {
        let top = self.top_frame();
        let unseen = top.unseen();
        top.choose_anew();
        top.set_unseen(false);
        self.aside.remove(slot);
        let (actions, all) = (self.rules().actions, self.rules().supply.mask());
        let is_action = actions >> slot & 1 == 1;
        self.of_mut(seat).join_hand_as_one_of(slot, if is_action { actions & all } else { all & !actions }, unseen);
    }

    /// Puts a card that was looked at back onto the deck. It may be one that came from the hand unseen.
    fn put_back(&mut self, frame: Frame, slot: Slot) {
        self.aside.remove(slot);
        self.of_mut(frame.seat).put_back(slot, frame.unseen());
    }

    /// A card comes from the supply.
    pub(super) fn gain(&mut self, seat: u8, slot: Slot, dest: Dest) {
        self.supply.remove(slot);
        // A card is bought while no effect is under way.
        let source = match self.stack.is_empty() {
            true => Source::Bought,
            false if seat == self.player => Source::Own,
            false => Source::Other,
        };
        self.history.gain(seat, source, slot);
        let mut zones = self.of_mut(seat);
        zones.owned[slot as usize] += 1;
        match dest {
            Dest::Discard => zones.discard_openly(slot),
            Dest::Hand => {
                let looking = self.looked_at(seat).unseen;
                self.of_mut(seat).join_hand_openly(slot, looking);
            }
            Dest::Deck => self.of_mut(seat).place(slot, true, false),
        }
    }

    /// A decision inside an effect.
    pub(super) fn act_in_effect(&mut self, frame: Frame, action: Action) {
        let seat = frame.seat;
        match (action, self.op(frame)) {
            (Action::React | Action::Suffer, _) => {
                let players = self.players();
                self.remember_question(seat);
                if action == Action::React {
                    let reaction = (self.of(seat).hand.mask() & self.rules().reactions).trailing_zeros();
                    self.of_mut(seat).show_in_hand(reaction as Slot);
                    self.top_frame().make_immune(seat);
                }
                self.top_frame().seat = (seat + 1) % players;
            }
            (Action::Play(slot), Some(Op::PlayTimes(times))) => {
                self.advance();
                if times > 1 {
                    self.push(Frame::new(Task::Again, slot, seat).with_count(times - 1));
                }
                self.play_from_hand(slot);
            }
            (Action::PlayIt, _) => {
                let slot = frame.drawn().expect("it is asked about a card");
                self.advance();
                self.of_mut(seat).leave_discard(slot);
                self.in_play.add(slot);
                self.begin_play(slot);
            }
            (Action::Keep, _) => self.keep(seat, frame.drawn().expect("it is asked about a card")),
            (Action::SetAside, _) => {
                let slot = frame.drawn().expect("it is asked about a card");
                self.witness_cards(0x5E, std::iter::once((slot, 1)));
                self.of_mut(seat).show_looked_at(slot, frame.unseen());
                self.of_mut(seat).look_away();
                let top = self.top_frame();
                top.choose_anew();
                top.set_unseen(false);
            }
            (Action::Gain(slot), Some(Op::Gain { dest, .. })) => {
                self.gain(seat, slot, dest);
                self.advance();
            }
            (Action::Topdeck(slot), Some(Op::ReturnShown)) => self.put_back(frame, slot),
            (Action::Discard(slot) | Action::Trash(slot) | Action::Topdeck(slot), Some(op @ Op::Choose { .. })) => {
                self.choose(frame, op, slot);
            }
            // Finished or declined.
            _ => {
                self.remember_question(seat);
                self.advance();
            }
        }
    }

    /// Everybody saw what a player was asked, and remembers what that tells of the hand.
    pub(super) fn remember_question(&mut self, seat: u8) {
        let Clue { least, of, .. } = self.question(seat);
        if least > 0 {
            let of = of & self.rules().supply.mask();
            self.of_mut(seat).hint(of, least.min(u8::MAX as usize) as u8);
        }
    }

    /// A card is chosen.
    fn choose(&mut self, frame: Frame, op: SlotOp, slot: Slot) {
        let Op::Choose { zone, verb, openly, .. } = op else { return };
        let Self { zones, tops, aside, trash, .. } = self;
        let mut zones = Side::new(zones, tops, frame.seat);
        let unseen = frame.unseen();
        match zone {
            Zone::Hand if openly => zones.leave_hand(slot),
            Zone::Hand => zones.hand.remove(slot),
            Zone::Discard if openly => zones.leave_discard(slot),
            Zone::Discard => zones.leave_discard_unseen(slot),
            Zone::Shown => {
                aside.remove(slot);
                if openly {
                    zones.show_looked_at(slot, unseen);
                }
            }
        }
        match verb {
            Verb::Discard => zones.discard_openly(slot),
            Verb::Trash => {
                trash[slot as usize] += 1;
                zones.owned[slot as usize] -= 1;
            }
            Verb::Topdeck if zone == Zone::Shown && !openly => zones.put_back(slot, unseen),
            Verb::Topdeck => zones.place(slot, openly, zone == Zone::Hand),
        }
        self.top_frame().choose(openly.then_some(slot));
    }

    /// Every seat notes a decision as far as it sees it.
    pub(super) fn witness_action(&mut self, frame: Option<Frame>, action: Action) {
        let hidden = match (action, frame.and_then(|frame| self.op(frame))) {
            (Action::Topdeck(_), Some(Op::ReturnShown)) => true,
            (Action::Topdeck(_), Some(Op::Choose { openly, .. })) => !openly,
            _ => false,
        };
        let actor = frame.map_or(self.player, |frame| frame.seat);
        let (deed, card) = classify(action, self.phase == Phase::Buy);
        let open = match action {
            Action::PlayIt | Action::SetAside => frame.and_then(Frame::drawn),
            _ if hidden => None,
            _ => card,
        };
        self.history.act(actor, deed, open);
        let told = u64::from(action.id().0) + 1;
        self.witness(|seat| if hidden && seat != actor { 0xAC0000 } else { 0xAC0000 + told });
    }

    /// How many cards a choice still wants at the most. Everybody knows it.
    pub(crate) fn wanted(&self, frame: Frame, op: SlotOp) -> usize {
        let Op::Choose { zone, range, .. } = op else { return 0 };
        let zones = self.of(frame.seat);
        let size = match zone {
            Zone::Hand => zones.hand.len(),
            Zone::Discard => zones.discard.len(),
            Zone::Shown => self.aside.len(),
        };
        match range {
            Range::UpTo(n) | Range::Exactly(n) => n.saturating_sub(frame.count) as usize,
            Range::DownTo(n) => size.saturating_sub(n as usize),
            Range::PerEmptyPile => (self.empty_piles() as usize).saturating_sub(frame.count as usize),
        }
    }

    /// How many cards a choice still wants, and which.
    pub(crate) fn need(&self, frame: Frame, op: SlotOp) -> super::Need {
        let Op::Choose { zone, verb, range, filter, .. } = op else { return super::Need::default() };
        let zones = self.of(frame.seat);
        let pile = match zone {
            Zone::Hand => &zones.hand,
            Zone::Discard => &zones.discard,
            Zone::Shown => &self.aside,
        };
        let slots = pile.mask() & filter & from(frame, verb);
        let wanted = self.wanted(frame, op);
        if let Range::UpTo(_) = range {
            return super::Need { slots, most: wanted, forced: 0 };
        }
        let forced = wanted.min(pile.count_in(slots));
        super::Need { slots: if forced > 1 { enough(pile, slots, forced) } else { slots }, most: forced, forced }
    }
}

/// Several cards are chosen in ascending order, so that a set of cards can be chosen in one way only.
pub(crate) fn from(frame: Frame, verb: Verb) -> u64 {
    match frame.chosen() {
        Some(slot) if verb != Verb::Topdeck => u64::MAX << slot,
        _ => u64::MAX,
    }
}

/// Those slots from which on there are still enough cards for what is forced.
fn enough(pile: &crate::pile::Pile, slots: u64, forced: usize) -> u64 {
    let mut left = pile.count_in(slots);
    let mut fitting = 0;
    for slot in iter_bits(slots) {
        if left >= forced {
            fitting |= 1 << slot;
        }
        left -= pile.count(slot) as usize;
    }
    fitting
}
