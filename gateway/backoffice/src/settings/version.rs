//! A version of a section, and how two versions differ.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use ledger::wallet::{HouseEvent, SettingsAuthor};
use ledger::{RecordedEvent, StaffId, WalletEvent};
use platform::config::{Section, SectionText};
use serde_json::Value;

/// A version of a section.
#[derive(Debug, Clone, PartialEq)]
pub struct Version {
    /// The section.
    pub section: Section,
    /// Its number, from 1.
    pub number: u64,
    /// Number of the change among the changes of all sections.
    pub sequence: i64,
    /// What it says.
    pub document: Value,
    /// Whether all of its values are there; one that was erased leaves a digest.
    pub is_whole: bool,
    /// From when it is in force; at once without it.
    pub from: Option<DateTime<Utc>>,
    /// Until when it is in force.
    pub until: Option<DateTime<Utc>>,
    /// When it was decided.
    pub at: DateTime<Utc>,
    /// Who changed it.
    pub by: SettingsAuthor,
    /// The supervisor who agreed to it, where that took one.
    pub approved_by: Option<StaffId>,
    /// Why.
    pub why: String,
}

impl Version {
    /// The version that an event has decided; none for another event, and for one that cannot be read. Personal
    /// values are digests in it.
    pub(super) fn of(recorded: RecordedEvent) -> Option<Self> {
        let WalletEvent::House(HouseEvent::SettingsChanged {
            at,
            section,
            before,
            digest,
            document,
            from,
            until,
            by,
            approved_by,
            why,
        }) = recorded.event
        else {
            return None;
        };
        let section = serde_json::from_value(section.into()).ok()?;
        let document: Value = serde_json::from_str(&document).ok()?;
        let is_whole = SectionText::of(&document).digest() == digest;
        is_whole.then_some(Self {
            section,
            number: before + 1,
            sequence: recorded.sequence,
            document,
            is_whole: false,
            from,
            until,
            at,
            by,
            approved_by,
            why,
        })
    }

    /// From when it is in force.
    pub(super) fn begin(&self) -> DateTime<Utc> {
        self.from.unwrap_or(self.at)
    }

    /// Whether it is in force at a time, as far as itself is concerned.
    #[must_use]
    pub fn is_in_force(&self, at: DateTime<Utc>) -> bool {
        self.from.is_none_or(|from| from <= at) && self.until.is_none_or(|until| at < until)
    }
}

/// A key whose value differs between two documents.
#[derive(Debug, Clone, PartialEq)]
pub struct SettingsDifference {
    /// The key, as `provider[2].maintenance`.
    pub key: String,
    /// The older document's value; none where it has none.
    pub before: Option<Value>,
    /// The newer document's value.
    pub after: Option<Value>,
}

/// The keys in which two documents differ, in their order.
pub fn differences(before: &Value, after: &Value) -> Vec<SettingsDifference> {
    let mut values: BTreeMap<String, [Option<&Value>; 2]> = BTreeMap::new();
    note("", before, &mut |key, value| {
        values.entry(key).or_default()[0] = Some(value);
    });
    note("", after, &mut |key, value| {
        values.entry(key).or_default()[1] = Some(value);
    });
    let unlike = values
        .into_iter()
        .filter(|(_, [before, after])| before != after);
    unlike
        .map(|(key, [before, after])| SettingsDifference {
            key,
            before: before.cloned(),
            after: after.cloned(),
        })
        .collect()
}

/// Names each value that is neither a table nor a list, and each empty one.
fn note<'a>(key: &str, value: &'a Value, named: &mut impl FnMut(String, &'a Value)) {
    match value {
        Value::Object(table) if !table.is_empty() => {
            for (name, value) in table {
                let dot = if key.is_empty() { "" } else { "." };
                note(&format!("{key}{dot}{name}"), value, named);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for (number, value) in items.iter().enumerate() {
                note(&format!("{key}[{number}]"), value, named);
            }
        }
        leaf => named(key.to_owned(), leaf),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_values_that_differ_are_named() {
        let before = json!({ "provider": [{ "code": "pg", "maintenance": false }], "list": [] });
        let after = json!({ "provider": [{ "code": "pg", "maintenance": true }], "list": [1] });
        let found: Vec<_> = differences(&before, &after)
            .into_iter()
            .map(|one| (one.key, one.before, one.after))
            .collect();
        assert_eq!(
            found,
            [
                ("list".to_owned(), Some(json!([])), None),
                ("list[0]".to_owned(), None, Some(json!(1))),
                (
                    "provider[0].maintenance".to_owned(),
                    Some(json!(false)),
                    Some(json!(true))
                ),
            ]
        );
        assert_eq!(differences(&before, &before), []);
    }
}
