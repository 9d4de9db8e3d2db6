//! What an act keeps of a search: enough to see that somebody was looked for again and again, and
//! to tell by a number in hand whether it was the one; not whom, to whoever only reads the acts.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::members::phone;
use crate::platform::core::Core;

/// The parameter that people type into.
const TYPED: &str = "q";

/// Digits from which on the last three name nobody by themselves.
const DIGITS_MIN: usize = 7;

/// The pairs of a query, without what people have typed.
pub(super) fn kept(state: &Core, pairs: Vec<(String, String)>) -> Value {
    let kept = pairs.into_iter().map(|(name, text)| {
        if name == TYPED {
            json!([name, sealed(state, &text)])
        } else {
            json!([name, text])
        }
    });
    Value::Array(kept.collect())
}

/// What was typed, by its kind and a keyed hash; the same phone number in another spelling is the
/// same one.
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
