//! The processes that carry events to the outside world and its answers back.

use crate::config::Config;
use crate::state::AppState;

/// What the routes share with the processes.
#[derive(Clone)]
pub(crate) struct Processes;

impl Processes {
    /// Prepares what the processes share with the routes.
    pub(crate) fn new(_config: &Config) -> Self {
        Self
    }
}

/// Starts every process; each ends by itself when `state.stop` says so, tracked by `state.tasks`.
pub(crate) fn start(_state: &AppState) {}
