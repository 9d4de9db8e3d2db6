//! Lets a request wait a moment for the outcome of its operation.

use std::time::Duration;

use ledger::{LedgerError, Wallet, WalletId};
use projections::View;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;
use uuid::Uuid;

use super::Payments;

/// How often to check anyway: another gateway may record the outcome, and its notice may be lost.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// Waits until `is_settled` holds for the wallet, for at most `longest`; returns the wallet as it
/// then is.
pub async fn wait_until(
    state: &Payments,
    wallet_id: WalletId,
    subject: Uuid,
    longest: Duration,
    is_settled: impl Fn(&Wallet) -> bool,
) -> Result<Wallet, LedgerError> {
    wait_until_all(state, wallet_id, &[subject], longest, is_settled).await
}

/// Like [`wait_until`], for an outcome that depends on several subjects.
pub async fn wait_until_all(
    state: &Payments,
    wallet_id: WalletId,
    subjects: &[Uuid],
    longest: Duration,
    is_settled: impl Fn(&Wallet) -> bool,
) -> Result<Wallet, LedgerError> {
    let deadline = Instant::now() + longest;
    let mut moved = state.moved.subscribe();
    // The views show the outcomes that other gateways have recorded.
    let mut shown = state.projections.subscribe();
    loop {
        let wallet = state.ledger.load(wallet_id).await?;
        if is_settled(&wallet) || Instant::now() >= deadline {
            return Ok(wallet);
        }
        let look_again = deadline.min(Instant::now() + LOOK_AGAIN);
        loop {
            tokio::select! {
                subject = moved.recv() => match subject {
                    Ok(id) if subjects.contains(&id) => break,
                    Ok(_) => {}
                    Err(RecvError::Lagged(_) | RecvError::Closed) => break,
                },
                notice = shown.recv() => match notice {
                    Ok(notice) if notice.wallet_id == wallet_id && notice.view == View::OpenWork => break,
                    Ok(_) => {}
                    Err(RecvError::Lagged(_) | RecvError::Closed) => break,
                },
                () = tokio::time::sleep_until(look_again) => break,
            }
        }
    }
}
