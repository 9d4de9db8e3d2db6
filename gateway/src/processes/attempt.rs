//! The pauses between questions about an unknown outcome, kept across restarts.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::WalletId;
use sqlx::PgPool;
use uuid::Uuid;

use crate::config::Waits;

/// How often a subject has been asked about, and when next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// Questions so far.
    pub(crate) attempts: i32,
    /// When the outcome was first seen to be unknown.
    pub(crate) first_at: DateTime<Utc>,
    /// Not before then.
    pub(crate) next_at: DateTime<Utc>,
    /// A person must look first.
    pub(crate) is_halted: bool,
}

/// What one attempt is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Subject {
    /// `transfer`, `withdrawal` or `slip`.
    pub(crate) process: &'static str,
    /// The transfer's, withdrawal's or slip's id.
    pub(crate) id: Uuid,
    /// Whose it is.
    pub(crate) wallet_id: WalletId,
}

impl Subject {
    /// The attempts so far, if there were any.
    pub(crate) async fn load(&self, pool: &PgPool) -> Result<Option<Attempt>, sqlx::Error> {
        sqlx::query_as!(
            Attempt,
            "select attempts, first_at, next_at, is_halted from process_attempt
             where process = $1 and subject_id = $2",
            self.process,
            self.id
        )
        .fetch_optional(pool)
        .await
    }

    /// Notes an attempt and when the next may follow.
    pub(crate) async fn note(
        &self,
        pool: &PgPool,
        (now, next_at): (DateTime<Utc>, DateTime<Utc>),
        seen: &str,
        is_halted: bool,
    ) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "insert into process_attempt as held
                (process, subject_id, wallet_id, attempts, first_at, next_at, last_seen, is_halted)
             values ($1, $2, $3, 1, $4, $5, $6, $7)
             on conflict (process, subject_id) do update
             set attempts = held.attempts + 1, next_at = excluded.next_at,
                 last_seen = excluded.last_seen, is_halted = excluded.is_halted",
            self.process,
            self.id,
            self.wallet_id.0,
            now,
            next_at,
            seen,
            is_halted
        )
        .execute(pool)
        .await
        .map(drop)
    }

    /// Forgets the attempts: the subject has ended.
    pub(crate) async fn forget(&self, pool: &PgPool) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "delete from process_attempt where process = $1 and subject_id = $2",
            self.process,
            self.id
        )
        .execute(pool)
        .await
        .map(drop)
    }
}

/// The pause after so many attempts: doubles each time up to the configured longest.
pub(crate) fn pause(waits: &Waits, attempts: i32) -> TimeDelta {
    let doublings = u32::try_from(attempts.clamp(0, 20)).unwrap_or(0);
    let ms = waits
        .retry_ms
        .saturating_mul(1 << doublings)
        .min(waits.retry_max_ms);
    TimeDelta::from_std(Duration::from_millis(ms)).unwrap_or(TimeDelta::MAX)
}
