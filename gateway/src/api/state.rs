//! The state of the handlers: the core and the state of each module; cheap to clone.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use projections::replay::Replays;

use backoffice::proof::sealer::Sealing;
use backoffice::settings::Followed;
use backoffice::verification::walker::BackgroundVerifier;
use chat::Hub;
use payments::Payments;
use payments::slip::uploads::SlipUploads;
use platform::core::Core;
use platform::journal_room::JournalRoom;
use platform::replication::Replication;
use providers::frame::Frames;

/// The gateway's state. It dereferences to the core.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) core: Core,
    /// The payments and their background work.
    pub(crate) payments: Payments,
    /// Turns and room for slip pictures.
    pub(crate) slip_uploads: SlipUploads,
    pub(crate) chat: Hub,
    /// The open replays of players for staff.
    pub(crate) replays: Replays,
    /// Which game sites may be in a frame.
    pub(crate) frames: Arc<Frames>,
    /// Whether commits wait for a standby.
    pub(crate) replication: Arc<Replication>,
    /// How many events the journal has room for.
    pub(crate) journal_room: Arc<JournalRoom>,
    /// The settings that this gateway has read.
    pub(crate) settings: Arc<Followed>,
    /// The state of the sealer.
    pub(crate) sealing: Arc<Sealing>,
    /// The state of the background verification.
    pub(crate) verifier: Arc<BackgroundVerifier>,
}

impl AppState {
    /// The same state under today's decisions of the operator.
    pub(crate) fn renewed(&self) -> Self {
        Self {
            core: self.core.renewed(),
            payments: self.payments.renewed(),
            ..self.clone()
        }
    }
}

impl FromRef<AppState> for Core {
    fn from_ref(state: &AppState) -> Self {
        state.core.clone()
    }
}

impl Deref for AppState {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}
