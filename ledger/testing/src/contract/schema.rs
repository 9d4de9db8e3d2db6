//! The part of JSON Schema that the document uses. A keyword or a format that is not known here
//! fails, so that nothing is left unchecked by silence.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, NaiveDate};
use regex::Regex;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::document::Document;

/// Keywords that say nothing about which values are right.
const WORDS: [&str; 5] = ["description", "example", "default", "deprecated", "title"];

/// The schemas of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schemas<'a> {
    document: &'a Document,
}

/// What one schema says of a value.
#[derive(Debug, Default)]
struct Verdict {
    faults: Vec<String>,
    /// The fields that it describes.
    described: BTreeSet<String>,
    /// Whether it describes fields of any name.
    is_open: bool,
}

impl Verdict {
    fn join(&mut self, other: Self) {
        self.faults.extend(other.faults);
        self.described.extend(other.described);
        self.is_open |= other.is_open;
    }
}

impl<'a> Schemas<'a> {
    pub(super) fn of(document: &'a Document) -> Self {
        Self { document }
    }

    /// Everything in which the value differs from the schema.
    pub(super) fn faults(self, schema: &Value, value: &Value) -> Vec<String> {
        self.whole(schema, value, "").faults
    }

    /// The verdict on a complete value: a field that no part of the schema describes is a fault.
    fn whole(self, schema: &Value, value: &Value, place: &str) -> Verdict {
        let mut verdict = self.part(schema, value, place);
        if let Some(fields) = value.as_object()
            && !verdict.is_open
        {
            let unknown = fields
                .keys()
                .filter(|name| !verdict.described.contains(*name));
            let unknown = unknown.map(|name| format!("{place}/{name} is not described"));
            let unknown: Vec<_> = unknown.collect();
            verdict.faults.extend(unknown);
        }
        verdict
    }

    /// The verdict of one schema, which may be a part of another one.
    fn part(self, schema: &Value, value: &Value, place: &str) -> Verdict {
        let mut verdict = Verdict::default();
        let Some(keywords) = schema.as_object() else {
            assert_eq!(schema, &Value::Bool(true), "a schema that is none");
            verdict.is_open = true;
            return verdict;
        };
        let is_composed = ["$ref", "allOf", "oneOf", "anyOf"]
            .iter()
            .any(|keyword| keywords.contains_key(*keyword));
        verdict.is_open = !is_composed && !keywords.contains_key("properties");
        for (keyword, rule) in keywords {
            if !WORDS.contains(&keyword.as_str()) {
                verdict.join(self.keyword(keywords, (keyword, rule), value, place));
            }
        }
        verdict
    }

    fn keyword(
        self,
        keywords: &Map<String, Value>,
        (keyword, rule): (&str, &Value),
        value: &Value,
        place: &str,
    ) -> Verdict {
        let mut verdict = Verdict::default();
        match keyword {
            "$ref" => {
                let reference = rule.as_str().expect("a reference is a text");
                return self.part(self.document.component(reference), value, place);
            }
            "allOf" => {
                for part in parts(rule) {
                    verdict.join(self.part(part, value, place));
                }
            }
            "oneOf" | "anyOf" => return self.choice(rule, keyword == "oneOf", value, place),
            "properties" | "required" | "additionalProperties" | "propertyNames" => {
                if let Some(fields) = value.as_object() {
                    return self.fields(keywords, (keyword, rule), fields, place);
                }
            }
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    let found = self.whole(rule, item, &format!("{place}/{at}"));
                    verdict.faults.extend(found.faults);
                }
            }
            _ => {
                let fault = plain_fault(keyword, rule, value);
                verdict
                    .faults
                    .extend(fault.map(|it| format!("{place}: {it}")));
            }
        }
        verdict
    }

    /// Exactly one, or at least one, of several schemas.
    fn choice(self, rule: &Value, is_exact: bool, value: &Value, place: &str) -> Verdict {
        let verdicts = parts(rule).iter().map(|it| self.part(it, value, place));
        let (right, wrong): (Vec<_>, Vec<_>) = verdicts.partition(|it| it.faults.is_empty());
        let mut verdict = Verdict::default();
        match right.len() {
            0 => {
                let reasons: Vec<_> = wrong.into_iter().flat_map(|it| it.faults).collect();
                let fault = format!("{place}: none of its forms ({})", reasons.join(", "));
                verdict.faults.push(fault);
                verdict.is_open = true;
            }
            2.. if is_exact => verdict
                .faults
                .push(format!("{place}: several of its forms")),
            _ => right.into_iter().for_each(|it| verdict.join(it)),
        }
        verdict
    }

    fn fields(
        self,
        keywords: &Map<String, Value>,
        (keyword, rule): (&str, &Value),
        fields: &Map<String, Value>,
        place: &str,
    ) -> Verdict {
        let mut verdict = Verdict::default();
        match keyword {
            "required" => {
                let names = parts(rule).iter().filter_map(Value::as_str);
                let missing = names.filter(|name| !fields.contains_key(*name));
                let missing = missing.map(|name| format!("{place}: {name} is missing"));
                verdict.faults.extend(missing);
            }
            "properties" => {
                for (name, schema) in rule.as_object().expect("properties have names") {
                    verdict.described.insert(name.clone());
                    if let Some(value) = fields.get(name) {
                        let found = self.whole(schema, value, &format!("{place}/{name}"));
                        verdict.faults.extend(found.faults);
                    }
                }
            }
            "additionalProperties" => {
                let named = &keywords.get("properties").unwrap_or(&Value::Null);
                let more = fields.iter().filter(|(name, _)| named.get(name).is_none());
                for (name, value) in more {
                    let found = self.whole(rule, value, &format!("{place}/{name}"));
                    verdict.faults.extend(found.faults);
                }
                verdict.is_open = true;
            }
            _ => {
                for name in fields.keys() {
                    let name = Value::String(name.clone());
                    let found = self.part(rule, &name, place);
                    verdict.faults.extend(found.faults);
                }
            }
        }
        verdict
    }
}

