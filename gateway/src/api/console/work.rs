//! The work items that wait for staff, by kind, oldest first.

use std::collections::HashMap;

use axum::extract::State;
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::{Money, WalletId};
use projections::View;
use projections::open_work::{self, ReviewCounts};
use projections::slip::{self as slip_view, SlipEntry, SlipFilter};
use projections::statement::Status;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgPool;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Reader;
use crate::api::state::AppState;
use backoffice::discrepancy::list;
use backoffice::review::waiting::{self, WaitingQuestion};
use backoffice::review::work_claim::{self, ClaimKind, WorkClaim};
use backoffice::staff::session::Staff;
use platform::error::ApiError;
use platform::extract::{AfterPosition, Json, Query};

/// How many items are on one page.
const PAGE: i64 = 50;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_work))
        .routes(routes!(list_slips_of_all))
}

/// A list of work items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum WorkKind {
    /// Slips that only a person can decide.
    #[default]
    Slips,
    /// Paid QR orders that may not be credited.
    Qr,
    /// Announced deposits.
    Manual,
    /// Held withdrawals.
    Withdrawals,
    /// Transfers whose outcome is not known.
    Transfers,
}

impl WorkKind {
    /// The subject kind that decisions use.
    const fn subject(self) -> &'static str {
        match self {
            Self::Slips => "slip",
            Self::Qr => "qr",
            Self::Manual => "manual",
            Self::Withdrawals => "withdrawal",
            Self::Transfers => "transfer",
        }
    }
}

impl From<WorkKind> for ClaimKind {
    fn from(kind: WorkKind) -> Self {
        match kind {
            WorkKind::Slips => Self::Slips,
            WorkKind::Qr => Self::Qr,
            WorkKind::Manual => Self::Manual,
            WorkKind::Withdrawals => Self::Withdrawals,
            WorkKind::Transfers => Self::Transfers,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WorkQuery {
    /// The list; slips if absent.
    #[param(inline)]
    kind: Option<WorkKind>,
    /// `nextCursor` of the previous page.
    cursor: Option<i64>,
}

/// The player of a work item.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct WorkPlayer {
    pub(super) id: Uuid,
    pub(super) name: String,
}

/// The names of players by their ids.
pub(super) type Names = HashMap<Uuid, String>;

impl WorkPlayer {
    /// A player whose name was read with others.
    pub(super) fn named(names: &Names, id: Uuid) -> Self {
        let name = names.get(&id).cloned().unwrap_or_default();
        Self { id, name }
    }
}

/// Who requests a decision.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Asker {
    pub(super) id: Uuid,
    pub(super) name: String,
}

/// A decision that waits for a second person; until it ends, nobody else can decide.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WaitingDecision {
    decision_id: Uuid,
    asked_by: Asker,
    asked_at: DateTime<Utc>,
    /// Whether the caller asked for it, and so may withdraw it.
    is_mine: bool,
    /// Whether it was approved but interrupted; then it can no longer be withdrawn.
    is_agreed: bool,
}

impl WaitingDecision {
    pub(super) fn new(question: WaitingQuestion, caller: Uuid) -> Self {
        Self {
            decision_id: question.id,
            is_mine: question.asked_by == caller,
            asked_by: Asker {
                id: question.asked_by,
                name: question.asked_by_name,
            },
            asked_at: question.asked_at,
            is_agreed: question.is_agreed,
        }
    }
}

/// A work item that waits for staff.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WorkItem {
    kind: WorkKind,
    id: Uuid,
    player: WorkPlayer,
    /// The amount; null for a slip as long as only the bank knows it.
    #[schema(example = "500.00")]
    amount: Option<String>,
    currency: Option<&'static str>,
    since: DateTime<Utc>,
    /// Why it waits.
    reason: Option<String>,
    /// Facts of this kind of item only.
    #[schema(value_type = Object)]
    detail: Value,
    /// The decision about it that waits for a second person, if there is one.
    waiting: Option<WaitingDecision>,
    /// Who has it open, if anybody does; others may decide all the same.
    claim: Option<WorkClaim>,
}

/// How many items wait, by kind.
#[derive(Serialize, ToSchema)]
pub(super) struct WorkCounts {
    slips: i64,
    qr: i64,
    manual: i64,
    withdrawals: i64,
    transfers: i64,
    /// Differences that nobody has explained.
    differences: i64,
    /// Decisions that wait for a second person.
    approvals: i64,
}

impl WorkCounts {
    pub(super) async fn load(state: &AppState) -> Result<Self, ApiError> {
        let now = state.clock.now();
        let counts = open_work::review_counts(&state.pool, now).await;
        let ReviewCounts {
            slips,
            qr,
            manual,
            withdrawals,
            transfers,
        } = counts?;
        let approvals = waiting::count(&state.payments, Uuid::nil()).await?.all;
        Ok(Self {
            slips,
            qr,
            manual,
            withdrawals,
            transfers,
            differences: list::open_count(&state.pool).await?,
            approvals,
        })
    }

    /// The number of items, without the decisions about them.
    pub(super) const fn listed(&self) -> i64 {
        self.slips + self.qr + self.manual + self.withdrawals + self.transfers + self.differences
    }
}

