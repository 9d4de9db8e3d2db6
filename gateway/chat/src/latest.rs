//! The last message of each of many conversations, for lists of them.

use std::collections::HashMap;

use uuid::Uuid;

use super::Record;
use super::record::Row;
use platform::core::Core;

/// The last messages, by their conversation.
pub async fn messages(
    state: &Core,
    conversations: &[Uuid],
) -> Result<HashMap<Uuid, Record>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select m.id, m.conversation_id, m.sequence, m.session_id, m.sender, m.staff_name,
                m.guest_name, m.device_token,
                m.client_id, m.message_type, m.payload, m.created_at, m.xact, c.member_id,
                c.guest_id, member.username as "username?", member.name as "member_name?"
           from chat_conversation c
           join chat_message m on m.conversation_id = c.id and m.sequence = c.last_sequence
           left join member on member.id = c.member_id
           where c.id = any($1)"#,
        conversations,
    )
    .fetch_all(&state.pool)
    .await?;
    let by_conversation = rows
        .into_iter()
        .map(|row| (row.conversation_id, Record::from(row)));
    Ok(by_conversation.collect())
}
