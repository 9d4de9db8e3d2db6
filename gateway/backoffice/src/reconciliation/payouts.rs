//! The bank that pays out withdrawals.

use projections::statement::{Movement, StatementType, Status};
use rust_decimal::Decimal;
use serde_json::Value;

use super::books::{LedgerSide, entry_status};
use super::compare::{
    Entries, Entry, EntryStatus, compare as held_against, unknown_here, unknown_there,
};
use super::records::{amount, ask, fetch, moment, text};
use super::{ReconcileError, SourceReport, line};
use platform::outside::Service;

const PATH: &str = "/v1/payouts";

/// Compares the bank's payouts with the withdrawals in the ledger.
pub(super) async fn compare(books: &LedgerSide<'_>) -> Result<SourceReport, ReconcileError> {
    let (state, window) = (books.state, books.window);
    let bank = &state.config.payout_bank;
    let line = line(
        state,
        Service::Bank,
        bank.base_url.as_str(),
        &bank.agent,
        bank.secret.reveal(),
    );
    let records = fetch(line, (PATH, "payouts"), "", window.with_margin()).await?;
    let paid = records
        .iter()
        .filter_map(|record| their(record, Decimal::ONE).transpose());
    let mut theirs = paid.collect::<Result<Entries, ReconcileError>>()?;
    let lines = books.movements(StatementType::Withdraw).await?;
    let relevant = lines.iter().filter(|line| line.status != Status::Failed);
    let mut ours: Entries = relevant.map(our).collect();
    // A held payout has the time of its request in the ledger, and was paid weeks later.
    let unknown = unknown_here(window, &ours, &theirs);
    let found = books
        .movements_of(StatementType::Withdraw, &unknown)
        .await?;
    ours.extend(found.iter().map(our));
    let unknown = unknown_there(window, &ours, &theirs);
    theirs.extend(ask(line, PATH, unknown, their, Decimal::ONE).await?);
    Ok(held_against(window, &ours, &theirs))
}

fn their(record: &Value, _: Decimal) -> Result<Option<(String, Entry)>, ReconcileError> {
    if record["status"] != "SUCCESS" {
        return Ok(None);
    }
    let entry = Entry {
        at: moment(record, "paidAt")?,
        what: amount(record, "amount")?.to_string(),
        status: EntryStatus::Done,
    };
    Ok(Some((text(record, "payoutId")?.to_owned(), entry)))
}

fn our(line: &Movement) -> (String, Entry) {
    let entry = Entry {
        at: line.at,
        what: line.amount.amount().normalize().to_string(),
        status: entry_status(line.status),
    };
    (line.operation_id.to_string(), entry)
}
