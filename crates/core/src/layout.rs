//! Layouts: what each number of an observation means.
//!
//! A layout is declared once, as a list of named fields. From that list come the offsets, the documentation, the version
//! hash in every checkpoint, and the [`Adapter`] that lets a model of an older layout read a newer one.

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};
use thiserror::Error;

/// The place of a layout in its game's [`Spec`](crate::Spec).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LayoutId(pub usize);

/// A named part of an observation: an array that may be interleaved with others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Unique within the layout.
    pub name: String,
    /// Where the first number stands.
    pub offset: usize,
    /// The extent in each dimension; empty for a single number.
    pub shape: Vec<usize>,
    /// How far apart neighbours stand in each dimension.
    pub strides: Vec<usize>,
    /// The smallest value that it can take.
    pub min: f32,
    /// The largest value that it can take.
    pub max: f32,
    /// What it says, for people.
    pub meaning: String,
    /// The part of the layout that it belongs to: what is about one thing, such as the supply. Not part of the hash.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub section: String,
}

impl Field {
    /// How many numbers the field holds.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether the field holds nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the number at this index stands in the observation.
    ///
    /// # Panics
    /// If the index has another number of dimensions than the field, or lies outside of it.
    pub fn at(&self, index: &[usize]) -> usize {
        assert_eq!(index.len(), self.shape.len(), "{}: wrong number of dimensions", self.name);
        let mut place = self.offset;
        for ((&i, &extent), &stride) in index.iter().zip(&self.shape).zip(&self.strides) {
            assert!(i < extent, "{}: index {i} outside 0..{extent}", self.name);
            place += i * stride;
        }
        place
    }

    /// The index of the field's number `number`, counted in the order of [`indices`](Self::indices): one part per dimension.
    pub fn index_of(&self, number: usize) -> Vec<usize> {
        let mut left = number;
        let mut index: Vec<usize> = self.shape.iter().rev().map(|extent| (left % extent, left /= extent).0).collect();
        index.reverse();
        index
    }

    /// Where the field stands, if no other field's numbers stand among its own.
    pub fn contiguous_range(&self) -> Option<std::ops::Range<usize>> {
        let last: usize =
            self.shape.iter().zip(&self.strides).map(|(&extent, stride)| extent.saturating_sub(1) * stride).sum();
        (last + 1 == self.len()).then(|| self.offset..self.offset + self.len())
    }

    /// Where all numbers of the field stand, last dimension fastest.
    pub fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).map(|n| {
            let mut left = n;
            let mut place = self.offset;
            for (&extent, &stride) in self.shape.iter().zip(&self.strides).rev() {
                place += left % extent * stride;
                left /= extent;
            }
            place
        })
    }
}

/// A declared observation: a name, a version, a shape, and the fields that fill it.
///
/// ```
/// use hoyle_core::Layout;
/// let layout = Layout::build("demo", 1)
///     .field("dice", &[6], 0.0..=1.0, "one-hot of the roll")
///     .records(&[4], |token| token.field("position", &[], 0.0..=1.0, "progress").field("safe", &[], 0.0..=1.0, "on a globe"))
///     .finish(&[14]);
/// assert_eq!(layout.field("safe").unwrap().at(&[2]), 6 + 2 * 2 + 1);
/// assert_eq!(layout.len(), 14);
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "ReadLayout")]
pub struct Layout {
    name: String,
    version: u32,
    shape: Vec<usize>,
    #[serde(serialize_with = "as_hex")]
    hash: u64,
    /// Shared by the layouts of games that differ only in columns and constants.
    fields: Arc<[Field]>,
    /// What stands in each place of the last dimension, where the game says so.
    #[serde(skip_serializing_if = "is_empty")]
    columns: Arc<[String]>,
    #[serde(skip)]
    constants: Option<Constants>,
}

