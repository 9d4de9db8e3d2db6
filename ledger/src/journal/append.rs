//! Appending a batch: one statement, one round trip, one commit.
//!
//! The work is in the database function `journal_append` (see its migration for the argument why it
//! is safe); this module lays out its arguments and distinguishes its results and errors.

use sqlx::PgConnection;
use sqlx::postgres::{PgDatabaseError, PgSeverity};
use uuid::Uuid;

use super::Idempotency;
use super::chain::Digest;
use super::mac::EventMac;
use super::stored::{PendingEvent, SNAPSHOT_FORMAT};
use crate::claim::Claim;
use crate::id::WalletId;
use crate::wallet::EVENT_VERSION;

/// The columns of a batch. Wallets are added in ascending order: their heads are locked in it.
#[derive(Default)]
pub(crate) struct Batch<'a> {
    heads: Heads,
    asked: (Vec<Uuid>, Vec<&'a str>),
    keys: Keys<'a>,
    claims: Claims<'a>,
    snapshots: (Vec<Uuid>, Vec<i64>, Vec<&'a str>),
    events: Events<'a>,
    /// The oldest settings that a command of it was decided under.
    settings: Option<i64>,
}

#[derive(Default)]
struct Heads {
    wallets: Vec<Uuid>,
    versions: Vec<i64>,
    nexts: Vec<i64>,
    hashes: Vec<Digest>,
}

impl Heads {
    /// Whether each of them gets events.
    fn all_move(&self) -> bool {
        self.versions
            .iter()
            .zip(&self.nexts)
            .all(|(now, next)| next > now)
    }
}

#[derive(Default)]
struct Keys<'a> {
    wallets: Vec<Uuid>,
    texts: Vec<&'a str>,
    fingerprints: Vec<Digest>,
    sequences: Vec<i64>,
    events: Vec<i32>,
}

#[derive(Default)]
struct Events<'a> {
    wallets: Vec<Uuid>,
    sequences: Vec<i64>,
    types: Vec<&'a str>,
    versions: Vec<&'a str>,
    payloads: Vec<&'a str>,
    metadatas: Vec<&'a str>,
    hashes: Vec<Digest>,
    states: Vec<Option<Digest>>,
    macs: Vec<EventMac>,
}

#[derive(Default)]
struct Claims<'a> {
    kinds: Vec<&'a str>,
    references: Vec<&'a str>,
    wallets: Vec<Uuid>,
    sequences: Vec<i64>,
}

/// What came of an append that the database answered.
#[derive(Debug)]
pub(crate) enum Appended {
    /// Committed; position of the first event, 0 when the batch has none.
    At(i64),
    /// Nothing was written because of these.
    Conflicts(Vec<Conflict>),
}

/// Why a command cannot be part of this batch.
#[derive(Debug)]
pub(crate) enum Conflict {
    /// The wallet has moved on: another process wrote to it.
    Stale(WalletId),
    /// The wallet's key has been used.
    Known(WalletId, String),
    /// The fact has been credited.
    Claimed {
        kind: String,
        reference: String,
        by: WalletId,
    },
    /// The settings changed more than two seconds ago: what is decided now has to know this change.
    Outdated(i64),
}

/// Why an append was not answered.
#[derive(Debug)]
pub(crate) enum AppendError {
    /// Rolled back because of something in its way, or because another process came in between:
    /// come again, with a look.
    Again(sqlx::Error),
    /// Rolled back because of what some command in the batch holds.
    Refused(sqlx::Error),
    /// Rolled back because of the database's own state (disk, locks, rights).
    Failed(sqlx::Error),
    /// Nothing was written because this server takes no writes: another one may.
    Elsewhere(sqlx::Error),
    /// The connection broke: it may have been committed, or may still be.
    Unknown(sqlx::Error),
}

