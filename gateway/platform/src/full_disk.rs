//! Whether a disk is full, this process's own or the database's: noted by writers that failed.
//!
//! One note for the process, wherever the trouble shows: it has one disk and one database.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What `PostgreSQL` says when its disk is full.
const DISK_FULL: &str = "53100";

/// After this time without a report of a full disk, the disk counts as having room again.
const REMEMBERED: Duration = Duration::from_secs(10);

static SEEN_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// Notes an error of a file, if it says that there is no room.
pub fn note(error: &io::Error) {
    if matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    ) {
        remember();
    }
}

/// Notes an error of the database, if it says that there is no room.
pub(crate) fn note_database(error: &sqlx::Error) {
    match error {
        sqlx::Error::Io(error) => note(error),
        sqlx::Error::Database(refusal) if refusal.code().as_deref() == Some(DISK_FULL) => {
            remember();
        }
        _ => {}
    }
}

/// Whether a disk was found full a moment ago.
pub fn is_full() -> bool {
    let seen_at = SEEN_AT.lock().unwrap_or_else(PoisonError::into_inner);
    seen_at.is_some_and(|at| at.elapsed() < REMEMBERED)
}

fn remember() {
    *SEEN_AT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_says_that_there_is_no_room_makes_the_disk_full() {
        note(&io::ErrorKind::PermissionDenied.into());
        note_database(&sqlx::Error::PoolTimedOut);
        assert!(!is_full());
        note_database(&io::Error::from(io::ErrorKind::StorageFull).into());
        assert!(is_full());
    }
}
