//! [`ApiError`]: the one error form of the API, `{"message":"CODE","requestId":"…","data":{…}}`.

mod bug;
mod catalogue;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ledger::{LedgerError, RewardError, WalletError};
use projections::ViewError;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::error::DatabaseError;
use sqlx::postgres::{PgDatabaseError, PgSeverity};

pub use bug::Bug;
pub use catalogue::Code;

use super::full_disk;

/// The header that says so when an earlier answer is given again.
pub const REPLAYED: &str = "idempotency-replayed";

/// A database that refuses a valid statement will refuse it again in a moment, so clients wait
/// longer.
const REFUSED_RETRY_SECONDS: u64 = 30;

tokio::task_local! {
    /// The request that the current task answers; set by the outermost layer.
    pub static REQUEST_ID: String;
}

/// The id of the request that is being answered, or an empty text outside of one.
pub fn request_id() -> String {
    REQUEST_ID.try_with(Clone::clone).unwrap_or_default()
}

/// An answer of the API other than success: a code with what the client needs to react.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    /// The code by which the client translates.
    pub code: Code,
    /// Details that the client needs: `fields`, limits, ids.
    pub data: Option<Value>,
    /// Seconds until a repeat makes sense.
    pub retry_after_seconds: Option<u64>,
    /// Whether it reports the outcome of a command that was carried out, rather than a refusal.
    pub is_outcome: bool,
    /// Whether it was answered before, under the same key.
    pub is_replayed: bool,
}

/// Wire form of an error, as the OpenAPI document shows it.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The code of the error catalogue.
    #[schema(value_type = Code)]
    message: &'static str,
    /// The id of the request, as in the `X-Request-Id` header.
    request_id: String,
    /// What helps: `fields` (the names of the wrong ones), limits, ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    data: Option<Value>,
}

impl ApiError {
    /// Adds details that the client needs.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// Says when a repeat makes sense.
    #[must_use]
    pub fn with_retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_seconds = Some(seconds.max(1));
        self
    }

    /// A wrong profile, with the names of the fields.
    pub fn invalid_user_info(fields: &[&str]) -> Self {
        Self::from(Code::InvalidUserInfo).with_data(json!({ "fields": fields }))
    }

    /// Malformed input, with the names of the wrong fields.
    pub fn invalid_fields(fields: &[&str]) -> Self {
        Self::from(Code::InvalidInput).with_data(json!({ "fields": fields }))
    }

    /// How a command ended that was carried out: a repeat of it is answered so, too.
    #[must_use]
    pub fn outcome(mut self) -> Self {
        self.is_outcome = true;
        self
    }

    /// An answer of before.
    #[must_use]
    pub fn replayed(mut self) -> Self {
        self.is_replayed = true;
        self
    }

    /// An error that must not happen; the cause goes to the log and not to the client. A database's
    /// error is no such cause, and is not accepted here: see [`Bug`].
    pub fn internal(cause: &(impl Bug + ?Sized)) -> Self {
        Self::fault(&cause)
    }

    /// The stored data contradicts itself.
    pub fn contradiction(what: &str) -> Self {
        Self::fault(&what)
    }

    fn fault(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::from(Code::InternalServerError)
    }

    /// The same refusal under a code that says more.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> Self {
        self.code = code;
        self
    }

    /// Whether the rules have decided, for good: such a refusal is kept under the command's key.
    ///
    /// The catalogue's status decides, and the portal's `moneyCommand.ts` reads the same statuses:
    /// a refusal that a corrected request may get past is 400, never 404, 409 or 422.
    pub fn is_ruling(&self) -> bool {
        match self.code {
            // The first says nothing about the command; the second says that another request was
            // faster.
            Code::IdempotencyMismatch | Code::SpinSeed => false,
            Code::AccountFrozen | Code::PlayerExcluded | Code::SecondPerson => true,
            code => matches!(
                code.status(),
                StatusCode::NOT_FOUND | StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY
            ),
        }
    }

    /// The status that the answer has.
    pub fn status(&self) -> StatusCode {
        self.code.status()
    }
}

impl From<Code> for ApiError {
    fn from(code: Code) -> Self {
        let retry_after_seconds = match code.status() {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => Some(2),
            _ => None,
        };
        Self {
            code,
            data: None,
            retry_after_seconds,
            is_outcome: false,
            is_replayed: false,
        }
    }
}

