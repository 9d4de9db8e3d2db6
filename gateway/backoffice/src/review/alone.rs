//! How much one person may move without a second person: a daily sum, not a single amount, so that
//! a large amount cannot be split into small ones.
//!
//! 1. The sums cover the requester's own decisions, and every decision of one person about the
//!    wallet. Decisions of two people do not count.
//! 2. What counts is in signed audit entries, which nobody can take away; the decisions' own rows
//!    only say how they ended.
//! 3. The sum is read and the decision is written in one transaction under one lock, so parallel
//!    requests see one another.
//!
//! What the house gives has a separate limit and a separate sum: a bonus is not what a slip has brought.
//!
//! An explanation of a difference moves nothing: it has the same limit for its own amount, which no
//! person chooses.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::journal::{self, KeyOutcome};
use ledger::{Currency, Money, WalletId};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::decision::{Decision, SecondPersonReason};
use super::execute::ledger_key;
use super::plan::Planned;
use super::signature::made_since;
use platform::core::Core;

const WINDOW: TimeDelta = TimeDelta::hours(24);

/// The advisory lock for all decisions about money; an arbitrary number that nothing else uses.
const LOCK: i64 = 0x5e_c0_4d_9e;

/// Why a second person must approve the request of `asker`; none if one is enough. It holds the lock
/// until the end of the transaction, in which the decision must be written.
pub(super) async fn second_person_reason(
    connection: &mut PgConnection,
    state: &Core,
    asker: Uuid,
    decision: &Decision,
    planned: &Planned,
) -> Result<Option<SecondPersonReason>, sqlx::Error> {
    use SecondPersonReason::{DailySum, OtherAmount, Reversal, WordOfStaff};
    if !decision.is_of_ledger() {
        let amount = planned.amount;
        let is_above =
            amount.is_some_and(|amount| state.config.support.needs_second_person(amount));
        return Ok(is_above.then_some(WordOfStaff));
    }
    if !decision.moves_money() {
        return Ok(decision.always_takes_two().then_some(WordOfStaff));
    }
    sqlx::query!("select pg_advisory_xact_lock($1)", LOCK)
        .execute(&mut *connection)
        .await?;
    if decision.always_takes_two() && !planned.is_proved {
        return Ok(Some(WordOfStaff));
    }
    if planned.is_reversal {
        return Ok(Some(Reversal));
    }
    if planned.is_other_amount {
        return Ok(Some(OtherAmount));
    }
    let Some(amount) = planned.amount else {
        return Ok(Some(WordOfStaff));
    };
    let question = Asked {
        by: asker,
        wallet: planned.wallet_id,
        currency: amount.currency(),
        is_reward: decision.gives_reward(),
        now: state.clock.now(),
    };
    let stored = largest_sum(connection, &question).await?;
    let before = stored.max(largest_signed_sum(connection, state, &question).await?);
    let sum = before.checked_add(amount.amount().abs());
    let sum = sum.and_then(|sum| Money::try_new(sum, amount.currency()).ok());
    let is_above = sum.is_none_or(|sum| question.is_above_limit(state, sum));
    Ok(is_above.then_some(DailySum))
}

/// A request that moves money.
struct Asked {
    by: Uuid,
    wallet: WalletId,
    currency: Currency,
    /// What the house gives has a separate sum and a separate limit.
    is_reward: bool,
    now: DateTime<Utc>,
}

impl Asked {
    fn is_above_limit(&self, state: &Core, sum: Money) -> bool {
        let rules = &state.config.support;
        if self.is_reward {
            rules.needs_second_for_reward(sum)
        } else {
            rules.needs_second_person(sum)
        }
    }
}

/// The larger of the two daily sums, the asker's and the wallet's, by the decisions' rows.
async fn largest_sum(connection: &mut PgConnection, asked: &Asked) -> Result<Decimal, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select greatest(coalesce(sum(abs(amount)) filter (where asked_by = $1), 0),
                           coalesce(sum(abs(amount)) filter (where wallet_id = $2), 0)) as "sum!"
           from staff_decision
           where moves_money and not needs_second and currency = $3
             and (asked_by = $1 or wallet_id = $2)
             and (decision ->> 'kind' in ('grant_bonus', 'give_coupon', 'give_coins')) = $5
             -- What is being carried out counts however old it is: it may still come.
             and (status = 'AGREED' or status = 'DONE' and ended_at > $4)"#,
        asked.by,
        asked.wallet.0,
        asked.currency.to_string(),
        asked.now - WINDOW,
        asked.is_reward,
    )
    .fetch_one(connection)
    .await
}

/// The same by the signed entries of the window, without what has ended without effect: a row that
/// somebody has changed takes nothing away from the sum.
async fn largest_signed_sum(
    connection: &mut PgConnection,
    state: &Core,
    asked: &Asked,
) -> Result<Decimal, sqlx::Error> {
    let (by, wallet) = (asked.by, asked.wallet);
    let entries = made_since(&mut *connection, asked.now - WINDOW, by, wallet).await?;
    let (mut of_asker, mut of_wallet) = (Decimal::ZERO, Decimal::ZERO);
    for entry in entries
        .iter()
        .filter(|entry| entry.is_signed(&state.secrets))
    {
        let counts = |what: &Decision| what.moves_money() && what.gives_reward() == asked.is_reward;
        let Some(said) = entry.said().filter(|said| counts(&said.what)) else {
            continue;
        };
        let Some(amount) = said.terms.amount_in(asked.currency) else {
            continue;
        };
        let (player, key) = (
            WalletId(said.player),
            ledger_key(&state.secrets, said.decision),
        );
        let outcome = journal::outcome_of_key(&mut *connection, player, &key.key).await?;
        if outcome == KeyOutcome::UsedUp {
            continue;
        }
        if entry.by == Some(by) {
            of_asker += amount.abs();
        }
        if player == wallet {
            of_wallet += amount.abs();
        }
    }
    Ok(of_asker.max(of_wallet))
}
