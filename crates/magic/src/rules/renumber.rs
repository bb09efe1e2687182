//! Numbers of objects and timestamps never run out: before they do, those in use are numbered anew in the same order.

use crate::state::MagicState;

/// From here on numbers are made small again. No single step takes more than what is left above.
pub(crate) const DUE: u16 = 60_000;

impl MagicState {
    /// Numbers everything anew if that is due. Nothing is asked: no candidate holds a number.
    #[inline]
    pub(crate) fn renumber_if_due(&mut self) {
        if self.next_uid.max(self.clock) >= DUE {
            self.renumber();
        }
    }

    #[cold]
    fn renumber(&mut self) {
        let mut uids = Vec::new();
        self.each_uid(|uid| uids.push(*uid));
        let uids = sorted(uids);
        self.each_uid(|uid| *uid = rank(&uids, *uid));
        self.next_uid = uids.len() as u16;
        let mut times = Vec::new();
        self.each_time(|time| times.push(*time));
        let times = sorted(times);
        self.each_time(|time| *time = rank(&times, *time));
        self.clock = times.len() as u16;
    }

    /// Shows every number of an object, of those that are gone too.
    fn each_uid(&mut self, mut f: impl FnMut(&mut u16)) {
        self.perms.iter_mut().for_each(|perm| f(&mut perm.uid));
        let resolving = self.resolution.active.then_some(&mut self.resolution.obj);
        for object in self.stack.iter_mut().chain(resolving) {
            f(&mut object.uid);
            f(&mut object.source.uid);
            f(&mut object.event.uid);
            object.targets.iter_mut().for_each(|target| f(&mut target.uid));
        }
        f(&mut self.resolution.that.uid);
        self.resolution.last.iter_mut().for_each(|last| f(&mut last.uid));
        for side in &mut self.sides {
            side.graveyard.iter_mut().for_each(|lying| f(&mut lying.uid));
        }
        for exiled in self.exile.iter_mut() {
            f(&mut exiled.uid);
            f(&mut exiled.link);
        }
    }

    fn each_time(&mut self, mut f: impl FnMut(&mut u16)) {
        for perm in &mut self.perms {
            f(&mut perm.time);
            f(&mut perm.taken_time);
            f(&mut perm.set_time);
            f(&mut perm.bare_time);
        }
    }
}

/// The different numbers in use, ascending, without 0, which means none.
fn sorted(mut numbers: Vec<u16>) -> Vec<u16> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers.retain(|&n| n > 0);
    numbers
}

fn rank(numbers: &[u16], n: u16) -> u16 {
    numbers.binary_search(&n).map_or(0, |at| at as u16 + 1)
}