/// A layout as it stands in a file, which is not trusted.
#[derive(Deserialize)]
struct ReadLayout {
    name: String,
    version: u32,
    shape: Vec<usize>,
    #[serde(deserialize_with = "of_hex")]
    hash: u64,
    fields: Arc<[Field]>,
    #[serde(default)]
    columns: Arc<[String]>,
}

/// The most numbers of a layout that is read from a file.
const MOST_READ: usize = 1 << 20;

impl ReadLayout {
    /// Whether every field lies within the layout, takes each of its steps, and together they have as many numbers as it.
    fn is_sound(&self) -> bool {
        let size = |shape: &[usize]| {
            let all = shape.iter().try_fold(1usize, |all, &extent| all.checked_mul(extent));
            all.filter(|all| *all <= MOST_READ)
        };
        let Some(len) = size(&self.shape) else { return false };
        // The last place of a field, unless it is out of all bounds.
        let end = |field: &Field| {
            let dimensions = field.shape.iter().zip(&field.strides);
            dimensions.into_iter().try_fold(field.offset, |end, (&extent, &stride)| {
                end.checked_add(extent.checked_sub(1)?.checked_mul(stride)?)
            })
        };
        let inside = |field: &Field| {
            let mut steps = field.shape.iter().zip(&field.strides);
            field.shape.len() == field.strides.len()
                && steps.all(|(&extent, &stride)| extent < 2 || stride > 0)
                && end(field).is_some_and(|end| end < len)
        };
        let numbers = self.fields.iter().map(|field| if inside(field) { size(&field.shape) } else { None });
        let all = numbers.into_iter().try_fold(0usize, |all, numbers| all.checked_add(numbers?));
        let width = self.shape.last().copied().unwrap_or(1);
        width > 0 && self.columns.len() <= width && all == Some(len)
    }
}

impl TryFrom<ReadLayout> for Layout {
    type Error = &'static str;

    fn try_from(read: ReadLayout) -> Result<Self, Self::Error> {
        if !read.is_sound() {
            return Err("a layout is damaged: its fields do not fill its shape");
        }
        let ReadLayout { name, version, shape, hash, fields, columns } = read;
        Ok(Self { name, version, shape, hash, fields, columns, constants: None })
    }
}

fn is_empty(columns: &Arc<[String]>) -> bool {
    columns.is_empty()
}

type MakeConstants = Box<dyn FnOnce() -> Vec<(u32, f32)> + Send + Sync>;

/// The numbers that are the same in every observation of a game. They are made when they are asked for first: there may be
/// thousands of games, each with several layouts, of which one is read.
#[derive(Clone)]
pub struct Constants(Arc<LazyLock<Vec<(u32, f32)>, MakeConstants>>);

impl Constants {
    /// What `make` makes, by ascending place.
    pub fn new(make: impl FnOnce() -> Vec<(u32, f32)> + Send + Sync + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(make))))
    }
}

impl std::fmt::Debug for Constants {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("<constants>")
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        let declared = |layout: &Self| (layout.name.clone(), layout.version, layout.shape.clone(), layout.hash);
        declared(self) == declared(other)
            && self.fields == other.fields
            && self.columns == other.columns
            && self.is_sparse() == other.is_sparse()
            && self.constants() == other.constants()
    }
}

fn as_hex<S: serde::Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{hash:016x}"))
}

fn of_hex<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    u64::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
}

impl Layout {
    /// Starts the declaration of a layout. A change of its fields is a new version.
    pub fn build(name: &str, version: u32) -> LayoutBuilder {
        LayoutBuilder { name: name.to_owned(), version, fields: Fields::default(), section: String::new() }
    }

    /// The name by which users ask for it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of the declaration.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The shape of the whole observation.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How many numbers the observation has.
    #[expect(clippy::len_without_is_empty, reason = "a layout is never empty: `finish` refuses it")]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Identifies the declaration: name, version, shape, and each field's name, place and range (not its prose).
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The fields in the order of their declaration.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Names what stands in each place of the last dimension: in a layout with a column per card, the cards of this game.
    /// Not part of the hash: the same model reads games with other cards.
    #[must_use]
    pub fn with_columns(self, columns: Vec<String>) -> Self {
        self.with_shared_columns(columns.into())
    }

