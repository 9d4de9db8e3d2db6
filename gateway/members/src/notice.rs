//! Notices to a member, shown on every device: a log-in from a new device, a new password.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::WalletId;
use serde::Serialize;
use sqlx::{PgConnection, PgPool};
use utoipa::ToSchema;
use uuid::Uuid;

use platform::clock::new_id;
use platform::core::Core;
use providers::sms;

use super::device::Device;
use super::origin::Origin;

/// The name under which sockets announce a new notice.
const VIEW: &str = "notice";

/// How long notices are shown.
const RETENTION: TimeDelta = TimeDelta::days(30);

/// Notices in one answer: the newest ones.
const LISTED_MAX: i64 = 50;

/// What has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = NoticeKind)]
pub enum Kind {
    /// Somebody has logged in from a device that the member had not used.
    NewDevice,
    /// Another password was set by a code.
    PasswordSet,
    /// The password was changed by somebody who knew it.
    PasswordChanged,
    /// A PIN was set, the first or another one.
    PinSet,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::NewDevice => "NEW_DEVICE",
            Self::PasswordSet => "PASSWORD_SET",
            Self::PasswordChanged => "PASSWORD_CHANGED",
            Self::PinSet => "PIN_SET",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let kinds = [
            Self::NewDevice,
            Self::PasswordSet,
            Self::PasswordChanged,
            Self::PinSet,
        ];
        kinds.into_iter().find(|kind| kind.name() == name)
    }
}

/// A notice to a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MemberNotice)]
pub struct Notice {
    /// Sorts by time.
    id: Uuid,
    kind: Kind,
    at: DateTime<Utc>,
    /// The `User-Agent` of the device that it is about.
    agent: Option<String>,
    /// The network of its address.
    #[schema(example = "203.0.113.*")]
    network: Option<String>,
    /// Until when payouts are held because of it.
    held_until: Option<DateTime<Utc>>,
    /// Whether it is about the device of the call.
    is_this_device: bool,
}

/// A notice that is about to be written.
pub(super) struct NewNotice<'a> {
    pub(super) member: WalletId,
    pub(super) kind: Kind,
    /// The device that it is about.
    pub(super) origin: &'a Origin,
    /// Until when payouts are held because of it.
    pub(super) held_until: Option<DateTime<Utc>>,
}

impl NewNotice<'_> {
    /// Writes it in the caller's transaction; [`announce`] follows it.
    pub(super) async fn add(
        &self,
        connection: &mut PgConnection,
        now: DateTime<Utc>,
    ) -> Result<(), sqlx::Error> {
        sqlx::query!(
            "insert into member_notice (id, member_id, kind, at, agent, network, device, held_until)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            new_id(),
            self.member.0,
            self.kind.name(),
            now,
            self.origin.agent(),
            self.origin.network(),
            self.origin.device.digest(),
            self.held_until,
        )
        .execute(connection)
        .await
        .map(drop)
    }
}

/// Has the member's open pages read the notices again.
pub(super) fn announce(state: &Core, member: WalletId) {
    state.live.notify_changed(member, VIEW, 0);
}

/// By text message, in the background: the reported change has happened either way.
pub(super) fn send_message(state: &Core, phone: String, text: String) {
    let sending = state.clone();
    state.spawn(async move {
        let sent = sms::client(&sending).send(&phone, &text).await;
        if let Err(error) = sent {
            tracing::warn!(%error, "a member was not notified of another password or PIN");
        }
    });
}

/// The notices of the last days, newest first.
pub async fn list(
    state: &Core,
    member: WalletId,
    device: &Device,
) -> Result<Vec<Notice>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id, kind, at, agent, network, held_until,
                  coalesce(device = $2, false) as "is_this_device!"
           from member_notice where member_id = $1 and at > $3
           order by at desc, id desc limit $4"#,
        member.0,
        device.digest(),
        state.clock.now() - RETENTION,
        LISTED_MAX,
    )
    .fetch_all(&state.pool)
    .await?;
    let known = rows.into_iter().filter_map(|row| {
        Some(Notice {
            id: row.id,
            kind: Kind::named(&row.kind)?,
            at: row.at,
            agent: row.agent,
            network: row.network,
            held_until: row.held_until,
            is_this_device: row.is_this_device,
        })
    });
    Ok(known.collect())
}

/// Deletes notices that are shown no more.
pub async fn sweep(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let gone = sqlx::query!("delete from member_notice where at < $1", now - RETENTION)
        .execute(pool)
        .await?;
    Ok(gone.rows_affected())
}
