//! Looks after QR orders: creates them at the payment service, queries them, credits them.
//!
//! 1. An order's row is written before the ledger takes the order, and the ledger takes it before
//!    the service is called. So after a crash in between, every payment still leads back to a
//!    wallet.
//! 2. Creating an order twice creates one, so after a lost answer the request is repeated. A QR is
//!    shown only if it pays exactly this order.
//! 3. A notification only saves time: open orders are queried anyway and, at growing intervals,
//!    orders that ended unpaid, because late money is real money.
//! 4. A notification of a large amount, or with an impossible time, credits nothing before the
//!    service has confirmed it (see [`crate::qr::notice`]).
//! 5. All payments go through [`credit`]. The ledger claims the order, so that any number of
//!    notifications and answers credits it once. A payment that may not be credited is left for
//!    staff, and so is a payment of an order that the row's wallet never made.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{QrCommand, QrEnd, QrPayment, QrStatus};
use ledger::{LedgerError, QrOrderId, WalletCommand, WalletError, journal};

use super::order::{self, QrOrder, Settlement};
use crate::Payments;
use crate::Process;
use crate::TERMINATED;
use crate::attempt::Job;
use crate::outbound::{Schedule, StepError};
use members::member;
use platform::config::Psp;
use platform::error::{ApiError, Code};
use providers::psp::{self, Making, Paid, Payer, PspOrder, PspWord, Withdrawing};

/// Why an order is left for staff: a notification reports a payment that the service does not.
pub(crate) const NOT_CONFIRMED: &str = "NOT_CONFIRMED";

/// How many orders of one channel are worked on at once, so that a service that hangs delays only
/// its own orders. Live orders and ended orders have separate turns.
const LIVE_AT_ONCE: i64 = 4;
const ENDED_AT_ONCE: i64 = 2;

/// How often an order is requested before its creation has failed.
const MAKING_TRIES: u32 = 2;

/// The longest pauses between two questions about an open and about an ended order.
const OPEN_PAUSE_MAX: Duration = Duration::from_mins(1);
const ENDED_PAUSE_MAX: Duration = Duration::from_hours(1);

/// The time by which every request has ended.
const REQUEST_OVER: TimeDelta = TimeDelta::minutes(2);

impl From<StepError> for ApiError {
    fn from(stall: StepError) -> Self {
        match stall {
            StepError::Ledger(error) => error.into(),
            StepError::Database(error) => error.into(),
            StepError::Member => Code::ServiceUnavailable.into(),
        }
    }
}

/// The orders that are due.
pub(crate) async fn due(payments: &Payments) -> Result<Vec<Job>, sqlx::Error> {
    let mut all = Vec::new();
    let now = payments.clock.now();
    for psp in &payments.config.psps {
        let code = &psp.bank_code;
        let due = order::due(&payments.pool, code, now, LIVE_AT_ONCE, ENDED_AT_ONCE).await?;
        all.extend(due.into_iter().map(|(id, wallet_id)| Job {
            process: Process::Qr,
            id: id.0,
            wallet_id,
        }));
    }
    Ok(all)
}

