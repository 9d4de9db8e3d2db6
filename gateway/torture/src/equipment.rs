//! What some faults need of the machine: not each gives it.

use std::path::Path;

use crate::clock::Clocks;
use crate::disk::Disk;
use crate::fault::plan::{Kind, Scope};

/// Faults that are left out, and why.
#[derive(Debug, Clone)]
pub(crate) struct Skipped {
    /// What the names of these faults contain.
    pub(crate) faults: String,
    pub(crate) reason: String,
}

/// What the machine gives to a run that asks for it.
#[derive(Default)]
pub(crate) struct Equipment {
    /// Whether data lies on disks that can be filled.
    pub(crate) has_disks: bool,
    /// Clocks that can be set.
    pub(crate) clocks: Option<Clocks>,
    pub(crate) skipped: Vec<Skipped>,
}

impl Equipment {
    /// Tries out what the plan needs, in a folder of the run.
    pub(crate) fn find(scope: Scope<'_>, folder: &Path) -> Self {
        let mut found = Self::default();
        if scope.has(Kind::Fill) {
            match Disk::obstacle(folder) {
                None => found.has_disks = true,
                Some(reason) => found.skip("fill", reason),
            }
        }
        if scope.has(Kind::Step) {
            match Clocks::find(folder) {
                Ok(clocks) => found.clocks = Some(clocks),
                Err(trouble) => found.skip("step", trouble.to_string()),
            }
        }
        found
    }

    fn skip(&mut self, faults: &str, reason: String) {
        self.skipped.push(Skipped {
            faults: faults.to_owned(),
            reason,
        });
    }
}
