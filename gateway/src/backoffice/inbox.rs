//! Support's inbox: which conversations wait, who handles them, and the prepared answers.
//!
//! Messages and their delivery belong to the chat. Taking a conversation keeps two agents from
//! answering at once; it hides nothing from the others.

pub(crate) mod holding;
pub(crate) mod listing;
pub(crate) mod reply;
pub(crate) mod side;
mod variables;
