//! Void rows of a wallet's stream: nobody with the journal's key wrote them. They count for nothing, and
//! money stays until two people have declared them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::id::StaffId;

use super::freeze::require_two;
use super::{FreezeEvent, Wallet, WalletError, WalletEvent};

/// What a wallet remembers of its void rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Voids {
    /// Sequence of the last one; zero where there is none.
    last: i64,
    /// How many of them nobody has declared.
    undeclared: u64,
}

impl Wallet {
    /// How many void rows of its stream nobody has declared. While there is one, no money leaves: its
    /// writer may have changed more than what is seen.
    #[must_use]
    pub const fn voids(&self) -> u64 {
        self.voids.undeclared
    }

    /// Sequence of the last void row, declared or not; none where the journal's key wrote every row.
    #[must_use]
    pub const fn last_void(&self) -> Option<i64> {
        match self.voids.last {
            0 => None,
            last => Some(last),
        }
    }

    /// Declares the void rows up to `last`. A row that came after the people have looked is none that they
    /// agreed on, so a declaration that does not name the last one is refused.
    pub(super) fn declare_void(
        &self,
        last: i64,
        [by, approved_by]: [StaffId; 2],
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        require_two(by, approved_by, "declaration of void rows")?;
        if last != self.voids.last {
            return Err(WalletError::OtherVoid);
        }
        if self.voids.undeclared == 0 {
            return Ok(Vec::new());
        }
        Ok(vec![WalletEvent::Freeze(FreezeEvent::VoidDeclared {
            last,
            by,
            approved_by,
            at,
        })])
    }

    /// Remembers that the row at the wallet's sequence is void.
    pub(super) fn note_void(&mut self) {
        self.voids.last = self.sequence;
        self.voids.undeclared += 1;
    }

    /// The void rows up to `last` hold no money back any more; a later one does.
    pub(super) fn apply_void_declaration(&mut self, last: i64) {
        if last == self.voids.last {
            self.voids.undeclared = 0;
        }
    }
}
