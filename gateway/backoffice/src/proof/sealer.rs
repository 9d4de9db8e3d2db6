//! The sealer: adds new events of the journal to the Merkle tree, about once a second.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ledger::proof::{self, KeyError, Registered, SealError, Sealed, Signer};
use tokio::time::MissedTickBehavior;

use crate::staff::signed;
use platform::core::Core;
use platform::database::within;
use platform::metrics::Reading;

/// How many events are sealed in one transaction.
const BATCH_MAX: i64 = 50_000;

/// A batch takes longer only on a dead connection. The server then ends its transaction, and the
/// next one seals the batch.
const BATCH_TAKES_MAX: Duration = Duration::from_mins(1);

/// The same limit for reading the log's size.
const SIZE_TAKES_MAX: Duration = Duration::from_secs(5);

/// Why nothing is sealed while a witness has signed a larger log.
const BEHIND: &str = "a witness has signed a larger log";

/// The state of the sealer, for the metrics.
#[derive(Debug, Default)]
pub struct Sealing {
    size: AtomicI64,
    is_refused: AtomicBool,
    has_failed: AtomicBool,
    is_forked: AtomicBool,
    is_suspended: AtomicBool,
    /// A witness has signed a larger log.
    is_behind: AtomicBool,
    /// Whether the witnesses were asked since the start.
    are_asked: AtomicBool,
    /// The last try to state a total failed.
    has_no_total: AtomicBool,
    /// When a signed checkpoint last covered every commit, or the gateway's start if none has
    /// since. None if this gateway does not seal.
    caught_up: Mutex<Option<Instant>>,
}

impl Sealing {
    /// The metrics: leaves, waiting events and since when they wait, whether this gateway's key is
    /// not the log's, whether the last try failed, whether it failed because the log is not the one
    /// that was signed, and whether the data folder was restored without the operator's word that
    /// its log continues, whether a witness has signed a larger log, and whether the last total failed.
    pub fn readings(&self, journal: i64, now: Instant) -> [Reading; 9] {
        let size = self.size.load(Ordering::Relaxed);
        let caught_up = *self.caught_up();
        let age = caught_up.map_or(0, |at| now.saturating_duration_since(at).as_secs());
        let flag = |flag: &AtomicBool| i64::from(flag.load(Ordering::Relaxed));
        [
            Reading::new(
                "wallet_proof_size",
                "Events under a signed checkpoint",
                size,
            ),
            Reading::new(
                "wallet_proof_lag",
                "Committed events without a signed checkpoint",
                journal.saturating_sub(size).max(0),
            ),
            Reading::new(
                "wallet_proof_seal_age_seconds",
                "Time since everything committed was last under a signed checkpoint",
                i64::try_from(age).unwrap_or(i64::MAX),
            ),
            Reading::new(
                "wallet_proof_key_refused",
                "1 while the key does not belong to the log",
                flag(&self.is_refused),
            ),
            Reading::new(
                "wallet_proof_sealing_failed",
                "1 while the last attempt to sign a checkpoint failed",
                flag(&self.has_failed),
            ),
            Reading::new(
                "wallet_proof_log_forked",
                "1 while the log is not the one that was signed",
                flag(&self.is_forked),
            ),
            Reading::new(
                "wallet_proof_suspended",
                "1 while a restored log waits for `gateway proof resume`",
                flag(&self.is_suspended),
            ),
            Reading::new(
                "wallet_proof_behind_witness",
                "1 while a witness has signed a larger log than this one",
                flag(&self.is_behind),
            ),
            Reading::new(
                "wallet_proof_total_failed",
                "1 while the last attempt to add up what players are owed failed",
                flag(&self.has_no_total),
            ),
        ]
    }

    fn caught_up(&self) -> MutexGuard<'_, Option<Instant>> {
        self.caught_up
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the log contradicts a signed checkpoint.
    pub fn is_forked(&self) -> bool {
        self.is_forked.load(Ordering::Relaxed)
    }

    /// Whether a witness has signed a larger log: then nothing is sealed, since that would be a fork.
    pub(super) fn note_witnesses(&self, is_behind: bool) {
        self.is_behind.store(is_behind, Ordering::Relaxed);
        self.are_asked.store(true, Ordering::Release);
    }

    /// Whether the witnesses were asked since the start: they answered, or did not.
    fn are_asked(&self) -> bool {
        self.are_asked.load(Ordering::Acquire)
    }

