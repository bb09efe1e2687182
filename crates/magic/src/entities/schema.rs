//! The terms in which positions are drawn: kinds with their features, relations, verbs and tokens.

use crate::action::VERBS;
use crate::cards::{CardSet, tokens};
use hoyle_core::{Feature, GraphSchema, Kind, Term};

pub(super) const PLAYER: u8 = 0;
pub(super) const ZONE: u8 = 1;
pub(super) const PERMANENT: u8 = 2;
pub(super) const CARD: u8 = 3;
pub(super) const STACK: u8 = 4;
pub(super) const COUNTER: u8 = 5;
pub(super) const ABILITY: u8 = 6;

pub(super) const CONTROLS: u8 = 0;
pub(super) const OWNS: u8 = 1;
pub(super) const IN_ZONE: u8 = 2;
pub(super) const ABILITY_OF: u8 = 3;
pub(super) const COUNTER_ON: u8 = 4;
pub(super) const ATTACHED_TO: u8 = 5;
pub(super) const TARGETS: u8 = 6;
pub(super) const SOURCE_OF: u8 = 7;
pub(super) const ATTACKING: u8 = 8;
pub(super) const BLOCKING: u8 = 9;
pub(super) const EXILED_WITH: u8 = 10;
pub(super) const TRIGGERED_BY: u8 = 11;
pub(super) const DECIDES: u8 = 12;

const RELATIONS: [(&str, &str); 13] = [
    ("controls", "player to permanent or stack object"),
    ("owns", "player to card, and to a permanent or stack object that somebody else controls"),
    ("in_zone", "card to its zone; permanents and stack objects are in theirs by their kind"),
    ("ability_of", "ability to the objects of its card"),
    ("counter_on", "counter to permanent"),
    ("attached_to", "Aura or Equipment to what it is attached to"),
    ("targets", "stack object to each of its targets"),
    ("source_of", "permanent to its ability on the stack"),
    ("attacking", "attacker to the defending player"),
    ("blocking", "blocker to the attacker"),
    ("exiled_with", "exiled card to the permanent that exiled it"),
    ("triggered_by", "triggered ability on the stack to what it speaks of"),
    ("decides", "player to what the decision belongs to"),
];

/// The terms of a game's graphs.
pub fn schema(set: &CardSet) -> GraphSchema {
    let bit = |name: &str, meaning: &str| Feature::new(name, 0.0, 1.0, meaning);
    let signed = |name: &str, meaning: &str| Feature::new(name, -1.0, 1.0, meaning);
    let player = vec![
        bit("own", "the observer"),
        bit("active", "whose turn it is"),
        bit("decides", "who decides"),
        bit("priority", "who has priority"),
        signed("life", "life / 40"),
        bit("land", "whether a land was played this turn"),
        bit("white", "floating white mana / 10"),
        bit("blue", "floating blue mana / 10"),
        bit("black", "floating black mana / 10"),
        bit("red", "floating red mana / 10"),
        bit("green", "floating green mana / 10"),
        bit("colourless", "floating colourless mana / 10"),
        bit("turn", "turns so far / 50"),
        bit("main", "a main phase"),
        bit("combat", "a step of combat"),
        bit("step", "the place of the step in the turn / 14"),
    ];
    let zone = vec![
        bit("own", "the observer's"),
        bit("hand", "a hand"),
        bit("library", "a library"),
        bit("graveyard", "a graveyard"),
        bit("battlefield", "the battlefield"),
        bit("stack", "the stack"),
        bit("exile", "exile"),
        bit("count", "cards or objects / 60"),
    ];
    let permanent = vec![
        bit("own", "controlled by the observer"),
        bit("tapped", "tapped"),
        bit("sick", "summoning sick"),
        bit("token", "a token"),
        bit("frozen", "stays tapped in the next untap step"),
        bit("attacking", "attacking"),
        bit("blocking", "blocking"),
        bit("blocked", "blocked"),
        bit("asked", "asked about: attack, block or divide damage"),
        bit("creature", "a creature now"),
        signed("power", "power / 20"),
        signed("toughness", "toughness / 20"),
        bit("damage", "damage / 20"),
        bit("bare", "without its abilities until end of turn"),
    ];
    let card = vec![
        bit("own", "the observer's"),
        bit("hand", "in a hand"),
        bit("graveyard", "in a graveyard"),
        bit("exile", "in exile"),
        bit("top", "at a known place of a library, counted from the top"),
        bit("bottom", "at a known place of a library, counted from the bottom"),
        bit("looked", "looked at"),
        bit("listed", "somewhere in the library, in the decision at hand"),
        bit("count", "how many alike / 4"),
        bit("place", "place from the top or the bottom / 10"),
    ];
    let stack = vec![
        bit("own", "controlled by the observer"),
        bit("spell", "a spell"),
        bit("activated", "an activated ability"),
        bit("triggered", "a triggered ability"),
        bit("waiting", "a trigger that is not on the stack yet"),
        bit("resolving", "resolving"),
        bit("announced", "being cast or activated"),
        bit("x", "X / 20"),
        bit("mode", "mode, counted from 1, / 6"),
        bit("place", "place on the stack from the bottom / 20"),
    ];
    let ability = ["keyword", "spell", "additional", "activated", "mana", "triggered", "static", "replacement"];
    let ability = ability.iter().map(|name| bit(name, &format!("whether it is a {name} ability"))).collect();
    let kinds = vec![
        Kind::new("player", player),
        Kind::new("zone", zone),
        Kind::new("permanent", permanent),
        Kind::new("card", card),
        Kind::new("stack", stack),
        Kind::new("counter", vec![bit("plus", "+1/+1"), bit("minus", "-1/-1"), bit("count", "how many / 20")]),
        Kind::new("ability", ability),
    ];
    GraphSchema {
        version: tokens::VERSION,
        kinds,
        relations: RELATIONS.iter().map(|(name, meaning)| Term::new(name, meaning)).collect(),
        verbs: VERBS.iter().map(|(name, meaning)| Term::new(name, meaning)).collect(),
        tokens: set.vocabulary.names.clone(),
    }
}
