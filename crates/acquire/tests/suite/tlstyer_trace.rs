//! The preset `tlstyer` against the live site's own server, action by action.
//!
//! Needs a folder with `server.py` and `enums.py` of the repository tlstyer/acquire:
//! `HOYLE_TLSTYER=folder cargo test -p hoyle-acquire --test suite tlstyer_trace:: -- --ignored --nocapture`.

use hoyle_acquire::action::{DISPOSE, END, FOUND, NEXT, Purchase, SURVIVE};
use hoyle_acquire::{Acquire, AcquireState, Action, Actions, Forced, Options, Phase};
use hoyle_core::iter_bits;
use hoyle_core::prelude::*;
use hoyle_core::{ActionId, ActionSet, Game, Seat, Turn};
use serde_json::Value;
use std::process::Command;

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
}

/// A game under way, with the tiles in the order in which the server draws them.
struct Replay {
    state: AcquireState,
    drawn: Vec<u64>,
    legal: ActionSet,
}

impl Replay {
    fn phase(&self) -> Phase {
        self.state.seat_view(Seat(0)).phase()
    }

    /// Lets chance draw, and takes what the server does not ask: the only chain to found, a purchase of nothing.
    fn settle(&mut self) {
        loop {
            match self.state.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let tile = ActionId(self.drawn.remove(0) as u16);
                    self.state.play(tile).unwrap();
                }
                Turn::Seat(_) => {
                    self.state.legal(&mut self.legal);
                    let unasked = matches!(self.phase(), Phase::Found | Phase::Buy) && self.legal.len() == 1;
                    if !unasked {
                        return;
                    }
                    self.state.play_unchecked(self.legal.first().unwrap());
                }
            }
        }
    }

    /// Plays an action that must be one of so many.
    fn play(&mut self, player: u64, id: ActionId, options: u64) {
        assert_eq!(self.state.turn(), Turn::Seat(Seat(player as u8)));
        self.state.legal(&mut self.legal);
        assert_eq!(self.legal.len() as u64, options, "options in {:?}", self.state);
        self.state.play(id).unwrap();
    }

    fn check(&self, after: &Value) {
        let seats = 0..self.state.rules().players();
        for seat in seats.map(Seat) {
            let seen = self.state.seat_view(seat);
            let i = seat.index();
            let rack: Vec<u64> = iter_bits(seen.rack()).map(u64::from).collect();
            assert_eq!(rack, numbers(&after["racks"][i]), "the rack of {seat}");
            if self.state.turn() != Turn::Over {
                // The server pays the bonuses of all chains of a merger first; here each is paid when its turn comes.
                if seen.queue() == 0 {
                    assert_eq!(u64::from(seen.money(seat)), after["cash"][i].as_u64().unwrap(), "the money of {seat}");
                }
                let shares: Vec<u64> = seen.shares(seat).iter().map(|&n| n.into()).collect();
                assert_eq!(shares, numbers(&after["shares"][i]), "the shares of {seat}");
            }
        }
        for chain in 0..7 {
            let area: Vec<u64> = iter_bits(self.state.seat_view(Seat(0)).area(chain)).map(u64::from).collect();
            assert_eq!(area, numbers(&after["areas"][chain as usize]), "chain {chain}");
        }
    }
}

fn replay(game: &Value) -> usize {
    let players = game["players"].as_u64().unwrap() as u8;
    let options = Options { players, forced: Forced::Ask, ..Options::tlstyer() };
    let state = Acquire::new(options).unwrap().start();
    let mut replay = Replay { state, drawn: numbers(&game["drawn"]), legal: ActionSet::new() };
    replay.settle();
    let actions = game["actions"].as_array().unwrap();
    for entry in actions {
        let (player, told) = (entry["player"].as_u64().unwrap(), &entry["action"]);
        let options = told[2].as_u64().unwrap();
        let chain = |first: u16| ActionId(first + told[1].as_u64().unwrap() as u16);
        match told[0].as_str().unwrap() {
            "tile" => replay.play(player, chain(0), options),
            "found" => replay.play(player, chain(FOUND), options),
            "survivor" => replay.play(player, chain(SURVIVE), options),
            "next" => replay.play(player, chain(NEXT), options),
            "dispose" => {
                let [pairs, sold] = numbers(&told[1])[..] else { panic!("{told}") };
                let action = Action::Dispose { pairs: pairs as u8, sold: sold as u8 };
                let id = action.id(Actions::Full).unwrap();
                assert!(id.0 >= DISPOSE);
                replay.play(player, id, options);
            }
            _ => {
                let can_end = told[3].as_bool().unwrap();
                assert_eq!(replay.phase() == Phase::End, can_end, "whether the end can be declared");
                if can_end {
                    replay.play(player, ActionId(END + 1 - told[4].as_u64().unwrap() as u16), 2);
                }
                let chains: Vec<u8> = numbers(&told[1]).iter().map(|&chain| chain as u8).collect();
                let id = Action::Buy(Purchase::of(&chains).unwrap()).id(Actions::Full).unwrap();
                replay.play(player, id, options);
            }
        }
        replay.settle();
        replay.check(&entry["after"]);
    }
    assert_eq!(replay.state.turn(), Turn::Over);
    let worth: Vec<u64> = (0..players).map(|s| replay.state.seat_view(Seat(s)).money(Seat(s)).into()).collect();
    assert_eq!(worth, numbers(&game["worth"]));
    actions.len()
}

#[test]
#[ignore = "needs the live site's server; see the head of this file"]
fn every_action_agrees_with_the_server() {
    let folder = std::env::var("HOYLE_TLSTYER").expect("HOYLE_TLSTYER names a folder with server.py and enums.py");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tlstyer_trace.py");
    let output = Command::new("python3").args([script, &folder, "500"]).output().expect("Python 3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (mut games, mut actions) = (0, 0);
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        actions += replay(&game);
        games += 1;
    }
    println!("{games} games, {actions} actions");
    assert_eq!(games, 500);
}
