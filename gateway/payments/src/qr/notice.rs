//! Notifications of payments: which are credited directly, and which the service must confirm.
//!
//! A thief of the key that signs notifications could report payments that were never made. So a
//! notification of a large amount, or with an impossible time, is credited only after the service
//! confirms it:
//! 1. An answer that agrees in status, amount, currency and both references is credited.
//! 2. A payment of a different amount or reference is left for staff, whose decision queries the
//!    service again.
//! 3. The service's status may be later than its notification. Until the order expires, an order
//!    that is unpaid there stays as it is and is queried again; then it is left for staff.
//! 4. Without a definite answer the order is queried as usual, and the notification, which was not
//!    accepted, comes again.
//!
//! In cases 3 and 4 the row remembers the notification before the answer says that it was not
//! taken. So after a crash in between, polling still ends with a credit or with staff.

use chrono::TimeDelta;

use super::order::{self, QrOrder};
use super::work as qr;
use crate::Payments;
use crate::outbound::StepError;
use platform::config::Psp;
use providers::psp::{self, Paid, PspWord};

/// The outcome of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// The payment was credited or left for staff, by this or an earlier notification.
    Settled,
    /// The service must confirm it and cannot be reached now.
    NotConfirmed,
}

/// Takes a notification of a payment of exactly the order's amount.
pub async fn take(
    state: &Payments,
    psp: &Psp,
    order: &QrOrder,
    paid: &Paid,
    is_timely: bool,
) -> Result<Taken, StepError> {
    if order.is_paid() {
        return Ok(Taken::Settled);
    }
    if is_timely && !state.config.qr.is_confirmed_first(order.amount) {
        qr::credit(state, psp, order, paid).await?;
        return Ok(Taken::Settled);
    }
    let service = psp::client(state, psp);
    match service.status(&order.order_ref, order.amount).await {
        PspWord::Paid(seen) if seen == *paid => qr::credit(state, psp, order, &seen).await?,
        PspWord::Paid(_) => qr::refer(state, order, "OTHER_REFERENCE".to_owned()).await?,
        PspWord::OtherPaid(_) => qr::refer(state, order, "OTHER_AMOUNT".to_owned()).await?,
        PspWord::Unpaid | PspWord::NotSeen if state.clock.now() >= order.expires_at => {
            qr::refer(state, order, qr::NOT_CONFIRMED.to_owned()).await?;
        }
        PspWord::Unpaid | PspWord::NotSeen => {
            return wait(state, order, "not paid there so far").await;
        }
        PspWord::Unknown(seen) => return wait(state, order, &seen).await,
    }
    Ok(Taken::Settled)
}

async fn wait(state: &Payments, order: &QrOrder, seen: &str) -> Result<Taken, StepError> {
    tracing::warn!(id = %order.id, seen, "a notification is not confirmed so far");
    let poll = TimeDelta::from_std(state.config.qr.poll()).unwrap_or(TimeDelta::MAX);
    order::mark_notified(&state.pool, order.id, state.clock.now() + poll).await?;
    Ok(Taken::NotConfirmed)
}
