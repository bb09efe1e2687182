//! What is accepted can be written and read again at every later moment: positions of random games, changed at random.

use hoyle_core::testing::damage::{Damage, rounds};
use hoyle_ludo::Ludo;

const DAMAGE: Damage<'_> = Damage {
    options: &[
        ("preset", &["ludopy", "danish", "ludo_king", "classic"]),
        ("players", &["2", "3", "4"]),
        ("tokens", &["1", "2", "3", "4"]),
        ("exit", &["6", "1+6"]),
        ("attempts", &["1", "3", "9"]),
        ("attempts_when", &["first_round", "all_home", "none_in_play"]),
        ("extra_six", &["after_first_round", "always", "never"]),
        ("extra_capture", &["true", "false"]),
        ("extra_finish", &["true", "false"]),
        ("third_six", &["play", "void"]),
        ("finish", &["back", "reflect", "exact"]),
        ("stars", &["jump", "none", "safe"]),
        ("globes", &["true", "false"]),
        ("starts", &["owner", "all", "none"]),
        ("occupied_safe", &["mover_dies", "coexist", "illegal"]),
        ("stack", &["mover_dies", "captured", "blockade"]),
        ("release", &["usual", "sweep"]),
        ("corridor", &["open", "closed"]),
        ("end", &["first", "ranking", "all"]),
        ("finished", &["roll", "skip"]),
        ("pass", &["step", "auto"]),
        ("max_rolls", &["1", "50", "20000", "1000000"]),
    ],
    numbers: &[
        0,
        1,
        2,
        3,
        4,
        6,
        9,
        49,
        50,
        51,
        52,
        56,
        57,
        58,
        200,
        255,
        256,
        19_999,
        20_000,
        999_999,
        1_000_000,
        1_000_000_000,
        1_000_000_001,
        4_294_967_295,
        -1,
    ],
    names: &[],
    text: |_, _| String::new(),
};

#[test]
fn what_is_accepted_can_be_written_and_read_ever_after() {
    let rounds = rounds(6000);
    let damaged = DAMAGE.json::<Ludo>(rounds, |_, _, _| ());
    assert!(damaged.refused * 10 > rounds && damaged.taken * 10 > rounds, "{damaged:?}");
}

#[test]
fn bytes_too() {
    DAMAGE.bytes::<Ludo>(rounds(6000) / 3);
}
