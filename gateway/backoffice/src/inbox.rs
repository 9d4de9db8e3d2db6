//! Support's inbox: which conversations wait, who handles them, and the prepared answers.
//!
//! Messages and their delivery belong to the chat. Taking a conversation keeps two agents from
//! answering at once; it hides nothing from the others.

pub mod holding;
pub mod listing;
pub mod reply;
pub mod search;
pub mod side;
mod variables;
