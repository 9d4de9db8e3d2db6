//! Stored files, and the rows that name them.

use ledger::{SlipId, WalletId};

use super::EraseError;
use chat::{self, Hub, Owner};
use payments::slip::file as slip_file;
use platform::files::FileKind;

/// Removes the pictures of slips, and then their rows; returns how many there were.
pub(super) async fn slips(state: &Hub, member: WalletId) -> Result<usize, EraseError> {
    let ids = sqlx::query_scalar!(
        "select slip_id from slip_file where wallet_id = $1",
        member.0
    )
    .fetch_all(&state.pool)
    .await?;
    for id in &ids {
        if let Some(found) = slip_file::find(&state.pool, SlipId(*id)).await? {
            state.files.remove(FileKind::Slip, &found.file_name).await?;
        }
    }
    if ids.is_empty() {
        return Ok(0);
    }
    // If the row were deleted before its file, the picture would be orphaned.
    state.files.settle(FileKind::Slip).await?;
    sqlx::query!("delete from slip_file where slip_id = any($1)", &ids)
        .execute(&state.pool)
        .await?;
    Ok(ids.len())
}

/// Erases messages and files, including files that were uploaded and never sent; returns how many
/// there were.
pub(super) async fn chat(state: &Hub, member: WalletId) -> Result<(u64, u64), EraseError> {
    let before = chat_files(state, member).await?;
    let owner = Owner::Member(member.0);
    let mut messages = 0;
    if let Some(found) = chat::store::find_own(&state.pool, &state.secrets, owner).await? {
        messages = chat::erasure::erase(state, found.id).await?;
        // The conversation no longer waits for an answer.
        sqlx::query!(
            "update chat_conversation
             set is_session_over = true, waiting_since = null, assigned_to = null
             where id = $1",
            found.id,
        )
        .execute(&state.pool)
        .await?;
    }
    sqlx::query!(
        "update chat_file set deleted_at = $2
         where owner_kind = 'member' and owner_id = $1 and deleted_at is null",
        member.0,
        state.clock.now(),
    )
    .execute(&state.pool)
    .await?;
    chat::file::purge(state).await?;
    let after = chat_files(state, member).await?;
    let gone = before.saturating_sub(after);
    Ok((messages, u64::try_from(gone).unwrap_or_default()))
}

/// Files of the member, and all files of the conversation, also those from staff.
async fn chat_files(state: &Hub, member: WalletId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from chat_file file
           where owner_kind = 'member' and owner_id = $1
              or not is_shared and exists (
                  select from chat_message message
                  join chat_conversation it on it.id = message.conversation_id
                  where message.file_id = file.id and it.member_id = $1)"#,
        member.0,
    )
    .fetch_one(&state.pool)
    .await
}

/// How many rows still name a file or a text.
pub(super) async fn left(state: &Hub, member: WalletId) -> Result<i64, sqlx::Error> {
    let slips = sqlx::query_scalar!(
        r#"select count(*) as "count!" from slip_file where wallet_id = $1"#,
        member.0
    )
    .fetch_one(&state.pool)
    .await?;
    let messages = sqlx::query_scalar!(
        r#"select count(*) as "count!" from chat_message message
           join chat_conversation it on it.id = message.conversation_id
           where it.member_id = $1 and message.erased_at is null"#,
        member.0,
    )
    .fetch_one(&state.pool)
    .await?;
    // Marked files wait for the disk. Files of staff no longer name a player, so each of them may
    // belong to this conversation. Files of strangers do not.
    let marked = sqlx::query_scalar!(
        r#"select count(*) as "count!" from chat_file
           where deleted_at is not null and owner_kind = 'staff'"#
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(slips + messages + marked + chat_files(state, member).await?)
}
