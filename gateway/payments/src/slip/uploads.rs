//! Turns and room for the pictures of slips.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::reader::PictureReader;
use platform::config::Config;
use platform::error::{ApiError, Code};
use platform::files::gate::UploadGate;

/// How much of all uploads may be in memory, in units of
/// [`UPLOAD_UNIT_BYTES`](platform::files::UPLOAD_UNIT_BYTES): 256 MiB.
const UPLOAD_UNITS: usize = 4_096;

/// The state that all slip uploads share; cheap to clone.
#[derive(Clone)]
pub struct SlipUploads {
    /// Reads slip pictures, a few at a time.
    pub pictures: PictureReader,
    room: Arc<Semaphore>,
    /// Each player's share of the readers.
    pub gate: UploadGate,
}

impl SlipUploads {
    /// The state before any upload.
    pub fn new(config: &Config) -> Self {
        Self {
            pictures: PictureReader::new(config.paces.turn),
            room: Arc::new(Semaphore::new(UPLOAD_UNITS)),
            gate: UploadGate::new(config.paces.turn),
        }
    }

    /// Reserves room for the units of an upload, or fails with `SLIP_UPLOAD_FAIL`.
    pub fn take_room(&self, units: usize) -> Result<OwnedSemaphorePermit, ApiError> {
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        Arc::clone(&self.room)
            .try_acquire_many_owned(units)
            .map_err(|_| Code::SlipUploadFail.into())
    }
}
