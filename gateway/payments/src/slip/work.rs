//! Verifies uploaded slips and credits, refuses or refers them.
//!
//! Verifying is a read and may be repeated. Crediting claims the bank's reference in the ledger, so
//! that any number of uploads of one payment credits it once.
//!
//! A slip is refused only because of its payment or its picture, or because the bank is certain
//! that there was no such transfer. After a fault of the gateway or of the service (a missing file,
//! a disk that does not answer, an expired key or quota, a service that is down or refuses), the
//! slip is left for staff after a while: the player may have paid.

use chrono::TimeDelta;
use ledger::wallet::{SlipCommand, SlipReason, SlipReference, SlipStatus};
use ledger::{Currency, LedgerError, Money, SlipId, WalletCommand, WalletError};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

use super::file::{self, SlipFile};
use super::ruling::{self, Depositor, Inquiry, SlipDecision};
use crate::Payments;
use crate::Process;
use crate::attempt::{self, Attempt, Job, pause};
use crate::outbound::{Schedule, StepError};
use members::member;
use platform::files::FileKind;
use platform::files::disk::FileFault;
use providers::slip_check::{self, SlipFacts, Verification};

/// Why a slip is left for staff: its picture is missing on disk, or differs from the stored record.
const FILE_MISSING: &str = "FILE_MISSING";
const FILE_DAMAGED: &str = "FILE_DAMAGED";
const ACCOUNT_UNCONFIRMED: &str = "BANK_ACCOUNT_UNCONFIRMED";
/// Why a slip is left for staff: the service could not be reached during the whole time for
/// verification.
const NOT_VERIFIED: &str = "NOT_VERIFIED";
/// Why a slip is left for staff: the service refused every query during the whole time for
/// verification.
const SERVICE_FAULT: &str = "SERVICE_FAULT";

/// A question that brought no decision on the payment.
struct Postponed<'a> {
    /// How long to wait before the next question.
    pause: TimeDelta,
    /// The service's answer, for the operator.
    seen: &'a str,
    /// Why staff get the slip when the time for verification is over.
    referral: &'static str,
}

/// The pauses where the bank needs time, as multiples of the configured first one (5, 15 and
/// then 60 minutes).
const DELAY_STEPS: [i32; 3] = [1, 3, 12];

/// Makes the next step of a slip. A step that fails waits longer each time, so that the service is
/// not queried every second for an answer that cannot be recorded.
pub(crate) async fn step(state: &Payments, subject: Job) -> Result<Schedule, StepError> {
    let stall = match decide(state, subject).await {
        Ok(next) => return Ok(next),
        Err(stall) => stall,
    };
    tracing::warn!(id = %subject.id, %stall, "a slip's step could not be made");
    // Without the database no attempt can be noted, so the service is not queried either.
    let attempts = subject
        .load(&state.pool)
        .await?
        .map_or(0, |attempt| attempt.attempts);
    let now = state.clock.now();
    let next_at = now + pause(&state.config.waits, attempts);
    subject
        .note(&state.pool, (now, next_at), "STALLED", false)
        .await?;
    Ok(Schedule::At(next_at))
}

/// The row of a slip's picture as it was uploaded, or why staff get the slip.
async fn uploaded(
    state: &Payments,
    subject: Job,
) -> Result<Result<SlipFile, &'static str>, StepError> {
    let (id, slip_id) = (subject.id, SlipId(subject.id));
    let Some(file) = file::find(&state.pool, slip_id).await? else {
        tracing::error!(%id, "a slip has no row of its picture");
        return Ok(Err(FILE_MISSING));
    };
    if !file.is_signed(&state.secrets, slip_id) || file.wallet_id != subject.wallet_id {
        tracing::error!(%id, "the row of a slip's picture is not as it was uploaded");
        return Ok(Err(FILE_DAMAGED));
    }
    Ok(Ok(file))
}

