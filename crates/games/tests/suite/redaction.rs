//! What a table gives a viewer is a function of what its seat knows.
//!
//! Two tables begin at a position and at a determinization of it for a seat, and are played on as long as the seat cannot tell
//! them apart. Everything that the facade gives the seat must be the same: events, boards, options, legal actions, hints and
//! logs, and what it was told once it can look up again.

use hoyle_core::{ActionId, FileAccess, Rng, Seat, Turn};
use hoyle_games::{Analysis, AnyTable, Event, Step, load, open_position, open_state};

/// How often another continuation is tried that looks the same to the seat.
const TRIES: usize = 4;

/// What was compared.
#[derive(Default)]
struct Seen {
    /// Events, and those among them in which something else was played than at the other table.
    events: usize,
    hidden: usize,
    hints: usize,
    /// Reasons of what others played.
    whys: usize,
}

/// Sits random players everywhere.
fn random_players(table: &mut dyn AnyTable, seed: u64) {
    table.set_seed(seed);
    for seat in 0..table.spec().seats() {
        table.sit(Seat(seat as u8), "random").expect("there is such a player");
    }
}

fn at(json: &str, seed: u64) -> Box<dyn AnyTable> {
    let mut table = open_position(json, &FileAccess::BuiltInOnly).expect("a position");
    random_players(&mut *table, seed);
    table
}

/// The id of the action played last, as somebody to whom everything is open knows it.
fn last(table: &dyn AnyTable) -> ActionId {
    table.event(table.plies() - 1, None).open.expect("everything is open").id
}

/// Lets the twin do something that looks to the seat like what the first table did last; false if nothing was found.
fn follow(twin: &mut dyn AnyTable, first: &dyn AnyTable, seat: Seat, rng: &mut Rng) -> bool {
    let (plies, wanted) = (twin.plies(), first.information_state(seat));
    // What the seat does itself, it knows; anything else may be something else that looks alike.
    let own = first.event(plies, None).by == Turn::Seat(seat);
    for _ in 0..if own { 0 } else { TRIES } {
        twin.set_seed(rng.bits());
        assert_eq!(twin.step(), Ok(Step::Played));
        if twin.information_state(seat) == wanted {
            return true;
        }
        twin.undo_to(plies);
    }
    if twin.play(last(first)).is_err() {
        return false;
    }
    twin.information_state(seat) == wanted
}

fn hint(table: &dyn AnyTable, seat: Seat) -> Option<Analysis> {
    let found = table.analyze(Some(seat), "ismcts:sims=12", 5, &mut |_| true).ok()?;
    Some(Analysis { seconds: 0.0, ..found })
}

/// Compares everything that the tables give the seat.
fn compare(tables: [&dyn AnyTable; 2], seat: Seat, told: &[Event], seen: &mut Seen) {
    let viewer = Some(seat);
    let [one, other] = tables.map(|table| {
        let last = table.event(table.plies() - 1, viewer);
        (last, table.board(viewer), table.options(viewer), table.legal(viewer), table.turn(), table.scores())
    });
    assert_eq!(one, other, "seat {seat}");
    assert_eq!(Some(&one.0), told.last(), "seat {seat}: an event is told as it was when it happened");
    seen.events += 1;
    let [one, other] = tables.map(last);
    seen.hidden += usize::from(one != other);
}

/// Plays from a position and from determinizations of it for a seat.
fn twins(position: &dyn AnyTable, seat: Seat, plies: usize, rng: &mut Rng, seen: &mut Seen) {
    let position = position.position();
    let state = open_state(&position, &FileAccess::BuiltInOnly).expect("a position");
    let mut first = at(&position, rng.bits());
    let mut twin = at(&state.determinize(seat, rng).to_json(), rng.bits());
    let mut told = Vec::new();
    for ply in 0..plies {
        if first.step().expect("random players do not fail") == Step::Over || !follow(&mut *twin, &*first, seat, rng) {
            break;
        }
        told.push(first.event(ply, Some(seat)));
        compare([&*first, &*twin], seat, &told, seen);
        let others = |event: &Event| event.open.is_some() && event.by != Turn::Seat(seat) && event.by != Turn::Chance;
        if told.last().is_some_and(others) && seen.whys < 6 {
            let whys = [&*first, &*twin].map(|table| table.why(Some(ply), Some(seat), "ismcts:sims=12"));
            let whys = whys.map(|why| why.map_err(|error| error.to_string()));
            assert_eq!(whys[0], whys[1], "seat {seat}");
            seen.whys += usize::from(whys[0].is_ok());
        }
        if first.turn() == Turn::Seat(seat) && (ply % 16 == 0 || seen.hints < 3) {
            let hints = [&*first, &*twin].map(|table| hint(table, seat));
            assert_eq!(hints[0], hints[1], "seat {seat}");
            seen.hints += usize::from(hints[0].is_some());
        }
    }
    // The tables may have parted at the last action.
    let common = told.len();
    first.undo_to(common);
    twin.undo_to(common);
    let logs = [&first, &twin].map(|table| (table.events(0..common, Some(seat)), table.told(common, Some(seat))));
    assert_eq!(logs[0], logs[1], "seat {seat}");
    assert_eq!(logs[0].0, told, "seat {seat}: what was shown once can be looked up again");
    let news: Vec<Event> = told.into_iter().filter(|event| event.news).collect();
    assert_eq!(logs[0].1, news, "seat {seat}");
}

/// Twins from all over some games; `hidden` is whether something can be played that a seat is not told exactly.
fn check(game: &str, from: usize, hidden: bool) {
    let mut rng = Rng::new(17);
    let mut seen = Seen::default();
    for seed in 0..6 {
        let mut table = load(game).expect("a game").table();
        random_players(&mut *table, seed);
        while table.plies() < from * seed as usize && table.step() == Ok(Step::Played) {}
        for seat in 0..table.spec().seats() {
            twins(&*table, Seat(seat as u8), 60, &mut rng, &mut seen);
        }
    }
    let Seen { events, hidden: differed, hints, whys } = seen;
    assert!(events > 100 && hints > 0, "{game}: {events} events and {hints} hints were compared");
    assert!(whys > 0, "{game}: of no other seat's action a reason was asked");
    assert_eq!(differed > 0, hidden, "{game}: {differed} of {events} events hid something");
}

#[test]
fn acquire_tells_a_seat_what_it_may_know() {
    check("acquire", 20, true);
}

#[test]
fn dominion_tells_a_seat_what_it_may_know() {
    check("dominion", 30, true);
}

#[test]
fn ludo_tells_a_seat_what_it_may_know() {
    check("ludo:players=2", 30, false);
}

#[test]
fn magic_tells_a_seat_what_it_may_know() {
    check("magic", 60, true);
}

#[test]
fn nobody_is_told_what_another_seat_can_do() {
    let mut table = load("dominion").expect("a game").table();
    random_players(&mut *table, 3);
    let mover = loop {
        assert_eq!(table.step(), Ok(Step::Played));
        if let Turn::Seat(seat) = table.turn() {
            break seat;
        }
    };
    let other = Seat(1 - mover.0);
    assert_eq!(table.legal(Some(mover)), table.legal(None));
    assert!(!table.legal(None).is_empty() && table.legal(Some(other)).is_empty());
    assert!(hint(&*table, mover).is_some() && hint(&*table, other).is_none());
    let drawn = table.event(0, Some(mover));
    assert!(drawn.open.is_none() && !drawn.is_forced(), "{drawn:?}");
    assert!(table.event(0, None).open.is_some());
}
