//! The receipts of our accounts that may be the payment of an announced deposit.
//!
//! It reads the bank's lists and the ledger's claims, and decides nothing: a decision asks the bank
//! again when it is planned.

use std::cmp::Reverse;
use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use ledger::journal::find_payments_claimed;
use ledger::wallet::payment_name;
use ledger::{LedgerError, Money};
use projections::open_work::OpenManualDeposit;
use projections::slip;
use uuid::Uuid;

use crate::reconciliation::bank_line::{self, Receipt};
use platform::config::DepositAccount;
use platform::core::Core;
use platform::error::ApiError;

/// How long before and after its announcement a payment is searched for.
const AROUND: TimeDelta = TimeDelta::days(3);

/// How many receipts of one account are listed: more than anybody compares by eye.
const LISTED_MAX: usize = 50;

/// A receipt that may be the payment of an announced deposit.
#[derive(Debug, Clone)]
pub struct ReceiptMatch {
    /// Id of our account that received it.
    pub account_id: String,
    /// The bank's reference.
    pub reference: String,
    /// The amount received.
    pub amount: Money,
    /// When it was transferred.
    pub at: DateTime<Utc>,
    /// Three-digit code of the sender's bank.
    pub sending_bank: String,
    /// The sender's name, if the bank gives it.
    pub sender_name: Option<String>,
    /// The sender's account number, if the bank gives it.
    pub sender_account: Option<String>,
    /// Whether its amount is the announced one.
    pub is_same_amount: bool,
    /// The credit that has used it, if there is one.
    pub credit: Option<ReceiptCredit>,
    /// The slip of the same payment that is not decided yet, if there is one.
    pub slip: Option<ReceiptSlip>,
}

/// A slip that is not decided yet and names a receipt.
#[derive(Debug, Clone, Copy)]
pub struct ReceiptSlip {
    /// Id of the wallet that it belongs to.
    pub wallet_id: Uuid,
    /// Its id.
    pub id: Uuid,
}

/// The credit that has used a receipt.
#[derive(Debug, Clone, Copy)]
pub struct ReceiptCredit {
    /// Id of the credited wallet.
    pub wallet_id: Uuid,
    /// When it was credited.
    pub at: DateTime<Utc>,
}

/// How the bank's list of one account was read.
#[derive(Debug, Clone)]
pub struct AccountReading {
    /// Id of our account.
    pub account_id: String,
    /// Whether the bank answered.
    pub is_read: bool,
    /// Whether all receipts of the searched period are listed.
    pub is_complete: bool,
}

/// The receipts that may be an announced deposit's payment: those of its amount first, then those
/// closest to its announcement.
#[derive(Debug)]
pub struct ReceiptMatches {
    /// The receipts, those that were used already included.
    pub receipts: Vec<ReceiptMatch>,
    /// Our accounts of the deposit's currency.
    pub accounts: Vec<AccountReading>,
}

impl ReceiptMatch {
    fn new(account: &DepositAccount, receipt: Receipt, deposit: &OpenManualDeposit) -> Self {
        Self {
            account_id: account.id.clone(),
            is_same_amount: receipt.amount == deposit.amount,
            reference: receipt.reference,
            amount: receipt.amount,
            at: receipt.at,
            sending_bank: receipt.sending_bank,
            sender_name: receipt.sender_name,
            sender_account: receipt.sender_account,
            credit: None,
            slip: None,
        }
    }
}

/// The receipts that may be the payment of an announced deposit, from all our accounts of its
/// currency.
pub async fn find_matches(
    state: &Core,
    deposit: &OpenManualDeposit,
) -> Result<ReceiptMatches, ApiError> {
    let accounts = bank_line::accounts(&state.config, deposit.amount.currency());
    let when = searched(state, deposit.requested_at);
    let lists = join_all(
        accounts
            .iter()
            .map(|account| read_receipts(state, account, when)),
    );
    let mut found = ReceiptMatches {
        receipts: Vec::new(),
        accounts: Vec::new(),
    };
    for (account, list) in accounts.iter().zip(lists.await) {
        let is_read = list.is_some();
        let list = list.unwrap_or_default();
        found.accounts.push(AccountReading {
            account_id: account.id.clone(),
            is_read,
            is_complete: is_read && list.len() <= LISTED_MAX,
        });
        let matches = list.into_iter();
        let mut matches: Vec<ReceiptMatch> = matches
            .map(|receipt| ReceiptMatch::new(account, receipt, deposit))
            .collect();
        sort(&mut matches, deposit.requested_at);
        matches.truncate(LISTED_MAX);
        found.receipts.extend(matches);
    }
    sort(&mut found.receipts, deposit.requested_at);
    mark_used(state, &mut found.receipts).await?;
    mark_slips(state, &mut found.receipts).await?;
    Ok(found)
}

