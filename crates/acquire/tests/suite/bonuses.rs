//! Bonuses: one test per kind of tie, by hand-made tables; and all of them against a plain reading of the rules.

use hoyle_acquire::chains::bonuses;

/// What each holding gets, in dollars, at a price in dollars.
fn paid(price: u32, holdings: &[u8]) -> Vec<u32> {
    with_dummy(price, holdings, 0).0
}

/// The same with a dummy, and what vanishes.
fn with_dummy(price: u32, holdings: &[u8], dummy: u8) -> (Vec<u32>, u32) {
    let out = bonuses((price / 100) as u8, holdings, dummy);
    (
        out.seats[..holdings.len()].iter().map(|&hundreds| 100 * u32::from(hundreds)).collect(),
        100 * u32::from(out.dummy),
    )
}

#[test]
fn the_first_gets_ten_times_and_the_second_five_times_the_price() {
    assert_eq!(paid(600, &[5, 3, 1, 0]), [6000, 3000, 0, 0]);
    assert_eq!(paid(600, &[0, 1, 3, 5]), [0, 0, 3000, 6000]);
}

#[test]
fn a_sole_holder_gets_both() {
    assert_eq!(paid(300, &[0, 1, 0]), [0, 4500, 0]);
}

#[test]
fn nobody_holds_any() {
    assert_eq!(paid(700, &[0, 0, 0, 0]), [0; 4]);
}

#[test]
fn two_to_six_tie_for_the_first_place() {
    // Both bonuses together are 15 x 700 = 10,500; shares are rounded up to hundreds, and there is no second place.
    assert_eq!(paid(700, &[4, 4, 3]), [5300, 5300, 0]);
    assert_eq!(paid(700, &[4, 4, 4, 2]), [3500, 3500, 3500, 0]);
    assert_eq!(paid(700, &[4, 4, 4, 4, 1]), [2700, 2700, 2700, 2700, 0]);
    assert_eq!(paid(700, &[4, 4, 4, 4, 4, 1]), [2100, 2100, 2100, 2100, 2100, 0]);
    assert_eq!(paid(700, &[4; 6]), [1800; 6]);
}

#[test]
fn two_to_five_tie_for_the_second_place() {
    // The second bonus is 5 x 700 = 3,500.
    assert_eq!(paid(700, &[9, 4, 4]), [7000, 1800, 1800]);
    assert_eq!(paid(700, &[9, 4, 4, 4]), [7000, 1200, 1200, 1200]);
    assert_eq!(paid(700, &[9, 4, 4, 4, 4, 1]), [7000, 900, 900, 900, 900, 0]);
    assert_eq!(paid(700, &[9, 4, 4, 4, 4, 4]), [7000, 700, 700, 700, 700, 700]);
}

#[test]
fn what_does_not_divide_is_rounded_up_and_what_does_is_not() {
    assert_eq!(paid(200, &[1, 1]), [1500, 1500]);
    assert_eq!(paid(300, &[1, 1]), [2300, 2300]);
    assert_eq!(paid(300, &[2, 1, 1]), [3000, 800, 800]);
    assert_eq!(paid(400, &[2, 1, 1]), [4000, 1000, 1000]);
}

#[test]
fn a_dummy_takes_a_place_and_its_money_vanishes() {
    assert_eq!(with_dummy(500, &[3, 0], 5), (vec![2500, 0], 5000));
    assert_eq!(with_dummy(500, &[3, 2], 1), (vec![5000, 2500], 0));
    assert_eq!(with_dummy(500, &[3, 0], 3), (vec![3800, 0], 3800));
    assert_eq!(with_dummy(500, &[6, 2], 2), (vec![5000, 1300], 1300));
    assert_eq!(with_dummy(500, &[4, 0], 1), (vec![5000, 0], 2500));
}

/// The rules once more, without any cleverness.
fn by_the_book(price: u32, holdings: &[u8]) -> Vec<u32> {
    let up = |amount: u32, among: usize| amount.div_ceil(100 * among as u32) * 100;
    let mut ranks: Vec<u8> = holdings.iter().copied().filter(|&held| held > 0).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let count = |held: u8| ranks.iter().filter(|&&other| other == held).count();
    let Some(&first) = ranks.first() else { return vec![0; holdings.len()] };
    let second = ranks.iter().copied().find(|&held| held < first);
    let get = |held: u8| match second {
        _ if held == 0 => 0,
        _ if held == first && count(first) > 1 => up(15 * price, count(first)),
        None if held == first => 15 * price,
        Some(_) if held == first => 10 * price,
        Some(second) if held == second && count(first) == 1 => up(5 * price, count(second)),
        _ => 0,
    };
    holdings.iter().map(|&held| get(held)).collect()
}

#[test]
fn every_holding_of_up_to_six_players_is_paid_by_the_book() {
    for price in (200..=1200).step_by(100) {
        for code in 0..4096u32 {
            let holdings: Vec<u8> = (0..6).map(|seat| (code >> (2 * seat) & 3) as u8).collect();
            assert_eq!(paid(price, &holdings), by_the_book(price, &holdings), "{price} {holdings:?}");
        }
    }
}