fn parts(rule: &Value) -> &[Value] {
    rule.as_array().expect("a list of schemas or names")
}

/// What is wrong with a value by a keyword that is about itself.
fn plain_fault(keyword: &str, rule: &Value, value: &Value) -> Option<String> {
    let is_right = match keyword {
        "type" => match rule {
            Value::Array(kinds) => kinds.iter().any(|kind| is_of(kind, value)),
            kind => is_of(kind, value),
        },
        "enum" => parts(rule).contains(value),
        "const" => rule == value,
        "pattern" => is_text(value, |text| {
            is_like(rule.as_str().expect("a pattern is a text"), text)
        }),
        "format" => is_formatted(rule.as_str().expect("a format is a text"), value),
        "minLength" => is_text(value, |text| text.chars().count() >= count(rule)),
        "maxLength" => is_text(value, |text| text.chars().count() <= count(rule)),
        "minimum" => value.as_f64() >= rule.as_f64() || !value.is_number(),
        "maximum" => value.as_f64() <= rule.as_f64() || !value.is_number(),
        other => panic!("the keyword {other} is not known"),
    };
    (!is_right).then(|| match keyword {
        "type" => format!("no {}", rule.to_string().replace('"', "")),
        "format" => format!("no {}", rule.as_str().unwrap_or_default()),
        "enum" => format!("none of {rule}: {value}"),
        _ => format!("not of {keyword} {rule}: {value}"),
    })
}

/// Whether a text fits a pattern. To compile one takes far longer than to use it.
fn is_like(pattern: &str, text: &str) -> bool {
    static PATTERNS: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());
    let mut patterns = PATTERNS.lock().unwrap_or_else(PoisonError::into_inner);
    let compiled = patterns
        .entry(pattern.to_owned())
        .or_insert_with(|| Regex::new(pattern).expect("a pattern is right"));
    compiled.is_match(text)
}

fn count(rule: &Value) -> usize {
    let count = rule.as_u64().and_then(|it| it.try_into().ok());
    count.expect("a length is a count")
}

/// A rule about texts is none about other values.
fn is_text(value: &Value, rule: impl Fn(&str) -> bool) -> bool {
    value.as_str().is_none_or(rule)
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("a type is a text") {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "null" => value.is_null(),
        other => panic!("the type {other} is not known"),
    }
}

fn is_formatted(format: &str, value: &Value) -> bool {
    match format {
        "date" => is_text(value, |text| text.parse::<NaiveDate>().is_ok()),
        "date-time" => is_text(value, |text| DateTime::parse_from_rfc3339(text).is_ok()),
        "uuid" => is_text(value, |text| Uuid::parse_str(text).is_ok()),
        "int32" => value.as_i64().is_none_or(|it| i32::try_from(it).is_ok()),
        "int64" | "binary" => true,
        other => panic!("the format {other} is not known"),
    }
}
