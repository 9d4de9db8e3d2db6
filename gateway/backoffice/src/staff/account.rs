//! Accounts of staff: created, ended and renewed by operator commands, outside the gateway process.

use chrono::{DateTime, SubsecRound, Utc};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::account_row::{self, AccountRow};
use super::audit_log::{self, AuditEntry};
use super::session::Staff;
use super::totp;
use platform::clock::new_id;
use platform::config::{DemoStaff, StaffRole};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::random_bytes;
use platform::sessions;
use platform::totp_secret;

/// Random bytes of a generated password: 160 bits.
const PASSWORD_BYTES: usize = 20;

/// The input of a new account.
#[derive(Debug, Clone, Copy)]
pub struct Draft<'a> {
    /// The name to log in with.
    pub username: &'a str,
    /// The display name.
    pub name: &'a str,
    /// What they may do.
    pub role: StaffRole,
}

/// The credentials, shown once to the operator, who hands them over.
pub struct Handover {
    /// The generated password in clear text, 160 random bits in base32.
    pub password: String,
    /// The authenticator's secret as an `otpauth://` address, which can be shown as a QR code.
    pub otpauth: String,
}

/// An account in the list.
pub struct Account {
    /// Id of the account, which audit entries name.
    pub id: Uuid,
    /// The name to log in with.
    pub username: String,
    /// The display name.
    pub name: String,
    /// What they may do.
    pub role: String,
    /// Whether they may log in.
    pub is_active: bool,
    /// When the account was made.
    pub created_at: DateTime<Utc>,
    /// When they last made a call.
    pub last_seen_at: Option<DateTime<Utc>>,
}

/// Creates an account; `EXISTING_USER` if the name is taken.
pub async fn add(state: &Core, draft: &Draft<'_>) -> Result<Handover, ApiError> {
    let password = new_password();
    let secret = totp::new_secret();
    if !insert(state, draft, password.clone(), &secret).await? {
        return Err(Code::ExistingUser.into());
    }
    let otpauth = otpauth(state, draft.username, &secret);
    Ok(Handover { password, otpauth })
}

/// Creates an account of the configuration's demonstration staff, unless it exists.
pub async fn add_demo(state: &Core, demo: &DemoStaff) -> Result<bool, ApiError> {
    let secret = totp_secret::parse_secret(demo.totp_secret.reveal())
        .ok_or_else(|| ApiError::internal(&"a demonstration secret is none"))?;
    let draft = Draft {
        username: &demo.username,
        name: &demo.name,
        role: demo.role,
    };
    insert(state, &draft, demo.password.clone(), &secret).await
}

async fn insert(
    state: &Core,
    draft: &Draft<'_>,
    password: String,
    secret: &[u8],
) -> Result<bool, ApiError> {
    let id = new_id();
    let mut row = AccountRow {
        id,
        username: draft.username.to_owned(),
        name: draft.name.to_owned(),
        role: draft.role.as_str().to_owned(),
        password_hash: state.passwords.hash(password).await?,
        totp_sealed: state.secrets.staff_totp().encrypt(&totp::owner(id), secret),
        is_active: true,
        changed_at: state.clock.now().trunc_subsecs(6),
        mac: Vec::new(),
        is_replaced: false,
    };
    let mut transaction = state.pool.begin().await?;
    if !account_row::insert(&mut transaction, state, &mut row).await? {
        return Ok(false);
    }
    let detail = json!({ "username": draft.username, "role": draft.role });
    note(state, &mut transaction, "staff.add", &row, detail).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Ends an account and its open sessions, or activates it again.
pub async fn set_active(state: &Core, username: &str, is_active: bool) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    let row = account_row::lock(&mut transaction, username).await?;
    let mut row = row.ok_or(Code::NoData)?;
    row.require_signed(&state.secrets)?;
    row.is_active = is_active;
    account_row::store(&mut transaction, state, &mut row).await?;
    end_sessions(state, &mut transaction, row.id, None).await?;
    let kind = if is_active {
        "staff.enable"
    } else {
        "staff.disable"
    };
    note(state, &mut transaction, kind, &row, json!({})).await?;
    transaction.commit().await?;
    Ok(())
}

/// Gives an account a new password and a new authenticator, and ends its open sessions.
pub async fn reset(state: &Core, username: &str) -> Result<Handover, ApiError> {
    let password = new_password();
    let hash = state.passwords.hash(password.clone()).await?;
    let secret = totp::new_secret();
    let mut transaction = state.pool.begin().await?;
    let row = account_row::lock(&mut transaction, username).await?;
    let mut row = row.ok_or(Code::NoData)?;
    row.require_signed(&state.secrets)?;
    let cipher = state.secrets.staff_totp();
    row.password_hash = hash;
    row.totp_sealed = cipher.encrypt(&totp::owner(row.id), &secret);
    account_row::store(&mut transaction, state, &mut row).await?;
    end_sessions(state, &mut transaction, row.id, None).await?;
    note(state, &mut transaction, "staff.reset", &row, json!({})).await?;
    transaction.commit().await?;
    let otpauth = otpauth(state, username, &secret);
    Ok(Handover { password, otpauth })
}

