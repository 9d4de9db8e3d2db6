//! What comes of one round of a view, and what ends it.

use std::time::Duration;

use crate::feed::FeedError;
use crate::projection::ViewError;

/// What came of one round.
pub(super) enum FollowOutcome {
    /// There may be more.
    Moved,
    /// The view shows everything.
    Idle,
}

/// Why a round failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum RoundError {
    #[error(transparent)]
    Feed(#[from] FeedError),
    #[error(transparent)]
    View(#[from] ViewError),
    /// Its rows come from events that are not there: only a rebuild repairs that.
    #[error("it shows the journal up to {checkpoint}, which ended at {head}: rebuild it")]
    Ahead { checkpoint: i64, head: i64 },
    /// The events were read from the server of before.
    #[error("another server answers")]
    Turned,
    #[error("it was not over after {0:?}")]
    Silent(Duration),
}

impl From<sqlx::Error> for RoundError {
    fn from(error: sqlx::Error) -> Self {
        Self::View(ViewError::Database(error))
    }
}

impl RoundError {
    /// Whether the same round may succeed by itself later: the database is away or busy.
    pub(super) fn is_passing(&self) -> bool {
        match self {
            Self::Feed(FeedError::Unavailable(error)) | Self::View(ViewError::Database(error)) => {
                is_passing(error)
            }
            Self::Turned | Self::Silent(_) => true,
            Self::Ahead { .. }
            | Self::Feed(
                FeedError::Gap { .. } | FeedError::Unreadable { .. } | FeedError::Ahead { .. },
            )
            | Self::View(ViewError::Fold(_) | ViewError::Row { .. }) => false,
        }
    }
}

/// Whether a database error is about the moment and not about the view's rows or statements.
pub(crate) fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(refusal) => match refusal.code() {
            // Syntax and names, data, constraints: the same again next time.
            Some(code) => !["22", "23", "42"]
                .iter()
                .any(|class| code.starts_with(class)),
            None => true,
        },
        sqlx::Error::ColumnDecode { .. }
        | sqlx::Error::Decode(_)
        | sqlx::Error::Encode(_)
        | sqlx::Error::RowNotFound
        | sqlx::Error::TypeNotFound { .. }
        | sqlx::Error::ColumnNotFound(_) => false,
        _ => true,
    }
}
