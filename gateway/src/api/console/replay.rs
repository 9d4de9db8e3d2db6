//! A player's history, event by event, from which staff explain a balance.

mod shown;

use std::sync::Arc;

use axum::extract::State;
use gateway_macros::route;
use ledger::journal::{JournalError, stream_end};
use ledger::{Account, WalletId};
use projections::replay::{self, Bound, Replay, ReplayError};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::caller::Reader;
use crate::api::state::AppState;
use backoffice::review::pseudonym::Known;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Path, Query};
use platform::replica::{JOURNAL, Reading};
pub(super) use shown::PlayerState;
use shown::{Change, Flow, PlayerEvent, StoredEvent, Why};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_player_events))
        .routes(routes!(get_player_state))
        .routes(routes!(compare_player_states))
        .routes(routes!(find_player_event))
        .routes(routes!(get_player_series))
}

/// The most events on one page.
const LIMIT_MAX: usize = 1_000;

/// The most points in one series.
const POINTS_MAX: usize = 2_000;

/// Runs `work` on a player's replay, up to the last event, with the pool for further events. These
/// may come from another replica: they are shown only if they carry the hashes of the replay.
pub(super) async fn replay<T, F>(
    state: &AppState,
    id: Uuid,
    work: impl Fn(Arc<Replay>, PgPool) -> F,
) -> Result<T, ApiError>
where
    F: Future<Output = Result<T, ApiError>>,
{
    let work = &work;
    let read = move |mut reading: Reading| async move {
        let wallet_id = WalletId(id);
        let end = stream_end(&mut *reading, wallet_id).await;
        let end = end.map_err(ReplayError::from).map_err(refused)?;
        let pool = reading.into_pool();
        let opened = state
            .replays
            .open_on(&pool, end.ok_or(Code::NoData)?, wallet_id);
        work(opened.await.map_err(refused)?, pool).await
    };
    state.read(JOURNAL, AfterPosition(None), read).await
}

/// The error of a replay that cannot be shown. A stream that contradicts itself never is.
pub(super) fn refused(error: ReplayError) -> ApiError {
    match error {
        ReplayError::NoStream | ReplayError::NoEvent(_) => Code::NoData.into(),
        ReplayError::Journal(JournalError::Database(error)) => error.into(),
        // DecisionStatement with when to come back.
        ReplayError::Busy => Code::ServiceUnavailable.into(),
        other => ApiError::contradiction(&other.to_string()),
    }
}

#[derive(Deserialize)]
struct TimelineQuery {
    after: Option<i64>,
    limit: Option<usize>,
    kind: Option<String>,
    transfers: Option<u8>,
}

/// A part of the timeline.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Timeline {
    /// Events on all pages.
    total: i64,
    /// Oldest first.
    events: Vec<PlayerEvent>,
    /// `after` of the next page; null on the last one.
    next_after: Option<i64>,
    /// Every event type in the stream.
    types: Vec<String>,
    /// Every transfer of the stream, in the order in which they began; only if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    transfers: Option<Vec<TransferSteps>>,
}

/// The events of one transfer.
#[derive(Serialize, ToSchema)]
struct TransferSteps {
    /// Their sequences, in order; the first one started the transfer.
    steps: Vec<i64>,
    /// The type of the last of them.
    #[schema(example = "TransferCompleted")]
    last: String,
}

impl From<replay::TransferSteps> for TransferSteps {
    fn from(transfer: replay::TransferSteps) -> Self {
        Self {
            steps: transfer.steps,
            last: transfer.last,
        }
    }
}

/// Lists a player's events.
#[route(get, path = "/players/{id}/timeline", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The player."),
        ("after" = Option<i64>, Query, description = "Only events after this sequence."),
        ("limit" = Option<usize>, Query, description = "1 to 1000; 200 by default."),
        ("kind" = Option<String>, Query, description = "Only these types, comma-separated."),
        ("transfers" = Option<u8>, Query, description = "1 adds the transfers of the stream.")),
    responses((status = 200, body = Timeline)))]
