//! What staff and the operator work with: staff and their acts, decisions about money, the inbox,
//! reconciliation, the proof log, verification, erasure.

pub(crate) mod erasure;
pub(crate) mod inbox;
pub(crate) mod proof;
pub mod reconciliation;
pub(crate) mod review;
pub(crate) mod staff;
pub(crate) mod verification;
