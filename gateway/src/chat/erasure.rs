//! Erasing what was said: the text and the files go, the numbers and the times stay.

use uuid::Uuid;

use super::{Signal, file, store};
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// Erases the text and the files of a conversation; answers how many messages had any.
///
/// Files are marked with the messages, in one transaction, and removed after it: a crash in between
/// leaves marked ones, which the sweep removes.
pub(crate) async fn erase(state: &AppState, conversation: Uuid) -> Result<u64, ApiError> {
    let found = store::find(&state.pool, conversation)
        .await?
        .ok_or(Code::NoData)?;
    let now = state.clock.now();
    let mut transaction = state.pool.begin().await?;
    sqlx::query!(
        "select id from chat_conversation where id = $1 for no key update",
        found.id
    )
    .fetch_one(&mut *transaction)
    .await?;
    let files = sqlx::query_scalar!(
        r#"select distinct file_id as "id!" from chat_message
           where conversation_id = $1 and file_id is not null"#,
        found.id,
    )
    .fetch_all(&mut *transaction)
    .await?;
    let erased = sqlx::query!(
        "update chat_message
         set payload = null, file_id = null, fingerprint = null, erased_at = $2
         where conversation_id = $1 and erased_at is null",
        found.id,
        now,
    )
    .execute(&mut *transaction)
    .await?;
    // Also what its owner has uploaded and not sent.
    sqlx::query!(
        "update chat_file set deleted_at = $1
         where deleted_at is null and not is_shared
           and (id = any($2) or owner_kind = $3 and owner_id = $4)
           and not exists (select from chat_message where file_id = chat_file.id)",
        now,
        &files,
        found.owner.kind(),
        found.owner.id(),
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    if let Err(error) = file::purge(&state.pool, &state.data_dir).await {
        tracing::warn!(%error, "erased files wait for the sweep");
    }
    state.chat.signal(Signal::Changed {
        conversation: found.id,
        owner: found.owner,
    });
    Ok(erased.rows_affected())
}
