//! Deposits by QR: one open order per player, shown until it expires.

use axum::extract::{FromRequest, Query, Request, State};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use gateway_macros::route;
use ledger::wallet::{QrCommand, QrEnd, QrStatus};
use ledger::{Context, Currency, Money, QrOrderId, WalletCommand};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::replay_header;
use crate::api::state::AppState;
use payments::qr::{order, work as qr};
use platform::config::Psp;
use platform::error::{ApiError, Code};
use platform::extract::{Amount, IdempotencyKey, Json, Path};
use platform::idempotency::{is_repeat, refused_once};
use platform::intent::intent_id;
use platform::subject::Member;
use providers::emv::drawing::draw;
use providers::psp::check_payload;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get_qrcode, create_qrcode, delete_qrcode))
}

/// The state of a channel's QR.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QrState {
    /// The order's id, as in the statement.
    qrcode_id: Option<String>,
    /// Whether there is a QR to pay.
    has_qrcode: bool,
    /// The QR as SVG markup.
    qrcode: Option<String>,
    /// The QR's text.
    payload: Option<String>,
    #[schema(example = "300.00")]
    amount: Option<String>,
    /// Seconds until the QR expires.
    #[schema(example = 900)]
    expire_in: i64,
    expires_at: Option<DateTime<Utc>>,
    /// Why there is none: a code of the error catalogue. `ALREADY_ENDED` means that the order was
    /// paid, cancelled, replaced by another one, or has expired.
    #[schema(example = "QR_FAIL")]
    message: Option<&'static str>,
    /// The channel of the player's open QR, if it is another channel.
    #[schema(example = "WW")]
    other_bank_code: Option<String>,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
}

/// The amount to pay.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
struct QrRequest {
    amount: Amount,
}

/// The QR to cancel.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QrCancellation {
    qrcode_id: String,
}

/// Returns the channel's open QR.
#[route(get, path = "/qrcode/{bankCode}", tag = "qrcode", security(("session" = [])),
    params(("bankCode" = String, Path, example = "KBANK")),
    responses((status = 200, body = QrState)))]
async fn get_qrcode(
    State(state): State<AppState>,
    caller: Member,
    Path(bank_code): Path<String>,
) -> Result<Json<QrState>, ApiError> {
    channel(&state, caller, &bank_code).await?;
    shown(&state, caller, &bank_code).await.map(Json)
}

/// Creates a QR to pay, and cancels the player's open QR of any channel.
#[route(post, path = "/qrcode/{bankCode}", tag = "qrcode", security(("session" = [])),
    params(("bankCode" = String, Path, example = "KBANK"), ("Idempotency-Key" = String, Header)),
    request_body = QrRequest,
    responses((status = 200, body = QrState,
        description = "The QR of the key's own order, or `hasQrcode: false` with the reason in \
            `message`. A repeat returns the current state of the same order, never another one")))]
async fn create_qrcode(
    State(state): State<AppState>,
    caller: Member,
    Path(bank_code): Path<String>,
    key: IdempotencyKey,
    Json(request): Json<QrRequest>,
) -> Result<Response, ApiError> {
    let asked = key.for_command(&format!("qrcode/{bank_code}"), &request);
    let context = state.member_context(asked.clone());
    refused_once(&state, caller.id, asked, async {
        let (psp, currency) = channel(&state, caller, &bank_code).await?;
        let account = state.config.deposit_account(&psp.deposit_account);
        if !account.is_some_and(|account| account.is_offered) {
            return Err(Code::NoBank.into());
        }
        let amount = request.amount.money(currency)?;
        require_minimum(psp, amount)?;
        let order = begin(&state, caller, psp, &key, amount).await?;
        place(&state, caller, &order, context).await
    })
    .await
}

