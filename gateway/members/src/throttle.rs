//! Limits on tries that survive a restart.
//!
//! A try is charged before it is made, under a row lock, so that parallel tries count like tries
//! in a row. Guesses at an account are counted in memory as well, so that nobody who can write the
//! table has as many as they like.

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool};

use platform::core::Core;
use platform::error::{ApiError, Code};

const HOUR_SECONDS: u64 = 3_600;

/// How tries are limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Some tries are free; after them each one is followed by a wait that doubles up to a bound.
    /// A success clears it, and so does an hour without a try beyond the longest wait.
    Growing {
        /// Tries without a wait.
        free: u32,
        /// The longest wait in seconds.
        wait_max: u32,
    },
    /// A leaky bucket: every try fills it by one, and it leaks at a steady rate. A refused try
    /// fills nothing, so that no caller can keep it full permanently.
    Leaking {
        /// How many tries it holds.
        max: u32,
        /// Seconds after which one of them is forgotten.
        seconds: u32,
    },
    /// A number of tries within a time window that starts with the first.
    Window {
        /// How many tries the window allows.
        max: u32,
        /// The length of the window in seconds.
        seconds: u32,
    },
}

/// A subject's count under a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ThrottleState {
    count: i32,
    since: DateTime<Utc>,
    blocked_until: Option<DateTime<Utc>>,
    updated_at: DateTime<Utc>,
}

/// The state after a try; the error is how many seconds to wait.
fn state_after_try(
    current: ThrottleState,
    rule: Rule,
    now: DateTime<Utc>,
) -> Result<ThrottleState, u64> {
    if let Some(until) = current.blocked_until
        && until > now
    {
        return Err(seconds_between(now, until));
    }
    match rule {
        Rule::Growing { free, wait_max } => {
            let forgotten = TimeDelta::seconds(i64::from(wait_max) + 3_600);
            let earlier = if now - current.updated_at > forgotten {
                0
            } else {
                current.count
            };
            let count = earlier.saturating_add(1);
            let beyond = i64::from(count) - i64::from(free);
            // This try is allowed; the next one has to wait.
            let blocked_until = (beyond >= 0).then(|| {
                let wait = 1_i64 << beyond.min(30);
                now + TimeDelta::seconds(wait.min(i64::from(wait_max)))
            });
            Ok(ThrottleState {
                count,
                since: current.since,
                blocked_until,
                updated_at: now,
            })
        }
        Rule::Leaking { max, seconds } => {
            let leak = i64::from(seconds.max(1));
            let leaked = ((now - current.since).num_seconds() / leak).max(0);
            let left = i64::from(current.count) - leaked;
            let (count, since) = if left > 0 {
                (left, current.since + TimeDelta::seconds(leaked * leak))
            } else {
                (0, now)
            };
            if count >= i64::from(max) {
                return Err(seconds_between(now, since + TimeDelta::seconds(leak)));
            }
            Ok(ThrottleState {
                count: i32::try_from(count + 1).unwrap_or(i32::MAX),
                since,
                blocked_until: None,
                updated_at: now,
            })
        }
        Rule::Window { max, seconds } => {
            let end = current.since + TimeDelta::seconds(i64::from(seconds));
            let (count, since) = if now >= end {
                (0, now)
            } else {
                (current.count, current.since)
            };
            if i64::from(count) >= i64::from(max) {
                return Err(seconds_between(now, end));
            }
            Ok(ThrottleState {
                count: count.saturating_add(1),
                since,
                blocked_until: None,
                updated_at: now,
            })
        }
    }
}

fn seconds_between(now: DateTime<Utc>, until: DateTime<Utc>) -> u64 {
    let ms = (until - now).num_milliseconds().max(1);
    u64::try_from(ms).unwrap_or(1).div_ceil(1_000)
}

/// One limit that a try is charged to.
#[derive(Debug, Clone, Copy)]
pub struct Charge<'a> {
    scope: &'a str,
    subject: &'a str,
    rule: Rule,
}

