//! Rewards of the house: bonuses, the wheel and invitations.

#![allow(
    clippy::implicit_hasher,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "a room of one program: all its callers are here"
)]

pub mod bonus;
pub mod invites;
pub mod wheel;
