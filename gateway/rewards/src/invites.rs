//! Invitation earnings: each night, computed from every invited player's previous day.
//!
//! 1. A day's invited players are taken a few at a time, each on a lease. After a crash the lease
//!    expires, and another gateway (or the next round of this one) takes the player again.
//! 2. A player is done when the providers have reported the figures and the earnings are in the
//!    inviter's wallet. While a provider does not answer, the player is taken again later.
//! 3. A day is done when no player is left. Missed days are caught up, as far back as a week; days
//!    on which invitations were off never earn.
//!
//! None of this is needed for a day to earn only once: the ledger claims each invitee's day, so a
//! second computation earns nothing.

mod compute;
mod figures;
mod night;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use ledger::WalletId;
use ledger::wallet::INDOCHINA_TIME;
use ledger::wallet::reward::Span;

use platform::core::Core;

pub use compute::{compute_day, compute_today};
pub use figures::Tally;
pub use night::start;

/// How many missed days are caught up.
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

/// Whether yesterday is computed for all players that a member invited.
pub async fn is_yesterday_known(
    state: &Core,
    inviter: WalletId,
) -> Result<bool, platform::error::ApiError> {
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
