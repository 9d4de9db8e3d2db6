//! The statement as CSV: a line a row, each with its own receipt.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;

use super::wording::{Language, Wording};
use crate::api::export::csv;
use crate::backoffice::proof::bundle::{Bundle, BundleLine, ProofKey};
use crate::backoffice::proof::receipt::Leaf;

const COLUMNS: [&str; 15] = [
    "number",
    "time",
    "type",
    "typeName",
    "status",
    "statusName",
    "from",
    "to",
    "direction",
    "amount",
    "balance",
    "position",
    "event",
    "receipt",
    "proof",
];

/// What all rows have in common; written in the first row.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Common<'a> {
    format: &'a str,
    currency: &'a str,
    from: Option<DateTime<Utc>>,
    to: Option<DateTime<Utc>>,
    opening_balance: &'a str,
    closing_balance: &'a str,
    keys: &'a [ProofKey],
    checkpoint: &'a str,
    tree_size: &'a str,
}

/// A receipt that is complete except for the tree's size.
#[derive(Serialize)]
struct RowReceipt<'a> {
    #[serde(flatten)]
    leaf: &'a Leaf,
    path: Vec<&'a str>,
}

pub(crate) fn table(bundle: &Bundle, language: Language) -> Result<String, serde_json::Error> {
    let wording = Wording::of(language);
    let mut file = format!("{}{}", csv::MARK, csv::row(COLUMNS));
    let mut common = common(bundle)?;
    for (number, line) in (1..).zip(&bundle.lines) {
        let proof = std::mem::take(&mut common);
        file.push_str(&row(bundle, number, line, &proof, &wording)?);
    }
    Ok(file)
}

fn common(bundle: &Bundle) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Common {
        format: bundle.format,
        currency: bundle.currency,
        from: bundle.from,
        to: bundle.to,
        opening_balance: &bundle.opening_balance,
        closing_balance: &bundle.closing_balance,
        keys: &bundle.keys,
        checkpoint: &bundle.checkpoint,
        tree_size: bundle.tree_size(),
    })
}

fn row(
    bundle: &Bundle,
    number: u32,
    line: &BundleLine,
    proof: &str,
    wording: &Wording,
) -> Result<String, serde_json::Error> {
    let leaf = &line.receipt.leaf;
    let path = line.receipt.path.iter();
    let receipt = serde_json::to_string(&RowReceipt {
        leaf,
        path: path
            .filter_map(|place| bundle.hashes.get(*place))
            .map(String::as_str)
            .collect(),
    })?;
    let number = number.to_string();
    let time = line.created_at.to_rfc3339_opts(SecondsFormat::AutoSi, true);
    let event = format!("{}/{}", bundle.wallet_id, leaf.sequence);
    Ok(csv::row([
        number.as_str(),
        &time,
        line.kind,
        wording.kind(line.kind),
        line.status,
        wording.status(line.status),
        &line.from,
        &line.to,
        line.direction,
        &line.amount,
        line.balance.as_deref().unwrap_or_default(),
        &leaf.position,
        &event,
        &receipt,
        proof,
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::export::statement::example;

    fn rows(language: Language) -> Vec<String> {
        let file = table(&example::bundle(), language).unwrap();
        let text = file.strip_prefix('\u{feff}').unwrap();
        text.trim_end().split("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn a_row_has_the_codes_and_their_words_and_amounts_stay_numbers() {
        let rows = rows(Language::Th);
        assert_eq!(rows.len(), 4);
        assert!(rows[0].ends_with("\"position\",\"event\",\"receipt\",\"proof\""));
        let wallet = uuid::Uuid::nil();
        let expected = format!(
            "\"2\",\"2026-11-30T17:00:00.250Z\",\"transfer\",\"โอนเงิน\",\"PENDING\",\"กำลังดำเนินการ\",\
             \"WALLET\",\"pg\",\"out\",\"500.00\",\"1250000.50\",\"12\",\"{wallet}/2\",\"{{"
        );
        assert!(rows[2].starts_with(&expected), "{}", rows[2]);
        // Each row has its own path; only the first row has the common part.
        let path = format!("[\"\"{}\"\",\"\"{}\"\"]", "bb".repeat(32), "aa".repeat(32));
        assert!(rows.iter().skip(1).all(|row| row.contains(&path)));
        assert!(
            rows[1].contains("\"\"treeSize\"\":\"\"13\"\""),
            "{}",
            rows[1]
        );
        assert!(rows.iter().skip(2).all(|row| row.ends_with(",\"\"")));
    }

    #[test]
    fn no_text_of_a_row_is_run_by_a_spreadsheet() {
        let rows = rows(Language::En);
        let hostile =
            "\"'=HYPERLINK(\"\"http://evil\"\")\",\"'@SUM(A1)\",\"none\",\"300.00\",\"\",";
        assert!(rows[3].contains(hostile), "{}", rows[3]);
    }
}
