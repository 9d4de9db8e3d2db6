//! Changes of settings that take two supervisors: one requests, another agrees.
//!
//! A request's row carries a MAC under a key outside the database, so nobody can forge or change its content,
//! requester or expiry there.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use ledger::StaffId;
use ledger::wallet::SettingsAuthor;
use platform::clock::new_id;
use platform::config::{Section, SectionText};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::revocation::{self, Kind};
use platform::secrets::Secrets;
use platform::signed_row::{self, SignedRow};
use serde_json::{Value, json};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::change::{change, checked};
use super::follow::Followed;
use super::values;
use super::write::{Change, ChangeError};
use crate::staff::account;
use crate::staff::audit_log::{self, AuditEntry};
use crate::staff::session::Staff;

/// The entry of a change that takes one person.
pub(super) const CHANGE: &str = "settings.change";
/// The entry of a second person.
pub(super) const AGREE: &str = "settings.agree";

/// A request that waits.
#[derive(Debug, Clone)]
pub struct Request {
    /// Its id.
    pub id: Uuid,
    /// The section's name.
    pub section: String,
    /// The version that it was made from.
    pub before: i64,
    /// The whole section; personal values are digests in it.
    document: String,
    /// From when it is to be in force.
    pub in_force_from: Option<DateTime<Utc>>,
    /// Until when it is to be in force.
    pub in_force_until: Option<DateTime<Utc>>,
    /// Why.
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
    Request in "setting_request":
    id, section, before, document, in_force_from, in_force_until, reason, asked_by, asked_at, expires_at
    => mac
}

impl Request {
    /// The section, with its personal values; none for a name that is no section's.
    pub async fn content(&self, core: &Core) -> Result<Option<(Section, Value)>, sqlx::Error> {
        let section = serde_json::from_value(self.section.clone().into());
        let document = serde_json::from_str(&self.document);
        let (Ok(section), Ok(mut document)) = (section, document) else {
            return Ok(None);
        };
        let values = values::read(core, [(section, &document)]).await?;
        let is_whole = values::reveal(section, &mut document, &values);
        Ok(is_whole.then_some((section, document)))
    }
}

/// Changes a section that costs nobody money.
pub async fn change_alone(
    core: &Core,
    followed: &Followed,
    by: &Staff,
    mut wanted: Change,
) -> Result<u64, ApiError> {
    checked(core, followed, &wanted).await?;
    let section = wanted.section;
    let detail =
        json!({ "before": wanted.before, "digest": SectionText::of(&wanted.document).digest() });
    let entry = AuditEntry::of(CHANGE).to("settings", &section);
    let entry = entry.because(&wanted.why).with(detail);
    audit_log::record(core, by, entry).await?;
    wanted.by = SettingsAuthor::Staff(StaffId(by.id));
    Ok(change(core, followed, wanted).await?)
}

/// Requests a change. What it would say is checked now, and again when somebody agrees.
pub async fn ask(
    core: &Core,
    followed: &Followed,
    by: &Staff,
    mut wanted: Change,
) -> Result<Uuid, ApiError> {
    checked(core, followed, &wanted).await?;
    let kept = values::conceal(core, wanted.section, &mut wanted.document);
    values::keep(core, &kept).await?;
    let text = SectionText::of(&wanted.document);
    let now = core.clock.now().trunc_subsecs(6);
    let hours = i64::from(core.config.support.approval_hours);
    let mut request = Request {
        id: new_id(),
        section: wanted.section.to_string(),
        before: i64::try_from(wanted.before).unwrap_or(i64::MAX),
        document: text.as_str().to_owned(),
        in_force_from: wanted.from.map(|from| from.trunc_subsecs(6)),
        in_force_until: wanted.until.map(|until| until.trunc_subsecs(6)),
        reason: wanted.why,
        asked_by: by.id,
        asked_at: now,
        expires_at: now + TimeDelta::hours(hours),
        mac: Vec::new(),
    };
    request.mac = request.right_mac(&core.secrets).to_vec();
    let mut transaction = core.pool.begin().await?;
    insert(&mut transaction, &request, now).await?;
    let entry = AuditEntry::of("settings.ask").to("settings", &request.section);
    let detail =
        json!({ "request": request.id, "before": request.before, "digest": text.digest() });
    let entry = entry.because(&request.reason).with(detail);
    audit_log::record_in(&mut transaction, core, by, entry).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    Ok(request.id)
}

