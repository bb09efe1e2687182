//! What the programs rely on, for every game.

use hoyle_core::{ActionId, FileAccess, Seat, Turn};
use hoyle_games::players::known;
use hoyle_games::{AnyTable, MatchSettings, Step, Title, adviser, load, open_position, open_replay, titles};

/// A table of a game where everybody plays like this.
fn table(title: &Title, player: &str, seed: u64) -> Box<dyn AnyTable> {
    let mut table = title.with_settings(&[]).unwrap().table();
    table.set_seed(seed);
    for seat in 0..table.spec().seats() {
        table.sit(Seat(seat as u8), player).unwrap();
    }
    table
}

fn play_to_the_end(table: &mut dyn AnyTable) {
    while table.step().unwrap() == Step::Played {}
}

#[test]
fn every_game_describes_itself() {
    for title in titles() {
        let game = load(title.name).unwrap();
        assert_eq!((game.spec().name, game.spec().version), (title.name, title.version));
        let names: Vec<String> = game.options().keys().cloned().collect();
        let helped: Vec<&str> = title.option_help().iter().map(|&(name, _)| name).collect();
        assert_eq!(names, helped, "every option has its line of help");
        assert_eq!(title.preset(title.presets()[0]), Some(game.options()), "the first preset is the default");
        for preset in title.presets() {
            let settings = [("preset".to_owned(), (*preset).to_owned())];
            assert_eq!(title.with_settings(&settings).unwrap().options(), title.preset(preset).unwrap());
        }
    }
}

/// What a game declares about itself is true of it.
#[test]
fn profiles_fit_their_games() {
    for title in titles() {
        let (fewest, most) = title.profile.seats;
        for preset in title.presets() {
            let game = title.with_settings(&[("preset".to_owned(), (*preset).to_owned())]).unwrap();
            assert!((fewest..=most).contains(&game.spec().seats()), "{}", title.name);
            let mut table = game.table();
            let search = adviser(&*table).replace("time=1", "time=0.01");
            table.sit(Seat(0), &search).unwrap_or_else(|e| panic!("{search}: {e}"));
        }
        assert!(!title.profile.about.is_empty());
        {
            let config = hoyle_games::registry().train_config(title.name).unwrap();
            assert_eq!(config.check(), Ok(()), "{}", title.name);
            let game = load(title.name).unwrap();
            for player in config.opponents.iter().chain(&config.scripted) {
                game.check_player(player).unwrap();
            }
            assert!(game.spec().layouts.iter().any(|layout| layout.name() == config.layout), "{}", title.name);
        }
    }
}

#[test]
fn every_player_plays_every_game() {
    for title in titles() {
        for bot in known(title.bots()) {
            // Those that search are made weak here: they play like this in no time.
            let strongest = title.bots().last().unwrap().name;
            let name = match bot.name {
                // A game whose only player is the random one has nobody whose choice could be taken without a search.
                "raw" if strongest == "random" => continue,
                // `net` alone is the network that comes with the game, and with Kuhn poker none does.
                "net" if title.name == "kuhn" => {
                    let error = load(title.name).unwrap().check_player("net").unwrap_err().to_string();
                    assert!(error.contains("no model of its own"), "{error}");
                    continue;
                }
                "raw" => format!("raw:rollout={strongest}"),
                "ismcts" | "puct" | "gumbel" | "pimc" => format!("{}:sims=8", bot.name),
                scripted => scripted.to_owned(),
            };
            let mut table = table(title, &name, 1);
            play_to_the_end(&mut *table);
            assert_eq!(table.turn(), Turn::Over, "{}", bot.name);
        }
        table(title, "bot:random", 1);
    }
}

#[test]
fn taking_back_does_not_change_the_future() {
    for title in titles() {
        let mut table = table(title, "random", 5);
        play_to_the_end(&mut *table);
        let whole = table.replay();
        for ply in [table.plies() - 1, table.plies() / 2, 0] {
            table.undo_to(ply);
            assert_eq!(table.plies(), ply);
            play_to_the_end(&mut *table);
            assert_eq!(table.replay(), whole);
        }
    }
}

