//! What inviting earns: each night, the figures of every invited player's day before.
//!
//! 1. A day's invited players are taken a few at a time, each on a lease: who dies with one loses
//!    it after a while, and another gateway (or the next look of this one) takes it again.
//! 2. One is done when its figures were told and what they earn is in the inviter's books. While
//!    a provider is silent it is not, and is taken again when its lease is over.
//! 3. A day is done when none is left. Days that nobody looked at are caught up, as far back as a
//!    week; days on which inviting was off never earn.
//!
//! That a day earns once does not hang on any of this: the ledger has each invitee's day as a
//! claim, so a second look earns nothing.

mod compute;
mod figures;
mod night;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use ledger::WalletId;
use ledger::wallet::INDOCHINA_TIME;
use ledger::wallet::reward::Span;

use crate::platform::core::Core;

pub(crate) use compute::{compute_day, compute_today};
pub(crate) use figures::Tally;
pub(crate) use night::start;

/// How many days are caught up.
const DAYS_MAX: u64 = 7;

/// The day that was `back` days ago.
fn day_before(now: DateTime<Utc>, back: u64) -> Option<(NaiveDate, Span)> {
    let today = now.with_timezone(&INDOCHINA_TIME).date_naive();
    let day = today.checked_sub_days(Days::new(back))?;
    let (from, to) = (start_of(day)?, start_of(day.succ_opt()?)?);
    Some((day, Span { from, to }))
}

fn start_of(day: NaiveDate) -> Option<DateTime<Utc>> {
    let midnight = day.and_time(NaiveTime::MIN);
    let start = midnight.and_local_timezone(INDOCHINA_TIME).single()?;
    Some(start.to_utc())
}

/// Whether yesterday's figures of all whom a member has invited have been looked at.
pub(crate) async fn is_yesterday_known(
    state: &Core,
    inviter: WalletId,
) -> Result<bool, crate::platform::error::ApiError> {
    let Some((day, span)) = day_before(state.clock.now(), 1) else {
        return Ok(true);
    };
    let is_known = sqlx::query_scalar!(
        r#"select not exists (
            select from invitee
            where invitee.inviter_id = $1 and invitee.since < $3
                and not exists (select from invite_day where day = $2)
                and not exists (select from invite_figure as looked
                                where looked.day = $2 and looked.invitee = invitee.id
                                    and looked.done_at is not null)
        ) as "is_known!""#,
        inviter.0,
        day,
        span.to,
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_that_of_bangkok() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        // Half past midnight of the 21st in Bangkok.
        let (day, span) = day_before(at("2026-11-20T17:30:00Z"), 1).unwrap();
        assert_eq!(day.to_string(), "2026-11-20");
        assert_eq!(span.from, at("2026-11-19T17:00:00Z"));
        assert_eq!(span.to, at("2026-11-20T17:00:00Z"));
        let (day, _) = day_before(at("2026-11-20T16:59:59Z"), 1).unwrap();
        assert_eq!(day.to_string(), "2026-11-19");
    }
}