fn sort(receipts: &mut [ReceiptMatch], announced_at: DateTime<Utc>) {
    receipts.sort_by_key(|receipt| {
        let distance = (receipt.at - announced_at).abs();
        (!receipt.is_same_amount, distance, Reverse(receipt.at))
    });
}

/// The credit that has used a payment, by the ledger's claims.
pub async fn find_credit(state: &Core, reference: &str) -> Result<Option<ReceiptCredit>, ApiError> {
    let mut credits = find_credits(state, &[reference]).await?;
    Ok(credits.remove(&payment_name(reference)))
}

/// The credits that have used these payments, by the payment's name.
async fn find_credits(
    state: &Core,
    references: &[&str],
) -> Result<HashMap<String, ReceiptCredit>, ApiError> {
    let claimed = find_payments_claimed(&state.pool, state.ledger.journal_key(), references).await;
    let claimed = claimed.map_err(LedgerError::from)?.into_iter();
    let credits = claimed.map(|(name, credit)| {
        let credit = ReceiptCredit {
            wallet_id: credit.wallet_id.0,
            at: credit.at,
        };
        (name, credit)
    });
    Ok(credits.collect())
}

/// Notes which receipts are credited already.
async fn mark_used(state: &Core, receipts: &mut [ReceiptMatch]) -> Result<(), ApiError> {
    let references: Vec<&str> = receipts
        .iter()
        .map(|receipt| receipt.reference.as_str())
        .collect();
    let credits = find_credits(state, &references).await?;
    note_credits(receipts, &credits);
    Ok(())
}

/// One payment may be listed twice, and in two spellings.
fn note_credits(receipts: &mut [ReceiptMatch], credits: &HashMap<String, ReceiptCredit>) {
    for receipt in receipts {
        receipt.credit = credits.get(&payment_name(&receipt.reference)).copied();
    }
}

/// Notes of which receipts a slip waits for its decision: its player sees the slip's end.
async fn mark_slips(state: &Core, receipts: &mut [ReceiptMatch]) -> Result<(), ApiError> {
    let references: Vec<String> = receipts
        .iter()
        .map(|receipt| receipt.reference.clone())
        .collect();
    for (wallet_id, slip) in slip::find_open(&state.pool, &references).await? {
        for receipt in receipts.iter_mut() {
            if slip.reference.as_ref() == Some(&receipt.reference) {
                receipt.slip = Some(ReceiptSlip {
                    wallet_id: wallet_id.0,
                    id: slip.slip_id.0,
                });
            }
        }
    }
    Ok(())
}

/// A payment that staff have named for an announced deposit.
#[derive(Debug)]
pub(super) struct NamedPayment<'a> {
    /// Our account that received it.
    pub(super) account: &'a DepositAccount,
    pub(super) reference: &'a str,
    pub(super) amount: Money,
    pub(super) announced_at: DateTime<Utc>,
}

/// What the bank's list of receipts shows under the reference of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BankShows {
    /// The payment.
    Payment,
    /// A payment of another amount, which is another payment.
    OtherAmount,
    /// Nothing.
    Nothing,
    /// The bank cannot be asked now.
    Unreachable,
}

/// Whether the bank shows a payment.
pub(super) async fn bank_shows(state: &Core, payment: &NamedPayment<'_>) -> BankShows {
    let when = searched(state, payment.announced_at);
    let list = read_receipts(state, payment.account, when).await;
    payment.shown_in(list.as_deref())
}

/// The same for several payments, in their order. Each account's list is read once, all at the same
/// time: the answer takes as long as the slowest of them.
pub(super) async fn banks_show(state: &Core, payments: &[NamedPayment<'_>]) -> Vec<BankShows> {
    let mut periods: Vec<Period<'_>> = Vec::new();
    for payment in payments {
        let (from, to) = searched(state, payment.announced_at);
        let same = |period: &&mut Period<'_>| period.account.id == payment.account.id;
        if let Some(period) = periods.iter_mut().find(same) {
            period.from = period.from.min(from);
            period.to = period.to.max(to);
        } else {
            let account = payment.account;
            periods.push(Period { account, from, to });
        }
    }
    let lists = join_all(
        periods
            .iter()
            .map(|period| read_receipts(state, period.account, (period.from, period.to))),
    );
    let lists = lists.await;
    let shown = |payment: &NamedPayment<'_>| {
        let mut read = periods.iter().zip(&lists);
        let own = read.find(|(period, _)| period.account.id == payment.account.id);
        payment.shown_in(own.and_then(|(_, list)| list.as_deref()))
    };
    payments.iter().map(shown).collect()
}

