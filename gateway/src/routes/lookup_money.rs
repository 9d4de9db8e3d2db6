//! Where to pay in and how much may be taken out, for a signed-in member.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Member;
use crate::error::ApiError;
use crate::extract::Json;
use crate::identity::member;
use crate::routes::lookup::BankNames;
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_deposit_lookup))
        .routes(routes!(get_withdraw_lookup))
}

/// An account that players pay into.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DepositAccountItem {
    id: String,
    bank_code: String,
    /// `PAYMENT` for a payment service.
    bank_type: Option<String>,
    mode: String,
    bank: BankNames,
    bank_account_name: String,
    bank_account_no: String,
    currency: String,
}

/// A mobile wallet that players pay into.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DepositWalletItem {
    wallet_account_name: String,
    mode: String,
}

/// Where and how to deposit.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DepositLookup {
    banks: Vec<DepositAccountItem>,
    wallets: Vec<DepositWalletItem>,
    /// Whether deposits are looked at by a person.
    is_manual: bool,
    /// The smallest deposit.
    #[schema(example = "1.00")]
    minimum: String,
    slip_window_minutes: u32,
}

/// Where and how to deposit, in the member's currency.
#[utoipa::path(get, path = "/lookup/deposit", tag = "lookup", security(("session" = [])),
    responses((status = 200, body = DepositLookup)))]
async fn get_deposit_lookup(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<DepositLookup>, ApiError> {
    let currency = member::load(&state, caller.id).await?.currency;
    let accounts = state
        .config
        .deposit_accounts
        .iter()
        .filter(|account| account.currency == currency);
    let banks: Vec<_> = accounts
        .map(|account| DepositAccountItem {
            id: account.id.clone(),
            bank_code: account.bank_code.clone(),
            bank_type: account.bank_type.clone(),
            mode: account.mode.clone(),
            bank: BankNames::of(&state, &account.bank_code),
            bank_account_name: account.account_name.clone(),
            bank_account_no: account.account_no.clone(),
            currency: account.currency.code().to_owned(),
        })
        .collect();
    Ok(Json(DepositLookup {
        is_manual: banks.iter().any(|account| account.mode != "AUTO"),
        banks,
        wallets: Vec::new(),
        minimum: state.config.bounds_in(currency).deposit_min.digits(),
        slip_window_minutes: state.config.slip.window_minutes,
    }))
}

/// Bounds of a withdrawal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WithdrawLookup {
    #[schema(example = "100.00")]
    withdraw_min: String,
    #[schema(example = "50000.00")]
    withdraw_max: String,
    /// Withdrawals asked for now are paid from then on: the bank account is new.
    held_until: Option<DateTime<Utc>>,
}

/// Bounds of a withdrawal, in the member's currency.
#[utoipa::path(get, path = "/lookup/withdraw", tag = "lookup", security(("session" = [])),
    responses((status = 200, body = WithdrawLookup)))]
async fn get_withdraw_lookup(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<WithdrawLookup>, ApiError> {
    let currency = member::load(&state, caller.id).await?.currency;
    let bounds = state.config.bounds_in(currency);
    Ok(Json(WithdrawLookup {
        withdraw_min: bounds.withdraw_min.digits(),
        withdraw_max: bounds.withdraw_max.digits(),
        held_until: None,
    }))
}
