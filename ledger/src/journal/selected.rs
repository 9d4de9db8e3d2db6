//! Events found by their type: what wallets have forgotten, and what is stored with the
//! journal is held against. Reads only, and checks no chain.

use std::future::ready;

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use sqlx::PgPool;

use super::stored::{Decoder, StoredEvent, select_stored};
use super::{Actor, JournalError, JournalKey, RecordedEvent};
use crate::id::{BankAccountId, GrantId, QrOrderId, WalletId};
use crate::wallet::reward::{RewardEvent, Span};
use crate::wallet::{BankAccountEvent, Opened, QrEvent, QrPayment, WalletEvent};

/// The terms under which a wallet ordered a QR; none where this wallet never did. Reads the wallet's
/// orders, however many: for the rare payment of an order that the wallet has forgotten.
pub async fn find_qr_order(
    pool: &PgPool,
    key: &JournalKey,
    wallet_id: WalletId,
    order_id: QrOrderId,
) -> Result<Option<QrPayment>, JournalError> {
    let rows = select_stored!(
        "from event
           where wallet_id = $1 and event_type = 'QrOrdered'
             and payload -> 'QrOrdered' ->> 'order_id' = $2",
        wallet_id.0,
        order_id.to_string(),
    )
    .fetch_all(pool)
    .await?;
    let decoder = Decoder::new(key);
    let Some(row) = rows.iter().find(|row| decoder.is_genuine(row)) else {
        return Ok(None);
    };
    match decoder.record(row)?.event {
        WalletEvent::Qr(QrEvent::Ordered {
            channel, amount, ..
        }) => Ok(Some(QrPayment { channel, amount })),
        _ => Ok(None),
    }
}

/// The last change of where a wallet's payouts go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountChange {
    /// The account before.
    pub before: BankAccountId,
    /// When it was decided.
    pub at: DateTime<Utc>,
    /// Who caused it.
    pub actor: Actor,
    /// The bank is not called for payouts before.
    pub hold_until: Option<DateTime<Utc>>,
}

/// The last change of where a wallet's payouts go; none where there never was one. Reads the
/// wallet's stream: for the rare payout that waits for a person.
pub async fn last_account_change(
    pool: &PgPool,
    key: &JournalKey,
    wallet_id: WalletId,
) -> Result<Option<AccountChange>, JournalError> {
    let rows = select_stored!(
        "from event
           where wallet_id = $1
             and event_type in ('Opened', 'BankAccountChanged')
           order by sequence",
        wallet_id.0,
    )
    .fetch_all(pool)
    .await?;
    let corrupt = |what| JournalError::Corrupt { wallet_id, what };
    let decoder = Decoder::new(key);
    let (mut in_force, mut last) = (None, None);
    for row in rows.iter().filter(|row| decoder.is_genuine(row)) {
        let RecordedEvent {
            event, metadata, ..
        } = decoder.record(row)?;
        match event {
            WalletEvent::Opened(Opened { bank_account, .. }) => in_force = Some(bank_account.id),
            WalletEvent::BankAccount(BankAccountEvent::Changed {
                bank_account,
                hold_until,
                ..
            }) => {
                let before = in_force.replace(bank_account);
                last = Some(AccountChange {
                    before: before.ok_or_else(|| corrupt("it was never opened".to_owned()))?,
                    at: metadata.at,
                    actor: metadata.actor,
                    hold_until,
                });
            }
            _ => {}
        }
    }
    Ok(last)
}

/// The events of some types and whose they are, oldest first. With the journal's key, without those that
/// somebody else wrote.
pub fn events_of<'a>(
    pool: &'a PgPool,
    key: Option<&'a JournalKey>,
    types: &[&str],
) -> BoxStream<'a, Result<(WalletId, WalletEvent), JournalError>> {
    let types: Vec<String> = types.iter().copied().map(str::to_owned).collect();
    let rows = select_stored!(
        "from event where event_type = any($1)
           order by position",
        &types,
    )
    .fetch(pool);
    let events = rows.map_err(JournalError::from);
    let events = events.try_filter_map(move |row| ready(genuine(key, &row)));
    Box::pin(events)
}

fn genuine(
    key: Option<&JournalKey>,
    row: &StoredEvent,
) -> Result<Option<(WalletId, WalletEvent)>, JournalError> {
    let decoder = Decoder::new(key);
    if !decoder.is_genuine(row) {
        return Ok(None);
    }
    let found = decoder.record(row)?;
    Ok(Some((found.wallet_id, found.event)))
}

/// A wallet's grants that were under way at some time within a span, each with the part of the span, oldest
/// first. Reads the wallet's grants, however many: a refund rests on it, and no view is believed for that.
pub async fn grants_within(
    pool: &PgPool,
    key: &JournalKey,
    wallet_id: WalletId,
    span: Span,
) -> Result<Vec<Span>, JournalError> {
    let rows = select_stored!(
        "from event
           where wallet_id = $1 and event_type in ('GrantActivated', 'GrantEnded')
           order by sequence",
        wallet_id.0,
    )
    .fetch_all(pool)
    .await?;
    let decoder = Decoder::new(key);
    let mut grants: Vec<(GrantId, Span)> = Vec::new();
    for row in rows.iter().filter(|row| decoder.is_genuine(row)) {
        let WalletEvent::Reward(event) = decoder.record(row)?.event else {
            continue;
        };
        match *event {
            RewardEvent::GrantActivated(started) if !started.terms.are_met_at_once() => {
                let from = started.at.max(span.from);
                grants.push((started.grant_id, Span { from, to: span.to }));
            }
            RewardEvent::GrantEnded(ended) => {
                let grant = grants.iter_mut().find(|(id, _)| *id == ended.grant_id);
                if let Some((_, part)) = grant {
                    part.to = part.to.min(ended.at);
                }
            }
            _ => {}
        }
    }
    let parts = grants.into_iter().map(|(_, part)| part);
    Ok(parts.filter(|part| part.from < part.to).collect())
}

/// The positions of credits by a QR that the credited wallet never ordered, oldest first.
pub async fn unordered_credits(pool: &PgPool, limit: i64) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select min(position) as "position!"
           from event
           where event_type in ('QrPaid', 'QrOrdered')
           group by wallet_id, payload -> event_type ->> 'order_id'
           having not bool_or(event_type = 'QrOrdered')
           order by 1
           limit $1"#,
        limit
    )
    .fetch_all(pool)
    .await
}
