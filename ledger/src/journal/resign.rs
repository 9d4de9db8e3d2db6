//! Every event under another key: the way back where the journal's key is lost, and the way to a separate
//! journal from a copy.
//!
//! A MAC says that the holder of the key wrote the event. So the caller has to show by other
//! means that each event is right: this makes the gateway believe whatever lies there.

use sqlx::PgConnection;

use super::mac::JournalKey;
use super::stored::{StoredEvent, select_stored};

/// Events of one statement.
const PAGE: i64 = 1_000;

/// Shuts the journal against other writers until the transaction ends, and says where it ends.
pub async fn shut(transaction: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query!("lock table event in share row exclusive mode")
        .execute(&mut *transaction)
        .await?;
    super::head(transaction).await
}

/// Gives each event the MAC of this key. Needs the owner's rights and a transaction that has
/// [shut](shut) the journal.
pub async fn resign(transaction: &mut PgConnection, key: &JournalKey) -> Result<(), sqlx::Error> {
    sqlx::query!("alter table event disable trigger append_only")
        .execute(&mut *transaction)
        .await?;
    let mut last = 0;
    loop {
        let rows = select_stored!(
            "from event
               where position > $1
               order by position
               limit $2",
            last,
            PAGE
        )
        .fetch_all(&mut *transaction)
        .await?;
        let Some(end) = rows.last() else { break };
        last = end.position;
        write(transaction, key, &rows).await?;
    }
    sqlx::query!("alter table event enable always trigger append_only")
        .execute(transaction)
        .await?;
    Ok(())
}

async fn write(
    transaction: &mut PgConnection,
    key: &JournalKey,
    rows: &[StoredEvent],
) -> Result<(), sqlx::Error> {
    let positions: Vec<i64> = rows.iter().map(|row| row.position).collect();
    let macs: Vec<Vec<u8>> = rows.iter().map(|row| row.mac_by(key).to_vec()).collect();
    sqlx::query!(
        "update event set mac = made.mac
         from unnest($1::bigint[], $2::bytea[]) as made (position, mac)
         where event.position = made.position",
        &positions,
        &macs
    )
    .execute(transaction)
    .await?;
    Ok(())
}
