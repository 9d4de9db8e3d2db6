//! Reads the records of the other side, and says why they could not be read.

use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};
use ledger::Currency;
use reqwest::Method;
use rust_decimal::Decimal;
use serde_json::Value;

use super::ReconcileError;
use super::compare::{Entries, Entry};
use providers::game::GameError;
use providers::line::SignedLine;
use providers::records;

/// How many questions to one source run in parallel.
pub(super) const PARALLEL: usize = 8;

/// Reads a record; `None` for a movement that was not done.
pub(super) type Read = fn(&Value) -> Result<Option<(String, Entry)>, ReconcileError>;

/// All records of a list within a period.
pub(super) async fn fetch(
    line: SignedLine<'_>,
    list: (&str, &str),
    filter: &str,
    period: (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<Value>, ReconcileError> {
    let fetched = records::fetch(line, list, filter, period).await;
    fetched.map_err(ReconcileError::Outside)
}

/// Requests single records by their ids, of any time; movements that were not done are left out.
pub(super) async fn ask(
    line: SignedLine<'_>,
    path: &str,
    ids: Vec<String>,
    read: Read,
) -> Result<Entries, ReconcileError> {
    let questions = ids.into_iter().map(|id| async move {
        let wire = line.call(Method::GET, &format!("{path}/{id}"), None).await;
        if let Some(record) = wire.json::<Value>(&[200]) {
            let entry = read(&record)?;
            // A record with another id proves nothing about the requested one.
            return match entry {
                Some((other, _)) if other != id => Err(ReconcileError::Outside(format!(
                    "{path}/{id}: answered with {other}"
                ))),
                entry => Ok(entry),
            };
        }
        match wire.refusal() {
            Some(refusal) if refusal.code.ends_with("_NOT_FOUND") => Ok(None),
            _ => Err(ReconcileError::Outside(format!(
                "{path}/{id}: {}",
                wire.seen()
            ))),
        }
    });
    let answers = stream::iter(questions).buffer_unordered(PARALLEL);
    answers
        .try_filter_map(|entry| async move { Ok(entry) })
        .try_collect()
        .await
}

/// Why a provider could not be compared: what it was asked for, and what it answered.
pub(super) fn outside(what: &str, error: &GameError) -> ReconcileError {
    ReconcileError::Outside(match error {
        GameError::Refused(refusal) => format!("{what}: {}", refusal.code),
        GameError::Unreachable(seen) => format!("{what}: {seen}"),
    })
}

/// A field that must be a text.
pub(super) fn text<'a>(record: &'a Value, field: &str) -> Result<&'a str, ReconcileError> {
    record[field]
        .as_str()
        .ok_or_else(|| ReconcileError::Outside(format!("a record without {field}: {record}")))
}

/// A field that must be a moment.
pub(super) fn moment(record: &Value, field: &str) -> Result<DateTime<Utc>, ReconcileError> {
    text(record, field)?
        .parse()
        .map_err(|_| ReconcileError::Outside(format!("a record with a bad {field}: {record}")))
}

/// The currency that a record names, if it is one of ours.
pub(super) fn currency(record: &Value) -> Option<Currency> {
    record["currency"].as_str()?.parse().ok()
}

/// A field that must be a decimal text; trailing zeros do not count.
pub(super) fn amount(record: &Value, field: &str) -> Result<Decimal, ReconcileError> {
    let amount: Result<Decimal, _> = text(record, field)?.parse();
    amount
        .map(|amount| amount.normalize())
        .map_err(|_| ReconcileError::Outside(format!("a record with a bad {field}: {record}")))
}
