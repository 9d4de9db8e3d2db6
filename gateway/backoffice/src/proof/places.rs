//! Where the money of a statement's line comes from and goes to.

use std::collections::HashMap;

use projections::statement::{StatementLine, StatementType};
use sqlx::PgExecutor;
use uuid::Uuid;

use platform::core::Core;
use platform::error::ApiError;

/// The bank codes of the accounts to which withdrawals went.
pub async fn banks_of(
    executor: impl PgExecutor<'_>,
    lines: &[StatementLine],
) -> Result<HashMap<Uuid, String>, ApiError> {
    let accounts: Vec<Uuid> = lines
        .iter()
        .filter_map(|line| line.bank_account.map(|id| id.0))
        .collect();
    if accounts.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query!(
        "select id, bank_code from bank_account where id = any($1)",
        &accounts,
    )
    .fetch_all(executor)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, row.bank_code))
        .collect())
}

/// Where a line's money comes from and goes to, in the player's terms.
pub fn places(
    state: &Core,
    banks: &HashMap<Uuid, String>,
    line: &StatementLine,
) -> (String, String) {
    let is_deposit = line.statement_type == StatementType::Deposit;
    let from = match state.config.bank_by_number(&line.from) {
        Some(bank) if is_deposit => bank.code.clone(),
        _ => line.from.clone(),
    };
    // A return comes from the bank that the withdrawal went to.
    let bank = line.bank_account.and_then(|id| banks.get(&id.0));
    let named = |place: String| match bank {
        Some(code) if place == "BANK" => code.clone(),
        _ => place,
    };
    (named(from), named(line.to.clone()))
}
