//! Uploaded files: who may send one now, and how they are stored.

pub(crate) mod abandoned;
pub(crate) mod disk;
pub(crate) mod gate;
pub(crate) mod upload;

pub(crate) use upload::UPLOAD_UNIT_BYTES;