impl<'a> Charge<'a> {
    /// A try of `subject` (a phone, an address) in `scope`.
    pub const fn of(scope: &'a str, subject: &'a str, rule: Rule) -> Self {
        Self {
            scope,
            subject,
            rule,
        }
    }
}

impl Charge<'_> {
    /// The kind of try that is counted, such as `login:account`.
    pub const fn scope(&self) -> &str {
        self.scope
    }

    /// The subject whose tries are counted.
    pub const fn subject(&self) -> &str {
        self.subject
    }

    /// The name of both in memory.
    fn name(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.scope);
        hash.update([0]);
        hash.update(self.subject);
        hash.finalize().into()
    }
}

/// Charges a try of `subject` (a phone, an address) in `scope`, or refuses with `REQUEST_LIMIT`.
pub async fn charge(state: &Core, scope: &str, subject: &str, rule: Rule) -> Result<(), ApiError> {
    charge_all(state, &[Charge::of(scope, subject, rule)]).await
}

/// Charges a try to several limits at once: when one refuses, none is charged.
///
/// The rows are locked in the given order, which must be the same for all callers that share a
/// scope.
pub async fn charge_all(state: &Core, charges: &[Charge<'_>]) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    for charge in charges {
        charge_one(state, &mut transaction, charge).await?;
    }
    transaction.commit().await?;
    let is_within = |charge: &Charge<'_>| match charge.rule {
        Rule::Growing { free, wait_max } => {
            let max = hourly_max(free, wait_max);
            state
                .code_guesses
                .charge(charge.name(), max, state.clock.instant())
        }
        Rule::Leaking { .. } | Rule::Window { .. } => true,
    };
    if charges.iter().all(is_within) {
        return Ok(());
    }
    tracing::error!("more tries within an hour than the stored limits allow");
    Err(ApiError::from(Code::RequestLimit).with_retry_after(HOUR_SECONDS))
}

/// More tries than the growing waits allow within an hour: the free ones, those of the waits that double
/// from a second on, and those of the longest wait.
fn hourly_max(free: u32, wait_max: u32) -> u32 {
    let doubling = u32::BITS - wait_max.leading_zeros();
    let longest = 3_600 / wait_max.max(1);
    free.saturating_add(doubling)
        .saturating_add(longest)
        .saturating_add(1)
}