/// Has the ledger record the order, and the service create the QR.
async fn place(
    state: &AppState,
    caller: Member,
    order: &order::QrOrder,
    context: Context,
) -> Result<Response, ApiError> {
    let command = WalletCommand::Qr(QrCommand::Order {
        order_id: order.id,
        channel: order.channel.clone(),
        amount: order.amount,
        expires_at: order.expires_at,
    });
    let receipt = state.ledger.execute(caller.id, command, context).await?;
    let now = state.clock.now();
    order::hurry(&state.pool, caller.id, Some(order.id), now).await?;
    let is_open = open_order(state, caller).await? == Some(order.id);
    if is_open && order.payload.is_none() && now < order.expires_at {
        qr::place(&state.payments, order).await?;
    }
    let answer = own(state, caller, order.id).await?;
    Ok((replay_header(&receipt), Json(answer)).into_response())
}

/// The state of the key's own order. A newer order under another key may be open by now; returning
/// it here would make the player pay the wrong order.
async fn own(state: &AppState, caller: Member, id: QrOrderId) -> Result<QrState, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let is_open = wallet.open_qr().is_some_and(|(open, _)| open == id);
    let order = order::find(&state.pool, id).await?;
    let order = order.ok_or(Code::ServiceUnavailable)?;
    let position = state.ledger.committed().borrow().to_string();
    let now = state.clock.now();
    match &order.payload {
        Some(payload) if is_open && now < order.expires_at => {
            QrState::of(state, &order, payload, now, position)
        }
        payload => Ok(QrState {
            qrcode_id: Some(order.id.to_string()),
            amount: Some(order.amount.digits()),
            expires_at: Some(order.expires_at),
            message: Some(match (payload, wallet.qr(id).map(|qr| qr.status)) {
                (None, None | Some(QrStatus::Ended(QrEnd::Failed))) => Code::QrFail.as_str(),
                _ => Code::AlreadyEnded.as_str(),
            }),
            position,
            ..QrState::default()
        }),
    }
}

impl QrState {
    /// A QR to pay. It was checked when it came and is checked again, because its row could be
    /// altered to pay another player's order.
    fn of(
        state: &AppState,
        order: &order::QrOrder,
        payload: &str,
        now: DateTime<Utc>,
        position: String,
    ) -> Result<Self, ApiError> {
        let (psp, _) = state.config.psp(&order.channel).ok_or(Code::NoBank)?;
        let checked = check_payload(payload, psp, &order.order_ref, order.amount);
        if checked.is_err() || !order.has_own_reference() {
            tracing::error!(id = %order.id, ?checked, "a QR that does not pay its own order");
            return Err(Code::QrFail.into());
        }
        let drawing = draw(payload)
            .ok_or_else(|| ApiError::internal(&"a checked payload does not fit into a QR"))?;
        Ok(Self {
            qrcode_id: Some(order.id.to_string()),
            has_qrcode: true,
            qrcode: Some(drawing),
            payload: Some(payload.to_owned()),
            amount: Some(order.amount.digits()),
            expire_in: (order.expires_at - now).num_seconds(),
            expires_at: Some(order.expires_at),
            position,
            ..Self::default()
        })
    }
}

/// Cancels a QR. A payment that still arrives for it is credited.
#[route(delete, path = "/qrcode/{bankCode}", tag = "qrcode", security(("session" = [])),
    params(("bankCode" = String, Path, example = "KBANK"),
        ("qrcodeId" = Option<String>, Query, description = "The order's id, here or in the body")),
    request_body(content = Option<QrCancellation>),
    responses((status = 200, body = QrState)))]
async fn delete_qrcode(
    State(state): State<AppState>,
    caller: Member,
    Path(bank_code): Path<String>,
    request: Request,
) -> Result<Json<QrState>, ApiError> {
    channel(&state, caller, &bank_code).await?;
    let id = named_order(request).await?;
    let order = order::find(&state.pool, id)
        .await?
        .filter(|order| order.wallet_id == caller.id && order.channel == bank_code)
        .ok_or(Code::NoData)?;
    qr::end(&state.payments, &order, QrEnd::Cancelled).await?;
    order::hurry(&state.pool, caller.id, None, state.clock.now()).await?;
    shown(&state, caller, &bank_code).await.map(Json)
}