/// Makes the next step of an order; its row says when it is due again.
pub(crate) async fn step(state: &Payments, subject: Job) -> Result<Schedule, StepError> {
    let order = order::find(&state.pool, QrOrderId(subject.id)).await?;
    let Some(order) = order.filter(|order| order.settlement.is_none()) else {
        return Ok(Schedule::Ended);
    };
    let Some((psp, _)) = state.config.psp(&order.channel) else {
        // The operator has removed the channel, so there is no service to query.
        return look_again(state, &order, ENDED_PAUSE_MAX).await;
    };
    let wallet = state.ledger.load(order.wallet_id).await?;
    let now = state.clock.now();
    match wallet.qr(order.id).map(|qr| qr.status) {
        Some(QrStatus::Paid) => settle(state, &order, Settlement::Paid).await,
        Some(QrStatus::Referred | QrStatus::Rejected) => {
            settle(state, &order, Settlement::Referred).await
        }
        Some(QrStatus::Open) if now < order.expires_at && order.payload.is_none() => {
            if now < order.created_at + patience(state) {
                return look_again(state, &order, state.config.qr.poll()).await;
            }
            place(state, &order).await?;
            look_again(state, &order, state.config.qr.poll()).await
        }
        Some(QrStatus::Open) if order.is_placed => look_at_open(state, psp, &order, now).await,
        Some(QrStatus::Open) => {
            end(state, &order, QrEnd::Expired).await?;
            settle(state, &order, Settlement::Unplaced).await
        }
        Some(QrStatus::Ended(_)) | None if order.is_placed => {
            look_at_ended(state, psp, &order, now).await
        }
        // The ledger never took it, or the request ended before it called the service. A request
        // under way may still do either.
        Some(QrStatus::Ended(_)) | None if now >= order.expires_at + REQUEST_OVER => {
            settle(state, &order, Settlement::Unplaced).await
        }
        Some(QrStatus::Ended(_)) | None => {
            let pause = doubled(state.config.qr.poll(), order.questions, OPEN_PAUSE_MAX);
            look_again(state, &order, pause).await
        }
    }
}

/// How long the request that started an order has to create it at the service itself.
fn patience(state: &Payments) -> TimeDelta {
    let calls = state.config.waits.outside() * MAKING_TRIES + Duration::from_secs(1);
    TimeDelta::from_std(calls).unwrap_or(TimeDelta::MAX)
}

async fn look_at_open(
    state: &Payments,
    psp: &Psp,
    order: &QrOrder,
    now: DateTime<Utc>,
) -> Result<Schedule, StepError> {
    // Queried before it is ended, so that a payment in the last second counts as in time.
    if let Some(next) = ask(state, psp, order).await? {
        return Ok(next);
    }
    if now >= order.expires_at {
        end(state, order, QrEnd::Expired).await?;
        // It has expired at the service as well.
        order::mark_withdrawn(&state.pool, order.id).await?;
        order::look_again(&state.pool, order, 0, now + late_pause(state, 0)).await?;
        return Ok(Schedule::Ended);
    }
    let left = (order.expires_at - now).to_std().unwrap_or_default();
    let pause = doubled(state.config.qr.poll(), order.questions, OPEN_PAUSE_MAX);
    look_again(state, order, pause.min(left)).await
}

async fn look_at_ended(
    state: &Payments,
    psp: &Psp,
    order: &QrOrder,
    now: DateTime<Utc>,
) -> Result<Schedule, StepError> {
    if !order.is_withdrawn && now < order.expires_at {
        match psp::client(state, psp).withdraw(&order.order_ref).await {
            Withdrawing::Done => order::mark_withdrawn(&state.pool, order.id).await?,
            Withdrawing::Paid => {}
            Withdrawing::Unknown(seen) => {
                tracing::warn!(id = %order.id, seen, "a QR order is not cancelled yet");
                let pause = doubled(state.config.qr.poll(), order.questions, ENDED_PAUSE_MAX);
                return look_again(state, order, pause).await;
            }
        }
    }
    if let Some(next) = ask(state, psp, order).await? {
        return Ok(next);
    }
    if now >= order.expires_at + state.config.qr.late() {
        if order.is_notified {
            refer(state, order, NOT_CONFIRMED.to_owned()).await?;
            return Ok(Schedule::Ended);
        }
        return settle(state, order, Settlement::Unpaid).await;
    }
    let pause = late_pause(state, order.questions).to_std();
    look_again(state, order, pause.unwrap_or_default()).await
}