    /// The same with names that other layouts have too.
    #[must_use]
    pub fn with_shared_columns(mut self, columns: Arc<[String]>) -> Self {
        assert!(self.shape.last().is_some_and(|&width| columns.len() <= width), "more names than columns");
        self.columns = columns;
        self
    }

    /// What stands in each place of the last dimension, where the game says so.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Where in the last dimension the thing of this name stands: a card's column in this game.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| !column.is_empty() && column == name)
    }

    /// Declares that observations are mostly zeros and are best written as lists, beside these numbers that are the same
    /// in every observation of this game. They are not part of the hash.
    ///
    /// # Panics
    /// If the places do not ascend or lie outside the layout: a mistake in the program.
    #[must_use]
    pub fn sparse(self, constants: Vec<(u32, f32)>) -> Self {
        assert!(constants.windows(2).all(|pair| pair[0].0 < pair[1].0), "layout {}: places ascend", self.name);
        assert!(constants.last().is_none_or(|&(place, _)| (place as usize) < self.len()), "a constant outside");
        self.sparse_beside(Constants::new(move || constants))
    }

    /// The same beside numbers that are made later, and that several layouts may share.
    #[must_use]
    pub fn sparse_beside(mut self, constants: Constants) -> Self {
        self.constants = Some(constants);
        self
    }

    /// Whether observations are best written as lists.
    pub fn is_sparse(&self) -> bool {
        self.constants.is_some()
    }

    /// The numbers that are the same in every observation of this game, by ascending place.
    pub fn constants(&self) -> &[(u32, f32)] {
        self.constants.as_ref().map_or(&[], |constants| constants.0.as_slice())
    }

    /// How many places the last dimension has.
    pub fn width(&self) -> usize {
        self.shape.last().copied().unwrap_or(1)
    }

    /// Whether a field has a number for every column of a layout with columns: a row about cards.
    pub fn is_by_column(&self, field: &Field) -> bool {
        !self.columns.is_empty()
            && field.shape.last() == Some(&self.width())
            && field.strides.last() == Some(&1)
            && field.offset.is_multiple_of(self.width())
    }

    /// The sections in the order of their declaration, each with its fields; one without a name if none were declared.
    pub fn sections(&self) -> Vec<(&str, Vec<&Field>)> {
        let mut sections: Vec<(&str, Vec<&Field>)> = Vec::new();
        for field in self.fields.iter() {
            match sections.iter_mut().find(|(name, _)| *name == field.section) {
                Some((_, fields)) => fields.push(field),
                None => sections.push((&field.section, vec![field])),
            }
        }
        sections
    }

    /// Fills a buffer with zeros and the constants.
    ///
    /// # Panics
    /// If the buffer is shorter than the layout.
    pub fn write_constants(&self, dense: &mut [f32]) {
        dense.fill(0.0);
        for &(place, value) in self.constants() {
            dense[place as usize] = value;
        }
    }

    /// The field and the index within it that stand at this place of the observation.
    pub fn locate(&self, place: usize) -> Option<(&Field, Vec<usize>)> {
        self.fields.iter().find_map(|field| {
            let number = field.indices().position(|p| p == place)?;
            Some((field, field.index_of(number)))
        })
    }
}

/// A layout under declaration.
#[derive(Debug)]
pub struct LayoutBuilder {
    name: String,
    version: u32,
    fields: Fields,
    section: String,
}

impl LayoutBuilder {
    /// Begins a section: the fields that follow are about one thing. A network may process each for itself.
    pub fn section(mut self, name: &str) -> Self {
        self.mark();
        self.section = name.to_owned();
        self
    }

    /// Writes the present section into the fields that were declared since it began.
    fn mark(&mut self) {
        let Self { fields, section, .. } = self;
        fields.fields.iter_mut().rev().take_while(|field| field.section.is_empty()).for_each(|field| {
            field.section.clone_from(section);
        });
    }

