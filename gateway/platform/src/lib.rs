//! The parts that every room uses. This room knows nothing of members, payments or chat.

#![allow(
    clippy::implicit_hasher,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "a room of one program: all its callers are here"
)]

pub mod clock;
pub mod config;
pub mod core;
pub mod database;
pub mod error;
pub mod extract;
pub mod files;
pub mod full_disk;
pub mod guesses;
pub mod headers;
pub mod idempotency;
pub mod intent;
pub mod journal_room;
pub mod metrics;
pub mod open;
pub mod outside;
pub mod passwords;
pub mod reads;
pub mod replica;
pub mod replication;
pub mod revocation;
pub mod secrets;
pub mod server;
pub mod sessions;
pub mod signed_row;
pub mod sockets;
pub mod subject;
pub mod totp_secret;
pub mod visible;
