//! What things are called.

use crate::cards::print;
use crate::entities::{At, Shown, Thing, shown_things};
use crate::state::{Item, MagicState};
use hoyle_core::{EntityId, Play, Seat};
use std::fmt::Write as _;

/// The zones in the order of the graph, as the observer calls them; `{}` stands for the other player.
const ZONES: [&str; 9] = [
    "your hand",
    "{}'s hand",
    "your library",
    "{}'s library",
    "your graveyard",
    "{}'s graveyard",
    "the battlefield",
    "the stack",
    "exile",
];

impl MagicState {
    /// Permanents that are called alike have the number that boards and actions give them, things on the stack their place from the
    /// bottom. Abilities of cards have no name.
    pub(super) fn write_name(&self, me: u8, entity: EntityId, out: &mut String) {
        let things = shown_things(self, Seat(me));
        let Some(&thing) = things.get(entity as usize) else { return };
        let name = self.plain_name(me, thing);
        out.push_str(&name);
        let number = match thing {
            Thing::Permanent(slot) | Thing::Counters { on: slot, .. } => usize::from(slot),
            Thing::Object(place) => place + 1,
            _ => return,
        };
        if things.iter().filter(|&&other| self.plain_name(me, other) == name).count() > 1 {
            let _ = write!(out, " #{number}");
        }
    }

    fn plain_name(&self, me: u8, thing: Thing) -> String {
        let seats = &self.spec().seat_names;
        let other = || seats[1 - me as usize & 1].as_str();
        match thing {
            Thing::Player(seat) => seats[seat as usize & 1].clone(),
            Thing::Zone(zone) => ZONES[zone as usize % ZONES.len()].replace("{}", other()),
            Thing::Permanent(slot) => self.card_at(slot).name.to_owned(),
            Thing::Counters { on, plus } => {
                format!("{} counters on {}", if plus { "+1/+1" } else { "-1/-1" }, self.card_at(on).name)
            }
            Thing::Object(place) => {
                let object = self.stack.get(place).unwrap_or(&self.resolution.obj);
                let card = self.card(object.card);
                match object.item {
                    Item::Spell => format!("{} (spell)", card.name),
                    Item::Activated | Item::Triggered => {
                        let ability = card.abilities.get(object.ability as usize);
                        let text =
                            ability.map_or_else(String::new, |ability| print::ability(self.rules().set, ability));
                        format!("{}: {text}", card.name)
                    }
                }
            }
            Thing::Cards(Shown { card, owner, at, count }) => {
                let whose = if owner == me { "your".to_owned() } else { format!("{}'s", other()) };
                let copies = if count > 1 { format!("{count} ") } else { String::new() };
                let name = self.card(card).name;
                match at {
                    At::Hand => format!("{copies}{name} in {whose} hand"),
                    At::Graveyard => format!("{copies}{name} in {whose} graveyard"),
                    At::Top(place) => format!("{name} in {whose} library, {place} from the top"),
                    At::Bottom(place) => format!("{name} in {whose} library, {place} from the bottom"),
                    At::Exile(_) => format!("{name} in exile"),
                    At::Looked => format!("{copies}{name} that you look at"),
                    At::Listed => format!("{name} in your library"),
                }
            }
            Thing::Ability => String::new(),
        }
    }
}
