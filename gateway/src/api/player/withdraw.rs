//! Withdrawals to the player's registered bank account.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::wallet::{
    Confirmation, WithdrawalCommand, WithdrawalEvent, WithdrawalLimits, WithdrawalStatus,
};
use ledger::{
    Account, CommandOutcome, Context, LedgerError, Money, Wallet, WalletCommand, WalletError,
    WalletEvent, WithdrawalId,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::outcome::from_statement;
use super::transfer::transfer_all::{Missing, sweep_to_wallet};
use crate::api::answer::{Movement, OperationStatus, digits, position_after, replay_header};
use crate::api::state::AppState;
use members::member;
use members::pin::{self, TypedPin};
use payments::Process;
use payments::{Job, wait_until, withdrawal as process};
use platform::error::{ApiError, Code};
use platform::extract::{AmountOrAll, IdempotencyKey, Json};
use platform::idempotency::{is_repeat, once};
use platform::intent::intent_id;
use platform::subject::Member;

/// The command of both routes: a key names one payout, whichever route it came by.
const COMMAND: &str = "withdraw";

/// How often a withdrawal of everything is tried again after other commands came first.
const TRIES_MAX: u32 = 5;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(withdraw))
        .routes(routes!(withdraw_all))
}

/// A withdrawal.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct WithdrawRequest {
    /// An amount, or `ALL`: the main wallet's balance when the withdrawal is executed, up to the
    /// maximum of one withdrawal.
    #[schema(value_type = String, example = "100.00", pattern = r"^(ALL|-?[0-9]+(\.[0-9]+)?)$")]
    amount: AmountOrAll,
}

/// A withdrawal that was accepted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Withdrawal {
    #[serde(flatten)]
    movement: Movement,
    /// The amount that is paid or will be paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "800.00")]
    amount: Option<String>,
    /// When it will be paid, if it is held because the bank account or the password is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_until: Option<DateTime<Utc>>,
}

impl Withdrawal {
    /// The answer, with the HTTP status that fits the withdrawal's status.
    fn answer(self, receipt: &CommandOutcome) -> Response {
        let status = match self.movement.status {
            OperationStatus::Pending => StatusCode::ACCEPTED,
            OperationStatus::Success | OperationStatus::Failed => StatusCode::OK,
        };
        (status, replay_header(receipt), Json(self)).into_response()
    }
}

/// Pays out to the registered bank account.
#[route(post, path = "/wallet/withdraw", tag = "wallet", security(("session" = [])),
    request_body = WithdrawRequest, params(("Idempotency-Key" = String, Header), TypedPin),
    responses(
        (status = 200, body = Withdrawal, description = "Paid"),
        (status = 202, body = Withdrawal, description = "In progress; see the statement")))]
async fn withdraw(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    pin: TypedPin,
    Json(request): Json<WithdrawRequest>,
) -> Result<Response, ApiError> {
    let asked = key.for_command(COMMAND, &request);
    let paying = async {
        let wallet = state.ledger.load(caller.id).await?;
        let payout = Payout {
            caller,
            key: &key,
            request: &request,
            limits: limits(&state, &wallet)?,
        };
        let confirmed = payout.confirm(&state, &wallet, &pin).await?;
        pay_out(&state, &payout, confirmed).await
    };
    once(&state, caller.id, asked, paying).await
}

/// Moves the balances of all games into the wallet and pays out to the registered bank account.
///
/// These are two commands under one key. If the request is interrupted between them, the money is
/// in the wallet, and a repeat with the same key continues from there. After an answer, the key
/// collects nothing more.
#[route(post, path = "/wallet/withdrawAll", tag = "wallet", security(("session" = [])),
    request_body = WithdrawRequest, params(("Idempotency-Key" = String, Header), TypedPin),
    responses(
        (status = 200, body = Withdrawal, description = "Paid"),
        (status = 202, body = Withdrawal, description = "In progress; see the statement")))]
async fn withdraw_all(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    pin: TypedPin,
    Json(request): Json<WithdrawRequest>,
) -> Result<Response, ApiError> {
    let asked = key.for_command(COMMAND, &request);
    let paying = async {
        let wallet = state.ledger.load(caller.id).await?;
        let payout = Payout {
            caller,
            key: &key,
            request: &request,
            limits: limits(&state, &wallet)?,
        };
        collect_and_pay_out(&state, &payout, &wallet, &pin).await
    };
    once(&state, caller.id, asked, paying).await
}

/// A requested withdrawal.
struct Payout<'a> {
    caller: Member,
    key: &'a IdempotencyKey,
    request: &'a WithdrawRequest,
    /// The operator's.
    limits: WithdrawalLimits,
}

