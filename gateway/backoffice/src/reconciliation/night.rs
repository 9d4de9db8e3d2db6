//! Which source of a day a gateway compares or has compared, and the proof that a gateway says so.
//!
//! Each row carries a MAC, so nobody without the key calls a day done that was not compared, or keeps
//! it taken. A row that a gateway has not written is neither: the day is compared again.

use chrono::{DateTime, NaiveDate, SubsecRound, TimeDelta, Utc};
use sqlx::PgPool;

use platform::core::Core;
use platform::secrets::Secrets;
use platform::signed_row::{self, SignedRow};

/// How long a taken source is reserved, and how long after a failure it is tried again.
const LEASE: TimeDelta = TimeDelta::minutes(30);

/// A day's source as it is stored.
struct Night {
    day: NaiveDate,
    source: String,
    taken_until: DateTime<Utc>,
    done_at: Option<DateTime<Utc>>,
    mac: Vec<u8>,
}

platform::signed_row! { Night in "reconciliation_day": day, source, taken_until, done_at => mac }

impl Night {
    /// A source that this gateway takes now.
    fn taken(state: &Core, day: NaiveDate, source: &str) -> Self {
        let taken_until = (state.clock.now() + LEASE).trunc_subsecs(6);
        Self {
            day,
            source: source.to_owned(),
            taken_until,
            done_at: None,
            mac: Vec::new(),
        }
        .signed(&state.secrets)
    }

    /// A source that was compared. Its lease ends with it.
    fn done(state: &Core, day: NaiveDate, source: &str) -> Self {
        let now = state.clock.now().trunc_subsecs(6);
        Self {
            day,
            source: source.to_owned(),
            taken_until: now,
            done_at: Some(now),
            mac: Vec::new(),
        }
        .signed(&state.secrets)
    }

    fn signed(mut self, secrets: &Secrets) -> Self {
        self.mac = self.right_mac(secrets).to_vec();
        self
    }

    /// Whether it is done, or a gateway works on it.
    fn is_settled(&self, now: DateTime<Utc>) -> bool {
        self.done_at.is_some() || self.taken_until > now
    }
}

/// Takes the sources of a day that are neither done nor taken by another gateway.
pub(super) async fn take(
    state: &Core,
    day: NaiveDate,
    sources: &[String],
) -> Result<Vec<String>, sqlx::Error> {
    // This runs every minute: what is done or taken is only read.
    let known = sqlx::query_as!(
        Night,
        "select day, source, taken_until, done_at, mac from reconciliation_day
         where day = $1 and source = any($2)",
        day,
        sources,
    )
    .fetch_all(&state.pool)
    .await?;
    let mut taken = Vec::new();
    for source in sources {
        let before = known.iter().find(|night| night.source == *source);
        if let Some(before) = before {
            if !before.is_signed(&state.secrets) {
                tracing::error!(%day, source, "a gateway has not written the row of this day");
            } else if before.is_settled(state.clock.now()) {
                continue;
            }
        }
        let night = Night::taken(state, day, source);
        if write_taken(state, &night, before).await? {
            taken.push(source.clone());
        }
    }
    Ok(taken)
}

/// Writes that a source is taken, unless another gateway has written since it was read.
async fn write_taken(
    state: &Core,
    night: &Night,
    before: Option<&Night>,
) -> Result<bool, sqlx::Error> {
    let written = sqlx::query!(
        "insert into reconciliation_day as known (day, source, taken_until, mac)
         values ($1, $2, $3, $4)
         on conflict (day, source) do update
             set taken_until = excluded.taken_until, done_at = null, mac = excluded.mac
             where known.mac = $5",
        night.day,
        night.source,
        night.taken_until,
        night.mac,
        before.map(|before| before.mac.as_slice()),
    )
    .execute(&state.pool)
    .await?;
    Ok(written.rows_affected() > 0)
}

/// Keeps the lease of the sources that wait their turn.
pub(super) async fn keep(
    state: &Core,
    day: NaiveDate,
    sources: &[String],
) -> Result<(), sqlx::Error> {
    for source in sources {
        let night = Night::taken(state, day, source);
        sqlx::query!(
            "update reconciliation_day set taken_until = $3, mac = $4
             where day = $1 and source = $2 and done_at is null",
            night.day,
            night.source,
            night.taken_until,
            night.mac,
        )
        .execute(&state.pool)
        .await?;
    }
    Ok(())
}

/// Writes that a source of a day was compared.
pub(super) async fn done(state: &Core, day: NaiveDate, source: &str) -> Result<(), sqlx::Error> {
    let night = Night::done(state, day, source);
    sqlx::query!(
        "update reconciliation_day set taken_until = $3, done_at = $4, mac = $5
         where day = $1 and source = $2",
        night.day,
        night.source,
        night.taken_until,
        night.done_at,
        night.mac,
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// Lists the days that a gateway has not taken or called done.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let nights = sqlx::query_as!(
        Night,
        "select day, source, taken_until, done_at, mac from reconciliation_day order by day, source"
    )
    .fetch(pool);
    let finding = |night: &Night| {
        let Night { day, source, .. } = night;
        format!("reconciliation_day, {day} {source}: the gateway has not written it")
    };
    signed_row::unsigned(nights, secrets, finding).await
}
