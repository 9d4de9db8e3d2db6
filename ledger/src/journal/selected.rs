//! Events found by their type: what wallets have forgotten, and what is stored with the
//! journal is held against. Reads only, and checks no chain.

use std::future::ready;

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use rust_decimal::Decimal;
use sqlx::{PgExecutor, PgPool};

use super::stored::{Decoder, StoredEvent, select_stored};
use super::{Actor, JournalError, JournalKey, RecordedEvent};
use crate::id::{BankAccountId, QrOrderId, WalletId};
use crate::posting::Account;
use crate::wallet::reward::{GrantTimes, Span};
use crate::wallet::{BankAccountEvent, HOUSE, Opened, QrEvent, QrPayment, WalletEvent};

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

/// The last statements of the house, the newest first.
pub async fn last_of_house(
    executor: impl PgExecutor<'_>,
    key: &JournalKey,
    limit: i64,
) -> Result<Vec<RecordedEvent>, JournalError> {
    let rows = select_stored!(
        "from event where wallet_id = $1 order by sequence desc limit $2",
        HOUSE.0,
        limit,
    )
    .fetch_all(executor)
    .await?;
    let decoder = Decoder::new(key);
    let genuine = rows.iter().filter(|row| decoder.is_genuine(row));
    genuine.map(|row| decoder.record(row)).collect()
}

/// The events of some types, oldest first. With the journal's key, without those that somebody else wrote.
pub fn events_of<'a>(
    pool: &'a PgPool,
    key: Option<&'a JournalKey>,
    types: &[&str],
) -> BoxStream<'a, Result<RecordedEvent, JournalError>> {
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
) -> Result<Option<RecordedEvent>, JournalError> {
    let decoder = Decoder::new(key);
    decoder
        .is_genuine(row)
        .then(|| decoder.record(row))
        .transpose()
}

/// The parts of a span in which a wallet's grants were under way, see [`GrantTimes`]. Reads the wallet's grants, however many: a refund rests on it, and no view is believed for that.
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
    let mut grants = GrantTimes::default();
    for row in &rows {
        grants.follow(&decoder.record(row)?.event);
    }
    Ok(grants.within(span))
}

/// By how many coins a wallet's events after the first sequence, up to the second, have changed its
/// coins; negative where it spent more than it earned.
pub async fn coins_moved(
    pool: &PgPool,
    key: &JournalKey,
    wallet_id: WalletId,
    after: i64,
    until: i64,
) -> Result<Decimal, JournalError> {
    let rows = select_stored!(
        "from event
           where wallet_id = $1 and sequence > $2 and sequence <= $3
               and event_type in ('CoinsEarned', 'CoinsGiven', 'WheelSpun')
           order by sequence",
        wallet_id.0,
        after,
        until,
    )
    .fetch_all(pool)
    .await?;
    let decoder = Decoder::new(key);
    let mut moved = Decimal::ZERO;
    for row in &rows {
        let event = decoder.record(row)?.event;
        let postings = event.postings().iter();
        let coins = postings.filter(|posting| posting.account == Account::Coins);
        moved += coins
            .map(|posting| posting.amount.amount())
            .sum::<Decimal>();
    }
    Ok(moved)
}
