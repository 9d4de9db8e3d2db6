//! Erasing chat messages: texts and files are deleted, numbers and times stay.

use sqlx::PgConnection;
use uuid::Uuid;

use super::store::Conversation;
use super::{Hub, Signal, file, store};
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;

/// Erases the texts and files of a conversation; returns how many messages had any.
///
/// Files are marked in the same transaction as the messages, and removed after it. After a crash in
/// between, the purge removes the marked files.
pub async fn erase(state: &Hub, conversation: Uuid) -> Result<u64, ApiError> {
    let now = state.clock.now();
    let mut transaction = state.pool.begin().await?;
    let found = hold(&mut transaction, &state.secrets, conversation).await?;
    let files = sqlx::query_scalar!(
        r#"select distinct file_id as "id!" from chat_message
           where conversation_id = $1 and file_id is not null"#,
        found.id,
    )
    .fetch_all(&mut *transaction)
    .await?;
    forget_client_ids(state, &mut transaction, found.id).await?;
    let erased = sqlx::query!(
        "update chat_message
         set payload = null, file_id = null, fingerprint = null, guest_name = null,
             device_token = null, mac = null, erased_at = $2
         where conversation_id = $1 and erased_at is null",
        found.id,
        now,
    )
    .execute(&mut *transaction)
    .await?;
    // Also the files that its owner uploaded but never sent.
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
    if let Err(error) = file::purge(state).await {
        tracing::warn!(%error, "erased files wait for the purge");
    }
    state.signal(Signal::Changed {
        conversation: found.id,
        owner: found.owner,
    });
    Ok(erased.rows_affected())
}

/// Finds the conversation and locks it until the commit. If a member takes it along at this moment,
/// its messages are in the member's conversation.
async fn hold(
    connection: &mut PgConnection,
    secrets: &Secrets,
    conversation: Uuid,
) -> Result<Conversation, ApiError> {
    loop {
        let found = store::find(&mut *connection, secrets, conversation).await?;
        let found = found.ok_or(Code::NoData)?;
        let merged_into = sqlx::query_scalar!(
            "select merged_into from chat_conversation where id = $1 for no key update",
            found.id
        )
        .fetch_one(&mut *connection)
        .await?;
        // A member's conversation is never taken along, so this ends after the second try.
        if merged_into.is_none() {
            return Ok(found);
        }
    }
}

/// A client's message id may contain anything. The part that stays recognises a repeat and reveals
/// nothing.
async fn forget_client_ids(
    state: &Hub,
    connection: &mut PgConnection,
    conversation: Uuid,
) -> Result<(), sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id, client_id as "client_id!" from chat_message
           where conversation_id = $1 and erased_at is null and client_id is not null"#,
        conversation,
    )
    .fetch_all(&mut *connection)
    .await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let hashes: Vec<String> = rows
        .iter()
        .map(|row| store::erased_client_id(state, &row.client_id))
        .collect();
    sqlx::query!(
        "update chat_message set client_id = kept.hash
         from unnest($1::uuid[], $2::text[]) kept (id, hash)
         where chat_message.id = kept.id",
        &ids,
        &hashes,
    )
    .execute(connection)
    .await?;
    Ok(())
}
