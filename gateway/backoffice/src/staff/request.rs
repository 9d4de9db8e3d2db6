//! Changes of staff accounts that take two supervisors: one requests, another agrees.
//!
//! A supervisor who made or raised an account alone would be the second person of every decision.
//! For the same reason no single person ever holds all of a new account's credentials: the
//! requester sees the password, and the second supervisor sees the authenticator's secret.
//!
//! A request's row carries a MAC under a key outside the database, so nobody can forge or change
//! its content, requester or expiry there.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::account::{self, Draft};
use super::account_row::{self, AccountRow};
use super::audit_log::{self, AuditEntry};
use super::session::Staff;
use super::totp;
use platform::clock::new_id;
use platform::config::{StaffRole, is_staff_username};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::revocation::{self, Kind};
use platform::secrets::Secrets;
use platform::signed_row::{self, SignedRow};

/// The longest name, in characters.
const NAME_MAX: usize = 64;

/// The requested change.
#[derive(Debug, Clone, Copy)]
pub enum Wanted<'a> {
    /// A new account.
    Add(Draft<'a>),
    /// Another role.
    Role(Uuid, StaffRole),
    /// A closed account opened again.
    Enable(Uuid),
    /// A new password and a new authenticator.
    Reset(Uuid),
}

/// A request that waits.
#[derive(Debug, Clone)]
pub struct Request {
    /// Id of the request in `staff_request`.
    pub id: Uuid,
    /// What is asked for: `add`, `role`, `enable` or `reset`.
    pub kind: String,
    /// Id of the account; for a new one, the id that it will have.
    pub staff_id: Uuid,
    /// The account's name to log in with.
    pub username: String,
    /// The account's display name.
    pub name: String,
    /// The account's role after the change: `agent`, `supervisor` or `auditor`.
    pub role: String,
    password_hash: Option<String>,
    /// The requester's reason.
    pub reason: String,
    /// Id of the supervisor who asked.
    pub asked_by: Uuid,
    /// When the supervisor asked.
    pub asked_at: DateTime<Utc>,
    /// Until when another supervisor may agree.
    pub expires_at: DateTime<Utc>,
    mac: Vec<u8>,
}

platform::signed_row! {
    Request in "staff_request":
    id, kind, staff_id, username, name, role, password_hash, reason, asked_by, asked_at, expires_at
    => mac
}

/// The requester's answer, shown once.
pub struct Asked {
    /// Id of the request, by which another supervisor agrees or refuses.
    pub id: Uuid,
    /// The password to hand over; the authenticator comes from who agrees.
    pub password: Option<String>,
}

/// Requests a change of another person's account.
pub async fn ask(
    state: &Core,
    by: &Staff,
    wanted: Wanted<'_>,
    why: &str,
) -> Result<Asked, ApiError> {
    let (kind, password) = match wanted {
        Wanted::Add(_) => ("add", Some(account::new_password())),
        Wanted::Role(..) => ("role", None),
        Wanted::Enable(_) => ("enable", None),
        Wanted::Reset(_) => ("reset", Some(account::new_password())),
    };
    let password_hash = match &password {
        Some(password) => Some(state.passwords.hash(password.clone()).await?),
        None => None,
    };
    let now = state.clock.now().trunc_subsecs(6);
    let hours = i64::from(state.config.support.approval_hours);
    let mut transaction = state.pool.begin().await?;
    let about = subject(&mut transaction, by, wanted).await?;
    let mut request = Request {
        id: new_id(),
        kind: kind.to_owned(),
        staff_id: about.id,
        username: about.username,
        name: about.name,
        role: about.role,
        password_hash,
        reason: why.to_owned(),
        asked_by: by.id,
        asked_at: now,
        expires_at: now + TimeDelta::hours(hours),
        mac: Vec::new(),
    };
    request.mac = request.right_mac(&state.secrets).to_vec();
    insert(&mut transaction, &request, now).await?;
    let entry = AuditEntry::of("staff.ask").to("staff", &request.staff_id);
    let detail = json!({
        "request": request.id,
        "what": request.kind,
        "username": request.username,
        "role": request.role,
    });
    let entry = entry.because(why).with(detail);
    audit_log::record_in(&mut transaction, state, by, entry).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    Ok(Asked {
        id: request.id,
        password,
    })
}

/// The account that a request is about, as it will be.
struct About {
    id: Uuid,
    username: String,
    name: String,
    role: String,
}

