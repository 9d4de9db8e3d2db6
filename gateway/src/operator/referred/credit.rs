//! What staff's credit brings: the outside is asked once more, and its word counts.

use ledger::wallet::SlipReference;
use ledger::{Money, WalletCommand};
use projections::open_work::{OpenSlip, ReferredQr};

use super::super::OperatorError;
use crate::outside::psp::{PspLine, PspWord};
use crate::outside::slip_check::{self, Verification};
use crate::processes::qr_order;
use crate::slip::{file, ruling};
use crate::state::AppState;

/// Asks the payment service once more: what it does not call paid is not credited.
pub(super) async fn of_qr(
    state: &AppState,
    order: &ReferredQr,
) -> Result<WalletCommand, OperatorError> {
    let refused = |why| Err(OperatorError::Decision(why));
    let Some(row) = qr_order::find(&state.pool, order.order_id).await? else {
        return refused("the gateway has no row of this order");
    };
    let Some((psp, _)) = state.config.psp(&order.channel) else {
        return refused("the order's channel is not configured");
    };
    let line = PspLine::new(state, psp);
    match line.status(&row.order_ref, order.amount).await {
        PspWord::Paid(paid) => Ok(WalletCommand::CreditReferredQr {
            order_id: order.order_id,
            provider_ref: paid.provider_ref,
            deposit_account: psp.deposit_account.clone(),
        }),
        PspWord::OtherPaid => {
            refused("another amount or currency was paid than ordered: send it back and reject it")
        }
        PspWord::Unpaid | PspWord::NotSeen => refused("the service does not say that it was paid"),
        PspWord::Unknown(_) => refused("the payment service cannot be asked now"),
    }
}

/// Asks the slip service once more: who has paid is staff's decision, what and where is not.
pub(super) async fn of_slip(
    state: &AppState,
    slip: &OpenSlip,
    account: Option<String>,
) -> Result<WalletCommand, OperatorError> {
    let reference = slip.reference.clone();
    let reference = reference.ok_or(OperatorError::Decision("the slip's QR was not read"))?;
    let (amount, told) = slip_facts(state, slip, &reference).await?;
    let deposit_account = match (told, account) {
        (Some(told), Some(said)) if told != said => {
            return Err(OperatorError::Decision("another account received it"));
        }
        (Some(told), _) => told,
        (None, Some(said)) if state.config.deposit_account(&said).is_some() => said,
        (None, Some(_)) => return Err(OperatorError::Decision("no such deposit account")),
        (None, None) => {
            return Err(OperatorError::Decision(
                "which account received it is not clear: look there and say --account",
            ));
        }
    };
    Ok(WalletCommand::CreditSlip {
        slip_id: slip.slip_id,
        reference,
        amount,
        deposit_account,
    })
}

/// How much the bank says was paid, and to which of our accounts where it is clear.
async fn slip_facts(
    state: &AppState,
    slip: &OpenSlip,
    reference: &SlipReference,
) -> Result<(Money, Option<String>), OperatorError> {
    let refused = |why| Err(OperatorError::Decision(why));
    let file = file::find(&state.pool, slip.slip_id).await?;
    let Some(payload) = file.and_then(|file| file.payload) else {
        return refused("what the slip's QR says is not kept any more");
    };
    let wallet = state.book.load(slip.wallet_id).await?;
    let Some(currency) = wallet.currency() else {
        return refused("the wallet is not open");
    };
    match slip_check::verify(state, &payload).await {
        Verification::Confirmed(facts) => {
            let told = ruling::for_staff(&state.config, &facts, reference, currency);
            let told = told.map(|(amount, account)| (amount, account.map(|it| it.id.clone())));
            told.ok_or(OperatorError::Decision(
                "the bank speaks of another payment or currency",
            ))
        }
        Verification::Refused(reason) => refused(reason.code()),
        Verification::Later(_) | Verification::Unreachable(_) | Verification::OurFault(_) => {
            refused("the slip service cannot be asked now")
        }
    }
}
