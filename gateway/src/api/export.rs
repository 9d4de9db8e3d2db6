//! File exports: tables as CSV, and pages to print.
//!
//! They know text, not players: the caller supplies the cells. Only `statement` knows its content,
//! a statement with its proofs.

pub(crate) mod csv;
pub(crate) mod pdf;
mod shaping;
pub(crate) mod statement;
