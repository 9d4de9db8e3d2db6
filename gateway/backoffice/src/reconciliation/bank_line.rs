//! One payment in the bank's record of an account.

use chrono::{DateTime, Utc};
use ledger::Money;
use ledger::wallet::payment_name;

use super::records::{amount, fetch, text};
use super::{ReconcileError, line};
use platform::config::DepositAccount;
use platform::core::Core;
use platform::outside::Service;

/// The amounts that the bank received on an account under a reference, within a period. None for
/// an account of a payment service.
pub(crate) async fn amounts(
    state: &Core,
    account: &DepositAccount,
    reference: &str,
    when: (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<Money>, ReconcileError> {
    if account.bank_type.is_some() {
        return Ok(Vec::new());
    }
    let bank = &state.config.payout_bank;
    let (base_url, secret) = (bank.base_url.as_str(), bank.secret.reveal());
    let line = line(state, Service::Bank, base_url, &bank.agent, secret);
    let filter = format!("&account={}", account.account_no);
    let records = fetch(line, ("/v1/receipts", "receipts"), &filter, when).await?;
    let wanted = payment_name(reference);
    let mut amounts = Vec::new();
    for record in &records {
        let is_it = payment_name(text(record, "transRef")?) == wanted;
        if is_it && record["currency"] == account.currency.code() {
            let money = Money::try_new(amount(record, "amount")?, account.currency);
            amounts.extend(money.ok());
        }
    }
    Ok(amounts)
}
