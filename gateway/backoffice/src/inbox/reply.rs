//! Prepared answers, shared by all staff.
//!
//! A prepared answer goes to many visitors in the house's name, so the audit log records every
//! author and every text word for word.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::side;
use super::variables::{self, Variable};
use crate::staff::audit_log::{self, AuditEntry};
use crate::staff::session::Staff;
use chat::Side;
use chat::content::{Content, MessageBody};
use chat::store::Conversation;
use platform::clock::new_id;
use platform::config::DemoReply;
use platform::core::Core;
use platform::error::{ApiError, Code};

const TITLE_MAX: usize = 80;
const SHORTCUT_MAX: usize = 32;

/// A prepared answer as stored.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Id of the answer, which stays the same through every change.
    pub id: Uuid,
    /// The name in the list of answers, 1 to 80 characters long.
    pub title: String,
    /// The shortcut that finds it while writing.
    pub shortcut: String,
    /// The type of its message.
    pub message_type: String,
    /// What the message says in any language that has no text in `translations`.
    pub payload: Value,
    /// The payloads of the same message in other words, by language.
    pub translations: Value,
    /// Who changed it last.
    pub changed_by: String,
    /// When it was last changed.
    pub changed_at: DateTime<Utc>,
}

/// The input of a prepared answer.
#[derive(Debug)]
pub struct Draft {
    title: String,
    shortcut: String,
    content: Content,
    translations: Vec<Translation>,
}

/// The message of an answer in one language.
#[derive(Debug)]
pub struct Translation {
    /// `th`, `la` or `en`.
    pub language: &'static str,
    /// A message of the same kind, with the same picture.
    pub content: Content,
}

/// An answer with its variables filled in.
#[derive(Debug)]
pub struct Filled {
    /// The type of its message.
    pub message_type: String,
    /// What the message says.
    pub payload: Value,
    /// Variables that have no value in this conversation; the texts still contain them.
    pub missing: Vec<&'static str>,
}

impl Draft {
    /// Checks the input; an error names the field that is wrong.
    pub fn read(
        title: &str,
        shortcut: &str,
        content: Content,
        translations: Vec<Translation>,
    ) -> Result<Self, ApiError> {
        let title = title.trim();
        let is_title = (1..=TITLE_MAX).contains(&title.chars().count())
            && !title.chars().any(char::is_control);
        if !is_title {
            return Err(ApiError::invalid_fields(&["title"]));
        }
        let is_shortcut = (1..=SHORTCUT_MAX).contains(&shortcut.len())
            && shortcut.bytes().all(|byte| {
                byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte)
            });
        if !is_shortcut {
            return Err(ApiError::invalid_fields(&["shortcut"]));
        }
        variables::used(&content.payload)
            .map_err(|_| ApiError::invalid_fields(&["message.payload"]))?;
        let is_same = |it: &Translation| {
            it.content.kind == content.kind
                && it.content.file == content.file
                && variables::used(&it.content.payload).is_ok()
        };
        if !translations.iter().all(is_same) {
            return Err(ApiError::invalid_fields(&["translations"]));
        }
        Ok(Self {
            title: title.to_owned(),
            shortcut: shortcut.to_owned(),
            content,
            translations,
        })
    }

    /// The payloads of the translations by language, with the same facts about the picture.
    fn translated(&self, payload: &Value) -> Value {
        let translations = self.translations.iter().map(|translation| {
            let mut translated = translation.content.payload.clone();
            for fact in ["fileType", "name"] {
                if let Some(known) = payload.get(fact) {
                    translated[fact] = known.clone();
                }
            }
            (translation.language, translated)
        });
        translations.collect()
    }

    fn detail(&self, id: Uuid) -> Value {
        json!({
            "id": id, "title": self.title, "shortcut": self.shortcut,
            "message_type": self.content.kind, "payload": self.content.payload,
            "translations": self.translated(&self.content.payload),
        })
    }
}

/// All prepared answers, by title.
pub async fn list(state: &Core) -> Result<Vec<Reply>, sqlx::Error> {
    sqlx::query_as!(
        Reply,
        "select it.id, it.title, it.shortcut, it.message_type, it.payload, it.translations,
                staff.name as changed_by, it.changed_at
         from chat_reply it join staff on staff.id = it.changed_by
         order by it.title collate by_name, it.id",
    )
    .fetch_all(&state.pool)
    .await
}

