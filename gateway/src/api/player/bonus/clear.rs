//! Ending the active grant: the providers report the play, and the rule of bounds decides.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use gateway_macros::route;
use ledger::wallet::reward::{ActiveGrant, GrantEnded, Seen};
use ledger::{
    Account, CommandOutcome, LedgerError, Money, RewardCommand, RewardError, RewardEvent, Wallet,
    WalletError, WalletEvent,
};
use projections::reward;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::{digits, replay_header};
use crate::api::state::AppState;
use platform::error::{ApiError, Code};
use platform::extract::{IdempotencyKey, Json};
use platform::idempotency::once;
use platform::subject::Member;
use rewards::bonus::{
    GrantEnding, RewardFailure, RewardRequest, is_stale, seen, shown, total, turnover_since,
};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(clear_bonus))
}

/// The answer after a grant has ended.
#[derive(Serialize, ToSchema)]
struct ClearAnswer {
    /// Always `BONUS_CLEAR`.
    #[schema(example = "BONUS_CLEAR")]
    message: &'static str,
    outcome: GrantEnding,
    /// The amount that was granted.
    #[schema(example = "300.00")]
    amount: String,
    /// The amount that returned to the house.
    #[schema(example = "0.00")]
    taken: String,
    /// The player's total at the end.
    #[schema(example = "2400.00")]
    total: String,
    /// The amount that the percentages referred to.
    #[schema(example = "800.00")]
    base: String,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
    /// The main wallet right after it.
    #[schema(example = "2400.00")]
    balance: String,
}

/// Ends the active grant if it is won, lost or expired.
#[route(method(get, post), path = "/bonus/clear", operation_id = "clear_bonus",
    tag = "bonus", security(("session" = [])), params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = ClearAnswer)))]
async fn clear_bonus(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let asked = key.for_command("bonus/clear", &());
    let asking = RewardRequest {
        state: &state.payments,
        caller,
        context: state.member_context(asked.clone()),
    };
    let clearing = async {
        let receipt = asking.or_recall(clear(&asking).await).await?;
        let answer = ClearAnswer::of(&state, caller, &receipt).await?;
        Ok((replay_header(&receipt), Json(answer)).into_response())
    };
    once(&state, caller.id, asked, clearing).await
}

/// The providers' figures.
struct ProviderFigures {
    seen: Seen,
    turnover: Option<Money>,
}

impl ProviderFigures {
    async fn ask(
        asking: &RewardRequest<'_>,
        wallet: &Wallet,
        grant: &ActiveGrant,
    ) -> Result<Self, ApiError> {
        let turnover = async {
            match grant.terms.turnover_times {
                0 => Ok(None),
                _ => turnover_since(asking.state, wallet, grant.started_at)
                    .await
                    .map(Some),
            }
        };
        let asked = tokio::try_join!(seen(asking.state, wallet), turnover);
        asked.map(|(seen, turnover)| Self { seen, turnover })
    }
}

async fn clear(asking: &RewardRequest<'_>) -> Result<CommandOutcome, RewardFailure> {
    let mut may_repeat = true;
    loop {
        // Loaded before any provider is queried: a later movement makes their answers stale.
        let wallet = asking.state.ledger.load(asking.caller.id).await?;
        let grant = wallet.active_grant().ok_or(ApiError::from(Code::NoData))?;
        let figures = ProviderFigures::ask(asking, &wallet, grant).await?;
        let command = RewardCommand::ClearGrant {
            grant_id: grant.grant_id,
            seen: figures.seen.clone(),
            turnover: figures.turnover,
        };
        match asking.execute(command).await {
            Err(LedgerError::Refused(refusal)) if is_stale(&refusal) && may_repeat => {
                may_repeat = false;
            }
            Err(LedgerError::Refused(WalletError::Reward(RewardError::ConditionOpen))) => {
                return Err(condition_open(&wallet, grant, &figures)?.into());
            }
            decided => return Ok(decided?),
        }
    }
}

/// The refusal that says what the player still has to reach.
fn condition_open(
    wallet: &Wallet,
    grant: &ActiveGrant,
    figures: &ProviderFigures,
) -> Result<ApiError, ApiError> {
    let band = grant.band();
    Ok(ApiError::from(Code::BonusCondition).with_data(json!({
        "total": total(wallet, Some(&figures.seen))?.digits(),
        "successFrom": shown(band.success_from),
        "failTo": shown(band.fail_to),
        "turnover": digits(figures.turnover),
        "turnoverNeeded": shown(band.turnover),
    })))
}

impl ClearAnswer {
    /// The grant's end in a receipt; every repeat gets the same.
    async fn of(
        state: &AppState,
        caller: Member,
        receipt: &CommandOutcome,
    ) -> Result<Self, ApiError> {
        let mut events = receipt.events.iter().map(|recorded| &recorded.event);
        let ended = events.find_map(|event| match event {
            WalletEvent::Reward(event) => match event.as_ref() {
                ended @ RewardEvent::GrantEnded(_) => Some(ended),
                _ => None,
            },
            _ => None,
        });
        let Some(RewardEvent::GrantEnded(GrantEnded {
            grant_id,
            outcome,
            base,
            total,
            balances,
            taken,
            ..
        })) = ended
        else {
            // A faster request without an idempotency key has ended the grant.
            return Err(ApiError::from(Code::NoData).outcome());
        };
        let grant = reward::grant(&state.pool, caller.id, *grant_id).await;
        let grant = grant?.ok_or(Code::ServiceUnavailable)?;
        let main = balances.iter().find(|held| held.account == Account::Main);
        let main = main.map_or(Money::zero(total.currency()), |held| held.amount);
        let balance = main.checked_sub(*taken);
        Ok(Self {
            message: "BONUS_CLEAR",
            outcome: (*outcome).into(),
            amount: grant.amount.digits(),
            taken: taken.digits(),
            total: total.digits(),
            base: base.digits(),
            position: receipt.position.to_string(),
            balance: balance
                .map_err(|error| ApiError::internal(&error))?
                .digits(),
        })
    }
}
