//! The recorded outcome of a spin: permanent, even after the wallet has forgotten it.

use std::time::Duration;

use ledger::journal;
use ledger::journal::fence;
use ledger::wallet::reward::WheelSpun;
use ledger::{
    CommandOutcome, LedgerError, RecordedEvent, RewardEvent, SpinId, WalletEvent, WalletId,
    WheelSeedId,
};
use projections::View;
use projections::reward::{self, SpinRow};

use platform::core::Core;
use platform::error::{ApiError, Code};

/// A spin that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spun {
    /// The spin's id in the ledger, which a repeat of the request keeps.
    pub spin_id: SpinId,
    /// The seed that it was drawn from.
    pub seed_id: WheelSeedId,
    /// The number of the spin under that seed, from 0.
    pub nonce: u32,
    /// The number that was drawn, below the sum of the weights.
    pub ticket: u32,
    /// Version of the wheel's rules.
    pub wheel: String,
    /// The code of the slice that the number lies in.
    pub code: String,
    /// Its position in the journal.
    pub position: i64,
    /// The player's coins right after it.
    pub coins: i64,
    /// Whether an earlier request made it.
    pub is_replayed: bool,
}

impl From<SpinRow> for Spun {
    fn from(row: SpinRow) -> Self {
        Self {
            spin_id: row.spin_id,
            seed_id: row.seed_id,
            nonce: row.nonce,
            ticket: row.ticket,
            wheel: row.wheel,
            code: row.slice,
            position: row.position,
            coins: row.coins_after,
            is_replayed: true,
        }
    }
}

impl Spun {
    /// Reads a spin from its event, which does not contain the remaining coins.
    fn of(recorded: &RecordedEvent) -> Option<Self> {
        let WalletEvent::Reward(event) = &recorded.event else {
            return None;
        };
        let RewardEvent::WheelSpun(WheelSpun {
            spin_id,
            seed_id,
            nonce,
            wheel,
            ticket,
            slice,
            ..
        }) = event.as_ref()
        else {
            return None;
        };
        Some(Self {
            spin_id: *spin_id,
            seed_id: *seed_id,
            nonce: *nonce,
            ticket: *ticket,
            wheel: wheel.clone(),
            code: slice.clone(),
            position: recorded.position,
            coins: 0,
            is_replayed: false,
        })
    }
}

/// The spin that a command made, now or at an earlier time.
pub(super) async fn read(
    state: &Core,
    wallet_id: WalletId,
    spin_id: SpinId,
    receipt: &CommandOutcome,
) -> Result<Spun, ApiError> {
    if let Some(spun) = receipt.events.iter().find_map(Spun::of) {
        return Ok(Spun {
            coins: coins_at(state, wallet_id, receipt.sequence).await?,
            is_replayed: receipt.is_replayed,
            ..spun
        });
    }
    // It was made earlier, under another key.
    let found = find(state, wallet_id, spin_id).await?;
    found.ok_or_else(|| ApiError::internal(&"a spin is in no view"))
}

/// A wallet's coins right after a sequence: the current coins without the later movements.
///
/// A view would show them too, but it lags while many spin at once.
async fn coins_at(state: &Core, wallet_id: WalletId, sequence: i64) -> Result<i64, ApiError> {
    let wallet = state.ledger.load(wallet_id).await?;
    let coins = wallet.coins().ok_or(Code::NoWallet)?;
    let (pool, key) = (&state.pool, state.ledger.journal_key());
    let moved = journal::coins_moved(pool, key, wallet_id, sequence, wallet.sequence()).await;
    let then = coins.amount() - moved.map_err(LedgerError::from)?;
    i64::try_from(then).map_err(|error| ApiError::internal(&error))
}

/// An earlier spin of a wallet.
pub(super) async fn find(
    state: &Core,
    wallet_id: WalletId,
    spin_id: SpinId,
) -> Result<Option<Spun>, ApiError> {
    show_all(state, wallet_id).await?;
    let mut connection = state.pool.acquire().await?;
    let row = reward::spin(&mut *connection, wallet_id, spin_id).await?;
    if row.is_some() {
        // A spin that can be read may still be missing on the standby; its prize is not returned
        // before it is there. A fence covers only what its own session has read.
        fence(&mut connection).await?;
    }
    Ok(row.map(Into::into))
}

/// How many spins were drawn from a seed that is no longer in use.
pub(super) async fn spins_of(
    state: &Core,
    wallet_id: WalletId,
    seed_id: WheelSeedId,
) -> Result<i64, ApiError> {
    show_all(state, wallet_id).await?;
    let spins = reward::spins_of_seed(&state.pool, wallet_id, seed_id).await?;
    spins.ok_or_else(|| ApiError::internal(&"a revealed seed is in no view"))
}

/// Waits until the view has caught up with the wallet's events from all gateways. Before that, the
/// absence of a spin in the view proves nothing.
async fn show_all(state: &Core, wallet_id: WalletId) -> Result<(), ApiError> {
    let last = journal::last_position(&state.pool, wallet_id).await?;
    let patience = Duration::from_millis(state.config.waits.view_ms);
    let shown = state
        .projections
        .wait_for(View::Reward, last.unwrap_or(0), patience)
        .await;
    shown.map_err(|error| {
        tracing::warn!(?error, "the view of rewards is behind");
        Code::ServiceUnavailable
    })?;
    Ok(())
}
