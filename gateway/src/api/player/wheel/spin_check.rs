//! Checking the wheel: revealing a seed, and listing every spin with the inputs of its draw.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::Idempotency;
use ledger::wallet::reward::is_client_seed;
use projections::View;
use projections::reward::{self, SpinRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::{Fair, is_offered, label_of};
use crate::api::answer::{position_after, replay_header};
use crate::api::page::page_query;
use crate::api::state::AppState;
use members::throttle::{self, Rule};
use platform::config::Text;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, IdempotencyKey, Json, Query};
use platform::idempotency::once;
use platform::subject::Member;
use rewards::wheel;

/// Seed changes that one member may request within an hour: every seed is stored permanently.
const SEEDS_PER_HOUR_MAX: u32 = 60;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(change_seed))
        .routes(routes!(list_spins))
}

/// A request for a new seed.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
struct SeedRequest {
    /// The player's part of the draws from now on: 1 to 64 visible ASCII characters without a
    /// colon. If absent, it stays as it is.
    client_seed: Option<String>,
}

/// The revealed seed, and what the next spins are drawn from.
#[derive(Serialize, ToSchema)]
struct SeedAnswer {
    revealed: RevealedSeed,
    fair: Fair,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
}

/// A seed that is no longer used.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RevealedSeed {
    seed_id: String,
    /// Its bytes, in hexadecimal.
    seed: String,
    /// SHA-256 of the bytes, as it was shown before.
    commit: String,
    /// How many spins were drawn from it.
    spins: i64,
}

/// Reveals the seed in use, so that its spins can be checked, and commits to the next one.
#[route(post, path = "/spinwheel/seed", tag = "spinwheel", security(("session" = [])),
    request_body = SeedRequest, params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = SeedAnswer)))]
async fn change_seed(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Json(request): Json<SeedRequest>,
) -> Result<Response, ApiError> {
    if !request.client_seed.as_deref().is_none_or(is_client_seed) {
        return Err(ApiError::invalid_fields(&["clientSeed"]));
    }
    let asked = key.for_command("changeSeed", &request);
    let changing = rotate(&state, caller, request, asked.clone());
    once(&state, caller.id, asked, changing).await
}

async fn rotate(
    state: &AppState,
    caller: Member,
    request: SeedRequest,
    asked: Option<Idempotency>,
) -> Result<Response, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let is_offered = is_offered(state, &wallet);
    if !is_offered && wallet.wheel_seed().is_none() {
        return Err(Code::SpinInactive.into());
    }
    let rule = Rule::Window {
        max: SEEDS_PER_HOUR_MAX,
        seconds: 3_600,
    };
    throttle::charge(state, "wheel:seed", &caller.id.to_string(), rule).await?;
    let rotated = wheel::rotate(state, caller, request.client_seed, asked).await?;
    let answer = SeedAnswer {
        fair: Fair::of(state, caller, &rotated.next, is_offered).await?,
        revealed: RevealedSeed {
            seed_id: rotated.seed_id.to_string(),
            seed: rotated.seed,
            commit: rotated.commit,
            spins: rotated.spins,
        },
        position: position_after(state, &rotated.receipt).await,
    };
    Ok((replay_header(&rotated.receipt), Json(answer)).into_response())
}

/// The page of spins to return.
#[derive(Deserialize)]
#[serde(default)]
struct SpinPage {
    page: i64,
    limit: i64,
    cursor: Option<String>,
}

impl Default for SpinPage {
    fn default() -> Self {
        Self {
            page: 1,
            limit: 10,
            cursor: None,
        }
    }
}

/// A page of spins, newest first, with the inputs to compute them again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SpinList {
    /// Spins on all pages.
    total: i64,
    spins: Vec<ListedSpin>,
    /// The seeds of these spins.
    seeds: Vec<ListedSeed>,
    /// The wheels of these spins, by their version.
    wheels: BTreeMap<String, Vec<ListedWeight>>,
    /// The cursor of the next page; null on the last one.
    next_cursor: Option<String>,
    /// The position that the list shows.
    as_of: String,
}

/// A spin as it was drawn.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedSpin {
    id: String,
    seed_id: String,
    nonce: u32,
    client_seed: String,
    wheel: String,
    ticket: u32,
    code: String,
    label: Text,
    created_at: DateTime<Utc>,
}

/// The public part of a seed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedSeed {
    seed_id: String,
    /// SHA-256 of its bytes, in hexadecimal.
    commit: String,
    /// Its bytes, in hexadecimal; null while spins are drawn from it.
    seed: Option<String>,
    client_seed: String,
}

/// A slice's share of the draw.
#[derive(Serialize, ToSchema)]
struct ListedWeight {
    code: String,
    label: Text,
    weight: u32,
}

/// Lists the player's spins, each with the inputs that anyone needs to recompute it.
#[route(get, path = "/spinwheel/spins", tag = "spinwheel", security(("session" = [])),
    params(
        ("page" = Option<i64>, Query, description = "From 1; ignored with a cursor"),
        ("limit" = Option<i64>, Query, description = "1 to 100; 10 by default"),
        ("cursor" = Option<String>, Query, description = "`nextCursor` of the previous page"),
        ("after" = Option<String>, Query, description = "Shows at least this position"),
    ),
    responses((status = 200, body = SpinList)))]
async fn list_spins(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
    Query(request): Query<SpinPage>,
) -> Result<Json<SpinList>, ApiError> {
    let query = page_query(request.page, request.limit, request.cursor.as_deref())?;
    let as_of = state.show_own(View::Reward, caller.id, after).await?;
    let page = reward::spins(&state.pool, caller.id, query).await;
    let page = page?;
    let seeds = seeds_of(&state, caller, &page.rows).await?;
    let mut ids: Vec<String> = page.rows.iter().map(|spin| spin.wheel.clone()).collect();
    ids.sort_unstable();
    ids.dedup();
    let wheels = reward::wheels(&state.pool, &ids).await?;
    let weights = wheels.into_iter().map(|wheel| {
        let slices = wheel.slices.into_iter().map(|slice| ListedWeight {
            label: label_of(&state, &slice.code),
            code: slice.code,
            weight: slice.weight,
        });
        (wheel.id, slices.collect())
    });
    Ok(Json(SpinList {
        total: page.total,
        seeds,
        wheels: weights.collect(),
        spins: page
            .rows
            .into_iter()
            .map(|spin| ListedSpin {
                id: spin.spin_id.to_string(),
                seed_id: spin.seed_id.to_string(),
                nonce: spin.nonce,
                client_seed: spin.client_seed,
                wheel: spin.wheel,
                ticket: spin.ticket,
                label: label_of(&state, &spin.slice),
                code: spin.slice,
                created_at: spin.created_at,
            })
            .collect(),
        next_cursor: page.next_cursor.map(|cursor| cursor.to_string()),
        as_of: as_of.to_string(),
    }))
}

/// The seeds of some spins, even if many seeds followed.
async fn seeds_of(
    state: &AppState,
    caller: Member,
    spins: &[SpinRow],
) -> Result<Vec<ListedSeed>, ApiError> {
    let ids: Vec<Uuid> = spins.iter().map(|spin| spin.seed_id.0).collect();
    let rows = reward::seeds_among(&state.pool, caller.id, &ids).await?;
    let seeds = rows.into_iter().map(|row| ListedSeed {
        seed_id: row.seed_id.to_string(),
        commit: row.commit,
        seed: row.seed,
        client_seed: row.client_seed,
    });
    Ok(seeds.collect())
}