/// Queries the service and credits a payment. An expired order whose payment only a notification
/// reports is left for staff. Returns none if it is not paid yet.
async fn ask(state: &Payments, psp: &Psp, order: &QrOrder) -> Result<Option<Schedule>, StepError> {
    let service = psp::client(state, psp);
    match service.status(&order.order_ref, order.amount).await {
        PspWord::Paid(paid) => {
            credit(state, psp, order, &paid).await?;
            Ok(Some(Schedule::Ended))
        }
        PspWord::OtherPaid(_) => {
            refer(state, order, "OTHER_AMOUNT".to_owned()).await?;
            Ok(Some(Schedule::Ended))
        }
        PspWord::Unpaid | PspWord::NotSeen
            if order.is_notified && state.clock.now() >= order.expires_at =>
        {
            refer(state, order, NOT_CONFIRMED.to_owned()).await?;
            Ok(Some(Schedule::Ended))
        }
        PspWord::Unpaid | PspWord::NotSeen => Ok(None),
        PspWord::Unknown(seen) => {
            tracing::warn!(id = %order.id, seen, "a QR order's state is not known");
            Ok(None)
        }
    }
}

/// Creates an order at its channel's service, or ends it as failed. Returns whether there is a QR.
pub async fn place(state: &Payments, order: &QrOrder) -> Result<bool, StepError> {
    if let Some((psp, _)) = state.config.psp(&order.channel)
        && make(state, psp, order).await?
    {
        return Ok(true);
    }
    end(state, order, QrEnd::Failed).await?;
    order::hurry(&state.pool, order.wallet_id, None, state.clock.now()).await?;
    Ok(false)
}

async fn make(state: &Payments, psp: &Psp, order: &QrOrder) -> Result<bool, StepError> {
    let payer = member::load(state, order.wallet_id)
        .await
        .map_err(|_| StepError::Member)?
        .bank_account;
    // No work is done on a settled row, so an order created now would stay open.
    if !order::mark_placed(&state.pool, order.id).await? {
        return Ok(false);
    }
    let asked = PspOrder {
        order_ref: &order.order_ref,
        amount: order.amount,
        expire_seconds: (order.expires_at - order.created_at).num_seconds(),
        payer: Payer {
            bank_code: payer.bank_code,
            account_no: payer.account_no,
            account_name: payer.holder,
        },
    };
    let service = psp::client(state, psp);
    for _ in 0..MAKING_TRIES {
        match service.make(&asked).await {
            Making::Made(payload) => {
                order::keep_payload(&state.pool, order.id, &payload).await?;
                return Ok(true);
            }
            Making::Refused(code) => {
                tracing::error!(id = %order.id, channel = order.channel, code, "no QR");
                return Ok(false);
            }
            Making::Unknown(seen) => {
                tracing::warn!(id = %order.id, channel = order.channel, seen, "no QR so far");
            }
        }
    }
    Ok(false)
}

