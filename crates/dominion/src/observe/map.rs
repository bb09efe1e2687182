//! How rows of the tensor are declared: what each is called, what stands in it, and within which range.
//!
//! A channel is a row of the tensor. A row of cards has a column per card; a row of numbers has them at its beginning, or at
//! places that its fields give. What is not used is declared as reserved and stays zero.
//!
//! Each file of a section declares its rows and writes them. The channels follow from the declarations by counting, and the
//! encoder finds them by name when the program is compiled ([`at`]), so that no number stands anywhere twice.

use super::{effect, frames, global, history, opponents, own, properties, rich, worth};
use hoyle_core::{Layout, LayoutBuilder};
use std::ops::RangeInclusive;

/// Within which bounds the values of a field are.
#[derive(Clone, Copy)]
pub(super) enum Bounds {
    /// Always zero: a reserved place.
    Zero,
    /// 0 to 1.
    Unsigned,
    /// -1 to 1.
    Signed,
}

/// A group of numbers in a row, or a row of cards.
#[derive(Clone, Copy)]
pub(super) struct RowField {
    name: &'static str,
    /// How many numbers; 0 for a column per card.
    len: usize,
    bounds: Bounds,
    meaning: &'static str,
}

/// What fills one or more channels.
#[derive(Clone, Copy)]
pub(super) enum Row {
    /// One channel with a column per card.
    Cards(RowField),
    /// One channel with numbers at its beginning.
    Numbers { name: &'static str, fields: &'static [RowField] },
    /// Channels that stay zero.
    Reserved { name: &'static str, channels: usize, meaning: &'static str },
    /// The same rows for each of `count` things; the first has the number `from`. Their fields are called
    /// `{prefix}{number}_{name}`.
    Each { prefix: &'static str, from: usize, count: usize, rows: &'static [Row] },
}

const RESERVED: &str = "reserved: zero";

pub(super) const fn cards(name: &'static str, meaning: &'static str) -> Row {
    Row::Cards(RowField { name, len: 0, bounds: Bounds::Unsigned, meaning })
}

pub(super) const fn signed_cards(name: &'static str, meaning: &'static str) -> Row {
    Row::Cards(RowField { name, len: 0, bounds: Bounds::Signed, meaning })
}

pub(super) const fn numbers(name: &'static str, fields: &'static [RowField]) -> Row {
    Row::Numbers { name, fields }
}

pub(super) const fn reserved(name: &'static str, channels: usize) -> Row {
    reserved_for(name, channels, RESERVED)
}

pub(super) const fn reserved_for(name: &'static str, channels: usize, meaning: &'static str) -> Row {
    Row::Reserved { name, channels, meaning }
}

pub(super) const fn part(name: &'static str, len: usize, meaning: &'static str) -> RowField {
    RowField { name, len, bounds: Bounds::Unsigned, meaning }
}

pub(super) const fn signed(name: &'static str, len: usize, meaning: &'static str) -> RowField {
    RowField { name, len, bounds: Bounds::Signed, meaning }
}

pub(super) const fn unused(name: &'static str, len: usize) -> RowField {
    RowField { name, len, bounds: Bounds::Zero, meaning: RESERVED }
}

/// A run of rows that one file declares and writes.
#[derive(Clone, Copy)]
pub(super) struct Section {
    /// The section of the layout that its fields belong to; several runs may share one.
    name: &'static str,
    /// Its first channel.
    pub start: usize,
    rows: &'static [Row],
}

/// The sections in the order of their channels.
const SECTIONS: [Section; 10] = [
    global::SECTION,
    global::SUPPLY,
    own::SECTION,
    effect::SECTION,
    worth::SECTION,
    opponents::SECTION,
    properties::SECTION,
    frames::SECTION,
    history::SECTION,
    rich::SECTION,
];

/// Where a row of cards stands.
#[derive(Clone, Copy)]
pub(super) struct CardRow {
    /// Its channel.
    pub channel: usize,
    stride: usize,
}

