//! The slow, complete check of one stream: every hash, every rule, and its snapshot.

use sqlx::{Connection, PgConnection, PgPool};

use super::chain::{Digest, digest};
use super::load::{Snapshot, fold, plan_streams};
use super::stored::{Decoder, StoredEvent, select_stored};
use super::stream::Stream;
use super::{JournalError, JournalKey};
use crate::id::WalletId;
use crate::wallet::Wallet;

/// A stream whose every event has been checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedStream {
    /// How many events it has.
    pub version: i64,
    /// Where its chain ends.
    pub stream_hash: Digest,
    /// The wallet, folded from all of them.
    pub wallet: Wallet,
}

/// Checks a wallet's stream from its first event to its head: sequence, hashes, postings, buckets,
/// and that a snapshot holds exactly what the events lead to.
pub async fn verify_stream(
    pool: &PgPool,
    key: &JournalKey,
    wallet_id: WalletId,
) -> Result<VerifiedStream, JournalError> {
    let corrupt = |what| JournalError::Corrupt { wallet_id, what };
    let mut connection = pool.acquire().await?;
    // One picture of all tables, so that an append in between is no contradiction.
    let mut view = connection
        .begin_with("begin isolation level repeatable read read only")
        .await?;
    let plan = plan_streams(&mut view, &[wallet_id])
        .await?
        .pop()
        .ok_or(sqlx::Error::RowNotFound)?;
    let rows = select_stream(&mut view, wallet_id).await?;
    view.commit().await?;

    let decoder = Decoder::new(key);
    let mut stream = Stream::empty();
    for row in &rows {
        stream = fold(stream, std::slice::from_ref(row), &decoder).map_err(corrupt)?;
        if let Some(snapshot) = &plan.snapshot
            && snapshot.sequence == row.sequence
        {
            check_snapshot(snapshot, row, &stream.wallet).map_err(corrupt)?;
        }
    }
    plan.check_end(&stream).map_err(corrupt)?;
    Ok(VerifiedStream {
        version: stream.version(),
        stream_hash: stream.hash,
        wallet: *stream.wallet,
    })
}

fn check_snapshot(snapshot: &Snapshot, row: &StoredEvent, folded: &Wallet) -> Result<(), String> {
    let is_confirmed = row.state_hash.as_deref() == Some(&digest(&snapshot.state));
    let is_equal =
        serde_json::from_str::<Wallet>(&snapshot.state).is_ok_and(|wallet| wallet == *folded);
    if is_confirmed && is_equal {
        Ok(())
    } else {
        Err(format!(
            "the snapshot at event {} is not what the events lead to",
            snapshot.sequence
        ))
    }
}

async fn select_stream(
    connection: &mut PgConnection,
    wallet_id: WalletId,
) -> Result<Vec<StoredEvent>, sqlx::Error> {
    select_stored!(
        "from event
           where wallet_id = $1
           order by sequence",
        wallet_id.0
    )
    .fetch_all(connection)
    .await
}
