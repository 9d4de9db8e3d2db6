//! GW1 signatures: they prove who sent a call, and that it was not changed or repeated.
//!
//! The game providers and the payout bank use the same scheme. A retry gets a new nonce and
//! timestamp (both are single use) but keeps its request id, which is in the body.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// The varying parts of one signed call.
#[derive(Debug, Clone, Copy)]
pub struct Signable<'a> {
    /// The HTTP method, in capitals.
    pub method: &'a str,
    /// The path as the server sees it, without the provider's mount.
    pub path: &'a str,
    /// The query without its `?`; empty when there is none.
    pub(crate) raw_query: &'a str,
    /// Unix seconds.
    pub timestamp: i64,
    /// 16–64 hex digits, used once.
    pub nonce: &'a str,
    /// The exact bytes of the body.
    pub body: &'a [u8],
}

/// The value of `X-Signature`: hex HMAC-SHA256 over the canonical text.
#[must_use]
pub fn sign(secret: &str, call: &Signable<'_>) -> String {
    let canonical = format!(
        "{}\n{}\n{}\n{}\n{}\n{}",
        call.method,
        call.path,
        call.raw_query,
        call.timestamp,
        call.nonce,
        hex::encode(Sha256::digest(call.body))
    );
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(canonical.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = concat!(
        r#"{"requestId":"T00000000000000000001","username":"pr65f0c1d2","#,
        r#""direction":"IN","amount":"100.00","currency":"THB"}"#
    );

    fn worked_example() -> Signable<'static> {
        Signable {
            method: "POST",
            path: "/v1/transfers",
            raw_query: "",
            timestamp: 1_795_251_600,
            nonce: "a1b2c3d4e5f60718",
            body: BODY.as_bytes(),
        }
    }

    #[test]
    fn the_worked_example_of_the_protocol_gives_its_published_signature() {
        assert_eq!(
            hex::encode(Sha256::digest(BODY)),
            "d9b3805ac9307b17639ed420c4cd6435c98d63e8324b71b946f5e2b2e457375e"
        );
        assert_eq!(
            sign("sandbox-secret-pg", &worked_example()),
            "022f7e453128700ce461651ed6aef23caa43c49ed722ebd528bea1efb059ca18"
        );
        let paper = include_str!("../../../.github/providers/games.md");
        for part in [BODY, &sign("sandbox-secret-pg", &worked_example())] {
            assert!(paper.contains(&format!("`{part}`")), "{part}");
        }
    }

    #[test]
    fn a_change_of_any_part_changes_the_signature() {
        let right = sign("sandbox-secret-pg", &worked_example());
        let mut others = vec![sign("sandbox-secret-joker2", &worked_example())];
        for change in [
            |call: &mut Signable<'static>| call.method = "PUT",
            |call: &mut Signable<'static>| call.path = "/v1/transfer",
            |call: &mut Signable<'static>| call.raw_query = "all=true",
            |call: &mut Signable<'static>| call.timestamp += 1,
            |call: &mut Signable<'static>| call.nonce = "a1b2c3d4e5f60719",
            |call: &mut Signable<'static>| call.body = b"{}",
        ] {
            let mut call = worked_example();
            change(&mut call);
            others.push(sign("sandbox-secret-pg", &call));
        }
        assert!(others.iter().all(|other| *other != right));
    }
}