/// Where numbers of a row stand, next to each other.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    /// Their channel.
    pub channel: usize,
    /// The first one's place in the row.
    pub offset: usize,
    /// How many there are.
    pub len: usize,
    stride: usize,
}

impl CardRow {
    /// The row of the thing with this index among those of [`Row::Each`].
    #[inline(always)]
    pub const fn nth(self, index: usize) -> Self {
        self.shifted(index * self.stride)
    }

    /// The row this many channels further.
    #[inline(always)]
    pub const fn shifted(self, channels: usize) -> Self {
        Self { channel: self.channel + channels, ..self }
    }
}

impl Numbers {
    /// The numbers of the thing with this index among those of [`Row::Each`].
    #[inline(always)]
    pub const fn nth(self, index: usize) -> Self {
        self.shifted(index * self.stride)
    }

    /// The numbers this many channels further.
    #[inline(always)]
    pub const fn shifted(self, channels: usize) -> Self {
        Self { channel: self.channel + channels, ..self }
    }
}

impl Section {
    /// Rows from this channel on.
    pub const fn new(name: &'static str, start: usize, rows: &'static [Row]) -> Self {
        Self { name, start, rows }
    }

    /// The channel after its last one.
    pub const fn end(&self) -> usize {
        self.start + channels(self.rows)
    }

    /// Where the row of cards with this name stands; of [`Row::Each`], the first thing's, named `{prefix}_{name}`.
    ///
    /// # Panics
    /// If there is none: when the program is compiled, because it is called for constants only.
    pub const fn cards(&self, name: &str) -> CardRow {
        match find(self.rows, name.as_bytes()) {
            Some(Found { len: 0, channel, stride, .. }) => CardRow { channel: self.start + channel, stride },
            _ => panic!("no row of cards has this name"),
        }
    }

    /// Where the numbers of this name stand, as in [`cards`](Self::cards).
    ///
    /// # Panics
    /// If there are none: when the program is compiled.
    pub const fn at(&self, name: &str) -> Numbers {
        match find(self.rows, name.as_bytes()) {
            Some(Found { channel, offset, len: len @ 1.., stride }) => {
                Numbers { channel: self.start + channel, offset, len, stride }
            }
            _ => panic!("no numbers have this name"),
        }
    }
}

/// The numbers of this name in the `SECTION` of the file, found when the program is compiled.
macro_rules! at {
    ($name:expr) => {
        const { SECTION.at($name) }
    };
}

/// The row of cards of this name in the `SECTION` of the file, found when the program is compiled.
macro_rules! row {
    ($name:expr) => {
        const { SECTION.cards($name) }
    };
}

pub(super) use {at, row};

/// Where a field stands, counted from the first of the rows that it was looked for in.
struct Found {
    channel: usize,
    offset: usize,
    /// How many numbers; 0 for a row of cards.
    len: usize,
    /// How many channels further the next thing's stands, in [`Row::Each`].
    stride: usize,
}

/// How many channels rows fill.
const fn channels(rows: &[Row]) -> usize {
    let mut channels_so_far = 0;
    let mut i = 0;
    while i < rows.len() {
        channels_so_far += match rows[i] {
            Row::Cards(_) | Row::Numbers { .. } => 1,
            Row::Reserved { channels, .. } => channels,
            Row::Each { count, rows, .. } => count * channels(rows),
        };
        i += 1;
    }
    channels_so_far
}

/// The first field of this name.
const fn find(rows: &[Row], name: &[u8]) -> Option<Found> {
    let mut i = 0;
    while i < rows.len() {
        let channel = channels(rows.split_at(i).0);
        match rows[i] {
            Row::Cards(field) if is(field.name, name) => return Some(Found { channel, offset: 0, len: 0, stride: 0 }),
            Row::Cards(_) | Row::Reserved { .. } => {}
            Row::Numbers { fields, .. } => {
                let (mut n, mut offset) = (0, 0);
                while n < fields.len() {
                    let len = fields[n].len;
                    if is(fields[n].name, name) {
                        return Some(Found { channel, offset, len, stride: 0 });
                    }
                    offset += len;
                    n += 1;
                }
            }
            Row::Each { prefix, rows, .. } => {
                if let Some(rest) = without_prefix(name, prefix.as_bytes())
                    && let Some(found) = find(rows, rest)
                {
                    return Some(Found { channel: channel + found.channel, stride: channels(rows), ..found });
                }
            }
        }
        i += 1;
    }
    None
}

