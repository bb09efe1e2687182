//! Inputs from other inputs: bytes, numbers, words and JSON values changed at random.

use hoyle_core::Rng;
use serde_json::{Map, Value};

/// The longest input that a mutation makes.
const LONGEST: usize = 1 << 18;

/// Numbers at which programs break.
const NUMBERS: &[i64] = &[
    0,
    1,
    -1,
    2,
    7,
    15,
    16,
    31,
    32,
    60,
    61,
    63,
    64,
    65,
    96,
    100,
    127,
    128,
    255,
    256,
    257,
    -128,
    -129,
    1000,
    10_000,
    32_767,
    32_768,
    65_535,
    65_536,
    -32_768,
    -32_769,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    i64::MAX,
    i64::MIN,
];

/// Words that readers treat in a way of their own.
const WORDS: &[&str] = &[
    "null",
    "true",
    "false",
    "NaN",
    "Infinity",
    "-0",
    "1e999",
    "{}",
    "[]",
    "\"\"",
    "..",
    "/dev/null",
    "/dev/zero",
    "\u{0}",
    "\r\n",
    "\u{feff}",
    "\u{202e}",
    "é",
    "😀",
    "\\u0000",
    "#",
    "=",
    ":",
    ";",
    "|",
    "+",
    "0..100000",
    "random",
    "further",
];

/// An input made of one of these, which must not be empty; of two, now and then.
pub fn mutate(inputs: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let pick = |rng: &mut Rng| inputs[rng.below(inputs.len() as u32) as usize].clone();
    let mut input = pick(rng);
    if rng.below(3) == 0
        && let Some(changed) = mutate_lines(&input, rng)
    {
        input = changed;
    }
    // Most inputs are changed in a place or two: what is changed everywhere is refused at once.
    let changes = 1 + small(4, rng);
    for _ in 0..changes {
        let other = pick(rng);
        mutate_bytes(&mut input, &other, rng);
    }
    input.truncate(LONGEST);
    input
}

/// A number below a power of two that is itself drawn: small ones are likely, large ones possible.
fn small(bits: u32, rng: &mut Rng) -> usize {
    let below = 1 << rng.below(bits);
    rng.below(below) as usize
}

fn place(len: usize, rng: &mut Rng) -> usize {
    rng.below(len as u32 + 1) as usize
}

fn mutate_bytes(input: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let from = place(input.len(), rng);
    let to = (from + small(8, rng)).min(input.len());
    match rng.below(10) {
        0 if from < input.len() => input[from] ^= 1 << rng.below(8),
        1 if from < input.len() => input[from] = rng.bits() as u8,
        2 => drop(input.drain(from..to)),
        3 => {
            let piece = input[from..to].to_vec();
            let at = place(input.len(), rng);
            input.splice(at..at, piece);
        }
        // The same piece many times: long lists, deep nesting.
        4 => {
            let piece = input[from..to].repeat(1 + small(12, rng));
            input.splice(from..from, piece.into_iter().take(LONGEST));
        }
        5 => {
            let start = place(other.len(), rng);
            let end = (start + small(10, rng)).min(other.len());
            input.splice(from..to, other[start..end].iter().copied());
        }
        6 => {
            let word = WORDS[rng.below(WORDS.len() as u32) as usize];
            input.splice(from..to, word.bytes());
        }
        7 => input.truncate(from),
        _ => replace_number(input, from, rng),
    }
}

/// Replaces the next number in a text.
fn replace_number(input: &mut Vec<u8>, from: usize, rng: &mut Rng) {
    let Some(start) = input[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return };
    let len = input[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = NUMBERS[rng.below(NUMBERS.len() as u32) as usize];
    input.splice(start..start + len, number.to_string().into_bytes());
}

/// Changes one line as a JSON value, if the input is made of such lines.
fn mutate_lines(input: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(input).ok()?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = rng.below(lines.len().max(1) as u32) as usize;
    let mut value: Value = serde_json::from_str(lines.get(at)?).ok()?;
    for _ in 0..=rng.below(3) {
        mutate_value(&mut value, rng, 0);
    }
    lines[at] = value.to_string();
    match rng.below(8) {
        0 => lines.swap_remove(at).clear(),
        1 => lines.insert(at, lines[at].clone()),
        _ => {}
    }
    Some(lines.join("\n").into_bytes())
}

fn mutate_value(value: &mut Value, rng: &mut Rng, depth: usize) {
    // Down to some place of it first.
    if depth < 12 && rng.below(4) > 0 {
        let child = match value {
            Value::Array(items) if !items.is_empty() => {
                let at = rng.below(items.len() as u32) as usize;
                items.get_mut(at)
            }
            Value::Object(fields) if !fields.is_empty() => {
                let at = rng.below(fields.len() as u32) as usize;
                fields.values_mut().nth(at)
            }
            _ => None,
        };
        if let Some(child) = child {
            return mutate_value(child, rng, depth + 1);
        }
    }
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = rng.below(items.len() as u32) as usize;
            match rng.below(4) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                2 => rng.shuffle(items),
                _ => *items = vec![items[at].clone(); 1 << rng.below(10)],
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = &names[rng.below(names.len() as u32) as usize];
            let other = &names[rng.below(names.len() as u32) as usize];
            match rng.below(3) {
                0 => drop(fields.remove(name)),
                1 => {
                    let taken = fields[other].clone();
                    fields[name] = taken;
                }
                _ => drop(fields.insert(format!("{name}_"), Value::Null)),
            }
        }
        Value::Number(number) => {
            let near = number.as_i64().unwrap_or(0).wrapping_add(i64::from(rng.below(5)) - 2);
            let far = NUMBERS[rng.below(NUMBERS.len() as u32) as usize];
            *value = if rng.below(2) == 0 { near.into() } else { far.into() };
        }
        Value::Bool(flag) => *flag = !*flag,
        other => {
            *other = match rng.below(5) {
                0 => Value::Null,
                1 => Value::Object(Map::new()),
                2 => Value::Array(Vec::new()),
                3 => NUMBERS[rng.below(NUMBERS.len() as u32) as usize].into(),
                _ => WORDS[rng.below(WORDS.len() as u32) as usize].into(),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_numbers_make_the_same_inputs() {
        let seeds = [b"{\"a\": [1, 2, 3]}".to_vec(), b"one\ntwo".to_vec()];
        let make = |seed| (0..50).map(|i| mutate(&seeds, &mut Rng::stream(seed, i))).collect::<Vec<_>>();
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
    }

    #[test]
    fn most_inputs_are_new_and_none_is_too_long() {
        let seeds = [br#"{"game": "ludo", "state": {"tokens": [[0, 1], [2, 3]], "player": 1}}"#.to_vec()];
        let made: Vec<Vec<u8>> = (0..500).map(|i| mutate(&seeds, &mut Rng::stream(7, i))).collect();
        assert!(made.iter().filter(|input| **input != seeds[0]).count() > 450);
        assert!(made.iter().all(|input| input.len() <= LONGEST));
        let still_json = made.iter().filter(|input| serde_json::from_slice::<Value>(input).is_ok()).count();
        assert!(still_json > 50, "{still_json}");
    }
}
