//! Whether a document has the shape that the schema describes: known keys, all the required ones, and
//! values of their types. All that is wrong is found at once, where serde ends at the first mistake.

use std::fmt::Write;

use serde_json::Value;

use super::forms::HOSTS;
use super::mistake::Place;
use super::readers::{Form, form};
use super::schema::{alternatives, json_schema, most_like};

/// The result of a check.
#[derive(Default)]
pub(super) struct Shape {
    /// Each text that names a host, by its key.
    pub(super) hosts: Vec<(String, String)>,
    /// Whether a configuration can be read from what is left.
    pub(super) is_readable: bool,
}

/// Notes what has another shape, and removes each unknown key so that the rest can be read.
pub(super) fn check(document: &mut toml::Value, place: &mut Place<'_>) -> Shape {
    let mut shape = Shape {
        is_readable: true,
        ..Shape::default()
    };
    shape.check(document, &[json_schema()], place);
    shape
}

impl Shape {
    /// `nodes` are the parts of the schema that the value may match.
    fn check(&mut self, value: &mut toml::Value, nodes: &[&'static Value], place: &mut Place<'_>) {
        let nodes: Vec<_> = nodes.iter().flat_map(|node| alternatives(node)).collect();
        let fitting: Vec<_> = nodes
            .iter()
            .copied()
            .filter(|node| takes(node, value))
            .collect();
        if fitting.is_empty() {
            let (is, expected) = (kind(value), expected(&nodes));
            let mut what = format!("is {is} where {expected} is expected");
            if value.is_table() && nodes.iter().any(|node| is_of_tables(node)) {
                write!(what, ": write [[{}]]", place.key()).expect("a text takes more");
            }
            return self.wrong(place, what);
        }
        match value {
            toml::Value::Array(items) => {
                let of_items: Vec<_> = nodes.iter().filter_map(|node| node.get("items")).collect();
                for (number, item) in items.iter_mut().enumerate() {
                    self.check(item, &of_items, &mut place.item(number));
                }
            }
            toml::Value::Table(table) => self.check_table(table, fitting, place),
            leaf => self.check_leaf(leaf, &fitting, place),
        }
    }

    fn wrong(&mut self, place: &mut Place<'_>, what: String) {
        self.is_readable = false;
        place.wrong(what);
    }

    fn check_table(
        &mut self,
        table: &mut toml::Table,
        mut nodes: Vec<&'static Value>,
        place: &mut Place<'_>,
    ) {
        if let Some((tag, of_tag)) = tag(&nodes) {
            let given = table.get(tag);
            nodes.retain(|node| of_value(node, tag, given));
            if nodes.is_empty() {
                let is = given.map_or_else(|| "is missing:".to_owned(), is_where);
                let expected = expected(&of_tag);
                return self.wrong(&mut place.at(tag), format!("{is} {expected} is expected"));
            }
        }
        let meant = self.take_unknown(table, &nodes, place);
        let of_all = |key: &str| {
            nodes
                .iter()
                .all(|node| required(node).any(|name| name == key))
        };
        for key in nodes.first().into_iter().flat_map(|node| required(node)) {
            if !of_all(key) || table.contains_key(key) {
                continue;
            }
            // Its other spelling is a mistake already.
            if meant.contains(&key) {
                self.is_readable = false;
            } else {
                let of_key: Vec<_> = properties(&nodes, key).flat_map(alternatives).collect();
                let expected = expected(&of_key);
                self.wrong(
                    &mut place.at(key),
                    format!("is missing: {expected} is expected"),
                );
            }
        }
    }

    /// Answers with the known keys that were meant by unknown ones.
    fn take_unknown(
        &mut self,
        table: &mut toml::Table,
        nodes: &[&'static Value],
        place: &mut Place<'_>,
    ) -> Vec<&'static str> {
        let mut meant = Vec::new();
        let all: Vec<_> = nodes
            .iter()
            .filter_map(|node| node.get("properties")?.as_object())
            .collect();
        table.retain(|key, value| {
            let known: Vec<_> = properties(nodes, key).collect();
            if !known.is_empty() {
                self.check(value, &known, &mut place.at(key));
                return true;
            }
            let mut keys = all.iter().flat_map(|node| node.keys());
            let what = if keys.clone().any(|key| key == "THB") {
                "is no currency of this service: THB, LAK or COIN".to_owned()
            } else {
                match most_like(key, &mut keys) {
                    Some(like) => {
                        meant.push(like.as_str());
                        format!("no such key; did you mean {like}?")
                    }
                    None => "no such key".to_owned(),
                }
            };
            place.at(key).wrong(what);
            false
        });
        meant
    }

    fn check_leaf(&mut self, leaf: &toml::Value, nodes: &[&'static Value], place: &mut Place<'_>) {
        if !nodes.iter().any(|node| accepts(node, leaf)) {
            let mut what = format!("{} {} is expected", is_where(leaf), expected(nodes));
            if let Some((least, most)) = nodes.first().map(|node| bounds(node))
                && leaf.is_integer()
            {
                what = format!("is not from {least} to {most}");
            }
            return self.wrong(place, what);
        }
        let names_host = |node: &&Value| HOSTS.iter().any(|host| node["format"] == **host);
        if let Some(text) = leaf.as_str().filter(|_| nodes.iter().any(names_host)) {
            self.hosts.push((place.key().to_owned(), text.to_owned()));
        }
    }
}

/// The beginning of a sentence about a value that can be shown: no secret has a form or a bound.
fn is_where(value: &toml::Value) -> String {
    match value {
        toml::Value::String(_) | toml::Value::Integer(_) => format!("is {value} where"),
        other => format!("is {} where", kind(other)),
    }
}

fn kind(value: &toml::Value) -> &'static str {
    match value {
        toml::Value::String(_) => "a text",
        toml::Value::Integer(_) => "a number",
        toml::Value::Float(_) => "a number with a fraction",
        toml::Value::Boolean(true) => "true",
        toml::Value::Boolean(false) => "false",
        toml::Value::Datetime(_) => "a date or a time",
        toml::Value::Array(_) => "a list",
        toml::Value::Table(_) => "a table",
    }
}

/// The types of JSON that a node names.
fn types(node: &Value) -> impl Iterator<Item = &str> {
    let of_node = &node["type"];
    let several = of_node.as_array().into_iter().flatten();
    several.chain([of_node]).filter_map(Value::as_str)
}

fn takes(node: &Value, value: &toml::Value) -> bool {
    types(node).any(|name| match value {
        toml::Value::String(_) => name == "string",
        toml::Value::Integer(_) => matches!(name, "integer" | "number"),
        toml::Value::Float(_) => name == "number",
        toml::Value::Boolean(_) => name == "boolean",
        toml::Value::Datetime(_) => false,
        toml::Value::Array(_) => name == "array",
        toml::Value::Table(_) => name == "object",
    })
}

fn form_of(node: &Value) -> Option<&'static Form> {
    node["format"].as_str().and_then(form)
}

