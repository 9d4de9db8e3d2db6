//! Reading the reward view.

use ledger::wallet::reward::GrantKind;
use ledger::{GrantId, SpinId, WalletId, WheelSeedId};
use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

use crate::page::{Page, PageQuery, Window};
use crate::projection::{ViewError, stored_word};

use super::stored::{GRANT, Stored, StoredGrant, StoredInvite, StoredRefund};
use super::stored_wheel::{StoredSeed, StoredSpin, StoredWheel};
use super::{GrantRow, InviteRow, Receipt, RefundRow, SeedRow, SpinRow, WheelRow, parse_kind};

/// Grants and seeds of one player that are shown at most.
const SHOWN_MAX: i64 = 500;
/// Unclaimed coupons of one player that are shown at most: each has cost a coin.
const COUPONS_MAX: i64 = 5_000;

/// A player's grants of a kind, newest first, the last 500.
pub async fn grants_of(
    pool: &PgPool,
    wallet_id: WalletId,
    kind: GrantKind,
) -> Result<Vec<GrantRow>, ViewError> {
    let rows = sqlx::query_as!(
        StoredGrant,
        "select * from reward_grant where wallet_id = $1 and kind = $2
         order by position desc limit $3",
        wallet_id.0,
        kind.code(),
        SHOWN_MAX
    )
    .fetch_all(pool)
    .await?;
    show(rows)
}

/// A grant of this player by its id; another player's is not found.
pub async fn grant(
    pool: &PgPool,
    wallet_id: WalletId,
    grant_id: GrantId,
) -> Result<Option<GrantRow>, ViewError> {
    let row = sqlx::query_as!(
        StoredGrant,
        "select * from reward_grant where wallet_id = $1 and grant_id = $2",
        wallet_id.0,
        grant_id.0
    )
    .fetch_optional(pool)
    .await?;
    show_one(row)
}

/// When a player received bonuses and promotions, newest first: all of them, since some may be
/// received only so often ever.
pub async fn received(pool: &PgPool, wallet_id: WalletId) -> Result<Vec<Receipt>, ViewError> {
    let rows = sqlx::query!(
        "select kind, reference, started_at from reward_grant
         where wallet_id = $1 and kind in ('bonus', 'promotion')
         order by position desc",
        wallet_id.0
    )
    .fetch_all(pool)
    .await?;
    let read = rows.into_iter().map(|row| {
        Ok(Receipt {
            kind: stored_word(GRANT, &row.kind, parse_kind)?,
            reference: row.reference,
            at: row.started_at,
        })
    });
    read.collect()
}

/// The last number that was given out of a limited number; 0 before the first.
pub async fn quota_used(pool: &PgPool, kind: GrantKind, reference: &str) -> Result<i64, ViewError> {
    let used = sqlx::query_scalar!(
        r#"select coalesce(max(quota_no), 0) as "used!" from reward_grant
           where kind = $1 and reference = $2 and quota_no is not null"#,
        kind.code(),
        reference
    )
    .fetch_one(pool)
    .await?;
    Ok(used)
}

/// A page of a player's refunds.
pub async fn refunds(
    pool: &PgPool,
    wallet_id: WalletId,
    query: PageQuery,
) -> Result<Page<RefundRow>, ViewError> {
    let total = totals(pool, wallet_id).await?.refunds;
    let Some(window) = Window::of(query, total) else {
        return Ok(Page::empty(total));
    };
    let rows = sqlx::query_as!(
        StoredRefund,
        "select * from reward_refund where wallet_id = $1 and position < $2
         order by position desc limit $3 offset $4",
        wallet_id.0,
        window.before,
        window.limit + 1,
        window.skipped
    )
    .fetch_all(pool)
    .await?;
    Ok(window.page(total, show(rows)?, |row: &RefundRow| row.position))
}

/// A page of a player's earnings from invited players.
pub async fn invites(
    pool: &PgPool,
    wallet_id: WalletId,
    query: PageQuery,
) -> Result<Page<InviteRow>, ViewError> {
    let total = totals(pool, wallet_id).await?.invites;
    let Some(window) = Window::of(query, total) else {
        return Ok(Page::empty(total));
    };
    let rows = sqlx::query_as!(
        StoredInvite,
        "select * from reward_invite where wallet_id = $1 and position < $2
         order by position desc limit $3 offset $4",
        wallet_id.0,
        window.before,
        window.limit + 1,
        window.skipped
    )
    .fetch_all(pool)
    .await?;
    Ok(window.page(total, show(rows)?, |row: &InviteRow| row.position))
}

