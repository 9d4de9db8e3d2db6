//! What every room uses. This room knows nothing of members, payments or chat.

pub mod clock;
pub mod config;
pub(crate) mod core;
pub(crate) mod database;
pub(crate) mod error;
pub(crate) mod extract;
pub(crate) mod files;
pub(crate) mod full_disk;
pub(crate) mod guesses;
pub(crate) mod headers;
pub(crate) mod idempotency;
pub(crate) mod intent;
pub(crate) mod journal_room;
pub(crate) mod metrics;
pub(crate) mod outside;
pub(crate) mod passwords;
pub(crate) mod reads;
pub(crate) mod replica;
pub(crate) mod replication;
pub(crate) mod secrets;
pub(crate) mod server;
pub(crate) mod sessions;
pub(crate) mod sockets;
pub(crate) mod subject;
pub(crate) mod totp_secret;
pub(crate) mod visible;
