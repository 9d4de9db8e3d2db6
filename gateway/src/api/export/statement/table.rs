//! The statement as CSV for a person and a spreadsheet: local time, words, and amounts with signs.
//! It proves nothing; the proofs are in the JSON and in the PDF.

use chrono::{DateTime, Utc};
use ledger::wallet::INDOCHINA_TIME;

use super::wording::{Language, Places, Wording};
use crate::api::export::csv;
use backoffice::proof::bundle::{Bundle, BundleLine};

/// Columns of the table.
const COLUMNS: usize = 7;

pub(crate) fn table(bundle: &Bundle, places: &Places, language: Language) -> String {
    let wording = Wording::of(language);
    let mut file = csv::MARK.to_owned();
    let mut push = |cells: &[String; COLUMNS]| {
        file.push_str(&csv::row(cells.iter().map(String::as_str)));
    };
    push(&head(bundle.currency, &wording));
    for line in &bundle.shown.lines {
        push(&row(line, places, &wording));
    }
    file
}

fn head(currency: &str, wording: &Wording) -> [String; COLUMNS] {
    let labels = wording.labels;
    [
        labels.date.to_owned(),
        format!("{} (UTC+7)", labels.time),
        labels.activity.to_owned(),
        labels.status.to_owned(),
        format!("{} ({currency})", labels.amount),
        format!("{} ({currency})", labels.balance),
        labels.reference.to_owned(),
    ]
}

/// The amounts of all rows add up to the change of the balance, so a line that moved nothing has
/// its amount in the text.
fn row(line: &BundleLine, places: &Places, wording: &Wording) -> [String; COLUMNS] {
    let amount = match line.direction {
        "in" => line.amount.clone(),
        "out" => format!("-{}", line.amount),
        _ => String::new(),
    };
    [
        local(line.created_at, "%Y-%m-%d"),
        local(line.created_at, "%H:%M:%S"),
        wording.activity_in_full(line, places),
        wording.status(line.status).to_owned(),
        amount,
        line.balance.clone().unwrap_or_default(),
        line.id.clone(),
    ]
}

fn local(at: DateTime<Utc>, format: &str) -> String {
    at.with_timezone(&INDOCHINA_TIME).format(format).to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::api::export::statement::example;

    fn rows(language: Language) -> Vec<String> {
        let names = [("KBANK", "กสิกรไทย"), ("pg", "PG Soft")];
        let names = names.map(|(code, name)| (code.to_owned(), name.to_owned()));
        let places = Places::named(HashMap::from(names));
        let file = table(&example::bundle(), &places, language);
        let text = file.strip_prefix('\u{feff}').unwrap();
        text.trim_end().split("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn a_row_is_in_local_time_and_words_and_its_amount_is_a_signed_number() {
        let rows = rows(Language::En);
        assert_eq!(
            rows[..3],
            [
                "\"Date\",\"Time (UTC+7)\",\"Activity\",\"Status\",\"Amount (THB)\",\
                 \"Balance (THB)\",\"Reference\"",
                "\"2026-12-01\",\"00:00:00\",\"Deposit from กสิกรไทย\",\"Success\",\
                 \"1249500.50\",\"1250500.50\",\"line-1\"",
                "\"2026-12-01\",\"00:00:00\",\"Transfer Main wallet > PG Soft\",\
                 \"In progress\",\"-500.00\",\"1250000.50\",\"line-2\"",
            ]
        );
    }

    #[test]
    fn a_line_that_has_moved_nothing_adds_nothing_and_still_says_its_amount() {
        let row = &rows(Language::En)[3];
        assert!(row.contains(" (300.00)\",\"Failed\",\"\",\"\","), "{row}");
    }

    #[test]
    fn a_file_is_in_its_language() {
        for (language, date, status) in [
            (Language::Th, "วันที่", "กำลังดำเนินการ"),
            (Language::La, "ວັນທີ", "ກຳລັງດຳເນີນການ"),
        ] {
            let rows = rows(language);
            assert!(rows[0].starts_with(&format!("\"{date}\"")), "{}", rows[0]);
            assert!(rows[2].contains(status), "{}", rows[2]);
        }
    }
}
