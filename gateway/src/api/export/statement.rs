//! A player's statement of a period as a file, with all that proves it: a table for a spreadsheet,
//! or pages to print that carry the proofs inside. The formats stand in `.github/proofs.md`.

#[cfg(test)]
mod example;
mod paper;
mod table;
mod wording;

pub(crate) use paper::{Holder, print};
pub(crate) use table::table;
pub(crate) use wording::{Language, Places};
