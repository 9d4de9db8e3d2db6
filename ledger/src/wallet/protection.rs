//! Player protection: deposit limits, breaks from playing, and the reminder of the time spent.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::{Currency, Money, MoneyError};

use super::gift::GiftState;
use super::limit::{DepositLimits, LimitPeriod, PendingLimit};
use super::{ProtectionCommand, ProtectionEvent, Wallet, WalletError, WalletEvent};

/// A kind of break from playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ExclusionKind {
    /// A short one.
    TimeOut,
    /// A long break, or one without an end.
    SelfExclusion,
}

/// A player's protection at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtectionView {
    /// Day, week and month, in this order.
    pub limits: [DepositLimitView; 3],
    /// The break that the player takes.
    pub exclusion: Option<ExclusionView>,
    /// Minutes between two reminders of the time spent; none for no reminders.
    pub reality_check: Option<u32>,
}

/// One period's deposits at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepositLimitView {
    /// The calendar period that it covers.
    pub period: LimitPeriod,
    /// The most that may come in; none without a limit.
    pub limit: Option<Money>,
    /// What came in since the period began.
    pub used: Money,
    /// What is on its way: open QR orders and announced deposits, vouchers being redeemed.
    pub reserved: Money,
    /// What may still be asked for; none without a limit.
    pub remaining: Option<Money>,
    /// A looser limit that will hold later.
    pub pending: Option<PendingLimit>,
}

/// A break from playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExclusionView {
    /// Kind of the break.
    pub kind: ExclusionKind,
    /// Until when; none: without an end.
    pub until: Option<DateTime<Utc>>,
}

/// What a wallet remembers of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Protection {
    deposits: DepositLimits,
    exclusion: Option<ExclusionView>,
    reality_check: Option<u32>,
    /// The latest moment of an event.
    latest: Option<DateTime<Utc>>,
}

impl ExclusionView {
    fn holds_at(&self, at: DateTime<Utc>) -> bool {
        self.until.is_none_or(|until| at < until)
    }
}

impl Protection {
    /// The moment a command is decided at. Never before the moment of an event: else a process
    /// whose clock is behind would count a deposit into a day that is over and forgotten.
    pub(super) fn clock(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        self.latest.map_or(at, |latest| at.max(latest))
    }

    /// Counts money that came in.
    pub(super) fn count(&mut self, amount: Money, at: DateTime<Utc>) {
        self.note(at);
        self.deposits.count(amount, at);
    }

    /// Notes the moment of an event.
    pub(super) fn note(&mut self, at: DateTime<Utc>) {
        self.latest = Some(self.clock(at));
    }

    pub(super) fn decide(
        &self,
        command: &ProtectionCommand,
        currency: Currency,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match *command {
            ProtectionCommand::SetDepositLimit { period, limit } => {
                if limit.is_some_and(|limit| limit.currency() != currency) {
                    return Err(MoneyError::CurrencyMismatch.into());
                }
                if limit.is_some_and(Money::is_negative) {
                    return Err(WalletError::AmountNotPositive);
                }
                Ok(self.deposits.set(period, limit, at))
            }
            ProtectionCommand::TightenDepositLimit { period, limit, by } => {
                if limit.currency() != currency {
                    return Err(MoneyError::CurrencyMismatch.into());
                }
                if limit.is_negative() {
                    return Err(WalletError::AmountNotPositive);
                }
                self.deposits.tighten(period, limit, by, at)
            }
            ProtectionCommand::Exclude { kind, until } => self.exclude(kind, until, at),
            ProtectionCommand::SetRealityCheck { minutes } => {
                let is_new = self.reality_check != minutes;
                let event =
                    is_new.then_some(WalletEvent::Protection(ProtectionEvent::RealityCheckSet {
                        minutes,
                    }));
                Ok(event.into_iter().collect())
            }
        }
    }

    fn exclude(
        &self,
        kind: ExclusionKind,
        until: Option<DateTime<Utc>>,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let wanted = ExclusionView { kind, until };
        let held = self.exclusion.filter(|exclusion| exclusion.holds_at(at));
        if held == Some(wanted) {
            return Ok(Vec::new());
        }
        let is_longer = match (held.map(|held| held.until), until) {
            (None, _) => wanted.holds_at(at),
            (Some(None), _) => false,
            (Some(Some(_)), None) => true,
            (Some(Some(held)), Some(until)) => until > held,
        };
        if is_longer {
            Ok(vec![WalletEvent::Protection(ProtectionEvent::Excluded {
                kind,
                until,
                at,
            })])
        } else {
            Err(WalletError::CannotShorten)
        }
    }

