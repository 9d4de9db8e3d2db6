//! QR codes of the EMV family: their objects and checksum, what a payment QR says, its drawing.
//!
//! Knows no service and no wallet. A text from outside is never trusted: each reader answers an
//! error for any input that it does not wholly understand.

#[cfg(test)]
mod compose;
pub(crate) mod drawing;
pub(crate) mod payment;
#[cfg(test)]
mod tests;
pub(crate) mod tlv;