/// A page of a player's spins.
pub async fn spins(
    pool: &PgPool,
    wallet_id: WalletId,
    query: PageQuery,
) -> Result<Page<SpinRow>, ViewError> {
    let total = totals(pool, wallet_id).await?.spins;
    let Some(window) = Window::of(query, total) else {
        return Ok(Page::empty(total));
    };
    let rows = sqlx::query_as!(
        StoredSpin,
        "select * from reward_spin where wallet_id = $1 and position < $2
         order by position desc limit $3 offset $4",
        wallet_id.0,
        window.before,
        window.limit + 1,
        window.skipped
    )
    .fetch_all(pool)
    .await?;
    Ok(window.page(total, show(rows)?, |row: &SpinRow| row.position))
}

/// A spin of this player by its id; another player's is not found.
pub async fn spin(
    executor: impl PgExecutor<'_>,
    wallet_id: WalletId,
    spin_id: SpinId,
) -> Result<Option<SpinRow>, ViewError> {
    let row = sqlx::query_as!(
        StoredSpin,
        "select * from reward_spin where wallet_id = $1 and spin_id = $2",
        wallet_id.0,
        spin_id.0
    )
    .fetch_optional(executor)
    .await?;
    show_one(row)
}

/// The spins with an unclaimed coupon, oldest first: money, and prizes that staff hand out. Expired
/// coupons are included.
pub async fn coupons(pool: &PgPool, wallet_id: WalletId) -> Result<Vec<SpinRow>, ViewError> {
    let rows = sqlx::query_as!(
        StoredSpin,
        "select * from reward_spin
         where wallet_id = $1 and grant_id is null and prize in ('coupon', 'gift')
         order by position limit $2",
        wallet_id.0,
        COUPONS_MAX
    )
    .fetch_all(pool)
    .await?;
    show(rows)
}

/// A player's seeds, newest first, the last 500.
pub async fn seeds(pool: &PgPool, wallet_id: WalletId) -> Result<Vec<SeedRow>, ViewError> {
    let rows = sqlx::query_as!(
        StoredSeed,
        "select * from reward_seed where wallet_id = $1 order by position desc limit $2",
        wallet_id.0,
        SHOWN_MAX
    )
    .fetch_all(pool)
    .await?;
    show(rows)
}

/// Versions of the wheel by their ids, in no order; a version that was never spun is missing.
pub async fn wheels(pool: &PgPool, ids: &[String]) -> Result<Vec<WheelRow>, ViewError> {
    let rows = sqlx::query_as!(
        StoredWheel,
        "select * from reward_wheel where wheel = any($1)",
        ids
    )
    .fetch_all(pool)
    .await?;
    show(rows)
}

#[derive(Default)]
struct Totals {
    refunds: i64,
    invites: i64,
    spins: i64,
}

async fn totals(pool: &PgPool, wallet_id: WalletId) -> Result<Totals, ViewError> {
    let totals = sqlx::query_as!(
        Totals,
        "select refunds, invites, spins from reward_head where wallet_id = $1",
        wallet_id.0
    )
    .fetch_optional(pool)
    .await?;
    Ok(totals.unwrap_or_default())
}

fn show<S: Stored>(rows: Vec<S>) -> Result<Vec<S::Row>, ViewError> {
    rows.into_iter()
        .map(|row| row.read().map(|(_, row)| row))
        .collect()
}

fn show_one<S: Stored>(row: Option<S>) -> Result<Option<S::Row>, ViewError> {
    row.map(|row| row.read().map(|(_, row)| row)).transpose()
}

/// How many spins were drawn from a seed; `None` for an unknown seed.
pub async fn spins_of_seed(
    pool: &PgPool,
    wallet_id: WalletId,
    seed_id: WheelSeedId,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "select spins from reward_seed where wallet_id = $1 and seed_id = $2",
        wallet_id.0,
        seed_id.0,
    )
    .fetch_optional(pool)
    .await
}

/// The player's seeds among some, newest first.
pub async fn seeds_among(
    pool: &PgPool,
    wallet_id: WalletId,
    ids: &[Uuid],
) -> Result<Vec<SeedRow>, ViewError> {
    let rows = sqlx::query_as!(
        StoredSeed,
        "select * from reward_seed where wallet_id = $1 and seed_id = any($2)
         order by position desc",
        wallet_id.0,
        ids
    )
    .fetch_all(pool)
    .await?;
    show(rows)
}
