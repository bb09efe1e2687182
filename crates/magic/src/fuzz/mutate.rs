//! Positions that are changed a little: numbers, entries, names.

use hoyle_core::Rng;
use serde_json::Value;

const NUMBERS: [i64; 30] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, 20, 47, 48, 49, 60, 63, 64, 95, 96, 97, 128, 255, 256, 300, 10_000, 10_001,
    20_000, 59_999, 65_535,
];

/// Changes a document in one to four places at random: what it is about stays what it is, what it says does not.
pub fn mutate(document: &mut Value, rng: &mut Rng) {
    for _ in 0..1 + rng.below(4) {
        let count = count(document);
        let from = rng.below(count);
        let other = find(document, &mut rng.below(count)).cloned();
        if let Some(place) = find_mut(document, &mut { from }) {
            change(place, other, rng);
        }
    }
}

fn change(place: &mut Value, other: Option<Value>, rng: &mut Rng) {
    // Now and then something else altogether stands there.
    if let Some(other) = &other
        && (rng.below(8) == 0 || std::mem::discriminant(other) == std::mem::discriminant(place) && rng.below(3) == 0)
    {
        *place = other.clone();
        return;
    }
    match place {
        Value::Null => *place = other.unwrap_or_default(),
        Value::Bool(value) => *value = !*value,
        Value::Number(number) => {
            let n = number.as_i64().unwrap_or(0);
            *place = match rng.below(4) {
                0 => n.wrapping_add(1).into(),
                1 => n.wrapping_sub(1).into(),
                2 if rng.below(4) == 0 => [i64::MIN, i64::MAX, -32_768, 32_767][rng.below(4) as usize].into(),
                _ => NUMBERS[rng.below(NUMBERS.len() as u32) as usize].into(),
            };
        }
        Value::String(text) => match rng.below(6) {
            0 => *text = text.repeat(1000),
            1 => text.clear(),
            _ => text.push('x'),
        },
        Value::Array(items) => {
            let len = items.len() as u32;
            match rng.below(6) {
                0 => items.clear(),
                1 if len > 0 => {
                    items.remove(rng.below(len) as usize);
                }
                2 if len > 1 => items.swap(rng.below(len) as usize, rng.below(len) as usize),
                3 if len > 0 => {
                    let item = items[rng.below(len) as usize].clone();
                    let times = [1, 2, 40, 100, 300][rng.below(5) as usize];
                    items.extend(std::iter::repeat_n(item, times));
                }
                _ if len > 0 => {
                    let item = items[rng.below(len) as usize].clone();
                    items.insert(rng.below(len + 1) as usize, item);
                }
                _ => items.extend(other),
            }
        }
        Value::Object(entries) => {
            let keys: Vec<String> = entries.keys().cloned().collect();
            if keys.len() > 1 && rng.below(4) > 0 {
                let (a, b) =
                    (&keys[rng.below(keys.len() as u32) as usize], &keys[rng.below(keys.len() as u32) as usize]);
                let value = entries[b].clone();
                entries[a] = value;
            } else if let Some(key) = keys.first() {
                entries.remove(key);
            }
        }
    }
}

fn parts(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(entries) => Box::new(entries.values()),
        _ => Box::new(std::iter::empty()),
    }
}

fn count(value: &Value) -> u32 {
    1 + parts(value).map(count).sum::<u32>()
}

fn find<'v>(value: &'v Value, left: &mut u32) -> Option<&'v Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    parts(value).find_map(|part| find(part, left))
}

fn find_mut<'v>(value: &'v mut Value, left: &mut u32) -> Option<&'v mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|part| find_mut(part, left)),
        Value::Object(entries) => entries.values_mut().find_map(|part| find_mut(part, left)),
        _ => None,
    }
}
