//! How events become statement lines; the rules stand in the parent module.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use ledger::WalletId;
use ledger::wallet::Place;
use ledger::{Account, BankAccountId, Currency, Money, MoneyError, RecordedEvent, WalletEvent};
use uuid::Uuid;

use crate::projection::{FoldReason, time_of};
use crate::rows::Rows;

use super::{Direction, StatementType, Status};

/// The main wallet's name on a line.
const WALLET: &str = "WALLET";
/// The player's bank account, whose bank the events do not know.
const BANK: &str = "BANK";

/// Which line: wallet, type, operation, and whether it is the return.
pub(crate) type LineKey = (WalletId, StatementType, Uuid, bool);

/// A row of `statement_line`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineRow {
    pub(super) status: Status,
    pub(super) direction: Direction,
    pub(super) from: String,
    pub(super) to: String,
    pub(super) amount: Money,
    pub(super) balance: Option<Money>,
    pub(super) started_at: DateTime<Utc>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) position: i64,
    pub(super) reference: Option<String>,
    pub(super) deposit_account: Option<String>,
    pub(super) bank_account: Option<BankAccountId>,
    pub(super) reason: Option<String>,
}

/// A row of `statement_head`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HeadRow {
    pub(super) currency: Currency,
    pub(super) balance: Money,
}

/// Which counter: wallet, UTC day, type.
pub(crate) type CountKey = (WalletId, NaiveDate, StatementType);

/// The statement's writer.
#[derive(Debug, Default)]
pub(crate) struct StatementProjection {
    pub(super) lines: Rows<LineKey, LineRow>,
    pub(super) heads: Rows<WalletId, HeadRow>,
    /// By how much each counter changes; on no rows at all, the counters themselves.
    pub(super) counts: BTreeMap<CountKey, i64>,
}

/// What an event did to the main wallet: nothing, or a direction and the balance after it.
struct Movement {
    direction: Direction,
    balance: Option<Money>,
}

