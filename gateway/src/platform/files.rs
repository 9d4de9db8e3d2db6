//! Uploaded files: who may send one now, and where and how they are stored.

pub(crate) mod abandoned;
mod bucket;
pub(crate) mod disk;
pub(crate) mod gate;
mod store;
pub(crate) mod upload;

pub(crate) use store::{FileKind, FileStore};
pub(crate) use upload::UPLOAD_UNIT_BYTES;
