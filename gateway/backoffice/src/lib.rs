//! The tools of staff and the operator: the audit log, decisions about money, the inbox,
//! reconciliation, differences, the proof log, verification and erasure.

#![allow(
    clippy::implicit_hasher,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "a room of one program: all its callers are here"
)]

pub mod discrepancy;
pub mod erasure;
pub mod inbox;
pub mod proof;
pub mod reconciliation;
pub mod review;
pub mod settings;
pub mod staff;
pub mod verification;