/// How a withdrawal was confirmed.
#[derive(Clone, Copy)]
struct Confirmed {
    by: Option<Confirmation>,
    /// The largest amount that needs no PIN; none if it is not bounded.
    max: Option<Money>,
    /// Whether the key was used before.
    is_repeat: bool,
}

impl Payout<'_> {
    /// Refuses if the particulars of the bank account were altered, and without the PIN of a member who
    /// has one. A repeat of an accepted withdrawal still gets its answer.
    async fn confirm(
        &self,
        state: &AppState,
        wallet: &Wallet,
        pin: &TypedPin,
    ) -> Result<Confirmed, ApiError> {
        let (by, max) = (None, None);
        if is_repeat(state, self.caller.id, self.key).await? {
            let is_repeat = true;
            return Ok(Confirmed { by, max, is_repeat });
        }
        let member = member::load_with(state, self.caller.id, wallet).await?;
        if !member.is_bank_account_confirmed {
            return Err(Code::BankAccountUnconfirmed.into());
        }
        let by = pin::confirm(state, self.caller.id, wallet, pin).await?;
        let bound = state
            .config
            .withdrawal
            .without_pin_max_in(self.limits.min.currency());
        Ok(Confirmed {
            by,
            max: bound.filter(|_| by.is_none()),
            is_repeat: false,
        })
    }
}

impl Confirmed {
    fn require_for(self, amount: Money) -> Result<(), Code> {
        match self.max {
            Some(max) if amount.amount() > max.amount() => Err(Code::PinUnset),
            _ => Ok(()),
        }
    }
}

async fn collect_and_pay_out(
    state: &AppState,
    payout: &Payout<'_>,
    wallet: &Wallet,
    pin: &TypedPin,
) -> Result<Response, ApiError> {
    let Payout {
        caller,
        key,
        limits,
        ..
    } = *payout;
    let amount = match &payout.request.amount {
        AmountOrAll::Exactly(amount) => Some(amount.money(limits.min.currency())?),
        AmountOrAll::All => None,
    };
    // A withdrawal that cannot be paid in any case must not move money.
    if let Some(amount) = amount {
        require_within(amount, limits)?;
    }
    let confirmed = payout.confirm(state, wallet, pin).await?;
    if let Some(amount) = amount {
        confirmed.require_for(amount)?;
    }
    // While a grant is active nothing is paid out, so no game is collected either.
    let missing = if !confirmed.is_repeat && wallet.active_grant().is_none() {
        sweep_to_wallet(state, caller, key).await?
    } else {
        Missing::default()
    };
    let paid = pay_out(state, payout, confirmed).await;
    match (paid, missing.passing) {
        // The missing money may be in a game that cannot be reached now: this refusal is not final.
        (Err(refusal), Some(passing)) if refusal.code == Code::MoneyNotEnough => Err(passing),
        (Err(refusal), None) if refusal.code == Code::MoneyNotEnough => {
            let mut data = refusal.data.clone().unwrap_or_else(|| json!({}));
            data["legs"] = json!(missing.legs);
            data["games"] = json!(missing.games);
            Err(refusal.with_data(data))
        }
        (paid, _) => paid,
    }
}

fn require_within(amount: Money, limits: WithdrawalLimits) -> Result<(), WalletError> {
    if !amount.is_positive() {
        return Err(WalletError::AmountNotPositive);
    }
    if amount.amount() < limits.min.amount() || amount.amount() > limits.max.amount() {
        let (min, max) = (limits.min, limits.max);
        return Err(WalletError::WithdrawalOutOfLimits { min, max });
    }
    Ok(())
}

/// The operator's limits of a withdrawal, in the wallet's currency.
fn limits(state: &AppState, wallet: &Wallet) -> Result<WithdrawalLimits, Code> {
    let currency = wallet.currency().ok_or(Code::NoWallet)?;
    let bounds = state.config.bounds_in(currency);
    Ok(WithdrawalLimits {
        min: bounds.withdraw_min,
        max: bounds.withdraw_max,
    })
}

