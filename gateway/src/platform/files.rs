//! Uploaded files: who may send one now, and how they are kept.

pub(crate) mod abandoned;
pub(crate) mod disk;
pub(crate) mod gate;

/// What one permit of the room for uploads stands for.
pub(crate) const UPLOAD_UNIT_BYTES: usize = 64 * 1024;
