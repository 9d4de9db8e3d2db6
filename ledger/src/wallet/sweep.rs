//! Sweeps: the balances of several games move to one destination, through the main wallet.
//!
//! Each leg is a separate transfer out of a game and ends independently. The decision that ends
//! the last one ends the sweep, and starts the transfer onward into a game if that is where
//! everything goes. What cannot go onward stays in the main wallet, where the player sees it.

use chrono::{DateTime, Utc};
use cqrs_es::Aggregate;
use serde::{Deserialize, Serialize};

use crate::id::{SweepId, TransferId};
use crate::money::Money;
use crate::posting::{Account, GameCode};

use super::command::SweepCommand;
use super::place::Place;
use super::state::{EndedWork, TransferStatus};
use super::{SweepEvent, Wallet, WalletError, WalletEvent};

/// One game's part of a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepLeg {
    /// The transfer into the main wallet; also the request id towards the provider.
    pub transfer_id: TransferId,
    /// Code of the game provider.
    pub game: GameCode,
    /// What to take out of it.
    pub amount: Money,
}

/// A sweep's place in its life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepState {
    /// Account that all money goes to.
    pub to: Place,
    /// The transfer that takes it there, when that is a game.
    pub onward: TransferId,
    /// The transfers into the main wallet.
    pub legs: Vec<TransferId>,
    /// Whether one of them has not ended.
    pub is_open: bool,
    /// What has arrived in the main wallet so far, with what it gives in addition.
    pub collected: Money,
    /// Why it stays there though a game was its destination.
    pub refused: Option<String>,
}

impl Wallet {
    /// A sweep by its id; `None` as well for one that ended long ago.
    #[must_use]
    pub fn sweep(&self, id: SweepId) -> Option<&SweepState> {
        self.sweeps.get(&id)
    }

    pub(super) fn start_sweep(
        &self,
        sweep: SweepCommand,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let SweepCommand {
            sweep_id,
            to,
            legs,
            onward,
            from_main,
        } = sweep;
        if self.sweeps.contains_key(&sweep_id) {
            return Ok(Vec::new());
        }
        self.require_new_ids(&legs, onward)?;
        if let Place::Game(game) = &to {
            self.require_playing(at)?;
            self.require_free(game)?;
        }
        let zero = Money::zero(self.currency.ok_or(WalletError::NotOpen)?);
        let from_main = self.given_by_main(&to, from_main)?;
        let mut sum = from_main.unwrap_or(zero);
        let mut refusal = None;
        let mut started: Vec<(TransferId, GameCode, WalletEvent)> = Vec::new();
        for leg in legs {
            sum = sum.checked_add(leg.amount)?;
            if leg.amount.is_negative() {
                return Err(WalletError::AmountNotPositive);
            }
            let is_destination = matches!(&to, Place::Game(game) if *game == leg.game);
            if is_destination || leg.amount.is_zero() {
                continue;
            }
            let (id, game, place) = (leg.transfer_id, leg.game, Place::Wallet);
            // A second leg out of one game would find it busy with the first.
            if let Some((first, ..)) = started.iter().find(|(_, busy, _)| *busy == game) {
                refusal.get_or_insert(WalletError::TransferOpen(*first));
                continue;
            }
            match self.start_transfer(id, Place::Game(game.clone()), place, leg.amount, at) {
                Ok(events) => started.extend(events.into_iter().map(|e| (id, game.clone(), e))),
                Err(reason) => drop(refusal.get_or_insert(reason)),
            }
        }
        let goes_on = matches!(&to, Place::Game(_)) && from_main.is_some() && refusal.is_none();
        if started.is_empty() && !goes_on {
            let (needed, held) = (zero, zero);
            return Err(refusal.unwrap_or(WalletError::InsufficientFunds { needed, held }));
        }
        let legs: Vec<TransferId> = started.iter().map(|(id, ..)| *id).collect();
        // Without a leg, nothing else would end it.
        let end = match from_main.filter(|_| legs.is_empty()) {
            Some(amount) => {
                let (next, refused) = self.start_onward(onward, &to, amount, at);
                let ended = WalletEvent::Sweep(SweepEvent::Ended {
                    sweep_id,
                    collected: amount,
                    refused,
                });
                [Some(ended), next]
            }
            None => [None, None],
        };
        let sweep = WalletEvent::Sweep(SweepEvent::Started {
            sweep_id,
            to,
            onward,
            legs,
            from_main,
        });
        let started = started.into_iter().map(|(_, _, event)| event);
        let events = std::iter::once(sweep).chain(started);
        Ok(events.chain(end.into_iter().flatten()).collect())
    }

