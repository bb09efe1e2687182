//! Who sits where.

use crate::TableError;
use hoyle_core::names::UnknownName;
use hoyle_core::{FileAccess, Seat, Spec};
use hoyle_games::AnyTable;
use hoyle_games::players::{HUMAN, split};

/// The players of an option that can be given several times.
pub fn list(players: &[String]) -> Result<Vec<String>, TableError> {
    Ok(split(&players.join(","))?)
}

/// The whole table, seat by seat; a shorter list is repeated.
pub fn whole(spec: &Spec, players: &[String]) -> Result<Vec<String>, TableError> {
    fill(spec.seats(), players)
}

/// A person at one seat and the others around the table. With `human` among the others, they are the whole table.
pub fn person_and(spec: &Spec, seat: Option<&str>, others: &[String]) -> Result<Vec<String>, TableError> {
    if others.iter().any(|player| player == HUMAN) {
        if seat.is_some() {
            return Err(TableError::SeatTwice);
        }
        return whole(spec, others);
    }
    let seat = seat.map_or(Ok(Seat(0)), |text| find(spec, text))?;
    let mut table = fill(spec.seats() - 1, others)?;
    table.insert(seat.index(), HUMAN.to_owned());
    Ok(table)
}

/// Gives every seat to the player named for it, or to a person.
pub fn take_seats(table: &mut dyn AnyTable, players: &[String]) -> Result<(), TableError> {
    take_seats_from(table, players, &FileAccess::Anywhere)
}

/// The same for players whom a file names: the files that they name are read through `files`.
pub fn take_seats_from(table: &mut dyn AnyTable, players: &[String], files: &FileAccess) -> Result<(), TableError> {
    for (seat, player) in players.iter().enumerate() {
        table.sit_from(Seat(seat as u8), player, files)?;
    }
    Ok(())
}

/// The seats that people play.
pub fn people(table: &dyn AnyTable) -> Vec<Seat> {
    let seats = table.players().iter().enumerate();
    seats.filter(|(_, player)| *player == HUMAN).map(|(seat, _)| Seat(seat as u8)).collect()
}

fn fill(seats: usize, players: &[String]) -> Result<Vec<String>, TableError> {
    if players.len() > seats {
        return Err(TableError::TooManyPlayers { players: players.len(), seats });
    }
    Ok(players.iter().cycle().take(seats).cloned().collect())
}

/// A seat by its name, the beginning of it, or its number.
pub fn find(spec: &Spec, text: &str) -> Result<Seat, TableError> {
    let names = || spec.seat_names.iter().map(String::as_str);
    let number = text.parse().ok().filter(|&n: &usize| n < spec.seats());
    let wanted = text.to_lowercase();
    let by_name = || names().position(|name| !wanted.is_empty() && name.to_lowercase().starts_with(&wanted));
    match number.or_else(by_name) {
        Some(seat) => Ok(Seat(seat as u8)),
        None => Err(UnknownName::new("seat", text, names()).into()),
    }
}
