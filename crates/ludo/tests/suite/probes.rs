//! The probes of `probes/` are what they are said to be.

use hoyle_core::Rng;
use hoyle_core::testing::Probe;
use hoyle_ludo::Ludo;

#[test]
fn exactly_one_draw_wins() {
    let probes = Probe::<Ludo>::read(include_str!("../../probes/draws.json"));
    assert!(probes.len() >= 2);
    for probe in probes {
        assert_eq!(probe.outs.len(), 1, "{}", probe.name);
        probe.check("random", 20, &mut Rng::new(1)).unwrap_or_else(|what| panic!("{what}"));
    }
}
