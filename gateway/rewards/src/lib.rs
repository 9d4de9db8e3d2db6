//! Rewards of the house: bonuses, the wheel and invitations.

#![allow(
    clippy::implicit_hasher,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "a room of one program: its callers are all here, and what a name says needs no comment"
)]

pub mod bonus;
pub mod invites;
pub mod wheel;
