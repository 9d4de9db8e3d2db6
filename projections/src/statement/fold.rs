//! How events become statement lines; the rules are in the parent module.

use std::collections::BTreeMap;

use chrono::SubsecRound;
use ledger::wallet::{Corrected, Opened, TransferEvent, WithdrawalEvent};
use ledger::{Account, Currency, Money, RecordedEvent, WalletEvent, WalletId};

use crate::projection::{FoldReason, time_of};
use crate::rows::Rows;

use super::lines::{CountKey, HeadRow, LineKey, LineRow, SweepKey, SweepRow};
use super::{Direction, StatementType, Status};

/// The main wallet's name on a line.
pub(super) const WALLET: &str = "WALLET";
/// The player's bank account, whose bank the events do not know.
const BANK: &str = "BANK";
/// Where a correction comes from or goes to.
const CORRECTION: &str = "CORRECTION";

#[derive(Debug, Default)]
pub(crate) struct StatementProjection {
    pub(super) lines: Rows<LineKey, LineRow>,
    pub(super) heads: Rows<WalletId, HeadRow>,
    /// By how much each counter changes; on no rows at all, the counters themselves.
    pub(super) counts: BTreeMap<CountKey, i64>,
    pub(super) sweeps: Rows<SweepKey, SweepRow>,
}

/// An event's effect on the main wallet: none, or a direction and the balance after it.
pub(super) struct Movement {
    pub(super) direction: Direction,
    pub(super) balance: Option<Money>,
}

/// The facts that a bank or provider reports about a completed operation.
#[derive(Debug, Default)]
pub(super) struct Done<'a> {
    pub(super) reference: Option<&'a str>,
    /// The operator's account that received it.
    pub(super) deposit_account: Option<&'a str>,
    /// How much it was, where that was only expected before.
    pub(super) amount: Option<Money>,
}

/// An event without a line: the main wallet never moves without one.
pub(super) fn no_line(movement: &Movement) -> Result<(), FoldReason> {
    match movement.balance {
        Some(_) => Err(FoldReason::Unknown("line for this movement")),
        None => Ok(()),
    }
}

