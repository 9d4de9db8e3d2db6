//! The [`Wallet`] as a cqrs-es aggregate: decides through its parts, then remembers.

// A new event is named here: see `tests/walls/checklist.rs` of the gateway.
#![deny(clippy::wildcard_enum_match_arm)]

use chrono::{DateTime, Utc};
use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;

use crate::money::{Currency, Money, MoneyError};
use crate::posting::{Account, Posting};

use super::bank_account::BankAccountRecord;
use super::reward::{CoinPrices, DepositEnd, LastDeposit};
use super::sweep::WantedSweep;
use super::{Wallet, WalletCommand, WalletError, WalletEvent};

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
            WalletEvent::Opened {
                currency,
                bank_account,
            } => {
                self.currency = Some(currency);
                self.set_bank_account(bank_account);
            }
            WalletEvent::SlipSubmitted { .. }
            | WalletEvent::SlipReferred { .. }
            | WalletEvent::SlipRejected { .. }
            | WalletEvent::SlipReturned { .. }
            | WalletEvent::Deposited { .. } => self.apply_slip(event),
            WalletEvent::GameAccountOpened { .. }
            | WalletEvent::GameBalanceObserved { .. }
            | WalletEvent::TransferStarted { .. }
            | WalletEvent::TransferSent { .. }
            | WalletEvent::TransferUnknown { .. }
            | WalletEvent::TransferCompleted { .. }
            | WalletEvent::TransferReturned { .. } => self.apply_transfer(event),
            WalletEvent::WithdrawalRequested { .. }
            | WalletEvent::WithdrawalReleased { .. }
            | WalletEvent::WithdrawalSent { .. }
            | WalletEvent::WithdrawalUnknown { .. }
            | WalletEvent::WithdrawalPaid { .. }
            | WalletEvent::WithdrawalReturned { .. } => self.apply_withdrawal(&event),
            WalletEvent::BankAccountChanged { .. } | WalletEvent::BankAccountRecorded { .. } => {
                self.apply_bank_account(&event);
            }
            WalletEvent::QrOrdered { .. }
            | WalletEvent::QrEnded { .. }
            | WalletEvent::QrPaid { .. }
            | WalletEvent::QrReferred { .. }
            | WalletEvent::QrRejected { .. } => self.apply_qr(event),
            WalletEvent::GiftSubmitted { .. }
            | WalletEvent::GiftSent { .. }
            | WalletEvent::GiftUnknown { .. }
            | WalletEvent::GiftCredited { .. }
            | WalletEvent::GiftRejected { .. } => self.apply_gift(event),
            WalletEvent::ManualDepositRequested { .. }
            | WalletEvent::ManualDepositCredited { .. }
            | WalletEvent::ManualDepositRejected { .. } => self.apply_manual(&event),
            WalletEvent::Corrected { .. } => self.apply_correction(&event),
            WalletEvent::SweepStarted { .. } | WalletEvent::SweepEnded { .. } => {
                self.apply_sweep(event);
            }
            WalletEvent::PayoutsHeld { until, at, .. } => {
                self.protection.note(at);
                self.payouts_held_until = Some(until);
            }
            WalletEvent::PinSet { pin_id } => self.pin = Some(pin_id),
            WalletEvent::Frozen { .. } | WalletEvent::Unfrozen { .. } => self.apply_freeze(&event),
            WalletEvent::DepositLimitSet { .. }
            | WalletEvent::Excluded { .. }
            | WalletEvent::RealityCheckSet { .. } => self.protection.apply(&event),
            WalletEvent::Reward(event) => self.apply_reward(&event),
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
        if let WalletCommand::Open {
            currency,
            bank_account,
        } = command
        {
            return self.decide_open(currency, bank_account);
        }
        let currency = self.currency.ok_or(WalletError::NotOpen)?;
        let at = self.protection.clock(at);
        let events = match command {
            WalletCommand::Open { .. } => unreachable!("answered above"),
            WalletCommand::SubmitSlip { .. }
            | WalletCommand::RejectSlip { .. }
            | WalletCommand::ReferSlip { .. }
            | WalletCommand::CreditSlip { .. }
            | WalletCommand::CreditRefusedSlip { .. }
            | WalletCommand::ReturnSlip { .. } => self.decide_slip(command, currency, at),
            WalletCommand::OpenGameAccount { .. }
            | WalletCommand::ObserveGameBalance { .. }
            | WalletCommand::StartTransfer { .. }
            | WalletCommand::MarkTransferSent { .. }
            | WalletCommand::MarkTransferUnknown { .. }
            | WalletCommand::CompleteTransfer { .. }
            | WalletCommand::ReturnTransfer { .. } => self.decide_transfer(command, currency, at),
            WalletCommand::RequestWithdrawal { .. }
            | WalletCommand::ReleaseWithdrawal { .. }
            | WalletCommand::MarkWithdrawalSent { .. }
            | WalletCommand::MarkWithdrawalUnknown { .. }
            | WalletCommand::PayWithdrawal { .. }
            | WalletCommand::ReturnWithdrawal { .. }
            | WalletCommand::ChangeBankAccount { .. }
            | WalletCommand::RecordBankAccount(_) => self.decide_withdrawal(command, currency, at),
            WalletCommand::OrderQr { .. }
            | WalletCommand::EndQr { .. }
            | WalletCommand::CreditQr { .. }
            | WalletCommand::ReferQr { .. }
            | WalletCommand::CreditReferredQr { .. }
            | WalletCommand::RejectQr { .. } => self.decide_qr(command, currency, at),
            WalletCommand::SubmitGift { .. }
            | WalletCommand::MarkGiftSent { .. }
            | WalletCommand::MarkGiftUnknown { .. }
            | WalletCommand::CreditGift { .. }
            | WalletCommand::RejectGift { .. } => self.decide_gift(command, currency, at),
            WalletCommand::RequestManualDeposit { .. }
            | WalletCommand::CreditManualDeposit { .. }
            | WalletCommand::RejectManualDeposit { .. } => {
                self.decide_manual(command, currency, at)
            }
            WalletCommand::Correct { .. } => self.decide_correction(command, currency, at),
            WalletCommand::StartSweep {
                sweep_id,
                to,
                legs,
                onward,
                from_main,
            } => {
                let wanted = WantedSweep {
                    to,
                    legs,
                    onward,
                    from_main,
                };
                self.start_sweep(sweep_id, wanted, at)
            }
            WalletCommand::HoldPayouts { until, reason } => {
                Ok(self.hold_payouts(until, reason, at))
            }
            WalletCommand::SetPin { pin_id } => Ok(self.set_pin(pin_id)),
            WalletCommand::FreezeWallet {
                reach,
                by,
                approved_by,
            } => {
                let mut events = self.decide_freeze(reach, [by, approved_by], at)?;
                events.extend(self.withdrawn_by(&events));
                Ok(events)
            }
            WalletCommand::UnfreezeWallet { by, approved_by } => {
                self.decide_unfreeze([by, approved_by], at)
            }
            WalletCommand::SetDepositLimit { .. }
            | WalletCommand::TightenDepositLimit { .. }
            | WalletCommand::Exclude { .. }
            | WalletCommand::SetRealityCheck { .. } => {
                let mut events = self.protection.decide(&command, currency, at)?;
                events.extend(self.withdrawn_by(&events));
                Ok(events)
            }
            WalletCommand::Reward(command) => self.decide_reward(command, currency, at),
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

    fn decide_open(
        &self,
        currency: Currency,
        bank_account: BankAccountRecord,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match self.currency {
            None if !currency.is_money() => Err(MoneyError::UnknownCurrency.into()),
            None => Ok(vec![WalletEvent::Opened {
                currency,
                bank_account,
            }]),
            Some(open) if open == currency => Ok(Vec::new()),
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
            WalletEvent::WithdrawalRequested { amount, .. } => {
                self.rewards.went_out(*amount, DepositEnd::Withdrawn);
            }
            WalletEvent::Corrected { amount, .. } if amount.is_positive() => {
                self.rewards.came_in(*amount);
            }
            // What was taken back may be the deposit that a grant would ask for.
            WalletEvent::Corrected { amount, .. } => {
                self.rewards
                    .went_out(amount.negated(), DepositEnd::Corrected);
            }
            WalletEvent::WithdrawalReturned { postings, .. } => {
                let back = postings.iter().find(|it| it.account == Account::Main);
                if let Some(back) = back {
                    self.rewards.came_in(back.amount);
                }
            }
            WalletEvent::Opened { .. }
            | WalletEvent::SlipSubmitted { .. }
            | WalletEvent::SlipReferred { .. }
            | WalletEvent::SlipRejected { .. }
            | WalletEvent::SlipReturned { .. }
            | WalletEvent::Deposited { .. }
            | WalletEvent::GameAccountOpened { .. }
            | WalletEvent::TransferStarted { .. }
            | WalletEvent::TransferSent { .. }
            | WalletEvent::TransferUnknown { .. }
            | WalletEvent::TransferCompleted { .. }
            | WalletEvent::TransferReturned { .. }
            | WalletEvent::GameBalanceObserved { .. }
            | WalletEvent::WithdrawalReleased { .. }
            | WalletEvent::WithdrawalSent { .. }
            | WalletEvent::WithdrawalUnknown { .. }
            | WalletEvent::WithdrawalPaid { .. }
            | WalletEvent::QrOrdered { .. }
            | WalletEvent::QrEnded { .. }
            | WalletEvent::QrPaid { .. }
            | WalletEvent::QrReferred { .. }
            | WalletEvent::QrRejected { .. }
            | WalletEvent::GiftSubmitted { .. }
            | WalletEvent::GiftSent { .. }
            | WalletEvent::GiftUnknown { .. }
            | WalletEvent::GiftCredited { .. }
            | WalletEvent::GiftRejected { .. }
            | WalletEvent::ManualDepositRequested { .. }
            | WalletEvent::ManualDepositCredited { .. }
            | WalletEvent::ManualDepositRejected { .. }
            | WalletEvent::SweepStarted { .. }
            | WalletEvent::SweepEnded { .. }
            | WalletEvent::BankAccountChanged { .. }
            | WalletEvent::BankAccountRecorded { .. }
            | WalletEvent::PayoutsHeld { .. }
            | WalletEvent::PinSet { .. }
            | WalletEvent::Frozen { .. }
            | WalletEvent::Unfrozen { .. }
            | WalletEvent::DepositLimitSet { .. }
            | WalletEvent::Excluded { .. }
            | WalletEvent::RealityCheckSet { .. }
            | WalletEvent::Reward(_) => {}
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
