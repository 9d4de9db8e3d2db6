//! The chat of players and guests with support: conversations, messages and files, and their
//! delivery to every open socket, including those of other gateways on the same database.
//!
//! The chat knows nothing about money. Knowing a conversation's id grants nothing: the conversation
//! always follows from the caller's identity.

#![allow(
    clippy::implicit_hasher,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "a room of one program: all its callers are here"
)]

pub mod announce;
pub mod content;
pub mod erasure;
pub mod file;
pub mod frame;
pub mod guest;
pub mod hub;
pub mod latest;
pub mod link;
mod media;
pub mod party;
mod presence;
pub mod quota;
pub mod record;
pub mod search;
mod signal;
pub mod store;
#[cfg(test)]
mod tests;
pub mod turns;
mod typing;

/// The name of a room: this, and the id of its member or guest.
pub const ROOM_PREFIX: &str = "CHAT_";

pub use hub::Hub;
pub use party::{Author, Owner, Side, StaffIdentity};
pub use record::Record;
pub use signal::Signal;
