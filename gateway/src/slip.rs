//! Slip pictures: read, checked and kept.

pub(crate) mod file;
mod finder;
pub(crate) mod gate;
pub(crate) mod likeness;
pub(crate) mod picture;
pub(crate) mod qr;
pub(crate) mod ruling;
