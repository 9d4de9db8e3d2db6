//! The rows of QR orders: the way from a payment service's reference to its wallet.
//!
//! It decides nothing about money; the ledger knows whether an order is open, ended or paid.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt;
use ledger::journal::{self, JournalError, JournalKey};
use ledger::wallet::QrEvent;
use ledger::{Actor, Currency, Money, QrOrderId, RecordedEvent, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

/// How the work on an order ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settlement {
    /// Credited.
    Paid,
    /// Paid, and left for staff.
    Referred,
    /// Ended unpaid; the service is no longer queried.
    Unpaid,
    /// It was never created at the service.
    Unplaced,
}

impl Settlement {
    const ALL: [Self; 4] = [Self::Paid, Self::Referred, Self::Unpaid, Self::Unplaced];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Referred => "referred",
            Self::Unpaid => "unpaid",
            Self::Unplaced => "unplaced",
        }
    }
}

/// A stored QR order, with how far the work on it has come.
#[derive(Debug, Clone)]
pub struct QrOrder {
    /// The order's id in the ledger.
    pub id: QrOrderId,
    /// The order's reference at the service.
    pub order_ref: String,
    /// The wallet that its payment is credited to.
    pub wallet_id: WalletId,
    /// The channel's bank code.
    pub channel: String,
    /// The amount to pay.
    pub amount: Money,
    /// When it was started.
    pub created_at: DateTime<Utc>,
    /// Until when it is shown.
    pub expires_at: DateTime<Utc>,
    /// Whether the service may know it: a call was made or was about to be made.
    pub(crate) is_placed: bool,
    /// The QR, once it was checked.
    pub payload: Option<String>,
    /// Whether nothing is left to cancel at the service.
    pub(crate) is_withdrawn: bool,
    /// Whether a notification reported a payment that the service has not confirmed yet.
    pub(crate) is_notified: bool,
    /// How the work on it ended; none while it is open.
    pub settlement: Option<Settlement>,
    /// How many questions in a row found nothing new.
    pub questions: u32,
    /// When it is due again.
    pub next_at: DateTime<Utc>,
}

impl QrOrder {
    /// Whether its reference is the one derived from its id.
    pub fn has_own_reference(&self) -> bool {
        self.order_ref == reference(self.id)
    }

    /// Whether its payment was credited or left for staff.
    pub(crate) const fn is_paid(&self) -> bool {
        matches!(
            self.settlement,
            Some(Settlement::Paid | Settlement::Referred)
        )
    }
}

/// The facts that are stored when a player starts an order.
#[derive(Debug, Clone, Copy)]
pub struct NewOrder<'a> {
    /// The order's id in the ledger, which its reference at the service is made from.
    pub id: QrOrderId,
    /// The wallet that its payment is credited to.
    pub wallet_id: WalletId,
    /// The channel's bank code.
    pub channel: &'a str,
    /// The amount to pay.
    pub amount: Money,
    /// When it was started.
    pub created_at: DateTime<Utc>,
    /// Until when it is shown.
    pub expires_at: DateTime<Utc>,
    /// When it is due for the first time.
    pub next_at: DateTime<Utc>,
}

struct Row {
    order_id: Uuid,
    order_ref: String,
    wallet_id: Uuid,
    channel: String,
    currency: String,
    amount: Decimal,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    is_placed: bool,
    payload: Option<String>,
    is_withdrawn: bool,
    is_notified: bool,
    settlement: Option<String>,
    questions: i32,
    next_at: DateTime<Utc>,
}

impl Row {
    fn order(self) -> Result<QrOrder, sqlx::Error> {
        let amount = self
            .currency
            .parse()
            .and_then(|currency: Currency| Money::try_new(self.amount, currency))
            .map_err(|error| sqlx::Error::Decode(error.into()))?;
        let settlement = self.settlement.as_deref();
        Ok(QrOrder {
            id: QrOrderId(self.order_id),
            order_ref: self.order_ref,
            wallet_id: WalletId(self.wallet_id),
            channel: self.channel,
            amount,
            created_at: self.created_at,
            expires_at: self.expires_at,
            is_placed: self.is_placed,
            payload: self.payload,
            is_withdrawn: self.is_withdrawn,
            is_notified: self.is_notified,
            settlement: settlement.and_then(|word| {
                Settlement::ALL
                    .into_iter()
                    .find(|settlement| settlement.as_str() == word)
            }),
            questions: u32::try_from(self.questions).unwrap_or(0),
            next_at: self.next_at,
        })
    }
}

/// The reference of an order: its id's first hundred bits, in twenty characters that every bank
/// accepts.
fn reference(id: QrOrderId) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits = id.0.as_u128();
    let places = (1..=20).map(|place| (bits >> (128 - 5 * place)) & 31);
    places
        .map(|index| char::from(ALPHABET[usize::try_from(index).expect("five bits are an index")]))
        .collect()
}

