//! A guest who has become a member takes the conversation along.
//!
//! 1. The member's row is locked first, then the guest's row. Of two links of one guest, the second
//!    finds the secret revoked; two links to one member wait for each other.
//! 2. Sending as the guest locks the guest's row until the commit, so no message comes after.
//! 3. The messages keep their ids and times and get the numbers after the member's last message.
//!    There is still no gap, and a client that resumes by number gets all of them. Their MACs say
//!    where they were written, so they are signed again.
//! 4. Sockets get only the last few, and a frame that makes them read again, so that a long
//!    conversation is not sent to every listener.

use sqlx::PgConnection;
use uuid::Uuid;

use super::record::select_message;
use super::store::Conversation;
use super::{Hub, Owner, Signal, file, guest, store};
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;
use platform::signed_row::SignedRow;

/// How many messages of a conversation that was taken along are sent to sockets again.
const RESENT_MAX: i64 = 50;

/// Links the guest of a credential to a member. A repeat gets the same answer.
pub async fn link(state: &Hub, member: Uuid, credential: &str) -> Result<(), ApiError> {
    let (guest, secret) = guest::parse(credential).ok_or(Code::NoData)?;
    let mut transaction = state.pool.begin().await?;
    sqlx::query!(
        "select id from member where id = $1 for no key update",
        member
    )
    .fetch_one(&mut *transaction)
    .await?;
    let row = guest::lock(&mut transaction, &state.secrets, guest, secret).await?;
    let row = row.ok_or(Code::NoData)?;
    if row.linked_to == Some(member) {
        return Ok(());
    }
    if row.is_over() {
        return Err(Code::AlreadyEnded.into());
    }
    row.become_member(&mut transaction, &state.secrets, member)
        .await?;
    file::take_along(&mut transaction, &state.secrets, guest, member).await?;
    let own = store::ensure(state, &mut transaction, Owner::Member(member)).await?;
    sqlx::query!(
        "select id from chat_conversation where guest_id = $1 for update",
        guest
    )
    .fetch_optional(&mut *transaction)
    .await?;
    // A conversation that somebody has made the guest's is nobody's to take along.
    let left = store::find_own(&mut *transaction, &state.secrets, Owner::Guest(guest)).await?;
    if let Some(left) = &left {
        merge(&mut transaction, &state.secrets, left, own).await?;
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
async fn merge(
    connection: &mut PgConnection,
    secrets: &Secrets,
    left: &Conversation,
    own: Uuid,
) -> Result<(), sqlx::Error> {
    let before = sqlx::query_scalar!(
        "select last_sequence from chat_conversation where id = $1 for update",
        own
    )
    .fetch_one(&mut *connection)
    .await?;
    move_messages(&mut *connection, secrets, left.id, own, before).await?;
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
        left.id,
        own,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update chat_conversation
         set merged_into = $2, mac = $3, last_sequence = 0, read_by_customer = 0,
             read_by_agent = 0, waiting_since = null, assigned_to = null
         where id = $1",
        left.id,
        own,
        &left.owner.conversation_mac(secrets, left.id, Some(own))[..],
    )
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// Moves messages into another conversation, after the number of its last one, and signs them for it. A message
/// that the gateway has not written keeps its MAC, which is as wrong there; an erased one has none.
async fn move_messages(
    connection: &mut PgConnection,
    secrets: &Secrets,
    left: Uuid,
    own: Uuid,
    before: i64,
) -> Result<(), sqlx::Error> {
    let rows = select_message!(
        "from chat_message m
         join chat_conversation c on c.id = m.conversation_id
         left join member on member.id = c.member_id
         where m.conversation_id = $1",
        left,
    )
    .fetch_all(&mut *connection)
    .await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let macs = rows.iter().map(|row| {
        if row.is_signed(secrets) {
            return Some(row.said_in(own).mac(secrets).to_vec());
        }
        row.mac.clone()
    });
    let macs: Vec<Option<Vec<u8>>> = macs.collect();
    sqlx::query!(
        "update chat_message
         set conversation_id = $2, sequence = sequence + $3, mac = signed.mac,
             xact = case when sequence > last.number - $4
                 then pg_current_xact_id()::text::bigint else xact end,
             stored_at = case when sequence > last.number - $4 then now() else stored_at end
         from (select last_sequence as number from chat_conversation where id = $1) last,
              unnest($5::uuid[], $6::bytea[]) signed (id, mac)
         where conversation_id = $1 and chat_message.id = signed.id",
        left,
        own,
        before,
        RESENT_MAX,
        &ids,
        &macs as _,
    )
    .execute(connection)
    .await
    .map(drop)
}
