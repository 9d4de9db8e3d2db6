//! The wheel: seeds that the house commits to, and spins that are drawn from them.
//!
//! 1. A seed is stored, encrypted, before the ledger commits to it, so every committed seed can be
//!    revealed. A seed that was stored but not committed to is never used.
//! 2. The ledger decides which seed is in use. It refuses bytes that it has not committed to, so a
//!    request that was slower than a change of the seed reads again and draws from the new seed.
//! 3. The next seed is made, and its commitment shown, before the player chooses a client seed for
//!    it: the house never picks a seed after it knows the player's part of the draw.
//! 4. A spin's id is derived from the client's id for it. The outcome is read back from its event,
//!    so that every repeat gets the same answer, permanently.

mod recorded;
pub mod seed;
#[cfg(test)]
mod tests;

use ledger::wallet::reward::{
    CommittedSeed, SeedRotation, WheelSeed, WheelSeedCommitted, WheelSeedRevealed,
};
use ledger::{
    CommandOutcome, Idempotency, LedgerError, RecordedEvent, RewardCommand, RewardError,
    RewardEvent, SpinId, Wallet, WalletCommand, WalletError, WalletEvent, WheelSeedId,
};
use uuid::Uuid;

use platform::clock::new_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::subject::Member;

pub use recorded::Spun;

/// How often a command is repeated after another change of the seed was faster.
const TRIES_MAX: u32 = 5;

/// A revealed seed, and the seed in use from now on.
pub struct Rotated {
    /// Id of the revealed seed.
    pub seed_id: WheelSeedId,
    /// Its bytes, in hexadecimal.
    pub seed: String,
    /// The commitment to it.
    pub commit: String,
    /// How many spins were drawn from it.
    pub spins: i64,
    /// The seed in use since then.
    pub next: CommittedSeed,
    /// The ledger's receipt.
    pub receipt: CommandOutcome,
}

/// The player's wallet with a seed to draw from; the first call for a wallet commits to a seed.
pub async fn ensure_seed(state: &Core, caller: Member) -> Result<Wallet, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    if wallet.wheel_seed().is_some() {
        return Ok(wallet);
    }
    wallet.currency().ok_or(Code::NoWallet)?;
    let seed_id = WheelSeedId(new_id());
    let seed = seed::put(state, caller.id, seed_id).await?;
    let command = RewardCommand::CommitWheelSeed {
        seed_id,
        commit: seed.commit(),
        client_seed: caller.id.to_string(),
    };
    // Of two parallel calls, the ledger takes the first seed; both continue with that one.
    execute(state, caller, command, None).await?;
    Ok(state.ledger.load(caller.id).await?)
}

/// The successor of a seed, created when it is first needed. Its id is derived from the
/// predecessor's id, so that an interrupted change continues where it was.
pub async fn after(
    state: &Core,
    caller: Member,
    seed_id: WheelSeedId,
) -> Result<(WheelSeedId, String), ApiError> {
    let next_id = WheelSeedId(Uuid::new_v5(&seed_id.0, b"next"));
    let next_seed = seed::put(state, caller.id, next_id).await?;
    Ok((next_id, next_seed.commit()))
}

