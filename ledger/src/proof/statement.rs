//! A stretch of a wallet's chain, and its end in the tree: what a statement is proved by.

use sqlx::PgConnection;

use super::error::ProofError;
use super::leaf::SALT_LEN;
use super::read::{inclusion, salts};
use crate::id::WalletId;
use crate::journal::{Digest, JournalError, JournalKey, ShownEvent, ShownFacts, read_shown};

/// How many events are in memory with their texts at once.
const EVENTS_AT_ONCE: i64 = 1_000;

/// Every event of a wallet between two lines of its statement, both included.
#[derive(Debug, Clone)]
pub struct ProvenStretch {
    /// The stream's hash before the first of them; zeros before the wallet's first event.
    pub before: Digest,
    /// In the order of the stream, at least one. Unless it begins with the wallet's first event, the first
    /// of them is the last genuine one before the stretch: its balance is the opening one.
    pub events: Vec<ShownEvent>,
    /// The places of the void rows among them, in the same order.
    pub voids: Vec<Place>,
    /// The place of the last event.
    pub last: LastPlace,
}

/// Where an event is in the tree.
#[derive(Debug, Clone)]
pub struct Place {
    /// Its position in the journal.
    pub position: i64,
    /// Random salt of its leaf.
    pub salt: [u8; SALT_LEN],
    /// From its leaf to the root.
    pub path: Vec<Digest>,
}

/// The place of an event that is no void one.
#[derive(Debug, Clone)]
pub struct LastPlace {
    /// Where it is in the tree.
    pub place: Place,
    /// When the database took it: microseconds since 1970, UTC.
    pub recorded_at: i64,
}

/// Which part of a wallet's stream is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Stretch {
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// Position of the first event; none for the wallet's first one.
    pub first: Option<i64>,
    /// Position of the last event.
    pub last: i64,
}

/// One event of a wallet, and where it is in the tree.
#[derive(Debug, Clone)]
pub struct ProvenEvent {
    /// The stream's hash before it; zeros before the wallet's first event.
    pub before: Digest,
    /// The event.
    pub event: ShownEvent,
    /// Its place in the tree.
    pub place: LastPlace,
}

/// The wallet's event of a number, for the tree of this size; `None` where that tree has none.
pub async fn proven_event(
    connection: &mut PgConnection,
    key: &JournalKey,
    wallet_id: WalletId,
    sequence: i64,
    size: i64,
) -> Result<Option<ProvenEvent>, ProofError> {
    let found = read_shown(&mut *connection, key, wallet_id, (sequence, sequence)).await;
    let event = found.map_err(damaged)?.into_iter().next();
    let Some(event) = event.filter(|event| event.position <= size) else {
        return Ok(None);
    };
    let (_, recorded_at) = ending(connection, wallet_id, event.position).await?;
    let before = before(connection, wallet_id, Some(&event)).await?;
    let mut places = places(connection, &[event.position], size).await?;
    let place = places.pop().ok_or(ProofError::NoEvent {
        position: event.position,
    })?;
    Ok(Some(ProvenEvent {
        before,
        event,
        place: LastPlace { place, recorded_at },
    }))
}

/// Every event of a stretch, for the tree of this size.
pub async fn stretch(
    connection: &mut PgConnection,
    key: &JournalKey,
    wanted: Stretch,
    size: i64,
) -> Result<ProvenStretch, ProofError> {
    let wallet_id = wanted.wallet_id;
    let last = ending(connection, wallet_id, wanted.last).await?;
    let from = match wanted.first {
        Some(first) => sequence_of(connection, wallet_id, first).await?,
        None => 1,
    };
    let mut events = opening(connection, key, wallet_id, from).await?;
    let mut next = from;
    while next <= last.0 {
        let end = last.0.min(next + EVENTS_AT_ONCE - 1);
        let read = read_shown(&mut *connection, key, wallet_id, (next, end)).await;
        events.extend(read.map_err(damaged)?);
        next = end + 1;
    }
    let before = before(connection, wallet_id, events.first()).await?;
    let is_void = |event: &&ShownEvent| matches!(event.facts, ShownFacts::Void(_));
    let mut positions: Vec<i64> = events
        .iter()
        .filter(is_void)
        .map(|it| it.position)
        .collect();
    positions.push(wanted.last);
    let mut places = places(connection, &positions, size).await?;
    let place = places.pop().ok_or(ProofError::NoEvent {
        position: wanted.last,
    })?;
    Ok(ProvenStretch {
        before,
        events,
        voids: places,
        last: LastPlace {
            place,
            recorded_at: last.1,
        },
    })
}

/// The last genuine event before a number and the void rows behind it; nothing before the first event.
async fn opening(
    connection: &mut PgConnection,
    key: &JournalKey,
    wallet_id: WalletId,
    from: i64,
) -> Result<Vec<ShownEvent>, ProofError> {
    let mut found = Vec::new();
    for sequence in (1..from).rev() {
        let place = (sequence, sequence);
        let read = read_shown(&mut *connection, key, wallet_id, place).await;
        let events = read.map_err(damaged)?;
        let is_opening = events
            .iter()
            .any(|event| matches!(event.facts, ShownFacts::Genuine(_)));
        found.extend(events);
        if is_opening {
            break;
        }
    }
    found.reverse();
    Ok(found)
}

async fn sequence_of(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    position: i64,
) -> Result<i64, ProofError> {
    Ok(ending(connection, wallet_id, position).await?.0)
}

/// Number and time of recording of the wallet's event at a position.
async fn ending(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    position: i64,
) -> Result<(i64, i64), ProofError> {
    let row = sqlx::query!(
        "select sequence, recorded_at from event where position = $1 and wallet_id = $2",
        position,
        wallet_id.0
    )
    .fetch_optional(connection)
    .await?;
    let row = row.ok_or(ProofError::NoEvent { position })?;
    Ok((row.sequence, row.recorded_at.timestamp_micros()))
}

/// The stream's hash before an event.
async fn before(
    connection: &mut PgConnection,
    wallet_id: WalletId,
    event: Option<&ShownEvent>,
) -> Result<Digest, ProofError> {
    let sequence = event.map_or(0, |event| event.sequence - 1);
    let hash = sqlx::query_scalar!(
        "select stream_hash from event where wallet_id = $1 and sequence = $2",
        wallet_id.0,
        sequence
    )
    .fetch_optional(connection)
    .await?;
    let hash = hash.map(Digest::try_from).transpose();
    let hash = hash.map_err(|_| ProofError::Corrupt("a hash has a wrong length".to_owned()));
    Ok(hash?.unwrap_or_default())
}

async fn places(
    connection: &mut PgConnection,
    positions: &[i64],
    size: i64,
) -> Result<Vec<Place>, ProofError> {
    let paths = inclusion(&mut *connection, positions, size).await?;
    let salts = salts(connection, positions).await?;
    let places = positions.iter().zip(paths).zip(salts);
    let places = places.map(|((position, path), salt)| Place {
        position: *position,
        salt,
        path,
    });
    Ok(places.collect())
}

fn damaged(error: JournalError) -> ProofError {
    match error {
        JournalError::Database(error) => error.into(),
        other @ JournalError::Corrupt { .. } => ProofError::Corrupt(other.to_string()),
    }
}
