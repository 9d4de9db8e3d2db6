//! An event as it is stored: text on the way in, and back through the upcasters on the way out.

use cqrs_es::DomainEvent;
use cqrs_es::persist::{EventUpcaster, SerializedEvent};
use uuid::Uuid;

use super::chain::{Digest, Link, link};
use super::mac::{EventMac, JournalKey};
use super::{JournalError, Metadata, RecordedEvent};
use crate::id::WalletId;
use crate::money::Money;
use crate::wallet::WalletEvent;

/// The form of [`crate::wallet::Wallet`] in a snapshot. Raised with every change of its fields or
/// of what `apply` remembers: snapshots of another form are passed over.
pub(crate) const SNAPSHOT_FORMAT: i32 = 11;

/// An event that has been decided and chained but not appended.
#[derive(Debug)]
pub(crate) struct PendingEvent {
    pub(crate) event: WalletEvent,
    pub(crate) sequence: i64,
    pub(crate) payload: String,
    /// The main wallet's balance after it; the metadata's text contains it as well.
    pub(crate) main: Option<Money>,
    /// The number of the main wallet's last movement; in the metadata's text as well.
    pub(crate) movements: Option<u64>,
    pub(crate) metadata: String,
    pub(crate) stream_hash: Digest,
    pub(crate) state_hash: Option<Digest>,
    pub(crate) mac: EventMac,
}

/// Bytes that most texts of an event fit in.
const TEXT_LEN: usize = 512;

/// The text that a part of an event or a state is stored as.
pub(crate) fn to_json(value: &impl serde::Serialize) -> String {
    let mut text = Vec::with_capacity(TEXT_LEN);
    serde_json::to_writer(&mut text, value)
        .expect("the ledger's own types have string keys and no floats");
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// Selects rows of `event` as [`StoredEvent`]s. What is read of an event is named here, and where
/// streams are read, in `journal_read_streams`.
macro_rules! select_stored {
    ($from:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query_as!(
            $crate::journal::stored::StoredEvent,
            r#"select event.position, event.wallet_id, event.sequence, event.event_type, event.event_version,
                event.payload::text as "payload!", event.metadata::text as "metadata!",
                event.stream_hash, event.state_hash, event.mac "# + $from
            $(, $argument)*
        )
    };
}
pub(super) use select_stored;

/// A row of `event`.
#[derive(Debug)]
pub(super) struct StoredEvent {
    pub(super) position: i64,
    pub(super) wallet_id: Uuid,
    pub(super) sequence: i64,
    pub(super) event_type: String,
    pub(super) event_version: String,
    pub(super) payload: String,
    pub(super) metadata: String,
    pub(super) stream_hash: Vec<u8>,
    pub(super) state_hash: Option<Vec<u8>>,
    pub(super) mac: Vec<u8>,
}

/// What turns events of earlier versions into today's, in the order of the versions.
///
/// None yet: every event that was ever stored is of the version that the code writes.
pub(super) fn upcasters() -> Vec<Box<dyn EventUpcaster>> {
    Vec::new()
}

/// Reads an event's texts as they are stored.
pub(crate) fn read_stored(
    event_type: &str,
    event_version: &str,
    payload: &str,
) -> Result<WalletEvent, String> {
    let stored = StoredEvent {
        position: 0,
        wallet_id: Uuid::nil(),
        sequence: 0,
        event_type: event_type.to_owned(),
        event_version: event_version.to_owned(),
        payload: payload.to_owned(),
        metadata: "null".to_owned(),
        stream_hash: Vec::new(),
        state_hash: None,
        mac: Vec::new(),
    };
    stored.read(&upcasters())
}

/// Reads rows of `event`: with the journal's key, nothing is believed of a row without its MAC.
pub(super) struct Decoder<'a> {
    /// None for a check by somebody who does not hold it.
    key: Option<&'a JournalKey>,
    upcasters: Vec<Box<dyn EventUpcaster>>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(key: impl Into<Option<&'a JournalKey>>) -> Self {
        let (key, upcasters) = (key.into(), upcasters());
        Self { key, upcasters }
    }

    /// Whether the holder of the journal's key wrote the row.
    pub(super) fn is_genuine(&self, row: &StoredEvent) -> bool {
        let is_right = |key: &JournalKey| key.is_right(&row.link(), &row.stream_hash, &row.mac);
        self.key.is_none_or(is_right)
    }

    /// What happened; [void](WalletEvent::Void) where anybody else wrote the row.
    pub(super) fn event(&self, row: &StoredEvent) -> Result<WalletEvent, String> {
        if self.is_genuine(row) {
            row.read(&self.upcasters)
        } else {
            Ok(WalletEvent::Void)
        }
    }

    /// What happened behind a hash, and the hash behind it. A row that does not match its hash is no void
    /// one: the owner of the database has changed what was there.
    pub(super) fn next(
        &self,
        row: &StoredEvent,
        before: &Digest,
        sequence: i64,
    ) -> Result<(WalletEvent, Digest), String> {
        let hash = row.check_link(before, sequence)?;
        Ok((self.event(row)?, hash))
    }

    /// The row as the rest of the product sees it.
    pub(super) fn record(&self, row: &StoredEvent) -> Result<RecordedEvent, JournalError> {
        let wallet_id = WalletId(row.wallet_id);
        let corrupt = |what| JournalError::Corrupt { wallet_id, what };
        let event = self.event(row).map_err(corrupt)?;
        let metadata = if event == WalletEvent::Void {
            Metadata::void()
        } else {
            serde_json::from_str(&row.metadata)
                .map_err(|error| corrupt(row.unknown(&error.to_string())))?
        };
        Ok(RecordedEvent {
            position: row.position,
            wallet_id,
            sequence: row.sequence,
            event,
            metadata,
        })
    }
}

