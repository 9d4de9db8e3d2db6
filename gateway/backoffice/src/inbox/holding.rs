//! Assignment of conversations: they are taken, handed over, and released when they end.
//!
//! Every change is one statement that names the previous holder: of two changes at once, the second
//! finds another holder and is refused with that name.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::staff::audit_log::{self, AuditEntry};
use crate::staff::session::Staff;
use chat::{Hub, Signal, StaffIdentity, store};
use platform::config::StaffRole;
use platform::error::{ApiError, Code};

/// A member of staff who may be handed a conversation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Colleague {
    id: Uuid,
    name: String,
    #[schema(value_type = StaffRole)]
    role: String,
    /// Whether a session of theirs is open.
    is_here: bool,
    /// How many conversations they hold.
    conversations: i64,
}

/// The current assignment of a conversation.
struct Held {
    id: Uuid,
    by: Option<StaffIdentity>,
}

async fn held(state: &Hub, id: Uuid) -> Result<Held, ApiError> {
    let found = store::find(&state.pool, &state.secrets, id).await?;
    let found = found.ok_or(Code::NoData)?;
    let row = sqlx::query!(
        r#"select staff.id as "id?", staff.name as "name?"
           from chat_conversation c left join staff on staff.id = c.assigned_to
           where c.id = $1"#,
        found.id,
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or(Code::NoData)?;
    let by = row.id.zip(row.name);
    Ok(Held {
        id: found.id,
        by: by.map(|(id, name)| StaffIdentity { id, name }),
    })
}

/// The refusal that names the holder.
async fn taken(state: &Hub, id: Uuid) -> ApiError {
    match held(state, id).await {
        Ok(held) => {
            ApiError::from(Code::ConversationTaken).with_data(json!({ "assignedTo": held.by }))
        }
        Err(error) => error,
    }
}

/// Takes a free conversation, or deliberately takes over the named colleague's.
pub async fn take(
    state: &Hub,
    staff: &Staff,
    id: Uuid,
    from: Option<Uuid>,
) -> Result<(), ApiError> {
    let held = held(state, id).await?;
    let before = held.by.map(|by| by.id);
    if before == Some(staff.id) {
        return Ok(());
    }
    if before.is_some() && before != from {
        return Err(taken(state, held.id).await);
    }
    let detail = json!({ "from": before });
    let act = AuditEntry::of("conversation.take").to("conversation", &held.id);
    audit_log::record(state, staff, act.with(detail)).await?;
    assign(state, held.id, before, staff.id).await
}

/// Gives a conversation to a colleague. Its holder may do so, or any agent if it has no holder; a
/// supervisor always may.
pub async fn hand_over(state: &Hub, staff: &Staff, id: Uuid, to: Uuid) -> Result<(), ApiError> {
    let held = held(state, id).await?;
    let before = held.by.map(|by| by.id);
    let is_there = sqlx::query_scalar!(
        r#"select exists (
               select from staff where id = $1 and is_active and role in ('agent', 'supervisor')
           ) as "is_there!""#,
        to,
    )
    .fetch_one(&state.pool)
    .await?;
    if !is_there {
        return Err(ApiError::invalid_fields(&["to"]));
    }
    if before == Some(to) {
        return Ok(());
    }
    let is_own = before.is_none_or(|before| before == staff.id);
    if !is_own && staff.role != StaffRole::Supervisor {
        return Err(taken(state, held.id).await);
    }
    let detail = json!({ "from": before, "to": to });
    let act = AuditEntry::of("conversation.hand-over").to("conversation", &held.id);
    audit_log::record(state, staff, act.with(detail)).await?;
    assign(state, held.id, before, to).await
}

/// A second identical call at the same moment finds it done.
async fn assign(state: &Hub, id: Uuid, before: Option<Uuid>, to: Uuid) -> Result<(), ApiError> {
    let assigned = sqlx::query!(
        "update chat_conversation set assigned_to = $3
         where id = $1 and merged_into is null
           and (assigned_to is not distinct from $2 or assigned_to = $3)",
        id,
        before,
        to,
    )
    .execute(&state.pool)
    .await?;
    if assigned.rows_affected() == 0 {
        return Err(taken(state, id).await);
    }
    state.signal(Signal::Inbox { conversation: id });
    Ok(())
}

/// Ends the conversation's session and releases it: the next message starts a new session.
///
/// With `seen`, it refuses if there is a later message, so that no unread message is closed away.
pub async fn end(state: &Hub, staff: &Staff, id: Uuid, seen: Option<i64>) -> Result<(), ApiError> {
    let held = held(state, id).await?;
    let is_own = held.by.is_none_or(|by| by.id == staff.id);
    let is_supervisor = staff.role == StaffRole::Supervisor;
    if !is_own && !is_supervisor {
        return Err(taken(state, held.id).await);
    }
    let act = AuditEntry::of("conversation.end").to("conversation", &held.id);
    audit_log::record(state, staff, act.with(json!({ "seen": seen }))).await?;
    let by = (!is_supervisor).then_some(staff.id);
    if store::end_session(state, held.id, by, seen).await? {
        return Ok(());
    }
    // Either the holder or the last message has changed; the holder decides which error it is.
    let now = self::held(state, held.id).await?;
    let is_still_own = now.by.is_none_or(|by| by.id == staff.id) || is_supervisor;
    if is_still_own {
        return Err(Code::ConversationChanged.into());
    }
    Err(taken(state, held.id).await)
}

/// All staff who may be handed a conversation, by name.
pub async fn colleagues(state: &Hub) -> Result<Vec<Colleague>, sqlx::Error> {
    sqlx::query_as!(
        Colleague,
        r#"select staff.id, staff.name, staff.role,
                exists (
                    select from staff_session it
                    where it.staff_id = staff.id
                      and not is_session_over('staff', it.id, it.staff_id, it.ends_before)
                      and it.expires_at > $1
                      and it.last_seen_at + make_interval(secs => it.idle_seconds) > $1
                ) as "is_here!",
                (select count(*) from chat_conversation where assigned_to = staff.id)
                    as "conversations!"
           from staff
           where staff.is_active and staff.role in ('agent', 'supervisor')
           order by staff.name collate by_name, staff.id"#,
        state.clock.now(),
    )
    .fetch_all(&state.pool)
    .await
}
