//! The list of uploaded slips, read from its view, and their pictures.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
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
use payments::slip::file::{self, SlipFile};
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Path};
use platform::secrets::{Secrets, is_same_mac};
use platform::subject::Member;

/// How long the link to a picture is valid: it is opened at once.
const LINK_LIFE: TimeDelta = TimeDelta::minutes(1);

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_slips))
        .routes(routes!(get_slip_image))
        .routes(routes!(find_slip_by_reference))
        .routes(routes!(open_slip_picture))
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
    /// The credited amount; for a slip with staff, the amount paid if that is clear.
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
    let as_of = state.show_own(View::Slip, caller.id, after).await?;
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
    let stored = own_file(&state, caller, SlipId(id)).await?;
    picture(&state, &stored).await
}

/// A slip's file, if the gateway's row of its upload names the caller: a view is no proof of who
/// uploaded it.
async fn own_file(state: &AppState, caller: Member, id: SlipId) -> Result<SlipFile, ApiError> {
    file::find_signed(state, id)
        .await?
        .filter(|stored| stored.wallet_id == caller.id)
        .ok_or_else(|| Code::NoData.into())
}

async fn picture(state: &AppState, stored: &SlipFile) -> Result<Response, ApiError> {
    let bytes = file::read(state, stored).await.map_err(|error| {
        tracing::error!(%error, file = stored.file_name, "a slip's picture cannot be read");
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

/// The address of a slip's picture, for a window of the browser.
#[derive(Serialize, ToSchema)]
struct SlipLink {
    /// It needs no session, and is valid for a minute.
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
    own_file(&state, caller, found.slip_id).await?;
    let link = PictureLink {
        slip: found.slip_id,
        valid_until: (state.clock.now() + LINK_LIFE).timestamp(),
    };
    let code = link.code(&state.secrets);
    Ok(Json(SlipLink {
        url: format!("/api/statement/slip/picture/{code}"),
    }))
}

/// Returns the picture behind a link from `GET /api/statement/slip/reference/{reference}`.
#[route(get, path = "/statement/slip/picture/{link}", tag = "statement",
    params(("link" = String, Path)), responses((status = 200)))]
async fn open_slip_picture(
    State(state): State<AppState>,
    Path(code): Path<String>,
) -> Result<Response, ApiError> {
    let link = PictureLink::read(&state.secrets, &code)
        .filter(|link| state.clock.now().timestamp() < link.valid_until)
        .ok_or(Code::NoData)?;
    let stored = file::find_signed(&state, link.slip).await?;
    picture(&state, &stored.ok_or(Code::NoData)?).await
}

/// The content of a picture's link. A browser sends no session when it opens a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PictureLink {
    slip: SlipId,
    /// Seconds since the epoch.
    valid_until: i64,
}

impl PictureLink {
    /// The slip's id, the end and their MAC, in the alphabet of addresses.
    fn code(self, secrets: &Secrets) -> String {
        let content = self.content();
        let mac = secrets.slip_link(&[&content]);
        URL_SAFE_NO_PAD.encode([&content[..], &mac].concat())
    }

    fn read(secrets: &Secrets, code: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(code).ok()?;
        let (content, mac) = bytes.split_first_chunk::<24>()?;
        if !is_same_mac(&secrets.slip_link(&[content]), mac) {
            return None;
        }
        let (slip, valid_until) = content.split_first_chunk::<16>()?;
        Some(Self {
            slip: SlipId(Uuid::from_bytes(*slip)),
            valid_until: i64::from_be_bytes(valid_until.try_into().ok()?),
        })
    }

    fn content(self) -> [u8; 24] {
        let mut content = [0; 24];
        content[..16].copy_from_slice(self.slip.0.as_bytes());
        content[16..].copy_from_slice(&self.valid_until.to_be_bytes());
        content
    }
}
