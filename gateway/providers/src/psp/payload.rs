//! Whether a service's QR pays the operator, the order and its amount; the same for each protocol.

use ledger::{Currency, Money};

use crate::emv::payment::{self, Payee};
use platform::config::Psp;

/// BCEL in the Lao network, whose merchants take orders in kip.
const BCEL_IIN: &str = "27710418";
/// A merchant, in the Lao network.
const MERCHANT: &str = "002";

/// Why a service's QR is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PayloadFault {
    /// It is not readable in one way only.
    #[error("PAYLOAD_UNREADABLE")]
    Unreadable,
    /// It pays a different payee.
    #[error("PAYLOAD_OTHER_PAYEE")]
    OtherPayee,
    /// Its payment would be reported under a different reference.
    #[error("PAYLOAD_OTHER_REFERENCE")]
    OtherReference,
    /// It has a different amount, or none.
    #[error("PAYLOAD_OTHER_AMOUNT")]
    OtherAmount,
}

/// Whether a QR pays the configured receiver exactly this order.
pub fn check_payload(
    text: &str,
    psp: &Psp,
    order_ref: &str,
    amount: Money,
) -> Result<(), PayloadFault> {
    let qr = payment::read(text).map_err(|_| PayloadFault::Unreadable)?;
    let (is_ours, reference) = match (&qr.payee, amount.currency()) {
        (
            Payee::Bill {
                biller_id,
                reference,
                ..
            },
            Currency::Thb,
        ) => (*biller_id == psp.biller_id, Some(reference)),
        (
            Payee::LapNet {
                iin,
                kind,
                receiver,
                bill,
            },
            Currency::Lak,
        ) => {
            let is_ours = iin == BCEL_IIN && kind == MERCHANT && *receiver == psp.biller_id;
            (is_ours, bill.as_ref())
        }
        _ => return Err(PayloadFault::OtherPayee),
    };
    if !is_ours {
        return Err(PayloadFault::OtherPayee);
    }
    if reference.is_none_or(|reference| reference != order_ref) {
        return Err(PayloadFault::OtherReference);
    }
    // The reader gives amounts in the scheme's currency, so this compares both.
    if qr.amount != Some(amount) {
        return Err(PayloadFault::OtherAmount);
    }
    Ok(())
}
