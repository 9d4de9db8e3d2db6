//! Looks after QR orders: makes them at the payment service, asks about them, credits them.
//!
//! 1. An order's row is there before the ledger takes the order, and the ledger has taken it before
//!    the service is called: whoever pays, or whatever dies in between, the way back is known.
//! 2. Making an order twice makes one, so a lost answer is asked for again. A QR is shown only
//!    when it pays exactly this order.
//! 3. A notification only saves time: open orders are asked about, and so are those that ended
//!    unpaid, more and more rarely, since late money is real money.
//! 4. A notification of a large amount, or of a time that cannot be, is no reason to credit anything
//!    before the service has confirmed it (see [`crate::payments::qr::notice`]).
//! 5. All payments go through [`credit`]; the ledger claims the order, so that of any number of
//!    notifications and answers one is credited. What it may not credit is left for staff, and so
//!    is a payment of an order that the row's wallet never made.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{QrEnd, QrPayment, QrStatus};
use ledger::{LedgerError, QrOrderId, WalletCommand, WalletError, journal};

use super::order::{self, QrOrder, Settlement};
use crate::members::member;
use crate::payments::Payments;
use crate::payments::Process;
use crate::payments::attempt::Job;
use crate::payments::outbound::{Schedule, StepError};
use crate::platform::config::Psp;
use crate::platform::error::{ApiError, Code};
use crate::providers::psp::{Making, Paid, Payer, PspLine, PspOrder, PspWord, Withdrawing};

/// Why an order is left for staff: a notification says that it was paid, and the service does not.
pub(crate) const NOT_CONFIRMED: &str = "NOT_CONFIRMED";

/// Orders of one channel that are looked at at once: a service that hangs holds up its own only.
/// Those that may be paid any moment have turns of their own, and so have those that ended.
const LIVE_AT_ONCE: i64 = 4;
const ENDED_AT_ONCE: i64 = 2;

/// An order is asked for so often before its making has failed.
const MAKING_TRIES: u32 = 2;

/// The longest pauses between two questions about an open and about an ended order.
const OPEN_PAUSE_MAX: Duration = Duration::from_mins(1);
const ENDED_PAUSE_MAX: Duration = Duration::from_hours(1);

/// A request has ended by then, however it ended.
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

