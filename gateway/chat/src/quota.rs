//! Limits on the bytes that visitors may upload: per visitor and day, for guests also per address,
//! and for all guests and all members together.

use chrono::TimeDelta;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Owner, guest};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;

/// The day over which bytes are counted.
pub(super) const DAY_HOURS: i64 = 24;

/// The seconds after which a visitor over a limit may try again.
const RETRY_SECONDS: u64 = 3_600;

/// Refuses an upload with which the owner, the address or all visitors would exceed a limit.
///
/// It is exact in a transaction that holds [`hold_total`]. Before the bytes are read, it saves
/// reading them.
pub async fn require_room(
    state: &Core,
    connection: &mut PgConnection,
    owner: Owner,
    address_key: Option<&[u8]>,
    byte_count: i32,
) -> Result<(), ApiError> {
    let rules = &state.config.chat;
    let (by_owner, total) = match owner {
        Owner::Guest(_) => (rules.guest_file_bytes_per_day, rules.guest_file_bytes_total),
        Owner::Member(_) => (
            rules.member_file_bytes_per_day,
            rules.member_file_bytes_total,
        ),
    };
    let used = sqlx::query!(
        r#"select
               (select coalesce(sum(byte_count), 0)::bigint from chat_file
                where owner_kind = $1 and owner_id = $2 and uploaded_at > $4) as "by_owner!",
               (select coalesce(sum(byte_count), 0)::bigint from chat_file
                where address_key = $3 and uploaded_at > $4) as "by_address!",
               (select byte_count from chat_file_total where owner_kind = $1) as "by_all!""#,
        owner.kind(),
        owner.id(),
        address_key,
        state.clock.now() - TimeDelta::hours(DAY_HOURS),
    )
    .fetch_one(connection)
    .await?;
    let is_over = |used: i64, most: i64| used.saturating_add(i64::from(byte_count)) > most;
    if is_over(used.by_all, total) {
        tracing::warn!(kind = owner.kind(), "the chat's files take all their room");
        return Err(ApiError::from(Code::ServiceUnavailable).with_retry_after(RETRY_SECONDS));
    }
    let by_address = i64::from(rules.address_file_bytes_per_day);
    if is_over(used.by_owner, i64::from(by_owner)) || is_over(used.by_address, by_address) {
        return Err(ApiError::from(Code::RequestLimit).with_retry_after(RETRY_SECONDS));
    }
    Ok(())
}

/// Blocks the counting of other uploads of the kind until the commit.
pub(super) async fn hold_total(
    connection: &mut PgConnection,
    owner: Owner,
) -> Result<(), sqlx::Error> {
    sqlx::query_scalar!(
        "select byte_count from chat_file_total where owner_kind = $1 for update",
        owner.kind(),
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}

/// The owner of a guest's file at the end of its upload: the guest may have become a member.
pub(super) async fn owner_now(
    connection: &mut PgConnection,
    secrets: &Secrets,
    guest: Uuid,
) -> Result<Owner, ApiError> {
    let row = guest::hold(connection, secrets, guest).await?;
    let row = row.ok_or(Code::InvalidToken)?;
    match row.linked_to {
        Some(member) => Ok(Owner::Member(member)),
        None if row.is_over() => Err(Code::InvalidToken.into()),
        None => Ok(Owner::Guest(guest)),
    }
}