async fn list_player_events(
    State(state): State<AppState>,
    _: Reader,
    Path(id): Path<Uuid>,
    Query(query): Query<TimelineQuery>,
) -> Result<Json<Timeline>, ApiError> {
    let limit = query.limit.unwrap_or(200);
    if !(1..=LIMIT_MAX).contains(&limit) {
        return Err(ApiError::invalid_fields(&["limit"]));
    }
    let after = query.after.unwrap_or(0);
    if after < 0 {
        return Err(ApiError::invalid_fields(&["after"]));
    }
    let kinds = query.kind.as_deref().unwrap_or_default().split(',');
    let kinds: Vec<String> = kinds
        .filter(|kind| !kind.is_empty())
        .map(ToOwned::to_owned)
        .collect();
    let kinds = kinds.as_slice();
    let has_transfers = query.transfers == Some(1);
    let read = move |replay: Arc<Replay>, pool: PgPool| async move {
        let page = replay.page(&pool, after, limit, kinds).await;
        Ok((page.map_err(refused)?, replay))
    };
    let (page, replay) = replay(&state, id, read).await?;
    let known = Known::of_wallet(&state.pool, id).await?;
    let events = page.events.iter();
    Ok(Json(Timeline {
        total: page.total,
        events: events.map(|event| PlayerEvent::of(event, &known)).collect(),
        next_after: page.next_after,
        types: replay.kinds().to_vec(),
        transfers: has_transfers.then(|| transfers_of(&replay)),
    }))
}

fn transfers_of(replay: &Replay) -> Vec<TransferSteps> {
    let transfers = replay.transfers().into_iter();
    transfers.map(TransferSteps::from).collect()
}

#[derive(Deserialize)]
struct StateQuery {
    seq: Option<i64>,
}

/// One position of the stream.
#[derive(Serialize, ToSchema)]
struct PlayerMoment {
    sequence: i64,
    /// Its position in the journal of all players.
    position: String,
    /// How many events the stream has.
    total: i64,
    event: StoredEvent,
    /// The state right after the event.
    state: PlayerState,
    /// What the event changed.
    diff: Vec<Change>,
    why: Why,
}

/// Returns the state after an event, what the event changed, and why it happened.
#[route(get, path = "/players/{id}/state", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The player."),
        ("seq" = Option<i64>, Query, description = "The event; the last one by default.")),
    responses((status = 200, body = PlayerMoment)))]
async fn get_player_state(
    State(state): State<AppState>,
    _: Reader,
    Path(id): Path<Uuid>,
    Query(query): Query<StateQuery>,
) -> Result<Json<PlayerMoment>, ApiError> {
    let wanted = query.seq;
    let read = move |replay: Arc<Replay>, pool: PgPool| async move {
        let sequence = wanted.unwrap_or(replay.total());
        let moment = replay.moment(&pool, sequence).await;
        Ok((sequence, moment.map_err(refused)?))
    };
    let (sequence, moment) = replay(&state, id, read).await?;
    let known = Known::of_wallet(&state.pool, id).await?;
    let why = Why::of(moment.why, &moment.event, &known);
    Ok(Json(PlayerMoment {
        sequence,
        position: moment.event.stored.position.to_string(),
        total: moment.total,
        event: StoredEvent::of(&moment.event, &known)?,
        state: moment.state.into(),
        diff: moment.diff.into_iter().map(Change::from).collect(),
        why,
    }))
}

#[derive(Deserialize)]
struct CompareQuery {
    a: i64,
    b: i64,
}

/// A comparison of two positions.
#[derive(Serialize, ToSchema)]
struct PlayerComparison {
    a: PlayerState,
    b: PlayerState,
    diff: Vec<Change>,
    /// What each account received from `a` to `b`; house accounts are the other side.
    flows: Vec<Flow>,
}

/// Compares two positions; 0 is before the first event.
#[route(get, path = "/players/{id}/compare", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The player."),
        ("a" = i64, Query, description = "The first event's sequence."),
        ("b" = i64, Query, description = "The second event's sequence.")),
    responses((status = 200, body = PlayerComparison)))]
