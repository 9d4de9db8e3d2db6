//! The configuration's JSON Schema, and the keys of a document that it does not know.

use std::sync::OnceLock;

use serde_json::Value;

use super::Config;
use super::mistake::Place;

/// How alike two keys are when one may have been meant by the other, from 0 to 1.
const IS_LIKE: f64 = 0.8;

/// The JSON Schema (draft 2020-12) of a configuration, before variables are replaced.
#[must_use]
pub fn json_schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| schemars::schema_for!(Config).to_value())
}

/// Removes each unknown key, and notes it with the most similar known key.
pub(super) fn take_unknown_keys(document: &mut toml::Value, place: &mut Place<'_>) {
    take_unknown(document, &[json_schema()], place);
}

/// `nodes` are the parts of the schema that the value may match.
fn take_unknown(value: &mut toml::Value, nodes: &[&'static Value], place: &mut Place<'_>) {
    let nodes: Vec<_> = nodes.iter().flat_map(|node| alternatives(node)).collect();
    match value {
        toml::Value::Array(items) => {
            let of_items: Vec<_> = nodes.iter().filter_map(|node| node.get("items")).collect();
            for (number, item) in items.iter_mut().enumerate() {
                take_unknown(item, &of_items, &mut place.item(number));
            }
        }
        toml::Value::Table(table) => {
            let properties: Vec<_> = nodes
                .iter()
                .filter_map(|node| node.get("properties")?.as_object())
                .collect();
            let any_key: Vec<_> = nodes
                .iter()
                .filter_map(|node| node.get("additionalProperties"))
                .filter(|any| any.is_object())
                .collect();
            table.retain(|key, value| {
                let mut known: Vec<_> =
                    properties.iter().filter_map(|node| node.get(key)).collect();
                known.extend(&any_key);
                let is_known = !known.is_empty() || properties.is_empty();
                if is_known {
                    take_unknown(value, &known, &mut place.at(key));
                } else {
                    let keys = properties.iter().flat_map(|node| node.keys());
                    place.at(key).wrong(match most_like(key, keys) {
                        Some(meant) => format!("no such key; did you mean {meant}?"),
                        None => "no such key".to_owned(),
                    });
                }
                is_known
            });
        }
        _ => {}
    }
}

/// A part of the schema and those that it refers to.
fn alternatives(node: &'static Value) -> Vec<&'static Value> {
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

fn most_like<'a>(key: &str, known: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    known
        .map(|candidate| (strsim::jaro_winkler(key, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= IS_LIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, candidate)| candidate)
}
