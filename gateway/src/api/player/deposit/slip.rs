//! Taking a bank slip in.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bytes::{Bytes, BytesMut};
use chrono::{DateTime, NaiveTime, TimeDelta, Timelike, Utc};
use ledger::wallet::SlipReason;
use ledger::{BookError, Idempotency, Receipt, SlipId, WalletCommand};
use projections::slip as slip_view;
use projections::statement::Status;
use serde::Serialize;
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::answer::{Standing, position_after, replay_header};
use crate::api::state::AppState;
use crate::payments::slip::file::{self, NewSlipFile, SlipFile};
use crate::payments::slip::picture::MediaType;
use crate::payments::slip::{qr, work as process};
use crate::payments::{Subject, wait_until};
use crate::platform::error::{ApiError, Code};
use crate::platform::extract::{AfterPosition, IdempotencyKey, Multipart};
use crate::platform::files::gate::Pass;
use crate::platform::files::{UPLOAD_UNIT_BYTES, disk};
use crate::platform::idempotency::once;
use crate::platform::intent::intent_id;
use crate::platform::subject::Member;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(upload_slip))
        // The file is counted while it is read, against the operator's own bound.
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

/// A slip that was taken in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UploadedSlip {
    status: Standing,
    /// The slip's id, as in the list of slips.
    id: String,
    /// Why it brought nothing: a reason of the catalogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// What it brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "500.00")]
    amount: Option<String>,
    /// The player's own earlier slip of the same payment, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_of: Option<EarlierSlip>,
    /// For `after`.
    position: String,
}

/// An earlier slip of the same player.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EarlierSlip {
    id: String,
    created_at: DateTime<Utc>,
}

/// Takes a bank slip in and asks the bank about it.
#[utoipa::path(post, path = "/wallet/slip", tag = "wallet", security(("session" = [])),
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
    let pass = state.slip_uploads.gate.enter(caller.id).await;
    let pass = pass.ok_or_else(|| ApiError::from(Code::RequestLimit).with_retry_after(5))?;
    let known = file::find(&state.pool, slip_id).await?;
    if known.is_none() {
        require_open(&state)?;
        require_moderate(&state, caller).await?;
    }
    let upload = tokio::time::timeout(state.config.paces.file, read_form(&state, form))
        .await
        .map_err(|_| Code::RequestTimeout)??;
    let asked = key.for_command("slip", &hex::encode(disk::fingerprint(&upload.bytes)));
    let taking = take(
        &state,
        (caller, slip_id),
        (known, upload, pass),
        asked.clone(),
    );
    once(&state, caller.id, asked, taking).await
}

/// Stores a picture that is new, and has its payment looked for.
async fn take(
    state: &AppState,
    (caller, slip_id): (Member, SlipId),
    (known, upload, pass): (Option<SlipFile>, Upload, Pass),
    asked: Option<Idempotency>,
) -> Result<Response, ApiError> {
    let is_new = known.is_none();
    let kept = match known {
        Some(known) => known,
        None => store(state, (caller, slip_id), &pass, &upload.bytes).await?,
    };
    if kept.sha256 != disk::fingerprint(&upload.bytes) || kept.wallet_id != caller.id {
        return Err(Code::IdempotencyMismatch.into());
    }
    drop((upload, pass));
    let reference = match &kept.payload {
        Some(payload) => Some(
            qr::read(payload)
                .map_err(|error| ApiError::internal(&error))?
                .reference,
        ),
        None => None,
    };
    let command = WalletCommand::SubmitSlip { slip_id, reference };
    let context = state.member_context(asked);
    let submitted = state.book.execute(caller.id, command, context).await;
    if let Err(BookError::IdempotencyMismatch | BookError::Refused(_)) = submitted
        && is_new
    {
        // The slip does not exist and never will, so nobody would ever find its picture.
        file::discard(&state.pool, &state.data_dir, slip_id).await?;
    }
    let receipt = submitted?;
    state.payments.hint(Subject {
        process: process::NAME,
        id: slip_id.0,
        wallet_id: caller.id,
    });
    let longest = Duration::from_millis(state.config.waits.slip_ms);
    wait_until(&state.payments, (caller.id, slip_id.0), longest, |wallet| {
        wallet
            .slip(slip_id)
            .is_none_or(|slip| !slip.is_open || slip.is_referred)
    })
    .await?;
    answer(state, caller, slip_id, &receipt).await
}

