//! A player's statement of a period as a file: a table for a spreadsheet, or pages to print with the
//! proofs attached. `.github/proofs.md` defines the formats.

#[cfg(test)]
mod example;
mod paper;
mod table;
mod wording;

pub(crate) use paper::{Holder, print};
pub(crate) use table::table;
pub(crate) use wording::{Language, Places};
