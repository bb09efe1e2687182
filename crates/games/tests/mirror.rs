//! Every scripted player of every game wins exactly its share against itself.

use hoyle_games::{MatchSettings, shelf};

#[test]
fn every_player_is_its_own_equal() {
    for title in shelf() {
        let game = title.with_settings(&[]).unwrap();
        let seats = game.spec().seats();
        let settings = MatchSettings { games: 3 * seats as u64, seed: 5, threads: Some(2) };
        for player in game.players() {
            let players = [player.name.to_owned(), player.name.to_owned()];
            let report = game.run_match(&players, &settings, &|_| {}).unwrap();
            let [alone, others] = report.players.as_slice() else { panic!("two players") };
            let name = format!("{} {}", title.name, player.name);
            assert_eq!(alone.faults + others.faults, 0, "{name}");
            assert!((alone.win_rate - 1.0 / seats as f64).abs() < 1e-12, "{name}: {}", alone.win_rate);
            assert!(alone.margin.unwrap().abs() < 1e-6, "{name}: {:?}", alone.margin);
        }
    }
}
