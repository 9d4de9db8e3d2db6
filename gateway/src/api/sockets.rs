//! The live socket: how a client joins, what it may say, and what it is told.

pub(crate) mod conversation;
pub(crate) mod desk;
pub(crate) mod talk;
pub(crate) mod ticket;
