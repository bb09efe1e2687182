//! Games come in any order, sets are counted in theirs.
//!
//! A set is counted when all its games are there and all sets before it are counted. So sums, and the decision of a
//! sequential test, depend on the games and not on which thread was faster.

use crate::report::Tally;
use crate::sprt::Testing;
use crate::{GameRecord, Schedule, Sprt, Verdict};
use std::collections::BTreeMap;

/// What has been played so far.
pub(crate) struct Ledger<'a> {
    schedule: &'a Schedule,
    /// The sets that are not counted yet.
    waiting: BTreeMap<u64, Vec<GameRecord>>,
    next: u64,
    pub(crate) tallies: Vec<Tally>,
    pub(crate) testing: Option<Testing>,
    pub(crate) samples: Vec<GameRecord>,
    decided: bool,
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(schedule: &'a Schedule, sprt: Option<Sprt>) -> Self {
        Self {
            schedule,
            waiting: BTreeMap::new(),
            next: 0,
            tallies: (0..schedule.tables()).map(|table| Tally::new(schedule.lineup(table))).collect(),
            testing: sprt.map(|sprt| Testing::new(sprt, schedule.seats())),
            samples: Vec::new(),
            decided: false,
        }
    }

    /// Takes a game, and tells whether the test is decided.
    pub(crate) fn add(&mut self, record: GameRecord) -> bool {
        self.waiting.entry(self.schedule.set(record.index)).or_default().push(record);
        while let Some(entry) = self.waiting.first_entry() {
            if self.decided || *entry.key() != self.next || entry.get().len() < self.schedule.seats() {
                break;
            }
            let (set, records) = entry.remove_entry();
            self.count(set, records);
            self.next += 1;
        }
        self.decided
    }

    /// Counts the whole sets that wait behind one that was broken off. A test takes no notice of them: what is decided
    /// after games were left out is not what was promised.
    pub(crate) fn close(&mut self) {
        if self.decided || self.testing.is_some() {
            return;
        }
        for (set, records) in std::mem::take(&mut self.waiting) {
            if records.len() == self.schedule.seats() {
                self.count(set, records);
            }
        }
    }

    fn count(&mut self, set: u64, mut records: Vec<GameRecord>) {
        records.sort_by_key(|record| record.index);
        let tally = &mut self.tallies[self.schedule.table(set)];
        tally.add(&records);
        if let Some(testing) = &mut self.testing {
            let parts = tally.firsts.last().copied().unwrap_or(0);
            self.decided = testing.add(parts) != Verdict::Undecided;
        }
        self.samples.extend(records.into_iter().filter(|record| record.actions.is_some()));
    }
}
