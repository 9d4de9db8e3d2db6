//! A staff member's own account: the password, and the open sessions.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::account_row;
use super::audit_log::{self, AuditEntry};
use super::session::{self, Staff};
use super::{account, totp};
use members::throttle::{self, Rule};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::sessions::{self, Kind};

/// The length of a chosen password, in bytes.
const PASSWORD_BYTES: std::ops::RangeInclusive<usize> = 12..=128;

/// The limit on guesses of the current password and code.
const GUESSES: &str = "staff:password";

/// The input of a change of the password.
pub struct NewPassword {
    /// The password that is valid until the change.
    pub current: String,
    /// The password to set, 12 to 128 bytes long.
    pub password: String,
    /// The code that the authenticator shows.
    pub code: String,
}

/// Sets the caller's new password and ends all other sessions of the account. A stranger at an open
/// session knows neither the password nor the code.
pub async fn change_password(
    state: &Core,
    staff: &Staff,
    input: NewPassword,
) -> Result<(), ApiError> {
    if !PASSWORD_BYTES.contains(&input.password.len()) || input.password == input.current {
        return Err(ApiError::invalid_fields(&["password"]));
    }
    let id = staff.id.to_string();
    let rules = &state.config.login;
    let rule = Rule::Growing {
        free: rules.account_tries,
        wait_max: rules.wait_max_seconds,
    };
    throttle::charge(state, GUESSES, &id, rule).await?;
    let row = account_row::find(&state.pool, &staff.username).await?;
    let row = row.ok_or(Code::InvalidToken)?;
    let stored = Some(row.password_hash.clone());
    let verdict = state.passwords.verify(input.current, stored).await?;
    if !verdict.is_right {
        return Err(Code::WrongPassword.into());
    }
    let hash = state.passwords.hash(input.password).await?;
    let mut transaction = state.pool.begin().await?;
    let locked = account_row::lock_by_id(&mut transaction, staff.id).await?;
    let mut locked = locked.ok_or(Code::InvalidToken)?;
    // Closed or renewed since it was read.
    if !locked.is_open(&state.secrets) || locked.password_hash != row.password_hash {
        return Err(Code::InvalidToken.into());
    }
    let cipher = state.secrets.staff_totp();
    let secret = cipher
        .decrypt(&totp::owner(locked.id), &locked.totp_sealed)
        .ok_or_else(|| ApiError::internal(&"the secret of a member of staff does not open"))?;
    let now = state.clock.now();
    let step = totp::find_step(&secret, &input.code, now).ok_or(Code::WrongPassword)?;
    if !totp::use_up(&mut transaction, &state.secrets, &locked, step).await? {
        return Err(Code::WrongPassword.into());
    }
    locked.password_hash = hash;
    account_row::store(&mut transaction, state, &mut locked).await?;
    let except = Some(staff.session_id);
    let ended = account::end_sessions(state, &mut transaction, staff.id, except).await?;
    let detail = json!({ "changedAt": locked.changed_at.timestamp_micros() });
    let entry = AuditEntry::of("staff.password").to("staff", &staff.id);
    audit_log::record_in(&mut transaction, state, staff, entry.with(detail)).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    account::close_sockets(state, &ended);
    throttle::clear(state, GUESSES, &id).await
}

/// An open session of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSession {
    id: Uuid,
    created_at: DateTime<Utc>,
    last_seen_at: DateTime<Utc>,
    /// When it ends at the latest.
    expires_at: DateTime<Utc>,
    /// Whether it is the current session.
    is_own: bool,
}

/// The caller's open sessions, the call's own first.
pub async fn sessions(state: &Core, staff: &Staff) -> Result<Vec<OwnSession>, sqlx::Error> {
    let mut rows = session::live_of(state, staff.id).await?;
    rows.sort_by_key(|row| row.id != staff.session_id);
    let own = rows.into_iter().map(|row| OwnSession {
        id: row.id,
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
        expires_at: row.expires_at,
        is_own: row.id == staff.session_id,
    });
    Ok(own.collect())
}

/// Ends one of the caller's sessions; nobody else's.
pub async fn end_session(state: &Core, staff: &Staff, id: Uuid) -> Result<(), ApiError> {
    let live = session::live_of(state, staff.id).await?;
    let mut connection = state.pool.acquire().await?;
    let is_ended = live.iter().any(|row| row.id == id)
        && sessions::end_one(&mut connection, &state.secrets, Kind::Staff, id).await?;
    if !is_ended {
        return Err(Code::NoData.into());
    }
    state.live.end_session(id);
    Ok(())
}