    /// Whether the last try to state a total failed.
    pub(super) fn note_total(&self, has_failed: bool) {
        self.has_no_total.store(has_failed, Ordering::Relaxed);
    }

    /// Whether the last try to seal failed.
    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Records why nothing was sealed: failures that need a person at once have separate metrics.
    fn note(&self, outcome: &Result<(), SealError>, now: Instant) {
        if outcome.is_ok() {
            *self.caught_up() = Some(now);
        }
        let is_forked = matches!(
            outcome,
            Err(SealError::Forked(_) | SealError::Corrupt(_) | SealError::Cut { .. })
        );
        self.is_forked.store(is_forked, Ordering::Relaxed);
        let is_suspended = matches!(outcome, Err(SealError::Suspended));
        self.is_suspended.store(is_suspended, Ordering::Relaxed);
    }
}

/// Opens the key (a log without a key gets this gateway's), and seals until the gateway stops. Where the
/// log has a key, a data folder without one is refused.
pub(super) async fn start(core: &Core, sealing: &Arc<Sealing>) -> Result<(), KeyError> {
    if !core.config.proof.is_on {
        return Ok(());
    }
    proof::require_key_file(&core.pool, &core.data_dir).await?;
    let key = open(core).await?;
    *sealing.caught_up() = Some(core.clock.instant());
    let (state, sealing) = (core.clone(), Arc::clone(sealing));
    core.spawn(async move { run(&state, &sealing, key.0, key.1).await });
    Ok(())
}

async fn open(state: &Core) -> Result<(Signer, Registered), KeyError> {
    let origin = &state.config.proof.origin;
    proof::open_signer(&state.pool, &state.data_dir, origin).await
}

async fn run(state: &Core, sealing: &Sealing, mut signer: Signer, mut registered: Registered) {
    let mut ticks = tokio::time::interval(Duration::from_millis(state.config.proof.seal_every_ms));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // The failure that was logged last: each is logged once and not every second.
    let mut trouble = None;
    loop {
        ticks.tick().await;
        // The database may be older than what the witnesses have signed, and have something to seal all the same.
        if !state.config.proof.witnesses.list.is_empty() && !sealing.are_asked() {
            continue;
        }
        let is_behind = sealing.is_behind.load(Ordering::Relaxed);
        let outcome = match registered {
            _ if is_behind => Err(SealError::Forked(BEHIND.to_owned())),
            Registered::Current => seal_all(state, sealing, &signer).await,
            Registered::Other => Err(SealError::NotCurrent),
        };
        if matches!(outcome, Err(SealError::NotCurrent)) {
            // The operator may have rotated the key, here or elsewhere.
            match open(state).await {
                Ok(opened) => (signer, registered) = opened,
                Err(error) => tracing::error!(%error, "the proof log's key cannot be read"),
            }
        }
        let size = tokio::time::timeout(SIZE_TAKES_MAX, proof::read::sealed_size(&state.pool));
        if let Ok(Ok(size)) = size.await {
            sealing.size.store(size, Ordering::Relaxed);
        }
        let is_refused = registered == Registered::Other;
        sealing.note(&outcome, state.clock.instant());
        let failed = outcome
            .err()
            .filter(|error| is_refused || !matches!(error, SealError::NotCurrent));
        sealing.is_refused.store(is_refused, Ordering::Relaxed);
        sealing
            .has_failed
            .store(failed.is_some(), Ordering::Relaxed);
        let message = failed.map(|error| error.to_string());
        if message != trouble
            && let Some(error) = &message
        {
            tracing::error!(error, "the journal is not sealed");
        }
        trouble = message;
    }
}

/// Seals everything that waits, unless another process is sealing it.
async fn seal_all(state: &Core, sealing: &Sealing, signer: &Signer) -> Result<(), SealError> {
    while let Some(sealed) = within(BATCH_TAKES_MAX, seal_batch(state, signer)).await? {
        sealing.size.store(sealed.size, Ordering::Relaxed);
    }
    Ok(())
}

/// Seals a batch, together with the audit log up to now, which must continue the audit log that was
/// sealed last.
async fn seal_batch(state: &Core, signer: &Signer) -> Result<Option<Sealed>, SealError> {
    if let Some((_, note)) = proof::remembered(&state.data_dir).await?
        && let Some(what) = signed::contradiction(&state.pool, &note).await?
    {
        return Err(SealError::Forked(what));
    }
    let key = Some(state.ledger.journal_key());
    proof::seal(&state.pool, signer, key, BATCH_MAX, &signed::AuditLog).await
}
