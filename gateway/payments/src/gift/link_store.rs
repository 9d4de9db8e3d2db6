//! The encrypted hashes of open gifts, and the reasons of gifts that ended without money.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt;
use ledger::journal::{self, JournalError, JournalKey, RecordedEvent};
use ledger::wallet::GiftEvent;
use ledger::{GiftId, WalletEvent, WalletId};
use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

use platform::core::Core;
use providers::gift::VoucherHash;

/// A gift's link, as far as it is still stored.
#[derive(Debug)]
pub struct StoredLink {
    /// The hash; none once the gift has ended.
    pub hash: Option<VoucherHash>,
    /// Why it brought no money, if the ledger says that it ended so: a code of the catalogue.
    pub reason: Option<String>,
}

/// The link that is stored for a gift.
pub struct LinkRow {
    /// Whose gift it is.
    pub wallet_id: WalletId,
    /// The voucher's name in the ledger.
    pub voucher: String,
    /// Whether it was stored just now.
    pub(crate) is_new: bool,
}

/// Why a link was not stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused, or it cannot be reached.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The player has sent as many links as an hour allows.
    #[error("too many links within an hour")]
    TooMany,
}

/// Stores a link and returns the stored link; a repeat returns the first. A player's links are
/// counted one after another, so that parallel requests do not pass the bound together.
pub async fn store(
    core: &Core,
    gift_id: GiftId,
    wallet_id: WalletId,
    hash: &VoucherHash,
) -> Result<LinkRow, StoreError> {
    let now = core.clock.now();
    let mut transaction = core.pool.begin().await?;
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 3))",
        wallet_id.0.to_string()
    )
    .execute(&mut *transaction)
    .await?;
    if let Some(row) = find_row(&mut *transaction, gift_id).await? {
        return Ok(LinkRow {
            wallet_id: WalletId(row.wallet_id),
            voucher: row.voucher,
            is_new: false,
        });
    }
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from gift_link
           where wallet_id = $1 and submitted_at > $2"#,
        wallet_id.0,
        now - TimeDelta::hours(1)
    )
    .fetch_one(&mut *transaction)
    .await?;
    if count >= i64::from(core.config.gift.links_per_hour_max) {
        return Err(StoreError::TooMany);
    }
    let voucher = hash.voucher();
    let cipher = core.secrets.gift_link();
    let sealed = cipher.encrypt(&owner(gift_id, wallet_id), hash.reveal().as_bytes());
    sqlx::query!(
        "insert into gift_link (gift_id, wallet_id, voucher, sealed, submitted_at)
         values ($1, $2, $3, $4, $5)",
        gift_id.0,
        wallet_id.0,
        voucher,
        sealed,
        now
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(LinkRow {
        wallet_id,
        voucher,
        is_new: true,
    })
}

struct Row {
    wallet_id: uuid::Uuid,
    voucher: String,
    sealed: Option<Vec<u8>>,
    reason: Option<String>,
}

async fn find_row(
    executor: impl PgExecutor<'_>,
    gift_id: GiftId,
) -> Result<Option<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        "select wallet_id, voucher, sealed, reason from gift_link where gift_id = $1",
        gift_id.0
    )
    .fetch_optional(executor)
    .await
}

/// Reads a gift's link, as far as it is still stored.
pub async fn find(state: &Core, gift_id: GiftId) -> Result<Option<StoredLink>, sqlx::Error> {
    let row = find_row(&state.pool, gift_id).await?;
    Ok(row.map(|row| {
        let wallet_id = WalletId(row.wallet_id);
        let hash = row.sealed.as_deref().and_then(|sealed| {
            let cipher = state.secrets.gift_link();
            let plain = cipher.decrypt(&owner(gift_id, wallet_id), sealed);
            let opened = plain
                .and_then(|plain| String::from_utf8(plain).ok())
                .and_then(|hash| VoucherHash::parse(&hash));
            if opened.is_none() {
                tracing::error!(%gift_id, "a gift's link cannot be opened");
            }
            opened
        });
        StoredLink {
            hash,
            reason: row.reason,
        }
    }))
}

/// Notes why a gift is about to end without money. The reason counts once the ledger has ended it.
pub(crate) async fn note_reason(
    pool: &PgPool,
    gift_id: GiftId,
    reason: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update gift_link set reason = $2 where gift_id = $1",
        gift_id.0,
        reason
    )
    .execute(pool)
    .await
    .map(drop)
}

/// Deletes the hash of a gift that has ended.
pub async fn close(pool: &PgPool, gift_id: GiftId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update gift_link set sealed = null where gift_id = $1 and sealed is not null",
        gift_id.0
    )
    .execute(pool)
    .await
    .map(drop)
}

/// Deletes a link whose gift will never be submitted.
pub(crate) async fn discard(pool: &PgPool, gift_id: GiftId) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from gift_link where gift_id = $1", gift_id.0)
        .execute(pool)
        .await
        .map(drop)
}

/// Gifts whose hash is still stored and that came in before a time, ordered by id, after an id.
pub(crate) async fn stored_since(
    pool: &PgPool,
    before: DateTime<Utc>,
    after: GiftId,
) -> Result<Vec<(GiftId, WalletId)>, sqlx::Error> {
    let rows = sqlx::query!(
        "select gift_id, wallet_id from gift_link
         where sealed is not null and submitted_at < $1 and gift_id > $2
         order by gift_id limit 1000",
        before,
        after.0
    )
    .fetch_all(pool)
    .await?;
    let named = rows
        .into_iter()
        .map(|row| (GiftId(row.gift_id), WalletId(row.wallet_id)));
    Ok(named.collect())
}

/// The associated data of an encrypted hash: its owner.
fn owner(gift_id: GiftId, wallet_id: WalletId) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..16].copy_from_slice(gift_id.0.as_bytes());
    bytes[16..].copy_from_slice(wallet_id.0.as_bytes());
    bytes
}

/// Lists the gifts whose row is gone, or names another voucher or player than the events.
pub async fn verify(pool: &PgPool, key: Option<&JournalKey>) -> Result<Vec<String>, JournalError> {
    let mut submitted = HashMap::new();
    let mut events = journal::events_of(pool, key, &["GiftSubmitted"]);
    while let Some(RecordedEvent {
        wallet_id, event, ..
    }) = events.try_next().await?
    {
        if let WalletEvent::Gift(GiftEvent::Submitted { gift_id, voucher }) = event {
            submitted.insert(gift_id.0, (wallet_id.0, voucher));
        }
    }
    drop(events);
    let mut rows =
        sqlx::query!("select gift_id, wallet_id, voucher from gift_link order by gift_id")
            .fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        // The ledger takes a gift after its row is written, so a row without an event is valid.
        let known = submitted.remove(&row.gift_id);
        if known.is_some_and(|known| known != (row.wallet_id, row.voucher)) {
            let id = row.gift_id;
            findings.push(format!(
                "gift_link, id {id}: it is not the gift of the events"
            ));
        }
    }
    drop(rows);
    let players: Vec<Uuid> = submitted.values().map(|(player, _)| *player).collect();
    let erased = sqlx::query_scalar!(
        "select id from member where erased_at is not null and id = any($1)",
        &players
    )
    .fetch_all(pool)
    .await?;
    submitted.retain(|_, (player, _)| !erased.contains(player));
    let mut gone: Vec<Uuid> = submitted.into_keys().collect();
    gone.sort_unstable();
    let gone = gone.into_iter();
    findings.extend(gone.map(|id| format!("gift_link, id {id}: it is gone")));
    Ok(findings)
}
