//! The pauses between questions about an unknown outcome, kept across restarts.
//!
//! Each statement that writes here names the lease's token. A gateway that has lost the lease
//! without noticing therefore writes nothing next to its successor. The statement takes a share
//! lock on the lease's row, so the lease cannot change hands between the check and the write.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::WalletId;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use uuid::Uuid;

use super::lease;
use platform::config::Waits;

tokio::task_local! {
    /// The token of the lease that the current task works under; the runner sets it. Without a
    /// token, as when a test makes the steps itself, nothing is compared.
    pub(super) static TOKEN: i64;
}

fn token() -> Option<i64> {
    TOKEN.try_with(|token| *token).ok()
}

/// How often a subject was queried, and when to query it next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    pub(crate) attempts: i32,
    /// When the outcome was first seen to be unknown.
    pub(crate) first_at: DateTime<Utc>,
    /// When to query next, by the clock of the gateway that queried last.
    pub next_at: DateTime<Utc>,
    /// Whether a person must look first.
    pub(crate) is_halted: bool,
}

/// How far the clocks of two gateways may differ, on top of a pause.
const CLOCK_SLACK: TimeDelta = TimeDelta::minutes(1);

impl Attempt {
    /// When the next attempt may follow, if that is still to come. A time further away than the
    /// longest pause was noted by a clock that was ahead. Such a time is ignored, and the wait is
    /// over.
    pub fn wait(&self, now: DateTime<Utc>, longest: TimeDelta) -> Option<DateTime<Utc>> {
        let left = self.next_at - now;
        let is_possible = left > TimeDelta::zero() && left <= longest + CLOCK_SLACK;
        is_possible.then_some(self.next_at)
    }
}

/// A kind of work that the background carries to its end. For a new kind, the compiler names every
/// place that finds, carries or bounds work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Process {
    /// Between the wallet and a game account.
    Transfer,
    /// To the player's bank account.
    Withdrawal,
    /// In by a bank slip.
    Slip,
    /// In by a gift link.
    Gift,
    /// In by a QR order.
    Qr,
}

impl Process {
    pub(super) const ALL: [Self; 5] = [
        Self::Transfer,
        Self::Withdrawal,
        Self::Slip,
        Self::Gift,
        Self::Qr,
    ];

    /// The name in `process_attempt` and in the metadata of events.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::Withdrawal => "withdrawal",
            Self::Slip => "slip",
            Self::Gift => "gift",
            Self::Qr => "qr",
        }
    }

    /// The event that begins such an operation: its metadata names the request.
    pub(super) const fn begins_by(self) -> &'static str {
        match self {
            Self::Transfer => "TransferStarted",
            Self::Withdrawal => "WithdrawalRequested",
            Self::Slip => "SlipSubmitted",
            Self::Gift => "GiftSubmitted",
            Self::Qr => "QrOrdered",
        }
    }

    /// How many calls may be in progress at once, so that a service that hangs delays its own work
    /// only. Transfers have such a bound per game provider instead.
    pub(super) const fn calls_max(self) -> Option<usize> {
        match self {
            Self::Transfer => None,
            Self::Withdrawal | Self::Slip | Self::Gift => Some(16),
            Self::Qr => Some(32),
        }
    }
}

/// The subject of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Job {
    /// The kind of work, which decides what a step does.
    pub process: Process,
    /// The id of the transfer, withdrawal, slip, gift or QR order.
    pub id: Uuid,
    /// The wallet that the operation belongs to.
    pub wallet_id: WalletId,
}

impl Job {
    /// The attempts so far, if there were any.
    pub async fn load(&self, pool: &PgPool) -> Result<Option<Attempt>, sqlx::Error> {
        sqlx::query_as!(
            Attempt,
            "select attempts, first_at, next_at, is_halted from process_attempt
             where process = $1 and subject_id = $2",
            self.process.name(),
            self.id
        )
        .fetch_optional(pool)
        .await
    }

    /// Notes an attempt and when the next may follow. If a clock that was ahead noted the first
    /// attempt, its time becomes now.
    pub async fn note(
        &self,
        pool: &PgPool,
        (now, next_at): (DateTime<Utc>, DateTime<Utc>),
        seen: &str,
        is_halted: bool,
    ) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "with term as (select from lease where name = $8 and token = $9 for share)
             insert into process_attempt as held
                (process, subject_id, wallet_id, attempts, first_at, next_at, last_seen, is_halted)
             select $1, $2, $3, 1, $4, $5, $6, $7
             where $9::bigint is null or exists (select from term)
             on conflict (process, subject_id) do update
             set attempts = held.attempts + 1, next_at = excluded.next_at,
                 first_at = least(held.first_at, excluded.first_at), last_seen = excluded.last_seen, is_halted = excluded.is_halted",
            self.process.name(),
            self.id,
            self.wallet_id.0,
            now,
            next_at,
            seen,
            is_halted,
            lease::NAME,
            token()
        )
        .execute(pool)
        .await
        .map(drop)
    }

    /// Forgets the attempts: the subject has ended. The lease is locked only if there are attempts,
    /// since a lock makes even a statement that deletes nothing wait for the disk.
    pub(crate) async fn forget(&self, pool: &PgPool) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "with term as (
                 select from lease
                 where name = $3 and token = $4 and exists (
                     select from process_attempt where process = $1 and subject_id = $2
                 )
                 for share
             )
             delete from process_attempt
             where process = $1 and subject_id = $2
                 and ($4::bigint is null or exists (select from term))",
            self.process.name(),
            self.id,
            lease::NAME,
            token()
        )
        .execute(pool)
        .await
        .map(drop)
    }
}

/// The longest of the pauses that [`pause`] makes.
pub(crate) fn longest_pause(waits: &Waits) -> TimeDelta {
    pause(waits, i32::MAX)
}

/// The pause after this many attempts: it doubles each time up to the configured longest.
pub fn pause(waits: &Waits, attempts: i32) -> TimeDelta {
    let doublings = u32::try_from(attempts.clamp(0, 20)).unwrap_or(0);
    let ms = waits
        .retry_ms
        .saturating_mul(1 << doublings)
        .min(waits.retry_max_ms);
    TimeDelta::from_std(Duration::from_millis(ms)).unwrap_or(TimeDelta::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_that_no_pause_can_make_is_over() {
        let now = DateTime::from_timestamp(1_795_251_600, 0).unwrap();
        let longest = TimeDelta::seconds(30);
        let wait = |next_at| {
            let attempt = Attempt {
                attempts: 1,
                first_at: now,
                next_at,
                is_halted: false,
            };
            attempt.wait(now, longest).map(|at| at - now)
        };
        assert_eq!(wait(now), None);
        assert_eq!(wait(now + longest), Some(longest));
        let nearly = longest + CLOCK_SLACK;
        assert_eq!(wait(now + nearly), Some(nearly), "of another gateway");
        assert_eq!(wait(now + nearly + TimeDelta::seconds(1)), None);
        assert_eq!(wait(now + TimeDelta::days(1)), None);
    }
}