async fn pay_out(
    state: &AppState,
    payout: &Payout<'_>,
    confirmed: Confirmed,
) -> Result<Response, ApiError> {
    let Payout {
        caller,
        key,
        request,
        limits,
    } = *payout;
    let id = WithdrawalId(intent_id(caller.id, COMMAND, key));
    let context = state.member_context(key.for_command(COMMAND, request));
    let bank_account = member::load(state, caller.id).await?.bank_account.id;
    let command = |amount| {
        WalletCommand::Withdrawal(WithdrawalCommand::Request {
            withdrawal_id: id,
            amount,
            bank_account,
            limits,
            confirmation: confirmed.by,
        })
    };
    let receipt = start(state, payout, confirmed, |amount| {
        (command(amount), context.clone())
    })
    .await?;
    let now = state.clock.now();
    let held_until = |wallet: &Wallet| {
        let withdrawal = wallet.withdrawal(id)?;
        process::held_until(withdrawal, now)
    };
    if held_until(&state.ledger.load(caller.id).await?).is_none() {
        state.payments.hint(Job {
            process: Process::Withdrawal,
            id: id.0,
            wallet_id: caller.id,
        });
    }
    let longest = Duration::from_millis(state.config.waits.withdrawal_ms);
    let wallet = wait_until(&state.payments, caller.id, id.0, longest, |wallet| {
        let status = wallet.withdrawal(id).map(|withdrawal| withdrawal.status);
        let is_over = matches!(
            status,
            None | Some(WithdrawalStatus::Paid | WithdrawalStatus::Returned)
        );
        is_over || held_until(wallet).is_some()
    })
    .await?;
    let status = status_of(state, caller, id, &wallet).await?;
    if status == OperationStatus::Failed {
        // The money is back in the main wallet, as the text of this code says.
        let failed = ApiError::from(Code::TransferFail).with_data(json!({ "id": id }));
        return Err(failed.outcome());
    }
    let movement = Movement {
        status,
        id: id.to_string(),
        position: position_after(state, &receipt).await,
        balance: digits(wallet.bucket(&Account::Main)),
    };
    let withdrawal = Withdrawal {
        movement,
        amount: digits(requested_amount(&receipt)),
        held_until: held_until(&wallet),
    };
    Ok(withdrawal.answer(&receipt))
}

/// Sets the money aside; a repeat finds the withdrawal that was requested before.
async fn start(
    state: &AppState,
    payout: &Payout<'_>,
    confirmed: Confirmed,
    request: impl Fn(Money) -> (WalletCommand, Context),
) -> Result<CommandOutcome, ApiError> {
    let Payout { caller, limits, .. } = *payout;
    let amount = &payout.request.amount;
    // The balance may change between the read and the command; then it is read again.
    let is_all = *amount == AmountOrAll::All;
    let mut tries = 0;
    loop {
        tries += 1;
        let held = main_balance(state, caller).await?;
        let amount = match amount {
            AmountOrAll::Exactly(amount) => amount.money(limits.min.currency())?,
            AmountOrAll::All if held.amount() > limits.max.amount() => limits.max,
            AmountOrAll::All => held,
        };
        confirmed.require_for(amount)?;
        // The ledger recognises a repeat before it decides anything, so it gets the command even if
        // there is nothing to pay out.
        let (command, context) = request(amount);
        match state.ledger.execute(caller.id, command, context).await {
            Err(LedgerError::Refused(WalletError::InsufficientFunds { .. })) => {}
            Err(LedgerError::Refused(WalletError::AmountNotPositive)) if is_all => {}
            requested => return Ok(requested?),
        }
        if !is_all || held.is_zero() || tries == TRIES_MAX {
            let data = json!({ "balance": held.digits() });
            return Err(ApiError::from(Code::MoneyNotEnough).with_data(data));
        }
    }
}

async fn main_balance(state: &AppState, caller: Member) -> Result<Money, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    Ok(wallet.bucket(&Account::Main).ok_or(Code::NoWallet)?)
}

/// The amount that is paid out, by the event that reserved it.
fn requested_amount(receipt: &CommandOutcome) -> Option<Money> {
    let mut events = receipt.events.iter();
    events.find_map(|recorded| match &recorded.event {
        WalletEvent::Withdrawal(WithdrawalEvent::Requested { amount, .. }) => Some(*amount),
        _ => None,
    })
}

/// The withdrawal's status. Only the statement still has withdrawals that ended long ago.
async fn status_of(
    state: &AppState,
    caller: Member,
    id: WithdrawalId,
    wallet: &Wallet,
) -> Result<OperationStatus, ApiError> {
    Ok(
        match wallet.withdrawal(id).map(|withdrawal| withdrawal.status) {
            Some(WithdrawalStatus::Paid) => OperationStatus::Success,
            Some(WithdrawalStatus::Returned) => OperationStatus::Failed,
            Some(
                WithdrawalStatus::Requested | WithdrawalStatus::Sent | WithdrawalStatus::Unknown,
            ) => OperationStatus::Pending,
            None => from_statement(state, caller, id.0).await?,
        },
    )
}
