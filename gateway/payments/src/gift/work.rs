//! Inspects submitted gift links, redeems the vouchers that can be redeemed, and credits them.
//!
//! 1. Inspecting a voucher changes nothing. Before it is redeemed, the ledger claims it and checks
//!    the limit: if many players send one link, only one continues.
//! 2. From "sent" on it is an outbound payment like any other: redeeming twice credits once, and
//!    only a ticket for the operator's phone proves a success.
//! 3. The hash is deleted as soon as the gift has ended.

use chrono::TimeDelta;
use ledger::journal;
use ledger::wallet::{GiftCommand, GiftStatus, NonDeliveryProof};
use ledger::{GiftId, LedgerError, Money, Wallet, WalletCommand};
use uuid::Uuid;

use super::link_store;
use crate::Payments;
use crate::Process;
use crate::attempt::{Attempt, Job, longest_pause, pause};
use crate::outbound::{self, OutboundPayment, Progress, Schedule, StepError};
use platform::error::Code;
use providers::answer::{CallAttempt, Outcome, Refusal};
use providers::gift::{self, DUPLICATE, INVALID, OWN_FAULT, VoucherHash, VoucherState};

/// How often to inspect a voucher that the service cannot describe, before it counts as invalid.
const LOOKS_MAX: i32 = 12;

/// How long a request that was just submitted may need. Older ones are checked for hashes that
/// are no longer needed.
const FORGET_AFTER: TimeDelta = TimeDelta::hours(1);

/// Makes the next step of a gift.
pub(crate) async fn step(state: &Payments, subject: Job) -> Result<Schedule, StepError> {
    let gift_id = GiftId(subject.id);
    let wallet = state.ledger.load(subject.wallet_id).await?;
    let Some(gift) = wallet.gift(gift_id) else {
        return over(state, subject).await;
    };
    let (status, expected) = (gift.status, gift.expected);
    if matches!(status, GiftStatus::Credited | GiftStatus::Rejected) {
        return over(state, subject).await;
    }
    let link = link_store::find(state, gift_id).await?;
    let hash = link.and_then(|link| link.hash);
    match (hash, expected) {
        (Some(hash), Some(expected)) => {
            let outbound = Taking {
                state,
                subject,
                hash,
                expected,
            };
            let next = outbound::advance(state, &outbound, &wallet).await?;
            finish(state, subject, next).await
        }
        (Some(hash), None) => look(state, subject, hash).await,
        (None, None) => {
            tracing::error!(id = %subject.id, "a gift has no link");
            reject(state, subject, OWN_FAULT).await
        }
        (None, Some(_)) => unlinked(state, subject).await,
    }
}

/// A gift in progress without a link: it is over by now, or a person must decide. While the lease
/// changes hands, another process may have ended it since its wallet was loaded, and then the link
/// is rightly gone.
async fn unlinked(state: &Payments, subject: Job) -> Result<Schedule, StepError> {
    let wallet = state.ledger.load(subject.wallet_id).await?;
    let status = wallet.gift(GiftId(subject.id)).map(|gift| gift.status);
    if matches!(status, Some(GiftStatus::Credited | GiftStatus::Rejected)) {
        over(state, subject).await
    } else {
        halt(state, subject, "NO_LINK").await
    }
}

/// Inspects a voucher before the first try to redeem it.
async fn look(state: &Payments, subject: Job, hash: VoucherHash) -> Result<Schedule, StepError> {
    let attempt = subject.load(&state.pool).await?;
    let longest = longest_pause(&state.config.waits).max(outbound::HALTED);
    if let Some(next_at) = attempt.and_then(|attempt| attempt.wait(state.clock.now(), longest)) {
        return Ok(Schedule::At(next_at));
    }
    // It was not redeemed, so it still belongs to the player.
    if state.config.service.terminated {
        return reject(state, subject, Code::Gone.as_str()).await;
    }
    if is_claimed(state, &hash).await? {
        return reject(state, subject, DUPLICATE).await;
    }
    let client = gift::client(state);
    if client.is_closed().await {
        return look_later(state, subject, attempt, "MAINTENANCE").await;
    }
    match client.look(&hash).await {
        VoucherState::Takeable(expected) => take(state, subject, hash, expected).await,
        VoucherState::Unusable(reason) => {
            if reason == OWN_FAULT {
                tracing::error!(id = %subject.id, "a gift of the operator's own phone");
            }
            reject(state, subject, reason).await
        }
        // The service fails on this voucher again and again.
        VoucherState::Later(seen)
            if seen == "INTERNAL_ERROR"
                && attempt.is_some_and(|attempt| attempt.attempts >= LOOKS_MAX) =>
        {
            reject(state, subject, INVALID).await
        }
        VoucherState::Later(seen) => look_later(state, subject, attempt, &seen).await,
    }
}