/// Slips are not taken during the operator's daily closing time.
fn require_open(state: &AppState) -> Result<(), ApiError> {
    let rules = &state.config.slip;
    let (Some(from), Some(until)) = (&rules.closed_from, &rules.closed_until) else {
        return Ok(());
    };
    let now = (state.clock.now() + TimeDelta::hours(7)).time();
    match seconds_closed(now, from, until) {
        Some(seconds) => {
            let data = json!({ "closedFrom": from, "closedUntil": until });
            let refusal = ApiError::from(Code::SlipClosed).with_data(data);
            Err(refusal.with_retry_after(seconds))
        }
        None => Ok(()),
    }
}

const DAY: u32 = 24 * 60 * 60;

/// Seconds until a closing time that may run over midnight ends; nothing when it is open.
fn seconds_closed(now: NaiveTime, from: &str, until: &str) -> Option<u64> {
    let second = |text: &str| {
        let time = NaiveTime::parse_from_str(text, "%H:%M").ok()?;
        Some(time.num_seconds_from_midnight())
    };
    let (now, from, until) = (
        now.num_seconds_from_midnight(),
        second(from)?,
        second(until)?,
    );
    let after_start = (now + DAY - from) % DAY;
    let length = (until + DAY - from) % DAY;
    (after_start < length).then(|| u64::from(length - after_start))
}

async fn require_moderate(state: &AppState, caller: Member) -> Result<(), ApiError> {
    let hour_ago = state.clock.now() - TimeDelta::hours(1);
    let count = file::count_since(&state.pool, caller.id, hour_ago).await?;
    if count >= i64::from(state.config.slip.uploads_per_hour_max) {
        return Err(too_many());
    }
    Ok(())
}

fn too_many() -> ApiError {
    ApiError::from(Code::RequestLimit).with_retry_after(15 * 60)
}

/// A file in memory, with its share of the room for uploads.
struct Upload {
    bytes: Bytes,
    _room: OwnedSemaphorePermit,
}

/// The file in the field `slip`, counted while it comes in.
async fn read_form(
    state: &AppState,
    mut form: axum::extract::Multipart,
) -> Result<Upload, ApiError> {
    let broken = |_| ApiError::invalid_fields(&["slip"]);
    // A form that cannot be taken apart has no file in it either.
    while let Ok(Some(mut field)) = form.next_field().await {
        if field.name() != Some("slip") {
            continue;
        }
        let mut bytes = BytesMut::new();
        let mut room = take_room(state, 1)?;
        while let Some(chunk) = field.chunk().await.map_err(broken)? {
            if bytes.len() + chunk.len() > state.config.slip.file_bytes_max {
                return Err(Code::PayloadTooLarge.into());
            }
            bytes.extend_from_slice(&chunk);
            let units = bytes.len() / UPLOAD_UNIT_BYTES + 1;
            if units > room.num_permits() {
                room.merge(take_room(state, units - room.num_permits())?);
            }
        }
        if bytes.is_empty() {
            break;
        }
        let bytes = bytes.freeze();
        return Ok(Upload { bytes, _room: room });
    }
    Err(Code::SlipNoFile.into())
}

/// A flood of large files is turned away before it takes the memory of everybody.
fn take_room(state: &AppState, units: usize) -> Result<OwnedSemaphorePermit, ApiError> {
    let units = u32::try_from(units).unwrap_or(u32::MAX);
    Arc::clone(&state.slip_uploads.room)
        .try_acquire_many_owned(units)
        .map_err(|_| Code::SlipUploadFail.into())
}

