//! The probes of `probes/` are what they are said to be.

use hoyle_core::Rng;
use hoyle_core::testing::Probe;
use hoyle_dominion::Dominion;

#[test]
fn exactly_one_draw_wins() {
    let probes = Probe::<Dominion>::read(include_str!("../../probes/draws.json"));
    assert!(probes.len() >= 2);
    for probe in probes {
        assert_eq!(probe.outs.len(), 1, "{}", probe.name);
        probe.check("big-money", 20, &mut Rng::new(1)).unwrap_or_else(|what| panic!("{what}"));
    }
}
