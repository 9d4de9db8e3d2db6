//! Files to take along: tables as CSV, and pages to print.
//!
//! Knows text, not players: who calls brings the cells. Only `statement` knows what it writes, a
//! statement with its proofs.

pub(crate) mod csv;
pub(crate) mod pdf;
mod shaping;
pub(crate) mod statement;
