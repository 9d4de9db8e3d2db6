//! What handlers work with: the ground and the rooms' own parts; cheap to clone.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use projections::replay::Replays;

use crate::backoffice::proof::sealer::Sealing;
use crate::backoffice::verification::walker::BackgroundVerifier;
use crate::chat::Hub;
use crate::payments::Payments;
use crate::payments::slip::uploads::SlipUploads;
use crate::platform::core::Core;
use crate::platform::replication::Replication;

/// The gateway's parts. What belongs to no room is reached as if it were a field of this.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) core: Core,
    /// The payments that are carried outside.
    pub(crate) payments: Payments,
    /// Turns and room for slip pictures.
    pub(crate) slip_uploads: SlipUploads,
    pub(crate) chat: Hub,
    /// Players whose lives staff looks through.
    pub(crate) replays: Replays,
    /// Whether commits wait for a standby.
    pub(crate) replication: Arc<Replication>,
    /// How far the journal is sealed.
    pub(crate) sealing: Arc<Sealing>,
    /// What the background check has come to.
    pub(crate) verifier: Arc<BackgroundVerifier>,
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
