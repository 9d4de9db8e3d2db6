//! The credit that has used a payment of the bank.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::work::{Names, WorkPlayer};
use backoffice::review::receipt_match::ReceiptCredit;

/// The credit that has used a payment.
#[derive(Serialize, ToSchema)]
pub(super) struct PaymentCredit {
    player: WorkPlayer,
    at: DateTime<Utc>,
}

impl PaymentCredit {
    pub(super) fn new(names: &Names, credit: ReceiptCredit) -> Self {
        Self {
            player: WorkPlayer::named(names, credit.wallet_id),
            at: credit.at,
        }
    }
}