async fn find(state: &Core, id: Uuid) -> Result<Reply, ApiError> {
    let found = sqlx::query_as!(
        Reply,
        "select it.id, it.title, it.shortcut, it.message_type, it.payload, it.translations,
                staff.name as changed_by, it.changed_at
         from chat_reply it join staff on staff.id = it.changed_by
         where it.id = $1",
        id,
    )
    .fetch_optional(&state.pool)
    .await?;
    Ok(found.ok_or(Code::NoData)?)
}

/// Writes a new answer; `EXISTING_REPLY` when its shortcut is taken.
pub async fn add(state: &Core, staff: &Staff, draft: &Draft) -> Result<Reply, ApiError> {
    let id = new_id();
    let act = AuditEntry::of("reply.add")
        .to("reply", &id)
        .with(draft.detail(id));
    audit_log::record(state, staff, act).await?;
    let mut transaction = state.pool.begin().await?;
    let payload = share(&mut transaction, &draft.content).await?;
    let added = sqlx::query!(
        "insert into chat_reply
            (id, title, shortcut, message_type, payload, file_id, changed_by, changed_at,
             translations)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (shortcut) do nothing",
        id,
        draft.title,
        draft.shortcut,
        draft.content.kind,
        payload,
        draft.content.file,
        staff.id,
        state.clock.now(),
        draft.translated(&payload),
    )
    .execute(&mut *transaction)
    .await?;
    if added.rows_affected() == 0 {
        return Err(Code::ExistingReply.into());
    }
    transaction.commit().await?;
    find(state, id).await
}

/// Writes a demonstration answer in the name of a member of staff. An existing answer stays as it
/// is, because staff may have changed or removed it.
pub async fn add_demo(state: &Core, author: &str, reply: &DemoReply) -> Result<(), ApiError> {
    let content = MessageBody::of_text(&reply.text).read(Side::Agent)?;
    let mut translations = Vec::new();
    for (language, text) in [("la", &reply.text_la), ("en", &reply.text_en)] {
        if let Some(text) = text {
            let content = MessageBody::of_text(text).read(Side::Agent)?;
            translations.push(Translation { language, content });
        }
    }
    let draft = Draft::read(&reply.title, &reply.shortcut, content, translations)?;
    let id = new_id();
    let mut transaction = state.pool.begin().await?;
    let added = sqlx::query!(
        "insert into chat_reply
            (id, title, shortcut, message_type, payload, changed_by, changed_at, translations)
         select $1, $2, $3, $4, $5, staff.id, $7, $8 from staff
         where username = $6 and not exists (
             select from staff_act where kind = 'reply.add' and detail ->> 'shortcut' = $3)
         on conflict (shortcut) do nothing",
        id,
        draft.title,
        draft.shortcut,
        draft.content.kind,
        draft.content.payload,
        author,
        state.clock.now(),
        draft.translated(&draft.content.payload),
    )
    .execute(&mut *transaction)
    .await?;
    if added.rows_affected() == 0 {
        return Ok(());
    }
    let act = AuditEntry::of("reply.add")
        .to("reply", &id)
        .with(draft.detail(id));
    audit_log::append(&mut *transaction, state, None, None, act).await?;
    Ok(transaction.commit().await?)
}

/// Replaces an answer.
pub async fn change(
    state: &Core,
    staff: &Staff,
    id: Uuid,
    draft: &Draft,
) -> Result<Reply, ApiError> {
    let act = AuditEntry::of("reply.change").to("reply", &id);
    audit_log::record(state, staff, act.with(draft.detail(id))).await?;
    let mut transaction = state.pool.begin().await?;
    let before = sqlx::query!(
        "select file_id from chat_reply where id = $1 for update",
        id
    )
    .fetch_optional(&mut *transaction)
    .await?
    .ok_or(Code::NoData)?;
    let payload = share(&mut transaction, &draft.content).await?;
    let changed = sqlx::query!(
        "update chat_reply
         set title = $2, shortcut = $3, message_type = $4, payload = $5, file_id = $6,
             changed_by = $7, changed_at = $8, translations = $9
         where id = $1",
        id,
        draft.title,
        draft.shortcut,
        draft.content.kind,
        payload,
        draft.content.file,
        staff.id,
        state.clock.now(),
        draft.translated(&payload),
    )
    .execute(&mut *transaction)
    .await;
    match changed {
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            return Err(Code::ExistingReply.into());
        }
        other => other?,
    };
    if let Some(file) = before.file_id {
        release(state, &mut transaction, file).await?;
    }
    transaction.commit().await?;
    find(state, id).await
}

