//! The codes of each operation's refusals, in addition to those that follow from its callers and
//! its input.
//!
//! `refusals.txt` has a line for each operation. The tests compare every answer with it, and add
//! missing codes if `RECORD_REFUSALS` is the file's path.

use platform::error::Code;

const REFUSALS: &str = include_str!("refusals.txt");

/// The codes of an operation by its id. The spelling with GET is refused as the one with POST.
pub(super) fn of(operation_id: &str) -> impl Iterator<Item = Code> {
    let name = operation_id.strip_suffix("_by_get").unwrap_or(operation_id);
    lines()
        .filter(move |(operation, _)| *operation == name)
        .flat_map(|(_, codes)| codes.split_whitespace())
        .map(|code| Code::from_text(code).expect("a code of the catalogue"))
}

/// Operations and their codes as text.
pub(super) fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    REFUSALS.lines().filter_map(|line| line.split_once(": "))
}