impl StatementProjection {
    pub(super) fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        let movement = self.move_main(event)?;
        match &event.event {
            WalletEvent::Opened(Opened { currency, .. }) => self.open(event.wallet_id, *currency),
            WalletEvent::Slip(slip) => self.slip(event, slip, &movement),
            WalletEvent::Qr(qr) => self.qr(event, qr, &movement),
            WalletEvent::Gift(gift) => self.gift(event, gift, &movement),
            WalletEvent::Manual(deposit) => self.manual(event, deposit, &movement),
            WalletEvent::Transfer(transfer) => self.transfer(event, transfer, &movement),
            WalletEvent::Withdrawal(withdrawal) => self.withdraw(event, withdrawal, &movement),
            WalletEvent::Sweep(sweep) => self.sweep(event, sweep, &movement),
            WalletEvent::Corrected(correction) => self.correct(event, correction, &movement),
            WalletEvent::Reward(reward) => self.grant(event, reward, &movement),
            WalletEvent::Game(_)
            | WalletEvent::BankAccount(_)
            | WalletEvent::Payout(_)
            | WalletEvent::Freeze(_)
            | WalletEvent::Protection(_)
            | WalletEvent::House(_)
            | WalletEvent::Void => no_line(&movement),
        }
    }

    fn open(&mut self, wallet_id: WalletId, currency: Currency) -> Result<(), FoldReason> {
        if self.heads.contains(&wallet_id) {
            return Err(FoldReason::AlreadyThere("wallet"));
        }
        let balance = Money::zero(currency);
        self.heads.put(wallet_id, HeadRow { currency, balance });
        Ok(())
    }

    /// Carries the main wallet's balance on.
    fn move_main(&mut self, event: &RecordedEvent) -> Result<Movement, FoldReason> {
        let mut mains = event
            .event
            .postings()
            .iter()
            .filter(|posting| posting.account == Account::Main);
        let Some(posting) = mains.next() else {
            return Ok(Movement {
                direction: Direction::None,
                balance: None,
            });
        };
        if mains.next().is_some() {
            // Two movements in one event have no one place and no one balance.
            return Err(FoldReason::AlreadyThere("movement of the main wallet"));
        }
        let head = self.heads.change(&event.wallet_id);
        let head = head.ok_or(FoldReason::NotOpen)?;
        head.balance = head.balance.checked_add(posting.amount)?;
        if head.balance.is_negative() {
            return Err(FoldReason::Negative {
                account: Account::Main,
                amount: head.balance.amount(),
            });
        }
        Ok(Movement {
            direction: if posting.amount.is_positive() {
                Direction::In
            } else {
                Direction::Out
            },
            balance: Some(head.balance),
        })
    }

    fn transfer(
        &mut self,
        event: &RecordedEvent,
        transfer: &TransferEvent,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let id = transfer.id().0;
        let key = LineKey::of(event.wallet_id, StatementType::Transfer, id);
        match transfer {
            TransferEvent::Started {
                from, to, amount, ..
            } => {
                let mut line = new_line(event, movement, *amount);
                line.from = from.to_string();
                line.to = to.to_string();
                self.add(key, line)
            }
            TransferEvent::Completed { provider_tx, .. } => {
                let done = Done {
                    reference: Some(provider_tx),
                    ..Done::default()
                };
                self.complete(event, key, &done, movement)
            }
            TransferEvent::Returned { reason, .. } => self.fail(event, key, reason, movement),
            TransferEvent::Sent { .. } | TransferEvent::Unknown { .. } => no_line(movement),
        }
    }

    fn withdraw(
        &mut self,
        event: &RecordedEvent,
        withdrawal: &WithdrawalEvent,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let id = withdrawal.id().0;
        let key = LineKey::of(event.wallet_id, StatementType::Withdraw, id);
        match withdrawal {
            WithdrawalEvent::Requested {
                amount,
                bank_account,
                not_before,
                ..
            } => {
                let mut line = new_line(event, movement, *amount);
                WALLET.clone_into(&mut line.from);
                BANK.clone_into(&mut line.to);
                line.bank_account = Some(*bank_account);
                line.held_until = not_before.map(|until| until.trunc_subsecs(6));
                self.add(key, line)
            }
            WithdrawalEvent::Released { .. } | WithdrawalEvent::Sent { .. } => self.release(key),
            WithdrawalEvent::Paid { payout_ref, .. } => {
                let done = Done {
                    reference: Some(payout_ref),
                    ..Done::default()
                };
                self.complete(event, key, &done, movement)
            }
            WithdrawalEvent::Returned { reason, .. } => self.fail(event, key, reason, movement),
            WithdrawalEvent::Unknown { .. } => no_line(movement),
        }
    }

    /// Staff has put something right: rule 8.
    fn correct(
        &mut self,
        event: &RecordedEvent,
        correction: &Corrected,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let (id, amount) = (correction.correction_id.0, correction.amount);
        let (from, to, amount) = if amount.is_positive() {
            (CORRECTION, WALLET, amount)
        } else {
            (WALLET, CORRECTION, amount.negated())
        };
        let mut line = new_line(event, movement, amount);
        line.status = Status::Success;
        from.clone_into(&mut line.from);
        to.clone_into(&mut line.to);
        let key = LineKey::of(event.wallet_id, StatementType::Correction, id);
        self.add(key, line)
    }

    /// A withdrawal is under way, or staff have released it: it is no longer held.
    fn release(&mut self, key: LineKey) -> Result<(), FoldReason> {
        let line = self.lines.get(&key);
        let line = line.ok_or(FoldReason::Unknown(key.kind.as_str()))?;
        // Few are ever held: the others need not be written.
        if line.held_until.is_some()
            && let Some(line) = self.lines.change(&key)
        {
            line.held_until = None;
        }
        Ok(())
    }

    /// The bank or provider has completed it. Incoming money moves the line to the position where
    /// it came in (rule 3).
    pub(super) fn complete(
        &mut self,
        event: &RecordedEvent,
        key: LineKey,
        done: &Done<'_>,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let line = self.lines.change(&key);
        let line = line.ok_or(FoldReason::Unknown(key.kind.as_str()))?;
        line.status = Status::Success;
        line.held_until = None;
        line.reason = None;
        line.amount = done.amount.unwrap_or(line.amount);
        line.reference = done.reference.map(str::to_owned);
        line.deposit_account = done.deposit_account.map(str::to_owned);
        if movement.balance.is_none() {
            return Ok(());
        }
        let old_day = line.created_at.date_naive();
        line.direction = movement.direction;
        line.balance = movement.balance;
        line.position = event.position;
        line.created_at = time_of(event);
        let new_day = line.created_at.date_naive();
        self.count((key.wallet_id, old_day, key.kind), -1);
        self.count((key.wallet_id, new_day, key.kind), 1);
        Ok(())
    }

    /// The outside has definitely not done it. Money comes back as a separate line (rule 4).
    pub(super) fn fail(
        &mut self,
        event: &RecordedEvent,
        key: LineKey,
        reason: &str,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let line = self.lines.change(&key);
        let line = line.ok_or(FoldReason::Unknown(key.kind.as_str()))?;
        line.status = Status::Failed;
        line.held_until = None;
        line.reason = Some(reason.to_owned());
        if movement.balance.is_none() {
            return Ok(());
        }
        let mut back = new_line(event, movement, line.amount);
        back.status = Status::Success;
        back.from.clone_from(&line.to);
        back.to.clone_from(&line.from);
        back.bank_account = line.bank_account;
        back.reason = Some(reason.to_owned());
        let is_return = true;
        self.add(LineKey { is_return, ..key }, back)
    }

    pub(super) fn add(&mut self, key: LineKey, line: LineRow) -> Result<(), FoldReason> {
        if self.lines.contains(&key) {
            return Err(FoldReason::AlreadyThere(key.kind.as_str()));
        }
        self.count((key.wallet_id, line.created_at.date_naive(), key.kind), 1);
        self.lines.put(key, line);
        Ok(())
    }

    fn count(&mut self, key: CountKey, by: i64) {
        *self.counts.entry(key).or_default() += by;
    }
}

