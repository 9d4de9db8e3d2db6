//! What stands on the disk, and the rows that say so.

use std::io;

use ledger::{SlipId, WalletId};

use super::EraseError;
use crate::chat::{self, Hub, Owner};
use crate::payments::slip::file as slip_file;

/// Removes the pictures of slips, and the rows after them; answers how many there were.
pub(super) async fn slips(state: &Hub, member: WalletId) -> Result<usize, EraseError> {
    let ids = sqlx::query_scalar!(
        "select slip_id from slip_file where wallet_id = $1",
        member.0
    )
    .fetch_all(&state.pool)
    .await?;
    for id in &ids {
        if let Some(found) = slip_file::find(&state.pool, SlipId(*id)).await? {
            let path = slip_file::path(&state.data_dir, &found);
            present(tokio::fs::remove_file(path).await)?;
        }
    }
    if ids.is_empty() {
        return Ok(0);
    }
    // A row that goes before its file is gone for good would leave a picture that nobody finds.
    match tokio::fs::File::open(state.data_dir.join("slips")).await {
        Ok(folder) => folder.sync_all().await?,
        Err(error) => present(Err(error))?,
    }
    sqlx::query!("delete from slip_file where slip_id = any($1)", &ids)
        .execute(&state.pool)
        .await?;
    Ok(ids.len())
}

/// Absent is what is wanted.
fn present(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Erases what was said and sent, and what was uploaded and never sent; answers how many messages
/// and files there were.
pub(super) async fn chat(state: &Hub, member: WalletId) -> Result<(u64, u64), EraseError> {
    let before = chat_files(state, member).await?;
    let owner = Owner::Member(member.0);
    let mut messages = 0;
    if let Some(found) = chat::store::find_own(&state.pool, owner).await? {
        messages = chat::erasure::erase(state, found.id).await?;
        // Nobody waits for an answer any more.
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
    chat::file::purge(&state.pool, &state.data_dir).await?;
    let after = chat_files(state, member).await?;
    let gone = before.saturating_sub(after);
    Ok((messages, u64::try_from(gone).unwrap_or_default()))
}

/// Files of the member, and of the conversation, whoever has sent them into it.
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

/// What is still there: rows that name a file or a text.
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
    // Marked ones wait for the disk. Those of staff name no player any more: each may be one of
    // this conversation. A stranger's is not.
    let marked = sqlx::query_scalar!(
        r#"select count(*) as "count!" from chat_file
           where deleted_at is not null and owner_kind = 'staff'"#
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(slips + messages + marked + chat_files(state, member).await?)
}