    pub(super) fn apply(&mut self, event: &ProtectionEvent) {
        match *event {
            ProtectionEvent::DepositLimitSet {
                period,
                limit,
                effective_at,
                at,
                by: _,
            } => {
                self.note(at);
                let from = effective_at;
                self.deposits
                    .remember(period, PendingLimit { limit, from }, at);
            }
            ProtectionEvent::Excluded { kind, until, at } => {
                self.note(at);
                self.exclusion = Some(ExclusionView { kind, until });
            }
            ProtectionEvent::RealityCheckSet { minutes } => self.reality_check = minutes,
        }
    }
}

impl Wallet {
    /// The player's protection at a moment; `None` until the wallet is open.
    #[must_use]
    pub fn protection(&self, at: DateTime<Utc>) -> Option<ProtectionView> {
        let zero = Money::zero(self.currency?);
        let at = self.protection.clock(at);
        let sum = self.asked_for() + self.under_way();
        let reserved =
            Money::try_new(sum, zero.currency()).unwrap_or(Money::largest(zero.currency()));
        let limits = LimitPeriod::ALL.map(|period| {
            let limit = self.protection.deposits.limit(period, at);
            DepositLimitView {
                period,
                limit,
                used: self.protection.deposits.used(period, at).unwrap_or(zero),
                reserved,
                remaining: limit
                    .map(|limit| self.protection.deposits.remaining(period, limit, sum, at)),
                pending: self.protection.deposits.pending(period, at),
            }
        });
        Some(ProtectionView {
            limits,
            exclusion: self.exclusion(at),
            reality_check: self.protection.reality_check,
        })
    }

    /// The break that the player takes at a moment.
    #[must_use]
    pub fn exclusion(&self, at: DateTime<Utc>) -> Option<ExclusionView> {
        let at = self.protection.clock(at);
        self.protection.exclusion.filter(|held| held.holds_at(at))
    }

    /// Refuses what is not open to a player who takes a break, or whose wallet is frozen.
    pub fn require_playing(&self, at: DateTime<Utc>) -> Result<(), WalletError> {
        self.require_money_in()?;
        self.require_no_break(at)
    }

    fn require_no_break(&self, at: DateTime<Utc>) -> Result<(), WalletError> {
        match self.exclusion(at) {
            Some(ExclusionView { until, .. }) => Err(WalletError::Excluded { until }),
            None => Ok(()),
        }
    }

    /// Refuses a deposit that is asked for, when what came in and everything else that is on its
    /// way leave no room for it. `instead_of` is reserved now and will not be any more. A freeze is no
    /// reason: what is only announced waits for staff anyway.
    pub(super) fn require_reservation(
        &self,
        amount: Money,
        instead_of: Option<Money>,
        at: DateTime<Utc>,
    ) -> Result<(), WalletError> {
        self.require_no_break(at)?;
        let given_up = instead_of.map_or(Decimal::ZERO, Money::amount);
        let reserved = self.asked_for() + self.under_way() - given_up;
        self.protection.deposits.require_room(amount, reserved, at)
    }

    /// Refuses money that has come in, when a limit or a break does not let it into the wallet.
    ///
    /// What was only requested does not count against it (a QR may never be paid); a voucher that
    /// is being redeemed does, because its money may have moved already.
    pub(super) fn require_credit(
        &self,
        amount: Money,
        at: DateTime<Utc>,
    ) -> Result<(), WalletError> {
        self.require_credit_of(amount, None, at)
    }

    /// The same for a credit that uses up its own reservation.
    pub(super) fn require_credit_of(
        &self,
        amount: Money,
        own: Option<Money>,
        at: DateTime<Utc>,
    ) -> Result<(), WalletError> {
        self.require_playing(at)?;
        let own = own.map_or(Decimal::ZERO, Money::amount);
        let reserved = self.under_way() - own;
        self.protection.deposits.require_room(amount, reserved, at)
    }

    /// Deposits that were asked for and may never come.
    fn asked_for(&self) -> Decimal {
        let order = self.open_qr().map(|(_, order)| order.amount.amount());
        let announced = self
            .open_manual_deposits()
            .map(|(_, open)| open.amount.amount());
        order.into_iter().chain(announced).sum()
    }

    /// Vouchers whose money may have moved already.
    fn under_way(&self) -> Decimal {
        self.gifts
            .values()
            .filter_map(GiftState::under_way)
            .map(Money::amount)
            .sum()
    }
}
