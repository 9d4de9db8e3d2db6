//! Accounts of staff: created, ended and renewed by operator commands, outside the gateway process.

use chrono::{DateTime, SubsecRound, Utc};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::account_row::{self, AccountRow};
use super::audit_log::{self, AuditEntry};
use super::totp;
use crate::platform::clock::new_id;
use crate::platform::config::{DemoStaff, StaffRole};
use crate::platform::core::Core;
use crate::platform::error::{ApiError, Code};
use crate::platform::secrets::random_bytes;
use crate::platform::totp_secret;

/// Random bytes of a generated password: 160 bits.
const PASSWORD_BYTES: usize = 20;

/// The input of a new account.
pub(crate) struct Draft<'a> {
    /// The name to log in with.
    pub(crate) username: &'a str,
    /// The name that others see.
    pub(crate) name: &'a str,
    /// What they may do.
    pub(crate) role: StaffRole,
}

/// The credentials, shown once to the operator, who hands them over.
pub(crate) struct Handover {
    pub(crate) password: String,
    pub(crate) otpauth: String,
}

/// An account in the list.
pub(crate) struct Account {
    pub(crate) id: Uuid,
    /// The name to log in with.
    pub(crate) username: String,
    /// The name that others see.
    pub(crate) name: String,
    /// What they may do.
    pub(crate) role: String,
    /// Whether they may log in.
    pub(crate) is_active: bool,
    /// When the account was made.
    pub(crate) created_at: DateTime<Utc>,
    /// When they last made a call.
    pub(crate) last_seen_at: Option<DateTime<Utc>>,
}

/// Creates an account; `EXISTING_USER` if the name is taken.
pub(crate) async fn add(state: &Core, draft: &Draft<'_>) -> Result<Handover, ApiError> {
    let password = totp_secret::to_base32(&random_bytes::<PASSWORD_BYTES>());
    let secret = totp::new_secret();
    if !insert(state, draft, password.clone(), &secret).await? {
        return Err(Code::ExistingUser.into());
    }
    let otpauth = otpauth(state, draft.username, &secret);
    Ok(Handover { password, otpauth })
}

/// Creates an account of the configuration's demonstration staff, unless it exists.
pub(crate) async fn add_demo(state: &Core, demo: &DemoStaff) -> Result<bool, ApiError> {
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
    let row = AccountRow {
        id,
        username: draft.username.to_owned(),
        name: draft.name.to_owned(),
        role: draft.role.as_str().to_owned(),
        password_hash: state.passwords.hash(password).await?,
        totp_sealed: state.secrets.staff_totp().encrypt(&totp::owner(id), secret),
        totp_last_step: 0,
        is_active: true,
        changed_at: state.clock.now().trunc_subsecs(6),
        mac: None,
    };
    let mut transaction = state.pool.begin().await?;
    let made = sqlx::query!(
        "insert into staff
            (id, username, name, role, password_hash, totp_sealed, created_at, changed_at, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $8)
         on conflict (username) do nothing",
        row.id,
        row.username,
        row.name,
        row.role,
        row.password_hash,
        row.totp_sealed,
        row.changed_at,
        &row.right_mac(&state.secrets)[..],
    )
    .execute(&mut *transaction)
    .await?;
    if made.rows_affected() == 0 {
        return Ok(false);
    }
    let detail = json!({ "username": draft.username, "role": draft.role });
    note(state, &mut transaction, "staff.add", &row, detail).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Ends an account and its open sessions, or activates it again.
pub(crate) async fn set_active(
    state: &Core,
    username: &str,
    is_active: bool,
) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    let row = account_row::lock(&mut transaction, username).await?;
    let mut row = row.ok_or(Code::NoData)?;
    row.is_active = is_active;
    account_row::store(&mut transaction, state, &mut row).await?;
    end_sessions(state, &mut transaction, row.id).await?;
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
pub(crate) async fn reset(state: &Core, username: &str) -> Result<Handover, ApiError> {
    let password = totp_secret::to_base32(&random_bytes::<PASSWORD_BYTES>());
    let hash = state.passwords.hash(password.clone()).await?;
    let secret = totp::new_secret();
    let mut transaction = state.pool.begin().await?;
    let row = account_row::lock(&mut transaction, username).await?;
    let mut row = row.ok_or(Code::NoData)?;
    let cipher = state.secrets.staff_totp();
    row.password_hash = hash;
    row.totp_sealed = cipher.encrypt(&totp::owner(row.id), &secret);
    // The new authenticator has not shown a code yet.
    row.totp_last_step = 0;
    account_row::store(&mut transaction, state, &mut row).await?;
    end_sessions(state, &mut transaction, row.id).await?;
    note(state, &mut transaction, "staff.reset", &row, json!({})).await?;
    transaction.commit().await?;
    let otpauth = otpauth(state, username, &secret);
    Ok(Handover { password, otpauth })
}

pub(crate) async fn list(state: &Core) -> Result<Vec<Account>, sqlx::Error> {
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

async fn end_sessions(
    state: &Core,
    connection: &mut PgConnection,
    id: Uuid,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff_session set revoked_at = $2 where staff_id = $1 and revoked_at is null",
        id,
        state.clock.now(),
    )
    .execute(connection)
    .await?;
    Ok(())
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
fn otpauth(state: &Core, username: &str, secret: &[u8]) -> String {
    let issuer = percent_encoded(&state.config.service.name);
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