impl From<WalletError> for ApiError {
    fn from(error: WalletError) -> Self {
        let code = Code::from_text(error.code()).unwrap_or(Code::InternalServerError);
        let answer = Self::from(code);
        match error {
            WalletError::WithdrawalOutOfLimits { min, max } => {
                answer.with_data(json!({ "min": min.digits(), "max": max.digits() }))
            }
            WalletError::TransferOpen(id) => answer.with_data(json!({ "id": id })),
            WalletError::DepositLimit {
                period,
                limit,
                remaining,
            } => answer.with_data(json!({
                "period": period,
                "limit": limit.digits(),
                "remaining": remaining.digits(),
            })),
            WalletError::Excluded { until } => answer.with_data(json!({ "until": until })),
            WalletError::Reward(
                RewardError::CollectFirst(amount) | RewardError::RefundCondition(amount),
            ) => answer.with_data(json!({ "amount": amount.digits() })),
            WalletError::Held { until } => answer.with_data(json!({ "until": until })),
            _ => answer,
        }
    }
}

impl From<LedgerError> for ApiError {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Refused(refusal) => refusal.into(),
            // A deposit's proof differs from what rewards use up.
            LedgerError::ClaimTaken { kind: "quota", .. } => Code::BonusFull.into(),
            LedgerError::ClaimTaken {
                kind: "grant" | "invite" | "spin",
                ..
            } => Code::RequestLimit.into(),
            LedgerError::ClaimTaken { .. } => Code::SlipRefnoDuplicated.into(),
            LedgerError::IdempotencyMismatch => Code::IdempotencyMismatch.into(),
            LedgerError::Busy | LedgerError::OutdatedSettings => Code::ServiceUnavailable.into(),
            LedgerError::Unavailable(cause) => {
                full_disk::note_database(&cause);
                tracing::warn!(%cause, "the ledger's database is away");
                Code::ServiceUnavailable.into()
            }
            LedgerError::Corrupt { .. } => Self::contradiction(&error.to_string()),
        }
    }
}

/// A view that cannot be read.
impl From<ViewError> for ApiError {
    fn from(error: ViewError) -> Self {
        match error {
            ViewError::Database(error) => error.into(),
            other => Self::contradiction(&other.to_string()),
        }
    }
}

/// The only conversion of a database's errors. None of them ends a command: the caller repeats it
/// with the same key, and learns the outcome.
impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        match Said::by(&error) {
            Said::Away => {
                full_disk::note_database(&error);
                tracing::warn!(cause = %error, "the database is away");
                Code::ServiceUnavailable.into()
            }
            Said::Unstorable => Code::InvalidInput.into(),
            Said::Refused => {
                tracing::error!(cause = %error, "the database has refused a statement");
                Self::from(Code::ServiceUnavailable).with_retry_after(REFUSED_RETRY_SECONDS)
            }
            Said::Unreadable => Self::fault(&error),
        }
    }
}

/// The kinds of database errors that lead to different answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    /// The database could not be reached.
    Away,
    /// The caller's input holds a value that no column can hold, such as a text with a NUL character.
    Unstorable,
    /// It refused a statement for any other reason: a right or a table is missing, a constraint
    /// does not hold. A person must look, and the command is not decided.
    Refused,
    /// It answered, and the rows do not have the expected form: a bug of ours.
    Unreadable,
}

impl Said {
    fn by(error: &sqlx::Error) -> Self {
        if is_outage(error) {
            return Self::Away;
        }
        match error.as_database_error() {
            // Class 22: data exceptions.
            Some(refusal) if refusal.code().is_some_and(|code| code.starts_with("22")) => {
                Self::Unstorable
            }
            Some(_) => Self::Refused,
            None => Self::Unreadable,
        }
    }
}

/// Whether the database could not be reached, as opposed to a refusal.
pub fn is_outage(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::BeginFailed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(cause) => is_state(cause.as_ref()),
        _ => false,
    }
}

/// Whether a refusal is about the server's own state, and not about the statement.
fn is_state(cause: &dyn DatabaseError) -> bool {
    // A server that ends a connection reports it with a different severity than a statement's
    // error.
    let refusal = cause.try_downcast_ref::<PgDatabaseError>();
    if refusal.is_some_and(|refusal| !matches!(refusal.severity(), PgSeverity::Error)) {
        return true;
    }
    // Classes 08 connection, 40 transactions that crossed, 53 resources, 57 operator intervention
    // (also statement time-outs), 58 the system around it, XX itself. 25006: a server that only
    // reads; 55P03: a lock was not got in time; 0A000: a table has changed under a plan.
    cause.code().is_some_and(|code| {
        let classes = ["08", "40", "53", "57", "58", "XX"];
        classes.iter().any(|class| code.starts_with(class))
            || ["25006", "55P03", "0A000"].contains(&code.as_ref())
    })
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Problem {
            message: self.code.as_str(),
            request_id: request_id(),
            data: self.data,
        };
        let mut response = (self.code.status(), axum::Json(body)).into_response();
        if let Some(seconds) = self.retry_after_seconds {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.is_replayed {
            let headers = response.headers_mut();
            headers.insert(REPLAYED, HeaderValue::from_static("true"));
        }
        response
    }
}
