//! A used key always gives the same answer.
//!
//! 1. The answer is stored under its owner's key before it is sent. A repeat gets the same status
//!    and the same body, no matter what has changed since.
//! 2. A refusal also uses the key up in the journal, in the same transaction. If one of two
//!    requests with the same key is refused while the other is about to be carried out, that row
//!    lets only one win: the other finds the key taken and gives the winner's answer.
//! 3. If a command was carried out and the process died before it stored the answer, the journal
//!    recalls the command, and the answer is stored then. No other answer had been sent.
//! 4. An answer is durable before it is sent, and read again only behind a fence: perhaps no
//!    standby has it yet, and after a failover the same key could get a different answer.
//! 5. A kept answer carries a MAC under a key outside the database: what somebody else has written is no
//!    answer. Nor does it take an answer's place: the row's key has a part that is secret.
//! 6. Answers that decide nothing are not stored, so a repeat may still succeed: malformed input
//!    (400), authentication and authorization (401, 403), too many requests (429) and 5xx. "In
//!    progress" (202) is not stored either: a repeat reports how the command ended.

use std::future::Future;
use std::pin::Pin;

use axum::body::{Body, to_bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ledger::{Idempotency, WalletId, journal};
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::core::Core;
use super::error::{ApiError, Code, REPLAYED};
use super::extract::IdempotencyKey;
use super::secrets::{Part, Secrets, is_same_mac};

/// No answer of a command is longer.
const BODY_BYTES_MAX: usize = 256 * 1024;

/// How many refusals are verified at once.
const PAGE: i64 = 1_000;

/// Which answers of a route are kept with their words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// Every final one.
    All,
    /// Refusals only. Successes are answered from the facts, which hold a secret or still run.
    Refusals,
    /// Refusals, and the work itself keeps its successes.
    ByWork,
}

/// Carries out a member's command, or repeats the earlier answer under its key.
pub async fn once(
    state: &Core,
    owner: WalletId,
    asked: Option<Idempotency>,
    work: impl Future<Output = Result<Response, ApiError>>,
) -> Result<Response, ApiError> {
    carry_out(state, owner, Kept::All, asked, Box::pin(work)).await
}

/// Whether the journal has the key, so that its command was carried out. The wallet forgets what
/// ended long ago; the journal keeps its key permanently.
pub async fn is_repeat(
    state: &Core,
    owner: WalletId,
    key: &IdempotencyKey,
) -> Result<bool, ApiError> {
    match &key.0 {
        Some(key) => Ok(journal::is_used(&state.pool, owner, key).await?),
        None => Ok(false),
    }
}

/// A route's write outside the journal, as its last step.
pub trait Written {
    /// Writes it, and answers; to be committed.
    fn write(
        self,
        connection: &mut PgConnection,
    ) -> impl Future<Output = Result<Response, ApiError>> + Send;
}

/// Like [`once`], for a route that ends with a write outside the journal. The write takes effect
/// together with its answer: a late repeat must not write an outdated value again.
pub async fn once_written<W: Written>(
    state: &Core,
    owner: WalletId,
    asked: Option<Idempotency>,
    work: impl Future<Output = Result<W, ApiError>>,
) -> Result<Response, ApiError> {
    let key = asked.clone();
    let writing = async {
        let last = work.await?;
        let mut transaction = state.pool.begin().await?;
        let success = Success::read(last.write(&mut transaction).await?).await?;
        if let Some(asked) = &key
            && !insert(
                &mut transaction,
                &state.secrets,
                owner.0,
                asked,
                &success.answer,
            )
            .await?
        {
            // Another request with the key was faster, and its answer is this one's.
            transaction.rollback().await?;
            return Err(Code::ServiceUnavailable.into());
        }
        transaction.commit().await?;
        Ok(success.response)
    };
    carry_out(state, owner, Kept::ByWork, asked, Box::pin(writing)).await
}

/// Like [`once`], for a route that answers its successes from the facts.
pub async fn refused_once(
    state: &Core,
    owner: WalletId,
    asked: Option<Idempotency>,
    work: impl Future<Output = Result<Response, ApiError>>,
) -> Result<Response, ApiError> {
    carry_out(state, owner, Kept::Refusals, asked, Box::pin(work)).await
}