/// The channel, if it accepts the player's currency.
async fn channel<'a>(
    state: &'a AppState,
    caller: Member,
    bank_code: &str,
) -> Result<(&'a Psp, Currency), ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let own = wallet.currency().ok_or(Code::NoWallet)?;
    let found = state.config.psp(bank_code);
    let fitting = found.filter(|(_, currency)| *currency == own);
    fitting.ok_or_else(|| Code::NoBank.into())
}

fn require_minimum(psp: &Psp, amount: Money) -> Result<(), ApiError> {
    let minimum = psp
        .minimum_in(amount.currency())
        .expect("the minimum was checked with the configuration");
    if amount.amount() < minimum.amount() {
        let data = json!({ "min": minimum.digits() });
        return Err(ApiError::from(Code::DepositMinimum).with_data(data));
    }
    Ok(())
}

/// Writes the order's row, or finds the row of an earlier try with the same key. That order is
/// continued only with the same channel and amount: a refused command leaves nothing in the ledger
/// that would distinguish another order under its key.
async fn begin(
    state: &AppState,
    caller: Member,
    psp: &Psp,
    key: &IdempotencyKey,
    amount: Money,
) -> Result<order::QrOrder, ApiError> {
    let now = state.clock.now();
    let poll = TimeDelta::from_std(state.config.qr.poll()).unwrap_or(TimeDelta::MAX);
    let new = order::NewOrder {
        id: QrOrderId(intent_id(caller.id, "qrcode", key)),
        wallet_id: caller.id,
        channel: &psp.bank_code,
        amount,
        created_at: now,
        expires_at: now + psp.expires_after(),
        next_at: now + poll,
    };
    let most = state.config.qr.orders_per_hour_max;
    let order = order::begin(&state.pool, &new, most)
        .await?
        .ok_or(Code::RequestLimit)?;
    if order.channel != psp.bank_code || order.amount != amount {
        return Err(Code::IdempotencyMismatch.into());
    }
    // The order is settled or has expired, so nothing polls it: it must not be opened now. An order
    // that was opened in time is always reported.
    let is_over = order.settlement.is_some() || order.expires_at <= now;
    if is_over && !is_repeat(state, caller.id, key).await? {
        return Err(Code::AlreadyEnded.into());
    }
    Ok(order)
}

async fn open_order(state: &AppState, caller: Member) -> Result<Option<QrOrderId>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    Ok(wallet.open_qr().map(|(id, _)| id))
}

/// The channel's open order: the ledger says which it is, and its row has the QR.
async fn shown(state: &AppState, caller: Member, bank_code: &str) -> Result<QrState, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let now = state.clock.now();
    let nothing = QrState {
        position: state.ledger.committed().borrow().to_string(),
        ..QrState::default()
    };
    let (id, open) = match wallet.open_qr() {
        Some((id, open)) if now < open.expires_at => (id, open),
        _ => return Ok(nothing),
    };
    if open.channel != bank_code {
        return Ok(QrState {
            other_bank_code: Some(open.channel.clone()),
            ..nothing
        });
    }
    match order::find(&state.pool, id).await? {
        Some(order) if order.payload.is_some() => {
            let payload = order.payload.as_deref().unwrap_or_default();
            QrState::of(state, &order, payload, now, nothing.position)
        }
        _ => Ok(nothing),
    }
}

/// The order's id in the query.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QrQuery {
    qrcode_id: Option<String>,
}

/// The order to cancel, from the query or else from the body.
async fn named_order(request: Request) -> Result<QrOrderId, ApiError> {
    let wrong = || ApiError::invalid_fields(&["qrcodeId"]);
    let Query(query) = Query::<QrQuery>::try_from_uri(request.uri()).map_err(|_| wrong())?;
    let text = if let Some(text) = query.qrcode_id {
        text
    } else {
        let Json(body) = Json::<QrCancellation>::from_request(request, &()).await?;
        body.qrcode_id
    };
    text.parse().map_err(|_| wrong())
}
