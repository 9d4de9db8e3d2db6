//! The payments in the bank's record of an account.

use chrono::{DateTime, Utc};
use ledger::{Currency, Money};
use serde_json::Value;

use super::records::{amount, fetch, moment, text};
use super::{ReconcileError, line, receipts};
use platform::config::{Config, DepositAccount};
use platform::core::Core;
use platform::outside::Service;

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
    let bank = &state.config.payout_bank;
    let (base_url, secret) = (bank.base_url.as_str(), bank.secret.reveal());
    let line = line(state, Service::Bank, base_url, &bank.agent, secret);
    let filter = format!("&account={}", account.account_no);
    let records = fetch(line, ("/v1/receipts", "receipts"), &filter, when).await?;
    let of_currency = records
        .iter()
        .filter(|record| record["currency"] == account.currency.code());
    let receipts = of_currency.filter_map(|record| {
        // One record that cannot be read hides no other payment; reconciliation names it.
        let read = receipt(record, account.currency);
        read.inspect_err(|error| tracing::warn!(%error, account = account.id, "a receipt"))
            .ok()?
    });
    Ok(receipts.collect())
}

/// A record of the list; none if no wallet can hold its amount.
fn receipt(record: &Value, currency: Currency) -> Result<Option<Receipt>, ReconcileError> {
    let Ok(amount) = Money::try_new(amount(record, "amount")?, currency) else {
        return Ok(None);
    };
    let optional = |field: &str| record[field].as_str().map(str::to_owned);
    Ok(Some(Receipt {
        reference: text(record, "transRef")?.to_owned(),
        amount,
        at: moment(record, "transferredAt")?,
        sending_bank: text(record, "sendingBank")?.to_owned(),
        sender_name: optional("fromName"),
        sender_account: optional("fromAccountNo"),
    }))
}
