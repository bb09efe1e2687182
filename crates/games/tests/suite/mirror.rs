//! Every player of every game, scripted or searching, wins exactly its share against itself.

use hoyle_games::{MatchSettings, titles};

#[test]
fn every_player_is_its_own_equal() {
    for title in titles() {
        let game = title.with_settings(&[]).unwrap();
        let seats = game.spec().seats();
        let settings = MatchSettings { games: 3 * seats as u64, seed: 5, threads: Some(2) };
        let searching = ["ismcts:sims=6", "puct:sims=6,leaves=2", "gumbel:sims=6", "pimc:sims=6,worlds=2"];
        for player in title.bots().iter().map(|bot| bot.name).chain(searching) {
            let players = [player.to_owned(), player.to_owned()];
            let report = game.run_match(&players, &settings, &|_| {}).unwrap();
            let [alone, others] = report.players.as_slice() else { panic!("two players") };
            let name = format!("{} {player}", title.name);
            assert_eq!(alone.faults + others.faults, 0, "{name}");
            assert!((alone.win_rate - 1.0 / seats as f64).abs() < 1e-12, "{name}: {}", alone.win_rate);
            assert!(alone.margin.unwrap().abs() < 1e-6, "{name}: {:?}", alone.margin);
        }
    }
}
