//! The tools of staff and the operator: the audit log, decisions about money, the inbox,
//! reconciliation, the proof log, verification and erasure.

pub(crate) mod erasure;
pub(crate) mod inbox;
pub(crate) mod proof;
pub mod reconciliation;
pub(crate) mod review;
pub(crate) mod staff;
pub(crate) mod verification;
