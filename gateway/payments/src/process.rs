//! Finds the open work of each process, and makes its steps.

use std::future::Future;

use chrono::{DateTime, Utc};
use ledger::WalletId;
use projections::{ViewError, open_work};
use uuid::Uuid;

use super::attempt::{Job, Process};
use super::gift::work as gift;
use super::outbound::{Schedule, StepError, step_max};
use super::qr::work as qr;
use super::slip::work as slip;
use super::{Payments, transfer, withdrawal};
use platform::database::within;

/// Rows read at once.
const PAGE: i64 = 500;

/// All started work that has not ended and is due.
pub(super) async fn due(
    process: Process,
    payments: &Payments,
    now: DateTime<Utc>,
) -> Result<Vec<Job>, ViewError> {
    let pool = &payments.pool;
    let subject = |id: Uuid, wallet_id: WalletId| Job {
        process,
        id,
        wallet_id,
    };
    Ok(match process {
        Process::Transfer => {
            let read = |after| open_work::transfers_after(pool, after, PAGE);
            let open = read_all(read, |work| work.opened_position)
                .await?
                .into_iter();
            open.map(|transfer| subject(transfer.transfer_id.0, transfer.wallet_id))
                .collect()
        }
        Process::Withdrawal => {
            let read = |after| open_work::withdrawals_after(pool, after, PAGE);
            let open = read_all(read, |work| work.opened_position)
                .await?
                .into_iter();
            // A held withdrawal needs no task that waits for a day: it is found when it is
            // due.
            open.filter(|withdrawal| withdrawal.not_before.is_none_or(|until| until <= now))
                .map(|withdrawal| subject(withdrawal.withdrawal_id.0, withdrawal.wallet_id))
                .collect()
        }
        Process::Slip => {
            let read = |after| open_work::slips_after(pool, after, PAGE);
            let open = read_all(read, |work| work.opened_position)
                .await?
                .into_iter();
            open.map(|slip| subject(slip.slip_id.0, slip.wallet_id))
                .collect()
        }
        Process::Gift => {
            let read = |after| open_work::gifts_after(pool, after, PAGE);
            let open = read_all(read, |work| work.opened_position)
                .await?
                .into_iter();
            open.map(|gift| subject(gift.gift_id.0, gift.wallet_id))
                .collect()
        }
        Process::Qr => qr::due(payments).await?,
    })
}

/// Makes one step of a subject. A step that is abandoned because it takes too long is resumed from
/// the same point, as after a crash.
pub(super) async fn step(payments: &Payments, subject: Job) -> Result<Schedule, StepError> {
    let longest = step_max(payments);
    match subject.process {
        // It may wait long for its turn with the provider; its bound starts after that.
        Process::Transfer => transfer::step(payments, subject).await,
        Process::Withdrawal => within(longest, withdrawal::step(payments, subject)).await,
        Process::Slip => within(longest, slip::step(payments, subject)).await,
        Process::Gift => within(longest, gift::step(payments, subject)).await,
        Process::Qr => within(longest, qr::step(payments, subject)).await,
    }
}

/// Reads all pages of a list, each from the last position of the previous one.
async fn read_all<T, F>(
    read: impl Fn(i64) -> F,
    position: impl Fn(&T) -> i64,
) -> Result<Vec<T>, ViewError>
where
    F: Future<Output = Result<Vec<T>, ViewError>>,
{
    let mut all: Vec<T> = Vec::new();
    loop {
        let page = read(all.last().map_or(0, &position)).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}