/// Whether any player has claimed the voucher before.
async fn is_claimed(state: &Payments, hash: &VoucherHash) -> Result<bool, sqlx::Error> {
    journal::is_claimed(&state.pool, "gift", &hash.voucher()).await
}

/// Claims the voucher and redeems it.
async fn take(
    state: &Payments,
    subject: Job,
    hash: VoucherHash,
    expected: Money,
) -> Result<Schedule, StepError> {
    let gift_id = GiftId(subject.id);
    let command = WalletCommand::Gift(GiftCommand::MarkSent { gift_id, expected });
    match execute(state, subject, command).await {
        // Only the process that wrote "sent" may make the first request.
        Ok(receipt) if receipt.events.is_empty() => Ok(Schedule::At(state.clock.now())),
        Ok(_) => {
            subject.forget(&state.pool).await?;
            let outbound = Taking {
                state,
                subject,
                hash,
                expected,
            };
            let outcome = outbound.request(CallAttempt::First).await;
            let next = outbound::settle(state, &outbound, outcome).await?;
            finish(state, subject, next).await
        }
        Err(LedgerError::ClaimTaken { .. }) => reject(state, subject, DUPLICATE).await,
        Err(LedgerError::Refused(refusal)) => {
            let wallet = state.ledger.load(subject.wallet_id).await?;
            match wallet.gift(gift_id).map(|gift| gift.status) {
                Some(GiftStatus::Submitted) => reject(state, subject, refusal.code()).await,
                // Another process has continued it meanwhile.
                _ => Ok(Schedule::At(state.clock.now())),
            }
        }
        Err(error) => Err(error.into()),
    }
}

/// Ends a gift without a try to redeem it.
async fn reject(state: &Payments, subject: Job, reason: &str) -> Result<Schedule, StepError> {
    link_store::note_reason(&state.pool, GiftId(subject.id), reason).await?;
    let command = WalletCommand::Gift(GiftCommand::Reject {
        gift_id: GiftId(subject.id),
        reason: reason.to_owned(),
        grounds: NonDeliveryProof::NeverCalled,
    });
    match execute(state, subject, command).await {
        Ok(_) => over(state, subject).await,
        // Another process has continued it meanwhile.
        Err(LedgerError::Refused(_)) => Ok(Schedule::At(state.clock.now() + TimeDelta::seconds(1))),
        Err(error) => Err(error.into()),
    }
}

async fn execute(
    state: &Payments,
    subject: Job,
    command: WalletCommand,
) -> Result<ledger::CommandOutcome, LedgerError> {
    let context = state.process_context(Process::Gift.name(), subject.id.to_string());
    state
        .ledger
        .execute(subject.wallet_id, command, context)
        .await
}

async fn look_later(
    state: &Payments,
    subject: Job,
    attempt: Option<Attempt>,
    seen: &str,
) -> Result<Schedule, StepError> {
    let now = state.clock.now();
    let next_at = now
        + pause(
            &state.config.waits,
            attempt.map_or(0, |attempt| attempt.attempts),
        );
    tracing::warn!(id = %subject.id, seen, "a gift is inspected again later");
    subject
        .note(&state.pool, (now, next_at), seen, false)
        .await?;
    Ok(Schedule::At(next_at))
}

/// Leaves a gift that cannot continue for a person to decide.
async fn halt(state: &Payments, subject: Job, seen: &str) -> Result<Schedule, StepError> {
    tracing::error!(id = %subject.id, seen, "a gift cannot continue: a person must look");
    let now = state.clock.now();
    let next_at = now + outbound::HALTED;
    subject
        .note(&state.pool, (now, next_at), seen, true)
        .await?;
    Ok(Schedule::At(next_at))
}

async fn finish(state: &Payments, subject: Job, next: Schedule) -> Result<Schedule, StepError> {
    if next == Schedule::Ended {
        link_store::close(&state.pool, GiftId(subject.id)).await?;
    }
    Ok(next)
}

