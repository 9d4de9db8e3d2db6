//! Records in the form that GW1, BK1 and PS1 share: lists by signed requests, page by page to the
//! last page, and single records by their ids.

use chrono::{DateTime, SecondsFormat, Utc};
use ledger::{Currency, Money};
use reqwest::Method;
use rust_decimal::Decimal;
use serde_json::Value;

use super::answer::{Period, Unread};
use super::line::SignedLine;

/// Reads a record; `None` for a movement that was not done.
pub(crate) type Read<T> = fn(&Value) -> Result<Option<T>, Unread>;

/// The most pages of one list; more than that cannot be a correct list.
const PAGES_MAX: usize = 100_000;

/// All records of a kind within a period, or why they could not be read; `name` is the list's name
/// in the reply.
pub(crate) async fn fetch(
    line: SignedLine<'_>,
    (path, name): (&str, &str),
    filter: &str,
    (from, to): Period,
) -> Result<Vec<Value>, Unread> {
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
        let malformed = || Unread(format!("{path}: {}", wire.seen()));
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
    Err(Unread(format!("{path}: no last page")))
}

/// The record of an id, of any time; none if nothing was done under it. `id_of` names a record.
pub(crate) async fn one<T>(
    line: SignedLine<'_>,
    (path, id): (&str, &str),
    read: Read<T>,
    id_of: fn(&T) -> &str,
) -> Result<Option<T>, Unread> {
    let wire = line.call(Method::GET, &format!("{path}/{id}"), None).await;
    let Some(record) = wire.json::<Value>(&[200]) else {
        return match wire.refusal() {
            Some(refusal) if refusal.code.ends_with("_NOT_FOUND") => Ok(None),
            _ => Err(Unread(format!("{path}/{id}: {}", wire.seen()))),
        };
    };
    // A record with another id proves nothing about the requested one.
    match read(&record)? {
        Some(other) if id_of(&other) != id => Err(Unread(format!(
            "{path}/{id}: answered with {}",
            id_of(&other)
        ))),
        found => Ok(found),
    }
}

/// An amount as BK1 and PS1 send it: with two decimals in every currency.
pub(crate) fn wire_amount(amount: Money) -> String {
    let mut decimals = amount.amount();
    decimals.rescale(2);
    decimals.to_string()
}

/// A field that must be a text.
pub(crate) fn text<'a>(record: &'a Value, field: &str) -> Result<&'a str, Unread> {
    record[field]
        .as_str()
        .ok_or_else(|| Unread(format!("a record without {field}: {record}")))
}

/// A field that must be a moment.
pub(crate) fn moment(record: &Value, field: &str) -> Result<DateTime<Utc>, Unread> {
    let moment = text(record, field)?.parse();
    moment.map_err(|_| Unread(format!("a record with a bad {field}: {record}")))
}

/// The currency that a record names, if it is one of ours.
pub(crate) fn currency(record: &Value) -> Option<Currency> {
    record["currency"].as_str()?.parse().ok()
}

/// A field that must be a decimal text; trailing zeros do not count.
pub(crate) fn amount(record: &Value, field: &str) -> Result<Decimal, Unread> {
    let amount: Result<Decimal, _> = text(record, field)?.parse();
    amount
        .map(|amount| amount.normalize())
        .map_err(|_| Unread(format!("a record with a bad {field}: {record}")))
}

/// A cursor that is safe in a query unescaped.
fn is_plain(cursor: &str) -> bool {
    (1..=512).contains(&cursor.len())
        && cursor
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))
}
