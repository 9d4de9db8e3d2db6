//! Conversations and their messages in the database.
//!
//! A message takes its number under the lock of its conversation's row and keeps the lock until the
//! commit. So numbers have no gaps, and a reader who sees number n sees all earlier ones.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::content::Content;
use super::party::OwnerRow;
use super::record::{Said, select_message};
use super::{Author, Hub, Owner, Record, Side, Signal, file, guest};
use members::throttle::{self, Charge};
use platform::clock::{new_id, random_id};
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;
use platform::signed_row;

/// A conversation, without its messages.
#[derive(Debug, Clone)]
pub struct Conversation {
    /// Its id, which grants no access.
    pub id: Uuid,
    /// The member or the guest that it belongs to.
    pub owner: Owner,
    /// The number of its last message.
    pub last_sequence: i64,
    /// How far its owner has read.
    pub read_by_customer: i64,
    /// How far staff have read.
    pub read_by_agent: i64,
}

/// A message to send.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Its content, after the checks.
    pub content: Content,
    /// The client's id of it.
    pub client_id: Option<String>,
    /// The name that a guest gives.
    pub guest_name: Option<String>,
    /// The token of the device that it is written on.
    pub device_token: Option<String>,
}

/// The fields that the server adds to a message when it stores it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sent {
    /// The id that the server gave the message.
    pub id: Uuid,
    /// The conversation that it was stored in.
    pub conversation_id: Uuid,
    /// Its number in the conversation, from 1.
    pub sequence: i64,
    /// The session that it belongs to.
    pub session_id: Uuid,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
}

/// The range of messages to read.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    /// Messages after this number only.
    pub after: i64,
    /// Messages before this number only.
    pub before: i64,
    /// How many messages at most.
    pub limit: i64,
}

/// The conversation of a member or guest, if there is one.
pub async fn find_own(
    executor: impl PgExecutor<'_>,
    secrets: &Secrets,
    owner: Owner,
) -> Result<Option<Conversation>, sqlx::Error> {
    let (member, guest) = owner.columns();
    let row = sqlx::query!(
        "select id, mac, last_sequence, read_by_customer, read_by_agent from chat_conversation
         where (member_id = $1 or guest_id = $2) and merged_into is null",
        member,
        guest,
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.and_then(|row| {
        let own = OwnerRow {
            id: row.id,
            member_id: member,
            guest_id: guest,
            merged_into: None,
            mac: row.mac,
        };
        Some(Conversation {
            id: row.id,
            owner: own.owner(secrets)?,
            last_sequence: row.last_sequence,
            read_by_customer: row.read_by_customer,
            read_by_agent: row.read_by_agent,
        })
    }))
}

/// The conversation with an id; if a member took it along, the member's conversation.
pub async fn find(
    executor: impl PgExecutor<'_>,
    secrets: &Secrets,
    id: Uuid,
) -> Result<Option<Conversation>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select it.id, it.member_id, it.guest_id, it.mac, it.last_sequence, it.read_by_customer,
                it.read_by_agent, named.member_id as named_member, named.guest_id as named_guest,
                named.merged_into, named.mac as named_mac
           from chat_conversation named
           join chat_conversation it on it.id = coalesce(named.merged_into, named.id)
           where named.id = $1"#,
        id,
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.and_then(|row| {
        let named = OwnerRow {
            id,
            member_id: row.named_member,
            guest_id: row.named_guest,
            merged_into: row.merged_into,
            mac: row.named_mac,
        };
        named.owner(secrets)?;
        let found = OwnerRow {
            id: row.id,
            member_id: row.member_id,
            guest_id: row.guest_id,
            // A member's conversation, which the named one may have become part of, never is.
            merged_into: None,
            mac: row.mac,
        };
        Some(Conversation {
            id: row.id,
            owner: found.owner(secrets)?,
            last_sequence: row.last_sequence,
            read_by_customer: row.read_by_customer,
            read_by_agent: row.read_by_agent,
        })
    }))
}

