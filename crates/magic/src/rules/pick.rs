//! Choices on the way of an effect: cards to discard, to find, to look at, permanents to sacrifice.

use super::effects::MOST;
use super::moves::{Dest, Entering};
use crate::action::{Act, Cand};
use crate::cards::tree::{Op, Place, Quantity, Shape, Verb, Who, types};
use crate::state::{Ask, CardIx, LibraryCard, MAX_OWNED, MagicState, Phase, Progress, Ref, bit};

impl MagicState {
    pub(crate) fn do_discard(&mut self, who: Who, n: Quantity) -> bool {
        while let Some(seat) = self.turn_of(who, &n) {
            let hand = self.side(seat).hand;
            if hand.len() <= self.resolution.progress.left() as usize {
                hand.iter().for_each(|&card| self.discard(seat, card));
                self.resolution.progress.none_left();
                continue;
            }
            self.ask_or_apply(Ask::Discard { seat });
            if self.ask != Ask::None {
                return false;
            }
        }
        true
    }

    /// The controller looks at a hand and chooses a card that is discarded.
    pub(crate) fn do_discard_looked(&mut self, who: Who) -> bool {
        let mask = self.players(who, &self.env());
        if self.resolution.progress == Progress::ASKED || mask == 0 {
            return true;
        }
        let seat = mask.trailing_zeros() as u8;
        self.reveal_hand(seat);
        self.resolution.about = seat;
        self.resolution.progress = Progress::ASKED;
        !self.ask_or_apply(Ask::Looked { seat: self.resolution.obj.controller })
    }

    pub(crate) fn do_put_back(&mut self, who: Who, n: Quantity) -> bool {
        while let Some(seat) = self.turn_of(who, &n) {
            if self.side(seat).hand.is_empty() {
                self.resolution.progress.none_left();
                continue;
            }
            self.ask_or_apply(Ask::PutBack { seat });
            if self.ask != Ask::None {
                return false;
            }
        }
        true
    }

    fn begin_look(&mut self, n: Quantity) {
        let n = self.number(&n, &self.env());
        self.looked.clear();
        self.looking = self.resolution.obj.controller;
        self.looks = n.clamp(0, MAX_OWNED as i32) as u8;
        self.pending_draws = true;
        self.resolution.progress = Progress::phase(Phase::Select);
    }

    /// First which cards go to the bottom, in their order, then the order of the rest (701.18).
    pub(crate) fn do_scry(&mut self, n: Quantity) -> bool {
        let seat = self.resolution.obj.controller;
        match self.resolution.progress {
            fresh if !fresh.has_begun() => self.begin_look(n),
            _ if self.looked.is_empty() => return true,
            select if select == Progress::phase(Phase::Select) => {
                self.ask_or_apply(Ask::Scry { seat });
            }
            _ => {
                self.ask_or_apply(Ask::ScryOrder { seat });
            }
        }
        false
    }

    /// Looks at some cards; one that fits may go to the hand, shown; the rest to the bottom in any order.
    pub(crate) fn do_dig(&mut self, n: Quantity) -> bool {
        let seat = self.resolution.obj.controller;
        match self.resolution.progress {
            fresh if !fresh.has_begun() => self.begin_look(n),
            _ if self.looked.is_empty() => return true,
            select if select == Progress::phase(Phase::Select) => {
                if !self.ask_or_apply(Ask::Dig { seat }) {
                    self.resolution.progress = Progress::phase(Phase::Arrange);
                }
            }
            _ => {
                self.ask_or_apply(Ask::ToBottom { seat });
            }
        }
        false
    }

    pub(crate) fn do_search(&mut self, who: Who, n: Quantity) -> bool {
        if !self.resolution.progress.has_begun() {
            let mask = self.players(who, &self.env());
            if mask == 0 {
                return true;
            }
            let seat = mask.trailing_zeros() as u8;
            self.resolution.about = seat;
            self.resolution.progress = Progress::times(self.number(&n, &self.env()).clamp(0, MOST) as i16, 0);
            // Whoever searches shuffles afterwards: where in the library a card was found is never seen.
            self.shuffle(seat);
        }
        self.resolution.progress.count() == 0 || !self.ask_or_apply(Ask::Search { seat: self.resolution.about })
    }

    pub(crate) fn do_sacrifice(&mut self, who: Who, n: Quantity) -> bool {
        while let Some(seat) = self.turn_of(who, &n) {
            self.refresh();
            if !self.ask_or_apply(Ask::Sacrifice { seat }) {
                self.resolution.progress.none_left();
            }
            if self.ask != Ask::None {
                return false;
            }
        }
        true
    }

    pub(crate) fn do_choose(&mut self, who: Who) -> bool {
        let mask = self.players(who, &self.env());
        if self.resolution.progress == Progress::ASKED || mask == 0 {
            return true;
        }
        self.resolution.that = Ref::NONE;
        self.resolution.progress = Progress::ASKED;
        !self.ask_or_apply(Ask::Choose { seat: mask.trailing_zeros() as u8 })
    }

