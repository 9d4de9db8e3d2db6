//! The running database as a source: every table in one picture, read by `COPY`.

use futures_util::TryStreamExt;
use sqlx::PgConnection;
use tokio::sync::mpsc::Sender;

use super::copy::{Feed, Layout, Table};

/// Lines are handed on in chunks of about this size.
pub(super) const CHUNK: usize = 256 * 1024;

/// What is read of a table.
pub(super) fn statement(table: Table, condition: &str) -> String {
    let (columns, name) = (table.columns().join(", "), table.name());
    let order = match table {
        Table::Event => "order by position",
        Table::Idempotency => "order by wallet_id, sequence, events, key",
        _ => "",
    };
    format!("copy (select {columns} from {name} {condition} {order}) to stdout")
}

/// Hands a table's rows on. Who listens may go before the end: then the rest is not read.
pub(super) async fn feed(
    connection: &mut PgConnection,
    table: Table,
    condition: &str,
    to: &Sender<Feed>,
) -> Result<(), sqlx::Error> {
    let layout = Layout::asked(table);
    let _ = to.send(Feed::Table(table, layout)).await;
    let mut rows = connection
        .copy_out_raw(&statement(table, condition))
        .await?;
    let mut chunk = Vec::with_capacity(CHUNK + CHUNK / 4);
    while let Some(row) = rows.try_next().await? {
        chunk.extend_from_slice(&row);
        if chunk.len() >= CHUNK {
            let full = std::mem::replace(&mut chunk, Vec::with_capacity(CHUNK + CHUNK / 4));
            let _ = to.send(Feed::Lines(full)).await;
        }
    }
    if !chunk.is_empty() {
        let _ = to.send(Feed::Lines(chunk)).await;
    }
    Ok(())
}