/// Charges a try within the caller's transaction: it counts only when that is committed.
pub async fn charge_one(
    state: &Core,
    connection: &mut PgConnection,
    charge: &Charge<'_>,
) -> Result<(), ApiError> {
    let scope = charge.scope;
    let subject = state.secrets.subject(charge.subject);
    let now = state.clock.now();
    // Inserts or locks the row in one statement: between two statements, a purge or a success that
    // clears the count may delete the row.
    let current = sqlx::query_as!(
        ThrottleState,
        "insert into throttle as held (scope, subject, count, since, updated_at)
         values ($1, $2, 0, $3, $3)
         on conflict (scope, subject) do update set count = held.count
         returning count, since, blocked_until, updated_at",
        scope,
        subject,
        now,
    )
    .fetch_one(&mut *connection)
    .await?;
    let charged = match state_after_try(current, charge.rule, now) {
        Ok(charged) => charged,
        Err(seconds) => {
            return Err(ApiError::from(Code::RequestLimit).with_retry_after(seconds));
        }
    };
    sqlx::query!(
        "update throttle set count = $3, since = $4, blocked_until = $5, updated_at = $6
         where scope = $1 and subject = $2",
        scope,
        subject,
        charged.count,
        charged.since,
        charged.blocked_until,
        charged.updated_at,
    )
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// Clears the tries of a subject, after a success.
pub async fn clear(state: &Core, scope: &str, subject: &str) -> Result<(), ApiError> {
    let rule = Rule::Window { max: 0, seconds: 0 };
    state
        .code_guesses
        .clear(Charge::of(scope, subject, rule).name());
    sqlx::query!(
        "delete from throttle where scope = $1 and subject = $2",
        scope,
        state.secrets.subject(subject),
    )
    .execute(&state.pool)
    .await?;
    Ok(())
}

/// Takes one charge of a [`Rule::Leaking`] back, after a try that turned out to be harmless.
/// Other charges stay.
pub async fn refund(state: &Core, scope: &str, subject: &str) -> Result<(), ApiError> {
    sqlx::query!(
        "update throttle set count = greatest(count - 1, 0)
         where scope = $1 and subject = $2",
        scope,
        state.secrets.subject(subject),
    )
    .execute(&state.pool)
    .await?;
    Ok(())
}

/// Takes one charge back, and the wait that this charge alone started.
pub async fn give_back(state: &Core, charge: &Charge<'_>) -> Result<(), ApiError> {
    let Rule::Growing { free, .. } = charge.rule else {
        return refund(state, charge.scope, charge.subject).await;
    };
    sqlx::query!(
        "update throttle
         set count = greatest(count - 1, 0),
             blocked_until = case when count - 1 >= $3 then blocked_until end
         where scope = $1 and subject = $2",
        charge.scope,
        state.secrets.subject(charge.subject),
        i32::try_from(free).unwrap_or(i32::MAX),
    )
    .execute(&state.pool)
    .await?;
    Ok(())
}

/// Deletes rows that no rule needs.
pub async fn sweep(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let gone = sqlx::query!(
        "delete from throttle where updated_at < $1",
        now - TimeDelta::days(3),
    )
    .execute(pool)
    .await?;
    Ok(gone.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_251_600, 0).unwrap()
    }

    fn fresh(now: DateTime<Utc>) -> ThrottleState {
        ThrottleState {
            count: 0,
            since: now,
            blocked_until: None,
            updated_at: now,
        }
    }

    #[test]
    fn waits_double_after_the_free_tries_up_to_the_longest() {
        let rule = Rule::Growing {
            free: 3,
            wait_max: 60,
        };
        let mut now = start();
        let mut current = fresh(now);
        let mut waits = Vec::new();
        for _ in 0..12 {
            current = state_after_try(current, rule, now).unwrap();
            let wait = state_after_try(current, rule, now).err().unwrap_or(0);
            waits.push(wait);
            now += TimeDelta::seconds(i64::try_from(wait).unwrap());
        }
        assert_eq!(waits, [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    }

    #[test]
    fn a_wait_is_forgotten_after_a_quiet_hour_and_never_permanent() {
        let rule = Rule::Growing {
            free: 1,
            wait_max: 60,
        };
        let now = start();
        let worn = ThrottleState {
            count: i32::MAX,
            blocked_until: Some(now + TimeDelta::seconds(60)),
            ..fresh(now)
        };
        assert_eq!(state_after_try(worn, rule, now), Err(60));
        let later = now + TimeDelta::seconds(61);
        assert!(state_after_try(worn, rule, later).is_ok());
        let next_day = now + TimeDelta::days(1);
        assert_eq!(state_after_try(worn, rule, next_day).unwrap().count, 1);
    }

    #[test]
    fn a_bucket_leaks_while_somebody_keeps_trying() {
        let rule = Rule::Leaking {
            max: 2,
            seconds: 30,
        };
        let mut now = start();
        let mut current = fresh(now);
        let mut taken = 0;
        for _ in 0..300 {
            if let Ok(charged) = state_after_try(current, rule, now) {
                current = charged;
                taken += 1;
            }
            now += TimeDelta::seconds(1);
        }
        // Two at once, and one more after each half minute, however many were refused.
        assert_eq!(taken, 2 + 9);
        let later = now + TimeDelta::minutes(5);
        assert_eq!(state_after_try(current, rule, later).unwrap().count, 1);
    }

    #[test]
    fn a_window_allows_its_maximum_and_then_starts_again() {
        let rule = Rule::Window {
            max: 2,
            seconds: 60,
        };
        let now = start();
        let one = state_after_try(fresh(now), rule, now).unwrap();
        let two = state_after_try(one, rule, now + TimeDelta::seconds(10)).unwrap();
        let refused = state_after_try(two, rule, now + TimeDelta::seconds(20));
        assert_eq!(refused, Err(40));
        let restarted = state_after_try(two, rule, now + TimeDelta::seconds(60)).unwrap();
        assert_eq!(restarted.count, 1);
    }
}