/// The conversation of a member or guest; it is created when it is first needed.
pub(super) async fn ensure(
    state: &Hub,
    connection: &mut PgConnection,
    owner: Owner,
) -> Result<Uuid, ApiError> {
    let (member, guest) = owner.columns();
    let id = new_id();
    sqlx::query!(
        "insert into chat_conversation (id, member_id, guest_id, mac, session_id, created_at)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
        id,
        member,
        guest,
        &owner.conversation_mac(&state.secrets, id, None)[..],
        random_id(),
        state.clock.now(),
    )
    .execute(&mut *connection)
    .await?;
    let found = find_own(&mut *connection, &state.secrets, owner).await?;
    // A guest's conversation that a member took along no longer has an owner.
    Ok(found.ok_or(Code::InvalidToken)?.id)
}

/// Lists the conversations that the gateway has not written so.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        OwnerRow,
        "select id, member_id, guest_id, merged_into, mac from chat_conversation order by id"
    )
    .fetch(pool);
    let finding = |row: &OwnerRow| {
        let id = row.id;
        format!("chat_conversation, id {id}: the gateway has not written so whose it is")
    };
    signed_row::unsigned(rows, secrets, finding).await
}

/// Sends a message. The same `client_id` of the same author is the same message: a repeat gets the
/// first answer, also if both come at the same time.
pub async fn send(
    state: &Hub,
    author: &Author,
    draft: &Draft,
    charges: &[Charge<'_>],
) -> Result<Sent, ApiError> {
    let fingerprint = fingerprint(&draft.content);
    if let Some(sent) = earlier(state, author, draft, &fingerprint).await? {
        return Ok(sent);
    }
    let mut transaction = state.pool.begin().await?;
    for charge in charges {
        throttle::charge_one(state, &mut transaction, charge).await?;
    }
    let conversation_id = conversation_of(state, &mut transaction, author).await?;
    let content = &draft.content;
    let payload = whole_payload(state, &mut transaction, author, conversation_id, content).await?;
    let Some(sent) = insert(
        state,
        &mut transaction,
        author,
        conversation_id,
        Composed {
            draft,
            payload: &payload,
            fingerprint: &fingerprint,
        },
    )
    .await?
    else {
        // The same message came at the same time: the rollback returns the number.
        transaction.rollback().await?;
        let sent = earlier(state, author, draft, &fingerprint).await?;
        return sent.ok_or_else(|| Code::ServiceUnavailable.into());
    };
    transaction.commit().await?;
    state.messaged(conversation_id);
    Ok(sent)
}

/// The message that an earlier request sent with the same id.
pub async fn sent_before(
    state: &Hub,
    author: &Author,
    draft: &Draft,
) -> Result<Option<Sent>, ApiError> {
    earlier(state, author, draft, &fingerprint(&draft.content)).await
}

/// A text that is equal only for messages with the same content.
fn fingerprint(content: &Content) -> [u8; 32] {
    let text = json!([content.kind, content.payload]).to_string();
    Sha256::digest(text.as_bytes()).into()
}

/// The hash that replaces the client's id of an erased message.
pub(super) fn erased_client_id(state: &Hub, client_id: &str) -> String {
    format!("erased-{}", hex::encode(state.secrets.subject(client_id)))
}

/// The row of the message that an earlier request with the same id sent.
async fn earlier(
    state: &Hub,
    author: &Author,
    draft: &Draft,
    fingerprint: &[u8; 32],
) -> Result<Option<Sent>, ApiError> {
    let Some(client_id) = &draft.client_id else {
        return Ok(None);
    };
    // Messages that a member sent as a guest also belong to the member.
    let rows = sqlx::query!(
        "select id, conversation_id, sequence, session_id, created_at, author_id, fingerprint
         from chat_message
         where client_id in ($2, $3)
           and (author_id = $1 or author_id in (select id from guest where linked_to = $1))
         order by (author_id = $1) desc, created_at desc",
        author.id(),
        client_id,
        erased_client_id(state, client_id),
    )
    .fetch_all(&state.pool)
    .await?;
    for row in rows {
        let is_own = row.author_id == author.id();
        let is_elsewhere = matches!(author, Author::Staff(_, id) if *id != row.conversation_id);
        // An erased message has nothing left to compare with.
        let stored = row.fingerprint.as_deref();
        let is_same = stored.is_none_or(|stored| stored == fingerprint) && !is_elsewhere;
        if is_same {
            return Ok(Some(Sent {
                id: row.id,
                conversation_id: row.conversation_id,
                sequence: row.sequence,
                session_id: row.session_id,
                created_at: row.created_at,
            }));
        }
        if is_own {
            return Err(Code::IdempotencyMismatch.into());
        }
    }
    Ok(None)
}

async fn conversation_of(
    state: &Hub,
    connection: &mut PgConnection,
    author: &Author,
) -> Result<Uuid, ApiError> {
    match author {
        Author::Visitor(owner) => {
            if let Owner::Guest(guest) = owner {
                // Locked until the commit: a guest who has become a member can write nothing.
                let row = guest::hold(&mut *connection, &state.secrets, *guest).await?;
                row.filter(|row| !row.is_over()).ok_or(Code::InvalidToken)?;
            }
            ensure(state, connection, *owner).await
        }
        Author::Staff(_, id) => {
            let found = find(&mut *connection, &state.secrets, *id).await?;
            Ok(found.ok_or(Code::NoData)?.id)
        }
    }
}

/// The payload with the server's facts about the file, which must belong to the author.
async fn whole_payload(
    state: &Hub,
    connection: &mut PgConnection,
    author: &Author,
    conversation_id: Uuid,
    content: &Content,
) -> Result<Value, ApiError> {
    let mut payload = content.payload.clone();
    if let Some(file) = content.file {
        // In the same order as an erasure: first the conversation, then the file.
        sqlx::query!(
            "select id from chat_conversation where id = $1 for no key update",
            conversation_id,
        )
        .fetch_one(&mut *connection)
        .await?;
        let found = file::find_to_send(connection, &state.secrets, author, file).await?;
        let found = found.ok_or(Code::NoData)?;
        payload["fileType"] = found.kind().into();
        payload["name"] = found.shown_name.into();
    }
    Ok(payload)
}

/// A message in its stored form.
struct Composed<'a> {
    draft: &'a Draft,
    /// The draft's content with the additions of the store.
    payload: &'a Value,
    /// The draft's fingerprint, to distinguish a repeat from a different message with the same id.
    fingerprint: &'a [u8; 32],
}