    /// A choice of an effect, of the cleanup step or before the first turn.
    pub(crate) fn choose_picked(&mut self, ask: Ask, cand: Cand) {
        let card = cand.a;
        match ask {
            Ask::Bottom { seat } => {
                self.slip_into_library(seat, card, false);
            }
            Ask::Cleanup { seat } => self.discard(seat, card),
            Ask::Discard { seat } => {
                self.discard(seat, card);
                self.resolution.progress.count_down();
            }
            Ask::Looked { .. } => self.discard(self.resolution.about, card),
            Ask::PutBack { seat } => {
                self.slip_into_library(seat, card, true);
                self.resolution.progress.count_down();
            }
            Ask::Scry { seat } => {
                if cand.act == Act::KeepTop {
                    self.resolution.progress = Progress::phase(Phase::Arrange);
                } else {
                    self.take_looked(card);
                    self.put_in_library(seat, LibraryCard { card, open: false, from_hand: false }, false);
                }
            }
            Ask::ScryOrder { seat } => {
                self.take_looked(card);
                self.put_in_library(seat, LibraryCard { card, open: false, from_hand: false }, true);
            }
            Ask::Dig { seat } => {
                if cand.act == Act::PickLooked {
                    self.take_looked(card);
                    self.put_in_hand(seat, card, true);
                }
                self.resolution.progress = Progress::phase(Phase::Arrange);
            }
            Ask::ToBottom { seat } => {
                self.take_looked(card);
                self.put_in_library(seat, LibraryCard { card, open: false, from_hand: false }, false);
            }
            Ask::Search { seat } => self.found(seat, cand),
            Ask::Sacrifice { .. } => {
                self.leave(bit(card), Dest::Graveyard);
                self.resolution.progress.count_down();
            }
            Ask::Choose { .. } => self.resolution.that = self.perm_ref(card),
            Ask::Host { seat } => {
                let r = self.resolution.that;
                self.put_onto_battlefield(r, seat, Entering { host: card + 1, ..Entering::default() });
                // A step that only put this card there is done; one that returns several goes on.
                let ops = self.program(&self.resolution.obj).map_or(&[][..], |program| program.ops);
                if matches!(ops.get(self.resolution.pc as usize), Some(Op::Do(Verb::ToBattlefield { .. }))) {
                    self.resolution.pc += 1;
                    self.resolution.progress = Progress::FRESH;
                }
            }
            Ask::May { .. } => {
                let to = self.resolution.progress.jump_target();
                self.resolution.pc = if cand.act == Act::Yes { self.resolution.pc + 1 } else { to };
                self.resolution.progress = Progress::FRESH;
            }
            Ask::PayUnless { seat } => {
                let to = self.resolution.progress.jump_target();
                let ops = self.program(&self.resolution.obj).map_or(&[][..], |program| program.ops);
                let mut paid = false;
                if let (Some(Op::Unless { cost, .. }), Act::PayCost) = (ops.get(self.resolution.pc as usize), cand.act)
                {
                    self.tap_automatically(seat, cost, 0);
                    paid = self.spend(seat, cost);
                }
                self.resolution.pc = if paid { to } else { self.resolution.pc + 1 };
                self.resolution.progress = Progress::FRESH;
            }
            _ => {}
        }
    }

    fn take_looked(&mut self, card: CardIx) {
        if let Some(at) = self.looked.iter().position(|&there| there == card) {
            self.looked.remove(at);
        }
    }

    /// A card was found in a library, or none was wanted.
    fn found(&mut self, seat: u8, cand: Cand) {
        let ops = self.program(&self.resolution.obj).map_or(&[][..], |program| program.ops);
        let Some(Op::Do(Verb::Search { filter, n, to, .. })) = ops.get(self.resolution.pc as usize) else { return };
        if cand.act == Act::PickNone {
            self.resolution.progress = Progress::ASKED;
            return;
        }
        let card = cand.a;
        let first = i32::from(self.resolution.progress.count()) == self.number(n, &self.env()).clamp(0, MOST);
        self.resolution.progress.count_down();
        let to = match to {
            Place::BattlefieldTappedThenHand if first => Place::BattlefieldTapped,
            Place::BattlefieldTappedThenHand => Place::Hand,
            to => *to,
        };
        // An instant or a sorcery does not enter: it stays where it is (304.4, 307.4).
        let enters = !matches!(to, Place::Hand);
        if enters && !self.card(card).is(types::PERMANENT) || !self.take_from_library(seat, card) {
            return;
        }
        match to {
            Place::Battlefield | Place::BattlefieldTapped => {
                let tapped = to == Place::BattlefieldTapped;
                if let Some(slot) = self.enter(card, seat, seat, Entering { tapped, ..Entering::default() }) {
                    self.entered(bit(slot));
                }
            }
            // What was looked for by its kind is shown.
            _ => self.put_in_hand(seat, card, filter.shape != Shape::Any),
        }
    }
}
