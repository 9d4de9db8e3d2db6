//! Carries a movement of money to the outside, step by step, in the same way for games and the
//! bank.
//!
//! 1. "Sent" is recorded before the call. If this process stops afterwards, the movement is found
//!    in Sent and is treated as unknown; it is never decided a second time.
//! 2. Money goes back only after a definite refusal of the *first* request, or if the other side
//!    itself reports FAILED, CANCELLED or its tombstone for the id. A refusal of a later request
//!    says nothing about the first.
//! 3. Unknown: query the status. If the request was not seen, send the same request again, which
//!    the other side books once. After the configured time, make the other side decide for good, by
//!    a cancel where its protocol has one. Then continue to query, slowly, without end. No step
//!    guesses.
//! 4. The ledger checks the proof of non-delivery again. A process that slept while another took
//!    over has only the refusal of one request, which no longer gives money back.
//! 5. A success that does not match the request stops all further calls.

use std::future::Future;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::TransferEvent;
use ledger::{CommandOutcome, LedgerError, Wallet, WalletCommand, WalletError, WalletEvent};

use super::Payments;
use super::attempt::{Job, Process, longest_pause, pause};
use providers::answer::{CallAttempt, Outcome, Refusal};

/// How far a movement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// Started; no call was made yet.
    New,
    /// A call was about to be made; which process made it is no longer known.
    Sent,
    /// A call was made and its outcome is not known.
    Unknown,
    /// Over.
    Ended,
}

/// When a subject is due again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Schedule {
    /// Never, because it has ended.
    Ended,
    /// Not before then.
    At(DateTime<Utc>),
}

/// Why a step failed; it is retried a moment later.
#[derive(Debug, thiserror::Error)]
pub enum StepError {
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The player could not be loaded.
    #[error("the member could not be loaded")]
    Member,
}

/// One movement of money, with its calls and its commands.
pub(super) trait OutboundPayment: Sync {
    /// The other side's proof of the outcome.
    type Proof: Send;

    /// The job, for attempts and logs.
    fn subject(&self) -> Job;
    /// Its progress, by the wallet.
    fn progress(&self, wallet: &Wallet) -> Progress;
    /// Whether the money has moved; `None` before it has ended.
    fn has_moved(&self, wallet: &Wallet) -> Option<bool>;
    /// Makes the request; a repeat is the same request.
    fn request(&self, asked: CallAttempt) -> impl Future<Output = Outcome<Self::Proof>> + Send;
    /// Queries the request's status.
    fn status(&self) -> impl Future<Output = Outcome<Self::Proof>> + Send;
    /// Makes the other side decide for good: it refuses the request permanently unless it was
    /// applied, or, where its protocol has no such call, it gets the same request again.
    fn resolve(&self) -> impl Future<Output = Outcome<Self::Proof>> + Send;
    /// The command that says a call is about to be made.
    fn sent(&self) -> WalletCommand;
    /// The command that says the outcome is not known.
    fn unknown(&self, seen: String) -> WalletCommand;
    /// The command for a definite success.
    fn done(&self, proof: Self::Proof) -> WalletCommand;
    /// The command for a definite refusal.
    fn returned(&self, refusal: Refusal) -> WalletCommand;
}

/// How long a subject that needs a person is left alone.
pub(super) const HALTED: TimeDelta = TimeDelta::minutes(5);

/// How long a step may take in addition to its outside calls, of which it makes a few in sequence.
const STEP_MAX: Duration = Duration::from_secs(15);
const CALLS_MAX: u32 = 3;

/// How long a step may take: a longer step waits on a dead connection.
pub(super) fn step_max(state: &Payments) -> Duration {
    STEP_MAX + state.config.waits.outside() * CALLS_MAX
}

/// Makes the next step of a movement.
pub(super) async fn advance<E: OutboundPayment>(
    state: &Payments,
    outbound: &E,
    wallet: &Wallet,
) -> Result<Schedule, StepError> {
    let subject = outbound.subject();
    match outbound.progress(wallet) {
        Progress::Ended => {
            subject.forget(&state.pool).await?;
            Ok(Schedule::Ended)
        }
        Progress::New => {
            // Only the process that wrote "sent" may make the first request: another process that
            // got here at the same moment finds nothing left to write, and must query first.
            if record(state, outbound, outbound.sent()).await? != Recorded::Written {
                return Ok(Schedule::At(state.clock.now()));
            }
            let outcome = outbound.request(CallAttempt::First).await;
            settle(state, outbound, outcome).await
        }
        Progress::Sent => {
            let command = outbound.unknown("INTERRUPTED".to_owned());
            if record(state, outbound, command).await? == Recorded::Ended {
                return Ok(Schedule::Ended);
            }
            probe(state, outbound).await
        }
        Progress::Unknown => probe(state, outbound).await,
    }
}

/// Queries an unknown outcome, when that is due.
async fn probe<E: OutboundPayment>(state: &Payments, outbound: &E) -> Result<Schedule, StepError> {
    let attempt = outbound.subject().load(&state.pool).await?;
    let now = state.clock.now();
    if let Some(attempt) = attempt {
        if attempt.is_halted {
            return Ok(Schedule::At(now + HALTED));
        }
        if let Some(next_at) = attempt.wait(now, longest_pause(&state.config.waits)) {
            return Ok(Schedule::At(next_at));
        }
    }
    let cancel_after = state.config.waits.cancel_after_ms;
    let cancel_after = TimeDelta::milliseconds(i64::try_from(cancel_after).unwrap_or(i64::MAX));
    let is_late = attempt.is_some_and(|attempt| now - attempt.first_at >= cancel_after);
    let outcome = match outbound.status().await {
        Outcome::NotSeen | Outcome::Unknown(_) if is_late => outbound.resolve().await,
        Outcome::NotSeen => outbound.request(CallAttempt::Again).await,
        known => known,
    };
    if is_late && matches!(outcome, Outcome::NotSeen | Outcome::Unknown(_)) {
        let subject = outbound.subject();
        tracing::error!(process = subject.process.name(), id = %subject.id,
            "the outcome is still not known after the last resort: in review");
    }
    settle(state, outbound, outcome).await
}