/// The only texts that a node accepts; none: it accepts others.
fn words(node: &Value) -> Vec<&str> {
    let several = node["enum"].as_array().into_iter().flatten();
    several
        .chain(node.get("const"))
        .filter_map(Value::as_str)
        .collect()
}

/// The whole numbers that a node accepts.
fn bounds(node: &Value) -> (i64, i64) {
    let max = match node["format"].as_str() {
        Some("uint32") => i64::from(u32::MAX),
        _ => i64::MAX,
    };
    let (least, most) = (node["minimum"].as_i64(), node["maximum"].as_i64());
    (least.unwrap_or(i64::MIN), most.unwrap_or(max))
}

/// Whether a value of the right type can be read.
fn accepts(node: &Value, value: &toml::Value) -> bool {
    if let Some(form) = form_of(node) {
        return (form.reads)(value);
    }
    match value {
        toml::Value::String(text) => {
            let words = words(node);
            words.is_empty() || words.contains(&text.as_str())
        }
        toml::Value::Integer(number) => {
            let (least, most) = bounds(node);
            (least..=most).contains(number)
        }
        _ => true,
    }
}

fn required(node: &'static Value) -> impl Iterator<Item = &'static str> {
    let names = node["required"].as_array().into_iter().flatten();
    names.filter_map(Value::as_str)
}

/// What the nodes say of a key.
fn properties<'a>(
    nodes: &'a [&'static Value],
    key: &'a str,
) -> impl Iterator<Item = &'static Value> + 'a {
    nodes.iter().filter_map(move |node| {
        let any = node
            .get("additionalProperties")
            .filter(|any| any.is_object());
        node.get("properties")
            .and_then(|known| known.get(key))
            .or(any)
    })
}

/// The key whose word decides which of several tables a table is, and what they say of it.
fn tag(nodes: &[&'static Value]) -> Option<(&'static str, Vec<&'static Value>)> {
    let known = nodes.first()?["properties"].as_object()?;
    let tag = known.iter().find(|(_, node)| node.get("const").is_some());
    let tag = tag?.0.as_str();
    Some((tag, properties(nodes, tag).collect()))
}

fn of_value(node: &Value, tag: &str, given: Option<&toml::Value>) -> bool {
    let word = node["properties"][tag]["const"].as_str();
    word.is_some() && word == given.and_then(toml::Value::as_str)
}

/// What a person is asked for.
fn expected(nodes: &[&'static Value]) -> String {
    let words: Vec<_> = nodes.iter().flat_map(|node| words(node)).collect();
    let mut phrases = Vec::new();
    if !words.is_empty() {
        phrases.push(listed(&words, "or"));
    }
    for node in nodes.iter().filter(|node| self::words(node).is_empty()) {
        let phrase = expected_of(node);
        phrases.extend(phrase.filter(|phrase| !phrases.contains(phrase)));
    }
    listed(&phrases, "or")
}

fn is_of_tables(node: &'static Value) -> bool {
    let items = node.get("items").into_iter().flat_map(alternatives);
    items.flat_map(types).any(|name| name == "object")
}

fn expected_of(node: &'static Value) -> Option<String> {
    if let Some(form) = form_of(node) {
        return Some(form.expected.to_owned());
    }
    Some(match types(node).find(|name| *name != "null")? {
        "string" => "a text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" if is_of_tables(node) => "a list of tables".to_owned(),
        "array" => "a list".to_owned(),
        "object" => {
            let keys: Vec<_> = required(node).collect();
            match node["properties"].as_object() {
                Some(known) if known.len() == keys.len() && keys.len() <= 3 => {
                    format!("a table with {}", listed(&keys, "and"))
                }
                _ => "a table".to_owned(),
            }
        }
        _ => "a whole number".to_owned(),
    })
}

fn listed(words: &[impl AsRef<str>], last: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((end, [])) => (*end).to_owned(),
        Some((end, others)) => format!("{} {last} {end}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}