const fn is(name: &str, wanted: &[u8]) -> bool {
    name.len() == wanted.len() && without_start(wanted, name.as_bytes()).is_some()
}

/// What follows `{prefix}_`, if a name begins with that.
const fn without_prefix<'a>(name: &'a [u8], prefix: &[u8]) -> Option<&'a [u8]> {
    match without_start(name, prefix) {
        Some([b'_', rest @ ..]) => Some(rest),
        _ => None,
    }
}

const fn without_start<'a>(name: &'a [u8], start: &[u8]) -> Option<&'a [u8]> {
    if name.len() < start.len() {
        return None;
    }
    let mut i = 0;
    while i < start.len() {
        if name[i] != start[i] {
            return None;
        }
        i += 1;
    }
    Some(name.split_at(i).1)
}

/// The layout of the first `channels` channels with rows of this width.
pub(super) fn declare(name: &str, version: u32, channels: usize, width: usize) -> Layout {
    let mut map = Map { builder: Layout::build(name, version), width, channels, done: 0, prefix: String::new() };
    SECTIONS.iter().for_each(|section| {
        assert!(map.done == section.start || map.done >= channels, "a section begins where the one before it ends");
        map.change(|builder| builder.section(section.name));
        map.rows(section.rows);
    });
    assert_eq!(map.done, channels, "a layout ends where a row ends");
    map.builder.finish(&[channels, width])
}

/// A layout under declaration, row by row.
struct Map {
    builder: LayoutBuilder,
    width: usize,
    channels: usize,
    done: usize,
    prefix: String,
}

impl Map {
    fn rows(&mut self, rows: &[Row]) {
        for row in rows {
            if self.done >= self.channels {
                return;
            }
            match row {
                Row::Cards(field) => {
                    self.field(field.name, &[self.width], field.bounds, field.meaning);
                    self.done += 1;
                }
                Row::Numbers { name, fields } => self.numbers(name, fields),
                Row::Reserved { name, channels, meaning } => {
                    self.field(name, &[*channels, self.width], Bounds::Zero, meaning);
                    self.done += channels;
                }
                Row::Each { prefix, from, count, rows } => {
                    for i in *from..from + count {
                        self.prefix = format!("{prefix}{i}_");
                        self.rows(rows);
                    }
                    self.prefix.clear();
                }
            }
        }
    }

    fn numbers(&mut self, name: &str, fields: &[RowField]) {
        let used: usize = fields.iter().map(|field| field.len).sum();
        for field in fields {
            self.field(field.name, &[field.len], field.bounds, field.meaning);
        }
        if used < self.width {
            self.field(&format!("{name}_reserved"), &[self.width - used], Bounds::Zero, RESERVED);
        }
        self.done += 1;
    }

    fn field(&mut self, name: &str, shape: &[usize], bounds: Bounds, meaning: &str) {
        let name = format!("{}{name}", self.prefix);
        let shape = if shape == [1] { &[] } else { shape };
        self.change(|builder| builder.field(&name, shape, bounds.range(), meaning));
    }

    fn change(&mut self, change: impl FnOnce(LayoutBuilder) -> LayoutBuilder) {
        self.builder = change(std::mem::replace(&mut self.builder, Layout::build("", 0)));
    }
}

impl Bounds {
    fn range(self) -> RangeInclusive<f32> {
        match self {
            Self::Zero => 0.0..=0.0,
            Self::Unsigned => 0.0..=1.0,
            Self::Signed => -1.0..=1.0,
        }
    }
}