impl<'a> Batch<'a> {
    /// An empty one, with room for so many wallets and events.
    pub(crate) fn with_capacity(wallets: usize, events: usize) -> Self {
        Self {
            heads: Heads {
                wallets: Vec::with_capacity(wallets),
                versions: Vec::with_capacity(wallets),
                nexts: Vec::with_capacity(wallets),
                hashes: Vec::with_capacity(wallets),
            },
            keys: Keys {
                wallets: Vec::with_capacity(events),
                texts: Vec::with_capacity(events),
                fingerprints: Vec::with_capacity(events),
                sequences: Vec::with_capacity(events),
                events: Vec::with_capacity(events),
            },
            claims: Claims {
                kinds: Vec::with_capacity(events),
                references: Vec::with_capacity(events),
                wallets: Vec::with_capacity(events),
                sequences: Vec::with_capacity(events),
            },
            events: Events {
                wallets: Vec::with_capacity(events),
                sequences: Vec::with_capacity(events),
                types: Vec::with_capacity(events),
                versions: Vec::with_capacity(events),
                payloads: Vec::with_capacity(events),
                metadatas: Vec::with_capacity(events),
                hashes: Vec::with_capacity(events),
                states: Vec::with_capacity(events),
                macs: Vec::with_capacity(events),
            },
            ..Self::default()
        }
    }

    /// The events' wallets, sequences and hashes: by them a batch is found again.
    pub(super) fn events(&self) -> (&[Uuid], &[i64], &[Digest]) {
        let events = &self.events;
        (&events.wallets, &events.sequences, &events.hashes)
    }

    /// Whether it rests on what it does not write: on the head of a wallet that it leaves as it is,
    /// or on a key that it does not use.
    fn must_look(&self) -> bool {
        !self.asked.0.is_empty() || !self.heads.all_move()
    }

    /// The version that a wallet must have, and the version that the batch leaves.
    pub(crate) fn add_head(&mut self, wallet: WalletId, version: i64, next: i64, hash: Digest) {
        self.heads.wallets.push(wallet.0);
        self.heads.versions.push(version);
        self.heads.nexts.push(next);
        self.heads.hashes.push(hash);
    }

    /// A key that must be unused though nothing is written under it: a refused command's.
    pub(crate) fn ask_key(&mut self, wallet: WalletId, key: &'a Idempotency) {
        self.asked.0.push(wallet.0);
        self.asked.1.push(&key.key);
    }

    /// A command's name, with the wallet's sequence after it and the number of its events.
    pub(crate) fn add_key(
        &mut self,
        wallet: WalletId,
        key: &'a Idempotency,
        sequence: i64,
        events: usize,
    ) {
        self.keys.wallets.push(wallet.0);
        self.keys.texts.push(&key.key);
        self.keys.fingerprints.push(key.fingerprint);
        self.keys.sequences.push(sequence);
        self.keys
            .events
            .push(i32::try_from(events).expect("a command writes a handful of events"));
    }

    /// The settings that a command was decided under.
    pub(crate) fn add_settings(&mut self, read: i64) {
        self.settings = Some(self.settings.map_or(read, |oldest| oldest.min(read)));
    }

    /// An outside fact that the event at `sequence` uses up.
    pub(crate) fn add_claim(&mut self, wallet: WalletId, claim: &'a Claim, sequence: i64) {
        self.claims.kinds.push(claim.kind);
        self.claims.references.push(&claim.reference);
        self.claims.wallets.push(wallet.0);
        self.claims.sequences.push(sequence);
    }

    /// A wallet's state after the event at `sequence`.
    pub(crate) fn add_snapshot(&mut self, wallet: WalletId, sequence: i64, state: &'a str) {
        self.snapshots.0.push(wallet.0);
        self.snapshots.1.push(sequence);
        self.snapshots.2.push(state);
    }

    /// An event, in the order of the positions.
    pub(crate) fn add_event(&mut self, wallet: WalletId, event: &'a PendingEvent) {
        self.events.wallets.push(wallet.0);
        self.events.sequences.push(event.sequence);
        self.events.types.push(event.event.type_name());
        self.events.versions.push(EVENT_VERSION);
        self.events.payloads.push(&event.payload);
        self.events.metadatas.push(&event.metadata);
        self.events.hashes.push(event.stream_hash);
        self.events.states.push(event.state_hash);
        self.events.macs.push(event.mac);
    }
}

