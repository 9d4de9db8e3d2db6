//! The list of what is believed of each row outside the journal, `.github/rows.md`.

use std::fs;
use std::path::Path;

/// The list, from the repository's top.
pub(crate) const LIST: &str = ".github/rows.md";

/// A column of the list.
pub(crate) struct Entry {
    pub(crate) table: String,
    pub(crate) column: String,
    pub(crate) class: String,
}

impl Entry {
    pub(crate) fn name(&self) -> String {
        format!("{}.{}", self.table, self.column)
    }
}

/// The columns of the list in the repository.
pub(crate) fn listed() -> Vec<Entry> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(LIST);
    entries(&fs::read_to_string(list).unwrap())
}

/// The columns that a list names. A row begins with its table's name.
pub(crate) fn entries(list: &str) -> Vec<Entry> {
    let rows = list.lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(entries_of).collect()
}

/// The columns of one row of a table in the list.
fn entries_of(row: &str) -> Vec<Entry> {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let ["", table, columns, class, missing, signed, ""] = cells.as_slice() else {
        panic!("it has not five cells: {row}");
    };
    assert!(!missing.is_empty() && !signed.is_empty(), "{row}");
    let columns = names(columns).into_iter();
    columns
        .map(|column| Entry {
            table: table.trim_matches('`').to_owned(),
            column,
            class: (*class).to_owned(),
        })
        .collect()
}

/// The names between the backticks of a cell.
fn names(cell: &str) -> Vec<String> {
    let names = cell.split(',').map(|name| name.trim().trim_matches('`'));
    names.map(str::to_owned).collect()
}
