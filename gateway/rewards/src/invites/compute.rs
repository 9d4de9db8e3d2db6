//! The nightly work at any other time: by an operator's command, next to a running gateway.

use chrono::{DateTime, NaiveDate, SubsecRound, Utc};
use futures_util::future::join_all;
use ledger::WalletId;
use ledger::wallet::reward::Span;
use uuid::Uuid;

use super::figures::{Looked, Tally};
use super::night::{AT_ONCE, run_day, try_look};
use super::{DAYS_MAX, day_before};
use members::inviter::Invited;
use payments::Payments;

/// Digits of a second that the database stores.
const STORED_DIGITS: u16 = 6;

/// Does the rest of a day's work; `None` if the day is not over or is too old to be caught up.
pub async fn compute_day(state: &Payments, day: NaiveDate) -> Result<Option<Tally>, sqlx::Error> {
    let now = state.clock.now();
    let days = (1..=DAYS_MAX).filter_map(|back| day_before(now, back));
    let Some((_, span)) = days.into_iter().find(|known| known.0 == day) else {
        return Ok(None);
    };
    run_day(state, day, span).await.map(Some)
}

/// Does the rest of the earlier days, then treats today so far as a whole day.
///
/// The claim of an invited player's day is the same as at night, so a day that earns here does not
/// earn again. The inviter loses the rest of such a day, so this is for demonstrations.
pub async fn compute_today(state: &Payments) -> Result<Tally, sqlx::Error> {
    let now = state.clock.now().trunc_subsecs(STORED_DIGITS);
    for (day, span) in (1..=DAYS_MAX)
        .rev()
        .filter_map(|back| day_before(now, back))
    {
        run_day(state, day, span).await?;
    }
    let mut tally = Tally::default();
    let Some((_, today)) = day_before(now, 0) else {
        return Ok(tally);
    };
    let span = Span { to: now, ..today };
    let mut last = Uuid::nil();
    loop {
        let pairs = invited_after(state, last, now).await?;
        let Some(invited) = pairs.last() else {
            return Ok(tally);
        };
        last = invited.member.0;
        let looks = pairs.iter().map(|invited| try_look(state, invited, span));
        for looked in join_all(looks).await {
            tally.waiting += i64::from(looked == Looked::Silent);
            tally.count(looked);
        }
    }
}

/// Some invited players with their inviters, in the order of their ids.
async fn invited_after(
    state: &Payments,
    last: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<Invited>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id as "id!", inviter_id as "inviter_id!", inviter_mac from invitee
           where id > $1 and since < $2 order by id limit $3"#,
        last,
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