/// A page of work items.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WorkPage {
    items: Vec<WorkItem>,
    next_cursor: Option<i64>,
    counts: WorkCounts,
}

/// A work item without its player's name.
pub(super) struct Found {
    pub(super) kind: WorkKind,
    id: Uuid,
    wallet_id: WalletId,
    amount: Option<Money>,
    since: DateTime<Utc>,
    reason: Option<String>,
    detail: Value,
    position: i64,
}

/// Items of one kind with their players' names, the decisions that wait for a second person, and
/// who has them open.
pub(super) async fn show(
    state: &AppState,
    staff: &Staff,
    kind: WorkKind,
    found: Vec<Found>,
) -> Result<Vec<WorkItem>, ApiError> {
    let players: Vec<Uuid> = found.iter().map(|item| item.wallet_id.0).collect();
    let names = names(&state.pool, &players).await?;
    let ids: Vec<Uuid> = found.iter().map(|item| item.id).collect();
    let mut waiting = waiting::waiting_about(&state.payments, kind.subject(), &ids).await?;
    let mut claims = work_claim::claims_on(state, staff.id, kind.into(), &ids).await?;
    let item = |found: Found| WorkItem {
        kind: found.kind,
        id: found.id,
        player: WorkPlayer::named(&names, found.wallet_id.0),
        amount: found.amount.map(Money::digits),
        currency: found.amount.map(|amount| amount.currency().code()),
        since: found.since,
        reason: found.reason,
        detail: found.detail,
        waiting: waiting
            .remove(&found.id)
            .map(|question| WaitingDecision::new(question, staff.id)),
        claim: claims.remove(&found.id),
    };
    Ok(found.into_iter().map(item).collect())
}

/// Lists the work items of one kind that wait for staff.
#[route(get, path = "/work", tag = "support", security(("staff" = [])),
    params(WorkQuery), responses((status = 200, body = WorkPage)))]
async fn list_work(
    State(state): State<AppState>,
    Reader(staff): Reader,
    after: AfterPosition,
    Query(query): Query<WorkQuery>,
) -> Result<Json<WorkPage>, ApiError> {
    state.show(View::OpenWork, after).await?;
    let kind = query.kind.unwrap_or_default();
    // One more item than shown is read: it says whether there is a next page.
    let mut found = find(&state, kind, query.cursor.unwrap_or(0), PAGE + 1).await?;
    let shown = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let has_next = found.len() > shown;
    found.truncate(shown);
    let next_cursor = found.last().map(|item| item.position).filter(|_| has_next);
    Ok(Json(WorkPage {
        items: show(&state, &staff, kind, found).await?,
        next_cursor,
        counts: WorkCounts::load(&state).await?,
    }))
}

/// Which slips to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum SlipState {
    /// Refused, or sent back.
    Refused,
    Credited,
    /// The bank is asked, or staff decide.
    Open,
}

impl SlipState {
    const fn status(self) -> Status {
        match self {
            Self::Refused => Status::Failed,
            Self::Credited => Status::Success,
            Self::Open => Status::Pending,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SlipsQuery {
    /// Only slips in this state; refused ones if nothing is given. Ignored with a reference or a
    /// player.
    #[param(inline)]
    state: Option<SlipState>,
    /// The slips with this reference of the bank.
    reference: Option<String>,
    /// The slips of this player.
    player: Option<Uuid>,
    /// `nextCursor` of the previous page.
    cursor: Option<i64>,
}

/// A page of slips, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SlipsPage {
    items: Vec<WorkItem>,
    next_cursor: Option<i64>,
}

/// Lists slips of all players, including those that do not wait for staff.
#[route(get, path = "/work/slips", tag = "support", security(("staff" = [])),
    params(SlipsQuery), responses((status = 200, body = SlipsPage)))]
async fn list_slips_of_all(
    State(state): State<AppState>,
    Reader(staff): Reader,
    after: AfterPosition,
    Query(query): Query<SlipsQuery>,
) -> Result<Json<SlipsPage>, ApiError> {
    state.show(View::Slip, after).await?;
    let filter = match (&query.reference, query.player) {
        (Some(reference), _) => SlipFilter::Reference(reference.trim()),
        (None, Some(player)) => SlipFilter::Wallet(WalletId(player)),
        (None, None) => SlipFilter::Status(query.state.unwrap_or(SlipState::Refused).status()),
    };
    let before = query.cursor.unwrap_or(i64::MAX);
    let mut entries = slip_view::listed_before(&state.pool, filter, before, PAGE + 1).await?;
    let shown = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let has_next = entries.len() > shown;
    entries.truncate(shown);
    let next_cursor = entries.last().map(|(_, entry)| entry.position);
    let found = entries
        .into_iter()
        .map(|(wallet_id, entry)| of_slip(wallet_id, entry));
    Ok(Json(SlipsPage {
        items: show(&state, &staff, WorkKind::Slips, found.collect()).await?,
        next_cursor: next_cursor.filter(|_| has_next),
    }))
}

