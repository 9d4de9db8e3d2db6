//! Deposits by a bank slip.

use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::{CommandOutcome, SlipId};
use projections::slip as slip_view;
use projections::statement::Status;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::{OperationStatus, position_after, replay_header};
use crate::api::state::AppState;
use payments::slip::submit;
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, IdempotencyKey, Multipart};
use platform::files::disk;
use platform::files::upload::Upload;
use platform::idempotency::once;
use platform::intent::intent_id;
use platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(upload_slip))
        // The file is counted while it is read, against the operator's bound.
        .layer(DefaultBodyLimit::disable())
}

/// A form with the picture of a slip.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the form's shape for the OpenAPI document; it is read as a stream"
)]
struct SlipForm {
    /// A JPEG, PNG, WebP or GIF.
    #[schema(value_type = String, format = Binary)]
    slip: String,
}

/// The answer after a slip was accepted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UploadedSlip {
    status: OperationStatus,
    /// The slip's id, as in the list of slips.
    id: String,
    /// Why it was not credited, or is with staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The credited amount; for a slip with staff, the amount paid if that is clear.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "500.00")]
    amount: Option<String>,
    /// The player's earlier slip of the same payment, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_of: Option<EarlierSlip>,
    /// For `after`: a read that shows this position shows the effect.
    position: String,
}

/// An earlier slip of the same player.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EarlierSlip {
    id: String,
    created_at: DateTime<Utc>,
}

/// Uploads a bank slip and checks its payment with the bank.
#[route(post, path = "/wallet/slip", tag = "wallet", security(("session" = [])),
    request_body(content = SlipForm, content_type = "multipart/form-data"),
    params(("Idempotency-Key" = String, Header)),
    responses(
        (status = 201, body = UploadedSlip, description = "Credited or refused"),
        (status = 202, body = UploadedSlip, description = "In progress")))]
async fn upload_slip(
    State(state): State<AppState>,
    caller: Member,
    key: IdempotencyKey,
    Multipart(form): Multipart,
) -> Result<Response, ApiError> {
    let slip_id = SlipId(intent_id(caller.id, "slip", &key));
    let admission = submit::admit(&state, &state.slip_uploads, caller.id, slip_id).await?;
    let upload = tokio::time::timeout(state.config.paces.file, read_form(&state, form))
        .await
        .map_err(|_| Code::UploadTimeout)??;
    let fingerprint = hex::encode(disk::fingerprint(&upload.bytes));
    let asked = key.for_command("slip", &fingerprint);
    let named = asked.clone();
    once(&state, caller.id, asked, async {
        let (payments, uploads) = (&state.payments, &state.slip_uploads);
        let receipt = submit::submit(payments, uploads, admission, upload, named).await?;
        answer(&state, caller, slip_id, &receipt).await
    })
    .await
}

/// The file in the field `slip`.
async fn read_form(
    state: &AppState,
    mut form: axum::extract::Multipart,
) -> Result<Upload, ApiError> {
    // A form that cannot be parsed has no file either.
    while let Ok(Some(field)) = form.next_field().await {
        if field.name() == Some("slip") {
            let bytes_max = state.config.slip.file_bytes_max;
            let room = |units| state.slip_uploads.take_room(units);
            let upload = Upload::read(field, bytes_max, room).await?;
            if upload.bytes.is_empty() {
                break;
            }
            return Ok(upload);
        }
    }
    Err(Code::SlipNoFile.into())
}

/// The slip in the list of slips, if the view shows it within the time that a read waits.
async fn answer(
    state: &AppState,
    caller: Member,
    slip_id: SlipId,
    receipt: &CommandOutcome,
) -> Result<Response, ApiError> {
    let position = position_after(state, receipt).await;
    let after = AfterPosition(position.parse().ok());
    state.show(projections::View::Slip, after).await?;
    let entry = slip_view::find_by_id(&state.pool, caller.id, slip_id).await?;
    let status = match entry.as_ref().map(|entry| entry.status) {
        Some(Status::Success) => OperationStatus::Success,
        Some(Status::Failed) => OperationStatus::Failed,
        Some(Status::Pending) | None => OperationStatus::Pending,
    };
    let mut uploaded = UploadedSlip {
        status,
        id: slip_id.to_string(),
        note: None,
        amount: None,
        duplicate_of: None,
        position,
    };
    if let Some(entry) = entry {
        if let (Some("SLIP_REFNO_DUPLICATED"), Some(reference)) =
            (entry.reason.as_deref(), &entry.reference)
        {
            let earlier = slip_view::find_by_reference(&state.pool, caller.id, reference).await?;
            uploaded.duplicate_of = earlier
                .filter(|slip| {
                    slip.status == Status::Success && slip.sending_bank == entry.sending_bank
                })
                .map(|slip| EarlierSlip {
                    id: slip.slip_id.to_string(),
                    created_at: slip.created_at,
                });
        }
        uploaded.note = entry.reason;
        uploaded.amount = entry.amount.map(ledger::Money::digits);
    }
    let code = match status {
        OperationStatus::Pending => StatusCode::ACCEPTED,
        OperationStatus::Success | OperationStatus::Failed => StatusCode::CREATED,
    };
    Ok((code, replay_header(receipt), axum::Json(uploaded)).into_response())
}
