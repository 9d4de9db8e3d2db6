//! Stored files of the chat, and the rows that name their owners.
//!
//! As with slips, a file is stored before its row is written, and an erased file is marked before
//! it is removed, so that leftovers of a crash are found. A file whose row may have been stored is
//! never deleted.
//!
//! A row's MAC covers the owner and the stored file, under a key outside the database: a file that somebody with
//! the application's database role makes the own one, or exchanges for another one, opens to nobody.

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool, Postgres, Transaction};
use uuid::Uuid;

pub use super::media::Kind;
use super::media::Refusal;
use super::record::select_message;
use super::{Author, Hub, Owner, Side, StaffIdentity, quota};
use platform::clock::random_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::files::disk::{Recorded, fingerprint};
use platform::files::{FileKind, abandoned};
use platform::secrets::{Secrets, random_bytes};
use platform::signed_row::{self, SignedRow};

/// How long until an unsent upload is deleted.
const UNSENT_HOURS: i64 = 24;

/// The longest stored name.
const NAME_MAX: usize = 120;

/// The path in the API, in front of the id.
const PATH: &str = "/api/chat/file/";

/// The uploader of a file.
#[derive(Debug, Clone)]
pub enum Uploader {
    /// A member or a guest; a guest also has a key of the address.
    Visitor(Owner, Option<Vec<u8>>),
    /// Staff.
    Staff(StaffIdentity),
}

/// A stored file of the chat.
#[derive(Debug, Clone)]
pub struct ChatFile {
    /// A random id, which ends its path.
    pub id: Uuid,
    /// The uploader's name for it, cleaned, with the extension of its kind.
    pub shown_name: String,
    /// The type of the stored bytes, such as `image/png` or `video/mp4`.
    pub media_type: String,
    owner_kind: String,
    owner_id: Uuid,
    file_name: String,
    byte_count: i32,
    sha256: Option<Vec<u8>>,
    mac: Vec<u8>,
}

/// Selects files as [`ChatFile`]s.
macro_rules! select_file {
    ($tail:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query_as!(
            ChatFile,
            r#"select id, shown_name, media_type, owner_kind, owner_id, file_name, byte_count,
                sha256, mac from chat_file "# + $tail
            $(, $argument)*
        )
    };
}

platform::signed_row! {
    ChatFile in "chat_file":
    id, owner_kind, owner_id, shown_name, media_type, file_name, byte_count, sha256 => mac
}

impl ChatFile {
    /// Its path in the API.
    pub fn path(&self) -> String {
        path_of(self.id)
    }

    /// `image` or `video`.
    pub fn kind(&self) -> &str {
        self.media_type.split('/').next().unwrap_or_default()
    }
}

/// The path of a file in the API.
pub(crate) fn path_of(id: Uuid) -> String {
    format!("{PATH}{id}")
}

/// The id in a path of this API, in canonical spelling.
pub(crate) fn id_in_path(path: &str) -> Option<Uuid> {
    let id: Uuid = path.strip_prefix(PATH)?.parse().ok()?;
    (path == path_of(id)).then_some(id)
}

/// Stores an upload: a picture re-encoded, a video unchanged.
pub async fn store(
    state: &Hub,
    uploader: &Uploader,
    kind: Kind,
    name: &str,
    bytes: Bytes,
) -> Result<ChatFile, ApiError> {
    let prepared = state.encoder.prepare(kind, bytes).await;
    let prepared = prepared.map_err(|refusal| match refusal {
        Refusal::Unsupported => ApiError::from(Code::UnsupportedMediaType),
        Refusal::TooLarge => Code::PayloadTooLarge.into(),
        Refusal::Busy => ApiError::from(Code::ServiceUnavailable).with_retry_after(5),
    })?;
    let mut file = ChatFile {
        id: random_id(),
        shown_name: shown_name(name, prepared.extension),
        media_type: prepared.media_type.to_owned(),
        // A guest may be a member by the time that the row is written.
        owner_kind: String::new(),
        owner_id: Uuid::nil(),
        file_name: format!(
            "{}.{}",
            hex::encode(random_bytes::<16>()),
            prepared.extension
        ),
        byte_count: i32::try_from(prepared.bytes.len())
            .map_err(|error| ApiError::internal(&error))?,
        sha256: Some(fingerprint(&prepared.bytes).to_vec()),
        mac: Vec::new(),
    };
    let name = &file.file_name;
    let written = state.files.write(FileKind::Chat, name, &prepared.bytes);
    written.await.map_err(|error| {
        tracing::error!(%error, "a chat's file was not stored");
        ApiError::from(Code::ServiceUnavailable)
    })?;
    match insert(state, uploader, &mut file).await {
        Ok(transaction) => {
            // After an error from here on, the row may or may not exist, so the file stays.
            transaction.commit().await?;
            Ok(file)
        }
        Err(refusal) => {
            remove(state, &file.file_name).await;
            Err(refusal)
        }
    }
}

