//! The deposit accounts behind slips: what the bank says came in, against what was credited.

use projections::statement::{self, DepositMethod, StatementType};

use super::compare::{Entries, Entry, compare as held_against};
use super::records::{amount, fetch, moment, text};
use super::{DifferenceKind, ReconcileError, SourceReport, Window, line};
use crate::config::{Config, DepositAccount};
use crate::state::AppState;

/// The accounts whose receipts are compared: those that players pay into with a slip.
pub(super) fn accounts(config: &Config) -> impl Iterator<Item = &DepositAccount> {
    config
        .deposit_accounts
        .iter()
        .filter(|account| account.bank_type.is_none())
}

/// Compares an account's receipts with the slips that were credited to it.
///
/// A receipt without a slip is no difference: the payer may still send it. It is counted.
pub(super) async fn compare(
    state: &AppState,
    account: &DepositAccount,
    window: Window,
) -> Result<SourceReport, ReconcileError> {
    let bank = &state.config.payout_bank;
    let line = line(
        state,
        bank.base_url.as_str(),
        &bank.agent,
        bank.secret.reveal(),
    );
    let filter = format!("&account={}", account.account_no);
    let records = fetch(line, ("/v1/receipts", "receipts"), &filter, window).await?;
    let theirs = records.iter().map(|record| {
        let bank = text(record, "sendingBank")?;
        let id = format!("{bank}:{}", text(record, "transRef")?);
        let entry = Entry {
            at: moment(record, "transferredAt")?,
            what: amount(record, "amount")?.to_string(),
            is_open: false,
        };
        Ok((id, entry))
    });
    let theirs = theirs.collect::<Result<Entries, ReconcileError>>()?;
    let around = window.with_margin();
    let lines = statement::movements(&state.pool, StatementType::Deposit, around).await?;
    let slips = lines.into_iter().filter(|line| {
        line.method == Some(DepositMethod::Slip)
            && line.deposit_account.as_deref() == Some(account.id.as_str())
    });
    let ours = slips.map(|line| {
        let entry = Entry {
            at: line.at,
            what: line.amount.amount().normalize().to_string(),
            is_open: false,
        };
        let reference = line.reference.unwrap_or_default();
        (format!("{}:{reference}", line.from), entry)
    });
    let mut report = held_against(window, &ours.collect(), &theirs);
    let before = report.differences.len();
    report
        .differences
        .retain(|it| it.kind != DifferenceKind::MissingHere);
    report.unclaimed = before - report.differences.len();
    Ok(report)
}