async fn carry_out(
    state: &Core,
    owner: WalletId,
    kept: Kept,
    asked: Option<Idempotency>,
    // On the heap: a route's own future would carry it twice.
    work: Pin<Box<impl Future<Output = Result<Response, ApiError>>>>,
) -> Result<Response, ApiError> {
    let Some(asked) = asked else {
        return work.await;
    };
    if let Some(earlier) = recall(state, owner.0, &asked).await? {
        return earlier.answer();
    }
    match work.await {
        Err(refusal) if refusal.is_ruling() => {
            keep_refusal(state, owner, kept, &asked, refusal).await
        }
        Ok(response) if kept == Kept::All && is_final(&response) => {
            keep_success(state, owner, &asked, response).await
        }
        Ok(response) if kept == Kept::ByWork => Ok(response),
        // Another request may have been refused under the key meanwhile: then nothing was done.
        undecided => match recall(state, owner.0, &asked).await? {
            Some(earlier) => earlier.answer(),
            None => undecided,
        },
    }
}

/// Whether the answer is final.
fn is_final(response: &Response) -> bool {
    response.status().is_success() && response.status() != StatusCode::ACCEPTED
}

/// An answer as it was given.
struct Answer {
    status: StatusCode,
    body: String,
}

/// The stored part of a refusal.
#[derive(Deserialize)]
struct Refusal {
    message: String,
    data: Option<Value>,
}

impl From<&ApiError> for Answer {
    fn from(refusal: &ApiError) -> Self {
        let body = json!({ "message": refusal.code.as_str(), "data": refusal.data });
        Self {
            status: refusal.status(),
            body: body.to_string(),
        }
    }
}

impl Answer {
    /// The same answer again.
    fn answer(self) -> Result<Response, ApiError> {
        if !self.status.is_success() {
            return Err(self.refusal()?);
        }
        let headers = [
            (header::CONTENT_TYPE.as_str(), "application/json"),
            (REPLAYED, "true"),
        ];
        Ok((self.status, headers, self.body).into_response())
    }

    fn right_mac(&self, secrets: &Secrets, owner: Uuid, asked: &Idempotency) -> [u8; 32] {
        let (fingerprint, status) = (asked.fingerprint.as_slice(), self.status.as_u16());
        let parts: [&dyn Part; 5] = [&owner, &asked.key, &fingerprint, &status, &self.body];
        secrets.row("kept_answer", &parts)
    }

    fn refusal(&self) -> Result<ApiError, ApiError> {
        let kept: Refusal =
            serde_json::from_str(&self.body).map_err(|error| ApiError::internal(&error))?;
        let code = Code::from_text(&kept.message)
            .ok_or_else(|| ApiError::internal(&"a kept refusal has a code that is gone"))?;
        let mut refusal = ApiError::from(code).replayed();
        refusal.data = kept.data;
        Ok(refusal)
    }
}

/// The earlier answer under a key, behind a fence.
async fn recall(
    state: &Core,
    owner: Uuid,
    asked: &Idempotency,
) -> Result<Option<Answer>, ApiError> {
    let mut connection = state.pool.acquire().await?;
    let found = find(&mut connection, &state.secrets, owner, asked).await?;
    if found.is_some() {
        journal::fence(&mut connection).await?;
    }
    Ok(found)
}