/// The names of some players.
pub(super) async fn names(pool: &PgPool, ids: &[Uuid]) -> Result<Names, sqlx::Error> {
    let rows = sqlx::query!("select id, name from member where id = any($1)", ids)
        .fetch_all(pool)
        .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

async fn find(
    state: &AppState,
    kind: WorkKind,
    after: i64,
    limit: i64,
) -> Result<Vec<Found>, ApiError> {
    let pool = &state.pool;
    Ok(match kind {
        WorkKind::Slips => {
            let slips = open_work::referred_slips_after(pool, after, limit).await;
            of_slips(pool, slips?).await?
        }
        WorkKind::Qr => {
            let orders = open_work::referred_qr_orders_after(pool, after, limit).await;
            orders?.into_iter().map(of_qr).collect()
        }
        WorkKind::Manual => {
            let deposits = open_work::manual_deposits_after(pool, after, limit).await;
            deposits?.iter().map(of_manual).collect()
        }
        WorkKind::Withdrawals => {
            let now = state.clock.now();
            let held = open_work::held_withdrawals_after(pool, now, after, limit).await;
            held?.iter().map(of_withdrawal).collect()
        }
        WorkKind::Transfers => {
            let unknown = open_work::unknown_transfers_after(pool, after, limit).await;
            unknown?.iter().map(of_transfer).collect()
        }
    })
}

/// Everything of one player that waits for staff.
pub(super) async fn of_player(
    state: &AppState,
    staff: &Staff,
    player: WalletId,
) -> Result<Vec<WorkItem>, ApiError> {
    let pool = &state.pool;
    let waiting = open_work::waiting_of_wallet(pool, player, state.clock.now()).await?;
    let found = [
        of_slips(pool, waiting.slips).await?,
        waiting.qr.into_iter().map(of_qr).collect(),
        waiting.manual.iter().map(of_manual).collect(),
        waiting.withdrawals.iter().map(of_withdrawal).collect(),
        waiting.transfers.iter().map(of_transfer).collect(),
    ];
    let mut items = Vec::new();
    for found in found {
        let Some(kind) = found.first().map(|item: &Found| item.kind) else {
            continue;
        };
        items.extend(show(state, staff, kind, found).await?);
    }
    Ok(items)
}

async fn of_slips(pool: &PgPool, slips: Vec<open_work::OpenSlip>) -> Result<Vec<Found>, ApiError> {
    let mut found = Vec::new();
    for slip in slips {
        let entry = slip_view::find_by_id(pool, slip.wallet_id, slip.slip_id).await?;
        found.extend(entry.map(|entry| of_slip(slip.wallet_id, entry)));
    }
    Ok(found)
}

/// A slip, with the reason why it waits or was refused.
pub(super) fn of_slip(wallet_id: WalletId, entry: SlipEntry) -> Found {
    Found {
        kind: WorkKind::Slips,
        id: entry.slip_id.0,
        wallet_id,
        amount: entry.amount,
        since: entry.created_at,
        reason: entry.reason,
        detail: json!({
            "sendingBank": entry.sending_bank,
            "reference": entry.reference,
            "status": entry.status.as_str(),
            "endedAt": entry.ended_at,
        }),
        position: entry.position,
    }
}

/// A transfer whose outcome is not known.
pub(super) fn of_transfer(transfer: &open_work::OpenTransfer) -> Found {
    Found {
        kind: WorkKind::Transfers,
        id: transfer.transfer_id.0,
        wallet_id: transfer.wallet_id,
        amount: Some(transfer.amount),
        since: transfer.started_at,
        reason: Some("OUTCOME_UNKNOWN".to_owned()),
        detail: json!({ "from": transfer.from.to_string(), "to": transfer.to.to_string() }),
        position: transfer.opened_position,
    }
}

/// A paid QR order that may not be credited.
pub(super) fn of_qr(order: open_work::ReferredQr) -> Found {
    Found {
        kind: WorkKind::Qr,
        id: order.order_id.0,
        wallet_id: order.wallet_id,
        amount: Some(order.amount),
        since: order.referred_at,
        reason: Some(order.reason),
        detail: json!({ "channel": order.channel }),
        position: order.opened_position,
    }
}

/// An announced deposit.
pub(super) fn of_manual(deposit: &open_work::OpenManualDeposit) -> Found {
    Found {
        kind: WorkKind::Manual,
        id: deposit.deposit_id.0,
        wallet_id: deposit.wallet_id,
        amount: Some(deposit.amount),
        since: deposit.requested_at,
        reason: None,
        detail: json!({}),
        position: deposit.opened_position,
    }
}

fn of_withdrawal(withdrawal: &open_work::OpenWithdrawal) -> Found {
    Found {
        kind: WorkKind::Withdrawals,
        id: withdrawal.withdrawal_id.0,
        wallet_id: withdrawal.wallet_id,
        amount: Some(withdrawal.amount),
        since: withdrawal.requested_at,
        reason: Some("BANK_ACCOUNT_CHANGED".to_owned()),
        detail: json!({ "heldUntil": withdrawal.not_before }),
        position: withdrawal.opened_position,
    }
}
