//! What the codes of SF1 mean, for money and for everything else.

use ledger::wallet::NonDeliveryProof;
use serde_json::Value;

use super::super::protocol::GameError;
use crate::answer::{CallAttempt, HttpOutcome, Outcome, Reading, Refusal, UNREACHABLE};

/// What a reply says, by its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Done, now or before.
    Done,
    /// Taken, and not decided yet.
    InProgress,
    /// This call was not taken and changed nothing; the same call may be made again later.
    NotTaken(&'static str),
    /// Refused; a reference is bound to it permanently.
    Refused(&'static str),
    /// The player's name belongs to another operator.
    NameTaken,
    /// The reference has not been seen so far.
    NotSeen,
    /// The reference is in use for a request with other fields.
    Conflict,
    /// A code that the protocol does not have, or one that leaves everything open.
    Unclear(i64),
}

const MAINTENANCE: &str = "MAINTENANCE";
const PLAYER_EXISTS: &str = "PLAYER_EXISTS";

/// The codes of the protocol.
const CODES: [(i64, Meaning); 18] = [
    (0, Meaning::Done),
    (1, Meaning::InProgress),
    (10, Meaning::NotTaken("REQUEST_INVALID")),
    (11, Meaning::NotTaken("SIGNATURE_INVALID")),
    (12, Meaning::NotTaken("TIMESTAMP_SKEW")),
    (13, Meaning::NotTaken("AGENT_DISABLED")),
    (14, Meaning::NotTaken("RATE_LIMITED")),
    (15, Meaning::NotTaken(MAINTENANCE)),
    (20, Meaning::Refused("PLAYER_NOT_FOUND")),
    (21, Meaning::Refused("PLAYER_SUSPENDED")),
    (22, Meaning::Refused("PLAYER_IN_ROUND")),
    (23, Meaning::Refused("INSUFFICIENT_BALANCE")),
    (24, Meaning::Refused("CURRENCY_MISMATCH")),
    (25, Meaning::Refused("AMOUNT_INVALID")),
    (26, Meaning::NameTaken),
    (27, Meaning::Refused("TRANSFER_CANCELLED")),
    (30, Meaning::NotSeen),
    (31, Meaning::Conflict),
];

impl Meaning {
    fn of(code: i64) -> Self {
        let known = CODES.iter().find(|(known, _)| *known == code);
        known.map_or(Self::Unclear(code), |(_, meaning)| *meaning)
    }

    /// A short description, in place of an outcome.
    pub(super) fn seen(self) -> String {
        match self {
            Self::Done => "DONE".to_owned(),
            Self::InProgress => "PROCESSING".to_owned(),
            Self::NotTaken(code) | Self::Refused(code) => code.to_owned(),
            Self::NameTaken => PLAYER_EXISTS.to_owned(),
            Self::NotSeen => "TRANSFER_NOT_FOUND".to_owned(),
            Self::Conflict => "REQUEST_ID_CONFLICT".to_owned(),
            Self::Unclear(code) => format!("CODE_{code}"),
        }
    }
}

/// A reply's meaning and its body. Replies always have HTTP status 200: any other status comes from
/// something before the provider's program, which knows nothing about the request.
pub(super) fn reply(wire: &HttpOutcome) -> Option<(Meaning, Value)> {
    let body: Value = wire.json(&[200])?;
    let code = body["code"].as_i64()?;
    Some((Meaning::of(code), body))
}

/// Whether a reply says that a movement is refused.
pub(super) fn is_refusal(wire: &HttpOutcome) -> bool {
    matches!(reply(wire), Some((Meaning::Refused(_), _)))
}

/// The body of a reply that says "done", or why there is none.
pub(super) fn expect(wire: &HttpOutcome) -> Result<Value, GameError> {
    let Some((meaning, body)) = reply(wire) else {
        return Err(GameError::Unreachable(wire.seen()));
    };
    let code = match meaning {
        Meaning::Done => return Ok(body),
        Meaning::NotTaken(code) if code != MAINTENANCE => code,
        Meaning::Refused(code) => code,
        Meaning::NameTaken => PLAYER_EXISTS,
        _ => return Err(GameError::Unreachable(meaning.seen())),
    };
    Err(GameError::Refused(Refusal {
        code: code.to_owned(),
        grounds: NonDeliveryProof::FirstAnswer,
    }))
}

/// Interprets a reply about a movement. `read` interprets a body that says "done".
pub(super) fn judge<T>(
    asked: CallAttempt,
    wire: &HttpOutcome,
    reference: &str,
    read: impl FnOnce(&Value) -> Reading<T>,
) -> Outcome<T> {
    let not_delivered = |code: &str, grounds| {
        let code = code.to_owned();
        Outcome::Refused(Refusal { code, grounds })
    };
    let is_first = asked == CallAttempt::First;
    let Some((meaning, body)) = reply(wire) else {
        return match wire {
            HttpOutcome::NotConnected(_) if is_first => {
                not_delivered(UNREACHABLE, NonDeliveryProof::FirstAnswer)
            }
            _ => Outcome::Unknown(wire.seen()),
        };
    };
    let names_it = body["reference"] == reference;
    match meaning {
        Meaning::Done | Meaning::Refused(_) if !names_it => Outcome::Unknown("OTHER_ID".to_owned()),
        Meaning::Done => match read(&body) {
            Reading::Done(done) => Outcome::Done(done),
            Reading::Malformed => Outcome::Unknown("MALFORMED_SUCCESS".to_owned()),
            Reading::Contradiction(what) => Outcome::Contradiction(what),
        },
        // Bound: whatever else was sent under this reference, it moves nothing.
        Meaning::Refused(code) if asked == CallAttempt::Status => {
            not_delivered(code, NonDeliveryProof::ForEver)
        }
        Meaning::Refused(code) | Meaning::NotTaken(code) if is_first => {
            not_delivered(code, NonDeliveryProof::FirstAnswer)
        }
        Meaning::NotSeen if asked == CallAttempt::Status => Outcome::NotSeen,
        _ => Outcome::Unknown(meaning.seen()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [CallAttempt; 3] = [CallAttempt::First, CallAttempt::Again, CallAttempt::Status];

    fn said(status: u16, body: &str) -> HttpOutcome {
        HttpOutcome::Reply {
            status,
            body: body.as_bytes().to_vec(),
        }
    }

    fn judged(asked: CallAttempt, wire: &HttpOutcome) -> Outcome<()> {
        judge(asked, wire, "T1", |_| Reading::Done(()))
    }

    /// The outcome in one word: the grounds of a refusal count, because money follows them.
    fn word(outcome: &Outcome<()>) -> &'static str {
        match outcome {
            Outcome::Done(()) => "done",
            Outcome::Refused(refusal) => match refusal.grounds {
                NonDeliveryProof::ForEver => "bound",
                NonDeliveryProof::FirstAnswer => "first",
                NonDeliveryProof::NeverCalled => "never",
            },
            Outcome::NotSeen => "not seen",
            Outcome::Unknown(_) => "unknown",
            Outcome::Contradiction(_) => "contradiction",
        }
    }

    #[test]
    fn every_code_has_one_outcome_for_a_first_request_a_repeat_and_a_question() {
        for (code, expected) in [
            (0, ["done", "done", "done"]),
            (1, ["unknown", "unknown", "unknown"]),
            (10, ["first", "unknown", "unknown"]),
            (11, ["first", "unknown", "unknown"]),
            (12, ["first", "unknown", "unknown"]),
            (13, ["first", "unknown", "unknown"]),
            (14, ["first", "unknown", "unknown"]),
            (15, ["first", "unknown", "unknown"]),
            (20, ["first", "unknown", "bound"]),
            (21, ["first", "unknown", "bound"]),
            (22, ["first", "unknown", "bound"]),
            (23, ["first", "unknown", "bound"]),
            (24, ["first", "unknown", "bound"]),
            (25, ["first", "unknown", "bound"]),
            (26, ["unknown", "unknown", "unknown"]),
            (27, ["first", "unknown", "bound"]),
            (30, ["unknown", "unknown", "not seen"]),
            (31, ["unknown", "unknown", "unknown"]),
            (99, ["unknown", "unknown", "unknown"]),
            (2, ["unknown", "unknown", "unknown"]),
            (-1, ["unknown", "unknown", "unknown"]),
            (200, ["unknown", "unknown", "unknown"]),
        ] {
            let wire = said(200, &format!(r#"{{"code":{code},"reference":"T1"}}"#));
            let words = ALL.map(|asked| word(&judged(asked, &wire)));
            assert_eq!(words, expected, "code {code}");
            // Another movement's outcome is nobody's.
            let other = said(200, &format!(r#"{{"code":{code},"reference":"T2"}}"#));
            for asked in ALL {
                let word = word(&judged(asked, &other));
                assert!(!["done", "bound"].contains(&word), "code {code}");
            }
        }
    }

    #[test]
    fn the_paper_has_every_code_and_no_other() {
        let paper = include_str!("../../../../../.github/providers/games.md");
        // Its own section: another protocol has codes as well.
        let section = paper.split("\n## ").find(|text| text.starts_with("SF1"));
        let rows = section.expect("a section of SF1").lines();
        let rows = rows.filter_map(|line| line.strip_prefix("| "));
        let codes = rows.filter_map(|row| row.split(' ').next()?.parse().ok());
        let codes: Vec<i64> = codes.collect();
        let mut known: Vec<i64> = CODES.iter().map(|(code, _)| *code).collect();
        // It leaves everything open, as a code does that is not there.
        known.push(99);
        assert_eq!(codes, known);
    }

    #[test]
    fn what_is_not_the_protocols_own_reply_leaves_the_outcome_unknown() {
        for wire in [
            said(200, r#"{"code":0,"refe"#),
            said(200, r#"{"code":"0","reference":"T1"}"#),
            said(200, r#"{"code":0.5,"reference":"T1"}"#),
            said(200, r#"{"reference":"T1"}"#),
            said(200, r#"{"code":0}"#),
            said(200, r#"{"code":20}"#),
            said(200, "null"),
            said(200, ""),
            said(200, "<html>welcome</html>"),
            said(201, r#"{"code":0,"reference":"T1"}"#),
            said(401, r#"{"code":11}"#),
            said(404, "<html>not found</html>"),
            said(500, r#"{"code":20,"reference":"T1"}"#),
            said(502, "<html>bad gateway</html>"),
            said(503, r#"{"code":"MAINTENANCE","applied":false}"#),
            HttpOutcome::Lost("TIME_OUT".to_owned()),
        ] {
            for asked in ALL {
                assert_eq!(word(&judged(asked, &wire)), "unknown", "{wire:?}");
            }
        }
    }

    #[test]
    fn a_provider_that_cannot_be_reached_refuses_the_first_request_only() {
        let wire = HttpOutcome::NotConnected("NOT_CONNECTED".to_owned());
        let words = ALL.map(|asked| word(&judged(asked, &wire)));
        assert_eq!(words, ["first", "unknown", "unknown"]);
    }

    #[test]
    fn a_call_about_a_player_is_refused_unless_the_provider_is_closed_or_unclear() {
        for (code, expected) in [
            (11, Some("SIGNATURE_INVALID")),
            (20, Some("PLAYER_NOT_FOUND")),
            (26, Some("PLAYER_EXISTS")),
            (15, None),
            (1, None),
            (99, None),
        ] {
            let wire = said(200, &format!(r#"{{"code":{code}}}"#));
            match (expect(&wire), expected) {
                (Err(GameError::Refused(refusal)), Some(code)) => assert_eq!(refusal.code, code),
                (Err(GameError::Unreachable(seen)), None) => {
                    assert_eq!(seen.contains(MAINTENANCE), code == 15);
                }
                (other, _) => panic!("code {code}: {other:?}"),
            }
        }
    }
}
