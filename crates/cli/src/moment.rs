//! A position of a game, by how it is reached.

use crate::args::Moment;
use crate::failure::Failure;
use crate::{play, replay, saver, seating};
use hoyle_games::{AnyTable, Step};

/// The table at the position that is asked for.
pub fn table(moment: &Moment) -> Result<Box<dyn AnyTable>, Failure> {
    if let Some(file) = &moment.replay {
        let mut table = replay::open(file, &saver::access(file, &moment.allowed))?.table;
        if let Some(ply) = moment.ply {
            replay::go_to(&mut *table, ply)?;
        }
        return Ok(table);
    }
    let mut table =
        play::open(moment.game.as_deref(), moment.from.as_deref(), &moment.allowed, moment.seed.unwrap_or(0))?;
    let mut players = seating::list(&moment.players)?;
    if players.is_empty() {
        players.push("random".to_owned());
    }
    let everybody = seating::whole(table.spec(), &players)?;
    seating::take_seats(&mut *table, &everybody)?;
    if !seating::people(&*table).is_empty() {
        return Err(Failure::usage("nobody can play here, only look: name other players than `human`"));
    }
    table.set_seed(moment.seed.unwrap_or(0));
    let wanted = moment.ply.unwrap_or(0);
    while table.plies() < wanted {
        if table.step()? == Step::Over {
            let plies = table.plies();
            return Err(Failure::usage(format!(
                "there is no position after {wanted} actions: the game was over after {plies}; ask for --ply {plies} or less"
            )));
        }
    }
    Ok(table)
}
