//! The HTTP API of the portal and the staff console.
//!
//! Routes are grouped by noun. A route reads the request, calls one use case and builds the answer;
//! it contains no rules.

pub(crate) mod answer;
pub(crate) mod caller;
pub(crate) mod console;
pub(crate) mod export;
pub(crate) mod gate;
pub(crate) mod layers;
pub(crate) mod log;
pub(crate) mod openapi;
pub(crate) mod page;
pub(crate) mod player;
pub(crate) mod portal;
pub(crate) mod router;
pub(crate) mod sockets;
pub(crate) mod state;
pub(crate) mod termination;
