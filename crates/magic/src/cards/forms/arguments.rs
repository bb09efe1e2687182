//! The kinds of arguments of forms: how each is read, written as tokens, printed and generated.

use crate::cards::print::{self, Printer};
use crate::cards::read::{Read, Reader, card_color, counter_kind, mana_colors, unknown};
use crate::cards::syntax::Node;
use crate::cards::tokens::Writer;
use crate::cards::tree::*;

/// A kind of what stands in a node.
pub trait Part {
    /// What it is in the tree.
    type Value;

    /// Appends its tokens.
    fn write(writer: &mut Writer<'_>, value: &Self::Value);
    /// It in words.
    fn text(printer: &Printer<'_>, value: &Self::Value) -> String;
}

/// A kind that is written in the parentheses of a word.
pub trait Argument: Part {
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
    Asked,
    AskedClosely,
    CardColor,
    /// Its form stands at the beginning of an effect only, which the generator sees to.
    Targets,
}

macro_rules! kinds {
    ($(
        $(#[$doc:meta])*
        $kind:ident: $value:ty;
        $(read($sample:ident) $read:expr $(, if $can_be:expr)?;)?
        write $write:expr;
        text $text:expr;
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $kind;

        impl Part for $kind {
            type Value = $value;

            fn write(writer: &mut Writer<'_>, value: &$value) {
                $write(writer, value);
            }

            fn text(printer: &Printer<'_>, value: &$value) -> String {
                $text(printer, value)
            }
        }

        $(impl Argument for $kind {
            #[cfg(feature = "testing")]
            const SAMPLE: Sample = Sample::$sample;

            $(fn can_be(node: &Node) -> bool {
                $can_be(node)
            })?

            fn read(reader: &mut Reader<'_>, node: &Node) -> Read<Self::Value> {
                $read(reader, node)
            }
        })?
    )*};
}

fn is_word(node: &Node) -> bool {
    matches!(node, Node::Word(_))
}

kinds! {
    /// A number.
    Number: Quantity;
    read(Number) Reader::quantity;
    write Writer::quantity;
    text Printer::quantity;

    /// A number that is added to power or toughness, with its sign.
    Bonus: Quantity;
    read(Number) Reader::quantity;
    write Writer::quantity;
    text Printer::signed;

    /// An object.
    Object: Obj;
    read(Object) Reader::obj;
    write Writer::obj;
    text Printer::obj;

    /// A player, or each.
    Players: Who;
    read(Player) Reader::who;
    write Writer::who;
    text Printer::who;

    /// A single player.
    OnePlayer: Who;
    read(OnePlayer) Reader::one_player;
    write Writer::who;
    text Printer::who;

    /// An object or a player.
    Anything: Sel;
    read(Anything) Reader::sel;
    write |writer: &mut Writer<'_>, to: &Sel| match to {
        Sel::Obj(obj) => writer.obj(obj),
        Sel::Who(who) => writer.who(who),
    };
    text |printer: &Printer<'_>, to: &Sel| match to {
        Sel::Obj(obj) => printer.obj(obj),
        Sel::Who(who) => printer.who(who),
    };

    /// A filter of permanents.
    Permanents: &'static Filter;
    read(Permanents) |reader: &mut Reader<'_>, node| reader.filter(node).map(keep);
    write |writer: &mut Writer<'_>, filter: &&Filter| writer.shape(&filter.shape);
    text |printer: &Printer<'_>, filter: &&Filter| printer.shape(&filter.shape);

    /// A filter of cards in any zone.
    Cards: &'static Filter;
    read(Cards) |reader: &mut Reader<'_>, node| reader.card_filter(node).map(keep);
    write |writer: &mut Writer<'_>, filter: &&Filter| writer.shape(&filter.shape);
    text |printer: &Printer<'_>, filter: &&Filter| printer.shape(&filter.shape);

    /// A kind of counter.
    Counters: CounterKind;
    read(Counters) |_: &mut Reader<'_>, node| counter_kind(node);
    write |writer: &mut Writer<'_>, kind: &CounterKind| writer.counter(*kind);
    text |_: &Printer<'_>, kind: &CounterKind| print::counter(*kind).to_owned();

    /// Keywords that are bits.
    Keywords: u64;
    read(Keywords) Reader::keyword_bits;
    write |writer: &mut Writer<'_>, bits: &u64| writer.bits(*bits);
    text |_: &Printer<'_>, bits: &u64| print::keywords(*bits);

    /// The id of a token.
    TokenId: u16;
    read(Token) Reader::token, if is_word;
    write |writer: &mut Writer<'_>, token: &u16| writer.token(*token);
    text |printer: &Printer<'_>, token: &u16| printer.token(*token);

    /// One colour of mana, as bits.
    OneColor: u8;
    read(Color) |_: &mut Reader<'_>, node| match mana_colors(node)? {
        colors if colors.count_ones() != 1 => {
            Err("an effect makes mana of one colour; a mana ability is `{T}: mana(...)` alone".to_owned())
        }
        colors => Ok(colors),
    };
    write |writer: &mut Writer<'_>, colors: &u8| writer.colors(*colors);
    text |_: &Printer<'_>, colors: &u8| print::colors(*colors);

