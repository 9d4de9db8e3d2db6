//! Uploaded files: who may send one now, and where and how they are stored.

pub mod abandoned;
mod bucket;
pub mod disk;
pub mod gate;
mod kind;
mod store;
pub mod upload;

pub use kind::FileKind;
pub use store::FileStore;
pub use upload::UPLOAD_UNIT_BYTES;
