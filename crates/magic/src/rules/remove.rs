//! Things that are taken away in silence: nothing triggers, and everything else stays as it is as far as it can. For hypotheses; no
//! rule of the game does this.

use crate::bound::Bound;
use crate::options::DeckKnowledge;
use crate::state::{Announce, Ask, CardIx, Item, MAX_PERMS, MagicState, NO, Resolution, bit};
use hoyle_core::iter_bits;

impl MagicState {
    /// A card has left the game. Where decks are hidden that is noted, as it is of a card for which exile has no room: what is left is
    /// then less than a deck.
    fn note_removed(&mut self, owner: u8) {
        if self.rules.get().options.knowledge == DeckKnowledge::Metagame {
            self.note_seen(owner);
            self.meet(Bound::Exile);
        }
    }

    /// Takes permanents away with the Auras on them. What they exiled for as long as they stay returns.
    pub(crate) fn remove_permanents(&mut self, slots: u128) {
        self.refresh();
        let auras_on = |hosts: u128| {
            let on = |slot: &u8| {
                let host = self.perms[*slot as usize].host;
                host != NO && bit(host) & hosts != 0 && self.card_at(*slot).derived.enchant.is_some()
            };
            iter_bits(self.attached).filter(on).fold(hosts, |set, slot| set | bit(slot))
        };
        let mut gone = slots & self.field;
        while auras_on(gone) != gone {
            gone = auras_on(gone);
        }
        for slot in iter_bits(gone) {
            let perm = &self.perms[slot as usize];
            let (owner, token) = (perm.owner, self.card_at(slot).token);
            let fights = self.combat.attacking & bit(slot) != 0 || (perm.blocks as usize) < MAX_PERMS;
            if !token {
                self.note_removed(owner);
            }
            self.remember(slot);
            self.take_off(slot);
            // Damage is divided anew among those that are left.
            if fights && matches!(self.ask, Ask::Damage { .. }) {
                self.combat.declare = 0;
                self.combat.assigned.clear();
            }
        }
        self.stale = true;
        self.unsettled = true;
        self.end_exiles();
        self.refresh();
    }

    /// Takes something off the stack, whether it waits, is being announced, or has been.
    pub(crate) fn remove_object(&mut self, uid: u16) {
        let Some(at) = self.stack.iter().position(|object| object.uid == uid) else { return };
        let on_stack = self.stack_len();
        if at >= on_stack {
            self.waiting -= 1;
        } else if at + 1 == on_stack && self.announce.active {
            self.announce = Announce::NONE;
        }
        let object = self.stack[at];
        if object.item == Item::Spell {
            self.note_removed(object.owner);
        }
        self.stack.remove(at);
        self.unsettled = true;
    }

    /// Takes what resolves away: no more of it happens. False while cards are looked at for it.
    pub(crate) fn remove_resolving(&mut self) -> bool {
        if !self.looked.is_empty() || self.looks > 0 {
            return false;
        }
        let object = self.resolution.obj;
        if object.item == Item::Spell {
            self.note_removed(object.owner);
        }
        self.resolution = Resolution::EMPTY;
        self.settle_after();
        true
    }

    /// Takes cards of a name out of a hand.
    pub(crate) fn remove_from_hand(&mut self, seat: u8, card: CardIx, count: usize) {
        for _ in 0..count {
            if self.take_from_hand(seat, card) {
                self.note_removed(seat);
            }
        }
    }

    /// Takes all cards of a name out of a graveyard.
    pub(crate) fn remove_from_graveyard(&mut self, owner: u8, card: CardIx) {
        while let Some(lying) = self.side(owner).graveyard.iter().find(|lying| lying.card == card).copied() {
            self.note_removed(owner);
            self.take_from_graveyard(owner, lying.uid);
        }
    }

    /// Takes a card out of exile.
    pub(crate) fn remove_from_exile(&mut self, uid: u16) {
        if let Some(exiled) = self.exile.iter().find(|exiled| exiled.uid == uid).copied() {
            self.note_removed(exiled.owner);
            self.take_from_exile(uid);
        }
    }

    /// Takes up the decision at hand again after things have come or gone in silence: its candidates are listed anew. A player who has
    /// nothing to choose from any more, or was asked about what has gone, is not asked, and the game goes on to its next decision.
    pub(crate) fn take_up_again(&mut self) {
        if self.over {
            return;
        }
        self.work.begin();
        self.stale = true;
        self.refresh();
        if !self.stands(self.ask) {
            self.ask = Ask::None;
            self.cands.clear();
            self.run();
        }
    }

    /// Whether what is asked is asked still, with its candidates listed anew; what has to be done before anything else is asked, if not.
    fn stands(&mut self, ask: Ask) -> bool {
        match ask {
            Ask::None | Ask::Coin | Ask::Deck { .. } => return true,
            // Asked anew in any case, if there is still a reason to.
            Ask::Draw { .. } | Ask::Look { .. } | Ask::Mill { .. } | Ask::RandomDiscard { .. } => return false,
            Ask::Mulligan { .. } | Ask::Bottom { .. } | Ask::Cleanup { .. } => return false,
            Ask::Order { .. } | Ask::Legend { .. } => {
                self.unsettled = true;
                return false;
            }
            Ask::Attack { creature, .. } => {
                if self.combat.declare & bit(creature) == 0 {
                    if self.combat.declare == 0 {
                        self.attackers_declared();
                    }
                    return false;
                }
            }
            Ask::Block { creature, .. } => {
                self.free_half_blocked();
                if self.combat.declare & bit(creature) != 0 {
                    self.list(ask);
                    if !self.cands.is_empty() {
                        return true;
                    }
                    self.combat.declare &= !bit(creature);
                }
                self.blockers_asked();
                return false;
            }
            Ask::Damage { attacker, .. } => {
                if self.combat.declare & bit(attacker) == 0 {
                    self.begin_damage();
                    return false;
                }
            }
            Ask::Priority { .. } => {}
            ask if ask.is_parameter() => {
                if !self.announce.active {
                    return false;
                }
            }
            _ if !self.resolution.active => return false,
            _ => {}
        }
        self.list(ask);
        if self.cands.is_empty() && ask.is_parameter() && !matches!(ask, Ask::Payment { .. }) {
            self.abandon();
        }
        !self.cands.is_empty()
    }

    /// Attackers with menace that one creature blocks, and that cannot get another blocker any more, are not blocked.
    fn free_half_blocked(&mut self) {
        let half = self.half_blocked();
        if half == 0 || self.completable(half, self.combat.declare) {
            return;
        }
        for slot in iter_bits(self.field) {
            let attacker = self.perms[slot as usize].blocks;
            if (attacker as usize) < MAX_PERMS && half & bit(attacker) != 0 {
                self.perms[slot as usize].blocks = NO;
            }
        }
    }
}
