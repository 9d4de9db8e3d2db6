//! A guest who has become a member takes the conversation along.
//!
//! 1. The member's row is locked first, then the guest's row. Of two links of one guest, the second
//!    finds the secret revoked; two links to one member wait for each other.
//! 2. Sending as the guest locks the guest's row until the commit, so no message comes after.
//! 3. The messages keep their ids and times and get the numbers after the member's last message.
//!    There is still no gap, and a client that resumes by number gets all of them.
//! 4. Sockets get only the last few, and a frame that makes them read again, so that a long
//!    conversation is not sent to every listener.

use sqlx::PgConnection;
use uuid::Uuid;

use super::{Hub, Owner, Signal, guest, store};
use platform::error::{ApiError, Code};

/// How many messages of a conversation that was taken along are sent to sockets again.
const RESENT_MAX: i64 = 50;

/// Links the guest of a credential to a member. A repeat gets the same answer.
pub async fn link(state: &Hub, member: Uuid, credential: &str) -> Result<(), ApiError> {
    let (guest, secret) = guest::parse(credential).ok_or(Code::NoData)?;
    let now = state.clock.now();
    let mut transaction = state.pool.begin().await?;
    sqlx::query!(
        "select id from member where id = $1 for no key update",
        member
    )
    .fetch_one(&mut *transaction)
    .await?;
    if !guest::lock(&mut transaction, &state.secrets, guest, secret).await? {
        return Err(Code::NoData.into());
    }
    let row = sqlx::query!(
        "select revoked_at, linked_to from guest where id = $1",
        guest
    )
    .fetch_one(&mut *transaction)
    .await?;
    if row.linked_to == Some(member) {
        return Ok(());
    }
    if row.revoked_at.is_some() {
        return Err(Code::AlreadyEnded.into());
    }
    sqlx::query!(
        "update guest set revoked_at = $2, linked_to = $3 where id = $1",
        guest,
        now,
        member,
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!(
        "update chat_file set owner_kind = 'member', owner_id = $2
         where owner_kind = 'guest' and owner_id = $1",
        guest,
        member,
    )
    .execute(&mut *transaction)
    .await?;
    let own = store::ensure(&mut transaction, Owner::Member(member), now).await?;
    let left = sqlx::query_scalar!(
        "select id from chat_conversation where guest_id = $1 for update",
        guest
    )
    .fetch_optional(&mut *transaction)
    .await?;
    if let Some(left) = left {
        merge(&mut transaction, left, own).await?;
    }
    transaction.commit().await?;
    state.signal(Signal::GuestEnded { guest });
    if left.is_some() {
        state.messaged(own);
        state.signal(Signal::Changed {
            conversation: own,
            owner: Owner::Member(member),
        });
    }
    Ok(())
}

/// Moves all messages of one conversation after those of another.
async fn merge(connection: &mut PgConnection, left: Uuid, own: Uuid) -> Result<(), sqlx::Error> {
    let before = sqlx::query_scalar!(
        "select last_sequence from chat_conversation where id = $1 for update",
        own
    )
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query!(
        "update chat_message
         set conversation_id = $2, sequence = sequence + $3,
             xact = case when sequence > last.number - $4
                 then pg_current_xact_id()::text::bigint else xact end,
             stored_at = case when sequence > last.number - $4 then now() else stored_at end
         from (select last_sequence as number from chat_conversation where id = $1) last
         where conversation_id = $1",
        left,
        own,
        before,
        RESENT_MAX,
    )
    .execute(&mut *connection)
    .await?;
    // A side that had read all of the moved conversation keeps its old mark in the other one.
    sqlx::query!(
        "update chat_conversation own set
             last_sequence = own.last_sequence + gone.last_sequence,
             read_by_customer = case when own.read_by_customer = own.last_sequence
                 then own.last_sequence + gone.read_by_customer else own.read_by_customer end,
             read_by_agent = case when own.read_by_agent = own.last_sequence
                 then own.last_sequence + gone.read_by_agent else own.read_by_agent end,
             session_id = case
                 when own.last_message_at is null or gone.last_message_at > own.last_message_at
                 then gone.session_id else own.session_id end,
             is_session_over = case
                 when own.last_message_at is null or gone.last_message_at > own.last_message_at
                 then gone.is_session_over else own.is_session_over end,
             last_message_at = greatest(own.last_message_at, gone.last_message_at),
             waiting_since = least(own.waiting_since, gone.waiting_since),
             assigned_to = coalesce(own.assigned_to, gone.assigned_to)
         from chat_conversation gone
         where own.id = $2 and gone.id = $1",
        left,
        own,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update chat_conversation
         set merged_into = $2, last_sequence = 0, read_by_customer = 0, read_by_agent = 0,
             waiting_since = null, assigned_to = null
         where id = $1",
        left,
        own,
    )
    .execute(&mut *connection)
    .await?;
    Ok(())
}