/// Writes the row with its owner, without the commit.
async fn insert(
    state: &Hub,
    uploader: &Uploader,
    file: &mut ChatFile,
) -> Result<Transaction<'static, Postgres>, ApiError> {
    let byte_count = file.byte_count;
    let mut transaction = state.pool.begin().await?;
    let (kind, id, address_key) = match uploader {
        Uploader::Visitor(owner, address_key) => {
            let owner = match owner {
                Owner::Guest(guest) => {
                    quota::owner_now(&mut transaction, &state.secrets, *guest).await?
                }
                Owner::Member(_) => *owner,
            };
            quota::hold_total(&mut transaction, owner).await?;
            let address_key = address_key.as_deref();
            quota::require_room(state, &mut transaction, owner, address_key, byte_count).await?;
            (owner.kind(), owner.id(), address_key)
        }
        Uploader::Staff(staff) => ("staff", staff.id, None),
    };
    kind.clone_into(&mut file.owner_kind);
    file.owner_id = id;
    file.mac = file.right_mac(&state.secrets).to_vec();
    sqlx::query!(
        "insert into chat_file
            (id, owner_kind, owner_id, file_name, shown_name, media_type, byte_count, uploaded_at,
             address_key, sha256, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        file.id,
        file.owner_kind,
        file.owner_id,
        file.file_name,
        file.shown_name,
        file.media_type,
        byte_count,
        state.clock.now(),
        address_key,
        file.sha256,
        file.mac,
    )
    .execute(&mut *transaction)
    .await?;
    let name = &file.file_name;
    if !abandoned::is_kept(&mut transaction, &state.files, FileKind::Chat, name).await? {
        return Err(Code::ServiceUnavailable.into());
    }
    Ok(transaction)
}

/// The name without a path and misleading characters, with the extension of the file's kind.
fn shown_name(name: &str, extension: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let stem: String = stem
        .chars()
        .filter(|character| !character.is_control() && !is_misleading(*character))
        .take(NAME_MAX)
        .collect();
    let stem = match stem.trim() {
        "" => "file",
        stem => stem,
    };
    format!("{stem}.{extension}")
}

/// Whether a character has a meaning in markup, headers or paths, or changes the text direction.
fn is_misleading(letter: char) -> bool {
    matches!(
        letter,
        '"' | '\'' | '<' | '>' | ':' | ';' | '|' | '?' | '*' | '%' | '&'
    ) || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(letter, '\u{2066}'..='\u{2069}')
}

/// The file, if the caller may see it: an own upload, or a file sent in the caller's conversation.
pub async fn find_for(
    state: &Hub,
    owner: Owner,
    id: Uuid,
) -> Result<Option<ChatFile>, sqlx::Error> {
    let Some(file) = find_for_staff(state, id).await? else {
        return Ok(None);
    };
    let is_own = file.owner_kind == owner.kind() && file.owner_id == owner.id();
    let is_seen = is_own || is_sent_to(state, owner, &file).await?;
    Ok(is_seen.then_some(file))
}

/// Whether a message in the owner's conversation shows the file. Its content names it under a MAC; the column
/// is for the search alone.
async fn is_sent_to(state: &Hub, owner: Owner, file: &ChatFile) -> Result<bool, sqlx::Error> {
    let (member, guest) = owner.columns();
    let rows = select_message!(
        "from chat_message m
         join chat_conversation c on c.id = m.conversation_id
         left join member on member.id = c.member_id
         where m.file_id = $1 and c.merged_into is null
           and (c.member_id = $2 or c.guest_id = $3)",
        file.id,
        member,
        guest,
    )
    .fetch_all(&state.pool)
    .await?;
    let secrets = &state.secrets;
    let path = file.path();
    Ok(rows.iter().any(|row| {
        let payload = row.payload.as_ref();
        let is_shown = payload.is_some_and(|payload| payload["filePath"] == path);
        is_shown && row.is_signed(secrets) && row.owner(secrets) == Some(owner)
    }))
}

/// The file, for staff.
pub async fn find_for_staff(state: &Hub, id: Uuid) -> Result<Option<ChatFile>, sqlx::Error> {
    let file = select_file!("where id = $1 and deleted_at is null", id)
        .fetch_optional(&state.pool)
        .await?;
    Ok(file.filter(|file| file.is_signed(&state.secrets)))
}

/// The file that an author sends, kept until the commit: an own upload, or for staff a colleague's picture of a
/// prepared answer.
pub(super) async fn find_to_send(
    connection: &mut PgConnection,
    secrets: &Secrets,
    author: &Author,
    id: Uuid,
) -> Result<Option<ChatFile>, sqlx::Error> {
    let file = select_file!(
        "where id = $1 and deleted_at is null
           and (owner_id = $2 or $3 and is_shared and owner_kind = 'staff')
         for share",
        id,
        author.id(),
        author.side() == Side::Agent,
    )
    .fetch_optional(connection)
    .await?;
    Ok(file.filter(|file| file.is_signed(secrets)))
}

