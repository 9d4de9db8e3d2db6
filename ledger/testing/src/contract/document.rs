//! An OpenAPI document. Each of its parts is read when it is first asked for: a test asks for few,
//! and each test is a process.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// A document with paths and components.
#[derive(Debug, Deserialize)]
pub(super) struct Document {
    paths: BTreeMap<String, Part>,
    #[serde(default)]
    components: BTreeMap<String, BTreeMap<String, Part>>,
}

#[derive(Debug, Deserialize)]
#[serde(from = "Box<RawValue>")]
struct Part {
    text: Box<RawValue>,
    value: OnceLock<Value>,
}

impl From<Box<RawValue>> for Part {
    fn from(text: Box<RawValue>) -> Self {
        let value = OnceLock::new();
        Self { text, value }
    }
}

impl Part {
    fn value(&self) -> &Value {
        let read = || serde_json::from_str(self.text.get()).expect("a part of JSON is JSON");
        self.value.get_or_init(read)
    }
}

impl Document {
    /// Reads a document; panics if it is none.
    pub(super) fn read(json: &str) -> Self {
        serde_json::from_str(json).expect("the document is JSON with paths")
    }

    /// What the document has at a path; of two templates that fit, the one with the fixed word.
    pub(super) fn path(&self, path: &str) -> Option<&Value> {
        let fitting = self
            .paths
            .iter()
            .filter(|(template, _)| fits(template, path));
        let (_, part) = fitting.min_by_key(|(template, _)| template.matches('{').count())?;
        Some(part.value())
    }

    /// The component that a reference names: `#/components/schemas/Problem`.
    pub(super) fn component(&self, reference: &str) -> &Value {
        let name = reference.strip_prefix("#/components/");
        let part = name.and_then(|name| {
            let (kind, name) = name.split_once('/')?;
            self.components.get(kind)?.get(name)
        });
        part.unwrap_or_else(|| panic!("{reference} refers to nothing"))
            .value()
    }
}

fn fits(template: &str, path: &str) -> bool {
    let (wanted, given) = (template.split('/'), path.split('/'));
    wanted.clone().count() == given.clone().count()
        && wanted.zip(given).all(|(wanted, given)| {
            wanted == given || (wanted.starts_with('{') && !given.is_empty())
        })
}