/// Reveals the seed in use and commits to the next one.
pub async fn rotate(
    state: &Core,
    caller: Member,
    client_seed: Option<String>,
    idempotency: Option<Idempotency>,
) -> Result<Rotated, ApiError> {
    for _ in 0..TRIES_MAX {
        let wallet = ensure_seed(state, caller).await?;
        let current = wallet.wheel_seed().ok_or(Code::SpinSeed)?;
        let command = change_command(state, caller, current, client_seed.clone()).await?;
        match execute(state, caller, command, idempotency.clone()).await {
            Ok(receipt) => return rotated(state, caller, receipt).await,
            Err(LedgerError::Refused(WalletError::Reward(RewardError::OtherSeed))) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Code::SpinSeed.into())
}

/// Reads the answer from the written event, so that a repeat gets the same answer.
async fn rotated(
    state: &Core,
    caller: Member,
    receipt: CommandOutcome,
) -> Result<Rotated, ApiError> {
    let mut revealed = None;
    let mut committed = None;
    for event in receipt.events.iter().filter_map(reward_event) {
        match event {
            RewardEvent::WheelSeedRevealed(WheelSeedRevealed { seed_id, seed, .. }) => {
                revealed = Some((*seed_id, seed.clone()));
            }
            RewardEvent::WheelSeedCommitted(WheelSeedCommitted {
                seed_id,
                commit,
                client_seed,
                ..
            }) => {
                committed = Some(CommittedSeed {
                    seed_id: *seed_id,
                    commit: commit.clone(),
                    client_seed: client_seed.clone(),
                    nonce: 0,
                });
            }
            _ => {}
        }
    }
    let ((seed_id, seed), next) = revealed.zip(committed).ok_or(Code::SpinSeed)?;
    Ok(Rotated {
        seed_id,
        commit: seed::find(state, caller.id, seed_id).await?.commit(),
        seed,
        spins: recorded::spins_of(state, caller.id, seed_id).await?,
        next,
        receipt,
    })
}

fn reward_event(recorded: &RecordedEvent) -> Option<&RewardEvent> {
    match &recorded.event {
        WalletEvent::Reward(event) => Some(event),
        _ => None,
    }
}

/// Spends a coin on a draw; a repeat is the same spin.
pub async fn spin(
    state: &Core,
    caller: Member,
    spin_id: SpinId,
    idempotency: Option<Idempotency>,
) -> Result<Spun, ApiError> {
    for _ in 0..TRIES_MAX {
        let wallet = state.ledger.load(caller.id).await?;
        let currency = wallet.currency().ok_or(Code::NoWallet)?;
        if !state.config.wheel.is_offered_in(currency) {
            let earlier = recorded::find(state, caller.id, spin_id).await?;
            return earlier.ok_or_else(|| Code::SpinInactive.into());
        }
        let Some(current) = wallet.wheel_seed() else {
            // No spin was ever drawn here, so this is no repeat: refuse before committing to an
            // unused seed.
            require_spinner(state, &wallet)?;
            ensure_seed(state, caller).await?;
            continue;
        };
        let seed = seed::find(state, caller.id, current.seed_id).await?;
        let command = spin_command(state, spin_id, current.seed_id, seed)?;
        match execute(state, caller, command, idempotency.clone()).await {
            Ok(receipt) => return recorded::read(state, caller.id, spin_id, &receipt).await,
            Err(LedgerError::Refused(WalletError::Reward(RewardError::OtherSeed))) => {}
            Err(LedgerError::Refused(WalletError::Reward(RewardError::SeedWornOut))) => {
                replace(state, caller, current).await?;
            }
            // It was longer ago than the wallet remembers.
            Err(LedgerError::ClaimTaken {
                kind: "spin", by, ..
            }) if by == caller.id => {
                let earlier = recorded::find(state, caller.id, spin_id).await?;
                return earlier.ok_or_else(|| Code::SpinSeed.into());
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(Code::SpinSeed.into())
}

fn require_spinner(state: &Core, wallet: &Wallet) -> Result<(), ApiError> {
    wallet.require_playing(state.clock.now())?;
    if wallet.coins().is_none_or(|coins| !coins.is_positive()) {
        return Err(WalletError::Reward(RewardError::NoCoin).into());
    }
    Ok(())
}

fn spin_command(
    state: &Core,
    spin_id: SpinId,
    seed_id: WheelSeedId,
    seed: WheelSeed,
) -> Result<RewardCommand, ApiError> {
    let wheel = state.config.wheel.version();
    Ok(RewardCommand::SpinWheel {
        spin_id,
        seed_id,
        seed,
        wheel: wheel.map_err(|error| ApiError::internal(&error))?,
    })
}

/// Reveals an exhausted seed. Of many parallel calls one does it, and the others find it done.
async fn replace(state: &Core, caller: Member, worn_out: &CommittedSeed) -> Result<(), ApiError> {
    let command = change_command(state, caller, worn_out, None).await?;
    match execute(state, caller, command, None).await {
        Ok(_) | Err(LedgerError::Refused(WalletError::Reward(RewardError::OtherSeed))) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Reveals a seed and commits to its successor; without a new client seed the earlier one stays.
async fn change_command(
    state: &Core,
    caller: Member,
    current: &CommittedSeed,
    client_seed: Option<String>,
) -> Result<RewardCommand, ApiError> {
    let (next_id, next_commit) = after(state, caller, current.seed_id).await?;
    Ok(RewardCommand::RotateWheelSeed(SeedRotation {
        seed_id: current.seed_id,
        seed: seed::find(state, caller.id, current.seed_id).await?,
        next_id,
        next_commit,
        client_seed: client_seed.unwrap_or_else(|| current.client_seed.clone()),
    }))
}

async fn execute(
    state: &Core,
    caller: Member,
    command: RewardCommand,
    idempotency: Option<Idempotency>,
) -> Result<CommandOutcome, LedgerError> {
    let context = state.member_context(idempotency);
    let command = WalletCommand::Reward(command);
    state.ledger.execute(caller.id, command, context).await
}