/// Writes a new order's row, or finds the one that an earlier try wrote; none if the player has
/// started `most` orders within the hour. A player's orders are counted one after another, so that
/// parallel requests do not pass the bound together.
pub async fn begin(
    pool: &PgPool,
    new: &NewOrder<'_>,
    most: u32,
) -> Result<Option<QrOrder>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 4))",
        new.wallet_id.0.to_string()
    )
    .execute(&mut *transaction)
    .await?;
    if let Some(known) = find(&mut *transaction, new.id).await? {
        return Ok(Some(known));
    }
    let started = sqlx::query_scalar!(
        r#"select count(*) as "count!" from qr_order where wallet_id = $1 and created_at > $2"#,
        new.wallet_id.0,
        new.created_at - TimeDelta::hours(1)
    )
    .fetch_one(&mut *transaction)
    .await?;
    if started >= i64::from(most) {
        return Ok(None);
    }
    sqlx::query!(
        "insert into qr_order (order_id, order_ref, wallet_id, channel, currency, amount,
            created_at, expires_at, next_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        new.id.0,
        reference(new.id),
        new.wallet_id.0,
        new.channel,
        new.amount.currency().code(),
        new.amount.amount(),
        new.created_at,
        new.expires_at,
        new.next_at
    )
    .execute(&mut *transaction)
    .await?;
    let stored = find(&mut *transaction, new.id).await?;
    transaction.commit().await?;
    Ok(stored)
}

/// The row of an order.
pub async fn find(
    executor: impl PgExecutor<'_>,
    id: QrOrderId,
) -> Result<Option<QrOrder>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select order_id, order_ref, wallet_id, channel, currency, amount, created_at, expires_at,
            is_placed, payload, is_withdrawn, is_notified, settlement, questions,
            next_at
         from qr_order where order_id = $1",
        id.0
    )
    .fetch_optional(executor)
    .await?;
    row.map(Row::order).transpose()
}

/// The row of the order with a reference at the service.
pub async fn find_by_ref(
    pool: &PgPool,
    channel: &str,
    order_ref: &str,
) -> Result<Option<QrOrder>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select order_id, order_ref, wallet_id, channel, currency, amount, created_at, expires_at,
            is_placed, payload, is_withdrawn, is_notified, settlement, questions,
            next_at
         from qr_order where order_ref = $1 and channel = $2",
        order_ref,
        channel
    )
    .fetch_optional(pool)
    .await?;
    row.map(Row::order).transpose()
}

/// How long an order counts as live after it expires, so that it is soon queried again and ended.
const LIVE_AFTER: TimeDelta = TimeDelta::minutes(10);

/// Longer than any order waits: a time further ahead was noted by a clock that was ahead, and is
/// ignored.
const PAUSE_MAX: TimeDelta = TimeDelta::minutes(70);

/// The due orders of a channel, those that have waited longest first. Live and ended orders are two
/// groups with separate bounds, so neither group delays the other.
pub async fn due(
    pool: &PgPool,
    channel: &str,
    now: DateTime<Utc>,
    live: i64,
    ended: i64,
) -> Result<Vec<(QrOrderId, WalletId)>, sqlx::Error> {
    let live_since = now - LIVE_AFTER;
    let rows = sqlx::query!(
        r#"(select order_id as "order_id!", wallet_id as "wallet_id!" from qr_order
            where channel = $1 and settlement is null and not is_withdrawn
                and expires_at > $3 and (next_at <= $2 or next_at > $6)
            order by next_at limit $4)
         union all
           (select order_id, wallet_id from qr_order
            where channel = $1 and settlement is null and (is_withdrawn or expires_at <= $3)
                and (next_at <= $2 or next_at > $6)
            order by next_at limit $5)"#,
        channel,
        now,
        live_since,
        live,
        ended,
        now + PAUSE_MAX
    )
    .fetch_all(pool)
    .await?;
    let ids = rows.into_iter();
    Ok(ids
        .map(|row| (QrOrderId(row.order_id), WalletId(row.wallet_id)))
        .collect())
}

/// Records that the service is about to be called; returns whether it may be.
pub(crate) async fn mark_placed(pool: &PgPool, id: QrOrderId) -> Result<bool, sqlx::Error> {
    let done = sqlx::query!(
        "update qr_order set is_placed = true where order_id = $1 and settlement is null",
        id.0
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Stores the QR that was checked.
pub(crate) async fn keep_payload(
    pool: &PgPool,
    id: QrOrderId,
    payload: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update qr_order set payload = $2 where order_id = $1",
        id.0,
        payload
    )
    .execute(pool)
    .await
    .map(drop)
}

/// Records a notification that the service has not confirmed yet. The first one makes polling
/// frequent again; the next question comes at `next_at` at the latest.
pub(crate) async fn mark_notified(
    pool: &PgPool,
    id: QrOrderId,
    next_at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update qr_order
         set is_notified = true, next_at = least(next_at, $2),
             questions = case when is_notified then questions else 0 end
         where order_id = $1 and settlement is null",
        id.0,
        next_at
    )
    .execute(pool)
    .await
    .map(drop)
}

/// Records that nothing is left to cancel at the service.
pub(crate) async fn mark_withdrawn(pool: &PgPool, id: QrOrderId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update qr_order set is_withdrawn = true where order_id = $1",
        id.0
    )
    .execute(pool)
    .await
    .map(drop)
}

