//! Statement lines as one array for each column, for a bulk insert through `unnest`.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::reward::outcome_word;

use super::lines::{LineKey, LineRow};

/// One array for each column, all of the same length, in the order of the insert's binds.
#[derive(Default)]
pub(super) struct LineColumns {
    pub(super) wallet_ids: Vec<Uuid>,
    pub(super) kinds: Vec<String>,
    pub(super) operation_ids: Vec<Uuid>,
    pub(super) are_returns: Vec<bool>,
    pub(super) statuses: Vec<String>,
    pub(super) directions: Vec<String>,
    pub(super) froms: Vec<String>,
    pub(super) tos: Vec<String>,
    pub(super) currencies: Vec<String>,
    pub(super) amounts: Vec<Decimal>,
    pub(super) balances: Vec<Option<Decimal>>,
    pub(super) started: Vec<DateTime<Utc>>,
    pub(super) created: Vec<DateTime<Utc>>,
    pub(super) positions: Vec<i64>,
    pub(super) references: Vec<Option<String>>,
    pub(super) deposit_accounts: Vec<Option<String>>,
    pub(super) bank_accounts: Vec<Option<Uuid>>,
    pub(super) reasons: Vec<Option<String>>,
    pub(super) methods: Vec<Option<String>>,
    pub(super) held: Vec<Option<DateTime<Utc>>>,
    pub(super) grant_kinds: Vec<Option<&'static str>>,
    pub(super) grant_references: Vec<Option<String>>,
    pub(super) grant_outcomes: Vec<Option<&'static str>>,
}

impl LineColumns {
    pub(super) fn of(lines: &[(&LineKey, &LineRow)]) -> Self {
        let mut column = Self::default();
        for (key, line) in lines {
            column.wallet_ids.push(key.wallet_id.0);
            column.kinds.push(key.kind.as_str().to_owned());
            column.operation_ids.push(key.operation_id);
            column.are_returns.push(key.is_return);
            column.statuses.push(line.status.as_str().to_owned());
            column.directions.push(line.direction.as_str().to_owned());
            column.froms.push(line.from.clone());
            column.tos.push(line.to.clone());
            column.currencies.push(line.amount.currency().to_string());
            column.amounts.push(line.amount.amount());
            column
                .balances
                .push(line.balance.map(ledger::Money::amount));
            column.started.push(line.started_at);
            column.created.push(line.created_at);
            column.positions.push(line.position);
            column.references.push(line.reference.clone());
            column.deposit_accounts.push(line.deposit_account.clone());
            column.bank_accounts.push(line.bank_account.map(|id| id.0));
            column.reasons.push(line.reason.clone());
            let method = line.method.map(|method| method.as_str().to_owned());
            column.methods.push(method);
            column.held.push(line.held_until);
            let grant = line.grant.as_ref();
            column
                .grant_kinds
                .push(grant.map(|grant| grant.kind.code()));
            let reference = grant.map(|grant| grant.reference.clone());
            column.grant_references.push(reference);
            let outcome = grant.and_then(|grant| grant.outcome);
            column.grant_outcomes.push(outcome.map(outcome_word));
        }
        column
    }
}
