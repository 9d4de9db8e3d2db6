//! The change of the bank account for which a withdrawal waits: who decides about the payout compares
//! the account with the one before.

use chrono::{DateTime, Utc};
use ledger::LedgerError;
use ledger::journal::{self, Actor};
use projections::open_work;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::contact::PlayerAccount;
use crate::api::state::AppState;
use members::particulars;
use platform::error::ApiError;

/// The change for which a withdrawal waits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BankChange {
    /// The account before; null if nothing is known of it.
    before: Option<PlayerAccount>,
    /// The account that the withdrawal goes to.
    now: Option<PlayerAccount>,
    changed_at: DateTime<Utc>,
    /// Who made it: `MEMBER`, `STAFF` or `PROCESS`.
    #[schema(example = "MEMBER")]
    changed_by: &'static str,
}

/// The change that holds a withdrawal; none for other work, or if the withdrawal waits for another
/// reason.
pub(super) async fn of(state: &AppState, work: Uuid) -> Result<Option<BankChange>, ApiError> {
    let Some(withdrawal) = open_work::withdrawal_by_id(&state.pool, work).await? else {
        return Ok(None);
    };
    let member = withdrawal.wallet_id;
    let change =
        journal::last_account_change(&state.pool, state.ledger.journal_key(), member).await;
    let change = change.map_err(LedgerError::from)?;
    // A different end of the hold comes from a new password or PIN.
    let Some(change) = change.filter(|change| change.hold_until == withdrawal.not_before) else {
        return Ok(None);
    };
    let before = particulars::find(&state.pool, member, Some(change.before)).await?;
    let now = particulars::find(&state.pool, member, Some(withdrawal.bank_account)).await?;
    Ok(Some(BankChange {
        before: before.map(|particulars| particulars.account.into()),
        now: now.map(|particulars| particulars.account.into()),
        changed_at: change.at,
        changed_by: match change.actor {
            Actor::Member => "MEMBER",
            Actor::Staff { .. } => "STAFF",
            Actor::Process { .. } => "PROCESS",
        },
    }))
}