    /// Adds a field after the last one.
    pub fn field(mut self, name: &str, shape: &[usize], range: RangeInclusive<f32>, meaning: &str) -> Self {
        self.fields = self.fields.field(name, shape, range, meaning);
        self
    }

    /// Adds an array of records: the fields declared by `record`, repeated for each index of `dims`.
    pub fn records(mut self, dims: &[usize], record: impl FnOnce(Fields) -> Fields) -> Self {
        self.fields = self.fields.records(dims, record);
        self
    }

    /// Ends the declaration.
    ///
    /// # Panics
    /// If the fields do not fill the shape exactly, or two have one name: a mistake in the program.
    pub fn finish(mut self, shape: &[usize]) -> Layout {
        self.mark();
        let Self { name, version, fields: Fields { fields, len }, .. } = self;
        assert!(len > 0, "layout {name}: no fields");
        assert_eq!(len, shape.iter().product::<usize>(), "layout {name}: the fields do not fill the shape {shape:?}");
        let mut owner = vec![None; len];
        for field in &fields {
            for place in field.indices() {
                assert_eq!(owner[place].replace(&field.name), None, "layout {name}: two fields at {place}");
            }
        }
        for (i, field) in fields.iter().enumerate() {
            assert!(fields[..i].iter().all(|f| f.name != field.name), "layout {name}: two fields named {}", field.name);
        }
        let mut declared = format!("{name} {version} {shape:?}");
        for Field { name, offset, shape, strides, min, max, .. } in &fields {
            declared.push_str(&format!("\n{name} {offset} {shape:?} {strides:?} {min} {max}"));
        }
        let hash = xxhash_rust::xxh3::xxh3_64(declared.as_bytes());
        Layout {
            name,
            version,
            shape: shape.to_vec(),
            hash,
            fields: fields.into(),
            columns: Arc::default(),
            constants: None,
        }
    }
}

/// Fields that follow one another: a layout's, or those of one record.
#[derive(Debug, Default)]
pub struct Fields {
    fields: Vec<Field>,
    len: usize,
}

impl Fields {
    /// Adds a field after the last one.
    pub fn field(mut self, name: &str, shape: &[usize], range: RangeInclusive<f32>, meaning: &str) -> Self {
        let mut strides = vec![1; shape.len()];
        for i in (1..shape.len()).rev() {
            strides[i - 1] = strides[i] * shape[i];
        }
        self.fields.push(Field {
            name: name.to_owned(),
            offset: self.len,
            shape: shape.to_vec(),
            strides,
            min: *range.start(),
            max: *range.end(),
            meaning: meaning.to_owned(),
            section: String::new(),
        });
        self.len += shape.iter().product::<usize>();
        self
    }

    /// Adds an array of records.
    pub fn records(mut self, dims: &[usize], record: impl FnOnce(Fields) -> Fields) -> Self {
        let record = record(Fields::default());
        let mut strides = vec![record.len; dims.len()];
        for i in (1..dims.len()).rev() {
            strides[i - 1] = strides[i] * dims[i];
        }
        for mut field in record.fields {
            field.offset += self.len;
            field.shape.splice(0..0, dims.iter().copied());
            field.strides.splice(0..0, strides.iter().copied());
            self.fields.push(field);
        }
        self.len += dims.iter().product::<usize>() * record.len;
        self
    }
}

/// Why a layout cannot stand in for another.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("layout `{have}` cannot be read as `{want}`: {}", problems.join("; "))]
pub struct AdaptError {
    have: String,
    want: String,
    problems: Vec<String>,
}

/// Whether a list has become longer, or nothing has changed.
fn has_grown(was: &[usize], is: &[usize]) -> bool {
    was == is || matches!((was, is), ([was], [is]) if was < is)
}

