//! Tickets that join a socket: valid once and for seconds, for a member, a guest or staff.

use chrono::TimeDelta;
use uuid::Uuid;

use crate::api::state::AppState;
use backoffice::staff;
use chat::party::public_id;
use chat::{ROOM_PREFIX, StaffIdentity, guest};
use members::session;
use platform::config::StaffRole;
use platform::error::{ApiError, Code};
use platform::secrets::{Secrets, is_same_mac};
use platform::sessions::{hash_token, new_token};
use platform::sockets::Subject;
use platform::subject::{Guest, Member, Visitor};

/// How many seconds a ticket is valid.
pub(crate) const TICKET_SECONDS: i64 = 30;

/// The owner of a socket.
#[derive(Debug, Clone)]
pub(crate) enum Holder {
    /// A signed-in member.
    Member(Member),
    /// A visitor without an account.
    Guest(Guest),
    /// Staff.
    Staff {
        /// The member of staff.
        staff: StaffIdentity,
        /// Their session.
        session_id: Uuid,
        /// Whether they may do more than read.
        may_act: bool,
    },
}

impl Holder {
    /// The subject of the socket, and the session with which it ends; for a guest, the guest's id.
    pub(crate) const fn subject(&self) -> (Subject, Uuid) {
        match self {
            Self::Member(member) => (Subject::Member(member.id.0), member.session_id),
            Self::Guest(guest) => (Subject::Guest(guest.id), guest.id),
            Self::Staff {
                staff, session_id, ..
            } => (Subject::Staff(staff.id), *session_id),
        }
    }
}

impl Holder {
    /// The name of a visitor's room.
    pub(super) fn room(&self) -> Option<String> {
        let id = match self {
            Self::Member(member) => member.id.to_string(),
            Self::Guest(guest) => public_id(guest.id),
            Self::Staff { .. } => return None,
        };
        Some(format!("{ROOM_PREFIX}{id}"))
    }
}

impl From<Visitor> for Holder {
    fn from(visitor: Visitor) -> Self {
        match visitor {
            Visitor::Member(member) => Self::Member(member),
            Visitor::Guest(guest) => Self::Guest(guest),
        }
    }
}

pub(crate) async fn create(state: &AppState, holder: &Holder) -> Result<String, ApiError> {
    let (ticket, hash) = new_token();
    let (mut session_id, mut guest_id, mut staff) = (None, None, None);
    match holder {
        Holder::Member(member) => session_id = Some(member.session_id),
        Holder::Guest(guest) => guest_id = Some(guest.id),
        Holder::Staff {
            staff: who,
            session_id,
            ..
        } => staff = Some((*session_id, who)),
    }
    let holders = [
        session_id,
        guest_id,
        staff.map(|(session_id, _)| session_id),
        staff.map(|(_, who)| who.id),
    ];
    let name = staff.map(|(_, who)| who.name.as_str());
    let mac = mac(&state.secrets, &hash, &holders, name);
    sqlx::query!(
        "insert into socket_ticket (ticket_hash, session_id, guest_id, staff_session_id, staff_id,
                                    staff_name, expires_at, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        &hash[..],
        session_id,
        guest_id,
        staff.map(|(session_id, _)| session_id),
        staff.map(|(_, who)| who.id),
        name,
        state.clock.now() + TimeDelta::seconds(TICKET_SECONDS),
        &mac[..],
    )
    .execute(&state.pool)
    .await?;
    Ok(ticket)
}

/// The MAC that proves that the gateway made the ticket for this holder.
fn mac(
    secrets: &Secrets,
    hash: &[u8; 32],
    holders: &[Option<Uuid>; 4],
    name: Option<&str>,
) -> [u8; 32] {
    let mut parts: Vec<&[u8]> = vec![b"ticket", hash];
    parts.extend(
        holders
            .iter()
            .map(|id| id.as_ref().map_or(&[][..], |id| id.as_bytes())),
    );
    parts.push(name.unwrap_or_default().as_bytes());
    secrets.session(&parts)
}

/// Takes a ticket. It works once: a second caller finds none.
pub(crate) async fn take(state: &AppState, ticket: &str) -> Result<Holder, ApiError> {
    let now = state.clock.now();
    let hash = hash_token(ticket);
    let taken = sqlx::query!(
        "delete from socket_ticket where ticket_hash = $1
         returning session_id, guest_id, staff_session_id, staff_id, staff_name, expires_at, mac",
        &hash[..],
    )
    .fetch_optional(&state.pool)
    .await?
    .filter(|row| row.expires_at > now)
    .ok_or(Code::InvalidToken)?;
    let holders = [
        taken.session_id,
        taken.guest_id,
        taken.staff_session_id,
        taken.staff_id,
    ];
    let name = taken.staff_name.as_deref();
    let right = mac(&state.secrets, &hash, &holders, name);
    if !is_same_mac(&right, &taken.mac) {
        tracing::error!("a ticket that the gateway has not made");
        return Err(Code::InvalidToken.into());
    }
    if let (Some(session_id), Some(id), Some(name)) =
        (taken.staff_session_id, taken.staff_id, taken.staff_name)
    {
        let ended = staff::session::ended_among(state, &[session_id]).await?;
        if !ended.is_empty() {
            return Err(Code::ExpiredAuthToken.into());
        }
        let role = staff::account::role_of(state, id).await?;
        let role = role.ok_or(Code::InvalidToken)?;
        let may_act = matches!(role, StaffRole::Agent | StaffRole::Supervisor);
        return Ok(Holder::Staff {
            staff: StaffIdentity { id, name },
            session_id,
            may_act,
        });
    }
    if let Some(id) = taken.guest_id {
        let ended = guest::ended_among(state, &[id]).await?;
        return if ended.is_empty() {
            Ok(Holder::Guest(Guest { id }))
        } else {
            Err(Code::InvalidToken.into())
        };
    }
    let session_id = taken.session_id.ok_or(Code::InvalidToken)?;
    if !session::ended_among(state, &[session_id]).await?.is_empty() {
        return Err(Code::ExpiredAuthToken.into());
    }
    let member = session::owner(state, session_id).await?;
    Ok(Holder::Member(Member {
        id: member.ok_or(Code::InvalidToken)?,
        session_id,
    }))
}