impl StoredEvent {
    /// Checks that this row follows a hash and carries its own; the text says what does not hold.
    pub(super) fn check_link(&self, before: &Digest, sequence: i64) -> Result<Digest, String> {
        if self.sequence != sequence {
            return Err(format!(
                "event {} is in the place of event {sequence}",
                self.sequence
            ));
        }
        let hash = link(before, &self.link());
        if self.stream_hash == hash {
            Ok(hash)
        } else {
            Err(format!("event {sequence} does not match its hash"))
        }
    }

    pub(super) fn link(&self) -> Link<'_> {
        Link {
            wallet_id: WalletId(self.wallet_id),
            sequence: self.sequence,
            event_type: &self.event_type,
            event_version: &self.event_version,
            payload: &self.payload,
            metadata: &self.metadata,
            state_hash: self.state_hash.as_deref(),
        }
    }

    /// Its MAC by a key, whatever it carries.
    pub(super) fn mac_by(&self, key: &JournalKey) -> EventMac {
        key.mac(&self.link(), &self.stream_hash)
    }

    /// Reads the event. An unknown type or version is an error: skipping it would show a balance
    /// that never was.
    fn read(&self, upcasters: &[Box<dyn EventUpcaster>]) -> Result<WalletEvent, String> {
        let fits = |event: &WalletEvent, event_type: &str, event_version: &str| {
            event.event_type() == event_type && event.event_version() == event_version
        };
        let is_old = upcasters
            .iter()
            .any(|upcaster| upcaster.can_upcast(&self.event_type, &self.event_version));
        let (event, is_known) = if is_old {
            let old = self.upcast(upcasters)?;
            let event = serde_json::from_value::<WalletEvent>(old.payload)
                .map_err(|error| self.unknown(&error.to_string()))?;
            let is_known = fits(&event, &old.event_type, &old.event_version);
            (event, is_known)
        } else {
            let event = serde_json::from_str::<WalletEvent>(&self.payload)
                .map_err(|error| self.unknown(&error.to_string()))?;
            let is_known = fits(&event, &self.event_type, &self.event_version);
            (event, is_known)
        };
        if is_known {
            Ok(event)
        } else {
            Err(self.unknown("no upcaster leads to today's version"))
        }
    }

    fn upcast(&self, upcasters: &[Box<dyn EventUpcaster>]) -> Result<SerializedEvent, String> {
        let value = |text: &str| {
            serde_json::from_str(text).map_err(|error| self.unknown(&error.to_string()))
        };
        let stored = SerializedEvent::new(
            self.wallet_id.to_string(),
            usize::try_from(self.sequence).map_err(|error| self.unknown(&error.to_string()))?,
            "wallet".to_owned(),
            self.event_type.clone(),
            self.event_version.clone(),
            value(&self.payload)?,
            value(&self.metadata)?,
        );
        Ok(upcasters.iter().fold(stored, |event, upcaster| {
            if upcaster.can_upcast(&event.event_type, &event.event_version) {
                upcaster.upcast(event)
            } else {
                event
            }
        }))
    }

    pub(super) fn unknown(&self, why: &str) -> String {
        format!(
            "event {} ({} {}) cannot be read: {why}",
            self.sequence, self.event_type, self.event_version
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::wallet::Opened;
    use cqrs_es::persist::SemanticVersionEventUpcaster;
    use serde_json::{Value, json};

    use super::*;
    use crate::money::Currency;
    use crate::wallet::first_account;

    fn stored(event_type: &str, event_version: &str, payload: &Value) -> StoredEvent {
        StoredEvent {
            position: 1,
            wallet_id: Uuid::from_u128(7),
            sequence: 1,
            event_type: event_type.to_owned(),
            event_version: event_version.to_owned(),
            payload: payload.to_string(),
            metadata: "{}".to_owned(),
            stream_hash: Vec::new(),
            state_hash: None,
            mac: Vec::new(),
        }
    }

    fn opened(currency: &str) -> Value {
        json!({ "Opened": { "currency": currency, "bank_account": first_account() } })
    }

    /// A version that never was: wallets without a currency, all of them in baht.
    fn before_currencies() -> Vec<Box<dyn EventUpcaster>> {
        let add_currency = |_| opened("THB");
        vec![Box::new(SemanticVersionEventUpcaster::new(
            "Opened",
            "1.0.0",
            Box::new(add_currency),
        ))]
    }

    #[test]
    fn an_event_of_an_earlier_version_is_read_as_todays() {
        let old = stored("Opened", "0.9.0", &json!({ "Opened": {} }));
        let event = old.read(&before_currencies());
        let currency = Currency::Thb;
        assert_eq!(
            event,
            Ok(WalletEvent::Opened(Opened {
                currency,
                bank_account: first_account()
            }))
        );
    }

    #[test]
    fn an_upcaster_leaves_todays_version_alone() {
        let payload = opened("LAK");
        let event = stored("Opened", "1.0.0", &payload).read(&before_currencies());
        let currency = Currency::Lak;
        assert_eq!(
            event,
            Ok(WalletEvent::Opened(Opened {
                currency,
                bank_account: first_account()
            }))
        );
    }

    #[test]
    fn an_unknown_type_or_version_stops_the_reader() {
        let payload = opened("LAK");
        for event in [
            stored("Vanished", "1.0.0", &json!({ "Vanished": {} })),
            stored("Vanished", "1.0.0", &payload),
            stored("Opened", "0.9.0", &payload),
            stored("Opened", "2.0.0", &payload),
        ] {
            assert!(event.read(&upcasters()).is_err(), "{event:?}");
        }
    }
}