/// Reads the observation of one layout as that of another, field by field by name. A list may have become longer at its end,
/// and reserved places may have been used since: for what knew neither, nothing has changed.
///
/// ```
/// use hoyle_core::{Adapter, Layout};
/// let old = Layout::build("v", 1).field("b", &[2], 0.0..=1.0, "").finish(&[2]);
/// let new = Layout::build("v", 2).field("a", &[1], 0.0..=1.0, "").field("b", &[2], 0.0..=1.0, "").finish(&[3]);
/// let adapter = Adapter::new(&new, &old)?;
/// let mut out = [0.0; 2];
/// adapter.apply(&[9.0, 1.0, 2.0], &mut out);
/// assert_eq!(out, [1.0, 2.0]);
/// # Ok::<(), hoyle_core::AdaptError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adapter {
    /// For each place of the wanted layout, the place in the one that there is.
    sources: Vec<usize>,
}

impl Adapter {
    /// An adapter from the layout that the game writes to the one that a model wants.
    pub fn new(have: &Layout, want: &Layout) -> Result<Self, AdaptError> {
        let mut sources = vec![0; want.len()];
        let mut problems = Vec::new();
        let is_zero = |field: &Field| (field.min, field.max) == (0.0, 0.0);
        let zero = have.fields().iter().find(|field| is_zero(field)).map(|field| field.offset);
        for field in want.fields() {
            match have.field(&field.name) {
                // What was reserved and has been used since was zero.
                there if is_zero(field) && there.is_none_or(|there| there.shape != field.shape || !is_zero(there)) => {
                    match zero {
                        Some(zero) => field.indices().for_each(|to| sources[to] = zero),
                        None => problems.push(format!("field `{}` was reserved, and nothing is any more", field.name)),
                    }
                }
                None => problems.push(format!("field `{}` is gone", field.name)),
                Some(there) if !has_grown(&field.shape, &there.shape) => {
                    problems.push(format!("field `{}` was {:?} and is {:?}", field.name, field.shape, there.shape));
                }
                Some(there) if (there.min, there.max) != (field.min, field.max) => problems.push(format!(
                    "field `{}` had the range {} to {} and has {} to {}",
                    field.name, field.min, field.max, there.min, there.max
                )),
                // Of a field that has grown, what was there before: its first places.
                Some(there) => {
                    for (to, from) in field.indices().zip(there.indices()) {
                        sources[to] = from;
                    }
                }
            }
        }
        if problems.is_empty() {
            Ok(Self { sources })
        } else {
            let label = |layout: &Layout| format!("{} v{}", layout.name, layout.version);
            Err(AdaptError { have: label(have), want: label(want), problems })
        }
    }

    /// For each place of the wanted layout, the place in the one that there is.
    pub fn sources(&self) -> &[usize] {
        &self.sources
    }

