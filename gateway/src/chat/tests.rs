//! Staff's side of the chat.
