//! What the documentation says about the tensor is what it is.

use hoyle_dominion::EffectKind;

#[test]
fn every_kind_of_effect_is_documented() {
    let page = include_str!("../../../../docs/dominion-tensor.md");
    for (kind, name) in EffectKind::ALL.iter().map(|kind| kind.name()).enumerate() {
        assert_eq!(EffectKind::ALL[kind] as usize, kind);
        assert!(page.contains(&format!("\n| {kind} | {name} |\n")), "`| {kind} | {name} |` in docs/dominion-tensor.md");
    }
}
