//! The list of uploaded slips, read from its view, and their pictures.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::SlipId;
use projections::{View, slip};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::api::page::page_query;
use crate::api::state::AppState;
use crate::payments::slip::file;
use crate::platform::error::{ApiError, Code};
use crate::platform::extract::{AfterPosition, Json, Path};
use crate::platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_slips))
        .routes(routes!(get_slip_image))
        .routes(routes!(find_slip_by_reference))
}

/// The page of slips to return.
#[derive(Deserialize, ToSchema)]
#[serde(default)]
struct SlipListRequest {
    /// The page, from 1; ignored if there is a cursor.
    #[schema(minimum = 1)]
    page: i64,
    #[schema(minimum = 1, maximum = 100)]
    limit: i64,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

impl Default for SlipListRequest {
    fn default() -> Self {
        Self {
            page: 1,
            limit: 10,
            cursor: None,
        }
    }
}

/// An uploaded slip.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SlipItem {
    id: String,
    created_at: DateTime<Utc>,
    /// The credited amount; of a slip that is with staff, what was paid if that is clear.
    amount: Option<String>,
    /// `PENDING`, `SUCCESS` or `FAILED`.
    #[schema(example = "SUCCESS")]
    status: &'static str,
    /// The reason code of a slip that failed or that is with staff.
    note: Option<String>,
    /// The bank's reference in its QR.
    reference: Option<String>,
    /// The address of its picture.
    link: String,
}

/// A page of slips, newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SlipList {
    /// Slips on all pages.
    total: i64,
    slips: Vec<SlipItem>,
    /// The cursor of the next page; null on the last one.
    next_cursor: Option<String>,
    /// The position that the list shows.
    as_of: String,
}

fn image_link(id: SlipId) -> String {
    format!("/api/statement/slip/{id}/image")
}

/// Lists the member's slips.
#[route(post, path = "/statement/slip", tag = "statement", security(("session" = [])),
    params(("after" = Option<String>, Query, description = "Show at least this position.")),
    request_body = SlipListRequest, responses((status = 200, body = SlipList)))]
async fn list_slips(
    State(state): State<AppState>,
    caller: Member,
    after: AfterPosition,
    Json(request): Json<SlipListRequest>,
) -> Result<Json<SlipList>, ApiError> {
    let query = page_query(request.page, request.limit, request.cursor.as_deref())?;
    let as_of = state.show(View::Slip, after).await?;
    let page = slip::page(&state.pool, caller.id, query).await?;
    let slips = page.rows.into_iter().map(|entry| SlipItem {
        id: entry.slip_id.to_string(),
        created_at: entry.created_at,
        amount: entry.amount.map(ledger::Money::digits),
        status: entry.status.as_str(),
        note: entry.reason,
        reference: entry.reference,
        link: image_link(entry.slip_id),
    });
    Ok(Json(SlipList {
        total: page.total,
        slips: slips.collect(),
        next_cursor: page.next_cursor.map(|cursor| cursor.to_string()),
        as_of: as_of.to_string(),
    }))
}

/// Returns the picture of one of the member's slips.
#[route(get, path = "/statement/slip/{id}/image", tag = "statement",
    security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200)))]
async fn get_slip_image(
    State(state): State<AppState>,
    caller: Member,
    Path(id): Path<Uuid>,
) -> Result<Response, ApiError> {
    let stored = file::find(&state.pool, SlipId(id))
        .await?
        .filter(|stored| stored.wallet_id == caller.id)
        .ok_or(Code::NoData)?;
    let bytes = file::read(&state, &stored).await.map_err(|error| {
        tracing::error!(%error, slip = %id, "a slip's picture cannot be read");
        ApiError::from(Code::NoData)
    })?;
    let media_type = HeaderValue::from_str(&stored.media_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-store"),
        ),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'none'; sandbox"),
        ),
    ];
    Ok((headers, bytes).into_response())
}

/// The address of a slip's picture.
#[derive(Serialize, ToSchema)]
struct SlipLink {
    url: String,
}

/// Finds one of the member's slips by the bank's reference.
#[route(get, path = "/statement/slip/reference/{reference}", tag = "statement",
    security(("session" = [])), params(("reference" = String, Path)),
    responses((status = 200, body = SlipLink)))]
async fn find_slip_by_reference(
    State(state): State<AppState>,
    caller: Member,
    Path(reference): Path<String>,
) -> Result<Json<SlipLink>, ApiError> {
    let found = slip::find_by_reference(&state.pool, caller.id, &reference)
        .await?
        .ok_or(Code::NoData)?;
    Ok(Json(SlipLink {
        url: image_link(found.slip_id),
    }))
}
