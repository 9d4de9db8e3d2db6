//! The outcome of an outside call: definitely done, definitely refused, or unknown.
//!
//! The three are separate types because money follows them: only a definite refusal returns money,
//! and only a definite success books it. Everything else is unknown, and unknown is never turned
//! into either by guessing.

use chrono::{DateTime, Utc};
use ledger::wallet::NonDeliveryProof;
use serde::Deserialize;
use serde_json::Value;

/// The known outcome of a movement of money at the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<T> {
    /// Definitely done.
    Done(T),
    /// Definitely not done, and never will be under this id.
    Refused(Refusal),
    /// The other side has not seen the id *so far*: a late arrival may still come.
    NotSeen,
    /// Not known yet; a description of the reply in place of an answer.
    Unknown(String),
    /// Done, but not as requested: a different amount or currency. A person must look.
    Contradiction(String),
}

/// A definite refusal: the other side's code, or a code of the gateway when it was never reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Upper-case and stable, e.g. `INSUFFICIENT_BALANCE`.
    pub code: String,
    /// The proof that makes it definite.
    pub grounds: NonDeliveryProof,
}

/// The call that a reply answers: the same code proves less if an earlier call is unaccounted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallAttempt {
    /// The first request under this id.
    First,
    /// The same request again; a refusal says nothing about the first one, which may have been
    /// applied or may still arrive.
    Again,
    /// A question for the request's status.
    Status,
    /// A request to refuse it permanently unless it was applied.
    Cancel,
}

/// The first moment of a period, and the first moment after it.
pub type Period = (DateTime<Utc>, DateTime<Utc>);

/// Why the other side's records could not be read, or one of them: what was read, and what was seen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unread(pub String);

/// The content of a reply that says SUCCESS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading<T> {
    /// Exactly the requested movement.
    Done(T),
    /// Not in the specified form, or about something else.
    Malformed,
    /// In the specified form, but with a different amount or currency.
    Contradiction(String),
}

/// The raw outcome of an HTTP exchange, not yet interpreted.
#[derive(Debug)]
pub enum HttpOutcome {
    /// A reply that was read to its end.
    Reply {
        /// The HTTP status code.
        status: u16,
        /// The body's bytes, not parsed yet.
        body: Vec<u8>,
    },
    /// No connection was made, so not one byte of the request was sent.
    NotConnected(String),
    /// The request may have arrived: a time-out, a reset or a truncated reply.
    Lost(String),
}

/// The code under which an unreachable provider is noted.
pub const UNREACHABLE: &str = "UNREACHABLE";

/// Codes that refuse this call but show that an earlier one arrived: the id is in use for something
/// else, or this call's nonce was already seen. The outcome of that earlier call is not known.
const SEEN_BEFORE: [&str; 2] = ["REQUEST_ID_CONFLICT", "NONCE_REUSED"];

/// The error body of the protocol; `applied` comes with 503 only.
#[derive(Debug, Deserialize)]
struct ErrorBody {
    code: String,
    #[serde(default)]
    applied: Option<bool>,
}

/// Interprets a reply about the request whose id is in the field `id.0`. `read` interprets a body
/// that says SUCCESS.
pub(crate) fn judge<T>(
    asked: CallAttempt,
    wire: &HttpOutcome,
    id: (&str, &str),
    read: impl FnOnce(&Value) -> Reading<T>,
) -> Outcome<T> {
    if let Some(body) = wire.json::<Value>(&[200]) {
        if body[id.0] != id.1 {
            return Outcome::Unknown("OTHER_ID".to_owned());
        }
        return match (body["status"].as_str(), asked) {
            (Some("SUCCESS"), _) => match read(&body) {
                Reading::Done(done) => Outcome::Done(done),
                Reading::Malformed => Outcome::Unknown("MALFORMED_SUCCESS".to_owned()),
                Reading::Contradiction(what) => Outcome::Contradiction(what),
            },
            (Some(ended @ ("FAILED" | "CANCELLED")), _) => Outcome::Refused(Refusal {
                code: well_formed(body["code"].as_str())
                    .unwrap_or(ended)
                    .to_owned(),
                grounds: NonDeliveryProof::ForEver,
            }),
            _ => Outcome::Unknown(wire.seen()),
        };
    }
    match (asked, wire.refusal()) {
        (CallAttempt::First, Some(refusal)) => Outcome::Refused(refusal),
        // The tombstone: nothing was applied, and nothing ever will be.
        (CallAttempt::Again | CallAttempt::Cancel, Some(refusal))
            if refusal.code.ends_with("_CANCELLED") =>
        {
            Outcome::Refused(Refusal {
                grounds: NonDeliveryProof::ForEver,
                ..refusal
            })
        }
        (CallAttempt::Status, Some(refusal)) if refusal.code.ends_with("_NOT_FOUND") => {
            Outcome::NotSeen
        }
        _ => Outcome::Unknown(wire.seen()),
    }
}

