//! The configuration's JSON Schema.

use std::sync::OnceLock;

use serde_json::Value;

use super::Config;

/// How alike two keys are when one may have been meant by the other, from 0 to 1.
const IS_LIKE: f64 = 0.8;

/// The JSON Schema (draft 2020-12) of a configuration, before variables are replaced.
#[must_use]
pub fn json_schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| schemars::schema_for!(Config).to_value())
}

/// A part of the schema and those that it refers to.
pub(super) fn alternatives(node: &'static Value) -> Vec<&'static Value> {
    let mut found = vec![node];
    if let Some(reference) = node.get("$ref").and_then(Value::as_str) {
        let pointer = reference.trim_start_matches('#');
        let target = json_schema().pointer(pointer);
        found.extend(target.into_iter().flat_map(alternatives));
    }
    for choice in ["anyOf", "oneOf", "allOf"] {
        let choices = node.get(choice).and_then(Value::as_array);
        found.extend(choices.into_iter().flatten().flat_map(alternatives));
    }
    found
}

/// The known key that was meant by an unknown one.
pub(super) fn most_like<'a>(
    key: &str,
    known: impl Iterator<Item = &'a String>,
) -> Option<&'a String> {
    known
        .map(|candidate| (strsim::jaro_winkler(key, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= IS_LIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, candidate)| candidate)
}