pub(super) async fn settle<E: OutboundPayment>(
    state: &Payments,
    outbound: &E,
    outcome: Outcome<E::Proof>,
) -> Result<Schedule, StepError> {
    let subject = outbound.subject();
    let (seen, is_halted) = match outcome {
        Outcome::Done(proof) => match record(state, outbound, outbound.done(proof)).await? {
            Recorded::Refused(why) => (why, true),
            Recorded::Frozen(why) => (why, false),
            _ => return end(state, outbound, true).await,
        },
        Outcome::Refused(refusal) => {
            match record(state, outbound, outbound.returned(refusal)).await? {
                Recorded::Refused(why) => (why, true),
                Recorded::Frozen(why) => (why, false),
                Recorded::Outdated => ("OUTDATED_REFUSAL".to_owned(), false),
                _ => return end(state, outbound, false).await,
            }
        }
        Outcome::NotSeen => ("NOT_SEEN".to_owned(), false),
        Outcome::Unknown(seen) => (seen, false),
        Outcome::Contradiction(what) => (what, true),
    };
    if is_halted {
        tracing::error!(process = subject.process.name(), id = %subject.id, seen,
            "the outcome contradicts the request: a person must look");
    } else {
        tracing::warn!(process = subject.process.name(), id = %subject.id, seen, "outcome not known");
    }
    record(state, outbound, outbound.unknown(seen.clone())).await?;
    let attempts = subject
        .load(&state.pool)
        .await?
        .map_or(0, |attempt| attempt.attempts);
    let now = state.clock.now();
    let next_at = now + pause(&state.config.waits, attempts);
    subject
        .note(&state.pool, (now, next_at), &seen, is_halted)
        .await?;
    Ok(Schedule::At(next_at))
}

/// Finishes a movement. If the other side reports the opposite of the booked outcome, it is left
/// for a person.
async fn end<E: OutboundPayment>(
    state: &Payments,
    outbound: &E,
    moved: bool,
) -> Result<Schedule, StepError> {
    let subject = outbound.subject();
    // Waiting requests hear of it before the work is put away.
    state.announce(subject.id);
    let wallet = state.ledger.load(subject.wallet_id).await?;
    if outbound.has_moved(&wallet) == Some(!moved) {
        tracing::error!(process = subject.process.name(), id = %subject.id, moved,
            "the other side says the opposite of what was booked: a person must look");
        let now = state.clock.now();
        subject
            .note(&state.pool, (now, now), "OPPOSITE_OF_BOOKED", true)
            .await?;
        return Ok(Schedule::Ended);
    }
    subject.forget(&state.pool).await?;
    Ok(Schedule::Ended)
}

/// The outcome of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Recorded {
    Written,
    /// It took effect before: by an earlier try, or by another process.
    Repeated,
    /// A refusal of one request does not return money while another request may be under way.
    Outdated,
    /// The movement has already ended.
    Ended,
    /// The wallet is frozen: it is booked once staff lets it go.
    Frozen(String),
    /// The ledger refuses what the other side reports.
    Refused(String),
}

async fn record<E: OutboundPayment>(
    state: &Payments,
    outbound: &E,
    command: WalletCommand,
) -> Result<Recorded, StepError> {
    let subject = outbound.subject();
    // The other side may have taken its time, and an outcome rests on no setting.
    let context = state
        .renewed()
        .process_context(subject.process.name(), subject.id.to_string());
    match state
        .ledger
        .execute(subject.wallet_id, command, context)
        .await
    {
        Ok(receipt) if receipt.events.is_empty() => Ok(Recorded::Repeated),
        Ok(receipt) => {
            hint_at_followers(state, &receipt);
            Ok(Recorded::Written)
        }
        Err(LedgerError::Refused(WalletError::NotDefinite(_))) => Ok(Recorded::Outdated),
        Err(LedgerError::Refused(WalletError::Ended(_))) => Ok(Recorded::Ended),
        Err(LedgerError::Refused(refusal @ WalletError::Frozen)) => {
            Ok(Recorded::Frozen(refusal.code().to_owned()))
        }
        Err(LedgerError::Refused(refusal)) => Ok(Recorded::Refused(refusal.code().to_owned())),
        Err(LedgerError::ClaimTaken { kind, .. }) => Ok(Recorded::Refused(format!(
            "CLAIMED_{}",
            kind.to_uppercase()
        ))),
        Err(error) => Err(error.into()),
    }
}

/// Announces follow-up transfers: the end of a sweep's last leg starts its onward transfer in the
/// same decision.
fn hint_at_followers(state: &Payments, receipt: &CommandOutcome) {
    for recorded in &receipt.events {
        if let WalletEvent::Transfer(TransferEvent::Started { transfer_id, .. }) = &recorded.event {
            state.hint(Job {
                process: Process::Transfer,
                id: transfer_id.0,
                wallet_id: recorded.wallet_id,
            });
        }
    }
}