/// The period of an account's list that several payments need.
struct Period<'a> {
    account: &'a DepositAccount,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
}

impl NamedPayment<'_> {
    /// What a list of receipts shows; no list is a bank that cannot be asked.
    fn shown_in(&self, list: Option<&[Receipt]>) -> BankShows {
        let Some(list) = list else {
            return BankShows::Unreachable;
        };
        let wanted = payment_name(self.reference);
        let period = self.announced_at - AROUND..self.announced_at + AROUND;
        let mut shown = BankShows::Nothing;
        for receipt in list {
            if !period.contains(&receipt.at) || payment_name(&receipt.reference) != wanted {
                continue;
            }
            if receipt.amount == self.amount {
                return BankShows::Payment;
            }
            shown = BankShows::OtherAmount;
        }
        shown
    }
}

/// When the payment of an announcement may have arrived, up to now.
fn searched(state: &Core, announced_at: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
    let to = state.clock.now().min(announced_at + AROUND);
    (announced_at - AROUND, to)
}

/// The receipts of an account; none if the bank does not list them within the configured wait.
async fn read_receipts(
    state: &Core,
    account: &DepositAccount,
    when: (DateTime<Utc>, DateTime<Utc>),
) -> Option<Vec<Receipt>> {
    let read = bank_line::received(state, account, when);
    let list = tokio::time::timeout(state.config.waits.outside(), read).await;
    list.ok()?.ok()
}

#[cfg(test)]
mod tests {
    use ledger::{Currency, ManualDepositId, WalletId};

    use super::*;

    fn baht(amount: i64) -> Money {
        Money::try_new(amount.into(), Currency::Thb).unwrap()
    }

    fn receipt(reference: &str, amount: i64, at: DateTime<Utc>) -> Receipt {
        Receipt {
            reference: reference.to_owned(),
            amount: baht(amount),
            at,
            sending_bank: "014".to_owned(),
            sender_name: None,
            sender_account: None,
        }
    }

    fn account() -> DepositAccount {
        serde_json::from_value(serde_json::json!({
            "id": "scb-1", "bank_code": "SCB", "mode": "AUTO", "account_name": "Demo",
            "account_no": "4681234567", "currency": "THB",
        }))
        .unwrap()
    }

    /// What a list shows of a payment of 300 under `A1`.
    fn shown(list: Option<&[Receipt]>) -> BankShows {
        let account = account();
        let payment = NamedPayment {
            account: &account,
            reference: "A1",
            amount: baht(300),
            announced_at: DateTime::UNIX_EPOCH,
        };
        payment.shown_in(list)
    }

    #[test]
    fn a_payment_that_is_listed_twice_is_credited_in_both_places() {
        let account = account();
        let deposit = OpenManualDeposit {
            wallet_id: WalletId(Uuid::from_u128(1)),
            deposit_id: ManualDepositId(Uuid::from_u128(2)),
            amount: baht(300),
            requested_at: DateTime::UNIX_EPOCH,
            opened_position: 1,
            position: 1,
        };
        let mut receipts = ["A1", "0a-1", "B2"].map(|reference| {
            let receipt = receipt(reference, 300, DateTime::UNIX_EPOCH);
            ReceiptMatch::new(&account, receipt, &deposit)
        });
        let credit = ReceiptCredit {
            wallet_id: Uuid::from_u128(3),
            at: DateTime::UNIX_EPOCH,
        };
        note_credits(
            &mut receipts,
            &HashMap::from([(payment_name("A1"), credit)]),
        );
        assert_eq!(
            receipts.map(|receipt| receipt.credit.is_some()),
            [true, true, false]
        );
    }

    #[test]
    fn a_payment_is_shown_by_its_name_amount_and_time() {
        let at = DateTime::UNIX_EPOCH;
        assert_eq!(shown(None), BankShows::Unreachable);
        assert_eq!(shown(Some(&[])), BankShows::Nothing);
        let list = [receipt("B2", 300, at), receipt("0a-1", 300, at)];
        assert_eq!(shown(Some(&list)), BankShows::Payment);
        assert_eq!(shown(Some(&list[..1])), BankShows::Nothing);
        let other = [receipt("A1", 200, at)];
        assert_eq!(shown(Some(&other)), BankShows::OtherAmount);
        let both = [receipt("A1", 300, at), receipt("A1", 200, at)];
        assert_eq!(shown(Some(&both)), BankShows::Payment);
        let early = [receipt("A1", 300, at - AROUND - TimeDelta::seconds(1))];
        assert_eq!(shown(Some(&early)), BankShows::Nothing);
    }
}
