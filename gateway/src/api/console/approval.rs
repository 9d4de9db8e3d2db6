//! Decisions that wait for a second person, and that person's answer.

use std::collections::HashMap;

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::{Money, WalletId};
use projections::View;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::accounts::ReceivingAccount;
use super::contact::{PlayerAccount, PlayerContact};
use super::decide::{DecisionAnswer, ReasonRequest};
use super::situation::{self, Situation};
use super::work::{Asker, WorkPlayer, names};
use super::work_item::picture_address;
use crate::api::caller::{Agent, Reader, Supervisor};
use crate::api::player::account::Done;
use crate::api::state::AppState;
use backoffice::review::agree;
use backoffice::review::approval_evidence::{self, Evidence, ReferenceUse};
use backoffice::review::decision::SecondPersonReason;
use backoffice::review::password_code;
use backoffice::review::receipt_match::BankShows;
use backoffice::review::signature::SeenWallet;
use backoffice::review::waiting::{self, Waiting};
use backoffice::review::work_claim::{self, ClaimKind, WorkClaim};
use backoffice::staff::audit_log::{self, AuditEntry};
use backoffice::staff::look::reason;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Path};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_approvals))
        .routes(routes!(get_approval))
        .routes(routes!(approve_decision))
        .routes(routes!(refuse_decision))
        .routes(routes!(withdraw_decision))
}

/// A decision that waits for a second person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Approval {
    id: Uuid,
    /// `slip`, `qr`, `manual`, `withdrawal`, `transfer`, `correction`, `password`, `freeze`
    /// or `difference`.
    #[schema(example = "slip")]
    subject_kind: String,
    subject_id: Uuid,
    player: WorkPlayer,
    /// The amount; negative for a correction that takes.
    #[schema(example = "6000.00")]
    amount: Option<String>,
    currency: Option<String>,
    /// The requested decision: its `kind` and inputs.
    #[schema(value_type = Object)]
    decision: Value,
    /// Exactly what is agreed on: wallet, amount, currency, account, reference and last void row.
    #[schema(value_type = Option<Object>)]
    terms: Value,
    /// What supports it; null when no staff entry backs it, and approval then only closes it.
    evidence: Option<ApprovalEvidence>,
    reason: String,
    asked_by: Asker,
    asked_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    /// Approved but interrupted. It is retried automatically; a person who approves it now
    /// completes it in their own name.
    is_agreed: bool,
    /// The caller requested it and so cannot approve it.
    is_mine: bool,
    /// Who has it open, if anybody does; others may answer all the same.
    claim: Option<WorkClaim>,
}

/// Decisions that wait for a second person, oldest first.
#[derive(Serialize, ToSchema)]
struct Approvals {
    approvals: Vec<Approval>,
}

/// What a second person sees before they approve.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApprovalEvidence {
    /// The payment's reference at the bank, the payment service or the provider.
    #[schema(example = "015073144041ATF00999")]
    reference: Option<String>,
    /// The house's account that received it.
    our_account: Option<ReceivingAccount>,
    /// The player's phone and registered bank account; null once erased.
    player: Option<PlayerContact>,
    /// The player's account to which a withdrawal is paid.
    paid_to: Option<PlayerAccount>,
    /// The address of the slip's picture.
    #[schema(example = "/api/support/work/slips/01a1fdd8-2731-70b2-a92f-d498fe5cc7e5/picture")]
    picture: Option<String>,
    /// Other uses of the same reference: empty unless something is wrong.
    reference_uses: Vec<ReferenceUseView>,
    /// For an announced deposit, what the bank shows now under the reference: `SHOWN` for the
    /// payment, `NOT_SHOWN` or `UNREACHABLE`; null for other decisions.
    #[schema(example = "SHOWN")]
    bank_shows: Option<&'static str>,
}

/// Another use of the same reference.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReferenceUseView {
    player: WorkPlayer,
    #[schema(example = "6000.00")]
    amount: Option<String>,
    currency: Option<&'static str>,
    /// When it was credited or requested.
    at: DateTime<Utc>,
    /// Whether it was credited; otherwise it also waits for a second person.
    is_credited: bool,
}

type Names = HashMap<Uuid, String>;

fn evidence_shown(state: &AppState, names: &Names, evidence: Evidence) -> ApprovalEvidence {
    let account = evidence.deposit_account;
    let account = account.and_then(|id| state.config.deposit_account(&id));
    let shown = |other: ReferenceUse| ReferenceUseView {
        player: WorkPlayer {
            id: other.wallet_id,
            name: names.get(&other.wallet_id).cloned().unwrap_or_default(),
        },
        amount: other.amount.map(Money::digits),
        currency: other.amount.map(|amount| amount.currency().code()),
        at: other.at,
        is_credited: other.is_credited,
    };
    ApprovalEvidence {
        reference: evidence.reference,
        our_account: account.map(ReceivingAccount::from),
        player: evidence.player.map(PlayerContact::from),
        paid_to: evidence.paid_to.map(PlayerAccount::from),
        picture: evidence.pictured_slip.map(picture_address),
        reference_uses: evidence.reference_uses.into_iter().map(shown).collect(),
        bank_shows: evidence.bank_shows.map(bank_word),
    }
}

const fn bank_word(shows: BankShows) -> &'static str {
    match shows {
        BankShows::Payment => "SHOWN",
        // A payment of another amount is another payment.
        BankShows::OtherAmount | BankShows::Nothing => "NOT_SHOWN",
        BankShows::Unreachable => "UNREACHABLE",
    }
}