async fn decide(state: &Payments, subject: Job) -> Result<Schedule, StepError> {
    let wallet = state.ledger.load(subject.wallet_id).await?;
    let slip = match wallet.slip(SlipId(subject.id)) {
        Some(slip) if slip.status == SlipStatus::Submitted => slip,
        _ => {
            subject.forget(&state.pool).await?;
            return Ok(Schedule::Ended);
        }
    };
    let attempt = subject.load(&state.pool).await?;
    let wait = attempt.and_then(|attempt| attempt.wait(state.clock.now(), longest_pause(state)));
    if let Some(next_at) = wait {
        return Ok(Schedule::At(next_at));
    }
    let file = match uploaded(state, subject).await? {
        Ok(file) => file,
        Err(reason) => return refer(state, subject, reason).await,
    };
    let (Some(reference), Some(payload)) = (&slip.reference, &file.payload) else {
        return reject(state, subject, refusal_of(&file)).await;
    };
    match slip_check::client(state).verify(payload).await {
        Verification::Confirmed(facts) => {
            let paid = PaidSlip {
                reference,
                file: &file,
                facts: &facts,
            };
            confirm(state, subject, wallet.currency(), paid).await
        }
        Verification::Refused(reason) => reject(state, subject, reason).await,
        Verification::Later(minutes) => {
            // A query is a read, so an early query does no harm.
            let pause = minutes.map_or_else(
                || delay(state, attempt),
                |minutes| TimeDelta::minutes(i64::from(minutes)).min(longest_pause(state)),
            );
            let (seen, referral) = ("BANK_NEEDS_TIME", NOT_VERIFIED);
            let postponed = Postponed {
                pause,
                seen,
                referral,
            };
            ask_again(state, subject, attempt, postponed).await
        }
        Verification::Unreachable(seen) => {
            let pause = pause(&state.config.waits, attempt.map_or(0, |last| last.attempts));
            let postponed = Postponed {
                pause,
                seen: &seen,
                referral: NOT_VERIFIED,
            };
            ask_again(state, subject, attempt, postponed).await
        }
        Verification::OurFault(code) => {
            tracing::error!(%code, "the slip service refuses us: the operator must act");
            // The pause does not grow: it works again as soon as the operator has fixed it.
            refused_by_service(state, subject, attempt, &code, delay(state, None)).await
        }
        Verification::ServiceFault(code) => {
            let pause = delay(state, attempt);
            refused_by_service(state, subject, attempt, &code, pause).await
        }
    }
}

async fn refused_by_service(
    state: &Payments,
    subject: Job,
    attempt: Option<Attempt>,
    code: &str,
    pause: TimeDelta,
) -> Result<Schedule, StepError> {
    let seen = format!("SERVICE_{code}");
    let postponed = Postponed {
        pause,
        seen: &seen,
        referral: SERVICE_FAULT,
    };
    ask_again(state, subject, attempt, postponed).await
}

/// Why no QR was read from the picture, as stored at the upload.
fn refusal_of(file: &SlipFile) -> SlipReason {
    let reason = file.refusal.as_deref().and_then(|reason| {
        let word: StrDeserializer<'_, Error> = reason.into_deserializer();
        SlipReason::deserialize(word).ok()
    });
    reason.unwrap_or(SlipReason::CannotReadCroppedImage)
}

/// A slip whose payment the bank knows.
struct PaidSlip<'a> {
    /// The slip's state in the wallet.
    reference: &'a SlipReference,
    file: &'a SlipFile,
    facts: &'a SlipFacts,
}

/// Applies the operator's checks to an existing payment.
async fn confirm(
    state: &Payments,
    subject: Job,
    currency: Option<Currency>,
    slip: PaidSlip<'_>,
) -> Result<Schedule, StepError> {
    let PaidSlip {
        reference,
        file,
        facts,
    } = slip;
    let compared = state
        .files
        .compare(FileKind::Slip, &file.file_name, file.recorded());
    if let Err(fault) = compared.await {
        tracing::error!(id = %subject.id, file = file.file_name, %fault, "a slip's picture");
        let reason = match fault {
            FileFault::Missing => FILE_MISSING,
            _ => FILE_DAMAGED,
        };
        return refer(state, subject, reason).await;
    }
    let member = member::load(state, subject.wallet_id)
        .await
        .map_err(|_| StepError::Member)?;
    if !member.is_bank_account_confirmed {
        return refer(state, subject, ACCOUNT_UNCONFIRMED).await;
    }
    let mut depositor = Depositor::of(member);
    depositor.currency = currency.unwrap_or(depositor.currency);
    let inquiry = Inquiry {
        reference,
        uploaded_at: file.uploaded_at,
        made_at: state.clock.now(),
    };
    let slip_id = SlipId(subject.id);
    match ruling::rule(&state.config, facts, inquiry, &depositor) {
        SlipDecision::Credit {
            reference,
            amount,
            deposit_account,
        } => {
            let command = WalletCommand::Slip(SlipCommand::Credit {
                slip_id,
                reference,
                amount,
                deposit_account,
            });
            end(state, subject, command).await
        }
        SlipDecision::Reject(reason) => reject(state, subject, reason).await,
        SlipDecision::Refer { reason, amount } => refer_paid(state, subject, reason, amount).await,
    }
}

