//! One-time codes by time (RFC 6238): SHA-1, 30 seconds, 6 digits, as every authenticator knows.

use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use sha1::Sha1;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::account_row::AccountRow;
use platform::revocation::{self, Kind};
use platform::secrets::{Secrets, random_bytes};

const STEP_SECONDS: i64 = 30;
const DIGITS: u32 = 6;
/// How many steps a clock may be off, either way.
const DRIFT: i64 = 1;
/// The length of SHA-1's output, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

pub(super) fn new_secret() -> Vec<u8> {
    random_bytes::<SECRET_BYTES>().to_vec()
}

/// The code of a step.
fn code_at(secret: &[u8], step: i64) -> String {
    let mut mac =
        <Hmac<Sha1> as Mac>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let start = usize::from(digest[digest.len() - 1] & 0x0f);
    let bytes = digest[start..start + 4].try_into().expect("four bytes");
    let number = u32::from_be_bytes(bytes) & 0x7fff_ffff;
    let width = usize::try_from(DIGITS).expect("a few digits");
    format!("{:0width$}", number % 10_u32.pow(DIGITS))
}

fn step_of(now: DateTime<Utc>) -> i64 {
    now.timestamp().div_euclid(STEP_SECONDS)
}

/// The code that an authenticator shows now, and for how many more seconds.
pub fn current(secret: &[u8], now: DateTime<Utc>) -> (String, i64) {
    let left = STEP_SECONDS - now.timestamp().rem_euclid(STEP_SECONDS);
    (code_at(secret, step_of(now)), left)
}

/// The step of a code, if the step is near.
pub(super) fn find_step(secret: &[u8], code: &str, now: DateTime<Utc>) -> Option<i64> {
    let now = step_of(now);
    // All codes are computed even after a match, so that timing reveals nothing.
    let mut found = None;
    for step in now - DRIFT..=now + DRIFT {
        let fits = code_at(secret, step).as_bytes().ct_eq(code.as_bytes());
        if bool::from(fits) {
            found = Some(step);
        }
    }
    found
}

/// Uses up the code of a step and those before it that are still near; false if it was used up before.
pub(super) async fn use_up(
    connection: &mut PgConnection,
    secrets: &Secrets,
    account: &AccountRow,
    step: i64,
) -> Result<bool, sqlx::Error> {
    let mut is_new = false;
    // In one order, so that two who use near codes do not wait for each other in a circle.
    for used in step - 2 * DRIFT..=step {
        let mut hash = Sha256::new();
        // A new authenticator has used none.
        hash.update(&account.totp_sealed);
        hash.update(account.id.as_bytes());
        hash.update(used.to_be_bytes());
        let id = revocation::version(&hash.finalize());
        is_new = revocation::revoke(connection, secrets, Kind::Authenticator, id).await?;
    }
    Ok(is_new)
}

/// The associated data of an encrypted secret: its owner.
pub(super) fn owner(staff_id: Uuid) -> Vec<u8> {
    format!("staff-totp:1:{staff_id}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::totp_secret::{parse_secret, to_base32};

    const RFC: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn the_codes_are_those_of_the_standard() {
        // RFC 6238, appendix B: the last six of its eight digits.
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(current(RFC, at(seconds)).0, code, "{seconds}");
        }
        assert_eq!(current(RFC, at(59)).1, 1);
        assert_eq!(current(RFC, at(60)).1, 30);
    }

    #[test]
    fn a_code_fits_one_step_early_or_late() {
        let now = at(1_795_251_600);
        let step = step_of(now);
        for (drift, fits) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let code = code_at(RFC, step + drift);
            let found = find_step(RFC, &code, now);
            assert_eq!(found, fits.then_some(step + drift), "{drift}");
        }
        let code = code_at(RFC, step);
        for wrong in ["", "00000", &code[1..], "１２３４５６"] {
            assert_eq!(find_step(RFC, wrong, now), None, "{wrong}");
        }
    }

    #[test]
    fn a_secret_reads_back_from_base_32() {
        assert_eq!(to_base32(RFC), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(
            parse_secret("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap(),
            RFC
        );
        for bytes in [new_secret(), new_secret()[..17].to_vec()] {
            assert_eq!(parse_secret(&to_base32(&bytes)).unwrap(), bytes);
        }
        for wrong in ["", "GEZDGNBV", "gezdgnbvgy3tqojqgezdgnbvgy3tqojq", "1"] {
            assert_eq!(parse_secret(wrong), None, "{wrong}");
        }
    }
}
