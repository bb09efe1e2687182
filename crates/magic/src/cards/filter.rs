//! Filters as alternatives: what was written with `&`, `|` and `!` becomes a short list of clauses.

use super::tree::{Clause, Cmp, Shape, flag};

/// More than any card needs.
const MAX_CLAUSES: usize = 16;

/// The alternatives of a shape.
pub fn compile(shape: &Shape) -> Result<Vec<Clause>, String> {
    expand(shape, false)
}

fn expand(shape: &Shape, negated: bool) -> Result<Vec<Clause>, String> {
    match (*shape, negated) {
        (Shape::Not(inner), _) => expand(inner, !negated),
        (Shape::And(parts), false) | (Shape::Or(parts), true) => {
            let mut all = vec![Clause::ANY];
            for part in parts {
                let right = expand(part, negated)?;
                all = all.iter().flat_map(|a| right.iter().map(move |b| join(a, b))).collect();
                limit(&all)?;
            }
            Ok(all)
        }
        (Shape::Or(parts), false) | (Shape::And(parts), true) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(expand(part, negated)?);
                limit(&all)?;
            }
            Ok(all)
        }
        (Shape::Any, true) => Err("nothing is not anything".to_owned()),
        (single, _) => Ok(vec![atom(single, negated)?]),
    }
}

fn limit(clauses: &[Clause]) -> Result<(), String> {
    if clauses.len() > MAX_CLAUSES { Err(format!("more than {MAX_CLAUSES} alternatives")) } else { Ok(()) }
}

fn atom(shape: Shape, negated: bool) -> Result<Clause, String> {
    let mut clause = Clause::ANY;
    let flags = match shape {
        Shape::Yours => flag::YOURS,
        Shape::Other => flag::OTHER,
        Shape::Tapped => flag::TAPPED,
        Shape::Attacking => flag::ATTACKING,
        Shape::Blocking => flag::BLOCKING,
        Shape::Token => flag::TOKEN,
        Shape::Damaged => flag::DAMAGED,
        Shape::OfTarget => flag::OF_TARGET,
        _ => 0,
    };
    let flipped = |cmp: Cmp, n: i16| match (cmp, negated) {
        (Cmp::AtLeast, false) => Ok((n, i16::MAX)),
        (Cmp::AtMost, false) => Ok((i16::MIN, n)),
        (Cmp::Equal, false) => Ok((n, n)),
        (Cmp::AtLeast, true) => Ok((i16::MIN, n.saturating_sub(1))),
        (Cmp::AtMost, true) => Ok((n.saturating_add(1), i16::MAX)),
        (Cmp::Equal, true) => Err("`!` before `=`: write >= and <= instead".to_owned()),
    };
    match shape {
        Shape::Any => {}
        Shape::Theirs if negated => clause.flags |= flag::YOURS,
        Shape::Theirs => clause.no_flags |= flag::YOURS,
        Shape::Type(i) if negated => clause.no_types |= 1 << i,
        Shape::Type(i) => clause.types |= 1 << i,
        Shape::Super(i) if negated => clause.no_supers |= 1 << i,
        Shape::Super(i) => clause.supers |= 1 << i,
        Shape::Sub(i) if negated => clause.no_subs |= 1 << i,
        Shape::Sub(i) => clause.subs |= 1 << i,
        Shape::Color(i) if negated => clause.no_colors |= 1 << i,
        Shape::Color(i) => clause.colors |= 1 << i,
        Shape::Keyword(bit) if negated => clause.no_keywords |= bit,
        Shape::Keyword(bit) => clause.keywords |= bit,
        Shape::Power(cmp, n) => clause.power = flipped(cmp, n)?,
        Shape::ManaValue(cmp, n) => clause.mana_value = flipped(cmp, n)?,
        _ if negated => clause.no_flags |= flags,
        _ => clause.flags |= flags,
    }
    Ok(clause)
}

/// Both clauses at once.
fn join(a: &Clause, b: &Clause) -> Clause {
    let tight = |a: (i16, i16), b: (i16, i16)| (a.0.max(b.0), a.1.min(b.1));
    Clause {
        types: a.types | b.types,
        no_types: a.no_types | b.no_types,
        subs: a.subs | b.subs,
        no_subs: a.no_subs | b.no_subs,
        keywords: a.keywords | b.keywords,
        no_keywords: a.no_keywords | b.no_keywords,
        flags: a.flags | b.flags,
        no_flags: a.no_flags | b.no_flags,
        colors: a.colors | b.colors,
        no_colors: a.no_colors | b.no_colors,
        supers: a.supers | b.supers,
        no_supers: a.no_supers | b.no_supers,
        power: tight(a.power, b.power),
        mana_value: tight(a.mana_value, b.mana_value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::tree::{keep, keep_all, types};

    #[test]
    fn negation_goes_to_the_leaves() {
        let creature_or_land = Shape::Or(keep_all(vec![Shape::Type(0), Shape::Type(1)]));
        let neither = compile(&Shape::Not(keep(creature_or_land))).unwrap();
        assert_eq!(neither.len(), 1);
        assert_eq!(neither[0].no_types, types::CREATURE | types::LAND);
        assert_eq!(compile(&creature_or_land).unwrap().len(), 2);
    }
}
