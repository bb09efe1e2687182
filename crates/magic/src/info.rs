//! What a seat knows, as text.

use crate::stack::Bits;
use crate::state::{CardIx, MagicState, NO, Placed, pf};
use hoyle_core::{Seat, Turn};
use std::fmt::Write as _;

impl MagicState {
    /// Cards as text: `3 Forest, Shock`. The cards stand in ascending order.
    pub(crate) fn list_cards(&self, cards: impl IntoIterator<Item = CardIx>) -> String {
        let mut parts: Vec<(CardIx, usize)> = Vec::new();
        for card in cards {
            match parts.iter_mut().find(|(there, _)| *there == card) {
                Some((_, count)) => *count += 1,
                None => parts.push((card, 1)),
            }
        }
        if parts.is_empty() {
            return "nothing".to_owned();
        }
        let part = |&(card, count): &(CardIx, usize)| match count {
            1 => self.card(card).name.to_owned(),
            _ => format!("{count} {}", self.card(card).name),
        };
        parts.iter().map(part).collect::<Vec<_>>().join(", ")
    }

    /// Appends what the seat knows.
    pub(crate) fn write_info(&self, seat: Seat, out: &mut String) {
        let me = seat.0;
        let turn = match self.whose_turn() {
            Turn::Seat(seat) => format!("player {} decides", seat.0 + 1),
            Turn::Chance => "chance".to_owned(),
            Turn::Over => "over".to_owned(),
        };
        let _ = writeln!(
            out,
            "magic, seen by player {}: {turn} {:?}; turn {} of player {}, {}, priority {}, passes {}",
            me + 1,
            self.ask,
            self.turn,
            self.active + 1,
            self.step.name(),
            self.priority + 1,
            self.passes
        );
        let _ = writeln!(
            out,
            "lands played {}, deeds {}, fog {}, lost {}",
            self.lands_played, self.deeds, self.fog, self.lost
        );
        for player in 0..2u8 {
            let side = self.side(player);
            let own = player == me;
            let _ = writeln!(
                out,
                "player {}: life {}, hand {}, library {}, mana {:?}, mulligans {}, kept {}",
                player + 1,
                side.life,
                side.hand.len(),
                side.library_len(),
                side.mana,
                side.mulligans,
                side.kept
            );
            let place = |placed: &Placed| match (placed.open || own, placed.from_hand) {
                (true, _) => self.card(placed.card).name,
                (false, true) => "? from hand",
                (false, false) => "?",
            };
            let places = |list: &[Placed]| list.iter().rev().map(place).collect::<Vec<_>>().join(" | ");
            let _ = writeln!(out, "  on top: {}; at the bottom: {}", places(&side.top), places(&side.bottom));
            let graveyard: Vec<String> =
                side.graveyard.iter().map(|lying| format!("{} {}", self.card(lying.card).name, lying.uid)).collect();
            let _ = writeln!(out, "  graveyard: {}", graveyard.join(", "));
            if own {
                let deck = &self.rules().decks[side.deck as usize];
                let pool = deck.cards.iter().zip(&side.pool);
                let pool = pool.flat_map(|(&card, &count)| (0..count).map(move |_| card));
                let _ = writeln!(out, "  hand: {}", self.list_cards(side.hand.iter().copied()));
                let _ = writeln!(out, "  library: {}", self.list_cards(pool));
            } else {
                let _ = writeln!(out, "  known in hand: {}", self.list_cards(side.known.iter().copied()));
            }
        }
        self.write_field(out);
        for object in self.stack.iter().chain(self.frame.active.then_some(&self.frame.obj)) {
            let _ = writeln!(out, "stack: {} {object:?}", self.card(object.card).name);
        }
        let frame = &self.frame;
        let _ = writeln!(
            out,
            "waiting {}, announce {:?}, step {} {} {} {:?}",
            self.waiting, self.announce, frame.pc, frame.n, frame.seat, frame.that
        );
        if !self.looked.is_empty() {
            let seen = self.looking == me;
            let cards = if seen { self.list_cards(self.looked.iter().copied()) } else { "?".to_owned() };
            let _ = writeln!(out, "player {} looks at {} cards: {cards}", self.looking + 1, self.looked.len());
        }
        for exiled in self.exile.iter() {
            let name = self.card(exiled.card).name;
            let _ = writeln!(out, "exile: {name} of player {}, {} {}", exiled.owner + 1, exiled.uid, exiled.link);
        }
        let _ = writeln!(out, "seen {:016x}", self.recall[me as usize]);
    }

    fn write_field(&self, out: &mut String) {
        for slot in Bits(self.field) {
            let (perm, traits) = (&self.perms[slot as usize], &self.traits[slot as usize]);
            let _ = write!(out, "#{slot} {} {} player {}", self.card(perm.card).name, perm.uid, traits.ctrl + 1);
            if self.creatures >> slot & 1 == 1 {
                let _ = write!(out, " {}/{} damage {}", traits.power, traits.toughness, perm.damage);
            }
            let _ =
                write!(out, " flags {:x} keywords {:x} time {}", perm.flags & !pf::TOKEN, traits.keywords, perm.time);
            if perm.plus | perm.minus > 0 {
                let _ = write!(out, " counters +{} -{}", perm.plus, perm.minus);
            }
            if perm.host != NO {
                let _ = write!(out, " on #{}", perm.host);
            }
            if self.attacking >> slot & 1 == 1 {
                out.push_str(" attacks");
            }
            if perm.blocks != NO {
                let _ = write!(out, " blocks #{}", perm.blocks);
            }
            out.push('\n');
        }
    }
}
