//! What the operator demands of the database.

use serde::Deserialize;

/// What the database must be.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DatabaseRules {
    /// Commits wait for a standby. Without a named standby, this gateway does not start and is not
    /// ready.
    pub require_synchronous: bool,
    /// How long a read waits for a replica that is behind, before the primary answers it.
    #[schemars(range(min = 0, max = 10_000))]
    pub replica_wait_ms: u64,
}

impl Default for DatabaseRules {
    fn default() -> Self {
        Self {
            require_synchronous: false,
            replica_wait_ms: 250,
        }
    }
}
