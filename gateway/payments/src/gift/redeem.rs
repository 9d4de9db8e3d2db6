//! Redeeming a gift link: from its hash to a deposit in progress.
//!
//! The link is stored before the gift is submitted, so that the background work finds it after a
//! crash. A refused gift leaves no link.

use std::time::Duration;

use ledger::wallet::{GiftCommand, GiftStatus};
use ledger::{CommandOutcome, GiftId, Idempotency, LedgerError, Wallet, WalletCommand, WalletId};

use super::link_store::{self, StoreError};
use crate::{Job, Payments, Process, wait_until};
use members::member;
use platform::config::GiftRules;
use platform::error::{ApiError, Code};
use providers::gift::VoucherHash;

/// The state of a redeemed gift after the time that a request waits.
pub struct Redeemed {
    /// The player's wallet once the gift has ended or the wait is over.
    pub wallet: Wallet,
    /// The ledger's receipt for the submission.
    pub receipt: CommandOutcome,
}

/// Submits a gift, and waits at most the configured time for its outcome.
///
/// # Errors
///
/// `NO_WALLET` if gifts are off or in another currency, `REQUEST_LIMIT` beyond the hourly number
/// of links, and the refusals of the ledger's rules.
pub async fn redeem(
    payments: &Payments,
    wallet_id: WalletId,
    gift_id: GiftId,
    hash: &VoucherHash,
    key: Option<Idempotency>,
) -> Result<Redeemed, ApiError> {
    let currency = member::load(payments, wallet_id).await?.currency;
    if !payments.config.gift.is_on || currency != GiftRules::CURRENCY {
        return Err(Code::NoWallet.into());
    }
    let link = link_store::store(payments, gift_id, wallet_id, hash).await?;
    let voucher = hash.voucher();
    if link.wallet_id != wallet_id || link.voucher != voucher {
        return Err(Code::IdempotencyMismatch.into());
    }
    let context = payments.member_context(key);
    let command = WalletCommand::Gift(GiftCommand::Submit { gift_id, voucher });
    let submitted = payments.ledger.execute(wallet_id, command, context).await;
    if let Err(LedgerError::IdempotencyMismatch | LedgerError::Refused(_)) = submitted
        && link.is_new
    {
        // The gift does not exist and never will.
        link_store::discard(&payments.pool, gift_id).await?;
    }
    let receipt = submitted?;
    payments.hint(Job {
        process: Process::Gift,
        id: gift_id.0,
        wallet_id,
    });
    let longest = Duration::from_millis(payments.config.waits.slip_ms);
    let wallet = wait_until(payments, wallet_id, gift_id.0, longest, |wallet| {
        let status = wallet.gift(gift_id).map(|gift| gift.status);
        matches!(
            status,
            None | Some(GiftStatus::Credited | GiftStatus::Rejected)
        )
    })
    .await?;
    Ok(Redeemed { wallet, receipt })
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Database(error) => error.into(),
            StoreError::TooMany => Self::from(Code::RequestLimit).with_retry_after(15 * 60),
        }
    }
}