/// Commits the batch, or says what is in its way. Without a look it only says
/// [`AppendError::Again`]. A batch that must look always does.
pub(crate) async fn append(
    connection: &mut PgConnection,
    batch: Batch<'_>,
    is_looking: bool,
) -> Result<Appended, AppendError> {
    let rows = sqlx::query!(
        r#"select outcome as "outcome!", first_position, of_wallet, of_kind, of_reference
           from journal_append(
                   is_looking => $28,
                   head_wallets => $1, head_versions => $2, head_nexts => $3, head_hashes => $4,
                   asked_wallets => $5, asked_keys => $6,
                   key_wallets => $7, key_texts => $8, key_fingerprints => $9,
                   key_sequences => $10, key_events => $11,
                   claim_kinds => $12, claim_references => $13, claim_wallets => $14, claim_sequences => $15,
                   snapshot_wallets => $16, snapshot_sequences => $17, snapshot_format => $18, snapshot_states => $19,
                   event_wallets => $20, event_sequences => $21, event_types => $22, event_versions => $23,
                   event_payloads => $24, event_metadatas => $25,
                   event_hashes => $26, event_states => $27, event_macs => $29,
                   settings_read => $30)"#,
        &batch.heads.wallets,
        &batch.heads.versions,
        &batch.heads.nexts,
        &batch.heads.hashes as _,
        &batch.asked.0,
        &batch.asked.1 as _,
        &batch.keys.wallets,
        &batch.keys.texts as _,
        &batch.keys.fingerprints as _,
        &batch.keys.sequences,
        &batch.keys.events,
        &batch.claims.kinds as _,
        &batch.claims.references as _,
        &batch.claims.wallets,
        &batch.claims.sequences,
        &batch.snapshots.0,
        &batch.snapshots.1,
        SNAPSHOT_FORMAT,
        &batch.snapshots.2 as _,
        &batch.events.wallets,
        &batch.events.sequences,
        &batch.events.types as _,
        &batch.events.versions as _,
        &batch.events.payloads as _,
        &batch.events.metadatas as _,
        &batch.events.hashes as _,
        &batch.events.states as _,
        is_looking || batch.must_look(),
        &batch.events.macs as _,
        batch.settings,
    )
    .fetch_all(connection)
    .await
    .map_err(classify)?;

    let mut conflicts = Vec::with_capacity(rows.len());
    for row in rows {
        let wallet = row.of_wallet.map(WalletId);
        conflicts.push(
            match (row.outcome.as_str(), wallet, row.of_kind, row.of_reference) {
                ("appended", ..) => return Ok(Appended::At(row.first_position.unwrap_or(0))),
                ("stale", Some(wallet), ..) => Conflict::Stale(wallet),
                ("known", Some(wallet), _, Some(key)) => Conflict::Known(wallet, key),
                ("claimed", Some(by), Some(kind), Some(reference)) => Conflict::Claimed {
                    kind,
                    reference,
                    by,
                },
                ("outdated", ..) => Conflict::Outdated(row.first_position.unwrap_or(0)),
                (outcome, ..) => {
                    let text = format!("journal_append answered {outcome:?}");
                    return Err(AppendError::Failed(sqlx::Error::Protocol(text)));
                }
            },
        );
    }
    Ok(Appended::Conflicts(conflicts))
}

/// A statement that the server has refused is rolled back. Anything else may have been committed
/// before the answer was lost: also what a dying server says (its severity is not "error").
fn classify(error: sqlx::Error) -> AppendError {
    let sqlx::Error::Database(refusal) = &error else {
        return AppendError::Unknown(error);
    };
    let is_definite = refusal
        .try_downcast_ref::<PgDatabaseError>()
        .is_some_and(|refusal| matches!(refusal.severity(), PgSeverity::Error));
    match refusal.code().as_deref() {
        _ if !is_definite => AppendError::Unknown(error),
        // A read-only transaction: a standby.
        Some("25006") => AppendError::Elsewhere(error),
        // Unique violation, serialization failure, deadlock.
        Some("23505" | "40001" | "40P01") => AppendError::Again(error),
        // Data exception, integrity constraint, program limit.
        Some(code)
            if ["22", "23", "54"]
                .iter()
                .any(|class| code.starts_with(class)) =>
        {
            AppendError::Refused(error)
        }
        _ => AppendError::Failed(error),
    }
}