    /// Rewrites one observation.
    ///
    /// # Panics
    /// If a slice has another length than its layout.
    pub fn apply(&self, have: &[f32], want: &mut [f32]) {
        assert_eq!(want.len(), self.sources.len(), "the output has the length of the wanted layout");
        for (to, &from) in want.iter_mut().zip(&self.sources) {
            *to = have[from];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(version: u32) -> Layout {
        Layout::build("sample", version)
            .field("head", &[2, 3], -1.0..=1.0, "a matrix")
            .records(&[2, 2], |r| r.field("x", &[], 0.0..=1.0, "one").field("y", &[3], 0.0..=1.0, "three"))
            .finish(&[22])
    }

    #[test]
    fn every_place_belongs_to_the_field_that_says_so() {
        let layout = sample(1);
        assert_eq!(layout.field("x").unwrap().strides, [8, 4]);
        for place in 0..layout.len() {
            let (field, index) = layout.locate(place).unwrap();
            assert_eq!(field.at(&index), place);
        }
        assert_eq!(layout.locate(22), None);
    }

    #[test]
    fn the_hash_covers_the_declaration_and_not_the_prose() {
        assert_eq!(sample(1).hash(), sample(1).hash());
        assert_ne!(sample(1).hash(), sample(2).hash());
        let reworded = Layout::build("sample", 1)
            .field("head", &[2, 3], -1.0..=1.0, "other words")
            .records(&[2, 2], |r| r.field("x", &[], 0.0..=1.0, "").field("y", &[3], 0.0..=1.0, ""))
            .finish(&[22]);
        assert_eq!(reworded.hash(), sample(1).hash());
    }

    #[test]
    fn an_old_model_reads_a_new_layout_by_name() {
        let new = Layout::build("sample", 2)
            .records(&[2, 2], |r| {
                r.field("y", &[3], 0.0..=1.0, "").field("z", &[], 0.0..=1.0, "").field("x", &[], 0.0..=1.0, "")
            })
            .field("head", &[2, 3], -1.0..=1.0, "")
            .finish(&[26]);
        let old = sample(1);
        let adapter = Adapter::new(&new, &old).unwrap();
        let written: Vec<f32> = (0..26).map(|i| i as f32).collect();
        let mut read = vec![0.0; 22];
        adapter.apply(&written, &mut read);
        for field in old.fields() {
            let there = new.field(&field.name).unwrap();
            for (a, b) in field.indices().zip(there.indices()) {
                assert_eq!(read[a], written[b], "{}", field.name);
            }
        }
    }

    #[test]
    fn an_old_model_reads_a_layout_that_has_used_its_reserve() {
        let old = Layout::build("sample", 1)
            .field("kinds", &[3], 0.0..=1.0, "")
            .field("kinds_reserved", &[5], 0.0..=0.0, "")
            .field("rest", &[4], 0.0..=0.0, "")
            .finish(&[12]);
        let new = Layout::build("sample", 2)
            .field("kinds", &[5], 0.0..=1.0, "")
            .field("news", &[], 0.0..=1.0, "")
            .field("kinds_reserved", &[2], 0.0..=0.0, "")
            .field("rest", &[4], 0.0..=1.0, "")
            .finish(&[12]);
        let written: Vec<f32> = [1., 2., 3., 4., 5., 6., 0., 0., 7., 8., 9., 10.].to_vec();
        let mut read = vec![f32::NAN; 12];
        Adapter::new(&new, &old).unwrap().apply(&written, &mut read);
        assert_eq!(read, [1., 2., 3., 0., 0., 0., 0., 0., 0., 0., 0., 0.]);
        // The other way round something is missing.
        let error = Adapter::new(&old, &new).unwrap_err().to_string();
        assert!(error.contains("field `kinds` was [5] and is [3]; field `news` is gone"), "{error}");
        // Without a place that stays zero there is nothing to read a reserved one from.
        let full = Layout::build("sample", 3).field("kinds", &[3], 0.0..=1.0, "").finish(&[3]);
        let error = Adapter::new(&full, &old).unwrap_err().to_string();
        assert!(error.contains("field `kinds_reserved` was reserved, and nothing is any more"), "{error}");
    }

    #[test]
    fn a_layout_without_the_fields_is_refused_by_name() {
        let other = Layout::build("other", 3)
            .field("head", &[3, 2], 0.0..=1.0, "")
            .field("x", &[2, 2], 0.0..=57.0, "")
            .finish(&[10]);
        let error = Adapter::new(&other, &sample(1)).unwrap_err().to_string();
        assert_eq!(
            error,
            "layout `other v3` cannot be read as `sample v1`: field `head` was [2, 3] and is [3, 2]; field `x` had \
             the range 0 to 1 and has 0 to 57; field `y` is gone"
        );
    }

    #[test]
    #[should_panic(expected = "two fields named a")]
    fn two_fields_of_one_name_are_a_mistake() {
        Layout::build("twice", 1).field("a", &[], 0.0..=1.0, "").field("a", &[], 0.0..=1.0, "").finish(&[2]);
    }

    #[test]
    #[should_panic(expected = "do not fill the shape")]
    fn a_gap_is_a_mistake() {
        Layout::build("gap", 1).field("a", &[2], 0.0..=1.0, "").finish(&[3]);
    }
}
