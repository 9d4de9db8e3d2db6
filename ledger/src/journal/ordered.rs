//! QR orders as the journal has them, also those that their wallets have forgotten. Reads only, and
//! checks no chain.

use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use sqlx::PgPool;

use super::JournalError;
use super::stored::{StoredEvent, upcasters};
use crate::id::{QrOrderId, WalletId};
use crate::wallet::{QrPayment, WalletEvent};

/// The terms under which a wallet ordered a QR; none where this wallet never did. Reads the wallet's
/// orders, however many: for the rare payment of an order that the wallet has forgotten.
pub async fn find_qr_order(
    pool: &PgPool,
    wallet_id: WalletId,
    order_id: QrOrderId,
) -> Result<Option<QrPayment>, JournalError> {
    let row = sqlx::query_as!(
        StoredEvent,
        r#"select position, aggregate_id::uuid as "wallet_id!", sequence, event_type,
                  event_version, payload::text as "payload!", metadata::text as "metadata!",
                  stream_hash, state_hash
           from event
           where aggregate_type = 'wallet' and aggregate_id = $1 and event_type = 'QrOrdered'
             and payload -> 'QrOrdered' ->> 'order_id' = $2"#,
        wallet_id.to_string(),
        order_id.to_string(),
    )
    .fetch_optional(pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let event = row.event(&upcasters());
    match event.map_err(|what| JournalError::Corrupt { wallet_id, what })? {
        WalletEvent::QrOrdered {
            channel, amount, ..
        } => Ok(Some(QrPayment { channel, amount })),
        _ => Ok(None),
    }
}

/// A QR order and who made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedQr {
    /// Whose order it is.
    pub wallet_id: WalletId,
    /// The order.
    pub order_id: QrOrderId,
    /// What was ordered.
    pub terms: QrPayment,
}

/// Every QR order, oldest first.
pub fn qr_orders(pool: &PgPool) -> BoxStream<'_, Result<OrderedQr, JournalError>> {
    let rows = sqlx::query_as!(
        StoredEvent,
        r#"select position, aggregate_id::uuid as "wallet_id!", sequence, event_type,
                  event_version, payload::text as "payload!", metadata::text as "metadata!",
                  stream_hash, state_hash
           from event where aggregate_type = 'wallet' and event_type = 'QrOrdered'
           order by position"#,
    )
    .fetch(pool);
    let orders = rows
        .map_err(JournalError::from)
        .try_filter_map(async |row| {
            let wallet_id = WalletId(row.wallet_id);
            let corrupt = |what| JournalError::Corrupt { wallet_id, what };
            Ok(match row.event(&upcasters()).map_err(corrupt)? {
                WalletEvent::QrOrdered {
                    order_id,
                    channel,
                    amount,
                    ..
                } => Some(OrderedQr {
                    wallet_id,
                    order_id,
                    terms: QrPayment { channel, amount },
                }),
                _ => None,
            })
        });
    Box::pin(orders)
}

/// The positions of credits by a QR that the credited wallet never ordered, oldest first.
pub async fn unordered_credits(pool: &PgPool, limit: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "select position from event as paid
         where aggregate_type = 'wallet' and event_type = 'QrPaid' and not exists (
             select from event as ordered
             where ordered.aggregate_type = 'wallet' and ordered.event_type = 'QrOrdered'
               and ordered.aggregate_id = paid.aggregate_id
               and ordered.payload -> 'QrOrdered' ->> 'order_id'
                   = paid.payload -> 'QrPaid' ->> 'order_id'
         )
         order by position limit $1",
        limit
    )
    .fetch_all(pool)
    .await
}
