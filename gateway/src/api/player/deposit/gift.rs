//! Deposits by a gift link of the mobile wallet.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use gateway_macros::route;
use ledger::wallet::GiftStatus;
use ledger::{Account, GiftId};
use projections::View;
use projections::statement::{self, StatementLine, Status};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::{OperationStatus, digits, position_after, replay_header};
use crate::api::state::AppState;
use payments::gift::redeem::{self, Redeemed};
use payments::gift::{link, link_store};
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, IdempotencyKey, Json};
use platform::headers::bearer;
use platform::idempotency::once;
use platform::intent::intent_id;
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(redeem_gift))
}

/// A gift link.
#[derive(Deserialize, ToSchema)]
struct GiftRequest {
    /// The link as it was sent, its bare hash, or either in the envelope `TL1.`.
    #[schema(
        max_length = 1024,
        example = "https://gift.truemoney.com/campaign/?v=…"
    )]
    link: String,
}

/// The answer after a gift was accepted.
#[derive(Serialize, ToSchema)]
struct GiftDeposit {
    status: OperationStatus,
    /// The deposit's id, as in the statement.
    id: String,
    /// The credited amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "100.00")]
    amount: Option<String>,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
    /// The main wallet after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1234.50")]
    balance: Option<String>,
}

/// Redeems a gift link and credits its amount.
#[route(post, path = "/wallet/truelink", tag = "wallet", security(("session" = [])),
    request_body = GiftRequest, params(("Idempotency-Key" = String, Header)),
    responses(
        (status = 200, body = GiftDeposit, description = "Credited"),
        (status = 202, body = GiftDeposit, description = "In progress; see the statement")))]
async fn redeem_gift(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    headers: HeaderMap,
    Json(request): Json<GiftRequest>,
) -> Result<Response, ApiError> {
    let hosts = &state.config.gift.link_hosts;
    let Some(hash) = link::read(&request.link, hosts, bearer(&headers)?) else {
        let asked = key.for_command("truelink", &request.link);
        let refused = std::future::ready(Err(Code::TruelinkInvalid.into()));
        return once(&state, caller.id, asked, refused).await;
    };
    // A client may encrypt the same link again for each try, so the intent is the voucher.
    let asked = key.for_command("truelink", &hash.voucher());
    let gift_id = GiftId(intent_id(caller.id, "truelink", &key));
    let named = asked.clone();
    once(&state, caller.id, asked, async {
        let redeemed = redeem::redeem(&state.payments, caller.id, gift_id, &hash, named).await?;
        answer(&state, caller, gift_id, &redeemed).await
    })
    .await
}

async fn answer(
    state: &AppState,
    caller: Member,
    gift_id: GiftId,
    redeemed: &Redeemed,
) -> Result<Response, ApiError> {
    let Redeemed { wallet, receipt } = redeemed;
    let position = position_after(state, receipt).await;
    let after = AfterPosition(position.parse().ok());
    let (status, amount) = match wallet.gift(gift_id).map(|gift| gift.status) {
        Some(GiftStatus::Rejected) => return Err(refusal(state, gift_id).await?),
        Some(GiftStatus::Submitted | GiftStatus::Sent | GiftStatus::Unknown) => {
            (OperationStatus::Pending, None)
        }
        // The statement has the amount, and also gifts that the wallet no longer holds.
        Some(GiftStatus::Credited) | None => match line(state, caller, gift_id, after).await? {
            Some(line) if line.status == Status::Success => {
                (OperationStatus::Success, Some(line.amount))
            }
            None if wallet.gift(gift_id).is_some() => (OperationStatus::Success, None),
            _ => return Err(refusal(state, gift_id).await?),
        },
    };
    let code = match status {
        OperationStatus::Pending => StatusCode::ACCEPTED,
        OperationStatus::Success | OperationStatus::Failed => StatusCode::OK,
    };
    let deposit = GiftDeposit {
        status,
        id: gift_id.to_string(),
        amount: digits(amount),
        position,
        balance: digits(wallet.bucket(&Account::Main)),
    };
    Ok((code, replay_header(receipt), Json(deposit)).into_response())
}

/// The code of the catalogue with which a gift ended.
async fn refusal(state: &AppState, gift_id: GiftId) -> Result<ApiError, ApiError> {
    let stored = link_store::find(state, gift_id).await?;
    let reason = stored.and_then(|stored| stored.reason);
    let code = reason.and_then(|reason| Code::from_text(&reason));
    let mut refusal = ApiError::from(code.unwrap_or(Code::TruelinkInvalid));
    if let (Code::DepositMinimum, Ok(minimum)) = (refusal.code, state.config.gift.minimum()) {
        refusal = refusal.with_data(json!({ "min": minimum.digits() }));
    }
    Ok(refusal.outcome())
}

/// The statement's line of a gift that has ended.
async fn line(
    state: &AppState,
    caller: Member,
    gift_id: GiftId,
    after: AfterPosition,
) -> Result<Option<StatementLine>, ApiError> {
    state.show_own(View::Statement, caller.id, after).await?;
    let lines = statement::find_operation(&state.pool, caller.id, gift_id.0).await?;
    let mut ended = lines
        .into_iter()
        .filter(|line| line.status != Status::Pending);
    Ok(ended.next())
}
