//! The nightly run over all invited players.

use std::time::Duration;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use futures_util::future::join_all;
use ledger::WalletId;
use ledger::wallet::reward::Span;

use super::figures::{self, Looked, Tally};
use super::{DAYS_MAX, day_before};
use members::inviter::Invited;
use payments::Payments;
use platform::database::within;

/// The pause between two checks of the clock.
const LOOK_EVERY: Duration = Duration::from_mins(1);

/// How long a taken invitee is reserved, and how long after a failure the next try comes.
const LEASE: TimeDelta = TimeDelta::minutes(10);

/// A night's work takes longer only on a dead connection.
const NIGHT_MAX: Duration = Duration::from_hours(3);

/// How many invitees are processed in parallel.
pub(super) const AT_ONCE: i64 = 16;

/// Processes the due days, every minute until the gateway stops.
pub fn start(core: &Payments) {
    let state = core.clone();
    core.spawn(async move {
        loop {
            if let Err(error) = within(NIGHT_MAX, nightly(&state.renewed())).await {
                tracing::warn!(%error, "the nightly computation of invitations was interrupted");
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    });
}

/// Processes all due days, the oldest first.
async fn nightly(state: &Payments) -> Result<(), sqlx::Error> {
    let rules = &state.config.invite;
    let hour = TimeDelta::hours(i64::from(rules.at_hour));
    let ready = state.clock.now() - hour;
    let days: Vec<_> = (1..=DAYS_MAX)
        .rev()
        .filter_map(|back| day_before(ready, back))
        .collect();
    if let Some((oldest, _)) = days.first() {
        forget_before(state, *oldest).await?;
    }
    for (day, span) in days {
        if rules.is_on {
            run_day(state, day, span).await?;
        } else {
            // If invitations are switched on later, this day still earns nothing.
            finish(state, day).await?;
        }
    }
    Ok(())
}

/// Processes the rest of a past day, and closes the day when nothing is left.
pub(super) async fn run_day(
    state: &Payments,
    day: NaiveDate,
    span: Span,
) -> Result<Tally, sqlx::Error> {
    let mut tally = Tally::default();
    if is_done(state, day).await? {
        return Ok(tally);
    }
    while let taken = take(state, day, span).await?
        && !taken.is_empty()
    {
        let looks = taken.iter().map(|invited| look(state, day, span, invited));
        for looked in join_all(looks).await {
            tally.count(looked?);
        }
    }
    tally.waiting = left(state, day, span).await?;
    if tally.waiting == 0 {
        finish(state, day).await?;
    }
    Ok(tally)
}

/// Processes one invitee, and records it as done when nothing is left to do.
async fn look(
    state: &Payments,
    day: NaiveDate,
    span: Span,
    invited: &Invited,
) -> Result<Looked, sqlx::Error> {
    let looked = try_look(state, invited, span).await;
    if looked != Looked::Silent {
        sqlx::query!(
            "update invite_figure set done_at = $3 where day = $1 and invitee = $2",
            day,
            invited.member.0,
            state.clock.now(),
        )
        .execute(&state.pool)
        .await?;
    }
    Ok(looked)
}

/// The outcome for one invitee; any failure counts as a provider that does not answer.
pub(super) async fn try_look(state: &Payments, invited: &Invited, span: Span) -> Looked {
    figures::look(state, invited, span)
        .await
        .unwrap_or_else(|error| {
            let code = error.code.as_str();
            tracing::warn!(player = %invited.member, code, "an invitee's day is computed later");
            Looked::Silent
        })
}

async fn is_done(state: &Payments, day: NaiveDate) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (select from invite_day where day = $1) as "is_done!""#,
        day
    )
    .fetch_one(&state.pool)
    .await
}

async fn finish(state: &Payments, day: NaiveDate) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into invite_day (day, done_at) values ($1, $2) on conflict (day) do nothing",
        day,
        state.clock.now(),
    )
    .execute(&state.pool)
    .await
    .map(drop)
}

/// Takes some invitees of a day that are neither done nor taken by another gateway.
async fn take(state: &Payments, day: NaiveDate, span: Span) -> Result<Vec<Invited>, sqlx::Error> {
    let now: DateTime<Utc> = state.clock.now();
    let rows = sqlx::query!(
        r#"with taken as (
            insert into invite_figure as known (day, invitee, taken_until)
            select $1, invitee.id, $3 from invitee
            where invitee.since < $2
                and not exists (select from invite_figure as held
                                where held.day = $1 and held.invitee = invitee.id
                                    and (held.done_at is not null or held.taken_until > $4))
            order by invitee.id limit $5
            on conflict (day, invitee) do update set taken_until = excluded.taken_until
                where known.done_at is null and known.taken_until <= $4
            returning invitee
        )
        select member.id, member.inviter_id as "inviter_id!", member.inviter_mac
        from member join taken on taken.invitee = member.id
        where member.inviter_id is not null"#,
        day,
        span.to,
        now + LEASE,
        now,
        AT_ONCE,
    )
    .fetch_all(&state.pool)
    .await?;
    let invited = rows.into_iter().map(|row| Invited {
        member: WalletId(row.id),
        inviter: WalletId(row.inviter_id),
        mac: row.inviter_mac,
    });
    Ok(invited.collect())
}

/// How many invitees of a day are not done yet.
async fn left(state: &Payments, day: NaiveDate, span: Span) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "left!" from invitee
           where invitee.since < $2
               and not exists (select from invite_figure as looked
                               where looked.day = $1 and looked.invitee = invitee.id
                                   and looked.done_at is not null)"#,
        day,
        span.to,
    )
    .fetch_one(&state.pool)
    .await
}

/// Deletes the progress of days that are no longer processed.
async fn forget_before(state: &Payments, day: NaiveDate) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from invite_figure where day < $1", day)
        .execute(&state.pool)
        .await?;
    sqlx::query!("delete from invite_day where day < $1", day)
        .execute(&state.pool)
        .await
        .map(drop)
}
