//! State-based actions (704).

use super::moves::Dest;
use crate::cards::tree::kw;
use crate::state::{Ask, MagicState, NO, bit, pf};
use hoyle_core::iter_bits;

impl MagicState {
    /// Does what must be done; true if anything was.
    pub(crate) fn state_based_actions(&mut self) -> bool {
        self.refresh();
        for seat in 0..2 {
            let side = &self.sides[seat];
            if side.life <= 0 || side.decked {
                self.lost |= 1 << seat;
            }
        }
        if self.lost != 0 {
            self.over = true;
            return true;
        }
        let (mut buried, mut doomed, mut loose) = (0u128, 0u128, 0u128);
        let mut changed = false;
        for slot in iter_bits(self.creatures) {
            let perm = &mut self.perms[slot as usize];
            let traits = &self.traits[slot as usize];
            if traits.toughness <= 0 {
                buried |= bit(slot);
            } else if perm.damage > 0
                && (perm.damage >= traits.toughness || perm.is(pf::DEATHTOUCHED))
                && traits.keywords & kw::INDESTRUCTIBLE == 0
            {
                doomed |= bit(slot);
            }
            if perm.plus > 0 && perm.minus > 0 {
                let both = perm.plus.min(perm.minus);
                perm.plus -= both;
                perm.minus -= both;
                self.stale = true;
                changed = true;
            }
        }
        for slot in iter_bits(self.attached) {
            let host = self.perms[slot as usize].host;
            let aura = self.card_at(slot).derived.enchant.is_some();
            let legal = host != NO && self.can_attach(slot, host);
            if aura && !legal {
                buried |= bit(slot);
            } else if !aura && host != NO && !legal {
                loose |= bit(slot);
            }
        }
        for slot in iter_bits(loose) {
            self.perms[slot as usize].host = NO;
            self.stale = true;
        }
        if buried | doomed != 0 {
            self.leave(buried | doomed, Dest::Graveyard);
            return true;
        }
        changed || loose != 0 || self.legend_rule()
    }

    /// Asks which of several legendary permanents of one name stays.
    fn legend_rule(&mut self) -> bool {
        if self.legendary.count_ones() < 2 {
            return false;
        }
        let seat = if self.legends(self.active) != 0 { self.active } else { 1 - self.active };
        self.legends(seat) != 0 && self.ask_or_apply(Ask::Legend { seat })
    }
}
