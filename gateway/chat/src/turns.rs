//! Turns for chat uploads, and a bound on how much of them is in memory.
//!
//! The chat has separate turns and memory, so that slips, which are money, always find a turn, no
//! matter how many files visitors send. Guests, members and staff have separate turns too. No
//! request waits for a turn, because waiting requests are how a flood builds up.

use std::sync::Arc;
use std::time::Duration;

use ledger::WalletId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use super::Owner;
use platform::config::ChatRules;
use platform::error::{ApiError, Code};
use platform::files::UPLOAD_UNIT_BYTES;
use platform::files::gate::{Pass, UploadGate};

/// How many files of the largest size one kind of uploader may have in memory.
const FILES_IN_MEMORY: usize = 4;

/// How many seconds until there may be a turn.
const RETRY_SECONDS: u64 = 5;

/// Who uploads a file: each kind has separate turns and a separate share of the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uploads {
    /// A visitor without an account, by the guest's id.
    Guest(Uuid),
    /// A member, by the wallet's id.
    Member(Uuid),
    /// A member of staff.
    Staff(Uuid),
}

impl From<Owner> for Uploads {
    fn from(owner: Owner) -> Self {
        match owner {
            Owner::Guest(id) => Self::Guest(id),
            Owner::Member(id) => Self::Member(id),
        }
    }
}

#[derive(Clone)]
struct Lane {
    turns: Arc<Semaphore>,
    room: Arc<Semaphore>,
}

impl Lane {
    fn new(rules: &ChatRules) -> Self {
        let largest = rules.image_bytes.max(rules.video_bytes);
        let units = (largest / UPLOAD_UNIT_BYTES + 1) * FILES_IN_MEMORY;
        Self {
            turns: Arc::new(Semaphore::new(rules.uploads_at_once)),
            room: Arc::new(Semaphore::new(units)),
        }
    }
}

/// The turns of the chat's uploads; cheap to clone.
#[derive(Clone)]
pub struct Turns {
    gate: UploadGate,
    guests: Lane,
    members: Lane,
    staff: Lane,
}

/// The right to send a file now.
pub struct Turn {
    room: Arc<Semaphore>,
    _permit: OwnedSemaphorePermit,
    _pass: Pass,
}

impl Turns {
    pub(super) fn new(rules: &ChatRules) -> Self {
        Self {
            // Nobody waits for a turn.
            gate: UploadGate::new(Duration::ZERO),
            guests: Lane::new(rules),
            members: Lane::new(rules),
            staff: Lane::new(rules),
        }
    }

    /// A turn, or an immediate refusal: one uploader may have only a few files in progress.
    pub fn take(&self, who: Uploads) -> Result<Turn, ApiError> {
        let (lane, id) = match who {
            Uploads::Guest(id) => (&self.guests, id),
            Uploads::Member(id) => (&self.members, id),
            Uploads::Staff(id) => (&self.staff, id),
        };
        let pass = self.gate.try_enter(WalletId(id));
        let pass =
            pass.ok_or_else(|| ApiError::from(Code::RequestLimit).with_retry_after(RETRY_SECONDS))?;
        let permit = Arc::clone(&lane.turns)
            .try_acquire_owned()
            .map_err(|_| busy())?;
        Ok(Turn {
            room: Arc::clone(&lane.room),
            _permit: permit,
            _pass: pass,
        })
    }
}

impl Turn {
    /// Room in memory, in units of [`UPLOAD_UNIT_BYTES`].
    pub fn room(&self, units: usize) -> Result<OwnedSemaphorePermit, ApiError> {
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        Arc::clone(&self.room)
            .try_acquire_many_owned(units)
            .map_err(|_| busy())
    }
}

fn busy() -> ApiError {
    ApiError::from(Code::ServiceUnavailable).with_retry_after(RETRY_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::clock::new_id;

    fn turns(at_once: usize) -> Turns {
        Turns::new(&ChatRules {
            uploads_at_once: at_once,
            image_bytes: UPLOAD_UNIT_BYTES,
            video_bytes: UPLOAD_UNIT_BYTES,
            ..ChatRules::default()
        })
    }

    fn code(taken: Result<Turn, ApiError>) -> Option<Code> {
        taken.err().map(|error| error.code)
    }

    #[test]
    fn a_flood_of_guests_takes_the_turns_of_guests_only() {
        let turns = turns(3);
        let held: Vec<_> = (0..3)
            .map(|_| turns.take(Uploads::Guest(new_id())))
            .collect();
        assert!(held.iter().all(Result::is_ok));
        let refused = turns.take(Uploads::Guest(new_id()));
        assert_eq!(code(refused), Some(Code::ServiceUnavailable));
        assert!(turns.take(Uploads::Member(new_id())).is_ok());
        assert!(turns.take(Uploads::Staff(new_id())).is_ok());
        drop(held);
        assert!(turns.take(Uploads::Guest(new_id())).is_ok());
    }

    #[test]
    fn one_uploader_has_two_files_in_progress_and_no_more() {
        let turns = turns(8);
        let id = new_id();
        let held = [Uploads::Guest(id); 2].map(|uploader| turns.take(uploader));
        let refused = turns.take(Uploads::Guest(id));
        assert_eq!(code(refused), Some(Code::RequestLimit));
        drop(held);
        assert!(turns.take(Uploads::Guest(id)).is_ok());
    }

    #[test]
    fn the_memory_of_a_kind_of_uploader_is_bounded() {
        let turns = turns(8);
        let turn = turns.take(Uploads::Guest(new_id())).unwrap();
        let held = turn.room(FILES_IN_MEMORY * 2).unwrap();
        assert!(turn.room(1).is_err());
        let other = turns.take(Uploads::Member(new_id())).unwrap();
        assert!(other.room(1).is_ok());
        drop(held);
        assert!(turn.room(1).is_ok());
    }
}
