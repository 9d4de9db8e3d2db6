//! CSV for spreadsheets (RFC 4180): UTF-8 with a byte order mark, so that Thai and Lao are read
//! correctly. An apostrophe before a cell keeps a spreadsheet from running it as a formula.

/// The byte order mark of UTF-8; without it, spreadsheets guess the encoding.
pub(crate) const MARK: &str = "\u{feff}";

/// One row, with its line ending.
pub(crate) fn row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let mut row = String::new();
    for (number, cell) in cells.into_iter().enumerate() {
        if number > 0 {
            row.push(',');
        }
        push(&mut row, cell);
    }
    row.push_str("\r\n");
    row
}

fn push(row: &mut String, cell: &str) {
    row.push('"');
    if is_formula(cell) {
        row.push('\'');
    }
    for letter in cell.chars() {
        if letter == '"' {
            row.push('"');
        }
        row.push(letter);
    }
    row.push('"');
}

/// Whether a spreadsheet may interpret the cell as a formula. A plain number, optionally negative, is
/// not a formula.
fn is_formula(cell: &str) -> bool {
    let trimmed = cell.trim_start_matches([' ', '\u{a0}', '\u{3000}', '\u{feff}']);
    let starts_like_formula = trimmed.starts_with([
        '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '|',
    ]);
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    starts_like_formula && !(is_plain(whole) && is_plain(fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_run_as_a_formula_and_numbers_stay_numbers() {
        for cell in [
            "=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", " =1", "\r=1", "-1+1", "＝1",
        ] {
            assert_eq!(row([cell]), format!("\"'{cell}\"\r\n"));
        }
        for cell in ["-50.00", "50", "", "สมชาย ใจดี", "a=b"] {
            assert_eq!(row([cell]), format!("\"{cell}\"\r\n"));
        }
    }

    #[test]
    fn a_cell_keeps_its_quotes_commas_and_lines() {
        assert_eq!(
            row(["a\"b", "c,d", "e\nf"]),
            "\"a\"\"b\",\"c,d\",\"e\nf\"\r\n"
        );
    }
}