/// Lists all accounts, closed ones too, by username.
pub async fn list(state: &Core) -> Result<Vec<Account>, sqlx::Error> {
    sqlx::query_as!(
        Account,
        "select id, username, name, role, is_active, created_at,
                (select max(last_seen_at) from staff_session where staff_id = staff.id)
                    as last_seen_at
         from staff order by username",
    )
    .fetch_all(&state.pool)
    .await
}

/// What an open account may do; none if it is closed, or if the gateway has not written it so.
pub async fn role_of(state: &Core, id: Uuid) -> Result<Option<StaffRole>, sqlx::Error> {
    let row = account_row::find_open(&state.pool, &state.secrets, id).await?;
    Ok(row.and_then(|row| row.role.parse().ok()))
}

/// A random first password.
pub(super) fn new_password() -> String {
    totp_secret::to_base32(&random_bytes::<PASSWORD_BYTES>())
}

/// Closes another person's account and ends its sessions at once. One supervisor always stays: if
/// two close each other at the same time, the second is refused.
pub async fn disable(state: &Core, by: &Staff, id: Uuid, why: &str) -> Result<(), ApiError> {
    if id == by.id {
        return Err(Code::SecondPerson.into());
    }
    let mut transaction = state.pool.begin().await?;
    let supervisors = lock_supervisors(&mut transaction, state).await?;
    // The caller's account may have been closed since the guard admitted the call.
    require_supervisor(&supervisors, by)?;
    let row = account_row::lock_by_id(&mut transaction, id).await?;
    let mut row = row.ok_or(Code::NoData)?;
    row.require_signed(&state.secrets)?;
    if !row.is_active {
        return Err(Code::AlreadyEnded.into());
    }
    row.is_active = false;
    account_row::store(&mut transaction, state, &mut row).await?;
    let ended = end_sessions(state, &mut transaction, id, None).await?;
    let detail = json!({
        "username": row.username,
        "changedAt": row.changed_at.timestamp_micros(),
    });
    let entry = AuditEntry::of("staff.disable")
        .to("staff", &id)
        .because(why);
    audit_log::record_in(&mut transaction, state, by, entry.with(detail)).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    close_sockets(state, &ended);
    Ok(())
}

/// The open accounts of supervisors. None of them changes before the transaction's end.
pub(crate) async fn lock_supervisors(
    connection: &mut PgConnection,
    state: &Core,
) -> Result<Vec<AccountRow>, sqlx::Error> {
    let mut rows = account_row::lock_role(connection, StaffRole::Supervisor).await?;
    rows.retain(|row| row.is_open(&state.secrets));
    Ok(rows)
}

/// Refuses a caller whose account is no longer an open supervisor's.
pub(crate) fn require_supervisor(supervisors: &[AccountRow], by: &Staff) -> Result<(), ApiError> {
    if supervisors.iter().any(|supervisor| supervisor.id == by.id) {
        Ok(())
    } else {
        Err(Code::InvalidToken.into())
    }
}

/// Ends an account's sessions, except one; returns which there were.
pub(super) async fn end_sessions(
    state: &Core,
    connection: &mut PgConnection,
    id: Uuid,
    except: Option<Uuid>,
) -> Result<Vec<Uuid>, sqlx::Error> {
    let ids = sqlx::query_scalar!("select id from staff_session where staff_id = $1", id);
    let mut ended = ids.fetch_all(&mut *connection).await?;
    ended.retain(|session| Some(*session) != except);
    sessions::end_all(connection, &state.secrets, id, except).await?;
    Ok(ended)
}

/// Closes the sockets of ended sessions at this gateway; others see the end by themselves.
pub(super) fn close_sockets(state: &Core, ended: &[Uuid]) {
    for session in ended {
        state.live.end_session(*session);
    }
}

async fn note(
    state: &Core,
    connection: &mut PgConnection,
    kind: &str,
    row: &AccountRow,
    mut detail: serde_json::Value,
) -> Result<(), sqlx::Error> {
    detail["changedAt"] = row.changed_at.timestamp_micros().into();
    let entry = AuditEntry::of(kind).to("staff", &row.id).with(detail);
    audit_log::append(connection, state, None, None, entry).await?;
    Ok(())
}

/// The address that authenticators read, also from a QR.
pub(super) fn otpauth(state: &Core, username: &str, secret: &[u8]) -> String {
    let issuer = percent_encoded(state.config.service_name());
    format!(
        "otpauth://totp/{issuer}:{username}?secret={}&issuer={issuer}\
         &algorithm=SHA1&digits=6&period=30",
        totp_secret::to_base32(secret)
    )
}

/// All characters except the unreserved ones of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

fn percent_encoded(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_any_language_fits_an_address() {
        assert_eq!(percent_encoded("Wallet 1").to_string(), "Wallet%201");
        assert_eq!(percent_encoded("ก").to_string(), "%E0%B8%81");
    }
}
