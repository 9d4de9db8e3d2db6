//! The inbox by HTTP and on the live socket.

pub(crate) mod desk;
mod erasing;
mod holding;
mod listing;
mod messages;
mod replies;
mod roles;
mod searching;
mod sockets;
mod traces;
