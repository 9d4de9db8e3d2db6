//! How events change a player's coins, seeds and spins.

use chrono::SubsecRound;
use ledger::wallet::reward::{SliceWeight, WheelSeedCommitted, WheelSeedRevealed, WheelSpun};
use ledger::{Account, MoneyError, RecordedEvent};

use crate::projection::{FoldReason, time_of};

use super::fold::RewardProjection;
use super::{SeedRow, SpinRow, WheelRow};

impl RewardProjection {
    pub(super) fn commit(
        &mut self,
        event: &RecordedEvent,
        committed: &WheelSeedCommitted,
    ) -> Result<(), FoldReason> {
        let WheelSeedCommitted {
            seed_id,
            commit,
            client_seed,
            ..
        } = committed;
        let key = (event.wallet_id, *seed_id);
        if self.seeds.contains(&key) {
            return Err(FoldReason::AlreadyThere("seed"));
        }
        let row = SeedRow {
            seed_id: *seed_id,
            commit: commit.clone(),
            client_seed: client_seed.clone(),
            seed: None,
            spins: 0,
            committed_at: time_of(event),
            revealed_at: None,
            position: event.position,
        };
        self.seeds.put(key, row);
        Ok(())
    }

    /// From now on, anyone can repeat the draws of the seed's spins.
    pub(super) fn reveal(
        &mut self,
        event: &RecordedEvent,
        revealed: &WheelSeedRevealed,
    ) -> Result<(), FoldReason> {
        let WheelSeedRevealed { seed_id, seed, .. } = revealed;
        let row = self.seeds.change(&(event.wallet_id, *seed_id));
        let row = row.ok_or(FoldReason::Unknown("seed"))?;
        if row.seed.replace(seed.clone()).is_some() {
            return Err(FoldReason::AlreadyThere("revealed seed"));
        }
        row.revealed_at = Some(time_of(event));
        Ok(())
    }

    /// Carries the player's coins on, and says how many there are.
    pub(super) fn count_coins(&mut self, event: &RecordedEvent) -> Result<i64, FoldReason> {
        let postings = event.event.postings().iter();
        let head = self.head(event.wallet_id);
        for posting in postings.filter(|posting| posting.account == Account::Coins) {
            let coins = i64::try_from(posting.amount.amount()).map_err(|_| MoneyError::TooLarge)?;
            head.coins = head.coins.checked_add(coins).ok_or(MoneyError::TooLarge)?;
        }
        if head.coins < 0 {
            return Err(FoldReason::Negative {
                account: Account::Coins,
                amount: head.coins.into(),
            });
        }
        Ok(head.coins)
    }

    pub(super) fn spin(
        &mut self,
        event: &RecordedEvent,
        spun: &WheelSpun,
    ) -> Result<(), FoldReason> {
        let WheelSpun {
            spin_id,
            seed_id,
            client_seed,
            nonce,
            wheel,
            weights,
            ticket,
            slice,
            prize,
            expires_at,
            ..
        } = spun;
        let key = (event.wallet_id, *spin_id);
        if self.spins.contains(&key) {
            return Err(FoldReason::AlreadyThere("spin"));
        }
        self.know_wheel(event, wheel, weights)?;
        let seed = self.seeds.change(&(event.wallet_id, *seed_id));
        let seed = seed.ok_or(FoldReason::Unknown("seed"))?;
        seed.spins = seed.spins.saturating_add(1);
        let coins_after = self.count_coins(event)?;
        self.head(event.wallet_id).spins += 1;
        let row = SpinRow {
            spin_id: *spin_id,
            seed_id: *seed_id,
            client_seed: client_seed.clone(),
            nonce: *nonce,
            wheel: wheel.clone(),
            ticket: *ticket,
            slice: slice.clone(),
            prize: *prize,
            expires_at: expires_at.map(|until| until.trunc_subsecs(6)),
            coins_after,
            grant_id: None,
            created_at: time_of(event),
            position: event.position,
        };
        self.spins.put(key, row);
        Ok(())
    }

    /// A version of the wheel is written down when it is first spun: by its first position, in
    /// whatever order the wallets are folded.
    fn know_wheel(
        &mut self,
        event: &RecordedEvent,
        id: &str,
        slices: &[SliceWeight],
    ) -> Result<(), FoldReason> {
        let id = id.to_owned();
        match self.wheels.get(&id) {
            Some(known) if known.slices == slices => {
                if event.position < known.position
                    && let Some(wheel) = self.wheels.change(&id)
                {
                    wheel.position = event.position;
                }
                Ok(())
            }
            Some(_) => Err(FoldReason::AlreadyThere(
                "wheel of this name, with other slices",
            )),
            None => {
                let row = WheelRow {
                    id: id.clone(),
                    slices: slices.to_vec(),
                    position: event.position,
                };
                self.wheels.put(id, row);
                Ok(())
            }
        }
    }
}