fn shown(
    waiting: Waiting,
    evidence: Option<ApprovalEvidence>,
    claim: Option<WorkClaim>,
    caller: Uuid,
) -> Approval {
    Approval {
        id: waiting.id,
        subject_kind: waiting.subject_kind,
        subject_id: waiting.subject_id,
        player: WorkPlayer {
            id: waiting.wallet_id,
            name: waiting.player.unwrap_or_default(),
        },
        amount: waiting.amount.map(|amount| amount.to_string()),
        currency: waiting.currency,
        decision: waiting.decision,
        terms: waiting.terms,
        evidence,
        reason: waiting.reason,
        is_mine: waiting.asked_by == caller,
        asked_by: Asker {
            id: waiting.asked_by,
            name: waiting.asked_by_name,
        },
        asked_at: waiting.asked_at,
        expires_at: waiting.expires_at,
        is_agreed: waiting.is_agreed,
        claim,
    }
}

/// Lists the decisions that wait for a second person.
#[route(get, path = "/approvals", tag = "support", security(("staff" = [])),
    responses((status = 200, body = Approvals)))]
async fn list_approvals(
    State(state): State<AppState>,
    Reader(staff): Reader,
) -> Result<Json<Approvals>, ApiError> {
    let waiting = waiting::waiting(&state.payments).await?;
    let mut evidence = approval_evidence::of_waiting(&state, &waiting).await?;
    let names = names(&state.pool, &approval_evidence::wallets(&evidence)).await?;
    let ids: Vec<Uuid> = waiting.iter().map(|waiting| waiting.id).collect();
    let approvals = ClaimKind::Approvals;
    let mut claims = work_claim::claims_on(&state, staff.id, approvals, &ids).await?;
    let approvals = waiting.into_iter().map(|waiting| {
        let found = evidence.remove(&waiting.id);
        let found = found.map(|found| evidence_shown(&state, &names, found));
        let claim = claims.remove(&waiting.id);
        shown(waiting, found, claim, staff.id)
    });
    Ok(Json(Approvals {
        approvals: approvals.collect(),
    }))
}

/// What a second person decides by, next to the evidence in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ApprovalBasis {
    /// The player's money now.
    situation: Situation,
    /// The wallet when the decision was requested; null when no staff entry backs the request.
    seen: Option<SeenWallet>,
    /// Why one person is not enough; null when no staff entry backs the request.
    why_two: Option<SecondPersonReason>,
}

/// Returns the player's money now and at the request of a waiting decision. The call is recorded as
/// access to the player's data.
#[route(get, path = "/approvals/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path)), responses((status = 200, body = ApprovalBasis)))]
async fn get_approval(
    State(state): State<AppState>,
    Reader(staff): Reader,
    after: AfterPosition,
    Path(id): Path<Uuid>,
) -> Result<Json<ApprovalBasis>, ApiError> {
    state.show(View::Statement, after).await?;
    let waiting = waiting::waiting(&state.payments).await?;
    let waiting = waiting.into_iter().find(|waiting| waiting.id == id);
    let waiting = waiting.ok_or(Code::NoData)?;
    let player = WalletId(waiting.wallet_id);
    let entry = AuditEntry::of("look.work").to("player", &player);
    let entry = entry.because("work").with(json!({ "work": id }));
    audit_log::record(&state, &staff, entry).await?;
    let request = approval_evidence::signed_request(&state, id).await?;
    let (seen, why_two) = request
        .map(|request| (request.seen, request.why_two))
        .unwrap_or_default();
    Ok(Json(ApprovalBasis {
        situation: situation::of(&state, player, waiting.amount).await?,
        seen,
        why_two,
    }))
}

/// Releases an approval that was answered.
async fn release(state: &AppState, id: Uuid) {
    work_claim::release_decided(state, ClaimKind::Approvals.as_str(), id).await;
}

/// Approves a decision that someone else requested, and executes it.
#[route(post, path = "/approvals/{id}/approve", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ReasonRequest,
    responses((status = 200, body = DecisionAnswer)))]
async fn approve_decision(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<DecisionAnswer>, ApiError> {
    let why = reason(&request.reason)?;
    let answer = agree::approve(&state.payments, &staff, id, why).await?;
    release(&state, id).await;
    let mut answer = DecisionAnswer::from(answer);
    answer.password_code = match password_code::show(&state, &staff, id).await {
        Ok(code) => Some(code.into()),
        // The decision is about something else, or the code is over.
        Err(refusal) if refusal.status().is_client_error() => None,
        Err(error) => return Err(error),
    };
    Ok(Json(answer))
}

/// Refuses a decision that someone else requested.
#[route(post, path = "/approvals/{id}/refuse", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ReasonRequest,
    responses((status = 200, body = Done)))]
async fn refuse_decision(
    State(state): State<AppState>,
    Supervisor(staff): Supervisor,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<Done>, ApiError> {
    let why = reason(&request.reason)?;
    agree::refuse(&state.payments, &staff, id, why).await?;
    release(&state, id).await;
    Ok(Done::SUCCESS)
}

/// Withdraws a decision that the caller requested and nobody has answered yet.
#[route(post, path = "/approvals/{id}/withdraw", tag = "support",
    security(("staff" = [])), params(("id" = Uuid, Path)), request_body = ReasonRequest,
    responses((status = 200, body = Done)))]
async fn withdraw_decision(
    State(state): State<AppState>,
    Agent(staff): Agent,
    Path(id): Path<Uuid>,
    Json(request): Json<ReasonRequest>,
) -> Result<Json<Done>, ApiError> {
    let why = reason(&request.reason)?;
    agree::withdraw(&state.payments, &staff, id, why).await?;
    release(&state, id).await;
    Ok(Done::SUCCESS)
}