    /// Where found cards go.
    Destination: Place;
    read(Destination) |_: &mut Reader<'_>, node: &Node| match node {
        Node::Word(to) if to == "hand" => Ok(Place::Hand),
        Node::Word(to) if to == "battlefield" => Ok(Place::Battlefield),
        Node::Word(to) if to == "battlefield_tapped" => Ok(Place::BattlefieldTapped),
        Node::Word(to) if to == THEN_HAND => Ok(Place::BattlefieldTappedThenHand),
        _ => unknown("place", node),
    }, if is_word;
    write |writer: &mut Writer<'_>, to: &Place| writer.place(*to);
    text |_: &Printer<'_>, to: &Place| print::destination(*to).to_owned();

    /// An object that is asked about: what it is like, or whose.
    Asked: Obj;
    read(Asked) Reader::asked;
    write Writer::obj;
    text Printer::obj;

    /// An object whose toughness or counters are asked for.
    AskedClosely: Obj;
    read(AskedClosely) Reader::asked_closely;
    write Writer::obj;
    text Printer::obj;

    /// A term of a number.
    Term: &'static Quantity;
    read(Number) |reader: &mut Reader<'_>, node| reader.term(node).map(keep);
    write |writer: &mut Writer<'_>, term: &&Quantity| writer.quantity(term);
    text |printer: &Printer<'_>, term: &&Quantity| printer.quantity(term);

    /// A number that is written with digits.
    Numeral: i16;
    write |writer: &mut Writer<'_>, n: &i16| writer.number(*n);
    text |_: &Printer<'_>, n: &i16| n.to_string();

    /// A colour of cards, by its place.
    CardColor: u8;
    read(CardColor) |_: &mut Reader<'_>, node| card_color(node), if is_word;
    write |writer: &mut Writer<'_>, color: &u8| writer.put("color", COLORS[*color as usize]);
    text |_: &Printer<'_>, color: &u8| COLORS[*color as usize].to_owned();

    /// A target, by its number.
    TargetNumber: u8;
    write |_: &mut Writer<'_>, _: &u8| {};
    text |_: &Printer<'_>, place: &u8| format!("T{}", place + 1);

    /// A filter of permanents of which one dies.
    Dying: &'static Filter;
    read(Permanents) |reader: &mut Reader<'_>, node| reader.dying_filter(node).map(keep);
    write |writer: &mut Writer<'_>, filter: &&Filter| writer.shape(&filter.shape);
    text |printer: &Printer<'_>, filter: &&Filter| printer.shape(&filter.shape);

    /// How a number of an object compares.
    Comparison: Cmp;
    write |writer: &mut Writer<'_>, cmp: &Cmp| writer.cmp(*cmp);
    text |_: &Printer<'_>, cmp: &Cmp| print::compared(*cmp).to_owned();

    /// What must not hold.
    Inner: &'static Shape;
    write |writer: &mut Writer<'_>, inner: &&Shape| writer.shape(inner);
    text |printer: &Printer<'_>, inner: &&Shape| printer.shape(inner);

    /// What must hold together.
    All: &'static [Shape];
    write |writer: &mut Writer<'_>, parts: &&[Shape]| parts.iter().for_each(|part| writer.shape(part));
    text |printer: &Printer<'_>, parts: &&[Shape]| printer.shapes(parts, " ");

    /// Of what one must hold.
    AnyOf: &'static [Shape];
    write |writer: &mut Writer<'_>, parts: &&[Shape]| parts.iter().for_each(|part| writer.shape(part));
    text |printer: &Printer<'_>, parts: &&[Shape]| printer.shapes(parts, " or ");

    /// A card type, by its place.
    TypeName: u8;
    write |writer: &mut Writer<'_>, i: &u8| writer.put("type", types::NAMES[*i as usize]);
    text |_: &Printer<'_>, i: &u8| types::NAMES[*i as usize].to_owned();

    /// A supertype, by its place.
    SuperName: u8;
    write |writer: &mut Writer<'_>, i: &u8| writer.put("super", supers::NAMES[*i as usize]);
    text |_: &Printer<'_>, i: &u8| supers::NAMES[*i as usize].to_owned();

    /// A subtype, by its place.
    SubName: u8;
    write |writer: &mut Writer<'_>, i: &u8| writer.subtype(*i);
    text |printer: &Printer<'_>, i: &u8| printer.subtype(*i);

    /// The targets among which something is divided: the only ones of the effect, written here.
    OnlyTargets: ();
    read(Targets) |reader: &mut Reader<'_>, node| reader.only_targets(node);
    write |_: &mut Writer<'_>, (): &()| {};
    text |_: &Printer<'_>, (): &()| String::new();
}

/// The first card onto the battlefield tapped, the others into the hand.
pub const THEN_HAND: &str = "battlefield_tapped_then_hand";
