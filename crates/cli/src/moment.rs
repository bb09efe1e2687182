//! A position of a game, by how it is reached.

use crate::args::Moment;
use crate::failure::Failure;
use crate::play;
use hoyle_games::AnyTable;
use hoyle_table::{access, seating, setup};

/// The table at the position that is asked for.
pub fn table(moment: &Moment) -> Result<Box<dyn AnyTable>, Failure> {
    if let Some(file) = &moment.replay {
        let mut table = setup::replay(file, &access(file, moment.allowed.folder.as_deref()))?.table;
        if let Some(ply) = moment.ply {
            setup::go_back_to(&mut *table, ply)?;
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
    setup::play_on_to(&mut *table, moment.ply.unwrap_or(0))?;
    Ok(table)
}
