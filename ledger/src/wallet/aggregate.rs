//! The [`Wallet`] as a cqrs-es aggregate: decides through its parts, then remembers.

use chrono::{DateTime, Utc};
use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;

use crate::money::{Currency, Money, MoneyError};
use crate::posting::{Account, Posting};

use super::reward::{CoinPrices, DepositEnd, LastDeposit};
use super::{Corrected, Opened, Wallet, WalletCommand, WalletError, WalletEvent, WithdrawalEvent};

/// What a decision depends on other than the wallet: the ledger has no clock and no operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecisionContext {
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// What deposits earn coins for.
    pub coin_prices: CoinPrices,
}

impl From<DateTime<Utc>> for DecisionContext {
    fn from(at: DateTime<Utc>) -> Self {
        let coin_prices = CoinPrices::default();
        Self { at, coin_prices }
    }
}

impl Aggregate for Wallet {
    const TYPE: &'static str = "wallet";
    type Command = WalletCommand;
    type Event = WalletEvent;
    type Error = WalletError;
    type Services = DecisionContext;

    async fn handle(
        &mut self,
        command: WalletCommand,
        circumstances: &DecisionContext,
        sink: &EventSink<Self>,
    ) -> Result<(), WalletError> {
        for event in self.decide(command, *circumstances)? {
            sink.write(event, self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: WalletEvent) {
        self.sequence += 1;
        self.move_money(event.postings());
        self.note_flow(&event);
        match event {
            WalletEvent::Opened(Opened {
                currency,
                bank_account,
            }) => {
                self.currency = Some(currency);
                self.set_bank_account(bank_account);
            }
            WalletEvent::Slip(event) => self.apply_slip(event),
            WalletEvent::Game(event) => self.apply_game(event),
            WalletEvent::Transfer(event) => self.apply_transfer(event),
            WalletEvent::Withdrawal(event) => self.apply_withdrawal(&event),
            WalletEvent::BankAccount(event) => self.apply_bank_account(&event),
            WalletEvent::Qr(event) => self.apply_qr(event),
            WalletEvent::Gift(event) => self.apply_gift(event),
            WalletEvent::Manual(event) => self.apply_manual(&event),
            WalletEvent::Corrected(event) => self.apply_correction(&event),
            WalletEvent::Sweep(event) => self.apply_sweep(event),
            WalletEvent::Payout(event) => self.apply_payout(&event),
            WalletEvent::Freeze(event) => self.apply_freeze(&event),
            WalletEvent::Protection(event) => self.protection.apply(&event),
            WalletEvent::Reward(event) => self.apply_reward(&event),
            WalletEvent::House(_) => {}
            WalletEvent::Void => self.note_void(),
        }
    }
}

impl Wallet {
    /// Decides a command on this state: the events it leads to, none when it has taken effect
    /// already, or why it is refused. Reads only: the journal may ask again.
    pub fn decide(
        &self,
        command: WalletCommand,
        circumstances: impl Into<DecisionContext>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let DecisionContext { at, coin_prices } = circumstances.into();
        let at = self.protection.clock(at);
        let events = match (command, self.currency) {
            (WalletCommand::Open(opened), _) => return self.decide_open(opened),
            (WalletCommand::House(event), _) => return self.decide_house(event),
            (_, None) => Err(WalletError::NotOpen),
            (WalletCommand::Slip(command), Some(currency)) => {
                self.decide_slip(command, currency, at)
            }
            (WalletCommand::Game(command), Some(_)) => self.decide_game(command, at),
            (WalletCommand::Transfer(command), Some(currency)) => {
                self.decide_transfer(command, currency, at)
            }
            (WalletCommand::Withdrawal(command), Some(currency)) => {
                self.decide_withdrawal(command, currency, at)
            }
            (WalletCommand::BankAccount(command), Some(_)) => {
                self.decide_bank_account(&command, at)
            }
            (WalletCommand::Qr(command), Some(currency)) => self.decide_qr(command, currency, at),
            (WalletCommand::Gift(command), Some(currency)) => {
                self.decide_gift(command, currency, at)
            }
            (WalletCommand::Manual(command), Some(currency)) => {
                self.decide_manual(command, currency, at)
            }
            (WalletCommand::Correct(correction), Some(currency)) => {
                self.decide_correction(correction, currency, at)
            }
            (WalletCommand::Sweep(sweep), Some(_)) => self.start_sweep(sweep, at),
            (WalletCommand::Payout(command), Some(_)) => Ok(self.decide_payout(&command, at)),
            (WalletCommand::Freeze(command), Some(_)) => {
                let mut events = self.decide_freeze(&command, at)?;
                events.extend(self.withdrawn_by(&events));
                Ok(events)
            }
            (WalletCommand::Protection(command), Some(currency)) => {
                let mut events = self.protection.decide(&command, currency, at)?;
                events.extend(self.withdrawn_by(&events));
                Ok(events)
            }
            (WalletCommand::Reward(command), Some(currency)) => {
                self.decide_reward(command, currency, at)
            }
        }?;
        let events = self.with_coins(events, coin_prices, at)?;
        self.require_room(&events)?;
        Ok(events)
    }

    /// What must hold at every event position; the text names what does not.
    ///
    /// Checked by the journal before an append and after a read, in release builds too.
    #[must_use]
    pub fn broken_invariant(&self) -> Option<String> {
        self.buckets.iter().find_map(|(account, amount)| {
            if amount.is_negative() {
                return Some(format!("{account} holds {amount}"));
            }
            let is_of_wallet = if *account == Account::Coins {
                amount.currency() == Currency::Coin
            } else {
                Some(amount.currency()) == self.currency
            };
            (!is_of_wallet)
                .then(|| format!("{account} holds {amount} in a {:?} wallet", self.currency))
        })
    }

    fn decide_open(&self, opened: Opened) -> Result<Vec<WalletEvent>, WalletError> {
        match self.currency {
            None if !opened.currency.is_money() => Err(MoneyError::UnknownCurrency.into()),
            None => Ok(vec![WalletEvent::Opened(opened)]),
            Some(open) if open == opened.currency => Ok(Vec::new()),
            Some(_) => Err(MoneyError::CurrencyMismatch.into()),
        }
    }

    /// Refuses what is not a positive amount of the wallet's currency.
    pub(super) fn require_positive(amount: Money, currency: Currency) -> Result<(), WalletError> {
        if amount.currency() != currency {
            return Err(MoneyError::CurrencyMismatch.into());
        }
        if amount.is_positive() {
            Ok(())
        } else {
            Err(WalletError::AmountNotPositive)
        }
    }

    /// Refuses when a bucket holds less than is needed.
    pub(super) fn require_funds(
        &self,
        account: &Account,
        needed: Money,
    ) -> Result<(), WalletError> {
        let held = self.bucket(account).ok_or(WalletError::NotOpen)?;
        if held.checked_sub(needed)?.is_negative() {
            return Err(WalletError::InsufficientFunds { needed, held });
        }
        Ok(())
    }

    /// Refuses what would lift a bucket beyond the books: `apply` may not refuse any more.
    pub(super) fn require_room(&self, events: &[WalletEvent]) -> Result<(), WalletError> {
        let mut changed: Vec<(&Account, Money)> = Vec::new();
        for Posting { account, amount } in events.iter().flat_map(WalletEvent::postings) {
            if !account.is_players() {
                continue;
            }
            if let Some((_, held)) = changed.iter_mut().find(|(known, _)| *known == account) {
                *held = held.checked_add(*amount)?;
            } else {
                let held = self.buckets.get(account).copied();
                let held = held.unwrap_or_else(|| Money::zero(amount.currency()));
                changed.push((account, held.checked_add(*amount)?));
            }
        }
        Ok(())
    }

    /// What crosses the line between the wallet and the outside counts for rewards.
    fn note_flow(&mut self, event: &WalletEvent) {
        if let Some((operation, amount, at)) = event.deposit() {
            self.rewards.count_for_coins(amount, at);
            self.rewards.deposited(LastDeposit {
                operation,
                amount,
                at,
            });
        }
        match event {
            WalletEvent::Withdrawal(WithdrawalEvent::Requested { amount, .. }) => {
                self.rewards.went_out(*amount, DepositEnd::Withdrawn);
            }
            // What was taken back may be the deposit that a grant would ask for. A correction never moves
            // the goal of an active grant: it restores what the balance should have been.
            WalletEvent::Corrected(Corrected { amount, .. }) if amount.is_negative() => {
                self.rewards
                    .went_out(amount.negated(), DepositEnd::Corrected);
            }
            WalletEvent::Withdrawal(WithdrawalEvent::Returned { postings, .. }) => {
                let back = postings.iter().find(|it| it.account == Account::Main);
                if let Some(back) = back {
                    self.rewards.came_in(back.amount);
                }
            }
            WalletEvent::Withdrawal(
                WithdrawalEvent::Released { .. }
                | WithdrawalEvent::Sent { .. }
                | WithdrawalEvent::Unknown { .. }
                | WithdrawalEvent::Paid { .. },
            )
            | WalletEvent::Corrected(_)
            | WalletEvent::Opened(_)
            | WalletEvent::Slip(_)
            | WalletEvent::Game(_)
            | WalletEvent::Transfer(_)
            | WalletEvent::Qr(_)
            | WalletEvent::Gift(_)
            | WalletEvent::Manual(_)
            | WalletEvent::Sweep(_)
            | WalletEvent::BankAccount(_)
            | WalletEvent::Payout(_)
            | WalletEvent::Freeze(_)
            | WalletEvent::Protection(_)
            | WalletEvent::House(_)
            | WalletEvent::Reward(_)
            | WalletEvent::Void => {}
        }
    }

    fn move_money(&mut self, postings: &[Posting]) {
        let before = self.buckets.get(&Account::Main).copied();
        self.move_buckets(postings);
        let after = self.buckets.get(&Account::Main).copied();
        let held = |main: Option<Money>| main.filter(|main| !main.is_zero());
        if held(before) != held(after) {
            self.movements += 1;
        }
    }

    fn move_buckets(&mut self, postings: &[Posting]) {
        for posting in postings
            .iter()
            .filter(|posting| posting.account.is_players())
        {
            let zero = Money::zero(posting.amount.currency());
            let bucket = self.buckets.entry(posting.account.clone()).or_insert(zero);
            *bucket = bucket
                .checked_add(posting.amount)
                .expect("an event's postings fit the books: decided so, and verified on read");
        }
    }
}
