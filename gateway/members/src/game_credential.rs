//! Names and passwords of players at the game providers.
//!
//! Players may see their own passwords, so passwords are encrypted and not hashed: AES-256-GCM
//! with a key that is not in the database. Wallet, game and name are associated data, so a row that is
//! copied to another player or game, or that names another player, does not decrypt.

use std::collections::HashMap;

use futures_util::TryStreamExt;
use ledger::journal::{self, JournalError, JournalKey, RecordedEvent};
use ledger::wallet::GameEvent;
use ledger::{GameCode, WalletEvent, WalletId};
use sqlx::PgPool;

use platform::core::Core;
use platform::error::ApiError;
use platform::secrets::random_bytes;

/// The prefix of every name; it distinguishes the operator's players at the provider.
const AGENT_PREFIX: &str = "pr";

/// Digits of the wallet's id in a name; more of them when two ids end alike.
const NAME_DIGITS: [usize; 4] = [8, 10, 12, 14];

/// Leaves out letters and digits that people confuse when they type them into an app.
const PASSWORD_ALPHABET: &[u8; 56] = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
const PASSWORD_LENGTH: usize = 8;

/// A player's login for a provider's app.
#[derive(Clone)]
pub struct Credential {
    /// The player's name at the provider: a prefix and digits of the wallet's id.
    pub username: String,
    /// The password in force, decrypted.
    pub password: String,
    /// A password that the provider may have taken instead.
    pub next_password: Option<String>,
    /// The next password in its stored, encrypted form.
    sealed_next: Option<Vec<u8>>,
    /// The key of the request that opened the account.
    pub opened_by_key: Option<String>,
}

/// The stored credential; `None` before the account was requested.
pub async fn find(
    state: &Core,
    wallet_id: WalletId,
    game: &GameCode,
) -> Result<Option<Credential>, ApiError> {
    let row = sqlx::query!(
        "select username, sealed, sealed_next, opened_by_key from game_credential
         where wallet_id = $1 and game = $2",
        wallet_id.0,
        game.as_str()
    )
    .fetch_optional(&state.pool)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let open = |sealed: &[u8]| {
        let plain = state
            .secrets
            .game_password()
            .decrypt(&owner(wallet_id, game, &row.username), sealed);
        plain
            .and_then(|password| String::from_utf8(password).ok())
            .ok_or_else(|| ApiError::internal(&"a game password does not open"))
    };
    let password = open(&row.sealed)?;
    let next_password = row.sealed_next.as_deref().map(open).transpose()?;
    Ok(Some(Credential {
        username: row.username,
        password,
        next_password,
        sealed_next: row.sealed_next,
        opened_by_key: row.opened_by_key,
    }))
}

/// The stored credential. If there is none, it is created here, before the provider gets it.
pub async fn prepare(
    state: &Core,
    wallet_id: WalletId,
    game: &GameCode,
    key: Option<&str>,
) -> Result<Credential, ApiError> {
    let password = new_password();
    let digits = wallet_id.0.simple().to_string();
    for count in NAME_DIGITS {
        if let Some(found) = find(state, wallet_id, game).await? {
            return Ok(found);
        }
        let username = format!("{AGENT_PREFIX}{}", &digits[digits.len() - count..]);
        let sealed = seal_for(state, wallet_id, game, &username, &password);
        // Does nothing when another player has the name (the next one is longer) or when a
        // second request of this player was faster (then the next lookup finds it).
        sqlx::query!(
            "insert into game_credential
                (wallet_id, game, username, sealed, opened_by_key, created_at, changed_at)
             values ($1, $2, $3, $4, $5, $6, $6)
             on conflict do nothing",
            wallet_id.0,
            game.as_str(),
            username,
            sealed,
            key,
            state.clock.now()
        )
        .execute(&state.pool)
        .await?;
    }
    find(state, wallet_id, game)
        .await?
        .ok_or_else(|| ApiError::internal(&"no free name with a provider"))
}

/// Stores the password that will be sent to the provider. If the provider may already have taken an
/// earlier password, that one stays proposed and is sent again, so that repeats converge on one
/// password.
pub async fn propose(
    state: &Core,
    wallet_id: WalletId,
    game: &GameCode,
) -> Result<Option<Credential>, ApiError> {
    let Some(held) = find(state, wallet_id, game).await? else {
        return Ok(None);
    };
    let sealed = seal_for(state, wallet_id, game, &held.username, &new_password());
    sqlx::query!(
        "update game_credential set sealed_next = $3, changed_at = $4
         where wallet_id = $1 and game = $2 and sealed_next is null",
        wallet_id.0,
        game.as_str(),
        sealed,
        state.clock.now()
    )
    .execute(&state.pool)
    .await?;
    find(state, wallet_id, game).await
}

/// Adopts the `proposed` password after the provider has taken it. False if a different password
/// was proposed or adopted meanwhile, because then the provider may have either.
pub async fn adopt(
    state: &Core,
    wallet_id: WalletId,
    game: &GameCode,
    proposed: &Credential,
) -> Result<bool, ApiError> {
    let adopted = sqlx::query!(
        "update game_credential set sealed = sealed_next, sealed_next = null, changed_at = $3
         where wallet_id = $1 and game = $2 and sealed_next = $4",
        wallet_id.0,
        game.as_str(),
        state.clock.now(),
        proposed.sealed_next
    )
    .execute(&state.pool)
    .await?;
    if adopted.rows_affected() == 1 {
        return Ok(true);
    }
    // A second request that sent the same password was faster.
    let held = find(state, wallet_id, game).await?;
    let password = proposed
        .next_password
        .as_ref()
        .unwrap_or(&proposed.password);
    Ok(held.is_some_and(|held| held.sealed_next.is_none() && held.password == *password))
}

