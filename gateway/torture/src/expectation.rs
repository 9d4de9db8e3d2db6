//! What is expected of the product beyond never losing, doubling or inventing money.

/// A key whose command was refused always answers the same refusal.
pub(crate) const REFUSALS_STAY: bool = true;

/// A repeated key of a QR order answers the same order, whatever its status by then.
pub(crate) const QR_KEYS_STAY: bool = true;

/// No request is ever answered 500, whatever is down.
pub(crate) const NEVER_INTERNAL: bool = true;

/// Processes continue within the bound although old connections to the database stay silent.
pub(crate) const SURVIVES_DEAF_DATABASE: bool = true;

/// An answered command survives a promotion also when its wait for the standby was cut.
pub(crate) const SURVIVES_CUT_WAITS: bool = true;

/// The least commands with an effect that a run must have, for its result to say anything.
pub(crate) const ACKED_MIN: u64 = 40;
