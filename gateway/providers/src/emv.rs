//! QR codes of the EMV family: their objects and checksum, the content of a payment QR, and its
//! drawing.
//!
//! This module knows no service and no wallet. It never trusts a text from outside: each reader
//! returns an error for any input that it does not understand completely.

#[cfg(test)]
mod compose;
pub mod drawing;
pub mod payment;
#[cfg(test)]
mod tests;
pub mod tlv;
