//! A report as a page.
use crate::{MatchReport, Sample, TournamentReport};
/// stub
#[derive(Debug)]
pub struct Page<'a> {
    /// a
    pub game: &'a str,
    /// b
    pub samples: &'a [Sample],
}
/// stub
pub fn match_page(_: &Page<'_>, _: &MatchReport) -> String {
    String::new()
}
/// stub
pub fn tournament_page(_: &Page<'_>, _: &TournamentReport) -> String {
    String::new()
}
