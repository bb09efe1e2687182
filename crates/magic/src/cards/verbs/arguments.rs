//! The kinds of arguments of verbs: how each is read, written as tokens, printed and generated.

use crate::cards::print::{self, Printer};
use crate::cards::read::{Read, Reader, counter_kind, mana_colors, unknown};
use crate::cards::syntax::Node;
use crate::cards::tokens::Writer;
use crate::cards::tree::*;

/// A kind of argument.
pub trait Argument {
    /// What it is in the tree.
    type Value;
    /// What a generated file has for it.
    #[cfg(feature = "testing")]
    const SAMPLE: Sample;

    /// Whether this can be such an argument at all: where it cannot, it is the form that does not fit.
    fn can_be(node: &Node) -> bool {
        let _ = node;
        true
    }
    /// Reads it; the error names what is wrong.
    fn read(reader: &mut Reader<'_>, node: &Node) -> Read<Self::Value>;
    /// Appends its tokens.
    fn write(writer: &mut Writer<'_>, value: &Self::Value);
    /// It in words.
    fn text(printer: &Printer<'_>, value: &Self::Value) -> String;
}

/// What a generated card file has for an argument.
#[cfg(feature = "testing")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    Number,
    Object,
    Player,
    OnePlayer,
    Anything,
    Permanents,
    Cards,
    Counters,
    Keywords,
    Token,
    Color,
    Destination,
    /// Its form stands at the beginning of an effect only, which the generator sees to.
    Targets,
}

macro_rules! kinds {
    ($(
        $(#[$doc:meta])*
        $kind:ident($sample:ident): $value:ty $(, if $can_be:expr)?;
        read $read:expr;
        write $write:expr;
        text $text:expr;
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $kind;

        impl Argument for $kind {
            type Value = $value;
            #[cfg(feature = "testing")]
            const SAMPLE: Sample = Sample::$sample;

            $(fn can_be(node: &Node) -> bool {
                $can_be(node)
            })?

            fn read(reader: &mut Reader<'_>, node: &Node) -> Read<$value> {
                $read(reader, node)
            }

            fn write(writer: &mut Writer<'_>, value: &$value) {
                $write(writer, value);
            }

            fn text(printer: &Printer<'_>, value: &$value) -> String {
                $text(printer, value)
            }
        }
    )*};
}

fn is_word(node: &Node) -> bool {
    matches!(node, Node::Word(_))
}

kinds! {
    /// A number.
    Number(Number): Quantity;
    read Reader::quantity;
    write Writer::quantity;
    text Printer::quantity;

    /// A number that is added to power or toughness, with its sign.
    Bonus(Number): Quantity;
    read Reader::quantity;
    write Writer::quantity;
    text Printer::signed;

    /// An object.
    Object(Object): Obj;
    read Reader::obj;
    write Writer::obj;
    text Printer::obj;

    /// A player, or each.
    Players(Player): Who;
    read Reader::who;
    write Writer::who;
    text Printer::who;

    /// A single player.
    OnePlayer(OnePlayer): Who;
    read Reader::one_player;
    write Writer::who;
    text Printer::who;

    /// An object or a player.
    Anything(Anything): Sel;
    read Reader::sel;
    write |writer: &mut Writer<'_>, to: &Sel| match to {
        Sel::Obj(obj) => writer.obj(obj),
        Sel::Who(who) => writer.who(who),
    };
    text |printer: &Printer<'_>, to: &Sel| match to {
        Sel::Obj(obj) => printer.obj(obj),
        Sel::Who(who) => printer.who(who),
    };

    /// A filter of permanents.
    Permanents(Permanents): &'static Filter;
    read |reader: &mut Reader<'_>, node| reader.filter(node).map(keep);
    write |writer: &mut Writer<'_>, filter: &&Filter| writer.shape(&filter.shape);
    text |printer: &Printer<'_>, filter: &&Filter| printer.shape(&filter.shape);

    /// A filter of cards in any zone.
    Cards(Cards): &'static Filter;
    read |reader: &mut Reader<'_>, node| reader.card_filter(node).map(keep);
    write |writer: &mut Writer<'_>, filter: &&Filter| writer.shape(&filter.shape);
    text |printer: &Printer<'_>, filter: &&Filter| printer.shape(&filter.shape);

    /// A kind of counter.
    Counters(Counters): CounterKind;
    read |_: &mut Reader<'_>, node| counter_kind(node);
    write |writer: &mut Writer<'_>, kind: &CounterKind| writer.counter(*kind);
    text |_: &Printer<'_>, kind: &CounterKind| print::counter(*kind).to_owned();

    /// Keywords that are bits.
    Keywords(Keywords): u64;
    read Reader::keyword_bits;
    write |writer: &mut Writer<'_>, bits: &u64| writer.bits(*bits);
    text |_: &Printer<'_>, bits: &u64| print::keywords(*bits);

    /// The id of a token.
    TokenId(Token): u16, if is_word;
    read Reader::token;
    write |writer: &mut Writer<'_>, token: &u16| writer.token(*token);
    text |printer: &Printer<'_>, token: &u16| printer.token(*token);

    /// One colour of mana, as bits.
    OneColor(Color): u8;
    read |_: &mut Reader<'_>, node| match mana_colors(node)? {
        colors if colors.count_ones() != 1 => {
            Err("an effect makes mana of one colour; a mana ability is `{T}: mana(...)` alone".to_owned())
        }
        colors => Ok(colors),
    };
    write |writer: &mut Writer<'_>, colors: &u8| writer.colors(*colors);
    text |_: &Printer<'_>, colors: &u8| print::colors(*colors);

    /// Where found cards go.
    Destination(Destination): Place, if is_word;
    read |_: &mut Reader<'_>, node: &Node| match node {
        Node::Word(to) if to == "hand" => Ok(Place::Hand),
        Node::Word(to) if to == "battlefield" => Ok(Place::Battlefield),
        Node::Word(to) if to == "battlefield_tapped" => Ok(Place::BattlefieldTapped),
        Node::Word(to) if to == THEN_HAND => Ok(Place::BattlefieldTappedThenHand),
        _ => unknown("place", node),
    };
    write |writer: &mut Writer<'_>, to: &Place| writer.place(*to);
    text |_: &Printer<'_>, to: &Place| print::destination(*to).to_owned();

    /// The targets among which something is divided: the only ones of the effect, written here.
    OnlyTargets(Targets): ();
    read |reader: &mut Reader<'_>, node| reader.only_targets(node);
    write |_: &mut Writer<'_>, (): &()| {};
    text |_: &Printer<'_>, (): &()| String::new();
}

/// The first card onto the battlefield tapped, the others into the hand.
pub const THEN_HAND: &str = "battlefield_tapped_then_hand";
