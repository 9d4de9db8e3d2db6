//! The bank that pays out withdrawals.

use projections::statement::{Movement, StatementType, Status};
use serde_json::Value;

use super::books::{LedgerSide, entry_status};
use super::compare::{
    Entries, Entry, EntryStatus, compare as held_against, unknown_here, unknown_there,
};
use super::records::{amount, ask, currency, fetch, moment, text};
use super::{ReconcileError, SourceReport, line, players};
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
        .filter_map(|record| their(record).transpose());
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
    theirs.extend(ask(line, PATH, unknown, their).await?);
    let missing = unknown_here(window, &ours, &theirs);
    name_players(books, &records, &missing, &mut theirs).await?;
    Ok(held_against(window, &ours, &theirs))
}

/// Names the players of payouts that are unknown here, by the account that the bank has paid to.
async fn name_players(
    books: &LedgerSide<'_>,
    records: &[Value],
    missing: &[String],
    theirs: &mut Entries,
) -> Result<(), ReconcileError> {
    for id in missing {
        let record = records.iter().find(|record| record["payoutId"] == *id);
        let paid_to = record.and_then(|record| {
            let (bank, number) = (&record["bankCode"], &record["accountNo"]);
            Some((bank.as_str()?, number.as_str()?))
        });
        let (Some((bank, number)), Some(entry)) = (paid_to, theirs.get_mut(id)) else {
            continue;
        };
        entry.player = players::of_account(&books.state.pool, bank, number).await?;
    }
    Ok(())
}

fn their(record: &Value) -> Result<Option<(String, Entry)>, ReconcileError> {
    if record["status"] != "SUCCESS" {
        return Ok(None);
    }
    let paid = amount(record, "amount")?;
    let entry = Entry {
        at: moment(record, "paidAt")?,
        what: paid.to_string(),
        amount: paid,
        currency: currency(record),
        player: None,
        status: EntryStatus::Done,
    };
    Ok(Some((text(record, "payoutId")?.to_owned(), entry)))
}

fn our(line: &Movement) -> (String, Entry) {
    let entry = Entry {
        at: line.at,
        what: line.amount.amount().normalize().to_string(),
        amount: line.amount.amount(),
        currency: Some(line.amount.currency()),
        player: Some(line.wallet_id),
        status: entry_status(line.status),
    };
    (line.operation_id.to_string(), entry)
}