/// The earlier answer under a key, if the gateway has written it; refused if the key belongs to a
/// different request. It must not be sent without a fence.
async fn find(
    connection: &mut PgConnection,
    secrets: &Secrets,
    owner: Uuid,
    asked: &Idempotency,
) -> Result<Option<Answer>, ApiError> {
    let row = sqlx::query_as!(
        Row,
        "select owner_id, key, fingerprint, status, body, mac from kept_answer
         where owner_id = $1 and key = $2",
        owner,
        kept_key(secrets, owner, &asked.key)
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let Some((earlier, answer)) = row.read(secrets) else {
        tracing::error!(%owner, "an answer that the gateway has not kept");
        return Ok(None);
    };
    if earlier.fingerprint != asked.fingerprint {
        return Err(Code::IdempotencyMismatch.into());
    }
    Ok(Some(answer))
}

/// The key of the row that keeps an answer: the caller's, and a part that is secret in advance.
fn kept_key(secrets: &Secrets, owner: Uuid, key: &str) -> String {
    let whole = secrets.row("kept_answer key", &[&owner, &key]);
    format!("{key} {}", hex::encode(&whole[..8]))
}

/// The caller's part of it.
fn callers_key(kept_key: &str) -> &str {
    kept_key.rsplit_once(' ').map_or(kept_key, |(key, _)| key)
}

/// A row of `kept_answer`.
struct Row {
    owner_id: Uuid,
    key: String,
    fingerprint: Vec<u8>,
    status: i16,
    body: String,
    mac: Vec<u8>,
}

impl Row {
    /// What was asked and answered; none if the gateway has not written it.
    fn read(self, secrets: &Secrets) -> Option<(Idempotency, Answer)> {
        let key = callers_key(&self.key).to_owned();
        if kept_key(secrets, self.owner_id, &key) != self.key {
            return None;
        }
        let asked = Idempotency {
            key,
            fingerprint: self.fingerprint.try_into().ok()?,
        };
        let status = u16::try_from(self.status).ok()?;
        let answer = Answer {
            status: StatusCode::from_u16(status).ok()?,
            body: self.body,
        };
        let right = answer.right_mac(secrets, self.owner_id, &asked);
        is_same_mac(&right, &self.mac).then_some((asked, answer))
    }
}

/// Stores a success, or returns the answer of a faster request with the key.
async fn keep_success(
    state: &Core,
    owner: WalletId,
    asked: &Idempotency,
    response: Response,
) -> Result<Response, ApiError> {
    let success = Success::read(response).await?;
    let mut connection = state.pool.acquire().await?;
    let is_kept = insert(
        &mut connection,
        &state.secrets,
        owner.0,
        asked,
        &success.answer,
    )
    .await?;
    drop(connection);
    if !is_kept && let Some(earlier) = recall(state, owner.0, asked).await? {
        return earlier.answer();
    }
    Ok(success.response)
}

/// A success, with its stored part.
struct Success {
    response: Response,
    answer: Answer,
}

impl Success {
    async fn read(response: Response) -> Result<Self, ApiError> {
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, BODY_BYTES_MAX)
            .await
            .map_err(|error| ApiError::internal(&error))?;
        let text = std::str::from_utf8(&bytes).map_err(|error| ApiError::internal(&error))?;
        let answer = Answer {
            status: parts.status,
            body: text.to_owned(),
        };
        Ok(Self {
            response: Response::from_parts(parts, Body::from(bytes)),
            answer,
        })
    }
}

/// Stores a refusal before it is sent, or returns the answer of a faster request with the key.
async fn keep_refusal(
    state: &Core,
    owner: WalletId,
    kept: Kept,
    asked: &Idempotency,
    refusal: ApiError,
) -> Result<Response, ApiError> {
    let mut transaction = state.pool.begin().await?;
    let is_first = journal::use_up(&mut transaction, owner, asked).await?;
    let may_keep = is_first || refusal.is_outcome;
    let answer = Answer::from(&refusal);
    let is_kept =
        may_keep && insert(&mut transaction, &state.secrets, owner.0, asked, &answer).await?;
    transaction.commit().await?;
    if is_kept {
        return Err(refusal);
    }
    match recall(state, owner.0, asked).await? {
        Some(earlier) => earlier.answer(),
        // It was carried out, so this outcome is answered.
        None if kept == Kept::Refusals => Err(refusal),
        // Another request is carrying it out right now, and its answer will be the answer.
        None => Err(ApiError::from(Code::ServiceUnavailable).with_retry_after(1)),
    }
}

/// Stores an answer unless the key has one. The caller must commit before it sends the answer.
async fn insert(
    connection: &mut PgConnection,
    secrets: &Secrets,
    owner: Uuid,
    asked: &Idempotency,
    answer: &Answer,
) -> Result<bool, ApiError> {
    let kept = sqlx::query!(
        "insert into kept_answer (owner_id, key, fingerprint, status, body, mac)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
        owner,
        kept_key(secrets, owner, &asked.key),
        asked.fingerprint.as_slice(),
        status_of(answer.status),
        answer.body,
        &answer.right_mac(secrets, owner, asked)[..],
    )
    .execute(connection)
    .await?;
    Ok(kept.rows_affected() == 1)
}