impl StatementProjection {
    pub(super) fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        if let WalletEvent::Opened { currency } = &event.event {
            return self.open(event.wallet_id, *currency);
        }
        let movement = self.move_main(event)?;
        match &event.event {
            WalletEvent::Deposited { .. } => self.deposit(event, &movement),
            WalletEvent::TransferStarted { .. } | WalletEvent::WithdrawalRequested { .. } => {
                self.start(event, &movement)
            }
            WalletEvent::TransferCompleted {
                transfer_id,
                provider_tx,
                ..
            } => self.complete(
                event,
                (StatementType::Transfer, transfer_id.0),
                provider_tx,
                &movement,
            ),
            WalletEvent::WithdrawalPaid {
                withdrawal_id,
                payout_ref,
                ..
            } => self.complete(
                event,
                (StatementType::Withdraw, withdrawal_id.0),
                payout_ref,
                &movement,
            ),
            WalletEvent::TransferReturned {
                transfer_id,
                reason,
                ..
            } => self.fail(
                event,
                (StatementType::Transfer, transfer_id.0),
                reason,
                &movement,
            ),
            WalletEvent::WithdrawalReturned {
                withdrawal_id,
                reason,
                ..
            } => self.fail(
                event,
                (StatementType::Withdraw, withdrawal_id.0),
                reason,
                &movement,
            ),
            // No line: then the main wallet must not have moved either.
            _ if movement.balance.is_some() => Err(FoldReason::Unknown("line for this movement")),
            _ => Ok(()),
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

    fn deposit(&mut self, event: &RecordedEvent, movement: &Movement) -> Result<(), FoldReason> {
        let WalletEvent::Deposited {
            slip_id,
            reference,
            deposit_account,
            amount,
            ..
        } = &event.event
        else {
            return Ok(());
        };
        let mut line = new_line(event, movement, *amount);
        line.status = Status::Success;
        line.from.clone_from(&reference.sending_bank);
        WALLET.clone_into(&mut line.to);
        line.reference = Some(reference.trans_ref.clone());
        line.deposit_account = Some(deposit_account.clone());
        self.add(event, (StatementType::Deposit, slip_id.0, false), line)
    }

    /// A transfer or a withdrawal begins.
    fn start(&mut self, event: &RecordedEvent, movement: &Movement) -> Result<(), FoldReason> {
        match &event.event {
            WalletEvent::TransferStarted {
                transfer_id,
                from,
                to,
                amount,
                ..
            } => {
                let mut line = new_line(event, movement, *amount);
                line.from = place_name(from);
                line.to = place_name(to);
                self.add(event, (StatementType::Transfer, transfer_id.0, false), line)
            }
            WalletEvent::WithdrawalRequested {
                withdrawal_id,
                amount,
                bank_account,
                ..
            } => {
                let mut line = new_line(event, movement, *amount);
                WALLET.clone_into(&mut line.from);
                BANK.clone_into(&mut line.to);
                line.bank_account = Some(*bank_account);
                self.add(
                    event,
                    (StatementType::Withdraw, withdrawal_id.0, false),
                    line,
                )
            }
            _ => Ok(()),
        }
    }

    /// The outside has done it. Money that comes in moves the line to where it came in (rule 3).
    fn complete(
        &mut self,
        event: &RecordedEvent,
        (kind, operation_id): (StatementType, Uuid),
        reference: &str,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let key = (event.wallet_id, kind, operation_id, false);
        let line = self.lines.change(&key);
        let line = line.ok_or(FoldReason::Unknown(kind.as_str()))?;
        line.status = Status::Success;
        line.reference = Some(reference.to_owned());
        if movement.balance.is_none() {
            return Ok(());
        }
        let old_day = line.created_at.date_naive();
        line.direction = movement.direction;
        line.balance = movement.balance;
        line.position = event.position;
        line.created_at = time_of(event);
        let new_day = line.created_at.date_naive();
        self.count((event.wallet_id, old_day, kind), -1);
        self.count((event.wallet_id, new_day, kind), 1);
        Ok(())
    }

    /// The outside has definitely not done it. Money comes back as a line of its own (rule 4).
    fn fail(
        &mut self,
        event: &RecordedEvent,
        (kind, operation_id): (StatementType, Uuid),
        reason: &str,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let key = (event.wallet_id, kind, operation_id, false);
        let line = self.lines.change(&key);
        let line = line.ok_or(FoldReason::Unknown(kind.as_str()))?;
        line.status = Status::Failed;
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
        self.add(event, (kind, operation_id, true), back)
    }

    fn add(
        &mut self,
        event: &RecordedEvent,
        (kind, operation_id, is_return): (StatementType, Uuid, bool),
        line: LineRow,
    ) -> Result<(), FoldReason> {
        let key = (event.wallet_id, kind, operation_id, is_return);
        if self.lines.contains(&key) {
            return Err(FoldReason::AlreadyThere(kind.as_str()));
        }
        self.count((event.wallet_id, line.created_at.date_naive(), kind), 1);
        self.lines.put(key, line);
        Ok(())
    }

    fn count(&mut self, key: CountKey, by: i64) {
        *self.counts.entry(key).or_default() += by;
    }

    /// The first line whose balance does not follow from the one before it.
    pub(crate) fn first_wrong_balance(&self) -> Option<String> {
        let mut moved: Vec<_> = self
            .lines
            .iter()
            .filter(|(_, line)| line.balance.is_some())
            .collect();
        moved.sort_unstable_by_key(|((wallet_id, ..), line)| (*wallet_id, line.position));
        let mut held: BTreeMap<WalletId, Money> = BTreeMap::new();
        for (key, line) in moved {
            let zero = Money::zero(line.amount.currency());
            let before = held.get(&key.0).copied().unwrap_or(zero);
            match follows(before, line) {
                Ok(balance) if Some(balance) == line.balance => held.insert(key.0, balance),
                _ => return Some(format!("{key:?}: {before} before, {line:?}")),
            };
        }
        self.heads.iter().find_map(|(wallet_id, head)| {
            let zero = Money::zero(head.currency);
            let last = held.get(wallet_id).copied().unwrap_or(zero);
            (last != head.balance)
                .then(|| format!("{wallet_id}: {last} after the last line, {head:?}"))
        })
    }
}

/// The balance after a line, from the one before it.
fn follows(held: Money, line: &LineRow) -> Result<Money, MoneyError> {
    match line.direction {
        Direction::In => held.checked_add(line.amount),
        Direction::Out => held.checked_sub(line.amount),
        Direction::None => Ok(held),
    }
}

fn new_line(event: &RecordedEvent, movement: &Movement, amount: Money) -> LineRow {
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
    }
}

fn place_name(place: &Place) -> String {
    place.to_string()
}
