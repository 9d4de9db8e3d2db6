//! Cold load: a wallet from its snapshot and the events behind it, or from all its events.
//!
//! A snapshot is believed only if the chain confirms it: its digest is in the event that it was
//! taken at (`state_hash`), that event's hash is computed again from the event before, and from
//! there the chain must lead to the stream's head. A snapshot that fails is reported and passed
//! over; it never becomes money.

use std::collections::{HashMap, HashSet};

use sqlx::PgConnection;
use uuid::Uuid;

use super::chain::{Digest, START, digest};
use super::mac::JournalKey;
use super::stored::{Decoder, SNAPSHOT_FORMAT, StoredEvent};
use super::stream::Stream;
use crate::id::WalletId;
use crate::wallet::Wallet;

/// What other tables say about one stream, before any event was read.
pub(super) struct Plan {
    pub(super) wallet_id: WalletId,
    /// Version and hash; none before the first event.
    pub(super) head: Option<(i64, Vec<u8>)>,
    pub(super) snapshot: Option<Snapshot>,
    /// The last position that is in the archive; 0 without one.
    archived: i64,
}

/// Why a wallet cannot be used.
#[derive(Debug)]
pub(crate) enum LoadError {
    /// What is stored contradicts itself.
    Corrupt(String),
    /// It needs events that are in the archive, which does not answer.
    Archive(sqlx::Error),
}

/// Events of a wallet: from which sequence to which.
struct Stretch {
    wallet_id: WalletId,
    first: i64,
    last: i64,
}

/// A snapshot as stored: not yet believed.
pub(super) struct Snapshot {
    pub(super) sequence: i64,
    pub(super) state: String,
}

/// What a plan cannot be carried out for.
enum Obstacle {
    Snapshot(String),
    /// An event without a head: another process may have opened the wallet in between.
    Headless(String),
    Stream(String),
}

/// Loads many wallets in three statements. The inner error says why a wallet cannot be used; a
/// wallet without events is an empty one.
pub(crate) async fn load_streams(
    connection: &mut PgConnection,
    key: Option<&JournalKey>,
    wallets: &[WalletId],
) -> Result<HashMap<WalletId, Result<Stream, LoadError>>, sqlx::Error> {
    let decoder = Decoder::new(key);
    let mut loaded = HashMap::with_capacity(wallets.len());
    let mut plans = plan_streams(connection, wallets).await?;
    let mut planned_again = HashSet::new();
    // A second turn only for those whose snapshot was passed over, and that one without it, and
    // for those that were opened between the two statements: head and event come in one
    // transaction, so that the head is there by now unless it is missing indeed.
    while !plans.is_empty() {
        let mut rows = read_planned(connection, &plans).await?;
        let mut again = Vec::new();
        let mut headless = Vec::new();
        for mut plan in plans {
            let wallet_id = plan.wallet_id;
            let rows = match rows.remove(&wallet_id.0).unwrap_or(Ok(Vec::new())) {
                Ok(rows) => rows,
                Err(error) => {
                    loaded.insert(wallet_id, Err(LoadError::Archive(error)));
                    continue;
                }
            };
            match plan.carry_out(&rows, &decoder) {
                Ok(stream) => {
                    loaded.insert(wallet_id, Ok(stream));
                }
                Err(Obstacle::Headless(_)) if planned_again.insert(wallet_id) => {
                    headless.push(wallet_id);
                }
                Err(Obstacle::Headless(what) | Obstacle::Stream(what)) => {
                    loaded.insert(wallet_id, Err(LoadError::Corrupt(what)));
                }
                Err(Obstacle::Snapshot(what)) => {
                    tracing::error!(%wallet_id, what, "a snapshot was passed over");
                    plan.snapshot = None;
                    again.push(plan);
                }
            }
        }
        if !headless.is_empty() {
            again.extend(plan_streams(connection, &headless).await?);
        }
        plans = again;
    }
    Ok(loaded)
}

/// Applies to streams what was written since, in one statement. One that does not lead there, as
/// after a failover, is left out: it has to be loaded.
pub(crate) async fn follow_streams(
    connection: &mut PgConnection,
    key: &JournalKey,
    streams: Vec<(WalletId, Stream)>,
) -> Result<HashMap<WalletId, Stream>, sqlx::Error> {
    let next: Vec<_> = streams
        .iter()
        .map(|(wallet_id, stream)| Stretch {
            wallet_id: *wallet_id,
            first: stream.version() + 1,
            last: i64::MAX,
        })
        .collect();
    let known = streams.iter().map(|(_, stream)| stream.position).min();
    let mut rows = select_events(connection, &next, Positions::after(known.unwrap_or(0))).await?;
    let decoder = Decoder::new(key);
    let mut followed = HashMap::with_capacity(streams.len());
    for (wallet_id, stream) in streams {
        let rows = rows.remove(&wallet_id.0).unwrap_or_default();
        match fold(stream, &rows, &decoder) {
            Ok(stream) => drop(followed.insert(wallet_id, stream)),
            Err(what) => tracing::warn!(%wallet_id, what, "a wallet in memory is read again"),
        }
    }
    Ok(followed)
}

