//! Reading the outside's records: signed, page by page, until the last one.

use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::Method;
use rust_decimal::Decimal;
use serde_json::Value;

use super::ReconcileError;
use super::compare::{Entries, Entry};
use crate::providers::line::SignedLine;

/// Questions to one source at a time.
pub(super) const PARALLEL: usize = 8;

/// Reads a record; `None` for one of something that was not done.
pub(super) type Read = fn(&Value, Decimal) -> Result<Option<(String, Entry)>, ReconcileError>;

/// More pages than this are no honest record.
const PAGES_MAX: usize = 100_000;

/// All records of a kind (`name` is the list's name in the reply) within a time.
pub(super) async fn fetch(
    line: SignedLine<'_>,
    (path, name): (&str, &str),
    filter: &str,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<Value>, ReconcileError> {
    let moment = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let base = format!("from={}&to={}&limit=200{filter}", moment(from), moment(to));
    let mut records = Vec::new();
    let mut cursor = None::<String>;
    for _ in 0..PAGES_MAX {
        let query = match &cursor {
            Some(cursor) => format!("{base}&cursor={cursor}"),
            None => base.clone(),
        };
        let wire = line.read(path, &query).await;
        let malformed = || ReconcileError::Outside(format!("{path}: {}", wire.seen()));
        let mut page: Value = wire.json(&[200]).ok_or_else(malformed)?;
        let Value::Array(list) = page[name].take() else {
            return Err(malformed());
        };
        records.extend(list);
        match &page["nextCursor"] {
            Value::Null => return Ok(records),
            Value::String(next) if is_plain(next) && cursor.as_ref() != Some(next) => {
                cursor = Some(next.clone());
            }
            _ => return Err(malformed()),
        }
    }
    Err(ReconcileError::Outside(format!("{path}: no last page")))
}

/// Asks for single records by their ids, whenever they were made; what was not done is left out.
pub(super) async fn ask(
    line: SignedLine<'_>,
    path: &str,
    ids: Vec<String>,
    read: Read,
    rate: Decimal,
) -> Result<Entries, ReconcileError> {
    let questions = ids.into_iter().map(|id| async move {
        let wire = line.call(Method::GET, &format!("{path}/{id}"), None).await;
        if let Some(record) = wire.json::<Value>(&[200]) {
            let entry = read(&record, rate)?;
            // Another record than the one that was asked for proves nothing about it.
            return match entry {
                Some((told, _)) if told != id => Err(ReconcileError::Outside(format!(
                    "{path}/{id}: told of {told}"
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

/// A cursor that goes into a query as it is.
fn is_plain(cursor: &str) -> bool {
    (1..=512).contains(&cursor.len())
        && cursor
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))
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

/// A field that must be a decimal text; trailing zeros do not count.
pub(super) fn amount(record: &Value, field: &str) -> Result<Decimal, ReconcileError> {
    let amount: Result<Decimal, _> = text(record, field)?.parse();
    amount
        .map(|amount| amount.normalize())
        .map_err(|_| ReconcileError::Outside(format!("a record with a bad {field}: {record}")))
}
