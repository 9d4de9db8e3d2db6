//! Bank slips: uploading, reading the picture, checking the payment, and storing the picture.

pub mod file;
pub mod likeness;
pub mod qr;
pub mod reader;
pub mod ruling;
pub mod submit;
pub mod uploads;
pub mod work;
#[cfg(test)]
mod work_tests;
