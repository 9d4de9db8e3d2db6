//! The journal: events in one dense order on `PostgreSQL`, appended and never changed.
//!
//! A view has the layout of postgres-es, so its reader can open our streams. Its code is not used
//! here: it hands out parsed JSON, while a hash covers the bytes as they are stored; it
//! numbers nothing across streams; it inserts event by event; and it calls every unique violation a
//! version conflict.

mod append;
mod by_wallet;
mod chain;
mod claimed;
mod ends;
mod facts;
mod feed;
mod fence;
mod key_digest;
mod landmark;
mod load;
mod lookup;
mod lost;
mod mac;
mod partition;
mod recall;
mod replay;
mod resign;
mod sealable;
mod second_reader;
mod selected;
mod settings;
mod shown;
mod staff;
mod stored;
mod stream;
mod used;
mod verify;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::id::WalletId;
use crate::money::Money;
use crate::wallet::WalletEvent;

pub(crate) use append::{AppendError, Appended, Batch, Conflict, append};
pub(crate) use chain::{digest, link_with};
pub(crate) use load::{LoadError, follow_streams, load_streams, stream_end_of};
pub(crate) use lost::{find_committed, moved_heads};
pub(crate) use recall::{Recalled, recall};
pub(crate) use sealable::{Sealable, read_sealable};
pub(crate) use stored::{PendingEvent, SNAPSHOT_FORMAT, read_stored, to_json};
pub(crate) use stream::Stream;

pub use by_wallet::{CheckedEvent, StreamPlace, last_places, read_streams};
pub use chain::{Digest, Link, content, link};
pub use claimed::{ClaimingEvent, find_claiming_event, find_payments_claimed};
pub(crate) use ends::end_of_house;
pub use ends::{StreamAt, ends_at};
pub use facts::{Facts, hashed_facts};
pub use feed::{Whereabouts, head, read_events, whereabouts};
pub use fence::fence;
pub use key_digest::KeyDigest;
pub use landmark::{Landmark, Level};
pub use lookup::{
    ClaimSeen, KeyOutcome, claims_of, first_recorded_at, is_claimed, last_position, outcome_of_key,
    request_of, sequences_at,
};
pub use mac::{EventMac, JournalKey};
pub use partition::{extend, partitions};
pub use replay::{
    Fold, StoryEvent, StreamEnd, UncheckedEvent, read_single, read_stretch, recorded_at, stream_end,
};
pub use resign::{resign, shut};
pub use second_reader::{SecondReading, read_again};
pub use selected::{
    AccountChange, coins_moved, events_of, find_qr_order, grants_within, last_account_change,
    last_of_house,
};
pub use settings::{settings_after, settings_copied, settings_head};
pub use shown::{ShownEvent, ShownFacts, read_shown};
pub use staff::{StaffEvent, staff_events};
pub use used::{is_used, unused_among, use_up};
pub use verify::{VerifiedStream, verify_stream};

/// Why the journal cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The database did not answer, or not with rows.
    #[error("the database is not available: {0}")]
    Database(#[from] sqlx::Error),
    /// What is stored contradicts itself.
    #[error("wallet {wallet_id}: {what}")]
    Corrupt {
        /// Id of the wallet.
        wallet_id: WalletId,
        /// What contradicts the rule.
        what: String,
    },
}

/// The database role that the application's connections work in (`set role`): it may append to
/// the journal and may not change it.
pub const APP_ROLE: &str = "wallet_app";

/// Who caused a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Actor {
    /// The player, through the portal.
    Member,
    /// A process of the gateway, by its name (`transfer`, `withdrawal`, `slip`).
    Process {
        /// Name of the process.
        name: String,
    },
    /// A member of the support staff, by id.
    Staff {
        /// The staff account's id.
        id: String,
    },
}

/// An event's metadata: who, when, on which request, and the balance after it. No personal data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// When the command was decided, by the gateway's clock.
    pub at: DateTime<Utc>,
    /// The person or process that caused it.
    pub actor: Actor,
    /// The HTTP request or process run that it came with.
    pub request_id: String,
    /// What the main wallet holds right after the event. The ledger writes it, whatever the caller
    /// says: with it the hashed bytes contain a statement line's running balance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main: Option<Money>,
    /// The number of the last event that moved the main wallet, this one included; the ledger's own
    /// word as well. Movements count 1, 2, 3 …, so that none can be left out of a statement, not
    /// even some that sum to zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movements: Option<u64>,
    /// What the command's key was; the ledger's own word too. None for a command without a key, and in
    /// events from before keys were noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<KeyDigest>,
    /// Number of the last change of settings that the command was decided under. The journal refuses one that
    /// has been replaced for more than two seconds. None for what rests on no setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<i64>,
}

impl Metadata {
    /// Of a row without the MAC of the journal's key: what it says is nobody's word.
    pub(crate) fn void() -> Self {
        Self {
            at: DateTime::UNIX_EPOCH,
            actor: Actor::Process {
                name: "void".to_owned(),
            },
            request_id: String::new(),
            main: None,
            movements: None,
            key: None,
            settings: None,
        }
    }

    /// As it is stored.
    pub(crate) fn text(&self) -> String {
        to_json(self)
    }
}

/// A command's name for itself, so that it takes effect at most once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The caller's key, unique within the wallet.
    pub key: String,
    /// SHA-256 of what the caller asked for: the same key with another fingerprint is refused.
    pub fingerprint: [u8; 32],
}

/// What travels with a command.
#[derive(Debug, Clone)]
pub struct Context {
    /// Written with each event.
    pub metadata: Metadata,
    /// Present where a repeat must be recognised.
    pub idempotency: Option<Idempotency>,
}

/// An event as stored in the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedEvent {
    /// Dense and in commit order over all wallets: 1, 2, 3 …
    pub position: i64,
    /// Whose stream it belongs to.
    pub wallet_id: WalletId,
    /// Its place in that stream: 1, 2, 3 …
    pub sequence: i64,
    /// What happened, with its data.
    pub event: WalletEvent,
    /// Who, when, on which request.
    pub metadata: Metadata,
}
