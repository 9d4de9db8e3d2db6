//! Turns and room for the pictures of slips.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::picture::PictureReader;
use crate::platform::config::Config;
use crate::platform::files::gate::UploadGate;

/// How much of all uploads may be in memory, in units of
/// [`UPLOAD_UNIT_BYTES`](crate::platform::files::UPLOAD_UNIT_BYTES): 256 MiB.
const UPLOAD_UNITS: usize = 4_096;

/// What all uploads of slips share; cheap to clone.
#[derive(Clone)]
pub(crate) struct SlipUploads {
    /// Reads slip pictures, a few at a time.
    pub(crate) pictures: PictureReader,
    /// Room for uploads in memory, in units of
    /// [`UPLOAD_UNIT_BYTES`](crate::platform::files::UPLOAD_UNIT_BYTES).
    pub(crate) room: Arc<Semaphore>,
    /// Each player's share of it.
    pub(crate) gate: UploadGate,
}

impl SlipUploads {
    /// Nothing is uploaded yet.
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            pictures: PictureReader::new(config.paces.turn),
            room: Arc::new(Semaphore::new(UPLOAD_UNITS)),
            gate: UploadGate::new(config.paces.turn),
        }
    }
}
