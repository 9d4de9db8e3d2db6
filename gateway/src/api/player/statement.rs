//! The statement, read from its view.

pub(crate) mod export;
mod search;
mod summary;

use std::collections::HashMap;

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::WalletId;
use ledger::wallet::reward::GrantKind;
use projections::View;
use projections::statement::{
    self, DepositMethod, LineGrant, LineSearch, StatementLine, StatementQuery, StatementType,
};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::page::page_query;
use crate::api::state::AppState;
use backoffice::proof::places::{banks_of, places};
use platform::config::Text;
use platform::error::ApiError;
use platform::extract::{AfterPosition, Json};
use platform::replica::Reading;
use platform::subject::Member;
use rewards::bonus::{GrantEnding, describe};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_statements))
        .merge(summary::routes())
}

/// The lines to return.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
struct StatementRequest {
    /// The page, from 1; ignored if there is a cursor.
    #[schema(minimum = 1)]
    page: i64,
    #[schema(minimum = 1, maximum = 100)]
    limit: i64,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
    /// Only these types; all if absent or empty.
    #[serde(rename = "type")]
    #[schema(value_type = Option<Vec<StatementKind>>)]
    kinds: Option<Vec<StatementKind>>,
    /// Only lines at or after this time.
    from: Option<DateTime<Utc>>,
    /// Only lines before this time.
    to: Option<DateTime<Utc>>,
    /// Only lines with this bank, game, amount or reference, among the newest 10,000 of the types
    /// and the time. Such lists are paged and have no cursor.
    #[schema(max_length = 60, example = "SCB")]
    search: Option<String>,
}

impl Default for StatementRequest {
    fn default() -> Self {
        Self {
            page: 1,
            limit: 10,
            cursor: None,
            kinds: None,
            from: None,
            to: None,
            search: None,
        }
    }
}

/// The type of a line.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StatementKind {
    /// Money from the bank.
    Deposit,
    /// Money between the main wallet and a game.
    Transfer,
    /// Money to the bank.
    Withdraw,
    /// Money that the house gives.
    Bonus,
    /// The end of such a grant.
    FinishBonus,
    /// A correction by staff.
    Correction,
}

impl From<StatementKind> for StatementType {
    fn from(kind: StatementKind) -> Self {
        match kind {
            StatementKind::Deposit => Self::Deposit,
            StatementKind::Transfer => Self::Transfer,
            StatementKind::Withdraw => Self::Withdraw,
            StatementKind::Bonus => Self::Bonus,
            StatementKind::FinishBonus => Self::FinishBonus,
            StatementKind::Correction => Self::Correction,
        }
    }
}

impl From<StatementType> for StatementKind {
    fn from(kind: StatementType) -> Self {
        match kind {
            StatementType::Deposit => Self::Deposit,
            StatementType::Transfer => Self::Transfer,
            StatementType::Withdraw => Self::Withdraw,
            StatementType::Bonus => Self::Bonus,
            StatementType::FinishBonus => Self::FinishBonus,
            StatementType::Correction => Self::Correction,
        }
    }
}

/// The payment behind a deposit.
#[derive(Serialize, ToSchema)]
struct StatementSlip {
    /// The reference of the bank or of the payment service.
    reference: String,
    /// The operator's account that received it.
    description: String,
}

/// The name of a grant.
#[derive(Serialize, ToSchema)]
struct GrantName {
    description: Text,
}

/// The grant of a line; one of the names is set, by the grant's kind.
#[derive(Default, Serialize, ToSchema)]
struct StatementGrant {
    #[serde(skip_serializing_if = "Option::is_none")]
    bonus: Option<GrantName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<GrantName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invite: Option<GrantName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refund: Option<GrantName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    luckydraw: Option<GrantName>,
    /// How it ended; only on lines of type `finish_bonus`.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<GrantEnding>,
}

impl StatementGrant {
    fn of(state: &AppState, grant: Option<LineGrant>) -> Self {
        let mut shown = Self::default();
        let Some(grant) = grant else { return shown };
        let description = describe(&state.config, grant.kind, &grant.reference);
        let name = match grant.kind {
            GrantKind::Bonus => &mut shown.bonus,
            GrantKind::Promotion => &mut shown.promotion,
            GrantKind::Invite => &mut shown.invite,
            GrantKind::Refund => &mut shown.refund,
            GrantKind::Coupon => &mut shown.luckydraw,
        };
        *name = Some(GrantName { description });
        shown.outcome = grant.outcome.map(GrantEnding::from);
        shown
    }
}

