//! The ground: what every room stands on. Knows nothing of members, money in flight or chat.

pub(crate) mod core;
pub(crate) mod files;
pub(crate) mod headers;
pub(crate) mod intent;
pub(crate) mod passwords;
pub(crate) mod sockets;
pub(crate) mod subject;
pub(crate) mod totp_secret;
