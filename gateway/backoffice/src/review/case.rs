//! A stored decision with the audit entries that back it, read once for all steps.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::signature::{self, SignedEntry};
use super::store::{self, DecisionRow};
use platform::core::Core;
use platform::error::ApiError;

/// A decision and the entries about its subject. A step that writes keeps both up to date.
#[derive(Debug, Clone)]
pub(super) struct Case {
    /// The decision's row, which is not trusted by itself.
    pub(super) row: DecisionRow,
    /// The entries with a signature of this installation.
    pub(super) entries: Vec<SignedEntry>,
}

impl Case {
    /// Finds a decision by its id.
    pub(super) async fn find(core: &Core, id: Uuid) -> Result<Option<Self>, ApiError> {
        let Some(row) = store::find(core, id).await? else {
            return Ok(None);
        };
        let entries = signature::signed_entries(core, &row).await?;
        Ok(Some(Self { row, entries }))
    }

    /// Whether a signed entry backs the request; only then may a second person approve it.
    pub(super) fn is_asked(&self) -> bool {
        signature::is_asked(&self.entries, &self.row)
    }

    /// Whether it has not expired, by the signed entries of its request and its approvals: the row's own word
    /// lengthens nothing. Whether there are such entries is another question.
    pub(super) fn is_in_time(&self, now: DateTime<Utc>) -> bool {
        let backing = self.entries.iter();
        let backing = backing.filter(|entry| entry.asks(&self.row) || entry.agrees(&self.row));
        let until = backing
            .filter_map(SignedEntry::said)
            .map(|said| said.until)
            .max();
        self.row.expires_at > now && until.is_none_or(|until| until > now.timestamp_micros())
    }

    /// Whether signed entries back the stored decision; only then may it be executed.
    pub(super) fn is_signed(&self) -> bool {
        let row = &self.row;
        let is_agreed = !row.needs_second
            || self
                .entries
                .iter()
                .any(|entry| entry.by == row.decided_by && entry.agrees(row));
        self.is_asked() && is_agreed
    }
}
