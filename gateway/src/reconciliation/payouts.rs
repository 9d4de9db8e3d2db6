//! The bank that pays withdrawals out.

use projections::statement::{self, StatementType, Status};

use super::compare::{Entries, Entry, compare as held_against};
use super::records::{amount, fetch, moment, text};
use super::{ReconcileError, SourceReport, Window, line};
use crate::state::AppState;

/// Compares the bank's payouts with our withdrawals.
pub(super) async fn compare(
    state: &AppState,
    window: Window,
) -> Result<SourceReport, ReconcileError> {
    let bank = &state.config.payout_bank;
    let line = line(
        state,
        bank.base_url.as_str(),
        &bank.agent,
        bank.secret.reveal(),
    );
    let records = fetch(line, ("/v1/payouts", "payouts"), "", window).await?;
    let paid = records.iter().filter(|it| it["status"] == "SUCCESS");
    let theirs = paid.map(|record| {
        let entry = Entry {
            at: moment(record, "paidAt")?,
            what: amount(record, "amount")?.to_string(),
            is_open: false,
        };
        Ok((text(record, "payoutId")?.to_owned(), entry))
    });
    let theirs = theirs.collect::<Result<Entries, ReconcileError>>()?;
    let around = window.with_margin();
    let lines = statement::movements(&state.pool, StatementType::Withdraw, around).await?;
    let relevant = lines.into_iter().filter(|it| it.status != Status::Failed);
    let ours = relevant.map(|line| {
        let entry = Entry {
            at: line.at,
            what: line.amount.amount().normalize().to_string(),
            is_open: line.status == Status::Pending,
        };
        (line.operation_id.to_string(), entry)
    });
    Ok(held_against(window, &ours.collect(), &theirs))
}
