//! Uploaded files: who may send one now, and where and how they are stored.

pub(crate) mod abandoned;
mod bucket;
pub(crate) mod disk;
pub(crate) mod gate;
mod kind;
mod store;
pub(crate) mod upload;

pub(crate) use kind::FileKind;
pub(crate) use store::FileStore;
pub(crate) use upload::UPLOAD_UNIT_BYTES;