async fn subject(
    connection: &mut PgConnection,
    by: &Staff,
    wanted: Wanted<'_>,
) -> Result<About, ApiError> {
    let (id, role) = match wanted {
        Wanted::Add(draft) => return new_account(connection, draft).await,
        Wanted::Role(id, role) => (id, Some(role)),
        Wanted::Enable(id) | Wanted::Reset(id) => (id, None),
    };
    if id == by.id {
        return Err(Code::SecondPerson.into());
    }
    let row = account_row::lock_by_id(connection, id).await?;
    let row = row.ok_or(Code::NoData)?;
    let is_change = match wanted {
        Wanted::Role(_, role) => role.as_str() != row.role,
        Wanted::Enable(_) => !row.is_active,
        Wanted::Add(_) | Wanted::Reset(_) => true,
    };
    if !is_change {
        return Err(Code::AlreadyEnded.into());
    }
    Ok(About {
        id,
        username: row.username,
        name: row.name,
        role: role.map_or(row.role, |role| role.as_str().to_owned()),
    })
}

async fn new_account(connection: &mut PgConnection, draft: Draft<'_>) -> Result<About, ApiError> {
    if !is_staff_username(draft.username) {
        return Err(ApiError::invalid_fields(&["username"]));
    }
    let name = draft.name.trim();
    let is_plain = !name.is_empty() && !name.chars().any(char::is_control);
    if !is_plain || name.chars().count() > NAME_MAX {
        return Err(ApiError::invalid_fields(&["name"]));
    }
    if account_row::find(connection, draft.username)
        .await?
        .is_some()
    {
        return Err(Code::ExistingUser.into());
    }
    Ok(About {
        id: new_id(),
        username: draft.username.to_owned(),
        name: name.to_owned(),
        role: draft.role.as_str().to_owned(),
    })
}

/// Stores a request; `APPROVAL_PENDING` while an earlier request about the account is open.
async fn insert(
    connection: &mut PgConnection,
    request: &Request,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    sqlx::query!(
        "update staff_request set status = 'EXPIRED'
         where username = $1 and status = 'PENDING' and expires_at <= $2",
        request.username,
        now,
    )
    .execute(&mut *connection)
    .await?;
    let stored = sqlx::query!(
        "insert into staff_request
            (id, kind, staff_id, username, name, role, password_hash, reason, asked_by, asked_at,
             expires_at, status, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'PENDING', $12)
         on conflict (username) where status = 'PENDING' do nothing",
        request.id,
        request.kind,
        request.staff_id,
        request.username,
        request.name,
        request.role,
        request.password_hash,
        request.reason,
        request.asked_by,
        request.asked_at,
        request.expires_at,
        request.mac,
    )
    .execute(connection)
    .await?;
    if stored.rows_affected() == 0 {
        return Err(Code::ApprovalPending.into());
    }
    Ok(())
}

/// The requests that wait, the oldest first.
pub async fn waiting(state: &Core) -> Result<Vec<Request>, sqlx::Error> {
    sqlx::query_as!(
        Request,
        "select id, kind, staff_id, username, name, role, password_hash, reason, asked_by, asked_at,
                expires_at, mac
         from staff_request where status = 'PENDING' and expires_at > $1 order by asked_at, id",
        state.clock.now(),
    )
    .fetch_all(&state.pool)
    .await
}

/// Agrees to another supervisor's request and carries it out. Returns the authenticator's address
/// if there is a new one.
pub async fn agree(
    state: &Core,
    by: &Staff,
    id: Uuid,
    why: &str,
) -> Result<Option<String>, ApiError> {
    let mut transaction = state.pool.begin().await?;
    let request = lock(&mut transaction, state, id).await?;
    if request.asked_by == by.id || request.staff_id == by.id {
        return Err(Code::SecondPerson.into());
    }
    let supervisors = account::lock_supervisors(&mut transaction, state).await?;
    account::require_supervisor(&supervisors, by)?;
    // A request is void once its requester is no longer a supervisor.
    if !supervisors
        .iter()
        .any(|supervisor| supervisor.id == request.asked_by)
    {
        return Err(Code::ApprovalExpired.into());
    }
    let secret = request.password_hash.is_some().then(totp::new_secret);
    let row = carry_out(&mut transaction, state, &request, secret.as_deref()).await?;
    let ended = account::end_sessions(state, &mut transaction, row.id, None).await?;
    close(&mut transaction, state, by, &request, "DONE").await?;
    let entry = AuditEntry::of(request.entry_kind()).to("staff", &row.id);
    let detail = json!({
        "request": request.id,
        "askedBy": request.asked_by,
        "username": row.username,
        "role": row.role,
        "changedAt": row.changed_at.timestamp_micros(),
    });
    let entry = entry.because(why).with(detail);
    audit_log::record_in(&mut transaction, state, by, entry).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    account::close_sockets(state, &ended);
    Ok(secret.map(|secret| account::otpauth(state, &row.username, &secret)))
}

