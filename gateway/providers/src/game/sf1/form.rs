//! SF1 forms: their signature, and how they are sent.

use hmac::{Hmac, Mac};
use reqwest::Method;
use sha2::Sha256;

use crate::answer::HttpOutcome;
use crate::line::{SignedLine, send};

/// The value of `sign`: hex HMAC-SHA256 over the path and the fields in the order of their names.
///
/// Each has a separate line, so that no value can pass for a field: values have no line breaks.
fn sign(secret: &str, path: &str, fields: &[(&str, &str)]) -> String {
    let mut sorted = fields.to_vec();
    sorted.sort_unstable();
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(path.as_bytes());
    mac.update(b"\n");
    for (name, value) in sorted {
        mac.update(format!("{name}={value}\n").as_bytes());
    }
    hex::encode(mac.finalize().into_bytes())
}

/// Sends a form with the operator's name, the time and the signature.
pub(super) async fn post(line: SignedLine<'_>, path: &str, fields: &[(&str, &str)]) -> HttpOutcome {
    let time = line.clock.now().timestamp().to_string();
    let mut fields = fields.to_vec();
    fields.extend([("agent", line.agent), ("time", time.as_str())]);
    let signature = sign(line.secret, path, &fields);
    fields.push(("sign", signature.as_str()));
    let url = format!("{}{path}", line.base_url);
    let request = line.http.request(Method::POST, url).form(&fields);
    send(line.http, line.service, request, line.time_out).await
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: [(&str, &str); 7] = [
        ("reference", "T00000000000000000001"),
        ("player", "pr65f0c1d2"),
        ("direction", "in"),
        ("amount", "10000"),
        ("currency", "THB"),
        ("agent", "demo-agent"),
        ("time", "1795251600"),
    ];

    #[test]
    fn the_worked_example_of_the_paper_has_its_signature() {
        let paper = include_str!("../../../../../.github/providers/games.md");
        let mut lines = FIELDS.map(|(name, value)| format!("{name}={value}\n"));
        lines.sort_unstable();
        let text = format!("/sf1/transfer/make\n{}", lines.concat());
        assert!(paper.contains(&text), "{text}");
        let signature = sign("sandbox-secret-huayhd", "/sf1/transfer/make", &FIELDS);
        assert!(paper.contains(&format!("`{signature}`")), "{signature}");
    }

    #[test]
    fn a_change_of_any_part_changes_the_signature_and_the_order_of_fields_does_not() {
        let (secret, path) = ("sandbox-secret-huayhd", "/sf1/transfer/make");
        let right = sign(secret, path, &FIELDS);
        let mut turned = FIELDS;
        turned.reverse();
        assert_eq!(sign(secret, path, &turned), right);
        assert_ne!(sign("sandbox-secret-pg", path, &FIELDS), right);
        assert_ne!(sign(secret, "/sf1/transfer/status", &FIELDS), right);
        for at in 0..FIELDS.len() {
            let mut other = FIELDS;
            other[at].1 = "x";
            assert_ne!(sign(secret, path, &other), right, "{}", FIELDS[at].0);
        }
        // A value that looks like two fields is still one.
        let one = sign(secret, path, &[("a", "1&b=2")]);
        assert_ne!(sign(secret, path, &[("a", "1"), ("b", "2")]), one);
    }
}
