//! The signatures of game and payout calls (GW1) and of forms (SF1), and the door that checks GW1's.

use std::collections::BTreeMap;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::HeaderMap;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

use crate::refusal::Refusal;
use crate::sandbox::Sandbox;

const BODY_BYTES_MAX: usize = 64 * 1024;

/// A call with everything that its signature covers.
#[derive(Debug, Clone, Copy)]
pub struct SignedCall<'a> {
    /// Upper case, e.g. `POST`.
    pub method: &'a str,
    /// From `/v1` on, as sent, without the mount (`/games/{provider}` or `/bank`).
    pub path: &'a str,
    /// Without the question mark; empty when there is none.
    pub query: &'a str,
    /// Unix seconds, as in `X-Timestamp`.
    pub timestamp: &'a str,
    /// As in `X-Nonce`.
    pub nonce: &'a str,
    /// The body's bytes as sent.
    pub body: &'a [u8],
}

impl SignedCall<'_> {
    /// The value of `X-Signature`: hex HMAC-SHA256 over the canonical text.
    #[must_use]
    pub fn sign(&self, secret: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())
            .expect("HMAC takes keys of any length");
        let digest = hex::encode(Sha256::digest(self.body));
        let Self {
            method,
            path,
            query,
            timestamp,
            nonce,
            ..
        } = self;
        mac.update(format!("{method}\n{path}\n{query}\n{timestamp}\n{nonce}\n{digest}").as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }
}

/// The field of a form that holds its signature.
pub(crate) const SIGN: &str = "sign";

/// The signature of a form (SF1): hex HMAC-SHA256 over the path, from `/sf1` on, and the fields but `sign`
/// in the order of their names, each on a separate line.
#[must_use]
pub fn sign_form(secret: &str, path: &str, fields: &BTreeMap<String, String>) -> String {
    let mut text = format!("{path}\n");
    for (name, value) in fields.iter().filter(|(name, _)| *name != SIGN) {
        text.extend([name.as_str(), "=", value.as_str(), "\n"]);
    }
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

/// The agent that signed the call.
#[derive(Debug, Clone)]
pub(crate) struct Agent(pub(crate) String);

/// Checks the signature of a call to `mount`; gives it back with its [`Agent`] in the extensions.
pub(crate) async fn verify(
    sandbox: &Sandbox,
    mount: &str,
    path: &str,
    secret: &str,
    request: Request,
) -> Result<Request, Refusal> {
    let (mut parts, body) = request.into_parts();
    let body = to_bytes(body, BODY_BYTES_MAX)
        .await
        .map_err(|_| Refusal::invalid("the body is longer than 64 KiB or was cut"))?;
    let agent = header(&parts.headers, "x-agent")?;
    let timestamp = header(&parts.headers, "x-timestamp")?;
    let nonce = header(&parts.headers, "x-nonce")?;
    let signature = header(&parts.headers, "x-signature")?;
    let call = SignedCall {
        method: parts.method.as_str(),
        path,
        query: parts.uri.query().unwrap_or_default(),
        timestamp,
        nonce,
        body: &body,
    };
    let expected = call.sign(secret);
    let equal = subtle::ConstantTimeEq::ct_eq(expected.as_bytes(), signature.as_bytes());
    if !sandbox.config().agents.iter().any(|known| known == agent) {
        return Err(Refusal::AgentDisabled);
    }
    let nonce_fits =
        (16..=64).contains(&nonce.len()) && nonce.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !bool::from(equal) || !nonce_fits {
        return Err(Refusal::SignatureInvalid);
    }
    let sent_at: i64 = timestamp.parse().map_err(|_| Refusal::TimestampSkew)?;
    if sandbox.clock().now().timestamp().abs_diff(sent_at) > sandbox.config().clock_skew_seconds_max
    {
        return Err(Refusal::TimestampSkew);
    }
    if !sandbox.spend_nonce(format!("{mount}\n{agent}\n{nonce}")) {
        return Err(Refusal::NonceReused);
    }
    let agent = Agent(agent.to_owned());
    parts.extensions.insert(agent);
    Ok(Request::from_parts(parts, Body::from(body)))
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Result<&'a str, Refusal> {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .ok_or(Refusal::SignatureInvalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_example_has_the_published_signature() {
        let body = br#"{"requestId":"T00000000000000000001","username":"pr65f0c1d2","direction":"IN","amount":"100.00","currency":"THB"}"#;
        assert_eq!(
            hex::encode(Sha256::digest(body)),
            "d9b3805ac9307b17639ed420c4cd6435c98d63e8324b71b946f5e2b2e457375e"
        );
        let call = SignedCall {
            method: "POST",
            path: "/v1/transfers",
            query: "",
            timestamp: "1795251600",
            nonce: "a1b2c3d4e5f60718",
            body,
        };
        assert_eq!(
            call.sign("sandbox-secret-pg"),
            "022f7e453128700ce461651ed6aef23caa43c49ed722ebd528bea1efb059ca18"
        );
    }

    #[test]
    fn the_published_form_has_the_published_signature() {
        let fields = [
            ("agent", "demo-agent"),
            ("amount", "10000"),
            ("currency", "THB"),
            ("direction", "in"),
            ("player", "pr65f0c1d2"),
            ("reference", "T00000000000000000001"),
            ("sign", "is no part of it"),
            ("time", "1795251600"),
        ];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(
            sign_form(
                "sandbox-secret-huayhd",
                "/sf1/transfer/make",
                &fields.into()
            ),
            "75b73612d2c2dc05c7dc66538c4e1cc311ddb99dbcaecc8d683e576f066a2d88"
        );
    }
}