/// Removes an answer; messages that were sent with it stay.
pub async fn remove(state: &Core, staff: &Staff, id: Uuid) -> Result<(), ApiError> {
    let gone = find(state, id).await?;
    let act = AuditEntry::of("reply.remove").to("reply", &id).with(json!({
        "title": gone.title, "shortcut": gone.shortcut,
        "message_type": gone.message_type, "payload": gone.payload,
        "translations": gone.translations,
    }));
    audit_log::record(state, staff, act).await?;
    let mut transaction = state.pool.begin().await?;
    let row = sqlx::query!("delete from chat_reply where id = $1 returning file_id", id)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(Code::NoData)?;
    if let Some(file) = row.file_id {
        release(state, &mut transaction, file).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// The payload with the server's facts about the picture. The picture is stored permanently from
/// now on, so that erasing one conversation does not remove it from others. Only uploads of staff
/// may be shared.
async fn share(connection: &mut PgConnection, content: &Content) -> Result<Value, ApiError> {
    let mut payload = content.payload.clone();
    if let Some(file) = content.file {
        let row = sqlx::query!(
            "update chat_file set is_shared = true
             where id = $1 and deleted_at is null and owner_kind = 'staff'
             returning shown_name, media_type",
            file,
        )
        .fetch_optional(connection)
        .await?
        .ok_or(Code::NoData)?;
        payload["fileType"] = row.media_type.split('/').next().into();
        payload["name"] = row.shown_name.into();
    }
    Ok(payload)
}

/// Releases a picture that no answer shows any more, and deletes it if it was never sent.
async fn release(
    state: &Core,
    connection: &mut PgConnection,
    file: Uuid,
) -> Result<(), sqlx::Error> {
    // Locks the file's row first, as sending and sharing do, so that later calls see this change.
    sqlx::query!("select id from chat_file where id = $1 for update", file)
        .fetch_optional(&mut *connection)
        .await?;
    sqlx::query!(
        "update chat_file
         set is_shared = false,
             deleted_at = case
                 when not exists (select from chat_message where file_id = $1) then $2
                 else deleted_at end
         where id = $1 and not exists (select from chat_reply where file_id = $1)",
        file,
        state.clock.now(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Refuses a message in which a visitor would read a variable instead of its value.
pub fn require_filled(content: &Content) -> Result<(), ApiError> {
    if variables::is_left(&content.payload) {
        return Err(Code::ReplyUnfilled.into());
    }
    Ok(())
}

/// Which answer is filled in, and in which language.
#[derive(Debug)]
pub struct Wanted {
    /// The answer's id.
    pub reply: Uuid,
    /// `th`, `la` or `en`; the answer's first text without one.
    pub language: Option<&'static str>,
}

/// An answer for a conversation. One with a balance counts as access to the player's data.
pub async fn fill(
    state: &Core,
    staff: &Staff,
    conversation: &Conversation,
    wanted: &Wanted,
) -> Result<Filled, ApiError> {
    let Reply {
        message_type,
        payload,
        translations,
        ..
    } = find(state, wanted.reply).await?;
    let translated = wanted
        .language
        .and_then(|language| translations.get(language));
    let mut payload = translated.cloned().unwrap_or(payload);
    // The stored payload was checked; a variable that is no longer known stays as text.
    let used = variables::used(&payload).unwrap_or_default();
    let (mut values, mut missing) = (Vec::new(), Vec::new());
    for variable in used {
        let value = match variable {
            Variable::Name => side::name(state, conversation.owner).await?,
            Variable::Balance => side::balance(state, staff, conversation).await?,
        };
        match value {
            Some(value) => values.push((variable, value)),
            None => missing.push(variable.word()),
        }
    }
    variables::fill(&mut payload, &values);
    Ok(Filled {
        message_type,
        payload,
        missing,
    })
}
