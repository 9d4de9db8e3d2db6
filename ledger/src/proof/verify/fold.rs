//! Snapshots: each must be what the wallet's events lead to.

use std::collections::HashMap;

use sqlx::PgConnection;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::{JoinHandle, spawn_blocking};
use uuid::Uuid;

use super::copy::{Feed, Table};
use super::finding::Findings;
use super::finding::wallet_key;
use super::order::{MergeOrder, Next};
use super::pass::{Pass, WAITING_MAX, parse_events};
use super::row::{Batch, Depth, Event};
use super::{VerifyError, online};
use crate::journal::{JournalKey, Stream, read_stored};
use crate::wallet::{Wallet, WalletEvent};

const SNAPSHOT: &str = "snapshot";

/// How many wallets' snapshots are checked in one batch.
pub(super) const FOLDED_AT_ONCE: usize = 500;

/// A stored snapshot, which replaying the wallet's events up to `sequence` must yield.
#[derive(Debug)]
struct StoredSnapshot {
    sequence: i64,
    state: String,
}

/// The wallets whose snapshots are still to be checked, each with the state replayed so far.
#[derive(Debug)]
pub(super) struct Folds {
    key: Option<JournalKey>,
    wallets: HashMap<Uuid, (StoredSnapshot, Stream)>,
}

impl Folds {
    /// Takes each wallet's id, and its snapshot's sequence and state (JSON).
    pub(super) fn new(snapshots: impl IntoIterator<Item = (Uuid, i64, String)>) -> Self {
        let wallets = snapshots.into_iter().map(|(wallet, sequence, state)| {
            let stored = StoredSnapshot { sequence, state };
            (wallet, (stored, Stream::empty()))
        });
        Self {
            key: None,
            wallets: wallets.collect(),
        }
    }

    /// Whether there is nothing to fold.
    pub(super) fn is_empty(&self) -> bool {
        self.wallets.is_empty()
    }

    /// Replays the events; the main pass has already checked their hashes.
    pub(super) fn read(
        mut self,
        mut batches: Receiver<Batch>,
        is_ordered: bool,
        findings: &mut Findings,
    ) {
        // A database sends only the selected wallets' events, so gaps in positions are expected.
        let mut order = MergeOrder::new(is_ordered);
        while let Some(batch) = batches.blocking_recv() {
            for event in batch.events.into_iter().flatten() {
                if is_ordered || order.is_next(event.position) {
                    self.look(&event, &batch.text, findings);
                } else {
                    order.hold(&event, &batch.text);
                }
                self.proceed(&mut order, false, findings);
            }
        }
        self.proceed(&mut order, true, findings);
    }

    fn proceed(&mut self, order: &mut MergeOrder, is_end: bool, findings: &mut Findings) {
        while let Some(next) = order.ready(is_end) {
            if let Next::Event(event, text) = next {
                self.look(&event, &text, findings);
            }
        }
    }

    fn look(&mut self, event: &Event, text: &str, findings: &mut Findings) {
        let Some((snapshot, stream)) = self.wallets.get_mut(&event.wallet) else {
            return;
        };
        let texts = event.texts(text);
        let read = if event.is_void(&event.link(texts), self.key.as_ref()) {
            Ok(WalletEvent::Void)
        } else {
            read_stored(texts.event_type, texts.event_version, texts.payload)
        };
        let folded = read.and_then(|event| stream.remember(&event));
        if let Err(what) = folded {
            findings.note("event", "fold", event.key(), what);
            self.wallets.remove(&event.wallet);
            return;
        }
        if event.sequence == snapshot.sequence {
            let state = serde_json::from_str::<Wallet>(&snapshot.state);
            if !state.is_ok_and(|state| state == *stream.wallet) {
                let what = "it is not what the events lead to";
                findings.note(SNAPSHOT, "fold", wallet_key(&event.wallet), what);
            }
            self.wallets.remove(&event.wallet);
        }
    }
}

/// Checks the snapshots of a running database, a few wallets at a time.
pub(super) async fn fold_pages(
    connection: &mut PgConnection,
    mut pass: Pass,
    mut wallets: Vec<Uuid>,
) -> Result<Pass, VerifyError> {
    wallets.sort_unstable();
    for page in wallets.chunks(FOLDED_AT_ONCE) {
        let rows = sqlx::query!(
            r#"select wallet_id, sequence, state::text as "state!" from snapshot
               where wallet_id = any($1)"#,
            page
        )
        .fetch_all(&mut *connection)
        .await?;
        let rows = rows
            .into_iter()
            .map(|row| (row.wallet_id, row.sequence, row.state));
        let folds = Folds::new(rows);
        let ids: Vec<String> = page.iter().map(|id| format!("'{id}'")).collect();
        let condition = format!("where wallet_id in ({})", ids.join(", "));
        let (send, feed) = channel(WAITING_MAX);
        let folding = fold(folds, feed, true, pass);
        let outcome = online::feed(connection, Table::Event, &condition, &send).await;
        drop(send);
        pass = folding.await.expect("a check does not panic");
        outcome?;
    }
    Ok(pass)
}

/// Replays the events in a separate thread.
pub(super) fn fold(
    mut folds: Folds,
    feed: Receiver<Feed>,
    is_ordered: bool,
    mut pass: Pass,
) -> JoinHandle<Pass> {
    folds.key.clone_from(&pass.books.key);
    let batches = parse_events(feed, Depth::Texts);
    spawn_blocking(move || {
        folds.read(batches, is_ordered, &mut pass.findings);
        pass
    })
}
