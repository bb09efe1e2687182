//! What effects do.

use super::*;
use crate::cards::print::Printer;
use crate::cards::read::{Read, Reader};
use crate::cards::syntax::Node;
use crate::cards::tokens::Writer;
use crate::cards::tree::*;

forms! {
    Verb, "verb";

    "damage"(n: Number, to: Anything) = { Verb::Damage { n, to, by: Obj::This } }
        => "damage" [n to]: "{n} damage to {to}";
    "damage_by"(by: Object, n: Number, to: Anything) = { Verb::Damage { n, to, by } }
        => "damage" [by n to]: "{by} deals {n} damage to {to}";
    "divide"(n: Number; targets: OnlyTargets) = { Verb::Divide { n } }
        => "divide" [n]: "{n} damage as divided";
    "destroy"(obj: Object) = { Verb::Destroy(obj) }
        => "destroy" [obj]: "destroy {obj}";
    "exile"(obj: Object) = { Verb::Exile(obj, Link::None) }
        => "exile" [obj]: "exile {obj}";
    "exile_linked"(obj: Object) = { Verb::Exile(obj, Link::Linked) }
        => "exile" [obj ("duration" "linked")]: "exile {obj}, remembered";
    "exile_while_here"(obj: Object) = { Verb::Exile(obj, Link::WhileSourceStays) }
        => "exile" [obj ("duration" "while_source_stays")]: "exile {obj} while this stays";
    "bounce"(obj: Object) = { Verb::Bounce(obj) }
        => "bounce" [obj]: "return {obj} to its owner's hand";
    "to_battlefield"(obj: Object, under: OnePlayer) = { Verb::ToBattlefield { obj, under, tapped: false } }
        => "to_battlefield" [obj under]: "put {obj} onto the battlefield under the control of {under}";
    "to_battlefield_tapped"(obj: Object, under: OnePlayer) = { Verb::ToBattlefield { obj, under, tapped: true } }
        => "to_battlefield" [obj under ("zone" "battlefield_tapped")]:
        "put {obj} onto the battlefield tapped under the control of {under}";
    "return_linked"() = { Verb::ReturnLinked }
        => "return_linked" []: "return what this exiled to the battlefield";
    "to_library_top"(obj: Object) = { Verb::ToLibrary(obj, Place::LibraryTop) }
        => "to_library" [obj ("zone" "library_top")]: "put {obj} on top of its owner's library";
    "to_library_bottom"(obj: Object) = { Verb::ToLibrary(obj, Place::LibraryBottom) } is { Verb::ToLibrary(obj, _) }
        => "to_library" [obj ("zone" "library_bottom")]: "put {obj} at the bottom of its owner's library";
    "counter"(obj: Object) = { Verb::Counter(obj, Place::Graveyard) }
        => "counter" [obj ("zone" "graveyard")]: "counter {obj}";
    "counter_to_top"(obj: Object) = { Verb::Counter(obj, Place::LibraryTop) } is { Verb::Counter(obj, _) }
        => "counter" [obj ("zone" "library_top")]: "counter {obj}, onto its owner's library";
    "draw"(who: Players, n: Number) = { Verb::Draw(who, n) }
        => "draw" [who n]: "{who} draws {n}";
    "discard"(who: Players, n: Number) = { Verb::Discard(who, n, Discard::Choose) }
        => "discard" [who n]: "{who} discards {n}";
    "discard_random"(who: Players, n: Number) = { Verb::Discard(who, n, Discard::Random) }
        => "discard" [who n ("discard" "random")]: "{who} discards {n} at random";
    "discard_looked"(who: OnePlayer, filter: Cards) =
        { Verb::Discard(who, Quantity::Num(1), Discard::Looked(filter)) } is { Verb::Discard(who, _, Discard::Looked(filter)) }
        => "discard" [who ("number" "1") ("discard" "looked") filter]:
        "{who} shows the hand and discards a {filter} of your choice";
    "put_back"(who: Players, n: Number) = { Verb::PutBack(who, n) }
        => "put_back" [who n]: "{who} puts {n} cards from hand on top of the library";
    "mill"(who: Players, n: Number) = { Verb::Mill(who, n) }
        => "mill" [who n]: "{who} mills {n}";
    "scry"(n: Number) = { Verb::Scry(n) }
        => "scry" [n]: "scry {n}";
    "dig"(n: Number, filter: Cards) = { Verb::Dig { n, filter } }
        => "dig" [n filter]: "look at the top {n} cards, you may take a {filter} shown, the rest to the bottom";
    "search"(who: OnePlayer, filter: Cards, n: Number, to: Destination) = { Verb::Search { who, filter, n, to } }
        => "search" [who n filter to]: "{who} searches for {n} {filter} {to}";
    "shuffle"(who: Players) = { Verb::Shuffle(who) }
        => "shuffle" [who]: "{who} shuffles";
    "reveal"(who: Players) = { Verb::Reveal(who) }
        => "reveal" [who]: "{who} shows the hand";
    "gain"(who: Players, n: Number) = { Verb::GainLife(who, n) }
        => "gain_life" [who n]: "{who} gains {n} life";
    "lose"(who: Players, n: Number) = { Verb::LoseLife(who, n) }
        => "lose_life" [who n]: "{who} loses {n} life";
    "mana"(colors: OneColor, amount: Number) = { Verb::AddMana(Mana { colors, amount }) }
        => "add_mana" [colors amount]: "make {amount} {colors} mana";
    "token"(token: TokenId, n: Number) = { Verb::Token { token, n, under: Who::You } }
        => "token" [("player" "you") n token]: "you makes {n} {token}";
    "token"(token: TokenId, n: Number, under: Players) = { Verb::Token { token, n, under } }
        => "token" [under n token]: "{under} makes {n} {token}";
    "put_counters"(obj: Object, kind: Counters, n: Number) = { Verb::PutCounters(obj, kind, n) }
        => "put_counters" [obj kind n]: "put {n} {kind} counters on {obj}";
    "remove_counters"(obj: Object, kind: Counters, n: Number) = { Verb::RemoveCounters(obj, kind, n) }
        => "remove_counters" [obj kind n]: "remove {n} {kind} counters from {obj}";
    "double_counters"(obj: Object) = { Verb::DoubleCounters(obj) }
        => "double_counters" [obj]: "double the +1/+1 counters on {obj}";
    "pump"(obj: Object, p: Bonus, t: Bonus) = { Verb::Pump(obj, p, t) }
        => "modify_pt" [obj p t ("duration" "end_of_turn")]: "{obj} gets {p}/{t} until end of turn";
    "set_pt"(obj: Object, p: Number, t: Number) = { Verb::SetPt(obj, p, t) }
        => "set_pt" [obj p t ("duration" "end_of_turn")]: "{obj} is {p}/{t} until end of turn";
    "switch_pt"(obj: Object) = { Verb::Switch(obj) }
        => "switch_pt" [obj ("duration" "end_of_turn")]: "switch power and toughness of {obj} until end of turn";
    "grant"(obj: Object, bits: Keywords) = { Verb::Grant(obj, bits) }
        => "grant" [obj bits ("duration" "end_of_turn")]: "{obj} has {bits} until end of turn";
    "lose_abilities"(obj: Object) = { Verb::LoseAbilities(obj) }
        => "lose_abilities" [obj ("duration" "end_of_turn")]: "{obj} loses all abilities until end of turn";
    "tap"(obj: Object) = { Verb::Tap(obj) }
        => "tap" [obj]: "tap {obj}";
    "untap"(obj: Object) = { Verb::Untap(obj) }
        => "untap" [obj]: "untap {obj}";
    "freeze"(obj: Object) = { Verb::Freeze(obj) }
        => "freeze" [obj]: "{obj} stays tapped in the next untap step";
    "sacrifice"(obj: Object) = { Verb::Sacrifice(obj) }
        => "sacrifice" [obj]: "sacrifice {obj}";
    "sacrifice"(who: Players, filter: Permanents, n: Number) = { Verb::SacrificeChoice { who, filter, n } }
        => "sacrifice" [who n filter]: "{who} sacrifices {n} {filter}";
    "choose"(filter: Permanents) = { Verb::Choose { who: Who::You, filter } } is { Verb::Choose { who: _, filter } }
        => "choose" [("player" "you") filter]: "you chooses a {filter}";
    "gain_control"(obj: Object) = { Verb::GainControl(obj, Duration::EndOfTurn) }
        => "gain_control" [obj ("duration" "end_of_turn")]: "gain control of {obj} until end of turn";
    "gain_control_forever"(obj: Object) = { Verb::GainControl(obj, Duration::Forever) }
        => "gain_control" [obj ("duration" "forever")]: "gain control of {obj}";
    "fight"(a: Object, b: Object) = { Verb::Fight(a, b) }
        => "fight" [a b]: "{a} and {b} fight";
    "attach"(obj: Object) = { Verb::Attach(obj) }
        => "attach" [obj]: "attach this to {obj}";
    "prevent_combat_damage"() = { Verb::PreventCombat }
        => "prevent_combat_damage" []: "prevent all combat damage this turn";
}
