//! The row that says who erased a member, and the proof that the gateway has written it.
//!
//! Checks pass over an erased member, whose particulars are gone. So a member who is only marked as erased is
//! named.

use chrono::{DateTime, SubsecRound, Utc};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::Order;
use platform::core::Core;
use platform::secrets::Secrets;
use platform::signed_row::SignedRow;

struct Row {
    member_id: Uuid,
    asked_by: String,
    reason: String,
    begun_at: DateTime<Utc>,
    mac: Vec<u8>,
}

platform::signed_row! { Row in "erasure": member_id, asked_by, reason, begun_at => mac }

/// Writes the row of an erasure that begins.
pub(super) async fn insert(
    state: &Core,
    connection: &mut PgConnection,
    order: &Order,
) -> Result<(), sqlx::Error> {
    let mut row = Row {
        member_id: order.member.0,
        asked_by: order.by.clone(),
        reason: order.reason.clone(),
        begun_at: state.clock.now().trunc_subsecs(6),
        mac: Vec::new(),
    };
    row.mac = row.right_mac(&state.secrets).to_vec();
    sqlx::query!(
        "insert into erasure (member_id, asked_by, reason, begun_at, mac)
         values ($1, $2, $3, $4, $5)",
        row.member_id,
        row.asked_by,
        row.reason,
        row.begun_at,
        row.mac,
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Lists the members who are marked as erased, or as closed, and whom nobody has erased.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let marked = sqlx::query_scalar!(
        "select id from member where erased_at is not null or not is_active order by id"
    )
    .fetch_all(pool)
    .await?;
    // Read after the members, so that it holds each erasure that was seen there.
    let rows = sqlx::query_as!(
        Row,
        "select member_id, asked_by, reason, begun_at, mac from erasure order by member_id"
    )
    .fetch_all(pool)
    .await?;
    let forged = rows.iter().filter(|row| !row.is_signed(secrets));
    let forged = forged.map(|row| {
        let id = row.member_id;
        format!("erasure, member {id}: the gateway has not written it")
    });
    let is_erased = |id: &Uuid| {
        let mut own = rows.iter().filter(|row| row.member_id == *id);
        own.any(|row| row.is_signed(secrets))
    };
    let closed = marked.iter().filter(|id| !is_erased(id));
    let closed = closed.map(|id| format!("member, id {id}: nobody has erased this member"));
    Ok(forged.chain(closed).collect())
}
