//! Slip pictures: read, checked and kept.

pub(crate) mod file;
pub(crate) mod likeness;
pub(crate) mod picture;
pub(crate) mod qr;
pub(crate) mod ruling;