/// A line of the statement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Statement {
    /// Unique within the wallet.
    id: String,
    #[serde(rename = "statementType")]
    kind: StatementKind,
    /// `PENDING`, `SUCCESS` or `FAILED`.
    #[schema(example = "SUCCESS")]
    status: &'static str,
    /// `in`, `out` or `none`, from the main wallet's view.
    #[schema(example = "in")]
    direction: &'static str,
    /// The source: `WALLET`, a game's code, a bank's code, `BANK`, `TRUEWALLET`, `MANUAL`,
    /// `CORRECTION`, or the kind of grant: `BONUS`, `PROMOTION`, `REFUND`, `INVITE` or `COUPON`.
    from: String,
    /// The destination, with the same codes as `from`.
    to: String,
    #[schema(example = "500.00")]
    amount: String,
    currency: &'static str,
    /// The main wallet right after this line; null if the line has moved no money.
    #[schema(example = "1500.00")]
    balance: Option<String>,
    created_at: DateTime<Utc>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    slip: Option<StatementSlip>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The deposit method: `slip`, `qr`, `gift` or `manual`; null on other lines.
    #[schema(example = "slip")]
    method: Option<&'static str>,
    /// Until when a withdrawal is held, if it is held.
    held_until: Option<DateTime<Utc>>,
    #[serde(flatten)]
    grant: StatementGrant,
}

/// A page of the statement, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementList {
    /// Lines on all pages.
    total: i64,
    statements: Vec<Statement>,
    /// The cursor of the next page; null on the last one.
    next_cursor: Option<String>,
    /// The position that the list shows.
    as_of: String,
}

/// Returns the member's statement with its running balance.
#[route(post, path = "/statement", tag = "statement", security(("session" = [])),
    params(("after" = Option<String>, Query, description = "Show at least this position.")),
    request_body = StatementRequest, responses((status = 200, body = StatementList)))]
async fn list_statements(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
    Json(request): Json<StatementRequest>,
) -> Result<Json<StatementList>, ApiError> {
    let rows = page_query(request.page, request.limit, request.cursor.as_deref())?;
    let kinds = request.kinds.unwrap_or_default();
    let wanted = search::wanted(&state, caller.id.0, request.search.as_deref()).await?;
    let query = StatementQuery {
        page: rows.page,
        cursor: rows.cursor,
        limit: rows.limit,
        types: kinds.into_iter().map(Into::into).collect(),
        from: request.from,
        to: request.to,
    };
    state.show_own(View::Statement, caller.id, after).await?;
    let (state, query, wanted) = (&state, &query, wanted.as_ref());
    let read = move |mut reading: Reading| async move {
        let page = match wanted {
            Some(wanted) => statement::search(&mut *reading, caller.id, query, wanted).await?,
            None => statement::page(&mut *reading, caller.id, query).await?,
        };
        let banks = banks_of(&mut *reading, &page.lines).await?;
        Ok(Json(StatementList {
            total: page.total,
            statements: show_lines(state, &banks, page.lines),
            next_cursor: page.next_cursor.map(|cursor| cursor.to_string()),
            as_of: reading.as_of.to_string(),
        }))
    };
    state.read(&[View::Statement], after, read).await
}

/// The latest lines of a wallet, newest first.
pub(crate) async fn last_lines(
    state: &AppState,
    wallet_id: WalletId,
    limit: i64,
) -> Result<Vec<Statement>, ApiError> {
    let query = StatementQuery {
        limit,
        ..StatementQuery::default()
    };
    let lines = statement::page(&state.pool, wallet_id, &query).await?.lines;
    let banks = banks_of(&state.pool, &lines).await?;
    Ok(show_lines(state, &banks, lines))
}

/// The latest lines of a wallet with this amount, newest first.
pub(crate) async fn lines_of_amount(
    state: &AppState,
    wallet_id: WalletId,
    amount: Decimal,
    limit: i64,
) -> Result<Vec<Statement>, ApiError> {
    let query = StatementQuery {
        limit,
        ..StatementQuery::default()
    };
    let wanted = LineSearch {
        amount: Some(amount.abs()),
        ..LineSearch::default()
    };
    let found = statement::search(&state.pool, wallet_id, &query, &wanted).await?;
    let banks = banks_of(&state.pool, &found.lines).await?;
    Ok(show_lines(state, &banks, found.lines))
}

fn show_lines(
    state: &AppState,
    banks: &HashMap<Uuid, String>,
    lines: Vec<StatementLine>,
) -> Vec<Statement> {
    let shown = lines.into_iter().map(|line| show_line(state, banks, line));
    shown.collect()
}

fn show_line(state: &AppState, banks: &HashMap<Uuid, String>, line: StatementLine) -> Statement {
    let is_deposit = line.statement_type == StatementType::Deposit;
    let (from, to) = places(state, banks, &line);
    let slip = line.reference.filter(|_| is_deposit).map(|reference| {
        let account = line.deposit_account.unwrap_or_default();
        let description = match state.config.deposit_account(&account) {
            Some(account) => format!("{} {}", account.bank_code, account.account_no),
            None => account,
        };
        StatementSlip {
            reference,
            description,
        }
    });
    Statement {
        id: line.id,
        kind: line.statement_type.into(),
        status: line.status.as_str(),
        direction: line.direction.as_str(),
        from,
        to,
        amount: line.amount.digits(),
        currency: line.amount.currency().code(),
        balance: line.balance.map(ledger::Money::digits),
        created_at: line.created_at,
        position: line.position.to_string(),
        slip,
        reason: line.reason,
        method: line.method.map(DepositMethod::as_str),
        held_until: line.held_until,
        grant: StatementGrant::of(state, line.grant),
    }
}
