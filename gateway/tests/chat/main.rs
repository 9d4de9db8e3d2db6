//! The support chat over HTTP and the live socket: who sees what, and that nothing is lost.
//!
//! A gateway, or two on one database, for each test.

#![expect(
    clippy::unwrap_used,
    reason = "what these stories rely on must hold, in their helpers as in their tests"
)]

mod abuse;
mod files;
mod insider;
mod link;
mod messages;
mod owner;
mod sockets;
mod stage;
mod uploads;
