//! Checks the audit log, independently of the code that wrote it.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

/// Rows read at once.
const PAGE: i64 = 1_000;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// How many entries are unchanged.
    pub acts: i64,
    /// The last entry's hash. Noted elsewhere, it shows later whether the end was cut off.
    pub last_hash: Vec<u8>,
    /// The first wrong row and its problem.
    pub problem: Option<String>,
}

/// An entry with all that its hash covers.
#[derive(Debug, Clone)]
pub struct Row {
    /// Number of the entry, from 1 without gaps.
    pub id: i64,
    /// When the entry was recorded, by the gateway's clock.
    pub at: DateTime<Utc>,
    /// Id of the member of staff who acted; none for the operator's commands and the gateway.
    pub staff_id: Option<Uuid>,
    /// Id of the session of the call; none for acts outside of a session, such as a log-in.
    pub session_id: Option<Uuid>,
    /// The action, in a word or two, such as `decision.ask`.
    pub kind: String,
    /// Kind of what the action is about, such as `player`; none without a subject.
    pub subject_kind: Option<String>,
    /// Id of what the action is about, as a text; none without a subject.
    pub subject_id: Option<String>,
    /// Reason that staff gave for the action; none for actions that need no reason.
    pub reason: Option<String>,
    /// Id of the request that was being answered; empty outside of a request.
    pub request_id: String,
    /// The text that was hashed.
    pub detail: String,
    /// Hash of the entry before this one, 32 bytes; zeros for the first entry.
    pub prev_hash: Vec<u8>,
    /// SHA-256 over `prev_hash` and all other fields, 32 bytes.
    pub hash: Vec<u8>,
}

impl Row {
    /// Computes the hash like `staff_act_append` in the migrations.
    fn hash_after(&self, last: &[u8]) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(last);
        hash.update(self.id.to_be_bytes());
        hash.update(self.at.timestamp_micros().to_be_bytes());
        let parts = [
            self.staff_id.as_ref().map(|id| &id.as_bytes()[..]),
            self.session_id.as_ref().map(|id| &id.as_bytes()[..]),
            Some(self.kind.as_bytes()),
            self.subject_kind.as_deref().map(str::as_bytes),
            self.subject_id.as_deref().map(str::as_bytes),
            self.reason.as_deref().map(str::as_bytes),
            Some(self.request_id.as_bytes()),
            Some(self.detail.as_bytes()),
        ];
        for part in parts {
            let length = part.map_or(-1, |bytes| i32::try_from(bytes.len()).unwrap_or(i32::MAX));
            hash.update(length.to_be_bytes());
            hash.update(part.unwrap_or_default());
        }
        hash.finalize().into()
    }

    /// The problem with this entry, if it should follow the entry with that number and hash.
    pub(super) fn problem_after(&self, id: i64, hash: &[u8]) -> Option<String> {
        if self.id != id + 1 {
            return Some(format!("staff act {} is missing", id + 1));
        }
        if self.prev_hash != hash {
            return Some(format!(
                "staff act {} does not follow the one before",
                self.id
            ));
        }
        (self.hash != self.hash_after(hash))
            .then(|| format!("staff act {} is not as it was written", self.id))
    }
}

/// Reads the log from its start to its end.
pub async fn verify(pool: &PgPool) -> Result<Verified, sqlx::Error> {
    verify_after(pool, 0, vec![0; 32]).await
}

/// Reads the last entries of the log, at most `count`.
pub async fn verify_end(pool: &PgPool, count: i64) -> Result<Verified, sqlx::Error> {
    let before = sqlx::query!(
        "select act.id, act.hash
         from staff_act_head as head join staff_act as act on act.id = head.id - $1",
        count,
    )
    .fetch_optional(pool)
    .await?;
    // A log that is shorter, or whose entry there is gone, is read from its start.
    match before {
        Some(row) => verify_after(pool, row.id, row.hash).await,
        None => verify(pool).await,
    }
}

async fn verify_after(pool: &PgPool, id: i64, hash: Vec<u8>) -> Result<Verified, sqlx::Error> {
    let mut last = (id, hash);
    // Entries that are added meanwhile are not part of this check.
    let head = sqlx::query!("select id, hash from staff_act_head")
        .fetch_one(pool)
        .await?;
    let verified = |last: (i64, Vec<u8>), problem| Verified {
        acts: last.0,
        last_hash: last.1,
        problem,
    };
    loop {
        let page = page_after(pool, last.0).await?;
        if page.is_empty() {
            break;
        }
        for row in page {
            if let Some(problem) = row.problem_after(last.0, &last.1) {
                return Ok(verified(last, Some(problem)));
            }
            if row.id == head.id && row.hash != head.hash {
                let problem = format!("staff act {} is not the one that was last", row.id);
                return Ok(verified(last, Some(problem)));
            }
            last = (row.id, row.hash);
        }
    }
    let problem = (last.0 < head.id).then(|| format!("staff act {} is missing", last.0 + 1));
    Ok(verified(last, problem))
}

/// The next entries, in order; none at the end.
pub(super) async fn page_after(pool: &PgPool, id: i64) -> Result<Vec<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        r#"select id, at, staff_id, session_id, kind, subject_kind, subject_id, reason,
                  request_id, detail::text as "detail!", prev_hash, hash
           from staff_act where id > $1 order by id limit $2"#,
        id,
        PAGE,
    )
    .fetch_all(pool)
    .await
}
