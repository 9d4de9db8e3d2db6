//! Files that staff takes along: tables as CSV, and pages to print.
//!
//! Knows text, not players: who calls brings the cells.

pub(crate) mod csv;
pub(crate) mod pdf;
mod shaping;