async fn refer(state: &Payments, subject: Job, reason: &str) -> Result<Schedule, StepError> {
    refer_paid(state, subject, reason, None).await
}

/// Leaves a slip for staff, with the amount that the player has certainly paid.
async fn refer_paid(
    state: &Payments,
    subject: Job,
    reason: &str,
    amount: Option<Money>,
) -> Result<Schedule, StepError> {
    tracing::warn!(id = %subject.id, reason, "a slip waits for staff");
    let command = WalletCommand::Slip(SlipCommand::Refer {
        slip_id: SlipId(subject.id),
        reason: reason.to_owned(),
        amount,
    });
    end(state, subject, command).await
}

async fn reject(state: &Payments, subject: Job, reason: SlipReason) -> Result<Schedule, StepError> {
    let slip_id = SlipId(subject.id);
    end(
        state,
        subject,
        WalletCommand::Slip(SlipCommand::Reject { slip_id, reason }),
    )
    .await
}

/// Records a slip's end; a payment that was credited before makes it a duplicate.
async fn end(
    state: &Payments,
    subject: Job,
    command: WalletCommand,
) -> Result<Schedule, StepError> {
    let slip_id = SlipId(subject.id);
    let execute = |command| {
        let context = state.process_context(Process::Slip.name(), subject.id.to_string());
        state.ledger.execute(subject.wallet_id, command, context)
    };
    let recorded = match execute(command).await {
        Err(LedgerError::ClaimTaken { .. }) => {
            let reason = SlipReason::SlipRefnoDuplicated;
            execute(WalletCommand::Slip(SlipCommand::Reject { slip_id, reason })).await
        }
        Err(LedgerError::Refused(refusal)) if !matches!(refusal, WalletError::Ended(_)) => {
            // The ledger refuses the bank's report, and a new query changes neither.
            tracing::error!(id = %subject.id, %refusal, "a slip waits for staff");
            let reason = match refusal {
                WalletError::DepositLimit { .. }
                | WalletError::Excluded { .. }
                | WalletError::Frozen => refusal.code().to_owned(),
                _ => format!("LEDGER_{}", refusal.code()),
            };
            let amount = None;
            execute(WalletCommand::Slip(SlipCommand::Refer {
                slip_id,
                reason,
                amount,
            }))
            .await
        }
        other => other,
    };
    match recorded {
        Ok(_) | Err(LedgerError::Refused(WalletError::Ended(_))) => {
            subject.forget(&state.pool).await?;
            Ok(Schedule::Ended)
        }
        Err(error) => Err(error.into()),
    }
}

/// The pause where the bank does not say how long it needs.
fn delay(state: &Payments, attempt: Option<Attempt>) -> TimeDelta {
    delay_after(state, attempt.map_or(0, |attempt| attempt.attempts))
}

/// The longest pause between two queries, for any reason.
fn longest_pause(state: &Payments) -> TimeDelta {
    let closed = TimeDelta::minutes(slip_check::CLOSED_MINUTES.into());
    let longest = delay_after(state, i32::MAX).max(closed);
    longest.max(attempt::longest_pause(&state.config.waits))
}

fn delay_after(state: &Payments, attempts: i32) -> TimeDelta {
    let step = usize::try_from(attempts)
        .unwrap_or(0)
        .min(DELAY_STEPS.len() - 1);
    let first = i64::try_from(state.config.waits.slip_retry_ms).unwrap_or(i64::MAX);
    TimeDelta::milliseconds(first.saturating_mul(i64::from(DELAY_STEPS[step])))
}

/// Notes when to query again, or leaves the slip for staff once the time for verification is over.
async fn ask_again(
    state: &Payments,
    subject: Job,
    attempt: Option<Attempt>,
    postponed: Postponed<'_>,
) -> Result<Schedule, StepError> {
    let (now, seen) = (state.clock.now(), postponed.seen);
    let give_up = i64::try_from(state.config.waits.slip_give_up_ms).unwrap_or(i64::MAX);
    let is_over =
        attempt.is_some_and(|attempt| now - attempt.first_at >= TimeDelta::milliseconds(give_up));
    if is_over {
        tracing::error!(id = %subject.id, seen, "a slip could not be verified for so long");
        return refer(state, subject, postponed.referral).await;
    }
    tracing::warn!(id = %subject.id, seen, "a slip is asked about again later");
    let next_at = now + postponed.pause;
    subject
        .note(&state.pool, (now, next_at), seen, false)
        .await?;
    Ok(Schedule::At(next_at))
}
