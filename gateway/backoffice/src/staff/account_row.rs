//! The rows of staff's accounts, and the proof that the gateway has written them.
//!
//! A row's MAC covers name, role, password, authenticator and whether the account is open, under a
//! key outside the database. So the application's database role can raise a role or enter another
//! password, but such a row opens nothing. A replaced row's MAC is revoked: an older row that somebody
//! puts back opens nothing either. The MAC also covers the time of the account's last change, which the
//! audit log has as well, so that `gateway verify` says so.

use std::collections::HashMap;

use chrono::{DateTime, SubsecRound, Utc};
use futures_util::TryStreamExt;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use platform::config::StaffRole;
use platform::core::Core;
use platform::error::ApiError;
use platform::revocation::{self, Kind};
use platform::secrets::Secrets;
use platform::signed_row::SignedRow;

/// An account's row, as far as its MAC covers it.
pub(crate) struct AccountRow {
    pub(crate) id: Uuid,
    pub(super) username: String,
    pub(super) name: String,
    pub(super) role: String,
    pub(super) password_hash: String,
    /// The authenticator's secret, encrypted.
    pub(super) totp_sealed: Vec<u8>,
    pub(super) is_active: bool,
    /// In microseconds as the database keeps it.
    pub(super) changed_at: DateTime<Utc>,
    pub(super) mac: Vec<u8>,
    /// Whether a later version of the row was written.
    pub(super) is_replaced: bool,
}

platform::signed_row! {
    AccountRow in "staff":
    id, username, name, role, password_hash, totp_sealed, is_active, changed_at
    => mac unless is_replaced
}

impl AccountRow {
    /// Refuses a row that the gateway has not written: a change would make it good.
    pub(super) fn require_signed(&self, secrets: &Secrets) -> Result<(), ApiError> {
        if self.is_signed(secrets) {
            return Ok(());
        }
        let what = "an account of staff that the gateway has not written";
        Err(ApiError::contradiction(what))
    }

    /// Whether the account is open, and is as the gateway has written it.
    pub(super) fn is_open(&self, secrets: &Secrets) -> bool {
        let is_signed = self.is_signed(secrets);
        if !is_signed {
            tracing::error!(id = %self.id, "an account of staff that the gateway has not written");
        }
        is_signed && self.is_active
    }
}

/// Selects accounts as [`AccountRow`]s.
macro_rules! select_account {
    ($tail:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query_as!(
            AccountRow,
            r#"select id, username, name, role, password_hash, totp_sealed, is_active, changed_at, mac,
                is_replaced(mac) as "is_replaced!" from staff "# + $tail
            $(, $argument)*
        )
    };
}

/// An account by the name to log in with.
pub(super) async fn find(
    executor: impl PgExecutor<'_>,
    username: &str,
) -> Result<Option<AccountRow>, sqlx::Error> {
    select_account!("where username = $1", username,)
        .fetch_optional(executor)
        .await
}

/// The accounts among these that are open, and are as the gateway has written them.
pub(crate) async fn open_among(
    executor: impl PgExecutor<'_>,
    secrets: &Secrets,
    ids: &[Uuid],
) -> Result<Vec<AccountRow>, sqlx::Error> {
    let rows = select_account!("where id = any($1)", ids).fetch_all(executor);
    let mut rows = rows.await?;
    rows.retain(|row| row.is_open(secrets));
    Ok(rows)
}

/// Like [`open_among`], for one account.
pub(super) async fn find_open(
    executor: impl PgExecutor<'_>,
    secrets: &Secrets,
    id: Uuid,
) -> Result<Option<AccountRow>, sqlx::Error> {
    Ok(open_among(executor, secrets, &[id]).await?.pop())
}

/// Reads an account that is about to change, and locks it until the transaction's end.
///
/// No stronger lock: entries of this person refer to the row while they lock the end of the log.
pub(super) async fn lock(
    connection: &mut PgConnection,
    username: &str,
) -> Result<Option<AccountRow>, sqlx::Error> {
    select_account!("where username = $1 for no key update", username,)
        .fetch_optional(connection)
        .await
}

/// Like [`lock`], by the account's id.
pub(super) async fn lock_by_id(
    connection: &mut PgConnection,
    id: Uuid,
) -> Result<Option<AccountRow>, sqlx::Error> {
    select_account!("where id = $1 for no key update", id,)
        .fetch_optional(connection)
        .await
}

/// Like [`lock`], for all open accounts of a role, always in the same order.
pub(super) async fn lock_role(
    connection: &mut PgConnection,
    role: StaffRole,
) -> Result<Vec<AccountRow>, sqlx::Error> {
    select_account!(
        "where role = $1 and is_active order by id for no key update",
        role.as_str(),
    )
    .fetch_all(connection)
    .await
}

/// Writes a new account; false if its name is taken.
pub(super) async fn insert(
    connection: &mut PgConnection,
    core: &Core,
    row: &mut AccountRow,
) -> Result<bool, sqlx::Error> {
    row.changed_at = core.clock.now().trunc_subsecs(6);
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
        &row.right_mac(&core.secrets)[..],
    )
    .execute(connection)
    .await?;
    Ok(made.rows_affected() == 1)
}

/// Writes a changed account, which the caller has locked; the version before is good no more.
pub(super) async fn store(
    connection: &mut PgConnection,
    core: &Core,
    row: &mut AccountRow,
) -> Result<(), sqlx::Error> {
    let before = revocation::version(&row.mac);
    revocation::revoke(&mut *connection, &core.secrets, Kind::Version, before).await?;
    row.changed_at = core.clock.now().trunc_subsecs(6);
    row.mac = row.right_mac(&core.secrets).to_vec();
    sqlx::query!(
        "update staff
         set password_hash = $2, totp_sealed = $3, is_active = $4, changed_at = $5, mac = $6,
             role = $7
         where id = $1",
        row.id,
        row.password_hash,
        row.totp_sealed,
        row.is_active,
        row.changed_at,
        row.mac,
        row.role,
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Lists the accounts whose MAC is wrong, and those whose row is older than their last change.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let changes = sqlx::query!(
        r#"select subject_id as "id!", max((detail ->> 'changedAt')::bigint) as noted
           from staff_act where subject_kind = 'staff' and kind like 'staff.%'
           group by subject_id"#
    )
    .fetch_all(pool)
    .await?;
    let changes = changes.into_iter().map(|row| (row.id, row.noted));
    let changes: HashMap<String, Option<i64>> = changes.collect();
    // Read after the log: an account that changes meanwhile is newer than what was noted.
    let mut rows = select_account!("order by id").fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let noted = changes.get(&row.id.to_string()).copied().flatten();
        let what = if row.is_replaced {
            "it was put back to what it was before its last change"
        } else if !row.is_signed(secrets) {
            "the gateway has not written it so"
        } else if noted.is_some_and(|noted| noted > row.changed_at.timestamp_micros()) {
            "it was put back to what it was before its last change"
        } else {
            continue;
        };
        findings.push(format!("staff, id {} ({}): {what}", row.id, row.username));
    }
    Ok(findings)
}