/// The place of a message in its conversation.
struct Place {
    sequence: i64,
    session_id: Uuid,
    at: DateTime<Utc>,
}

/// Takes the next number, and the lock of the conversation's row.
async fn take_place(
    state: &Hub,
    connection: &mut PgConnection,
    author: &Author,
    conversation_id: Uuid,
) -> Result<Place, ApiError> {
    let now = state.clock.now();
    let silence = TimeDelta::minutes(i64::from(state.config.chat.session_minutes));
    let place = sqlx::query_as!(
        Place,
        r#"update chat_conversation set
               session_id = case
                   when is_session_over or last_message_at <= $3 then $4
                   else session_id end,
               is_session_over = false,
               last_sequence = last_sequence + 1,
               last_message_at = greatest(last_message_at, $2),
               waiting_since = case when $5 then coalesce(waiting_since, $2) end
           where id = $1 and merged_into is null
           returning last_sequence as sequence, session_id, last_message_at as "at!""#,
        conversation_id,
        now,
        now - silence,
        random_id(),
        author.side() == Side::Customer,
    )
    .fetch_optional(connection)
    .await?
    // It became part of another conversation at this moment.
    .ok_or(Code::ServiceUnavailable)?;
    let most = i64::from(state.config.chat.guest_conversation_messages);
    if matches!(author, Author::Visitor(Owner::Guest(_))) && place.sequence > most {
        return Err(Code::ConversationFull.into());
    }
    Ok(place)
}

