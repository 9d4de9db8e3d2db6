//! Game accounts and the transfers between them and the main wallet.
//!
//! Into a game the money leaves the main wallet first and waits in transit; out of a game the
//! provider is asked first and nothing is credited before it has definitely paid. What the
//! provider holds beyond or below our books is what the player won or lost there.

use chrono::{DateTime, Utc};

use crate::id::TransferId;
use crate::money::{Currency, Money, MoneyError};
use crate::posting::{Account, GameCode, movement};

use super::command::NonDeliveryProof;
use super::place::Place;
use super::state::{EndedWork, GameAccount, TransferState, TransferStatus};
use super::{
    GameCommand, GameEvent, TransferCommand, TransferEvent, Wallet, WalletError, WalletEvent,
};

/// The one game of a transfer pair; `None` unless exactly one side is the main wallet.
fn game_of<'a>(from: &'a Place, to: &'a Place) -> Option<&'a GameCode> {
    match (from, to) {
        (Place::Wallet, Place::Game(game)) | (Place::Game(game), Place::Wallet) => Some(game),
        _ => None,
    }
}

impl TransferState {
    /// The event that puts the money back where it was.
    pub(super) fn returned(&self, transfer_id: TransferId, reason: String) -> WalletEvent {
        let postings = match self.from {
            Place::Wallet => movement(Account::InTransit, Account::Main, self.amount),
            Place::Game(_) => Vec::new(),
        };
        WalletEvent::Transfer(TransferEvent::Returned {
            transfer_id,
            reason,
            postings,
        })
    }
}

impl Wallet {
    pub(super) fn decide_transfer(
        &self,
        command: TransferCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        use TransferStatus::{Completed, Returned, Sent, Started, Unknown};
        match command {
            TransferCommand::Start {
                transfer_id,
                from,
                to,
                amount,
            } => {
                Self::require_positive(amount, currency)?;
                self.start_transfer(transfer_id, from, to, amount, at)
            }
            TransferCommand::MarkSent { transfer_id } => {
                match self.known_transfer(transfer_id)?.status {
                    Started => Ok(vec![WalletEvent::Transfer(TransferEvent::Sent {
                        transfer_id,
                    })]),
                    Sent | Unknown => Ok(Vec::new()),
                    Completed | Returned => Err(WalletError::Ended("transfer")),
                }
            }
            TransferCommand::MarkUnknown {
                transfer_id,
                reason,
            } => match self.known_transfer(transfer_id)?.status {
                Sent => Ok(vec![WalletEvent::Transfer(TransferEvent::Unknown {
                    transfer_id,
                    reason,
                })]),
                Unknown => Ok(Vec::new()),
                Started => Err(WalletError::Unknown("call to the provider")),
                Completed | Returned => Err(WalletError::Ended("transfer")),
            },
            TransferCommand::Complete {
                transfer_id,
                provider_tx,
                balance_before,
            } => match self.known_transfer(transfer_id)?.status {
                Sent | Unknown => {
                    let events =
                        self.complete_transfer(transfer_id, provider_tx, balance_before)?;
                    self.with_end_of_sweep(transfer_id, events, at)
                }
                Completed => Ok(Vec::new()),
                Started => Err(WalletError::Unknown("call to the provider")),
                Returned => Err(WalletError::Ended("transfer")),
            },
            TransferCommand::Return {
                transfer_id,
                reason,
                grounds,
            } => {
                let transfer = self.known_transfer(transfer_id)?;
                match (transfer.status, grounds) {
                    (Started, NonDeliveryProof::NeverCalled)
                    | (Sent, NonDeliveryProof::FirstAnswer)
                    | (Sent | Unknown, NonDeliveryProof::ForEver) => {
                        let events = vec![transfer.returned(transfer_id, reason)];
                        self.with_end_of_sweep(transfer_id, events, at)
                    }
                    (Started | Sent | Unknown, _) => Err(WalletError::NotDefinite("transfer")),
                    (Returned, _) => Ok(Vec::new()),
                    (Completed, _) => Err(WalletError::Ended("transfer")),
                }
            }
        }
    }

    pub(super) fn decide_game(
        &self,
        command: GameCommand,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match command {
            GameCommand::OpenAccount { game, username } => match self.games.get(&game) {
                None => {
                    self.require_playing(at)?;
                    Ok(vec![WalletEvent::Game(GameEvent::AccountOpened {
                        game,
                        username,
                    })])
                }
                Some(account) if account.username == username => Ok(Vec::new()),
                Some(_) => Err(WalletError::GameAccountExists(game)),
            },
            GameCommand::ObserveBalance {
                game,
                balance,
                seen_at,
            } => self.observe_balance(&game, balance, seen_at),
        }
    }

    fn known_transfer(&self, id: TransferId) -> Result<&TransferState, WalletError> {
        self.transfers
            .get(&id)
            .ok_or(WalletError::Unknown("transfer"))
    }

    pub(super) fn start_transfer(
        &self,
        transfer_id: TransferId,
        from: Place,
        to: Place,
        amount: Money,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        if self.transfers.contains_key(&transfer_id) {
            return Ok(Vec::new());
        }
        let game = game_of(&from, &to).ok_or(WalletError::NotATransferPair)?;
        self.require_free(game)?;
        let postings = match from {
            Place::Wallet => {
                self.require_playing(at)?;
                self.require_funds(&Account::Main, amount)?;
                movement(Account::Main, Account::InTransit, amount)
            }
            // What the provider holds, only the provider knows: it refuses when it is too little.
            Place::Game(_) => Vec::new(),
        };
        Ok(vec![WalletEvent::Transfer(TransferEvent::Started {
            transfer_id,
            from,
            to,
            amount,
            postings,
        })])
    }

