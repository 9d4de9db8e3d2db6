//! An audit entry's record of a search. It shows repeated searches for one person, and whether a
//! known number was searched, but the log alone does not reveal the person.

use serde_json::{Value, json};
use uuid::Uuid;

use members::phone;
use platform::core::Core;

/// The parameter that people type into.
const TYPED: &str = "q";

/// The fewest digits of a number whose last three alone identify nobody.
const DIGITS_MIN: usize = 7;

/// The pairs of a query, without typed text.
pub(super) fn recorded(state: &Core, pairs: Vec<(String, String)>) -> Value {
    let recorded = pairs.into_iter().map(|(name, text)| {
        if name == TYPED {
            json!([name, sealed(state, &text)])
        } else {
            json!([name, text])
        }
    });
    Value::Array(recorded.collect())
}

/// The kind of the typed text and a keyed hash; different spellings of a phone number give the same
/// hash.
fn sealed(state: &Core, text: &str) -> Value {
    let text = text.trim();
    if let Ok(id) = text.parse::<Uuid>() {
        return json!({ "kind": "id", "id": id });
    }
    let phone = phone::normalise(text, state.config.service.lao_mode);
    let digits = phone.or_else(|| phone::plain_digits(text.trim_start_matches('+')));
    let hash = |text: &str| hex::encode(state.secrets.subject(text));
    let Some(digits) = digits else {
        return json!({ "kind": "text", "hash": hash(&text.to_lowercase()) });
    };
    let is_long = digits.len() >= DIGITS_MIN;
    let end = digits.get(digits.len().saturating_sub(3)..);
    let end = end.filter(|_| is_long);
    json!({ "kind": "number", "hash": hash(&digits), "end": end })
}
