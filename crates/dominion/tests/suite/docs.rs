//! What the documentation says about the tensor is what it is.

use hoyle_dominion::observe::effects::NAMES;

#[test]
fn every_kind_of_effect_is_documented() {
    let page = include_str!("../../../../docs/dominion-tensor.md");
    for (kind, name) in NAMES.iter().enumerate() {
        assert!(page.contains(&format!("\n| {kind} | {name} |\n")), "`| {kind} | {name} |` in docs/dominion-tensor.md");
    }
}
