//! Descents a second from the start of each game, with random rollouts to the end.
use hoyle_core::{Game, Rng, State, Turn, View};
use std::time::Instant;

fn measure<G: Game>(name: &str, game: G, settings: &str) {
    let mut state = game.start();
    let mut rng = Rng::new(1);
    while state.turn() == Turn::Chance {
        state.roll(&mut rng);
    }
    let Turn::Seat(seat) = state.turn() else { return };
    let named: hoyle_core::names::Named = settings.parse().unwrap();
    let mut player = hoyle_search::player(game, &named.name, &named.settings).unwrap();
    let mut count = 0u32;
    let started = Instant::now();
    while started.elapsed().as_secs_f32() < 2.0 {
        count += player.searcher.think(View::new(&state, seat), &mut rng).simulations;
    }
    println!("{name:10} {settings:40} {:10.0}", f64::from(count) / started.elapsed().as_secs_f64());
}

fn game<G: Game>(settings: &str) -> G {
    let named: hoyle_core::names::Named = settings.parse().unwrap();
    hoyle_core::options::game_from_settings::<G>(&named.settings).unwrap()
}

fn main() {
    let spec = std::env::args().nth(1).unwrap_or("ismcts:sims=1000".to_owned());
    measure("ludo", game::<hoyle_ludo::Ludo>("ludo"), &spec);
    let kingdom = "dominion:kingdom=witch+militia+smithy+chapel+moat+village+market+laboratory+workshop+gardens";
    measure("dominion", game::<hoyle_dominion::Dominion>(kingdom), &spec);
    measure("acquire", game::<hoyle_acquire::Acquire>("acquire"), &spec);
    measure("magic", game::<hoyle_magic::Magic>("magic"), &spec);
}
