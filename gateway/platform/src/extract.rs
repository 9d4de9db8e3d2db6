//! The parts of a request, read strictly: every refusal is an error of the catalogue.

mod amount;

use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use ledger::Idempotency;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::{ApiError, Code};

pub use amount::{Amount, AmountOrAll};

/// The largest body of a route that does not say otherwise.
pub const BODY_BYTES_MAX: usize = 64 * 1024;

/// A JSON body, or a JSON answer.
#[derive(Debug, Clone)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let is_json = is_json(request.headers());
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| refused(&rejection))?;
        // A missing body counts as an empty object, if that is enough.
        if bytes.is_empty()
            && let Ok(value) = read_json(b"{}")
        {
            return Ok(Self(value));
        }
        if !is_json {
            return Err(Code::UnsupportedMediaType.into());
        }
        read_json(&bytes).map(Self)
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn refused(rejection: &BytesRejection) -> ApiError {
    match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            Code::PayloadTooLarge.into()
        }
        _ => Code::InvalidInput.into(),
    }
}

fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        // A missing field is reported at its parent; its name is in the message only.
        let message = error.inner().to_string();
        let missing = message
            .strip_prefix("missing field `")
            .and_then(|rest| rest.split('`').next());
        let field = match missing {
            Some(name) if path == "." => name.to_owned(),
            Some(name) => format!("{path}.{name}"),
            None => path,
        };
        ApiError::invalid_fields(&[&field])
    })?;
    match reader.end() {
        Ok(()) => Ok(value),
        Err(_) => Err(ApiError::invalid_fields(&["."])),
    }
}

/// The path's parameters; a malformed id is answered like an unknown id.
#[derive(Debug, Clone)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(_) => Err(Code::NoData.into()),
        }
    }
}

/// The query's parameters; an unusable query is refused as a whole.
#[derive(Debug, Clone)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        match axum::extract::Query::try_from_uri(&parts.uri) {
            Ok(axum::extract::Query(value)) => Ok(Self(value)),
            Err(_) => Err(ApiError::invalid_fields(&["query"])),
        }
    }
}

/// A form with files.
pub struct Multipart(pub axum::extract::Multipart);

impl<S: Send + Sync> FromRequest<S> for Multipart {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        match axum::extract::Multipart::from_request(request, state).await {
            Ok(form) => Ok(Self(form)),
            Err(_) => Err(Code::UnsupportedMediaType.into()),
        }
    }
}

/// The client's name for one intent, from `Idempotency-Key`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(pub Option<String>);

impl IdempotencyKey {
    /// The idempotency key, with a fingerprint of the request.
    ///
    /// `command` names the route, so that one key cannot name two kinds of command.
    ///
    /// The fingerprint is never deleted, not even by an erasure, and a short secret can be guessed
    /// from it: leave a password or a PIN out of `body`, and out of the portal's `moneyIntent.ts`.
    /// A repeat must then be answered without it.
    pub fn for_command(
        &self,
        command: &str,
        body: &(impl Serialize + ?Sized),
    ) -> Option<Idempotency> {
        let key = self.0.clone()?;
        let mut hash = Sha256::new();
        hash.update(command.as_bytes());
        hash.update([0]);
        hash.update(serde_json::to_vec(body).expect("a request body is JSON"));
        Some(Idempotency {
            key,
            fingerprint: hash.finalize().into(),
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        let Some(value) = parts.headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        let bytes = value.as_bytes();
        let fits = (1..=128).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic);
        match value.to_str() {
            Ok(text) if fits => Ok(Self(Some(text.to_owned()))),
            _ => Err(ApiError::invalid_fields(&["Idempotency-Key"])),
        }
    }
}

/// The position that a read must show, from `?after=` or `X-After-Position`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AfterPosition(pub Option<i64>);

impl<S: Send + Sync> FromRequestParts<S> for AfterPosition {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        #[derive(Deserialize)]
        struct After {
            after: Option<String>,
        }
        let wrong = || ApiError::invalid_fields(&["after"]);
        let axum::extract::Query(query) =
            axum::extract::Query::<After>::try_from_uri(&parts.uri).map_err(|_| wrong())?;
        let header = parts.headers.get("x-after-position");
        let text = match (query.after, header) {
            (Some(text), _) => text,
            (None, Some(value)) => value.to_str().map_err(|_| wrong())?.to_owned(),
            (None, None) => return Ok(Self(None)),
        };
        match text.parse::<i64>() {
            Ok(position) if position >= 0 => Ok(Self(Some(position))),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_with_another_body_has_another_fingerprint() {
        let key = IdempotencyKey(Some("k".to_owned()));
        let one = key.for_command("withdraw", "1");
        assert_eq!(one, key.for_command("withdraw", "1"));
        assert_ne!(one, key.for_command("withdraw", "2"));
        assert_ne!(one, key.for_command("transfer", "1"));
    }
}