#[test]
fn a_replay_tells_the_same_game() {
    for title in titles() {
        let mut table = table(title, "random", 6);
        play_to_the_end(&mut *table);
        let opened = open_replay(&table.replay(), &FileAccess::BuiltInOnly).unwrap();
        assert!(opened.complete);
        assert_eq!(opened.header.seats, table.players());
        assert_eq!(opened.table.hash(), table.hash());
        let log = |table: &dyn AnyTable| (0..table.plies()).map(|ply| table.event(ply, None)).collect::<Vec<_>>();
        assert_eq!(log(&*opened.table), log(&*table));
    }
}

#[test]
fn a_game_goes_on_from_a_saved_position() {
    for title in titles() {
        let mut table = table(title, "random", 7);
        let some = 40.min(table.spec().length_bound / 2);
        (0..some).for_each(|_| assert_eq!(table.step(), Ok(Step::Played)));
        let mut copy = open_position(&table.position(), &FileAccess::BuiltInOnly).unwrap();
        assert_eq!((copy.hash(), copy.plies()), (table.hash(), 0));
        for seat in 0..copy.spec().seats() {
            copy.sit(Seat(seat as u8), "random").unwrap();
        }
        play_to_the_end(&mut *copy);
        let opened = open_replay(&copy.replay(), &FileAccess::BuiltInOnly).unwrap();
        assert_eq!(opened.table.hash(), copy.hash(), "a replay knows where its game began");
        copy.undo_to(0);
        assert_eq!(copy.hash(), table.hash());
    }
}

#[test]
fn a_person_is_waited_for_and_an_illegal_action_changes_nothing() {
    let mut table = load("ludo").unwrap().table();
    table.set_seed(3);
    let seat = loop {
        match table.step().unwrap() {
            Step::Played => {}
            Step::Waiting(seat) => break seat,
            Step::Over => unreachable!("people play everywhere"),
        }
    };
    let (hash, plies) = (table.hash(), table.plies());
    let error = table.play(ActionId(77)).unwrap_err().to_string();
    assert!(error.starts_with("action 77 is not legal here; can be played: "), "{error}");
    assert_eq!((table.hash(), table.plies(), table.turn()), (hash, plies, Turn::Seat(seat)));
    table.play(table.legal(Some(seat))[0].id).unwrap();
    assert_eq!(table.event(plies, None).by, Turn::Seat(seat));
}

#[test]
fn what_there_is_not_is_named_with_what_there_is() {
    let error = |spec: &str| load(spec).err().unwrap().to_string();
    assert_eq!(
        error("lduo"),
        "unknown game `lduo` (did you mean `ludo`?); games are: acquire, dominion, ludo, magic, kuhn"
    );
    assert!(error("ludo:plyers=2").starts_with("unknown option `plyers` (did you mean `players`?)"));
    assert!(error("ludo:preset=danis").starts_with("unknown preset `danis` (did you mean `danish`?)"));
    assert!(error("ludo:players=7").starts_with("option `players`: "));
    assert!(error("ludo:players").starts_with("cannot read `players` in `ludo:players`"));

    let mut table = load("ludo").unwrap().table();
    let mut error = |player: &str| table.sit(Seat(0), player).unwrap_err().to_string();
    assert!(error("rndom").starts_with("unknown player `rndom` (did you mean `random`?)"));
    assert_eq!(error("random:depth=2"), "player `random`: this player has no setting `depth`");
    assert!(error("my-bot.toml").starts_with("unknown player `my-bot.toml`; players are: "));
    assert!(error("bots/\x1b[1m.toml").starts_with("player \"bots/\\u{1b}[1m.toml\": a name cannot have control"));
    assert_eq!(table.players()[0], "human", "nothing has changed");
}

#[test]
fn a_match_needs_players_that_there_are() {
    let game = load("ludo:players=2").unwrap();
    let settings = MatchSettings { games: 4, seed: 1, threads: Some(1) };
    let play = |players: &[&str]| {
        let players: Vec<String> = players.iter().map(|&player| player.to_owned()).collect();
        game.run_match(&players, &settings, &|_| {}).map_err(|e| e.to_string())
    };
    assert_eq!(play(&["random", "fast"]).unwrap().games, 4);
    assert!(play(&["random", "fst"]).unwrap_err().contains("did you mean `fast`?"));
    assert!(play(&["random", "human"]).unwrap_err().starts_with("a person cannot sit here"));
    assert!(play(&["random"]).unwrap_err().starts_with("a match needs at least two players"));
}