    /// What the main wallet gives to a sweep into a game; it must be there.
    fn given_by_main(
        &self,
        to: &Place,
        amount: Option<Money>,
    ) -> Result<Option<Money>, WalletError> {
        let Some(needed) = amount.filter(|_| matches!(to, Place::Game(_))) else {
            return Ok(None);
        };
        let currency = self.currency.ok_or(WalletError::NotOpen)?;
        Self::require_positive(needed, currency)?;
        let held = self
            .bucket(&Account::Main)
            .unwrap_or_else(|| Money::zero(currency));
        if held.amount() < needed.amount() {
            return Err(WalletError::InsufficientFunds { needed, held });
        }
        Ok(Some(needed))
    }

    /// Refuses ids that name another transfer already: starting one again writes nothing, and
    /// the sweep would count money that a stranger moved.
    fn require_new_ids(&self, legs: &[SweepLeg], onward: TransferId) -> Result<(), WalletError> {
        let mut ids: Vec<_> = legs.iter().map(|leg| leg.transfer_id).collect();
        ids.push(onward);
        ids.sort_unstable();
        let is_repeated = ids.windows(2).any(|pair| pair[0] == pair[1]);
        let is_promised = |id| self.is_promised(id);
        if is_repeated
            || ids
                .iter()
                .any(|id| self.transfers.contains_key(id) || is_promised(*id))
        {
            return Err(WalletError::IdTaken("transfer"));
        }
        Ok(())
    }

    /// Whether an open sweep will start a transfer under an id.
    pub(super) fn is_promised(&self, id: TransferId) -> bool {
        self.sweeps
            .values()
            .any(|sweep| sweep.is_open && sweep.onward == id)
    }

    /// Adds to the events that end a transfer what ends with it: its sweep, if it was the last leg.
    pub(super) fn with_end_of_sweep(
        &self,
        transfer_id: TransferId,
        mut events: Vec<WalletEvent>,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let sweep = self
            .sweeps
            .iter()
            .find(|(_, sweep)| sweep.is_open && sweep.legs.contains(&transfer_id));
        let Some((sweep_id, _)) = sweep.filter(|_| !events.is_empty()) else {
            return Ok(events);
        };
        self.require_room(&events)?;
        let mut after = self.clone();
        for event in &events {
            after.apply(event.clone());
        }
        let sweep = after
            .sweep(*sweep_id)
            .expect("only the end of a sweep makes it forgettable");
        if sweep.legs.iter().any(|leg| after.is_transfer_open(*leg)) {
            return Ok(events);
        }
        let (onward, refused) = match sweep.to {
            Place::Game(_) if sweep.collected.is_positive() => {
                after.start_onward(sweep.onward, &sweep.to, sweep.collected, at)
            }
            Place::Game(_) | Place::Wallet => (None, None),
        };
        events.push(WalletEvent::Sweep(SweepEvent::Ended {
            sweep_id: *sweep_id,
            collected: sweep.collected,
            refused,
        }));
        events.extend(onward);
        Ok(events)
    }

    /// The transfer that takes everything to its destination, or why the money stays.
    fn start_onward(
        &self,
        id: TransferId,
        to: &Place,
        amount: Money,
        at: DateTime<Utc>,
    ) -> (Option<WalletEvent>, Option<String>) {
        match self.start_transfer(id, Place::Wallet, to.clone(), amount, at) {
            Ok(events) if events.is_empty() => {
                let taken = WalletError::IdTaken("transfer");
                (None, Some(taken.code().to_owned()))
            }
            Ok(mut events) => (events.pop(), None),
            Err(refusal) => (None, Some(refusal.code().to_owned())),
        }
    }

    fn is_transfer_open(&self, id: TransferId) -> bool {
        use TransferStatus::{Completed, Returned, Sent, Started, Unknown};
        self.transfer(id)
            .is_some_and(|transfer| match transfer.status {
                Started | Sent | Unknown => true,
                Completed | Returned => false,
            })
    }

    pub(super) fn apply_sweep(&mut self, event: SweepEvent) {
        match event {
            SweepEvent::Started {
                sweep_id,
                to,
                onward,
                legs,
                from_main,
            } => {
                let Some(currency) = self.currency else {
                    return;
                };
                let sweep = SweepState {
                    to,
                    onward,
                    legs,
                    is_open: true,
                    collected: from_main.unwrap_or_else(|| Money::zero(currency)),
                    refused: None,
                };
                self.sweeps.insert(sweep_id, sweep);
            }
            SweepEvent::Ended {
                sweep_id, refused, ..
            } => {
                if let Some(sweep) = self.sweeps.get_mut(&sweep_id) {
                    sweep.is_open = false;
                    sweep.refused = refused;
                }
                self.remember_ended(EndedWork::Sweep(sweep_id));
            }
        }
    }

    /// Counts what a leg brought into the main wallet.
    pub(super) fn collect(&mut self, leg: TransferId, amount: Money) {
        let sweep = self
            .sweeps
            .values_mut()
            .find(|sweep| sweep.is_open && sweep.legs.contains(&leg));
        if let Some(sweep) = sweep {
            // The sum of all legs was within the books when they were started.
            sweep.collected = sweep
                .collected
                .checked_add(amount)
                .unwrap_or(sweep.collected);
        }
    }
}
