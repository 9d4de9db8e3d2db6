//! The differences between two states, path by path.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value};

/// One value that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The path: names joined by dots; the parts of a list have the name of their key field
    /// (`buckets.main.amount`).
    pub path: String,
    /// The old value; null when there was none.
    pub before: Value,
    /// The new value; null when there is none.
    pub after: Value,
}

/// The key fields that name a part of a list, so that a new transfer does not shift all that
/// follow.
const NAMES: [&str; 5] = ["account", "id", "game", "period", "code"];

/// Compares two values; the changes are in the order of their paths.
#[must_use]
pub fn difference(before: &Value, after: &Value) -> Vec<Change> {
    let mut changes = Vec::new();
    compare(String::new(), before, after, &mut changes);
    changes
}

fn compare(path: String, before: &Value, after: &Value, changes: &mut Vec<Change>) {
    if before == after {
        return;
    }
    let (Some(old), Some(new)) = (parts(before), parts(after)) else {
        changes.push(Change {
            path,
            before: before.clone(),
            after: after.clone(),
        });
        return;
    };
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for key in keys {
        let at = match path.as_str() {
            "" => key.clone(),
            path => format!("{path}.{key}"),
        };
        let part = |parts: &BTreeMap<String, &Value>| parts.get(key).copied().cloned();
        let (old, new) = (
            part(&old).unwrap_or_default(),
            part(&new).unwrap_or_default(),
        );
        compare(at, &old, &new, changes);
    }
}

/// The named parts of a value; `None` if it has none.
fn parts(value: &Value) -> Option<BTreeMap<String, &Value>> {
    match value {
        Value::Object(object) => {
            let parts = object.iter().map(|(key, part)| (key.clone(), part));
            Some(parts.collect())
        }
        Value::Array(list) => {
            let named = list
                .iter()
                .map(|part| Some((name_of(part.as_object()?)?, part)));
            named.collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

fn name_of(object: &Map<String, Value>) -> Option<String> {
    let name = NAMES.iter().find_map(|name| object.get(*name))?;
    name.as_str().map(ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_change_is_named_by_its_path_and_not_by_its_place() {
        let before = json!({
            "buckets": [{ "account": "main", "amount": "10.00" }], "grant": null,
            "openTransfers": [],
        });
        let new = json!({ "account": "in_transit", "amount": "4.00" });
        let after = json!({
            "buckets": [new, { "account": "main", "amount": "6.00" }], "grant": null,
            "openTransfers": [],
        });
        let change = |path: &str, before: Value, after: Value| Change {
            path: path.to_owned(),
            before,
            after,
        };
        assert_eq!(
            difference(&before, &after),
            [
                change("buckets.in_transit", Value::Null, new),
                change("buckets.main.amount", json!("10.00"), json!("6.00")),
            ]
        );
        assert_eq!(difference(&after, &after), []);
    }
}
