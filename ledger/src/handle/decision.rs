//! A command from its arrival to what was decided about it.

use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::Span;

use super::{CommandOutcome, LedgerError, trace};
use crate::claim::Claim;
use crate::id::WalletId;
use crate::journal::{Batch, Context, Idempotency, PendingEvent};
use crate::wallet::{WalletCommand, WalletError};

/// A command and what travels with it.
pub(super) struct Asked {
    pub(super) command: WalletCommand,
    pub(super) context: Context,
}

/// A command on its way, and where its answer goes.
pub(super) struct Job {
    pub(super) wallet_id: WalletId,
    /// Boxed, because it is large and a job is moved often.
    pub(super) asked: Box<Asked>,
    /// Its place among the commands of its queue.
    pub(super) arrival: u64,
    /// When it was asked for.
    pub(super) asked_at: Instant,
    /// How often it has had to be decided again because another process was faster.
    pub(super) attempts: u32,
    pub(super) caller: Caller,
}

/// Who waits for a command's answer.
pub(super) struct Caller {
    pub(super) answer: oneshot::Sender<Result<CommandOutcome, LedgerError>>,
    pub(super) span: Span,
}

/// A command and what was decided about it.
pub(super) struct Decision {
    pub(super) job: Job,
    pub(super) outcome: Outcome,
    /// The wallet's sequence after it.
    pub(super) sequence: i64,
    /// Later commands under the same idempotency key: answered by this one.
    pub(super) echoes: Vec<Job>,
}

/// What the rules said.
pub(super) enum Outcome {
    /// It takes effect; without events there was nothing left to do.
    Taken(Taken),
    /// It is refused.
    Refused(WalletError),
}

/// What a command that takes effect will write.
pub(super) struct Taken {
    pub(super) events: Vec<PendingEvent>,
    /// The facts that it uses up, each with the sequence of its event.
    pub(super) claims: Vec<(Claim, i64)>,
    /// The state after its last event, where a snapshot is due.
    pub(super) snapshot: Option<String>,
}

impl Job {
    /// The command's name for itself, if it has one.
    pub(super) fn idempotency(&self) -> Option<&Idempotency> {
        self.asked.context.idempotency.as_ref()
    }

    /// Answers the command.
    pub(super) fn answer(self, result: Result<CommandOutcome, LedgerError>) {
        self.caller.answer(result);
    }
}

impl Caller {
    /// Sends the answer. A caller that has gone away has still had its command carried out.
    pub(super) fn answer(self, result: Result<CommandOutcome, LedgerError>) {
        trace::note_outcome(&self.span, &result);
        drop(self.answer.send(result));
    }
}

impl Decision {
    /// Whether it takes effect, or has taken effect before.
    pub(super) fn is_taken(&self) -> bool {
        matches!(self.outcome, Outcome::Taken(_))
    }

    pub(super) fn events(&self) -> &[PendingEvent] {
        match &self.outcome {
            Outcome::Taken(taken) => &taken.events,
            Outcome::Refused(_) => &[],
        }
    }

    /// The snapshot that is due after it, with its sequence.
    pub(super) fn snapshot(&self) -> Option<(i64, &str)> {
        match &self.outcome {
            Outcome::Taken(taken) => Some((self.sequence, taken.snapshot.as_deref()?)),
            Outcome::Refused(_) => None,
        }
    }

    /// The command and those that wait for its answer.
    pub(super) fn into_jobs(self) -> impl Iterator<Item = Job> {
        std::iter::once(self.job).chain(self.echoes)
    }
}

impl Taken {
    /// Lays its events and claims out for the append.
    pub(super) fn add_to<'a>(&'a self, wallet_id: WalletId, batch: &mut Batch<'a>) {
        for (claim, sequence) in &self.claims {
            batch.add_claim(wallet_id, claim, *sequence);
        }
        for event in &self.events {
            batch.add_event(wallet_id, event);
        }
    }
}
