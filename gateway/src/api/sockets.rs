//! The live socket: how a client joins, what it may send, and what it receives.

pub(crate) mod conversation;
pub(crate) mod desk;
pub(crate) mod talk;
pub(crate) mod ticket;
