//! The store of seeds until they are revealed: encrypted, with a key that is not in the database.
//!
//! Wallet and seed id are associated data, so a row that is copied to another wallet or id does not
//! decrypt. Nothing here writes a seed into a log or an answer.

use ledger::wallet::reward::WheelSeed;
use ledger::{WalletId, WheelSeedId};

use platform::core::Core;
use platform::error::ApiError;
use platform::secrets::random_bytes;

/// The seed with an id; it is made and stored now if it does not exist.
pub async fn put(
    state: &Core,
    wallet_id: WalletId,
    seed_id: WheelSeedId,
) -> Result<WheelSeed, ApiError> {
    let made = WheelSeed(random_bytes());
    let cipher = state.secrets.wheel_seed();
    let sealed = cipher.encrypt(&owner(wallet_id, seed_id), &made.0);
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
    // A repeat of the same request, maybe at the same time, continues with the seed stored first.
    find(state, wallet_id, seed_id).await
}

/// The stored seed of a wallet, decrypted; a missing one is an error.
pub async fn find(
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
    let cipher = state.secrets.wheel_seed();
    sealed
        .and_then(|sealed| cipher.decrypt(&owner(wallet_id, seed_id), &sealed))
        .and_then(|seed| seed.try_into().ok().map(WheelSeed))
        .ok_or_else(|| ApiError::contradiction(&format!("the seed {seed_id} does not open")))
}

fn owner(wallet_id: WalletId, seed_id: WheelSeedId) -> Vec<u8> {
    format!("wheel-seed:1:{wallet_id}:{seed_id}").into_bytes()
}
