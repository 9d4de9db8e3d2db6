//! The short code that a member gives to friends: random, one per member, permanent.

use ledger::WalletId;

use platform::core::Core;
use platform::error::ApiError;
use platform::secrets::random_bytes;

/// 32 letters and digits that people do not confuse.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Letters of a code: 32^8 codes, so that guessing finds nobody.
const LETTERS: usize = 8;

/// Random codes that are tried until one is free.
const TRIES: usize = 5;

/// The member's code; the first call creates it.
pub async fn of(state: &Core, member: WalletId) -> Result<String, ApiError> {
    for _ in 0..TRIES {
        let known = sqlx::query_scalar!(
            "select code from invite_code where member_id = $1",
            member.0
        )
        .fetch_optional(&state.pool)
        .await?;
        if let Some(code) = known {
            return Ok(code);
        }
        // Inserts nothing if a different member has the code, or if another request of this member
        // was faster.
        sqlx::query!(
            "insert into invite_code (code, member_id, created_at) values ($1, $2, $3)
             on conflict do nothing",
            random(),
            member.0,
            state.clock.now(),
        )
        .execute(&state.pool)
        .await?;
    }
    Err(ApiError::internal(&"no free invite code was found"))
}

fn random() -> String {
    // 256 is a multiple of 32, so each letter is as likely as any other.
    let letters = random_bytes::<LETTERS>().map(|byte| ALPHABET[usize::from(byte) % 32]);
    letters.into_iter().map(char::from).collect()
}

/// A typed code in its stored form, or `None` for a text that cannot be one.
pub fn read(text: &str) -> Option<String> {
    let code = text.to_ascii_uppercase();
    let is_code = code.len() == LETTERS && code.bytes().all(|byte| ALPHABET.contains(&byte));
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_in_any_case_and_holds_no_letter_that_looks_like_a_digit() {
        for _ in 0..100 {
            let code = random();
            assert_eq!(read(&code.to_lowercase()), Some(code.clone()));
            assert!(!code.contains(['0', 'O', '1', 'I']), "{code}");
        }
        for text in ["", "ABCD234", "ABCD23456", "ABCD2340", "ABCD234-", "ABCDกข"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
