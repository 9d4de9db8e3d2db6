//! Deposit methods and withdrawal limits, for a signed-in member.

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::BankNames;
use crate::api::state::AppState;
use members::member;
use platform::config::{DepositAccount, GiftRules, Text};
use platform::error::ApiError;
use platform::extract::Json;
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_deposit_lookup))
        .routes(routes!(get_withdraw_lookup))
}

/// An account to which players pay.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DepositAccountItem {
    id: String,
    bank_code: String,
    /// `PAYMENT` for a payment service.
    bank_type: Option<String>,
    mode: String,
    bank: BankNames,
    /// In Thai; `holder` has each language's.
    bank_account_name: String,
    holder: Text,
    bank_account_no: String,
    currency: String,
    /// The limits of its QR payments; null if it has none.
    qr: Option<QrOffer>,
}

/// The limits of a QR's amount.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QrOffer {
    #[schema(example = "100.00")]
    minimum: String,
    quick_amounts: Vec<String>,
}

/// A mobile wallet to which players pay.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DepositWalletItem {
    /// In Thai; `holder` has each language's.
    wallet_account_name: String,
    holder: Text,
    mode: String,
    /// The smallest gift.
    #[schema(example = "2.00")]
    minimum: String,
}

/// The rules of a deposit that staff credit by hand.
#[derive(Serialize, ToSchema)]
struct ManualDepositOffer {
    #[schema(example = "100.00")]
    minimum: String,
}

/// The daily time in which slips are not accepted, in Asia/Bangkok; it may span midnight.
#[derive(Serialize, ToSchema)]
struct ClosedHours {
    #[schema(example = "23:45")]
    from: String,
    #[schema(example = "00:15")]
    until: String,
}

/// The deposit methods.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DepositLookup {
    banks: Vec<DepositAccountItem>,
    wallets: Vec<DepositWalletItem>,
    /// Whether a deposit may be announced that staff credit by hand.
    is_manual: bool,
    /// The rules for that; null if it is not allowed.
    manual: Option<ManualDepositOffer>,
    /// The smallest deposit.
    #[schema(example = "1.00")]
    minimum: String,
    slip_window_minutes: u32,
    slip_closed: Option<ClosedHours>,
}

/// Returns the deposit methods in the member's currency.
#[route(get, path = "/lookup/deposit", tag = "lookup", security(("session" = [])),
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
        .filter(|account| account.is_offered && account.currency == currency);
    let manual = state.config.manual_deposit.minimum_in(currency);
    let manual = manual.map(|minimum| ManualDepositOffer {
        minimum: minimum.digits(),
    });
    let banks: Vec<_> = accounts
        .map(|account| DepositAccountItem {
            id: account.id.clone(),
            bank_code: account.bank_code.clone(),
            bank_type: account.bank_type.clone(),
            mode: account.mode.clone(),
            bank: BankNames::of(&state, &account.bank_code),
            bank_account_name: account.account_name.th.clone(),
            holder: account.account_name.clone(),
            bank_account_no: account.account_no.clone(),
            currency: account.currency.code().to_owned(),
            qr: qr_offer(&state, account),
        })
        .collect();
    Ok(Json(DepositLookup {
        banks,
        wallets: gift_wallets(&state, currency),
        is_manual: manual.is_some(),
        manual,
        minimum: state.config.bounds_in(currency).deposit_min.digits(),
        slip_window_minutes: state.config.slip.window_minutes,
        slip_closed: closed_hours(&state),
    }))
}

fn qr_offer(state: &AppState, account: &DepositAccount) -> Option<QrOffer> {
    let mut psps = state.config.psps.iter();
    let psp = psps.find(|psp| psp.deposit_account == account.id)?;
    let quick = psp.quick_amounts_in(account.currency).ok()?;
    Some(QrOffer {
        minimum: psp.minimum_in(account.currency).ok()?.digits(),
        quick_amounts: quick.into_iter().map(Money::digits).collect(),
    })
}

fn gift_wallets(state: &AppState, currency: Currency) -> Vec<DepositWalletItem> {
    let gift = &state.config.gift;
    if !gift.is_on || currency != GiftRules::CURRENCY {
        return Vec::new();
    }
    let item = gift.minimum().ok().map(|minimum| DepositWalletItem {
        wallet_account_name: gift.account_name.th.clone(),
        holder: gift.account_name.clone(),
        mode: "AUTO".to_owned(),
        minimum: minimum.digits(),
    });
    item.into_iter().collect()
}

fn closed_hours(state: &AppState) -> Option<ClosedHours> {
    let rules = &state.config.slip;
    Some(ClosedHours {
        from: rules.closed_from.clone()?,
        until: rules.closed_until.clone()?,
    })
}

/// The limits of a withdrawal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WithdrawLookup {
    #[schema(example = "100.00")]
    withdraw_min: String,
    #[schema(example = "50000.00")]
    withdraw_max: String,
    /// When a withdrawal requested now will be paid, if it waits because the bank account
    /// or the password is new.
    held_until: Option<DateTime<Utc>>,
    /// Whether staff have frozen the money: nothing is paid out until they unfreeze it.
    is_frozen: bool,
    /// How many hours withdrawals wait after a change of the bank account; 0 means no wait.
    #[schema(example = 24)]
    hold_hours: u32,
    /// Whether the member has set a PIN, which then confirms withdrawals.
    is_pin_set: bool,
    /// The largest withdrawal of a member without a PIN; null means no such bound.
    #[schema(example = "10000.00")]
    without_pin_max: Option<String>,
}

/// Returns the limits of a withdrawal, in the member's currency.
#[route(get, path = "/lookup/withdraw", tag = "lookup", security(("session" = [])),
    responses((status = 200, body = WithdrawLookup)))]
async fn get_withdraw_lookup(
    State(state): State<AppState>,
    caller: Member,
) -> Result<Json<WithdrawLookup>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let member = member::load_with(&state, caller.id, &wallet).await?;
    let bounds = state.config.bounds_in(member.currency);
    Ok(Json(WithdrawLookup {
        withdraw_min: bounds.withdraw_min.digits(),
        withdraw_max: bounds.withdraw_max.digits(),
        held_until: wallet.withdrawals_held_until(state.clock.now()),
        is_frozen: wallet.freeze().is_some(),
        hold_hours: state.config.withdrawal.hold_hours,
        is_pin_set: wallet.pin().is_some(),
        without_pin_max: state
            .config
            .withdrawal
            .without_pin_max_in(member.currency)
            .map(Money::digits),
    }))
}
