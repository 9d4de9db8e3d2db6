//! Access to a player's data: requested once with a reason, valid for a while, for one member of
//! staff and one player.

use axum::http::HeaderMap;
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use ledger::WalletId;
use serde_json::json;
use uuid::Uuid;

use super::audit_log::{self, AuditEntry};
use super::quota::{self, Quota};
use super::session::Staff;
use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::{Secrets, is_same_mac};

/// The header with the access id.
pub(crate) const HEADER: &str = "x-look";

/// The length of a reason, in characters.
const REASON: std::ops::RangeInclusive<usize> = 3..=300;

/// The access of one member of staff to one player's data.
#[derive(Debug, Clone)]
pub struct PlayerAccess {
    /// The value for [`HEADER`].
    pub id: Uuid,
    /// Reason that staff gave, shown in the audit log.
    pub reason: String,
    /// When the access expires.
    pub until: DateTime<Utc>,
}

/// Reads a reason, for access or for an action, within its length.
pub fn reason(text: &str) -> Result<&str, ApiError> {
    let text = text.trim();
    let is_plain = !text.chars().any(char::is_control);
    if is_plain && REASON.contains(&text.chars().count()) {
        return Ok(text);
    }
    Err(ApiError::invalid_fields(&["reason"]))
}

/// Grants access to a player's data, and records it.
pub async fn open(
    state: &Core,
    staff: &Staff,
    player: WalletId,
    why: &str,
) -> Result<PlayerAccess, ApiError> {
    let why = reason(why)?;
    let is_known = sqlx::query_scalar!(
        r#"select exists (select from member where id = $1) as "is_known!""#,
        player.0,
    )
    .fetch_one(&state.pool)
    .await?;
    if !is_known {
        return Err(Code::NoData.into());
    }
    let now = state.clock.now();
    let minutes = TimeDelta::minutes(i64::from(state.config.support.look_minutes));
    let look = PlayerAccess {
        id: random_id(),
        reason: why.to_owned(),
        until: (now + minutes).trunc_subsecs(6),
    };
    let act = AuditEntry::of("look").to("player", &player).because(why);
    let mut transaction = state.pool.begin().await?;
    let quota = Quota::Players;
    quota::require(&mut transaction, state, staff.id, quota, Some(player.0)).await?;
    sqlx::query!(
        "insert into staff_look (id, staff_id, wallet_id, reason, opened_at, until, mac)
         values ($1, $2, $3, $4, $5, $6, $7)",
        look.id,
        staff.id,
        player.0,
        why,
        now,
        look.until,
        &look.right_mac(&state.secrets, staff.id, player)[..],
    )
    .execute(&mut *transaction)
    .await?;
    let act = act.with(json!({ "look": look.id }));
    audit_log::record_in(&mut transaction, state, staff, act).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    Ok(look)
}

/// The access that the headers name; `LOOK_REQUIRED` unless it belongs to this member of staff and
/// this player and has not expired.
///
/// The guard checks this for every GET below `/api/support/players/{id}`. Only other routes that
/// show a player must check here.
pub async fn require(
    state: &Core,
    staff: &Staff,
    headers: &HeaderMap,
    player: WalletId,
) -> Result<PlayerAccess, ApiError> {
    let named = headers.get(HEADER).and_then(|value| value.to_str().ok());
    let id: Uuid = named
        .and_then(|text| text.parse().ok())
        .ok_or(Code::LookRequired)?;
    let row = sqlx::query!(
        "select reason, until, mac from staff_look
         where id = $1 and staff_id = $2 and wallet_id = $3 and until > $4",
        id,
        staff.id,
        player.0,
        state.clock.now(),
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or(Code::LookRequired)?;
    let access = PlayerAccess {
        id,
        reason: row.reason,
        until: row.until,
    };
    // A row that somebody adds opens nobody's data: the quota has not counted it.
    if !is_same_mac(
        &access.right_mac(&state.secrets, staff.id, player),
        &row.mac,
    ) {
        return Err(Code::LookRequired.into());
    }
    Ok(access)
}

impl PlayerAccess {
    fn right_mac(&self, secrets: &Secrets, staff: Uuid, player: WalletId) -> [u8; 32] {
        secrets.row(
            "staff_look",
            &[&self.id, &staff, &player.0, &self.reason, &self.until],
        )
    }
}
