//! The hold on payouts after a new password or PIN, which a stranger may have set.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{HoldReason, PayoutCommand};
use ledger::{WalletCommand, WalletId};

use platform::core::Core;
use platform::error::ApiError;

/// Lets payouts wait for the operator's hours. Says until when they wait then.
pub(super) async fn start(
    state: &Core,
    id: WalletId,
    reason: HoldReason,
) -> Result<Option<DateTime<Utc>>, ApiError> {
    let hours = i64::from(state.config.withdrawal.password_hold_hours);
    let command = WalletCommand::Payout(PayoutCommand::Hold {
        until: state.clock.now() + TimeDelta::hours(hours),
        reason,
    });
    let context = state.member_context(None);
    state.ledger.execute(id, command, context).await?;
    let wallet = state.ledger.load(id).await?;
    Ok(wallet.withdrawals_held_until(state.clock.now()))
}