/// How many events a wallet's stream has by its head, and the hash of the last.
pub(crate) async fn stream_end_of(
    connection: &mut PgConnection,
    wallet_id: WalletId,
) -> Result<(i64, Vec<u8>), sqlx::Error> {
    let head = sqlx::query!(
        "select version, stream_hash from stream_head where wallet_id = $1",
        wallet_id.0
    )
    .fetch_optional(connection)
    .await?;
    Ok(head.map_or_else(
        || (0, START.to_vec()),
        |head| (head.version, head.stream_hash),
    ))
}

/// Applies rows that must follow the stream without a gap; the text says which does not.
pub(super) fn fold(
    mut stream: Stream,
    rows: &[StoredEvent],
    decoder: &Decoder<'_>,
) -> Result<Stream, String> {
    for row in rows {
        let (event, hash) = decoder.next(row, &stream.hash, stream.version() + 1)?;
        if row.position <= stream.position {
            return Err(format!(
                "event {} has position {} behind {}",
                row.sequence, row.position, stream.position
            ));
        }
        stream.remember(&event)?;
        stream.hash = hash;
        stream.position = row.position;
    }
    Ok(stream)
}

impl Plan {
    fn carry_out(&self, rows: &[StoredEvent], decoder: &Decoder<'_>) -> Result<Stream, Obstacle> {
        let (stream, tail) = match &self.snapshot {
            Some(snapshot) => snapshot.start(rows, decoder).map_err(Obstacle::Snapshot)?,
            None => (Stream::empty(), rows),
        };
        let stream = fold(stream, tail, decoder).map_err(Obstacle::Stream)?;
        self.check_end(&stream).map_err(|what| match self.head {
            None => Obstacle::Headless(what),
            Some(_) => Obstacle::Stream(what),
        })?;
        Ok(stream)
    }

    /// The stream must end where its head says: a cut tail is seen here.
    pub(super) fn check_end(&self, stream: &Stream) -> Result<(), String> {
        let (version, hash) = match &self.head {
            Some((version, hash)) => (*version, hash.as_slice()),
            None => (0, START.as_slice()),
        };
        if stream.version() == version && stream.hash == hash {
            Ok(())
        } else {
            Err(format!(
                "the stream ends at event {}, its head is at {version}",
                stream.version()
            ))
        }
    }

    /// Which events to read. Without a head there should be none, so the first is asked for; with
    /// a snapshot the event before it is needed for its hash.
    fn stretch(&self) -> Stretch {
        let first = self
            .snapshot
            .as_ref()
            .map_or(1, |snapshot| (snapshot.sequence - 1).max(1));
        let last = self.head.as_ref().map_or(1, |(version, _)| *version);
        Stretch {
            wallet_id: self.wallet_id,
            first,
            last,
        }
    }

    /// What of its stretch is older than these events, which are its end.
    fn older(&self, rows: Option<&Vec<StoredEvent>>) -> Option<Stretch> {
        let Stretch {
            wallet_id,
            first,
            last,
        } = self.stretch();
        let last = rows
            .and_then(|rows| rows.first())
            .map_or(last, |row| row.sequence - 1);
        // A wallet without a head has no events, unless it was opened just now.
        (self.head.is_some() && first <= last).then_some(Stretch {
            wallet_id,
            first,
            last,
        })
    }
}

impl Snapshot {
    /// Believes the snapshot if the event it was taken at does, and gives the events behind it.
    fn start<'a>(
        &self,
        rows: &'a [StoredEvent],
        decoder: &Decoder<'_>,
    ) -> Result<(Stream, &'a [StoredEvent]), String> {
        let missing = || "its event is missing".to_owned();
        let (before, rows) = if self.sequence == 1 {
            (START, rows)
        } else {
            let (first, rows) = rows.split_first().ok_or_else(missing)?;
            let before = Digest::try_from(first.stream_hash.as_slice())
                .map_err(|_| "the event before it has no hash".to_owned())?;
            (before, rows)
        };
        let (taken_at, tail) = rows.split_first().ok_or_else(missing)?;
        let hash = taken_at.check_link(&before, self.sequence)?;
        // Its MAC covers the hash that has just been computed, and so the state's digest.
        if !decoder.is_genuine(taken_at) {
            return Err("its event was not written with this journal's key".to_owned());
        }
        if taken_at.state_hash.as_deref() != Some(&digest(&self.state)) {
            return Err("its event does not confirm it".to_owned());
        }
        let wallet: Wallet =
            serde_json::from_str(&self.state).map_err(|error| error.to_string())?;
        if wallet.sequence() != self.sequence {
            return Err(format!("it holds the state after {}", wallet.sequence()));
        }
        if let Some(what) = wallet.broken_invariant() {
            return Err(what);
        }
        let stream = Stream {
            wallet: Box::new(wallet),
            hash,
            position: taken_at.position,
            snapshot_at: self.sequence,
        };
        Ok((stream, tail))
    }
}