/// A code that is safe to store and show: never the other side's free text.
fn well_formed(code: Option<&str>) -> Option<&str> {
    code.filter(|code| {
        (1..=64).contains(&code.len())
            && code
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
    })
}

impl HttpOutcome {
    /// The reply's body as JSON when the status is one of `statuses`.
    #[must_use]
    pub fn json<T: serde::de::DeserializeOwned>(&self, statuses: &[u16]) -> Option<T> {
        match self {
            Self::Reply { status, body } if statuses.contains(status) => {
                serde_json::from_slice(body).ok()
            }
            _ => None,
        }
    }

    /// The definite refusal in this reply, if it is one.
    ///
    /// A well-formed error with 401, 403, 404, 409, 422 or 429; 503 that says `applied: false`; no
    /// connection at all. A request-id conflict is excluded on purpose: a request exists under the
    /// id, and only its status can describe it.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        match self {
            Self::NotConnected(_) => Some(Refusal {
                code: UNREACHABLE.to_owned(),
                grounds: NonDeliveryProof::FirstAnswer,
            }),
            Self::Reply { status, body } => {
                let error: ErrorBody = serde_json::from_slice(body).ok()?;
                let is_definite = match status {
                    401 | 403 | 404 | 409 | 422 | 429 => {
                        !SEEN_BEFORE.contains(&error.code.as_str())
                    }
                    503 => error.applied == Some(false),
                    _ => false,
                };
                let code = well_formed(Some(&error.code))?.to_owned();
                is_definite.then_some(Refusal {
                    code,
                    grounds: NonDeliveryProof::FirstAnswer,
                })
            }
            Self::Lost(_) => None,
        }
    }

    /// A short description of the reply, without the other side's text.
    #[must_use]
    pub fn seen(&self) -> String {
        match self {
            Self::Reply { status, body } => {
                let body: Value = serde_json::from_slice(body).unwrap_or_default();
                let word = well_formed(body["code"].as_str().or(body["status"].as_str()));
                word.map_or(format!("HTTP_{status}"), |word| {
                    format!("HTTP_{status} {word}")
                })
            }
            Self::NotConnected(what) | Self::Lost(what) => what.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(status: u16, body: &str) -> HttpOutcome {
        HttpOutcome::Reply {
            status,
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn a_well_formed_error_of_the_listed_statuses_is_a_definite_refusal() {
        for status in [401, 403, 404, 409, 422, 429] {
            let wire = reply(status, r#"{"code":"PLAYER_SUSPENDED","message":"x"}"#);
            assert_eq!(wire.refusal().unwrap().code, "PLAYER_SUSPENDED", "{status}");
        }
        let maintenance = reply(503, r#"{"code":"MAINTENANCE","applied":false}"#);
        assert_eq!(maintenance.refusal().unwrap().code, "MAINTENANCE");
        let refused = HttpOutcome::NotConnected("connection refused".to_owned());
        assert_eq!(refused.refusal().unwrap().code, UNREACHABLE);
    }

    #[test]
    fn what_may_have_been_applied_is_never_a_refusal() {
        for wire in [
            reply(500, r#"{"code":"INTERNAL"}"#),
            reply(502, "<html>bad gateway</html>"),
            reply(503, r#"{"code":"MAINTENANCE"}"#),
            reply(503, r#"{"code":"MAINTENANCE","applied":true}"#),
            reply(202, r#"{"requestId":"1","status":"PROCESSING"}"#),
            reply(200, "{"),
            reply(401, "<html>proxy</html>"),
            reply(404, ""),
            reply(422, r#"{"code":""}"#),
            reply(409, r#"{"code":"REQUEST_ID_CONFLICT"}"#),
            reply(400, r#"{"code":"AMOUNT_INVALID"}"#),
            HttpOutcome::Lost("timed out".to_owned()),
        ] {
            assert_eq!(wire.refusal(), None, "{wire:?}");
        }
    }

    fn judged(asked: CallAttempt, wire: &HttpOutcome) -> Outcome<()> {
        judge(asked, wire, ("requestId", "1"), |_| Reading::Done(()))
    }

    #[test]
    fn only_the_first_request_is_refused_by_an_error() {
        let wire = reply(422, r#"{"code":"INSUFFICIENT_BALANCE"}"#);
        let refusal = Refusal {
            code: "INSUFFICIENT_BALANCE".to_owned(),
            grounds: NonDeliveryProof::FirstAnswer,
        };
        assert_eq!(judged(CallAttempt::First, &wire), Outcome::Refused(refusal));
        for asked in [CallAttempt::Again, CallAttempt::Status, CallAttempt::Cancel] {
            assert!(
                matches!(judged(asked, &wire), Outcome::Unknown(_)),
                "{asked:?}"
            );
        }
    }

    #[test]
    fn not_found_is_not_a_refusal_because_the_request_may_arrive_late() {
        let wire = reply(404, r#"{"code":"TRANSFER_NOT_FOUND"}"#);
        assert_eq!(judged(CallAttempt::Status, &wire), Outcome::NotSeen);
        for asked in [CallAttempt::Again, CallAttempt::Cancel] {
            assert!(
                matches!(judged(asked, &wire), Outcome::Unknown(_)),
                "{asked:?}"
            );
        }
    }

    #[test]
    fn a_tombstone_is_a_refusal_in_every_reply() {
        let cancelled = reply(200, r#"{"requestId":"1","status":"CANCELLED"}"#);
        for asked in [CallAttempt::Status, CallAttempt::Cancel] {
            assert!(
                matches!(judged(asked, &cancelled), Outcome::Refused(_)),
                "{asked:?}"
            );
        }
        let late = reply(409, r#"{"code":"TRANSFER_CANCELLED"}"#);
        assert!(matches!(
            judged(CallAttempt::Again, &late),
            Outcome::Refused(_)
        ));
    }

    #[test]
    fn a_lost_or_unfinished_call_is_unknown_whatever_was_asked() {
        for wire in [
            reply(202, r#"{"requestId":"1","status":"PROCESSING"}"#),
            reply(200, r#"{"requestId":"1","status":"PROCESSING"}"#),
            reply(200, r#"{"requestId":"1","stat"#),
            reply(200, "null"),
            reply(200, r#"{"requestId":"2","status":"SUCCESS"}"#),
            reply(200, r#"{"requestId":"2","status":"CANCELLED"}"#),
            reply(201, r#"{"status":"SUCCESS"}"#),
            reply(500, r#"{"code":"INTERNAL"}"#),
            HttpOutcome::Lost("timed out".to_owned()),
        ] {
            for asked in [
                CallAttempt::First,
                CallAttempt::Again,
                CallAttempt::Status,
                CallAttempt::Cancel,
            ] {
                assert!(
                    matches!(judged(asked, &wire), Outcome::Unknown(_)),
                    "{wire:?}"
                );
            }
        }
    }

    #[test]
    fn a_provider_that_cannot_be_reached_refuses_the_first_request_only() {
        let wire = HttpOutcome::NotConnected("connection refused".to_owned());
        assert!(matches!(
            judged(CallAttempt::First, &wire),
            Outcome::Refused(_)
        ));
        for asked in [CallAttempt::Again, CallAttempt::Status, CallAttempt::Cancel] {
            assert!(
                matches!(judged(asked, &wire), Outcome::Unknown(_)),
                "{asked:?}"
            );
        }
    }

    #[test]
    fn a_success_of_another_amount_is_a_contradiction_and_no_success() {
        let wire = reply(
            200,
            r#"{"requestId":"1","status":"SUCCESS","amount":"999.00"}"#,
        );
        let id = ("requestId", "1");
        let outcome: Outcome<()> = judge(CallAttempt::First, &wire, id, |body| {
            Reading::Contradiction(format!("amount {}", body["amount"]))
        });
        assert!(matches!(outcome, Outcome::Contradiction(_)));
    }
}
