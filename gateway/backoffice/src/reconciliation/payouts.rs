//! The bank that pays out withdrawals.

use projections::statement::{Movement, StatementType, Status};

use super::books::{LedgerSide, entry_status};
use super::compare::{
    Entries, Entry, EntryStatus, compare as held_against, unknown_here, unknown_there,
};
use super::records::ask;
use super::{ReconcileError, SourceReport, players};
use providers::bank::{self, MadePayout};

/// Compares the bank's payouts with the withdrawals in the ledger.
pub(super) async fn compare(books: &LedgerSide<'_>) -> Result<SourceReport, ReconcileError> {
    let (state, window) = (books.state, books.window);
    let bank = bank::client(state);
    let made = bank.payouts(window.with_margin()).await?;
    let mut theirs: Entries = made.iter().map(their).collect();
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
    let asked = ask(unknown.iter().map(|id| bank.payout(id)).collect());
    theirs.extend(asked.await?.iter().map(their));
    let missing = unknown_here(window, &ours, &theirs);
    name_players(books, &made, &missing, &mut theirs).await?;
    Ok(held_against(window, &ours, &theirs))
}

/// Names the players of payouts that are unknown here, by the account that the bank has paid to.
async fn name_players(
    books: &LedgerSide<'_>,
    made: &[MadePayout],
    missing: &[String],
    theirs: &mut Entries,
) -> Result<(), ReconcileError> {
    for id in missing {
        let payout = made.iter().find(|payout| payout.id == *id);
        let paid_to = payout.and_then(|payout| payout.paid_to.as_ref());
        let (Some(paid_to), Some(entry)) = (paid_to, theirs.get_mut(id)) else {
            continue;
        };
        entry.player =
            players::of_account(&books.state.pool, &paid_to.bank_code, &paid_to.account_no).await?;
    }
    Ok(())
}

fn their(payout: &MadePayout) -> (String, Entry) {
    let entry = Entry {
        at: payout.at,
        what: payout.amount.to_string(),
        amount: payout.amount,
        currency: payout.currency,
        player: None,
        status: EntryStatus::Done,
    };
    (payout.id.clone(), entry)
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