/// Lists the answers that the gateway has not kept, where its key is available, and the members' refusals
/// whose keys are no longer used up: their commands could run now.
pub async fn verify(pool: &PgPool, secrets: Option<&Secrets>) -> Result<Vec<String>, sqlx::Error> {
    let mut findings = Vec::new();
    let mut last = (Uuid::nil(), String::new());
    loop {
        let rows = sqlx::query!(
            r#"select owner_id, key, fingerprint, status, body, mac,
                      exists (select from member where id = kept.owner_id) as "is_members!"
               from kept_answer as kept
               where (owner_id, key) > ($1, $2)
               order by owner_id, key limit $3"#,
            last.0,
            last.1,
            PAGE,
        )
        .fetch_all(pool)
        .await?;
        let Some(end) = rows.last() else {
            return Ok(findings);
        };
        last = (end.owner_id, end.key.clone());
        let mut refused = Vec::new();
        for row in rows {
            if row.is_members && row.status >= 400 {
                refused.push((WalletId(row.owner_id), callers_key(&row.key).to_owned()));
            }
            let (owner, key) = (row.owner_id, callers_key(&row.key).to_owned());
            let kept = Row {
                owner_id: row.owner_id,
                key: row.key,
                fingerprint: row.fingerprint,
                status: row.status,
                body: row.body,
                mac: row.mac,
            };
            if secrets.is_some_and(|secrets| kept.read(secrets).is_none()) {
                findings.push(format!(
                    "kept_answer, owner {owner}, key {key}: the gateway has not written it"
                ));
            }
        }
        let freed = journal::unused_among(pool, &refused).await?.into_iter();
        findings.extend(freed.map(|(owner, key)| {
            format!("idempotency, wallet {owner}, key {key}: it is gone, and it was refused")
        }));
    }
}

/// The earlier refusal of a staff request under its key; `id` is the request's.
pub async fn refusal_of_staff(
    state: &Core,
    id: Uuid,
    asked: Option<&Idempotency>,
) -> Result<Option<ApiError>, ApiError> {
    let Some(asked) = asked else { return Ok(None) };
    let earlier = recall(state, id, asked).await?;
    earlier.map(|earlier| earlier.refusal()).transpose()
}

/// Stores the refusal of a staff request. If another call with the key stored an answer meanwhile,
/// that answer is returned.
pub async fn refuse_staff<T>(
    state: &Core,
    id: Uuid,
    asked: Option<&Idempotency>,
    refusal: ApiError,
) -> Result<T, ApiError> {
    let Some(asked) = asked else {
        return Err(refusal);
    };
    let mut transaction = state.pool.begin().await?;
    lock_question(&mut transaction, id).await?;
    let is_written = sqlx::query_scalar!(
        r#"select exists (select from staff_decision where id = $1) as "is_written!""#,
        id
    )
    .fetch_one(&mut *transaction)
    .await?;
    if is_written {
        return Err(ApiError::from(Code::ServiceUnavailable).with_retry_after(1));
    }
    let is_kept = insert(
        &mut transaction,
        &state.secrets,
        id,
        asked,
        &Answer::from(&refusal),
    )
    .await?;
    transaction.commit().await?;
    if is_kept {
        return Err(refusal);
    }
    let earlier = recall(state, id, asked).await?;
    Err(match earlier {
        Some(earlier) => earlier.refusal()?,
        None => Code::ServiceUnavailable.into(),
    })
}

/// Refuses to write a question of staff down that was refused under its key; the next one who
/// refuses it waits for the transaction's end. The refusal is to be given to [`refuse_staff`], which
/// answers it behind a fence.
pub async fn require_unrefused(
    connection: &mut PgConnection,
    secrets: &Secrets,
    id: Uuid,
    asked: Option<&Idempotency>,
) -> Result<(), ApiError> {
    let Some(asked) = asked else { return Ok(()) };
    lock_question(connection, id).await?;
    match find(connection, secrets, id, asked).await? {
        Some(earlier) => Err(earlier.refusal()?),
        None => Ok(()),
    }
}

async fn lock_question(connection: &mut PgConnection, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 12))",
        id.to_string()
    )
    .execute(connection)
    .await
    .map(drop)
}

fn status_of(status: StatusCode) -> i16 {
    i16::try_from(status.as_u16()).expect("a status has three digits")
}
