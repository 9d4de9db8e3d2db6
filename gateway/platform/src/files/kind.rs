//! The kinds of stored files.

/// Whose rows name the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Slips.
    Slip,
    /// Files of the chat.
    Chat,
}

impl FileKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Slip, Self::Chat];

    /// The folder that they are in.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Slip => "slips",
            Self::Chat => "chat",
        }
    }
}
