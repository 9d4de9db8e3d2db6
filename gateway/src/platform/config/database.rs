//! What the operator demands of the database.

use serde::Deserialize;

/// What the database must be.
#[derive(Debug, Clone, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DatabaseRules {
    /// Commits wait for a standby: without one that is named, this gateway does not start and is
    /// not ready.
    pub require_synchronous: bool,
}
