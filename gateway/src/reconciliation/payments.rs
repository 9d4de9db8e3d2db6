//! The payment services of QR deposits: what they say was paid, against what was credited.

use std::collections::HashMap;

use projections::statement::{self, DepositMethod, StatementType};
use uuid::Uuid;

use super::compare::{Entries, Entry, compare as held_against};
use super::records::{amount, fetch, moment, text};
use super::{ReconcileError, SourceReport, Window, line};
use crate::config::Psp;
use crate::state::AppState;

/// Compares a payment service's paid orders with our QR deposits.
pub(super) async fn compare(
    state: &AppState,
    psp: &Psp,
    window: Window,
) -> Result<SourceReport, ReconcileError> {
    let line = line(
        state,
        psp.base_url.as_str(),
        &psp.agent,
        psp.secret.reveal(),
    );
    let records = fetch(line, ("/v1/orders", "orders"), "&by=paidAt", window).await?;
    let paid = records.iter().filter(|it| it["status"] == "PAID");
    let theirs = paid.map(|record| {
        let entry = Entry {
            at: moment(record, "paidAt")?,
            what: amount(record, "amount")?.to_string(),
            is_open: false,
        };
        Ok((text(record, "orderId")?.to_owned(), entry))
    });
    let theirs = theirs.collect::<Result<Entries, ReconcileError>>()?;
    let mut ours = credited(state, psp, window).await?;
    let unknown: Vec<String> = theirs
        .keys()
        .filter(|id| !ours.contains_key(*id))
        .cloned()
        .collect();
    // Paid, but left for staff because it may not be credited as things are: known, and open.
    for reference in referred(state, &unknown).await? {
        let their = &theirs[&reference];
        let open = Entry {
            is_open: true,
            ..their.clone()
        };
        ours.insert(reference, open);
    }
    Ok(held_against(window, &ours, &theirs))
}

/// Our QR deposits of this channel, by the reference that the service knows.
async fn credited(state: &AppState, psp: &Psp, window: Window) -> Result<Entries, ReconcileError> {
    let around = window.with_margin();
    let lines = statement::movements(&state.pool, StatementType::Deposit, around).await?;
    let lines: Vec<_> = lines
        .into_iter()
        .filter(|it| it.method == Some(DepositMethod::Qr) && it.from == psp.bank_code)
        .collect();
    let ids: Vec<Uuid> = lines.iter().map(|line| line.operation_id).collect();
    let rows = sqlx::query!(
        "select order_id, order_ref from qr_order where order_id = any($1)",
        &ids
    )
    .fetch_all(&state.pool)
    .await?;
    let references: HashMap<Uuid, String> = rows
        .into_iter()
        .map(|row| (row.order_id, row.order_ref))
        .collect();
    let entry = |line: statement::Movement| {
        // An order whose row is gone cannot be theirs: it is shown by its id and found missing.
        let id = references.get(&line.operation_id).cloned();
        let entry = Entry {
            at: line.at,
            what: line.amount.amount().normalize().to_string(),
            is_open: false,
        };
        (id.unwrap_or_else(|| line.operation_id.to_string()), entry)
    };
    Ok(lines.into_iter().map(entry).collect())
}

/// Which of these orders were paid and left for staff.
async fn referred(state: &AppState, references: &[String]) -> Result<Vec<String>, ReconcileError> {
    let referred = sqlx::query_scalar!(
        "select order_ref from qr_order where order_ref = any($1) and settlement = 'referred'",
        references
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(referred)
}