/// Reads and stores a picture; a second request with the same key finds the first one's.
async fn store(
    state: &AppState,
    (caller, slip_id): (Member, SlipId),
    pass: &Pass,
    bytes: &Bytes,
) -> Result<SlipFile, ApiError> {
    let kind = MediaType::of(bytes).ok_or(Code::SlipInvalidFile)?;
    let uploaded_at = state.clock.now();
    let pictures = &state.slip_uploads.pictures;
    // Nothing is stored yet: a repeat with the same key begins anew.
    let reading = pictures
        .read(pass, bytes.clone(), kind)
        .await
        .map_err(|_| ApiError::from(Code::SlipUploadFail).with_retry_after(5))?;
    let new = NewSlipFile {
        slip_id,
        wallet_id: caller.id,
        kind,
        reading: reading.map(|slip| slip.payload).map_err(SlipReason::code),
        uploaded_at,
        per_hour_max: state.config.slip.uploads_per_hour_max,
    };
    let stored = file::store(&state.pool, &state.data_dir, &new, bytes).await;
    stored.map_err(|error| match error {
        file::StoreError::Database(error) => error.into(),
        file::StoreError::TooMany => too_many(),
        file::StoreError::Disk(error) => {
            tracing::error!(%error, "a slip's picture was not stored");
            ApiError::from(Code::SlipUploadFail)
        }
    })?;
    let stored = file::find(&state.pool, slip_id).await?;
    stored.ok_or_else(|| Code::SlipUploadFail.into())
}

/// What the list of slips says, as far as it is within the time that a read waits for a view.
async fn answer(
    state: &AppState,
    caller: Member,
    slip_id: SlipId,
    receipt: &Receipt,
) -> Result<Response, ApiError> {
    let position = position_after(state, receipt).await;
    let after = AfterPosition(position.parse().ok());
    state.show(projections::View::Slip, after).await?;
    let entry = slip_view::find_by_id(&state.pool, caller.id, slip_id).await?;
    let status = match entry.as_ref().map(|entry| entry.status) {
        Some(Status::Success) => Standing::Success,
        Some(Status::Failed) => Standing::Failed,
        Some(Status::Pending) | None => Standing::Pending,
    };
    let mut uploaded = UploadedSlip {
        status,
        id: slip_id.to_string(),
        note: None,
        amount: None,
        duplicate_of: None,
        position,
    };
    if let Some(entry) = entry.filter(|_| status != Standing::Pending) {
        if let (Some("SLIP_REFNO_DUPLICATED"), Some(reference)) =
            (entry.reason.as_deref(), &entry.reference)
        {
            let earlier = slip_view::find_by_reference(&state.pool, caller.id, reference).await?;
            uploaded.duplicate_of = earlier
                .filter(|it| it.status == Status::Success && it.sending_bank == entry.sending_bank)
                .map(|it| EarlierSlip {
                    id: it.slip_id.to_string(),
                    created_at: it.created_at,
                });
        }
        uploaded.note = entry.reason;
        uploaded.amount = entry.amount.map(ledger::Money::digits);
    }
    let code = match status {
        Standing::Pending => StatusCode::ACCEPTED,
        Standing::Success | Standing::Failed => StatusCode::CREATED,
    };
    Ok((code, replay_header(receipt), axum::Json(uploaded)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closing_time_may_run_over_midnight() {
        let at = |text| NaiveTime::parse_from_str(text, "%H:%M").unwrap();
        let closed = |now| seconds_closed(at(now), "23:45", "00:15");
        assert_eq!(closed("23:44"), None);
        assert_eq!(closed("23:45"), Some(30 * 60));
        assert_eq!(closed("00:10"), Some(5 * 60));
        assert_eq!(closed("00:15"), None);
        assert_eq!(seconds_closed(at("12:30"), "12:00", "13:00"), Some(30 * 60));
        assert_eq!(seconds_closed(at("12:30"), "12:00", "12:00"), None);
    }
}
