//! The short code that a member gives to friends: random, one per member, permanent.
//!
//! The row's MAC covers code and member, under a key outside the database: the inviter earns a share of what
//! the invited players lose. A code without its MAC is unknown, so nobody with the application's database role
//! takes over a code that somebody else has given out.

use ledger::WalletId;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use platform::core::Core;
use platform::error::ApiError;
use platform::secrets::{Secrets, random_bytes};
use platform::signed_row::{self, SignedRow};

/// 32 letters and digits that people do not confuse.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Letters of a code: 32^8 codes, so that guessing finds nobody.
const LETTERS: usize = 8;

/// Random codes that are tried until one is free.
const TRIES: usize = 5;

/// A code's row.
pub(super) struct InviteCode {
    code: String,
    /// Whose code it is; nobody's once the member is erased.
    pub(super) member_id: Option<Uuid>,
    mac: Vec<u8>,
}

impl InviteCode {
    fn new(secrets: &Secrets, code: String, member_id: Option<Uuid>) -> Self {
        let mut row = Self {
            code,
            member_id,
            mac: Vec::new(),
        };
        row.mac = row.right_mac(secrets).to_vec();
        row
    }
}

platform::signed_row! { InviteCode in "invite_code": code, member_id => mac }

/// The member's code; the first call creates it.
pub async fn of(state: &Core, member: WalletId) -> Result<String, ApiError> {
    for _ in 0..TRIES {
        let known = sqlx::query_as!(
            InviteCode,
            "select code, member_id, mac from invite_code where member_id = $1",
            member.0
        )
        .fetch_optional(&state.pool)
        .await?;
        if let Some(row) = known {
            if row.is_signed(&state.secrets) {
                return Ok(row.code);
            }
            let what = "an invite code that the gateway has not given out";
            return Err(ApiError::contradiction(what));
        }
        let row = InviteCode::new(&state.secrets, random(), Some(member.0));
        // Inserts nothing if a different member has the code, or if another request of this member
        // was faster.
        sqlx::query!(
            "insert into invite_code (code, member_id, mac, created_at) values ($1, $2, $3, $4)
             on conflict do nothing",
            row.code,
            row.member_id,
            row.mac,
            state.clock.now(),
        )
        .execute(&state.pool)
        .await?;
    }
    Err(ApiError::internal(&"no free invite code was found"))
}

/// The row of a code that the gateway has given out.
pub(super) async fn find(
    executor: impl PgExecutor<'_>,
    secrets: &Secrets,
    code: &str,
) -> Result<Option<InviteCode>, sqlx::Error> {
    let row = sqlx::query_as!(
        InviteCode,
        "select code, member_id, mac from invite_code where code = $1",
        code
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.filter(|row| row.is_signed(secrets)))
}

/// Makes the code of a member who is erased nobody's, in the caller's transaction. The code stays known.
pub async fn forget_member(
    connection: &mut PgConnection,
    secrets: &Secrets,
    member: Uuid,
) -> Result<(), sqlx::Error> {
    let code = sqlx::query_scalar!("select code from invite_code where member_id = $1", member)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(code) = code else { return Ok(()) };
    let row = InviteCode::new(secrets, code, None);
    sqlx::query!(
        "update invite_code set member_id = null, mac = $2 where code = $1",
        row.code,
        row.mac,
    )
    .execute(connection)
    .await
    .map(drop)
}

/// Lists the codes that the gateway has not given out, or not to that member.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        InviteCode,
        "select code, member_id, mac from invite_code order by code"
    )
    .fetch(pool);
    let finding = |row: &InviteCode| {
        let code = &row.code;
        format!("invite_code, code {code}: the gateway has not given it to this member")
    };
    signed_row::unsigned(rows, secrets, finding).await
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
