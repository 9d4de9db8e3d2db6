//! Lists of records in GW1's form: signed requests, page by page, to the last page.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::Value;

use super::line::SignedLine;

/// The most pages of one list; more than that cannot be a correct list.
const PAGES_MAX: usize = 100_000;

/// All records of a kind within a period, or why they could not be read; `name` is the list's name
/// in the reply.
pub async fn fetch(
    line: SignedLine<'_>,
    (path, name): (&str, &str),
    filter: &str,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<Value>, String> {
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
        let malformed = || format!("{path}: {}", wire.seen());
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
    Err(format!("{path}: no last page"))
}

/// A cursor that is safe in a query unescaped.
fn is_plain(cursor: &str) -> bool {
    (1..=512).contains(&cursor.len())
        && cursor
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))
}
