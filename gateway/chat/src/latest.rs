//! The last message of each of many conversations, for lists of them.

use std::collections::HashMap;

use uuid::Uuid;

use super::Record;
use super::record::select_message;
use platform::core::Core;

/// The last messages, by their conversation.
pub async fn messages(
    state: &Core,
    conversations: &[Uuid],
) -> Result<HashMap<Uuid, Record>, sqlx::Error> {
    let rows = select_message!(
        "from chat_conversation c
         join chat_message m on m.conversation_id = c.id and m.sequence = c.last_sequence
         left join member on member.id = c.member_id
         where c.id = any($1)",
        conversations,
    )
    .fetch_all(&state.pool)
    .await?;
    let by_conversation = rows
        .into_iter()
        .map(|row| (row.conversation_id, Record::of(row, &state.secrets)));
    Ok(by_conversation.collect())
}
