//! Statements for reconciliation: what a provider says it did, page by page, oldest first.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::refusal::Refusal;

/// The name of these calls at the fault switch.
pub(crate) const OPERATION: &str = "report";

const PAGE_LENGTH: usize = 100;
const PAGE_LENGTH_MAX: usize = 500;

/// Which part of a statement is wanted: `from` inclusive, `to` exclusive.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Wanted {
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    cursor: Option<String>,
    limit: Option<usize>,
    /// Bank: receipts of this account.
    pub(crate) account: Option<String>,
    /// Payment services: `paidAt` = paid orders by the moment of payment.
    pub(crate) by: Option<String>,
}

/// A query as the handlers get it.
pub(crate) type Asked = Result<Query<Wanted>, QueryRejection>;

/// The query, or what is wrong with it.
pub(crate) fn wanted(asked: Asked) -> Result<Wanted, Refusal> {
    asked
        .map(|Query(wanted)| wanted)
        .map_err(|error| Refusal::invalid(format!("query: {}", error.body_text())))
}

/// One line of a statement and its place in it.
pub(crate) struct Line {
    pub(crate) at: DateTime<Utc>,
    pub(crate) id: String,
    pub(crate) shown: Value,
}

/// A page under `name`, with the cursor of the next one or null.
///
/// A cursor names the last line seen, so lines that come later never shift a page.
pub(crate) fn page(
    name: &str,
    lines: impl Iterator<Item = Line>,
    wanted: &Wanted,
) -> Result<Value, Refusal> {
    let limit = wanted.limit.unwrap_or(PAGE_LENGTH);
    if !(1..=PAGE_LENGTH_MAX).contains(&limit) {
        return Err(Refusal::invalid("limit must be 1 to 500"));
    }
    let after = match &wanted.cursor {
        Some(cursor) => {
            Some(read_cursor(cursor).ok_or_else(|| Refusal::invalid("no such cursor"))?)
        }
        None => None,
    };
    let mut lines: Vec<Line> = lines
        .filter(|line| wanted.from.is_none_or(|from| line.at >= from))
        .filter(|line| wanted.to.is_none_or(|to| line.at < to))
        .filter(|line| after.as_ref().is_none_or(|after| place(line) > *after))
        .collect();
    lines.sort_by_key(place);
    let next = (lines.len() > limit).then(|| cursor(&lines[limit - 1]));
    lines.truncate(limit);
    let shown: Vec<Value> = lines.into_iter().map(|line| line.shown).collect();
    let mut page = json!({});
    page[name] = json!(shown);
    page["nextCursor"] = json!(next);
    Ok(page)
}

fn place(line: &Line) -> (i64, String) {
    (line.at.timestamp_micros(), line.id.clone())
}

fn cursor(line: &Line) -> String {
    let (micros, id) = place(line);
    hex::encode(format!("{micros}/{id}"))
}

fn read_cursor(text: &str) -> Option<(i64, String)> {
    let bytes = hex::decode(text).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (micros, id) = text.split_once('/')?;
    Some((micros.parse().ok()?, id.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(seconds: i64, id: &str) -> Line {
        Line {
            at: DateTime::from_timestamp(seconds, 0).unwrap(),
            id: id.to_owned(),
            shown: json!(id),
        }
    }

    #[test]
    fn pages_follow_each_other_even_when_many_lines_share_a_moment() {
        let lines = || (0..7).map(|index| line(100, &format!("L{index}")));
        let mut wanted = Wanted {
            limit: Some(3),
            ..Wanted::default()
        };
        let mut seen = Vec::new();
        loop {
            let page = page("lines", lines(), &wanted).unwrap();
            seen.extend(page["lines"].as_array().unwrap().clone());
            match page["nextCursor"].as_str() {
                Some(cursor) => wanted.cursor = Some(cursor.to_owned()),
                None => break,
            }
        }
        let all: Vec<Value> = (0..7).map(|index| json!(format!("L{index}"))).collect();
        assert_eq!(seen, all);
    }

    #[test]
    fn the_period_includes_its_start_and_not_its_end() {
        let wanted = Wanted {
            from: DateTime::from_timestamp(10, 0),
            to: DateTime::from_timestamp(20, 0),
            ..Wanted::default()
        };
        let lines = [9, 10, 19, 20].map(|at| line(at, &at.to_string()));
        let page = page("lines", lines.into_iter(), &wanted).unwrap();
        assert_eq!(page["lines"], json!(["10", "19"]));
        assert_eq!(page["nextCursor"], Value::Null);
    }
}