async fn compare_player_states(
    State(state): State<AppState>,
    _: Reader,
    Path(id): Path<Uuid>,
    Query(query): Query<CompareQuery>,
) -> Result<Json<PlayerComparison>, ApiError> {
    let (a, b) = (query.a, query.b);
    let _turn = state.replays.take_turn().await.map_err(refused)?;
    let read = move |replay: Arc<Replay>, pool: PgPool| async move {
        replay.compare(&pool, a, b).await.map_err(refused)
    };
    let compared = replay(&state, id, read).await?;
    Ok(Json(PlayerComparison {
        a: compared.a.into(),
        b: compared.b.into(),
        diff: compared.diff.into_iter().map(Change::from).collect(),
        flows: compared.flows.iter().map(Flow::of).collect(),
    }))
}

#[derive(Deserialize)]
struct FindQuery {
    account: Option<String>,
    below: Option<String>,
    above: Option<String>,
    after: Option<i64>,
}

/// The event that was found.
#[derive(Serialize, ToSchema)]
struct FoundEvent {
    /// The first event that crossed the bound; null when none did.
    sequence: Option<i64>,
}

/// Finds the event at which a balance first fell below, or rose above, an amount.
#[route(get, path = "/players/{id}/find", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The player."),
        ("account" = Option<String>, Query, description = "A bucket; `main` by default."),
        ("below" = Option<String>, Query, description = "Finds a balance that fell below it."),
        ("above" = Option<String>, Query, description = "Finds a balance that rose above it."),
        ("after" = Option<i64>, Query, description = "Only events after this sequence.")),
    responses((status = 200, body = FoundEvent)))]
async fn find_player_event(
    State(state): State<AppState>,
    _: Reader,
    Path(id): Path<Uuid>,
    Query(query): Query<FindQuery>,
) -> Result<Json<FoundEvent>, ApiError> {
    let account = account_of(query.account.as_deref())?;
    let bound = match (query.below.as_deref(), query.above.as_deref()) {
        (Some(below), None) => Bound::Below(amount_of(below, "below")?),
        (None, Some(above)) => Bound::Above(amount_of(above, "above")?),
        _ => return Err(ApiError::invalid_fields(&["below", "above"])),
    };
    let replay = replay(&state, id, |replay, _| async { Ok(replay) }).await?;
    let sequence = replay.find(&account, bound, query.after.unwrap_or(0));
    Ok(Json(FoundEvent { sequence }))
}

#[derive(Deserialize)]
struct SeriesQuery {
    account: Option<String>,
    points: Option<usize>,
}

/// A point of a balance's series.
#[derive(Serialize, ToSchema)]
struct SeriesPoint {
    sequence: i64,
    #[schema(example = "1500.00")]
    amount: String,
}

/// Returns a balance over time. If there are more changes than points, each stretch contributes its
/// lowest and its highest balance.
#[route(get, path = "/players/{id}/series", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path, description = "The player."),
        ("account" = Option<String>, Query, description = "A bucket; `main` by default."),
        ("points" = Option<usize>, Query, description = "2 to 2000; 400 by default.")),
    responses((status = 200, body = Vec<SeriesPoint>)))]
async fn get_player_series(
    State(state): State<AppState>,
    _: Reader,
    Path(id): Path<Uuid>,
    Query(query): Query<SeriesQuery>,
) -> Result<Json<Vec<SeriesPoint>>, ApiError> {
    let account = account_of(query.account.as_deref())?;
    let points = query.points.unwrap_or(400);
    if !(2..=POINTS_MAX).contains(&points) {
        return Err(ApiError::invalid_fields(&["points"]));
    }
    let replay = replay(&state, id, |replay, _| async { Ok(replay) }).await?;
    let line = replay.series(&account, points).into_iter();
    let line = line.map(|point| SeriesPoint {
        sequence: point.sequence,
        amount: point.digits(),
    });
    Ok(Json(line.collect()))
}

/// One of the player's buckets.
fn account_of(text: Option<&str>) -> Result<Account, ApiError> {
    let account = Account::try_from(text.unwrap_or("main").to_owned()).ok();
    account
        .filter(Account::is_players)
        .ok_or_else(|| ApiError::invalid_fields(&["account"]))
}

fn amount_of(text: &str, field: &str) -> Result<Decimal, ApiError> {
    let amount = text.parse().ok().filter(|_| text.len() <= 24);
    amount.ok_or_else(|| ApiError::invalid_fields(&[field]))
}
