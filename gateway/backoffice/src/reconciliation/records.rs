//! Reads the records of a provider or bank: signed requests, page by page, to the last page.

use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};
use ledger::Currency;
use reqwest::Method;
use rust_decimal::Decimal;
use serde_json::Value;

use super::ReconcileError;
use super::compare::{Entries, Entry};
use providers::line::SignedLine;

/// How many questions to one source run in parallel.
pub(super) const PARALLEL: usize = 8;

/// Reads a record; `None` for a movement that was not done.
pub(super) type Read = fn(&Value, Decimal) -> Result<Option<(String, Entry)>, ReconcileError>;

/// The most pages of one list; more than that cannot be a correct list.
const PAGES_MAX: usize = 100_000;

/// All records of a kind within a period; `name` is the list's name in the reply.
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

/// Requests single records by their ids, of any time; movements that were not done are left out.
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

/// A cursor that is safe in a query unescaped.
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
