//! The variables in braces in a prepared answer, filled in for each conversation.

use serde_json::Value;

/// Keys of a payload whose texts visitors read; the others are data and stay unchanged.
const SHOWN: [&str; 3] = ["message", "title", "subtitle"];

/// A variable of prepared answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variable {
    Name,
    /// The balance of the member's main wallet.
    Balance,
}

impl Variable {
    /// The word between the braces.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Balance => "balance",
        }
    }

    fn of(word: &str) -> Option<Self> {
        [Self::Name, Self::Balance]
            .into_iter()
            .find(|variable| variable.word() == word)
    }
}

/// An unknown word in braces, which visitors would read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unknown;

/// The variables in a payload, each once.
pub(super) fn used(payload: &Value) -> Result<Vec<Variable>, Unknown> {
    let mut found = Vec::new();
    let mut copy = payload.clone();
    let mut is_known = true;
    each_shown(&mut copy, &mut |text| {
        for word in words(text) {
            match Variable::of(word) {
                Some(variable) if !found.contains(&variable) => found.push(variable),
                Some(_) => {}
                None => is_known = false,
            }
        }
    });
    if is_known { Ok(found) } else { Err(Unknown) }
}

/// Whether visitors would read a variable.
pub(super) fn is_left(payload: &Value) -> bool {
    let mut is_left = false;
    each_shown(&mut payload.clone(), &mut |text| {
        is_left |= words(text).any(|word| Variable::of(word).is_some());
    });
    is_left
}

/// Fills the values in; a variable without a value stays, so that the agent sees it.
pub(super) fn fill(payload: &mut Value, values: &[(Variable, String)]) {
    each_shown(payload, &mut |text| *text = filled(text, values));
}

/// Fills in one pass, so that braces in a value, such as a name, have no effect.
fn filled(text: &str, values: &[(Variable, String)]) -> String {
    let mut rest = text;
    let mut filled = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let known = values.iter().find_map(|(variable, value)| {
            let left = after.strip_prefix(variable.word())?.strip_prefix('}')?;
            Some((value, left))
        });
        rest = if let Some((value, left)) = known {
            filled.push_str(value);
            left
        } else {
            filled.push('{');
            after
        };
    }
    filled.push_str(rest);
    filled
}

/// Words of small letters in braces.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| {
        let (word, _) = rest.split_once('}')?;
        let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_word.then_some(word)
    })
}

fn each_shown(value: &mut Value, work: &mut dyn FnMut(&mut String)) {
    match value {
        Value::Array(items) => {
            for item in items {
                each_shown(item, work);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                match field {
                    Value::String(text) if SHOWN.contains(&key.as_str()) => work(text),
                    Value::Array(_) | Value::Object(_) => each_shown(field, work),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn variables_are_found_wherever_visitors_read() {
        let payload = json!([{ "title": "{name}", "buttons": [{ "title": "{balance}" }] }]);
        assert_eq!(used(&payload), Ok(vec![Variable::Name, Variable::Balance]));
        let data = json!({ "message": "hi", "buttons": [{ "payload": "{secret}" }] });
        assert_eq!(used(&data), Ok(vec![]));
        assert_eq!(used(&json!({ "message": "{nmae}" })), Err(Unknown));
        assert_eq!(used(&json!({ "message": "{ } {1} {" })), Ok(vec![]));
    }

    #[test]
    fn a_variable_that_is_left_is_seen_only_where_visitors_read() {
        assert!(is_left(&json!({ "message": "Hello {name}" })));
        assert!(is_left(
            &json!([{ "title": "so", "subtitle": "{balance}" }])
        ));
        let data = json!({ "message": "{x} {Name} {", "buttons": [{ "payload": "{name}" }] });
        assert!(!is_left(&data));
    }

    #[test]
    fn values_are_put_in_once_and_what_has_none_stays() {
        let mut payload = json!({ "message": "{name}: {balance}{x", "payload": "{name}" });
        let values = [(Variable::Name, "{balance}".to_owned())];
        fill(&mut payload, &values);
        let expected = json!({ "message": "{balance}: {balance}{x", "payload": "{name}" });
        assert_eq!(payload, expected);
    }
}
