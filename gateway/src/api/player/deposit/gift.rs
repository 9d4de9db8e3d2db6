//! Paying in with a gift link of the mobile wallet.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use ledger::wallet::GiftStatus;
use ledger::{Account, BookError, GiftId, Idempotency, Receipt, Wallet, WalletCommand};
use projections::View;
use projections::statement::{self, StatementLine, Status};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::{Standing, digits, position_after, replay_header};
use crate::api::state::AppState;
use crate::members::member;
use crate::payments::gift::kept::{self, KeepError};
use crate::payments::gift::{link, work as process};
use crate::payments::{Subject, wait_until};
use crate::platform::config::GiftRules;
use crate::platform::error::{ApiError, Code};
use crate::platform::extract::{AfterPosition, IdempotencyKey, Json};
use crate::platform::headers::bearer;
use crate::platform::idempotency::once;
use crate::platform::intent::intent_id;
use crate::platform::subject::Member;
use crate::providers::gift::VoucherHash;

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

/// A gift that was taken in.
#[derive(Serialize, ToSchema)]
struct GiftDeposit {
    status: Standing,
    /// The deposit's id, as in the statement.
    id: String,
    /// What it brought.
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

/// Takes a gift in and credits what it brought.
#[utoipa::path(post, path = "/wallet/truelink", tag = "wallet", security(("session" = [])),
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
    // The same link may be sealed anew for each try, so the intent is the voucher.
    let asked = key.for_command("truelink", &hash.voucher());
    let gift_id = GiftId(intent_id(caller.id, "truelink", &key));
    let taking = take(&state, (caller, gift_id), &hash, asked.clone());
    once(&state, caller.id, asked, taking).await
}

async fn take(
    state: &AppState,
    (caller, gift_id): (Member, GiftId),
    hash: &VoucherHash,
    asked: Option<Idempotency>,
) -> Result<Response, ApiError> {
    let currency = member::load(state, caller.id).await?.currency;
    if !state.config.gift.is_on || currency != GiftRules::CURRENCY {
        return Err(Code::NoWallet.into());
    }
    let voucher = hash.voucher();
    let is_new = kept::find(state, gift_id).await?.is_none();
    if is_new {
        let kept = kept::keep(state, (gift_id, caller.id), hash).await;
        kept.map_err(|error| match error {
            KeepError::Database(error) => error.into(),
            KeepError::TooMany => ApiError::from(Code::RequestLimit).with_retry_after(15 * 60),
        })?;
    }
    let Some(kept) = kept::find(state, gift_id).await? else {
        // The same key came twice at once, and the other one was refused just now: a repeat finds
        // with what.
        return Err(ApiError::from(Code::ServiceUnavailable).with_retry_after(1));
    };
    if kept.wallet_id != caller.id || kept.voucher != voucher {
        return Err(Code::IdempotencyMismatch.into());
    }
    let context = state.member_context(asked);
    let command = WalletCommand::SubmitGift { gift_id, voucher };
    let submitted = state.book.execute(caller.id, command, context).await;
    if let Err(BookError::IdempotencyMismatch | BookError::Refused(_)) = submitted
        && is_new
    {
        // The gift does not exist and never will.
        kept::discard(&state.pool, gift_id).await?;
    }
    let receipt = submitted?;
    state.payments.hint(Subject {
        process: process::NAME,
        id: gift_id.0,
        wallet_id: caller.id,
    });
    let longest = Duration::from_millis(state.config.waits.slip_ms);
    let wallet = wait_until(&state.payments, (caller.id, gift_id.0), longest, |wallet| {
        let status = wallet.gift(gift_id).map(|gift| gift.status);
        matches!(
            status,
            None | Some(GiftStatus::Credited | GiftStatus::Rejected)
        )
    })
    .await?;
    answer(state, (caller, gift_id), &wallet, &receipt).await
}

async fn answer(
    state: &AppState,
    (caller, gift_id): (Member, GiftId),
    wallet: &Wallet,
    receipt: &Receipt,
) -> Result<Response, ApiError> {
    let position = position_after(state, receipt).await;
    let after = AfterPosition(position.parse().ok());
    let (status, amount) = match wallet.gift(gift_id).map(|gift| gift.status) {
        Some(GiftStatus::Rejected) => return Err(refusal(state, gift_id).await?),
        Some(GiftStatus::Submitted | GiftStatus::Sent | GiftStatus::Unknown) => {
            (Standing::Pending, None)
        }
        // The amount stands in the statement, and so does a gift of long ago.
        Some(GiftStatus::Credited) | None => match line(state, caller, gift_id, after).await? {
            Some(line) if line.status == Status::Success => (Standing::Success, Some(line.amount)),
            None if wallet.gift(gift_id).is_some() => (Standing::Success, None),
            _ => return Err(refusal(state, gift_id).await?),
        },
    };
    let code = match status {
        Standing::Pending => StatusCode::ACCEPTED,
        Standing::Success | Standing::Failed => StatusCode::OK,
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

/// The code of the catalogue that a gift ended with.
async fn refusal(state: &AppState, gift_id: GiftId) -> Result<ApiError, ApiError> {
    let kept = kept::find(state, gift_id).await?;
    let reason = kept.and_then(|kept| kept.reason);
    let code = reason.and_then(|reason| Code::from_text(&reason));
    Ok(ApiError::from(code.unwrap_or(Code::TruelinkInvalid)).outcome())
}

/// The statement's line of a gift that has ended.
async fn line(
    state: &AppState,
    caller: Member,
    gift_id: GiftId,
    after: AfterPosition,
) -> Result<Option<StatementLine>, ApiError> {
    state.show(View::Statement, after).await?;
    let lines = statement::find_operation(&state.pool, caller.id, gift_id.0).await?;
    let mut ended = lines.into_iter().filter(|it| it.status != Status::Pending);
    Ok(ended.next())
}
