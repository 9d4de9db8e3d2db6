//! The portal's and the console's API.

pub(crate) mod sockets;
pub(crate) mod state;