/// Lists the accounts whose row is gone, or has a name that differs from the provider's.
pub async fn verify(pool: &PgPool, key: Option<&JournalKey>) -> Result<Vec<String>, JournalError> {
    let mut opened = HashMap::new();
    let mut events = journal::events_of(pool, key, &["GameAccountOpened"]);
    while let Some(RecordedEvent {
        wallet_id, event, ..
    }) = events.try_next().await?
    {
        if let WalletEvent::Game(GameEvent::AccountOpened { game, username }) = event {
            opened.insert((wallet_id.0, game.to_string()), username);
        }
    }
    drop(events);
    let mut rows = sqlx::query!(
        "select wallet_id, game, username from game_credential order by wallet_id, game"
    )
    .fetch(pool);
    let mut findings = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let (wallet_id, game) = (row.wallet_id, row.game);
        let key = format!("game_credential, wallet {wallet_id}, game {game}");
        // An account that the provider has not opened yet has no name in the journal.
        let name = opened.remove(&(wallet_id, game));
        if name.is_some_and(|name| name != row.username) {
            findings.push(format!(
                "{key}: the provider knows the player by another name"
            ));
        }
    }
    drop(rows);
    let mut gone: Vec<_> = opened.into_keys().collect();
    gone.sort();
    findings.extend(gone.into_iter().map(|(wallet_id, game)| {
        format!("game_credential, wallet {wallet_id}, game {game}: it is gone")
    }));
    Ok(findings)
}

fn seal_for(
    state: &Core,
    wallet_id: WalletId,
    game: &GameCode,
    username: &str,
    password: &str,
) -> Vec<u8> {
    let cipher = state.secrets.game_password();
    cipher.encrypt(&owner(wallet_id, game, username), password.as_bytes())
}

/// Uses rejection sampling: a plain remainder would favour the first letters.
fn new_password() -> String {
    let mut password = String::new();
    let limit = 256 - 256 % PASSWORD_ALPHABET.len();
    while password.len() < PASSWORD_LENGTH {
        let [byte] = random_bytes::<1>();
        if usize::from(byte) < limit {
            let letter = PASSWORD_ALPHABET[usize::from(byte) % PASSWORD_ALPHABET.len()];
            password.push(char::from(letter));
        }
    }
    password
}

fn owner(wallet_id: WalletId, game: &GameCode, username: &str) -> Vec<u8> {
    format!("game-password:2:{wallet_id}:{game}:{username}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::clock::new_id;

    #[tokio::test(flavor = "multi_thread")]
    async fn only_the_password_that_the_provider_was_sent_is_adopted() {
        let text = include_str!("../../demo.toml");
        let config = platform::config::Config::parse(text, &|_| None).unwrap();
        let database = ledger_testing::TestDatabase::create().await;
        let folder = tempfile::tempdir().unwrap();
        let clock = platform::clock::Clock::default();
        let state =
            platform::core::Core::open(&database.url(), folder.path().to_owned(), config, clock)
                .await
                .unwrap();
        let (owner, game): (_, GameCode) = (WalletId(new_id()), "pg".parse().unwrap());
        prepare(&state, owner, &game, None).await.unwrap();
        // Two requests send the provider the same password; one of them returns late.
        let fast = propose(&state, owner, &game).await.unwrap().unwrap();
        let slow = propose(&state, owner, &game).await.unwrap().unwrap();
        assert_eq!(fast.next_password, slow.next_password);
        assert!(adopt(&state, owner, &game, &fast).await.unwrap());
        assert!(adopt(&state, owner, &game, &slow).await.unwrap());
        // A third request proposes a new password, which the provider has not taken yet.
        let third = propose(&state, owner, &game).await.unwrap().unwrap();
        assert_ne!(third.next_password, fast.next_password);
        assert!(!adopt(&state, owner, &game, &slow).await.unwrap());
        let held = find(&state, owner, &game).await.unwrap().unwrap();
        assert_eq!(Some(held.password), fast.next_password);
        assert_eq!(held.next_password, third.next_password);
        assert!(adopt(&state, owner, &game, &third).await.unwrap());
        let held = find(&state, owner, &game).await.unwrap().unwrap();
        assert_eq!(Some(held.password), third.next_password);
        assert_eq!(held.next_password, None);
        assert!(!adopt(&state, owner, &game, &slow).await.unwrap());
    }

    #[test]
    fn a_new_password_is_eight_letters_that_nobody_mistakes() {
        let passwords: Vec<String> = (0..200).map(|_| new_password()).collect();
        for password in &passwords {
            assert_eq!(password.len(), PASSWORD_LENGTH);
            assert!(
                password
                    .bytes()
                    .all(|byte| PASSWORD_ALPHABET.contains(&byte))
            );
            assert!(!password.contains(['0', 'O', 'I', 'l', '1']));
        }
        assert_ne!(passwords[0], passwords[1]);
    }
}
