//! What every adapter checks in a reply.

use serde_json::Value;

/// An address that a browser can open.
pub(crate) fn web_link(value: &Value) -> Option<String> {
    let url = value.as_str()?;
    let is_web = reqwest::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    is_web.then(|| url.to_owned())
}

/// The provider's id of a movement: safe to store and to show.
pub(crate) fn receipt_id(value: &Value) -> Option<&str> {
    value.as_str().filter(|id| {
        (1..=128).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic())
    })
}
