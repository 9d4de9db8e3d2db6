//! Bank slips: uploading, reading the picture, checking the payment, and storing the picture.

pub(crate) mod file;
pub(crate) mod likeness;
pub(crate) mod qr;
pub(crate) mod reader;
pub(crate) mod ruling;
pub(crate) mod submit;
pub(crate) mod uploads;
pub(crate) mod work;
#[cfg(test)]
mod work_tests;
