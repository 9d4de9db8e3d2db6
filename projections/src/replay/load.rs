//! Reading a stream into its index: several stretches at once, folded in their order.

use std::collections::VecDeque;
use std::sync::Arc;

use ledger::journal::{Fold, JournalError, StoryEvent, StreamEnd, read_stretch};
use ledger::{Account, JournalKey, WalletId};
use sqlx::PgPool;
use tokio_util::task::AbortOnDropHandle;

use super::STRIDE;
use super::index::{Chunk, Entry, Index, Replay, ReplayError, Touch};
use super::sums::Sums;

/// Events read at once.
const STRETCH: i64 = 4_096;

/// Stretches that are read while one is folded.
const AHEAD_MAX: usize = 3;

impl Index {
    fn empty(key: JournalKey, wallet_id: WalletId) -> Self {
        Self {
            key,
            wallet_id,
            chunks: Vec::new(),
            kinds: Vec::new(),
            accounts: Vec::new(),
            head: Fold::default(),
            sums: Sums::default(),
        }
    }

    fn extend(mut self, events: &[StoryEvent]) -> Result<Self, JournalError> {
        for event in events {
            let kind = number_of(&mut self.kinds, &event.event_type);
            if (event.sequence - 1) % STRIDE == 0 {
                self.chunks.push(Arc::new(Chunk {
                    start: self.head.clone(),
                    sums: self.sums.clone(),
                    entries: Vec::new(),
                    touches: Vec::new(),
                }));
            }
            self.head.follow(self.wallet_id, event)?;
            self.sums.add(event.event.postings());
            let Some(chunk) = self.chunks.last_mut() else {
                continue;
            };
            // Copied only where another reader holds the unfinished chunk.
            let chunk = Arc::make_mut(chunk);
            chunk.entries.push(Entry {
                kind,
                operation: event.event.operation(),
                hash: event.hash,
            });
            let mut seen: Vec<&Account> = Vec::new();
            for posting in event.event.postings() {
                let account = &posting.account;
                if !account.is_players() || seen.contains(&account) {
                    continue;
                }
                seen.push(account);
                if let Some(held) = self.head.wallet().bucket(account) {
                    chunk.touches.push(Touch {
                        sequence: event.sequence,
                        account: number_of(&mut self.accounts, account),
                        amount: held.amount(),
                    });
                }
            }
        }
        Ok(self)
    }
}

/// The number of a value among the few that there are.
fn number_of<T: PartialEq + Clone>(known: &mut Vec<T>, value: &T) -> u16 {
    let found = known.iter().position(|other| other == value);
    let number = found.unwrap_or_else(|| {
        known.push(value.clone());
        known.len() - 1
    });
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Brings an index up to an end of the stream, or creates it.
pub(super) async fn load(
    pool: &PgPool,
    key: &JournalKey,
    end: StreamEnd,
    wallet_id: WalletId,
    known: Option<&Replay>,
) -> Result<Replay, ReplayError> {
    let mut index = known.map_or_else(
        || Index::empty(key.clone(), wallet_id),
        |replay| replay.index.clone(),
    );
    let mut next = index.head.version() + 1;
    let mut under_way = VecDeque::new();
    loop {
        while next <= end.version && under_way.len() < AHEAD_MAX {
            let last = (next + STRETCH - 1).min(end.version);
            let reading = stretch(pool.clone(), key.clone(), wallet_id, next, last);
            under_way.push_back(AbortOnDropHandle::new(tokio::spawn(reading)));
            next = last + 1;
        }
        let Some(first) = under_way.pop_front() else {
            break;
        };
        let events = first.await.map_err(|_| ReplayError::Interrupted)??;
        let folding = tokio::task::spawn_blocking(move || index.extend(&events));
        index = folding.await.map_err(|_| ReplayError::Interrupted)??;
    }
    if index.head.version() != end.version || index.head.hash() != end.hash {
        let what = format!(
            "the stream ends at event {}, its head is at {}",
            index.head.version(),
            end.version
        );
        return Err(JournalError::Corrupt { wallet_id, what }.into());
    }
    Ok(Replay { index })
}

/// A stretch with its links checked. The first one is checked against the hash that the event
/// before claims; the fold sees that the chain leads there.
async fn stretch(
    pool: PgPool,
    key: JournalKey,
    wallet_id: WalletId,
    first: i64,
    last: i64,
) -> Result<Vec<StoryEvent>, JournalError> {
    let rows = read_stretch(&pool, wallet_id, first - 1, last).await?;
    let checking = tokio::task::spawn_blocking(move || {
        let mut rows = rows.into_iter();
        let mut before = Fold::start();
        if first > 1 {
            let what = || format!("event {} is missing", first - 1);
            let row = rows.next().filter(|row| row.sequence() == first - 1);
            let row = row.ok_or_else(|| JournalError::Corrupt {
                wallet_id,
                what: what(),
            })?;
            before = row.claimed_hash()?;
        }
        let mut events = Vec::with_capacity(rows.len());
        for (row, sequence) in rows.zip(first..) {
            let event = row.check(&key, before, sequence)?;
            before = event.hash;
            events.push(event);
        }
        Ok(events)
    });
    match checking.await {
        Ok(checked) => checked,
        Err(_) => Err(sqlx::Error::WorkerCrashed.into()),
    }
}
