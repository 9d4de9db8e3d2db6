//! Players by an id: of the player, an operation, a bank account or a device.

use ledger::journal;
use projections::search::{self, IdRange};
use sqlx::PgConnection;
use uuid::Uuid;

use super::hit::{FoundOperation, Hit, Matched, ROWS_MAX, hits_of};
use platform::error::ApiError;

/// The players whom one of the ids names, or whose it is.
pub(super) async fn find(
    connection: &mut PgConnection,
    ids: IdRange,
) -> Result<Vec<Hit>, ApiError> {
    let players = sqlx::query_scalar!(
        "select id from member where id between $1 and $2 order by id limit $3",
        ids.from,
        ids.to,
        ROWS_MAX,
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut hits = of(Matched::Id, players);
    hits.extend(by_operation(&mut *connection, ids).await?);
    let accounts = sqlx::query_scalar!(
        "select member_id from bank_account where id between $1 and $2 order by id limit $3",
        ids.from,
        ids.to,
        ROWS_MAX,
    )
    .fetch_all(&mut *connection)
    .await?;
    hits.extend(of(Matched::Bank, accounts));
    // The digest of a device has as many digits as an id, and is shown as one.
    let devices = sqlx::query_scalar!(
        "select member_id from member_device
         where device between $1 and $2 order by device limit $3",
        &ids.from.as_bytes()[..],
        &ids.to.as_bytes()[..],
        ROWS_MAX,
    )
    .fetch_all(&mut *connection)
    .await?;
    hits.extend(of(Matched::Device, devices));
    Ok(hits)
}

fn of(matched: Matched, players: Vec<Uuid>) -> Vec<Hit> {
    let players = players.into_iter();
    players.map(|id| Hit::player(id, matched)).collect()
}

async fn by_operation(connection: &mut PgConnection, ids: IdRange) -> Result<Vec<Hit>, ApiError> {
    let lines = search::lines_of_operations(&mut *connection, ids, ROWS_MAX).await?;
    let mut hits = hits_of(&mut *connection, lines, Matched::Operation).await?;
    // Operations without a line: slips without money, unpaid orders, spins, ended grants.
    let slips = search::slips(&mut *connection, ids, ROWS_MAX).await?;
    let slips = hits_of(&mut *connection, slips, Matched::Operation).await?;
    // A slip is found here regardless of its outcome; its line has the amount.
    hits.extend(slips.into_iter().map(Hit::without_amount));
    let found = |wallet_id, operation| Hit {
        wallet_id,
        matched: Matched::Operation,
        operation: Some(operation),
    };
    let orders = sqlx::query!(
        "select wallet_id, order_id, created_at from qr_order
         where order_id between $1 and $2 order by order_id limit $3",
        ids.from,
        ids.to,
        ROWS_MAX,
    )
    .fetch_all(&mut *connection)
    .await?;
    hits.extend(orders.into_iter().map(|row| {
        let operation = FoundOperation {
            id: row.order_id,
            kind: "qr".to_owned(),
            amount: None,
            at: Some(row.created_at),
            sequence: None,
        };
        found(row.wallet_id, operation)
    }));
    if ids.from == ids.to {
        let kinds = ["grant", "spin"].map(str::to_owned);
        let reference = ids.from.to_string();
        let claims = journal::claims_of(&mut *connection, &kinds, &reference).await?;
        hits.extend(claims.into_iter().map(|claim| {
            let operation = FoundOperation {
                id: ids.from,
                kind: claim.kind,
                amount: None,
                at: None,
                sequence: Some(claim.sequence),
            };
            found(claim.wallet_id.0, operation)
        }));
    }
    Ok(hits)
}
