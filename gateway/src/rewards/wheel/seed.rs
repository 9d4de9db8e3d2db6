//! Where seeds are kept until they are revealed: encrypted, with a key that is not in the database.
//!
//! Wallet and seed id are associated data, so that a row copied to another wallet or id does not
//! open. Nothing here writes a seed into a log or an answer.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use ledger::wallet::reward::WheelSeed;
use ledger::{WalletId, WheelSeedId};

use crate::platform::core::Core;
use crate::platform::error::ApiError;
use crate::platform::secrets::random_bytes;

const NONCE_BYTES: usize = 12;

/// The seed of that id, made and stored now when there was none.
pub(crate) async fn put(
    state: &Core,
    wallet_id: WalletId,
    seed_id: WheelSeedId,
) -> Result<WheelSeed, ApiError> {
    let made = WheelSeed(random_bytes());
    let sealed = seal(state.secrets.wheel_seed_key(), (wallet_id, seed_id), made);
    sqlx::query!(
        "insert into wheel_seed (seed_id, wallet_id, sealed, created_at) values ($1, $2, $3, $4)
         on conflict (seed_id) do nothing",
        seed_id.0,
        wallet_id.0,
        sealed,
        state.clock.now(),
    )
    .execute(&state.pool)
    .await?;
    // A repeat of the same intent, maybe at the same time, goes on with what was stored first.
    find(state, wallet_id, seed_id).await
}

/// A stored seed.
pub(crate) async fn find(
    state: &Core,
    wallet_id: WalletId,
    seed_id: WheelSeedId,
) -> Result<WheelSeed, ApiError> {
    let sealed = sqlx::query_scalar!(
        "select sealed from wheel_seed where seed_id = $1 and wallet_id = $2",
        seed_id.0,
        wallet_id.0,
    )
    .fetch_optional(&state.pool)
    .await?;
    let key = state.secrets.wheel_seed_key();
    sealed
        .and_then(|sealed| unseal(key, (wallet_id, seed_id), &sealed))
        .ok_or_else(|| ApiError::contradiction(&format!("the seed {seed_id} does not open")))
}

fn associated(wallet_id: WalletId, seed_id: WheelSeedId) -> Vec<u8> {
    format!("wheel-seed:1:{wallet_id}:{seed_id}").into_bytes()
}

/// Nonce, ciphertext and tag.
fn seal(key: &[u8; 32], owner: (WalletId, WheelSeedId), seed: WheelSeed) -> Vec<u8> {
    let nonce = random_bytes::<NONCE_BYTES>();
    let payload = Payload {
        msg: &seed.0,
        aad: &associated(owner.0, owner.1),
    };
    let mut sealed = nonce.to_vec();
    let text = Aes256Gcm::new(key.into()).encrypt(Nonce::from_slice(&nonce), payload);
    sealed.extend(text.expect("a seed fits the cipher"));
    sealed
}

fn unseal(key: &[u8; 32], owner: (WalletId, WheelSeedId), sealed: &[u8]) -> Option<WheelSeed> {
    let (nonce, ciphertext) = sealed.split_at_checked(NONCE_BYTES)?;
    let payload = Payload {
        msg: ciphertext,
        aad: &associated(owner.0, owner.1),
    };
    let plain = Aes256Gcm::new(key.into()).decrypt(Nonce::from_slice(nonce), payload);
    plain.ok()?.try_into().ok().map(WheelSeed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::clock::new_id;

    #[test]
    fn a_seed_opens_for_its_own_wallet_and_id_only() {
        let key = [7; 32];
        let (one, other) = (WalletId(new_id()), WalletId(new_id()));
        let (id, other_id) = (WheelSeedId(new_id()), WheelSeedId(new_id()));
        let seed = WheelSeed([42; 32]);
        let sealed = seal(&key, (one, id), seed);
        assert_eq!(sealed.len(), 60);
        assert!(unseal(&key, (one, id), &sealed) == Some(seed));
        assert!(unseal(&key, (other, id), &sealed).is_none());
        assert!(unseal(&key, (one, other_id), &sealed).is_none());
        assert!(unseal(&[8; 32], (one, id), &sealed).is_none());
        assert!(!sealed.windows(8).any(|window| window == [42; 8]));
        assert_ne!(
            sealed,
            seal(&key, (one, id), seed),
            "each has its own nonce"
        );
    }
}
