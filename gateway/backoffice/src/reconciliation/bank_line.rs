//! The payments in the bank's record of an account.

use chrono::{DateTime, Utc};
use ledger::{Currency, Money};

use super::{ReconcileError, receipts};
use platform::config::{Config, DepositAccount};
use platform::core::Core;
use providers::bank;

/// A payment that the bank has received on one of our accounts, in the account's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Receipt {
    /// The bank's reference.
    pub(crate) reference: String,
    pub(crate) amount: Money,
    pub(crate) at: DateTime<Utc>,
    /// The bank's three-digit code.
    pub(crate) sending_bank: String,
    /// Not every bank names the sender.
    pub(crate) sender_name: Option<String>,
    pub(crate) sender_account: Option<String>,
}

/// Our accounts of a currency whose receipts the bank lists.
pub(crate) fn accounts(config: &Config, currency: Currency) -> Vec<&DepositAccount> {
    receipts::accounts(config)
        .filter(|account| account.currency == currency)
        .collect()
}

/// The payments that the bank received on an account within a period. None for an account of a
/// payment service.
pub(crate) async fn received(
    state: &Core,
    account: &DepositAccount,
    when: (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<Receipt>, ReconcileError> {
    if account.bank_type.is_some() {
        return Ok(Vec::new());
    }
    let records = bank::client(state)
        .receipts(&account.account_no, when)
        .await?;
    let receipts = records.into_iter().filter_map(|record| {
        // One record that cannot be read hides no other payment; reconciliation names it.
        let read = record.inspect_err(|error| {
            tracing::warn!(%error, account = account.id, "a receipt");
        });
        receipt(read.ok()?, account.currency)
    });
    Ok(receipts.collect())
}

/// The receipt in the account's currency; none if it is of another, or no wallet can hold its
/// amount.
fn receipt(record: bank::Receipt, currency: Currency) -> Option<Receipt> {
    let is_of_currency = record.currency == Some(currency);
    let amount = Money::try_new(record.amount, currency).ok();
    Some(Receipt {
        reference: record.reference,
        amount: amount.filter(|_| is_of_currency)?,
        at: record.at,
        sending_bank: record.sending_bank,
        sender_name: record.sender_name,
        sender_account: record.sender_account,
    })
}