pub(super) fn new_line(event: &RecordedEvent, movement: &Movement, amount: Money) -> LineRow {
    LineRow {
        status: Status::Pending,
        direction: movement.direction,
        from: String::new(),
        to: String::new(),
        amount,
        balance: movement.balance,
        started_at: time_of(event),
        created_at: time_of(event),
        position: event.position,
        reference: None,
        deposit_account: None,
        bank_account: None,
        reason: None,
        method: None,
        held_until: None,
        grant: None,
    }
}

#[cfg(test)]
mod tests {
    use ledger::GameCode;
    use ledger::posting::movement;
    use ledger::wallet::GameEvent;

    use super::*;
    use crate::feed::tests::event;

    #[test]
    fn the_main_wallet_never_moves_without_a_line() {
        let mut statement = StatementProjection::default();
        statement.fold_event(&event(1)).unwrap();
        let baht = |text| Money::parse(text, Currency::Thb).unwrap();
        let game: GameCode = "pg".parse().unwrap();
        let postings = movement(Account::Provider(game.clone()), Account::Main, baht("5"));
        let balance = baht("5");
        let mut observed = event(2);
        observed.event = WalletEvent::Game(GameEvent::BalanceObserved {
            game,
            balance,
            postings,
        });
        let refused = statement.fold_event(&observed);
        assert!(matches!(refused, Err(FoldReason::Unknown(_))));
    }
}
