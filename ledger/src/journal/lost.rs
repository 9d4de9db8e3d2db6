//! A batch whose answer was lost, and wallets on a server that may not be the one of before.

use sqlx::PgConnection;
use uuid::Uuid;

use super::append::Batch;
use super::chain::{Digest, START};
use crate::id::WalletId;

/// The first position of a batch whose answer was lost, if it was committed.
///
/// All of its events must be there, one behind the other as in the batch: it is committed as a
/// whole. The hash of one would not do. Another process that carries out the same command for the
/// same caller at the same moment comes to the same event, and says nothing of the neighbours.
pub(crate) async fn find_committed(
    connection: &mut PgConnection,
    batch: &Batch<'_>,
) -> Result<Option<i64>, sqlx::Error> {
    let (wallets, sequences, hashes) = batch.events();
    let found = sqlx::query_scalar!(
        r#"select event.position
           from unnest($1::uuid[], $2::bigint[], $3::bytea[]) with ordinality
                    as lost (wallet_id, sequence, stream_hash, place)
                    join event on event.wallet_id = lost.wallet_id
                              and event.sequence = lost.sequence
                              and event.stream_hash = lost.stream_hash
           order by lost.place"#,
        wallets,
        sequences,
        hashes as _
    )
    .fetch_all(connection)
    .await?;
    let first = found.first().copied().filter(|first| {
        let is_whole = found.len() == hashes.len();
        is_whole && (*first..).zip(&found).all(|(at, position)| at == *position)
    });
    Ok(first)
}

/// Which wallets do not end with the event that they were decided on.
///
/// An append looks at their versions only. That is enough on one server, whose journal never goes
/// back; after a failover the same version may be another event.
pub(crate) async fn moved_heads(
    connection: &mut PgConnection,
    bases: &[(WalletId, Digest)],
) -> Result<Vec<WalletId>, sqlx::Error> {
    let (wallets, hashes): (Vec<Uuid>, Vec<&[u8]>) = bases
        .iter()
        .map(|(wallet_id, hash)| (wallet_id.0, hash.as_slice()))
        .unzip();
    let moved = sqlx::query_scalar!(
        r#"select base.wallet_id as "wallet_id!"
           from unnest($1::uuid[], $2::bytea[]) as base (wallet_id, stream_hash)
                    left join stream_head on stream_head.wallet_id = base.wallet_id
           where coalesce(stream_head.stream_hash, $3) <> base.stream_hash"#,
        &wallets,
        &hashes as _,
        START.as_slice()
    )
    .fetch_all(connection)
    .await?;
    Ok(moved.into_iter().map(WalletId).collect())
}
