//! How events change a player's balances.

use chrono::{DateTime, Utc};
use ledger::wallet::{FreezeEvent, GameEvent, Opened, ProtectionEvent};
use ledger::{Account, Currency, GameCode, Money, RecordedEvent, WalletEvent, WalletId};

use crate::projection::{FoldReason, time_of};
use crate::rows::Rows;

/// A row of `wallet_balance`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BalanceRow {
    pub(super) currency: Currency,
    pub(super) main: Money,
    pub(super) in_transit: Money,
    pub(super) withdrawal: Money,
    pub(super) coins: Money,
    pub(super) last_sync: Option<DateTime<Utc>>,
    pub(super) position: i64,
    pub(super) frozen_at: Option<DateTime<Utc>>,
    pub(super) excluded_at: Option<DateTime<Utc>>,
    pub(super) limited_at: Option<DateTime<Utc>>,
}

/// A row of `game_account`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameRow {
    pub(super) username: String,
    pub(super) amount: Money,
    pub(super) observed_at: Option<DateTime<Utc>>,
    pub(super) position: i64,
}

pub(super) type GameKey = (WalletId, GameCode);

/// The wallet view's writer.
#[derive(Debug, Default)]
pub(crate) struct WalletProjection {
    pub(super) balances: Rows<WalletId, BalanceRow>,
    pub(super) games: Rows<GameKey, GameRow>,
}

impl WalletProjection {
    pub(super) fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        let wallet_id = event.wallet_id;
        match &event.event {
            WalletEvent::Opened(Opened { currency, .. }) => return self.open(event, *currency),
            WalletEvent::Game(GameEvent::AccountOpened { game, username }) => {
                return self.open_game(event, game, username);
            }
            WalletEvent::Game(GameEvent::BalanceObserved { game, .. }) => {
                let at = time_of(event);
                let row = self.balances.change(&wallet_id);
                let row = row.ok_or(FoldReason::NotOpen)?;
                (row.last_sync, row.position) = (Some(at), event.position);
                let row = self.games.change(&(wallet_id, game.clone()));
                let row = row.ok_or(FoldReason::Unknown("game account"))?;
                (row.observed_at, row.position) = (Some(at), event.position);
            }
            WalletEvent::Freeze(FreezeEvent::Frozen { .. }) => {
                return self.mark(event, |row, at| row.frozen_at = Some(at));
            }
            WalletEvent::Freeze(FreezeEvent::Unfrozen { .. }) => {
                return self.mark(event, |row, _| row.frozen_at = None);
            }
            WalletEvent::Protection(ProtectionEvent::Excluded { .. }) => {
                return self.mark(event, |row, at| row.excluded_at = Some(at));
            }
            WalletEvent::Protection(ProtectionEvent::DepositLimitSet { .. }) => {
                return self.mark(event, |row, at| row.limited_at = Some(at));
            }
            // The rest only moves money.
            WalletEvent::Slip(_)
            | WalletEvent::Transfer(_)
            | WalletEvent::Withdrawal(_)
            | WalletEvent::Qr(_)
            | WalletEvent::Gift(_)
            | WalletEvent::Manual(_)
            | WalletEvent::Sweep(_)
            | WalletEvent::BankAccount(_)
            | WalletEvent::Payout(_)
            | WalletEvent::Freeze(FreezeEvent::VoidDeclared { .. })
            | WalletEvent::Protection(ProtectionEvent::RealityCheckSet { .. })
            | WalletEvent::Corrected(_)
            | WalletEvent::House(_)
            | WalletEvent::Reward(_)
            | WalletEvent::Void => {}
        }
        let postings = event.event.postings();
        if !ledger::posting::is_balanced(postings)? {
            return Err(FoldReason::Unbalanced);
        }
        for posting in postings {
            self.post(event, &posting.account, posting.amount)?;
        }
        Ok(())
    }

    fn open(&mut self, event: &RecordedEvent, currency: Currency) -> Result<(), FoldReason> {
        if self.balances.contains(&event.wallet_id) {
            return Err(FoldReason::AlreadyThere("wallet"));
        }
        let zero = Money::zero(currency);
        self.balances.put(
            event.wallet_id,
            BalanceRow {
                currency,
                main: zero,
                in_transit: zero,
                withdrawal: zero,
                coins: Money::zero(Currency::Coin),
                last_sync: None,
                position: event.position,
                frozen_at: None,
                excluded_at: None,
                limited_at: None,
            },
        );
        Ok(())
    }

    /// Notes a time for the lists of players.
    fn mark(
        &mut self,
        event: &RecordedEvent,
        set: fn(&mut BalanceRow, DateTime<Utc>),
    ) -> Result<(), FoldReason> {
        set(self.balance(event)?, time_of(event));
        Ok(())
    }

    fn open_game(
        &mut self,
        event: &RecordedEvent,
        game: &GameCode,
        username: &str,
    ) -> Result<(), FoldReason> {
        let wallet = self.balances.get(&event.wallet_id);
        let currency = wallet.ok_or(FoldReason::NotOpen)?.currency;
        let key = (event.wallet_id, game.clone());
        if self.games.contains(&key) {
            return Err(FoldReason::AlreadyThere("game account"));
        }
        self.games.put(
            key,
            GameRow {
                username: username.to_owned(),
                amount: Money::zero(currency),
                observed_at: None,
                position: event.position,
            },
        );
        Ok(())
    }

    fn balance(&mut self, event: &RecordedEvent) -> Result<&mut BalanceRow, FoldReason> {
        let row = self.balances.change(&event.wallet_id);
        let row = row.ok_or(FoldReason::NotOpen)?;
        row.position = event.position;
        Ok(row)
    }

    /// One posting on a bucket of the player; the house's accounts are the trial balance's.
    fn post(
        &mut self,
        event: &RecordedEvent,
        account: &Account,
        amount: Money,
    ) -> Result<(), FoldReason> {
        let held = match account {
            Account::Game(game) => {
                let row = self.games.change(&(event.wallet_id, game.clone()));
                let row = row.ok_or(FoldReason::Unknown("game account"))?;
                row.position = event.position;
                &mut row.amount
            }
            Account::Main => &mut self.balance(event)?.main,
            Account::InTransit => &mut self.balance(event)?.in_transit,
            Account::Withdrawal => &mut self.balance(event)?.withdrawal,
            Account::Coins => &mut self.balance(event)?.coins,
            Account::CoinIssue
            | Account::Reward(_)
            | Account::Bank(_)
            | Account::Payout
            | Account::Correction
            | Account::Provider(_) => return Ok(()),
        };
        *held = held.checked_add(amount)?;
        if held.is_negative() {
            return Err(FoldReason::Negative {
                account: account.clone(),
                amount: held.amount(),
            });
        }
        Ok(())
    }
}