/// Where each stream ends and what to start from. `lateral` with a limit keeps a plan that was made
/// while the tables were small from joining them as a whole: each wallet is looked up by itself.
pub(super) async fn plan_streams(
    connection: &mut PgConnection,
    wallets: &[WalletId],
) -> Result<Vec<Plan>, sqlx::Error> {
    let ids: Vec<Uuid> = wallets.iter().map(|wallet| wallet.0).collect();
    let rows = sqlx::query!(
        r#"select wanted.id as "id!", head.version as "version?", head.stream_hash as "hash?",
                  snapshot.sequence as "sequence?", snapshot.state::text as state,
                  (select journal_archived()) as "archived!"
           from unnest($1::uuid[]) as wanted (id)
                    left join lateral (
               select version, stream_hash
               from stream_head
               where wallet_id = wanted.id
               limit 1
               ) as head on true
                    left join lateral (
               select sequence, state
               from snapshot
               where wallet_id = wanted.id and format = $2 and sequence <= head.version
               limit 1
               ) as snapshot on true"#,
        &ids,
        SNAPSHOT_FORMAT
    )
    .fetch_all(connection)
    .await?;
    let plans = rows.into_iter().map(|row| Plan {
        wallet_id: WalletId(row.id),
        head: row.version.zip(row.hash),
        snapshot: row
            .sequence
            .zip(row.state)
            .map(|(sequence, state)| Snapshot { sequence, state }),
        archived: row.archived,
    });
    Ok(plans.collect())
}

/// The events that the plans ask for. The archive is asked only for what is not here, so that its
/// silence keeps no wallet from working whose events are here.
async fn read_planned(
    connection: &mut PgConnection,
    plans: &[Plan],
) -> Result<HashMap<Uuid, Result<Vec<StoredEvent>, sqlx::Error>>, sqlx::Error> {
    let wanted: Vec<_> = plans.iter().map(Plan::stretch).collect();
    let archived = plans.first().map_or(0, |it| it.archived);
    let mut found = select_events(connection, &wanted, Positions::after(archived)).await?;
    let mut rows = HashMap::with_capacity(plans.len());
    if archived > 0 {
        let older = plans
            .iter()
            .filter_map(|it| it.older(found.get(&it.wallet_id.0)));
        let older: Vec<_> = older.collect();
        for older in older {
            let wallet_id = older.wallet_id.0;
            let events = select_events(connection, &[older], Positions::until(archived)).await;
            let events = events.map(|mut events| {
                let mut events = events.remove(&wallet_id).unwrap_or_default();
                events.append(&mut found.remove(&wallet_id).unwrap_or_default());
                events
            });
            rows.insert(wallet_id, events);
        }
    }
    for (wallet_id, events) in found {
        rows.entry(wallet_id).or_insert(Ok(events));
    }
    Ok(rows)
}

/// Positions that are looked at: partitions elsewhere are not opened. Both ends are positions that may be
/// there: PostgreSQL does not know that nothing is between 256 and 257, and would open the partition of
/// 256 for what is behind it.
struct Positions {
    first: i64,
    last: i64,
}

impl Positions {
    const fn after(position: i64) -> Self {
        Self {
            first: position.saturating_add(1),
            last: i64::MAX,
        }
    }

    const fn until(last: i64) -> Self {
        Self { first: 1, last }
    }
}

/// The events of these stretches by wallet, in order. `lateral` keeps a plan that was made while the table
/// was small from scanning it when it has grown: each stream is one walk along a key of each partition.
async fn select_events(
    connection: &mut PgConnection,
    stretches: &[Stretch],
    positions: Positions,
) -> Result<HashMap<Uuid, Vec<StoredEvent>>, sqlx::Error> {
    let ids: Vec<Uuid> = stretches.iter().map(|it| it.wallet_id.0).collect();
    let firsts: Vec<i64> = stretches.iter().map(|it| it.first).collect();
    let lasts: Vec<i64> = stretches.iter().map(|it| it.last).collect();
    let rows = sqlx::query_as!(
        StoredEvent,
        r#"select at_position as "position!", of_wallet as "wallet_id!", at_sequence as "sequence!",
                  type as "event_type!", version as "event_version!", payload_text as "payload!",
                  metadata_text as "metadata!", hash as "stream_hash!", state as "state_hash?",
                  code as "mac!"
           from journal_read_streams($1, $2, $3, $4, $5)"#,
        &ids,
        &firsts,
        &lasts,
        positions.first,
        positions.last
    )
    .fetch_all(connection)
    .await?;
    let mut events: HashMap<Uuid, Vec<StoredEvent>> = HashMap::with_capacity(stretches.len());
    for row in rows {
        events.entry(row.wallet_id).or_default().push(row);
    }
    // The inner order is not promised to survive the join.
    for rows in events.values_mut() {
        rows.sort_unstable_by_key(|row| row.sequence);
    }
    Ok(events)
}
