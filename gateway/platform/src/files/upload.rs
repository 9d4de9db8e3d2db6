//! A file as it comes in, held in memory within bounds.

use axum::extract::multipart::Field;
use bytes::{Bytes, BytesMut};
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;

use crate::error::{ApiError, Code};

/// Bytes for each permit of the room for uploads.
pub const UPLOAD_UNIT_BYTES: usize = 64 * 1024;

/// A file in memory, with its share of the room for uploads.
pub struct Upload {
    /// The file's whole content.
    pub bytes: Bytes,
    _room: OwnedSemaphorePermit,
}

impl Upload {
    /// Reads a form's field, at most `bytes_max` of it. Room is taken as the bytes arrive, in units
    /// of [`UPLOAD_UNIT_BYTES`], so that a flood of large files is refused before it uses up the
    /// memory.
    ///
    /// # Errors
    ///
    /// `PAYLOAD_TOO_LARGE`, `INVALID_INPUT` for a form that breaks off, and the errors of
    /// `take_room`.
    pub async fn read(
        mut field: Field<'_>,
        bytes_max: usize,
        take_room: impl Fn(usize) -> Result<OwnedSemaphorePermit, ApiError>,
    ) -> Result<Self, ApiError> {
        let name = field.name().unwrap_or_default().to_owned();
        let mut bytes = BytesMut::new();
        let mut room = take_room(1)?;
        while let Some(chunk) = field
            .chunk()
            .await
            .map_err(|_| ApiError::invalid_fields(&[&name]))?
        {
            if bytes.len() + chunk.len() > bytes_max {
                let refusal = ApiError::from(Code::PayloadTooLarge);
                return Err(refusal.with_data(json!({ "bytes": bytes_max })));
            }
            bytes.extend_from_slice(&chunk);
            let units = bytes.len() / UPLOAD_UNIT_BYTES + 1;
            if units > room.num_permits() {
                room.merge(take_room(units - room.num_permits())?);
            }
        }
        Ok(Self {
            bytes: bytes.freeze(),
            _room: room,
        })
    }
}
