//! Support's inbox: which conversations wait, who looks after which, and what staff answer with.
//!
//! Messages and their way to the sockets are the chat's. Holding a conversation keeps two agents
//! from answering at once; it hides nothing from the others.

pub(crate) mod holding;
pub(crate) mod listing;
pub(crate) mod reply;
pub(crate) mod side;
mod variables;
