//! An observation taken apart into the fields of its layout.

use hoyle_core::{Field, Layout};
use serde::Serialize;

/// A field with those of its numbers that are not zero.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObservedField {
    /// The field's name.
    pub name: String,
    /// What it says, for people.
    pub meaning: String,
    /// The extent in each dimension; empty for a single number.
    pub shape: Vec<usize>,
    /// The numbers that are not zero, in the order of the field.
    pub values: Vec<ObservedValue>,
}

/// A number of an observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObservedValue {
    /// Where it stands in the observation.
    pub place: usize,
    /// Where it stands in its field; empty for a single number.
    pub index: Vec<usize>,
    /// What it belongs to, in a field with a number for each column of the layout: a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The number.
    pub value: f32,
}

/// The fields of an observation that are not all zero, in the order of the layout.
///
/// # Panics
/// If the observation is shorter than its layout.
pub fn nonzero_fields(layout: &Layout, observation: &[f32]) -> Vec<ObservedField> {
    let observed = |field: &Field| {
        let has_columns = layout.is_by_column(field);
        let values = field.indices().enumerate().filter(|&(_, place)| observation[place] != 0.0);
        let values = values.map(|(number, place)| {
            let index = field.index_of(number);
            let name = index.last().filter(|_| has_columns).and_then(|&column| layout.columns().get(column));
            let column = name.filter(|name| !name.is_empty()).cloned();
            ObservedValue { place, index, column, value: observation[place] }
        });
        ObservedField {
            name: field.name.clone(),
            meaning: field.meaning.clone(),
            shape: field.shape.clone(),
            values: values.collect(),
        }
    };
    layout.fields().iter().map(observed).filter(|field| !field.values.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_with_their_columns() {
        let layout = Layout::build("demo", 1)
            .field("a", &[], 0.0..=1.0, "")
            .field("b", &[2], 0.0..=1.0, "")
            .field("cards", &[3], 0.0..=1.0, "")
            .field("block", &[2, 3], 0.0..=1.0, "")
            .finish(&[4, 3])
            .with_columns(vec!["Copper".to_owned(), String::new(), "Gold".to_owned()]);
        let fields = nonzero_fields(&layout, &[0.0, 0.0, 0.5, 1.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.75]);
        let told: Vec<_> = fields
            .iter()
            .flat_map(|field| {
                field.values.iter().map(|v| (&*field.name, v.place, &*v.index, v.column.as_deref(), v.value))
            })
            .collect();
        assert_eq!(
            told,
            [
                ("b", 2, &[1][..], None, 0.5),
                ("cards", 3, &[0], Some("Copper"), 1.0),
                ("cards", 4, &[1], None, 0.25),
                ("block", 11, &[1, 2], Some("Gold"), 0.75),
            ]
        );
        for field in layout.fields() {
            for (number, place) in field.indices().enumerate() {
                assert_eq!(field.at(&field.index_of(number)), place);
            }
        }
    }
}