/// Takes the next number and writes the message; none if the author has used the id before.
async fn insert(
    state: &Hub,
    connection: &mut PgConnection,
    author: &Author,
    conversation_id: Uuid,
    message: Composed<'_>,
) -> Result<Option<Sent>, ApiError> {
    let place = take_place(state, &mut *connection, author, conversation_id).await?;
    let draft = message.draft;
    let erased = draft.client_id.as_deref();
    let erased = erased.map(|client_id| erased_client_id(state, client_id));
    let said = Said {
        id: new_id(),
        conversation: conversation_id,
        sender: author.side().as_str(),
        author: author.id(),
        staff_name: match author {
            Author::Staff(staff, _) => Some(staff.name.as_str()),
            Author::Visitor(_) => None,
        },
        guest_name: draft.guest_name.as_deref(),
        message_type: draft.content.kind,
        payload: Some(message.payload),
    };
    let written = sqlx::query!(
        "insert into chat_message
            (id, conversation_id, sequence, session_id, sender, author_id, staff_name, client_id,
             fingerprint, message_type, payload, file_id, created_at, guest_name, device_token, mac)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16, $17
         where not exists (
             select from chat_message where author_id = $6 and client_id = $14)
         on conflict on constraint chat_message_client_key do nothing",
        said.id,
        said.conversation,
        place.sequence,
        place.session_id,
        said.sender,
        said.author,
        said.staff_name,
        draft.client_id,
        &message.fingerprint[..],
        said.message_type,
        message.payload,
        draft.content.file,
        place.at,
        erased,
        said.guest_name,
        draft.device_token,
        &said.mac(&state.secrets)[..],
    )
    .execute(connection)
    .await?;
    Ok((written.rows_affected() == 1).then_some(Sent {
        id: said.id,
        conversation_id,
        sequence: place.sequence,
        session_id: place.session_id,
        created_at: place.at,
    }))
}

/// A part of a conversation, newest first.
pub async fn history(
    state: &Hub,
    conversation_id: Uuid,
    range: Range,
) -> Result<Vec<Record>, sqlx::Error> {
    let rows = select_message!(
        "from chat_message m
         join chat_conversation c on c.id = m.conversation_id
         left join member on member.id = c.member_id
         where m.conversation_id = $1 and m.sequence > $2 and m.sequence < $3
         order by m.sequence desc limit $4",
        conversation_id,
        range.after,
        range.before,
        range.limit,
    )
    .fetch_all(&state.pool)
    .await?;
    let records = rows.into_iter();
    Ok(records.map(|row| Record::of(row, &state.secrets)).collect())
}

/// Marks everything up to a number as read by a side; a mark never moves back or beyond the end.
pub async fn mark_read(
    state: &Hub,
    conversation: &Conversation,
    side: Side,
    sequence: i64,
) -> Result<i64, ApiError> {
    let row = sqlx::query!(
        r#"update chat_conversation set
               read_by_customer = case when $2 then
                   greatest(read_by_customer, least($3, last_sequence)) else read_by_customer end,
               read_by_agent = case when $2 then read_by_agent
                   else greatest(read_by_agent, least($3, last_sequence)) end
           where id = $1 and merged_into is null
           returning read_by_customer, read_by_agent"#,
        conversation.id,
        side == Side::Customer,
        sequence,
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or(Code::NoData)?;
    let (mark, before) = match side {
        Side::Customer => (row.read_by_customer, conversation.read_by_customer),
        Side::Agent => (row.read_by_agent, conversation.read_by_agent),
    };
    if mark > before {
        state.signal(Signal::Read {
            conversation: conversation.id,
            owner: conversation.owner,
            side,
            sequence: mark,
        });
    }
    Ok(mark)
}

/// Ends the conversation's session: the next message starts a new session, and the conversation no
/// longer waits or has a holder. Returns false if a person other than `by` holds it, or if there
/// are messages after `seen`.
pub async fn end_session(
    state: &Hub,
    id: Uuid,
    by: Option<Uuid>,
    seen: Option<i64>,
) -> Result<bool, ApiError> {
    let conversation = find(&state.pool, &state.secrets, id).await?;
    let conversation = conversation.ok_or(Code::NoData)?;
    let ended = sqlx::query!(
        "update chat_conversation
         set is_session_over = last_message_at is not null, waiting_since = null,
             assigned_to = null
         where id = $1 and merged_into is null
           and ($2::uuid is null or assigned_to is null or assigned_to = $2)
           and ($3::bigint is null or last_sequence <= $3)",
        conversation.id,
        by,
        seen,
    )
    .execute(&state.pool)
    .await?;
    if ended.rows_affected() == 0 {
        return Ok(false);
    }
    state.signal(Signal::Inbox {
        conversation: conversation.id,
    });
    Ok(true)
}