/// Makes the player's orders due now that are still open at the service, except the one that is
/// now shown.
pub async fn hurry(
    pool: &PgPool,
    wallet_id: WalletId,
    except: Option<QrOrderId>,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update qr_order set next_at = $3, questions = 0
         where order_id in (
             select order_id from qr_order
             where wallet_id = $1 and order_id is distinct from $2 and settlement is null
                and not is_withdrawn
             -- In one order, so that two that hurry the same rows never wait for each other.
             order by order_id
             for update
         )",
        wallet_id.0,
        except.map(|id| id.0),
        now
    )
    .execute(pool)
    .await
    .map(drop)
}

/// Records when the order is due again, unless a request has made it due sooner meanwhile.
pub(crate) async fn look_again(
    pool: &PgPool,
    order: &QrOrder,
    questions: u32,
    next_at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update qr_order set next_at = $2, questions = $3 where order_id = $1 and next_at = $4",
        order.id.0,
        next_at,
        i32::try_from(questions).unwrap_or(i32::MAX),
        order.next_at
    )
    .execute(pool)
    .await
    .map(drop)
}

/// Ends the work on an order. A paid order stays paid: only an unpaid order may be settled again,
/// by a payment that came very late.
pub async fn settle(
    pool: &PgPool,
    id: QrOrderId,
    settlement: Settlement,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update qr_order set settlement = $2
         where order_id = $1 and (settlement is null or settlement in ('unpaid', 'unplaced'))",
        id.0,
        settlement.as_str()
    )
    .execute(pool)
    .await
    .map(drop)
}

/// Lists the rows whose wallet, amount, channel or reference differs from the order in the ledger,
/// the credits without an order of their wallet, and those of another amount that staff did not
/// make.
pub async fn verify(
    pool: &PgPool,
    key: Option<&JournalKey>,
    named_max: usize,
) -> Result<Vec<String>, JournalError> {
    let mut findings = Vec::new();
    let mut ordered = HashMap::new();
    let mut events = journal::events_of(pool, key, &["QrOrdered", "QrPaid"]);
    while let Some(recorded) = events.try_next().await? {
        let wallet_id = recorded.wallet_id;
        match recorded.event {
            WalletEvent::Qr(QrEvent::Ordered {
                order_id,
                channel,
                amount,
                ..
            }) => {
                let terms = (wallet_id, channel, amount);
                if ordered.insert(order_id, terms).is_some() {
                    findings.push(format!("qr_order, id {order_id}: two events order it"));
                }
            }
            WalletEvent::Qr(QrEvent::Paid {
                order_id, amount, ..
            }) => {
                let position = recorded.position;
                let fault = fault_of_credit(&recorded, amount, ordered.get(&order_id));
                findings.extend(fault.map(|fault| format!("event, position {position}: {fault}")));
            }
            _ => {}
        }
    }
    drop(events);
    let mut rows = sqlx::query_as!(
        Row,
        "select order_id, order_ref, wallet_id, channel, currency, amount, created_at, expires_at,
            is_placed, payload, is_withdrawn, is_notified, settlement, questions, next_at
         from qr_order order by order_id"
    )
    .fetch(pool);
    while let Some(row) = rows.try_next().await? {
        let order = row.order()?;
        // The ledger takes an order after its row is written, so a row without an order is valid.
        let (id, has_own_reference) = (order.id, order.has_own_reference());
        let row = (order.wallet_id, order.channel, order.amount);
        let is_as_ordered = ordered.get(&id).is_none_or(|terms| *terms == row);
        if !is_as_ordered || !has_own_reference {
            findings.push(format!("qr_order, id {id}: it is not as it was ordered"));
        }
        if findings.len() >= named_max {
            break;
        }
    }
    Ok(findings)
}

/// The terms of an order, by the event that orders it.
type Ordered = (WalletId, String, Money);

/// What is wrong with a credit of an order. Staff may credit another amount than the ordered one:
/// theirs are compared with their decisions, which name it.
fn fault_of_credit(
    credit: &RecordedEvent,
    paid: Money,
    ordered: Option<&Ordered>,
) -> Option<&'static str> {
    let own = ordered.filter(|(wallet, ..)| *wallet == credit.wallet_id);
    let is_by_staff = matches!(credit.metadata.actor, Actor::Staff { .. });
    match own.map(|(.., amount)| *amount == paid) {
        None => Some("its wallet never ordered the QR that it credits"),
        Some(false) if !is_by_staff => Some("it credits another amount than was ordered"),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use platform::clock::{new_id, random_id};

    #[test]
    fn every_id_has_a_reference_of_its_own_that_any_bank_takes() {
        let ids = (0..500).flat_map(|_| [new_id(), random_id()]);
        let all: HashSet<_> = ids.map(|id| reference(QrOrderId(id))).collect();
        assert_eq!(all.len(), 1_000);
        for text in &all {
            assert_eq!(text.len(), 20);
            let is_plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
            assert!(text.bytes().all(is_plain), "{text}");
        }
    }
}
