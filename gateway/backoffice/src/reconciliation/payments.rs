//! The payment services of QR deposits: compares reported payments with credits.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::WalletId;
use projections::statement::{DepositMethod, Movement, StatementType, Status};
use uuid::Uuid;

use super::books::LedgerSide;
use super::compare::{
    Entries, Entry, EntryStatus, compare as held_against, missing_here, unknown_here, unknown_there,
};
use super::records::ask;
use super::{Difference, ReconcileError, SourceReport};
use platform::config::Psp;
use providers::psp::{self, PaidOrder, PspClient};

/// How long a payment may wait for a person before it is reported, every night.
const WAITS_MAX: TimeDelta = TimeDelta::days(7);

/// Compares a payment service's paid orders with the QR deposits in the ledger.
pub(super) async fn compare(
    books: &LedgerSide<'_>,
    psp: &Psp,
) -> Result<SourceReport, ReconcileError> {
    let (state, window) = (books.state, books.window);
    let service = psp::client(state, psp);
    let paid = service.paid_orders(window.with_margin()).await?;
    let mut theirs: Entries = paid.into_iter().map(their).collect();
    let mut ours = credited(books, psp).await?;
    let unknown = unknown_here(window, &ours, &theirs);
    ours.extend(by_reference(books, psp, &unknown, &theirs).await?);
    let unknown = unknown_there(window, &ours, &theirs);
    theirs.extend(payments_of(&service, &unknown).await?);
    let mut report = held_against(window, &ours, &theirs);
    overdue(books, psp, &service, &mut report).await?;
    Ok(report)
}

/// The payments of single orders, of any time.
async fn payments_of(
    service: &PspClient<'_>,
    references: &[String],
) -> Result<Entries, ReconcileError> {
    let questions = references.iter().map(|order| service.paid_order(order));
    let paid = ask(questions.collect()).await?;
    Ok(paid.into_iter().map(their).collect())
}

fn their(paid: PaidOrder) -> (String, Entry) {
    let entry = Entry {
        at: paid.at,
        what: paid.amount.to_string(),
        amount: paid.amount,
        currency: paid.currency,
        player: None,
        status: EntryStatus::Done,
    };
    (paid.order_ref, entry)
}

fn our(line: &Movement) -> Entry {
    Entry {
        at: line.at,
        what: line.amount.amount().normalize().to_string(),
        amount: line.amount.amount(),
        currency: Some(line.amount.currency()),
        player: Some(line.wallet_id),
        status: EntryStatus::Done,
    }
}

fn is_of(line: &Movement, psp: &Psp) -> bool {
    line.method == Some(DepositMethod::Qr) && line.from == psp.bank_code
}

/// The ledger's QR deposits of this channel around the window, by the service's reference.
async fn credited(books: &LedgerSide<'_>, psp: &Psp) -> Result<Entries, ReconcileError> {
    let lines = books.movements(StatementType::Deposit).await?;
    let lines: Vec<_> = lines
        .iter()
        .filter(|line| is_of(line, psp) && line.status == Status::Success)
        .collect();
    let ids: Vec<Uuid> = lines.iter().map(|line| line.operation_id).collect();
    let rows = sqlx::query!(
        "select order_id, order_ref from qr_order where order_id = any($1)",
        &ids
    )
    .fetch_all(&books.state.pool)
    .await?;
    let references: HashMap<Uuid, String> = rows
        .into_iter()
        .map(|row| (row.order_id, row.order_ref))
        .collect();
    let entry = |line: &Movement| {
        // Without its row, the order's reference is unknown: it is listed by id, and missing there.
        let id = references.get(&line.operation_id).cloned();
        (
            id.unwrap_or_else(|| line.operation_id.to_string()),
            our(line),
        )
    };
    Ok(lines.into_iter().map(entry).collect())
}

/// Orders by their references, of any time.
async fn by_reference(
    books: &LedgerSide<'_>,
    psp: &Psp,
    references: &[String],
    theirs: &Entries,
) -> Result<Entries, ReconcileError> {
    let orders = sqlx::query!(
        "select order_id, order_ref, wallet_id, settlement, currency, amount
         from qr_order where order_ref = any($1) and channel = $2",
        references,
        psp.bank_code
    )
    .fetch_all(&books.state.pool)
    .await?;
    let ids: Vec<String> = orders
        .iter()
        .map(|order| order.order_id.to_string())
        .collect();
    let lines = books.movements_of(StatementType::Deposit, &ids).await?;
    let known: HashMap<Uuid, &Movement> = lines
        .iter()
        .filter(|line| is_of(line, psp))
        .map(|line| (line.operation_id, line))
        .collect();
    let now = books.state.clock.now();
    let entries = orders.into_iter().map(|order| {
        let paid_at = theirs.get(&order.order_ref).map_or(now, |entry| entry.at);
        let entry = match known.get(&order.order_id) {
            Some(line) if line.status == Status::Success => our(line),
            line => Entry {
                at: paid_at,
                what: order.amount.normalize().to_string(),
                amount: order.amount,
                currency: order.currency.parse().ok(),
                player: Some(WalletId(order.wallet_id)),
                status: match line.map(|line| line.status) {
                    // Staff refused it: the money is returned through the bank.
                    Some(Status::Failed) => EntryStatus::Open,
                    _ => waiting(order.settlement.as_deref(), now - paid_at),
                },
            },
        };
        (order.order_ref, entry)
    });
    Ok(entries.collect())
}

/// The state of an order that was paid this long ago and is not credited.
fn waiting(settlement: Option<&str>, age: TimeDelta) -> EntryStatus {
    match settlement {
        // With staff, still polled, or credited so recently that no view shows it yet.
        Some("referred" | "paid") | None if age < WAITS_MAX => EntryStatus::Open,
        _ => EntryStatus::Failed,
    }
}

/// Payments of any day that have been neither credited nor otherwise settled for too long.
async fn overdue(
    books: &LedgerSide<'_>,
    psp: &Psp,
    service: &PspClient<'_>,
    report: &mut SourceReport,
) -> Result<(), ReconcileError> {
    let before: DateTime<Utc> = books.state.clock.now() - WAITS_MAX;
    let references = sqlx::query_scalar!(
        "select order_ref from qr_order
         where channel = $1 and (settlement is null or settlement = 'referred')
           and created_at < $2",
        psp.bank_code,
        before
    )
    .fetch_all(&books.state.pool)
    .await?;
    if references.is_empty() {
        return Ok(());
    }
    let mut theirs = payments_of(service, &references).await?;
    // Payments within the window have been compared already.
    theirs.retain(|_, entry| entry.at < before && !books.window.contains(entry.at));
    let references: Vec<String> = theirs.keys().cloned().collect();
    let ours = by_reference(books, psp, &references, &theirs).await?;
    for (id, their) in &theirs {
        let our = ours.get(id);
        if our.is_none_or(|our| our.status == EntryStatus::Failed) {
            report.compared += 1;
            report.differences.push(Difference {
                // Looked for by every comparison, whatever its period.
                at: None,
                ..missing_here(id, our, their)
            });
        }
    }
    Ok(())
}
