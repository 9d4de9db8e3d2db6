//! Submitting a bank slip: from an upload to a deposit in progress.
//!
//! [`admit`] runs before the picture is read from the connection, so that an upload that would be
//! refused anyway costs neither memory nor a decoder. [`submit`] stores the picture, submits the
//! slip to the ledger and waits a moment for the outcome. A repeat with the same key finds the
//! picture of the first request.

use std::time::Duration;

use chrono::{NaiveTime, Timelike};
use ledger::wallet::{INDOCHINA_TIME, SlipCommand, SlipReason, SlipStatus};
use ledger::{CommandOutcome, Idempotency, LedgerError, SlipId, WalletCommand, WalletId};
use serde_json::json;

use super::file::{self, NewSlipFile, SlipFile, StoreError};
use super::uploads::SlipUploads;
use crate::{Job, Payments, Process, wait_until};
use picture::MediaType;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::files::disk;
use platform::files::gate::Pass;
use platform::files::upload::Upload;

/// An admitted upload: its owner, and its stored part.
pub struct Admission {
    slip_id: SlipId,
    wallet_id: WalletId,
    /// The picture of an earlier request with the same key.
    stored: Option<SlipFile>,
    pass: Pass,
}

/// Admits a player's upload. A repeat is admitted at any hour.
///
/// # Errors
///
/// `REQUEST_LIMIT` when the player has too many uploads in progress or within the hour,
/// `SLIP_CLOSED` during the daily closing time.
pub async fn admit(
    core: &Core,
    uploads: &SlipUploads,
    wallet_id: WalletId,
    slip_id: SlipId,
) -> Result<Admission, ApiError> {
    let pass = uploads.gate.enter(wallet_id).await;
    let pass = pass.ok_or_else(|| ApiError::from(Code::RequestLimit).with_retry_after(5))?;
    let stored = file::find(&core.pool, slip_id).await?;
    if stored.is_none() {
        require_open(core)?;
        file::require_below_hourly_max(
            &core.pool,
            wallet_id,
            core.clock.now(),
            core.config.slip.uploads_per_hour_max,
        )
        .await?;
    }
    Ok(Admission {
        slip_id,
        wallet_id,
        stored,
        pass,
    })
}

/// Submits the slip of an upload, and waits at most the configured time for its outcome.
///
/// # Errors
///
/// A refusal because of the picture, the disk or the ledger's rules. A refused slip leaves no
/// picture.
pub async fn submit(
    payments: &Payments,
    uploads: &SlipUploads,
    admission: Admission,
    upload: Upload,
    key: Option<Idempotency>,
) -> Result<CommandOutcome, ApiError> {
    let Admission {
        slip_id, wallet_id, ..
    } = admission;
    let is_new = admission.stored.is_none();
    let file = take_in(payments, uploads, admission, upload).await?;
    let reference = file
        .reference()
        .map_err(|error| ApiError::internal(&error))?;
    let command = WalletCommand::Slip(SlipCommand::Submit { slip_id, reference });
    let context = payments.member_context(key);
    let submitted = payments.ledger.execute(wallet_id, command, context).await;
    if let Err(LedgerError::IdempotencyMismatch | LedgerError::Refused(_)) = submitted
        && is_new
    {
        // The slip does not exist and never will, so its picture would be orphaned.
        file::discard(payments, slip_id).await?;
    }
    let receipt = submitted?;
    payments.hint(Job {
        process: Process::Slip,
        id: slip_id.0,
        wallet_id,
    });
    let longest = Duration::from_millis(payments.config.waits.slip_ms);
    wait_until(payments, wallet_id, slip_id.0, longest, |wallet| {
        wallet
            .slip(slip_id)
            .is_none_or(|slip| slip.status != SlipStatus::Submitted)
    })
    .await?;
    Ok(receipt)
}

/// Reads and stores a picture, unless it is stored already. It frees the upload's memory.
async fn take_in(
    core: &Core,
    uploads: &SlipUploads,
    admission: Admission,
    upload: Upload,
) -> Result<SlipFile, ApiError> {
    let Admission {
        slip_id,
        wallet_id,
        stored,
        pass,
    } = admission;
    let bytes = &upload.bytes;
    let file = if let Some(stored) = stored {
        stored
    } else {
        let kind = MediaType::of(bytes).ok_or_else(|| not_a_picture(bytes))?;
        let uploaded_at = core.clock.now();
        // Nothing is stored yet: a repeat with the same key starts over.
        let reading = uploads
            .pictures
            .read(&pass, bytes.clone(), kind)
            .await
            .map_err(|_| ApiError::from(Code::SlipUploadFail).with_retry_after(5))?;
        let new = NewSlipFile {
            slip_id,
            wallet_id,
            kind,
            reading: reading.map(|slip| slip.payload).map_err(SlipReason::code),
            uploaded_at,
            per_hour_max: core.config.slip.uploads_per_hour_max,
        };
        file::store(core, &new, bytes).await?
    };
    if file.sha256 != disk::fingerprint(bytes) || file.wallet_id != wallet_id {
        return Err(Code::IdempotencyMismatch.into());
    }
    Ok(file)
}

/// The refusal of a file that cannot be read, with its kind if a phone sends it in place of a picture.
fn not_a_picture(bytes: &[u8]) -> ApiError {
    let refusal = ApiError::from(Code::SlipInvalidFile);
    // ISO/IEC 14496-12: the size of the first box, `ftyp`, and the brand.
    let brand = (bytes.get(4..8) == Some(b"ftyp".as_slice())).then(|| bytes.get(8..12));
    let kind = match brand.flatten() {
        Some(b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1") => {
            "HEIC"
        }
        Some(b"avif" | b"avis") => "AVIF",
        _ if bytes.starts_with(b"%PDF-") => "PDF",
        _ => return refusal,
    };
    refusal.with_data(json!({ "kind": kind }))
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Database(error) => error.into(),
            StoreError::TooMany => Self::from(Code::RequestLimit).with_retry_after(15 * 60),
            StoreError::Disk(error) => {
                tracing::error!(%error, "a slip's picture was not stored");
                Code::SlipUploadFail.into()
            }
        }
    }
}

/// Slips are not taken during the operator's daily closing time.
fn require_open(core: &Core) -> Result<(), ApiError> {
    let rules = &core.config.slip;
    let (Some(from), Some(until)) = (&rules.closed_from, &rules.closed_until) else {
        return Ok(());
    };
    let now = core.clock.now().with_timezone(&INDOCHINA_TIME).time();
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

/// Seconds until the closing time, which may span midnight, ends; none outside of it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_a_phone_sends_in_place_of_a_picture_is_named() {
        let kind = |bytes: &[u8]| {
            let refusal = not_a_picture(bytes);
            assert_eq!(refusal.code, Code::SlipInvalidFile);
            refusal.data.map(|data| data["kind"].clone())
        };
        for (bytes, named) in [
            (&b"\0\0\0\x24ftypheic\0\0\0\0mif1"[..], Some("HEIC")),
            (b"\0\0\0\x20ftypmif1", Some("HEIC")),
            (b"\0\0\0\x20ftypavif", Some("AVIF")),
            (b"%PDF-1.7\n", Some("PDF")),
            (b"\0\0\0\x20ftypisom", None),
            (b"\0\0\0\x20ftyp", None),
            (b"hello", None),
        ] {
            assert_eq!(kind(bytes), named.map(|name| json!(name)));
        }
    }

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
