//! Names of commands: each must have ended where its wallet has an event, and no event has two.

use uuid::Uuid;

use super::books::Books;
use super::copy::Row;
use super::finding::Findings;
use super::finding::wallet_key;
use super::money::wallet_id;

/// Commands as far as they were looked at: the last one's wallet, and its last event.
#[derive(Debug, Default)]
pub(super) struct CommandRow {
    before: Option<(Uuid, i64)>,
}

/// A row of `idempotency`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Command {
    wallet: Uuid,
    sequence: i64,
    events: i64,
    key: String,
}

impl Command {
    pub(super) fn read(row: &Row<'_>) -> Option<Self> {
        Some(Self {
            wallet: wallet_id(row.raw(0))?,
            key: row.text(1)?,
            sequence: row.number(2)?,
            events: row.number(3)?,
        })
    }
}

impl CommandRow {
    /// The next one, by wallet and sequence.
    pub(super) fn look(&mut self, it: &Command, books: &Books, findings: &mut Findings) {
        let version = books.version(it.wallet);
        let first = it.sequence.saturating_sub(it.events).saturating_add(1);
        let what = if it.sequence > version {
            format!(
                "it ended at event {}, the wallet has {version}",
                it.sequence
            )
        } else if it.events < 0 || first < 1 {
            format!("it cannot have written {} events", it.events)
        } else if it.events == 0 {
            return;
        } else if self
            .before
            .is_some_and(|(wallet, last)| wallet == it.wallet && last >= first)
        {
            format!("another command has written event {first}")
        } else {
            self.before = Some((it.wallet, it.sequence));
            return;
        };
        let key = format!("{}, key {}", wallet_key(&it.wallet), it.key);
        findings.note("idempotency", "events", key, what);
    }
}