    /// Refuses a game where the player has no account, or one that a transfer is busy with.
    pub(super) fn require_free(&self, game: &GameCode) -> Result<(), WalletError> {
        let account = self
            .games
            .get(game)
            .ok_or_else(|| WalletError::NoGameAccount(game.clone()))?;
        // One at a time with a provider: its balance before and after would not distinguish play from
        // transfer otherwise.
        match account.open_transfer {
            Some(open) => Err(WalletError::TransferOpen(open)),
            None => Ok(()),
        }
    }

    fn complete_transfer(
        &self,
        transfer_id: TransferId,
        provider_tx: String,
        balance_before: Option<Money>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let transfer = self.known_transfer(transfer_id)?;
        let amount = transfer.amount;
        let game = game_of(&transfer.from, &transfer.to)
            .expect("a transfer was started between the wallet and one game")
            .clone();
        let bucket = Account::Game(game.clone());
        let held = self.bucket(&bucket).ok_or(WalletError::NotOpen)?;
        let (from, to, before) = match transfer.from {
            Place::Wallet => (Account::InTransit, bucket, balance_before.unwrap_or(held)),
            Place::Game(_) => {
                // The provider has paid `amount`, so it held at least that much, whatever a
                // missing or smaller figure says.
                let least = if held.checked_sub(amount)?.is_negative() {
                    amount
                } else {
                    held
                };
                let before = balance_before.unwrap_or(least);
                let short = before.checked_sub(amount)?.is_negative();
                (bucket, Account::Main, if short { least } else { before })
            }
        };
        let mut events: Vec<_> = Self::observed(&game, held, before)?.into_iter().collect();
        let postings = movement(from, to, amount);
        events.push(WalletEvent::Transfer(TransferEvent::Completed {
            transfer_id,
            game,
            provider_tx,
            postings,
        }));
        Ok(events)
    }

    pub(super) fn observe_balance(
        &self,
        game: &GameCode,
        balance: Money,
        seen_at: i64,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let account = self
            .games
            .get(game)
            .ok_or_else(|| WalletError::NoGameAccount(game.clone()))?;
        // The provider was asked before something else moved that balance: its answer is about
        // another moment, and booking it would invent a loss or a win.
        if account.open_transfer.is_some() || account.last_change > seen_at {
            return Ok(Vec::new());
        }
        let held = self
            .bucket(&Account::Game(game.clone()))
            .ok_or(WalletError::NotOpen)?;
        Ok(Self::observed(game, held, balance)?.into_iter().collect())
    }

    /// The event that brings our books from what we `held` to what the provider says.
    fn observed(
        game: &GameCode,
        held: Money,
        balance: Money,
    ) -> Result<Option<WalletEvent>, WalletError> {
        if balance.is_negative() {
            return Err(MoneyError::NotANumber.into());
        }
        let won = balance.checked_sub(held)?;
        let (bucket, provider) = (Account::Game(game.clone()), Account::Provider(game.clone()));
        let postings = if won.is_zero() {
            return Ok(None);
        } else if won.is_positive() {
            movement(provider, bucket, won)
        } else {
            movement(bucket, provider, won.negated())
        };
        Ok(Some(WalletEvent::Game(GameEvent::BalanceObserved {
            game: game.clone(),
            balance,
            postings,
        })))
    }

    pub(super) fn apply_transfer(&mut self, event: TransferEvent) {
        match event {
            TransferEvent::Started {
                transfer_id,
                from,
                to,
                amount,
                ..
            } => {
                let status = TransferStatus::Started;
                self.transfers.insert(
                    transfer_id,
                    TransferState {
                        from,
                        to,
                        amount,
                        status,
                    },
                );
                self.set_transfer(transfer_id, status, Some(transfer_id));
            }
            TransferEvent::Sent { transfer_id } => {
                self.set_transfer(transfer_id, TransferStatus::Sent, Some(transfer_id));
            }
            TransferEvent::Unknown { transfer_id, .. } => {
                self.set_transfer(transfer_id, TransferStatus::Unknown, Some(transfer_id));
            }
            TransferEvent::Completed { transfer_id, .. } => {
                self.set_transfer(transfer_id, TransferStatus::Completed, None);
                if let Some(transfer) = self.transfers.get(&transfer_id) {
                    self.collect(transfer_id, transfer.amount);
                }
                self.remember_ended(EndedWork::Transfer(transfer_id));
            }
            TransferEvent::Returned { transfer_id, .. } => {
                self.set_transfer(transfer_id, TransferStatus::Returned, None);
                self.remember_ended(EndedWork::Transfer(transfer_id));
            }
        }
    }

    pub(super) fn apply_game(&mut self, event: GameEvent) {
        match event {
            GameEvent::AccountOpened { game, username } => {
                let last_change = self.sequence;
                self.games.insert(
                    game,
                    GameAccount {
                        username,
                        last_change,
                        open_transfer: None,
                    },
                );
            }
            GameEvent::BalanceObserved { game, .. } => {
                if let Some(account) = self.games.get_mut(&game) {
                    account.last_change = self.sequence;
                }
            }
        }
    }

    fn set_transfer(&mut self, id: TransferId, status: TransferStatus, open: Option<TransferId>) {
        let Some(transfer) = self.transfers.get_mut(&id) else {
            return;
        };
        transfer.status = status;
        let account =
            game_of(&transfer.from, &transfer.to).and_then(|game| self.games.get_mut(game));
        if let Some(account) = account {
            account.open_transfer = open;
            account.last_change = self.sequence;
        }
    }
}