/// Ends an order in the ledger, unless it has ended.
pub async fn end(state: &Payments, order: &QrOrder, end: QrEnd) -> Result<(), StepError> {
    let context = state.process_context(Process::Qr.name(), order.id.to_string());
    let order_id = order.id;
    let command = WalletCommand::Qr(QrCommand::End { order_id, end });
    let ended = state
        .ledger
        .execute(order.wallet_id, command, context)
        .await;
    state.announce(order.id.0);
    match ended {
        // The wallet no longer holds it: it ended long ago.
        Ok(_) | Err(LedgerError::Refused(WalletError::Unknown(_))) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Credits a payment once, no matter how often and by whom it is reported, or leaves it for staff.
pub async fn credit(
    state: &Payments,
    psp: &Psp,
    order: &QrOrder,
    paid: &Paid,
) -> Result<(), StepError> {
    if order.is_paid() {
        return Ok(());
    }
    // A process left it for staff and crashed before the row said so: it stays with staff.
    let wallet = state.ledger.load(order.wallet_id).await?;
    if wallet.qr(order.id).map(|qr| qr.status) == Some(QrStatus::Referred) {
        settle(state, order, Settlement::Referred).await?;
        return Ok(());
    }
    // The row leads from the service's reference to the wallet, and the application's database role
    // can change it. Only the ledger proves the order and its player.
    if !order.has_own_reference() {
        return refer(state, order, "NOT_ORDERED".to_owned()).await;
    }
    if state.config.service.terminated {
        return refer(state, order, TERMINATED.to_owned()).await;
    }
    let ordered = match wallet.qr(order.id) {
        Some(_) => None,
        None => ordered_terms(state, order).await?,
    };
    let command = WalletCommand::Qr(QrCommand::Credit {
        order_id: order.id,
        channel: order.channel.clone(),
        amount: order.amount,
        provider_ref: paid.provider_ref.clone(),
        deposit_account: psp.deposit_account.clone(),
        ordered,
    });
    let context = state.process_context(Process::Qr.name(), order.id.to_string());
    let credited = state
        .ledger
        .execute(order.wallet_id, command, context)
        .await;
    match credited {
        Ok(_) => {}
        // An earlier answer credited it, so long ago that the wallet no longer holds the order.
        Err(LedgerError::ClaimTaken { by, .. }) if by == order.wallet_id => {}
        Err(LedgerError::ClaimTaken { .. }) => {
            return refer(state, order, "CLAIMED".to_owned()).await;
        }
        Err(LedgerError::Refused(
            refusal @ (WalletError::DepositLimit { .. }
            | WalletError::Excluded { .. }
            | WalletError::Frozen),
        )) => return refer(state, order, refusal.code().to_owned()).await,
        Err(LedgerError::Refused(WalletError::Unknown(_))) => {
            return refer(state, order, "NOT_ORDERED".to_owned()).await;
        }
        Err(LedgerError::Refused(refusal)) => {
            let reason = format!("LEDGER_{}", refusal.code());
            return refer(state, order, reason).await;
        }
        Err(error) => return Err(error.into()),
    }
    settle(state, order, Settlement::Paid).await?;
    state.announce(order.id.0);
    Ok(())
}

/// The terms of an order that its wallet has forgotten.
async fn ordered_terms(
    state: &Payments,
    order: &QrOrder,
) -> Result<Option<QrPayment>, LedgerError> {
    let (pool, key) = (&state.pool, state.ledger.journal_key());
    let terms = journal::find_qr_order(pool, key, order.wallet_id, order.id).await?;
    Ok(terms)
}

/// Leaves a payment for staff.
pub async fn refer(state: &Payments, order: &QrOrder, reason: String) -> Result<(), StepError> {
    tracing::error!(id = %order.id, channel = order.channel, reason, "a paid QR waits for staff");
    let order_id = order.id;
    let payment = QrPayment {
        channel: order.channel.clone(),
        amount: order.amount,
    };
    let command = WalletCommand::Qr(QrCommand::Refer {
        order_id,
        payment,
        reason,
    });
    let context = state.process_context(Process::Qr.name(), order.id.to_string());
    match state
        .ledger
        .execute(order.wallet_id, command, context)
        .await
    {
        Ok(_) => {
            settle(state, order, Settlement::Referred).await?;
        }
        // Another answer has credited it meanwhile.
        Err(LedgerError::Refused(WalletError::Ended(_))) => {
            settle(state, order, Settlement::Paid).await?;
        }
        Err(error) => return Err(error.into()),
    }
    state.announce(order.id.0);
    Ok(())
}

async fn settle(
    state: &Payments,
    order: &QrOrder,
    settlement: Settlement,
) -> Result<Schedule, StepError> {
    order::settle(&state.pool, order.id, settlement).await?;
    Ok(Schedule::Ended)
}

async fn look_again(
    state: &Payments,
    order: &QrOrder,
    pause: Duration,
) -> Result<Schedule, StepError> {
    let pause = TimeDelta::from_std(pause).unwrap_or(TimeDelta::MAX);
    let next_at = state.clock.now() + pause.max(TimeDelta::milliseconds(1));
    let questions = order.questions.saturating_add(1);
    order::look_again(&state.pool, order, questions, next_at).await?;
    Ok(Schedule::Ended)
}

fn late_pause(state: &Payments, questions: u32) -> TimeDelta {
    let pause = doubled(state.config.qr.late_poll(), questions, ENDED_PAUSE_MAX);
    TimeDelta::from_std(pause).unwrap_or(TimeDelta::MAX)
}

fn doubled(first: Duration, times: u32, longest: Duration) -> Duration {
    first.saturating_mul(1 << times.min(16)).min(longest)
}