/// Gives a guest's files to the member that the guest becomes.
pub(super) async fn take_along(
    connection: &mut PgConnection,
    secrets: &Secrets,
    guest: Uuid,
    member: Uuid,
) -> Result<(), sqlx::Error> {
    let files = select_file!(
        "where owner_kind = 'guest' and owner_id = $1 for update",
        guest
    )
    .fetch_all(&mut *connection)
    .await?;
    let (mut ids, mut macs) = (Vec::new(), Vec::new());
    for mut file in files {
        // One that the gateway has not written stays where it is, and opens to nobody.
        if file.is_signed(secrets) {
            "member".clone_into(&mut file.owner_kind);
            file.owner_id = member;
            ids.push(file.id);
            macs.push(file.right_mac(secrets).to_vec());
        }
    }
    sqlx::query!(
        "update chat_file set owner_kind = 'member', owner_id = $1, mac = signed.mac
         from unnest($2::uuid[], $3::bytea[]) signed (id, mac) where chat_file.id = signed.id",
        member,
        &ids,
        &macs,
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Lists the files whose rows the gateway has not written so.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = select_file!("order by id").fetch(pool);
    let finding = |file: &ChatFile| {
        let id = file.id;
        format!("chat_file, id {id}: the gateway has not written it so")
    };
    signed_row::unsigned(rows, secrets, finding).await
}

/// The content of a file.
pub async fn read(state: &Hub, file: &ChatFile) -> Result<Bytes, ApiError> {
    let recorded = Recorded {
        byte_count: file.byte_count,
        sha256: file.sha256.clone(),
    };
    let read = state.files.read(FileKind::Chat, &file.file_name, &recorded);
    read.await.map_err(|error| {
        tracing::error!(%error, file = %file.id, "a chat's file cannot be read");
        Code::NoData.into()
    })
}

async fn remove(core: &Core, file_name: &str) -> bool {
    let removed = core.files.remove(FileKind::Chat, file_name).await;
    if let Err(error) = &removed {
        tracing::warn!(%error, file_name, "a file that nobody needs is still on the disk");
    }
    removed.is_ok()
}

/// Removes the files that are marked as erased, and then their rows.
pub async fn purge(core: &Core) -> Result<u64, sqlx::Error> {
    let pool = &core.pool;
    let marked = sqlx::query!("select id, file_name from chat_file where deleted_at is not null")
        .fetch_all(pool)
        .await?;
    let mut gone = 0;
    for file in marked {
        if remove(core, &file.file_name).await {
            // It was sent at the moment it was marked: the message stays without it.
            sqlx::query!(
                "update chat_message set file_id = null where file_id = $1",
                file.id,
            )
            .execute(pool)
            .await?;
            let deleted = sqlx::query!("delete from chat_file where id = $1", file.id)
                .execute(pool)
                .await?;
            gone += deleted.rows_affected();
        }
    }
    Ok(gone)
}

/// Deletes visitors' uploads that were never sent and, after the configured days, sent files too;
/// removes erased files.
pub async fn sweep(core: &Core, now: DateTime<Utc>, days: u32) -> Result<u64, sqlx::Error> {
    let mut transaction = core.pool.begin().await?;
    // In the same order as an erasure: first the messages, then the files.
    sqlx::query!(
        "update chat_message set file_id = null
         where file_id in (select id from chat_file
             where uploaded_at < $1 and owner_kind <> 'staff')",
        now - TimeDelta::days(i64::from(days)),
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!(
        "update chat_file set deleted_at = $1
         where deleted_at is null and uploaded_at < $2 and owner_kind <> 'staff'
           and not exists (select from chat_message where file_id = chat_file.id)",
        now,
        now - TimeDelta::hours(UNSENT_HOURS),
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!(
        "update chat_file set address_key = null
         where address_key is not null and uploaded_at < $1",
        now - TimeDelta::hours(quota::DAY_HOURS),
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    purge(core).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_only_a_name_with_the_ending_of_what_the_file_is() {
        for (given, shown) in [
            ("slip.png", "slip.png"),
            ("../../etc/passwd", "passwd.png"),
            ("C:\\x\\evil.html", "evil.png"),
            ("สลิป 1.jpeg", "สลิป 1.png"),
            ("\"><script>.gif", "script.png"),
            ("", "file.png"),
        ] {
            assert_eq!(shown_name(given, "png"), shown, "{given}");
        }
        assert!(shown_name(&"x".repeat(500), "png").len() < 130);
    }
}
