//! Reads request bodies into types, with a refusal that says what is wrong.

use serde::de::DeserializeOwned;

use crate::refusal::Refusal;

/// Parses a JSON body.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| Refusal::invalid(format!("body: {error}")))
}

/// A text of bounded length without control characters.
pub(crate) fn text(name: &str, value: &str, chars_max: usize) -> Result<String, Refusal> {
    let value = value.trim();
    let length = value.chars().count();
    if length == 0 || length > chars_max || value.chars().any(char::is_control) {
        return Err(Refusal::invalid(format!(
            "{name} must have 1 to {chars_max} characters"
        )));
    }
    Ok(value.to_owned())
}

/// An id that a caller made: 1 to 64 of `[A-Za-z0-9._:-]`.
pub(crate) fn id(name: &str, value: &str) -> Result<String, Refusal> {
    let fits = (1..=64).contains(&value.len())
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._:-".contains(&byte));
    fits.then(|| value.to_owned())
        .ok_or_else(|| Refusal::invalid(format!("{name} must be 1 to 64 of [A-Za-z0-9._:-]")))
}