/// The orders that it is time to look at.
pub(in crate::payments) async fn due(payments: &Payments) -> Result<Vec<Job>, sqlx::Error> {
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

/// Looks at an order once; its row says when to look again.
pub(in crate::payments) async fn step(
    state: &Payments,
    subject: Job,
) -> Result<Schedule, StepError> {
    let order = order::find(&state.pool, QrOrderId(subject.id)).await?;
    let Some(order) = order.filter(|order| order.settlement.is_none()) else {
        return Ok(Schedule::Ended);
    };
    let Some((psp, _)) = state.config.psp(&order.channel) else {
        // The operator has taken the channel away: nobody can be asked.
        return look_again(state, &order, ENDED_PAUSE_MAX).await;
    };
    let wallet = state.ledger.load(order.wallet_id).await?;
    let now = state.clock.now();
    match wallet.qr(order.id).map(|it| it.status) {
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
        // The ledger never took it, or what took it ended before the service was called. A request
        // that is under way may still do either.
        Some(QrStatus::Ended(_)) | None if now >= order.expires_at + REQUEST_OVER => {
            settle(state, &order, Settlement::Unplaced).await
        }
        Some(QrStatus::Ended(_)) | None => {
            let pause = doubled(state.config.qr.poll(), order.questions, OPEN_PAUSE_MAX);
            look_again(state, &order, pause).await
        }
    }
}

/// How long the request that began an order has for making it itself.
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
    // Asked before it is ended, so that a payment in the last second counts as one in time.
    if let Some(next) = ask(state, psp, order).await? {
        return Ok(next);
    }
    if now >= order.expires_at {
        end(state, order, QrEnd::Expired).await?;
        // At the service its time is over as well.
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
        match PspLine::new(state, psp).withdraw(&order.order_ref).await {
            Withdrawing::Done => order::mark_withdrawn(&state.pool, order.id).await?,
            Withdrawing::Paid => {}
            Withdrawing::Unknown(seen) => {
                tracing::warn!(id = %order.id, seen, "a QR order is not given up yet");
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

/// Asks the service; credits what was paid. Leaves an order for staff whose time is over and of whose
/// payment only a notification tells. Nothing where it was not paid so far.
async fn ask(state: &Payments, psp: &Psp, order: &QrOrder) -> Result<Option<Schedule>, StepError> {
    let line = PspLine::new(state, psp);
    match line.status(&order.order_ref, order.amount).await {
        PspWord::Paid(paid) => {
            credit(state, psp, order, &paid).await?;
            Ok(Some(Schedule::Ended))
        }
        PspWord::OtherPaid => {
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

/// Makes an order at its channel's service, or ends it as failed; answers whether there is a QR now.
pub(crate) async fn place(state: &Payments, order: &QrOrder) -> Result<bool, StepError> {
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
    // Nobody looks after a row that was settled: what is open beside it would stay so.
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
    let line = PspLine::new(state, psp);
    for _ in 0..MAKING_TRIES {
        match line.make(&asked).await {
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
pub(crate) async fn end(state: &Payments, order: &QrOrder, end: QrEnd) -> Result<(), StepError> {
    let context = state.process_context(Process::Qr.name(), order.id.to_string());
    let order_id = order.id;
    let command = WalletCommand::EndQr { order_id, end };
    let ended = state
        .ledger
        .execute(order.wallet_id, command, context)
        .await;
    state.announce(order.id.0);
    match ended {
        // Forgotten: it ended long ago.
        Ok(_) | Err(LedgerError::Refused(WalletError::Unknown(_))) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Credits a payment, once and whoever tells of it, or leaves it for staff.
pub(crate) async fn credit(
    state: &Payments,
    psp: &Psp,
    order: &QrOrder,
    paid: &Paid,
) -> Result<(), StepError> {
    if order.is_paid() {
        return Ok(());
    }
    // Left for staff by somebody who died before the row said so: it is theirs.
    let wallet = state.ledger.load(order.wallet_id).await?;
    if wallet.qr(order.id).map(|it| it.status) == Some(QrStatus::Referred) {
        settle(state, order, Settlement::Referred).await?;
        return Ok(());
    }
    // The row leads from the service's reference to the wallet, and whoever holds the application's
    // role can change it. What was ordered, and by whom, is the ledger's word.
    if !order.has_own_reference() {
        return refer(state, order, "NOT_ORDERED".to_owned()).await;
    }
    let ordered = match wallet.qr(order.id) {
        Some(_) => None,
        None => journal::find_qr_order(&state.pool, order.wallet_id, order.id)
            .await
            .map_err(LedgerError::from)?,
    };
    let command = WalletCommand::CreditQr {
        order_id: order.id,
        channel: order.channel.clone(),
        amount: order.amount,
        provider_ref: paid.provider_ref.clone(),
        deposit_account: psp.deposit_account.clone(),
        ordered,
    };
    let context = state.process_context(Process::Qr.name(), order.id.to_string());
    let credited = state
        .ledger
        .execute(order.wallet_id, command, context)
        .await;
    match credited {
        Ok(_) => {}
        // By an earlier answer, so long ago that the wallet has forgotten the order.
        Err(LedgerError::ClaimTaken { by, .. }) if by == order.wallet_id => {}
        Err(LedgerError::ClaimTaken { .. }) => {
            return refer(state, order, "CLAIMED".to_owned()).await;
        }
        Err(LedgerError::Refused(
            refusal @ (WalletError::DepositLimit { .. } | WalletError::Excluded { .. }),
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

/// Leaves a payment for staff.
pub(crate) async fn refer(
    state: &Payments,
    order: &QrOrder,
    reason: String,
) -> Result<(), StepError> {
    tracing::error!(id = %order.id, channel = order.channel, reason, "a paid QR waits for staff");
    let order_id = order.id;
    let payment = QrPayment {
        channel: order.channel.clone(),
        amount: order.amount,
    };
    let command = WalletCommand::ReferQr {
        order_id,
        payment,
        reason,
    };
    let context = state.process_context(Process::Qr.name(), order.id.to_string());
    match state
        .ledger
        .execute(order.wallet_id, command, context)
        .await
    {
        Ok(_) => {
            settle(state, order, Settlement::Referred).await?;
        }
        // Credited meanwhile, by another answer.
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
