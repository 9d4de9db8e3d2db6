//! A bound of the work on one picture, counted and not timed, so that it ends at the same place on
//! every machine.

use std::cell::Cell;

/// Visits of dots, counted up to the most that one picture may take.
#[derive(Debug)]
pub(crate) struct Work {
    taken: Cell<u64>,
    most: u64,
}

impl Work {
    pub(crate) const fn of(most: u64) -> Self {
        Self {
            taken: Cell::new(0),
            most,
        }
    }

    /// Takes visits, or takes none and answers `false` if fewer are left.
    pub(crate) fn take(&self, visits: usize) -> bool {
        let taken = self.taken.get().saturating_add(visits as u64);
        let fits = taken <= self.most;
        if fits {
            self.taken.set(taken);
        }
        fits
    }

    #[cfg(test)]
    pub(crate) fn taken(&self) -> u64 {
        self.taken.get()
    }
}
