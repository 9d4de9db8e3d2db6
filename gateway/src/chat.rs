//! The chat of players and guests with support: conversations, messages and files, and their
//! delivery to every open socket, including those of other gateways on the same database.
//!
//! The chat knows nothing about money. Knowing a conversation's id grants nothing: the conversation
//! always follows from the caller's identity.

pub(crate) mod announce;
pub(crate) mod content;
pub(crate) mod erasure;
pub(crate) mod file;
pub(crate) mod frame;
pub(crate) mod guest;
pub(crate) mod hub;
pub(crate) mod latest;
pub(crate) mod link;
mod media;
pub(crate) mod party;
mod presence;
pub(crate) mod quota;
mod record;
mod signal;
pub(crate) mod store;
#[cfg(test)]
mod tests;
pub(crate) mod turns;
mod typing;

/// The name of a room: this, and the id of its member or guest.
pub(crate) const ROOM_PREFIX: &str = "CHAT_";

pub(crate) use hub::Hub;
pub(crate) use party::{Author, Owner, Side, StaffIdentity};
pub(crate) use record::Record;
pub(crate) use signal::Signal;