/// Stores a request; `APPROVAL_PENDING` while an earlier request about the section is open.
async fn insert(
    connection: &mut PgConnection,
    request: &Request,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    // One that was made from an earlier version can no longer be agreed to.
    sqlx::query!(
        "update setting_request set status = 'EXPIRED'
         where section = $1 and status = 'PENDING' and (expires_at <= $2 or before < $3)",
        request.section,
        now,
        request.before,
    )
    .execute(&mut *connection)
    .await?;
    let stored = sqlx::query!(
        "insert into setting_request
            (id, section, before, document, in_force_from, in_force_until, reason, asked_by, asked_at,
             expires_at, status, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'PENDING', $11)
         on conflict (section) where status = 'PENDING' do nothing",
        request.id,
        request.section,
        request.before,
        request.document,
        request.in_force_from,
        request.in_force_until,
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
pub async fn waiting(core: &Core) -> Result<Vec<Request>, sqlx::Error> {
    sqlx::query_as!(
        Request,
        "select id, section, before, document, in_force_from, in_force_until, reason, asked_by, asked_at,
                expires_at, mac
         from setting_request where status = 'PENDING' and expires_at > $1 order by asked_at, id",
        core.clock.now(),
    )
    .fetch_all(&core.pool)
    .await
}

/// Agrees to another supervisor's request, and puts it in force. Returns the number of the new version.
///
/// The entry comes first, then the event, then the request is closed. Another agreement after a crash finds
/// the event, and closes the request.
pub async fn agree(
    core: &Core,
    followed: &Followed,
    by: &Staff,
    id: Uuid,
    why: &str,
) -> Result<u64, ApiError> {
    let mut transaction = core.pool.begin().await?;
    let request = lock(&mut transaction, core, id).await?;
    if request.asked_by == by.id {
        return Err(Code::SecondPerson.into());
    }
    let supervisors = account::lock_supervisors(&mut transaction, core).await?;
    account::require_supervisor(&supervisors, by)?;
    // A request is void once its requester is no longer a supervisor.
    let is_supervisor = |id| supervisors.iter().any(|one| one.id == id);
    if !is_supervisor(request.asked_by) {
        return Err(Code::ApprovalExpired.into());
    }
    let entry = AuditEntry::of(AGREE).to("settings", &request.section);
    let detail =
        json!({ "request": request.id, "askedBy": request.asked_by, "before": request.before });
    let entry = entry.because(why).with(detail);
    audit_log::record_in(&mut transaction, core, by, entry).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;

    let number = put_in_force(core, followed, by, &request).await?;
    let mut transaction = core.pool.begin().await?;
    close(&mut transaction, core, by, &request, "DONE").await?;
    transaction.commit().await?;
    Ok(number)
}

async fn put_in_force(
    core: &Core,
    followed: &Followed,
    by: &Staff,
    request: &Request,
) -> Result<u64, ApiError> {
    let content = request.content(core).await?;
    let (section, document) = content.ok_or(Code::ApprovalExpired)?;
    let before = u64::try_from(request.before).unwrap_or(u64::MAX);
    let wanted = Change {
        section,
        document: document.clone(),
        before,
        from: request.in_force_from,
        until: request.in_force_until,
        by: SettingsAuthor::Staff(StaffId(request.asked_by)),
        approved_by: Some(StaffId(by.id)),
        why: request.reason.clone(),
    };
    match change(core, followed, wanted).await {
        Ok(number) => Ok(number),
        Err(error @ ChangeError::Stale(_)) => {
            let mut versions = followed.versions(section).into_iter();
            let made = versions.find(|version| version.number == before + 1);
            let is_this = made.is_some_and(|version| {
                version.document == document
                    && version.by == SettingsAuthor::Staff(StaffId(request.asked_by))
            });
            if is_this {
                Ok(before + 1)
            } else {
                Err(error.into())
            }
        }
        Err(error) => Err(error.into()),
    }
}

/// Refuses a request, or takes one's own back.
pub async fn refuse(core: &Core, by: &Staff, id: Uuid, why: &str) -> Result<(), ApiError> {
    let mut transaction = core.pool.begin().await?;
    let request = lock(&mut transaction, core, id).await?;
    close(&mut transaction, core, by, &request, "REFUSED").await?;
    let entry = AuditEntry::of("settings.refuse").to("settings", &request.section);
    let entry = entry.because(why).with(json!({ "request": request.id }));
    audit_log::record_in(&mut transaction, core, by, entry).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    Ok(())
}

/// Lists the requests that nobody has made so, decided ones too.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Request,
        "select id, section, before, document, in_force_from, in_force_until, reason, asked_by, asked_at,
                expires_at, mac
         from setting_request order by id"
    )
    .fetch(pool);
    let finding = |row: &Request| {
        let id = row.id;
        format!("setting_request, id {id}: the gateway has not written it so")
    };
    signed_row::unsigned(rows, secrets, finding).await
}

/// The open request, locked until the transaction's end.
async fn lock(connection: &mut PgConnection, core: &Core, id: Uuid) -> Result<Request, ApiError> {
    let row = sqlx::query_as!(
        Request,
        "select id, section, before, document, in_force_from, in_force_until, reason, asked_by, asked_at,
                expires_at, mac
         from setting_request where id = $1 for update",
        id,
    )
    .fetch_optional(&mut *connection)
    .await?;
    let request = row.ok_or(Code::NoData)?;
    if !request.is_signed(&core.secrets) {
        let what = "a request about the settings that the gateway has not written";
        return Err(ApiError::contradiction(what));
    }
    // Its status says so as well, but anybody may write that.
    if revocation::is_revoked(connection, Kind::Request, id).await? {
        return Err(Code::AlreadyEnded.into());
    }
    if request.expires_at <= core.clock.now() {
        return Err(Code::ApprovalExpired.into());
    }
    Ok(request)
}

async fn close(
    connection: &mut PgConnection,
    core: &Core,
    by: &Staff,
    request: &Request,
    status: &str,
) -> Result<(), sqlx::Error> {
    revocation::revoke(&mut *connection, &core.secrets, Kind::Request, request.id).await?;
    sqlx::query!(
        "update setting_request set status = $2, decided_by = $3, decided_at = $4 where id = $1",
        request.id,
        status,
        by.id,
        core.clock.now(),
    )
    .execute(connection)
    .await
    .map(drop)
}

impl From<ChangeError> for ApiError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Wrong(mistakes) => {
                let each = mistakes
                    .into_iter()
                    .map(|mistake| json!({ "key": mistake.key, "what": mistake.what }));
                let mistakes: Vec<_> = each.collect();
                Self::from(Code::SettingsInvalid).with_data(json!({ "mistakes": mistakes }))
            }
            ChangeError::NoReason => Self::invalid_fields(&["reason"]),
            ChangeError::Same => Code::SettingsSame.into(),
            ChangeError::Stale(number) => {
                Self::from(Code::SettingsStale).with_data(json!({ "number": number }))
            }
            ChangeError::Ledger(error) => error.into(),
        }
    }
}