/// Deletes the hash and the attempts of a gift that has ended.
async fn over(state: &Payments, subject: Job) -> Result<Schedule, StepError> {
    link_store::close(&state.pool, GiftId(subject.id)).await?;
    subject.forget(&state.pool).await?;
    Ok(Schedule::Ended)
}

/// Deletes the hashes of gifts that ended or never started without this process noticing.
pub async fn sweep(state: &Payments) -> Result<u64, sqlx::Error> {
    let mut forgotten = 0;
    let before = state.clock.now() - FORGET_AFTER;
    let mut after = GiftId(Uuid::nil());
    loop {
        let stored = link_store::stored_since(&state.pool, before, after).await?;
        let Some((last, _)) = stored.last() else {
            break;
        };
        after = *last;
        for (gift_id, wallet_id) in stored {
            let Ok(wallet) = state.ledger.load(wallet_id).await else {
                continue;
            };
            let is_over = wallet.gift(gift_id).is_none_or(|gift| {
                matches!(gift.status, GiftStatus::Credited | GiftStatus::Rejected)
            });
            if is_over {
                link_store::close(&state.pool, gift_id).await?;
                forgotten += 1;
            }
        }
    }
    Ok(forgotten)
}

/// A voucher that is being redeemed.
struct Taking<'a> {
    state: &'a Payments,
    subject: Job,
    hash: VoucherHash,
    expected: Money,
}

impl Taking<'_> {
    fn id(&self) -> GiftId {
        GiftId(self.subject.id)
    }

    /// Stores the reason of a refusal for the player before the ledger ends the gift with it.
    async fn noted(&self, outcome: Outcome<Money>) -> Outcome<Money> {
        if let Outcome::Refused(refusal) = &outcome
            && let Err(error) =
                link_store::note_reason(&self.state.pool, self.id(), &refusal.code).await
        {
            tracing::warn!(%error, id = %self.subject.id, "a gift's reason is not stored");
        }
        outcome
    }
}

impl OutboundPayment for Taking<'_> {
    /// The amount of the operator's ticket.
    type Proof = Money;

    fn subject(&self) -> Job {
        self.subject
    }

    fn progress(&self, wallet: &Wallet) -> Progress {
        match wallet.gift(self.id()).map(|gift| gift.status) {
            Some(GiftStatus::Submitted) => Progress::New,
            Some(GiftStatus::Sent) => Progress::Sent,
            Some(GiftStatus::Unknown) => Progress::Unknown,
            Some(GiftStatus::Credited | GiftStatus::Rejected) | None => Progress::Ended,
        }
    }

    fn has_moved(&self, wallet: &Wallet) -> Option<bool> {
        match wallet.gift(self.id())?.status {
            GiftStatus::Credited => Some(true),
            GiftStatus::Rejected => Some(false),
            GiftStatus::Submitted | GiftStatus::Sent | GiftStatus::Unknown => None,
        }
    }

    async fn request(&self, asked: CallAttempt) -> Outcome<Money> {
        let client = gift::client(self.state);
        self.noted(client.redeem(&self.hash, self.expected, asked).await)
            .await
    }

    async fn status(&self) -> Outcome<Money> {
        let client = gift::client(self.state);
        self.noted(client.resolve(&self.hash, self.expected).await)
            .await
    }

    /// The operator cannot cancel a voucher, but redeeming it again is always harmless.
    async fn resolve(&self) -> Outcome<Money> {
        self.request(CallAttempt::Again).await
    }

    fn sent(&self) -> WalletCommand {
        WalletCommand::Gift(GiftCommand::MarkSent {
            gift_id: self.id(),
            expected: self.expected,
        })
    }

    fn unknown(&self, seen: String) -> WalletCommand {
        WalletCommand::Gift(GiftCommand::MarkUnknown {
            gift_id: self.id(),
            reason: seen,
        })
    }

    fn done(&self, amount: Money) -> WalletCommand {
        WalletCommand::Gift(GiftCommand::Credit {
            gift_id: self.id(),
            amount,
            deposit_account: self.state.config.gift.deposit_account.clone(),
        })
    }

    fn returned(&self, refusal: Refusal) -> WalletCommand {
        WalletCommand::Gift(GiftCommand::Reject {
            gift_id: self.id(),
            reason: refusal.code,
            grounds: refusal.grounds,
        })
    }
}
