//! When our books are held against the outside's.

use serde::Deserialize;

/// The nightly comparison.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReconciliationRules {
    /// Whether it runs by itself; the operator's command runs it at any time.
    pub is_on: bool,
    /// The hour of the day, in Bangkok, at which yesterday is compared.
    pub at_hour: u32,
}