impl Request {
    fn entry_kind(&self) -> &'static str {
        match self.kind.as_str() {
            "add" => "staff.add",
            "role" => "staff.role",
            "enable" => "staff.enable",
            _ => "staff.reset",
        }
    }
}

/// Refuses a request, or takes one's own back.
pub async fn refuse(state: &Core, by: &Staff, id: Uuid, why: &str) -> Result<(), ApiError> {
    let mut transaction = state.pool.begin().await?;
    let request = lock(&mut transaction, state, id).await?;
    close(&mut transaction, state, by, &request, "REFUSED").await?;
    let entry = AuditEntry::of("staff.refuse").to("staff", &request.staff_id);
    let entry = entry.because(why).with(json!({ "request": request.id }));
    audit_log::record_in(&mut transaction, state, by, entry).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    Ok(())
}

/// Lists the requests that nobody has made so, decided ones too.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Request,
        "select id, kind, staff_id, username, name, role, password_hash, reason, asked_by, asked_at,
                expires_at, mac
         from staff_request order by id"
    )
    .fetch(pool);
    let finding = |row: &Request| {
        let id = row.id;
        format!("staff_request, id {id}: the gateway has not written it so")
    };
    signed_row::unsigned(rows, secrets, finding).await
}

/// The open request, locked until the transaction's end.
async fn lock(connection: &mut PgConnection, state: &Core, id: Uuid) -> Result<Request, ApiError> {
    let row = sqlx::query_as!(
        Request,
        "select id, kind, staff_id, username, name, role, password_hash, reason, asked_by, asked_at,
                expires_at, mac
         from staff_request where id = $1 for update",
        id,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let request = row.ok_or(Code::NoData)?;
    if !request.is_signed(&state.secrets) {
        let what = "a request about an account of staff that the gateway has not written";
        return Err(ApiError::contradiction(what));
    }
    // Its status says so as well, but anybody may write that.
    if revocation::is_revoked(connection, Kind::Request, id).await? {
        return Err(Code::AlreadyEnded.into());
    }
    if request.expires_at <= state.clock.now() {
        return Err(Code::ApprovalExpired.into());
    }
    Ok(request)
}

async fn carry_out(
    connection: &mut PgConnection,
    state: &Core,
    request: &Request,
    secret: Option<&[u8]>,
) -> Result<AccountRow, ApiError> {
    let sealed = secret.map(|secret| {
        let cipher = state.secrets.staff_totp();
        cipher.encrypt(&totp::owner(request.staff_id), secret)
    });
    if request.kind == "add" {
        let mut row = AccountRow {
            id: request.staff_id,
            username: request.username.clone(),
            name: request.name.clone(),
            role: request.role.clone(),
            password_hash: request.password_hash.clone().unwrap_or_default(),
            totp_sealed: sealed.unwrap_or_default(),
            is_active: true,
            changed_at: state.clock.now().trunc_subsecs(6),
            mac: Vec::new(),
            is_replaced: false,
        };
        if !account_row::insert(connection, state, &mut row).await? {
            return Err(Code::ExistingUser.into());
        }
        return Ok(row);
    }
    let row = account_row::lock_by_id(connection, request.staff_id).await?;
    let mut row = row.ok_or(Code::NoData)?;
    row.require_signed(&state.secrets)?;
    match request.kind.as_str() {
        "role" => row.role.clone_from(&request.role),
        "enable" => row.is_active = true,
        _ => {
            row.password_hash = request.password_hash.clone().unwrap_or_default();
            row.totp_sealed = sealed.unwrap_or_default();
        }
    }
    account_row::store(connection, state, &mut row).await?;
    Ok(row)
}

async fn close(
    connection: &mut PgConnection,
    state: &Core,
    by: &Staff,
    request: &Request,
    status: &str,
) -> Result<(), sqlx::Error> {
    revocation::revoke(&mut *connection, &state.secrets, Kind::Request, request.id).await?;
    sqlx::query!(
        "update staff_request set status = $2, decided_by = $3, decided_at = $4 where id = $1",
        request.id,
        status,
        by.id,
        state.clock.now(),
    )
    .execute(connection)
    .await
    .map(drop)
}
