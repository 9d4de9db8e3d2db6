//! How much one person may move without a second person: a daily sum, not a single amount, so that
//! a large amount cannot be split into small ones.
//!
//! 1. The sums cover the requester's own decisions, and every decision of one person about the
//!    wallet. Decisions of two people do not count.
//! 2. The sum is read and the decision is written in one transaction under one lock, so parallel
//!    requests see one another.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::{Currency, Money, WalletId};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::decision::Decision;
use super::plan::Planned;
use platform::core::Core;

const WINDOW: TimeDelta = TimeDelta::hours(24);

/// The advisory lock for all decisions about money; an arbitrary number that nothing else uses.
const LOCK: i64 = 0x5e_c0_4d_9e;

/// Whether a second person must approve the request of `asker`. It holds the lock until the end of
/// the transaction, in which the decision must be written.
pub(super) async fn needs_second(
    connection: &mut PgConnection,
    state: &Core,
    asker: Uuid,
    decision: &Decision,
    planned: &Planned,
) -> Result<bool, sqlx::Error> {
    if !decision.moves_money() {
        return Ok(decision.always_takes_two());
    }
    sqlx::query!("select pg_advisory_xact_lock($1)", LOCK)
        .execute(&mut *connection)
        .await?;
    let takes_two = decision.always_takes_two() && !planned.is_proved;
    if takes_two || planned.is_reversal {
        return Ok(true);
    }
    let Some(amount) = planned.amount else {
        return Ok(true);
    };
    let before = largest_sum(
        connection,
        asker,
        planned.wallet_id,
        amount.currency(),
        state.clock.now(),
    )
    .await?;
    let sum = before.checked_add(amount.amount().abs());
    let sum = sum.and_then(|sum| Money::try_new(sum, amount.currency()).ok());
    Ok(sum.is_none_or(|sum| state.config.support.needs_second_person(sum)))
}

/// The larger of the two daily sums, the asker's and the wallet's.
async fn largest_sum(
    connection: &mut PgConnection,
    asker: Uuid,
    wallet: WalletId,
    currency: Currency,
    now: DateTime<Utc>,
) -> Result<Decimal, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select greatest(coalesce(sum(abs(amount)) filter (where asked_by = $1), 0),
                           coalesce(sum(abs(amount)) filter (where wallet_id = $2), 0)) as "sum!"
           from staff_decision
           where moves_money and not needs_second and currency = $3
             and (asked_by = $1 or wallet_id = $2)
             -- What is being carried out counts however old it is: it may still come.
             and (status = 'AGREED' or status = 'DONE' and ended_at > $4)"#,
        asker,
        wallet.0,
        currency.to_string(),
        now - WINDOW,
    )
    .fetch_one(connection)
    .await
}
