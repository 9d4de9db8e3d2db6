//! The statement on paper: the holder, the period, a line for each activity, and how to check it.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::INDOCHINA_TIME;
use rust_decimal::Decimal;

use super::wording::{Language, Places, Wording};
use crate::api::export::pdf::{self, Attachment, Column, Figure, Letterhead, Paper, PdfError};
use backoffice::proof::bundle::{Bundle, BundleLine};
use platform::error::Bug;

/// The file name of the proofs that are attached to the PDF.
const ATTACHMENT: &str = "statement-proof.json";

/// Digits of an account number that are shown.
const DIGITS_SHOWN: usize = 4;

/// Letters of the root that are printed: enough to see that two checkpoints differ.
const ROOT_SHOWN: usize = 16;

/// The facts that a statement shows in addition to its lines.
pub(crate) struct Holder {
    pub(crate) name: String,
    /// The bank code of the registered account.
    pub(crate) bank_code: String,
    /// The number of the registered account; only its end is printed.
    pub(crate) account_no: String,
    pub(crate) service: String,
    /// The service's colour, as red, green and blue.
    pub(crate) colour: [u8; 3],
    /// The address of the page that checks statements.
    pub(crate) checker: String,
    /// When the PDF was made.
    pub(crate) made_at: DateTime<Utc>,
}

/// Why a statement cannot be printed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PaperError {
    /// It cannot be printed.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// The proofs cannot be written.
    #[error("the proofs cannot be written: {0}")]
    Proof(#[from] serde_json::Error),
}

impl Bug for PaperError {}

/// Prints a statement with its proofs inside. Takes a while for many lines: not for a thread that
/// serves others.
pub(crate) fn print(
    bundle: &Bundle,
    holder: &Holder,
    places: &Places,
    language: Language,
) -> Result<Vec<u8>, PaperError> {
    let wording = Wording::of(language);
    let attachment = Attachment {
        name: ATTACHMENT,
        mime_type: "application/json",
        description: wording.labels.attached.to_owned(),
        content: serde_json::to_vec(bundle)?,
    };
    let paper = paper(bundle, holder, places, &wording);
    Ok(pdf::print_with(&paper, Some(attachment))?)
}

fn paper(bundle: &Bundle, holder: &Holder, places: &Places, wording: &Wording) -> Paper {
    Paper {
        title: wording.labels.title.to_owned(),
        facts: facts(bundle, holder, places, wording),
        columns: columns(bundle.currency, wording),
        rows: rows(bundle, places, wording),
        foot: format!("{} · {}", holder.service, wording.labels.page),
        letterhead: Some(Letterhead {
            sender: holder.service.clone(),
            colour: holder.colour,
            aside: aside(bundle, holder, wording),
            figures: figures(bundle, wording),
            notes: notes(bundle, holder, wording),
        }),
    }
}

/// Whose statement it is.
fn facts(bundle: &Bundle, holder: &Holder, places: &Places, wording: &Wording) -> Vec<String> {
    let labels = wording.labels;
    let account = format!(
        "{} {}",
        places.name(&holder.bank_code),
        masked(&holder.account_no)
    );
    vec![
        holder.name.clone(),
        format!("{}: {account}", labels.account),
        format!("{}: {}", labels.wallet, bundle.wallet_id),
    ]
}

/// The period, and when the statement was made.
fn aside(bundle: &Bundle, holder: &Holder, wording: &Wording) -> Vec<String> {
    let labels = wording.labels;
    let from = bundle.from.map(|from| {
        if is_midnight(from) {
            day(from)
        } else {
            moment(from)
        }
    });
    // The end is the first moment after the period; the last moment inside it is printed.
    let end = match bundle.to.map(|to| to - TimeDelta::microseconds(1)) {
        Some(last) if last < holder.made_at && !bundle.to.is_some_and(is_midnight) => moment(last),
        Some(last) => day(last.min(holder.made_at)),
        None => day(holder.made_at),
    };
    vec![
        format!(
            "{}: {} – {end}",
            labels.period,
            from.as_deref().unwrap_or(labels.beginning),
        ),
        format!("{}: {} (UTC+7)", labels.made, moment(holder.made_at)),
        format!("{}: {}", labels.lines, bundle.shown.lines.len()),
    ]
}

fn figures(bundle: &Bundle, wording: &Wording) -> Vec<Figure> {
    let labels = wording.labels;
    let currency = bundle.currency;
    let figure = |name: &str, amount: &str| Figure {
        name: format!("{name} ({currency})"),
        amount: grouped(amount),
    };
    vec![
        figure(labels.opening, &bundle.shown.opening_balance),
        figure(labels.inward, &moved(bundle, "in")),
        figure(labels.outward, &moved(bundle, "out")),
        figure(labels.closing, &bundle.shown.closing_balance),
    ]
}

/// The sum of the movements in one direction, with the digits of the balances.
fn moved(bundle: &Bundle, direction: &str) -> String {
    let lines = bundle.shown.lines.iter();
    let amounts = lines
        .filter(|line| line.direction == direction)
        .filter_map(|line| line.amount.parse::<Decimal>().ok());
    let mut sum: Decimal = amounts.sum();
    let digits = bundle.shown.closing_balance.split_once('.');
    sum.rescale(digits.map_or(0, |(_, digits)| u32::try_from(digits.len()).unwrap_or(0)));
    sum.to_string()
}

/// The statement's proof, and how to check it.
fn notes(bundle: &Bundle, holder: &Holder, wording: &Wording) -> Vec<String> {
    let labels = wording.labels;
    let how = labels.check.map(|line| {
        let line = line.replace("{file}", ATTACHMENT);
        line.replace("{page}", &holder.checker)
    });
    let checkpoint = format!("{} · {}", checkpoint(bundle, wording), bundle.origin);
    how.into_iter().chain([checkpoint]).collect()
}

/// The checkpoint in short: how many events, and how its root begins.
fn checkpoint(bundle: &Bundle, wording: &Wording) -> String {
    let root: String = bundle.root().chars().take(ROOT_SHOWN).collect();
    let label = wording.labels.checkpoint;
    format!("{label} {} {root}…", bundle.tree_size())
}

fn columns(currency: &str, wording: &Wording) -> Vec<Column> {
    let labels = wording.labels;
    let money = |label: &str| format!("{label} ({currency})");
    [
        (format!("{} (UTC+7)", labels.time), 930, false),
        (labels.activity.to_owned(), 1_480, false),
        (labels.status.to_owned(), 570, false),
        (money(labels.outward), 720, true),
        (money(labels.inward), 720, true),
        (money(labels.balance), 730, true),
    ]
    .map(|(name, width, is_right)| Column {
        name,
        width,
        is_right,
    })
    .into()
}

fn rows(bundle: &Bundle, places: &Places, wording: &Wording) -> Vec<Vec<String>> {
    let labels = wording.labels;
    let balance = |label: &str, amount: &str| {
        let mut row = vec![String::new(); 5];
        label.clone_into(&mut row[1]);
        row.push(grouped(amount));
        row
    };
    let mut rows = vec![balance(labels.opening, &bundle.shown.opening_balance)];
    let lines = bundle.shown.lines.iter();
    rows.extend(lines.map(|line| row(line, places, wording)));
    rows.push(balance(labels.closing, &bundle.shown.closing_balance));
    rows
}

fn row(line: &BundleLine, places: &Places, wording: &Wording) -> Vec<String> {
    let amount = |direction: &str| {
        if line.direction == direction {
            grouped(&line.amount)
        } else {
            String::new()
        }
    };
    let balance = line.balance.as_deref().map(grouped);
    vec![
        moment(line.created_at),
        wording.activity_in_full(line, places),
        wording.status(line.status).to_owned(),
        amount("out"),
        amount("in"),
        balance.unwrap_or_default(),
    ]
}

/// Whether a day begins; a period from midnight to midnight is named by its days.
fn is_midnight(at: DateTime<Utc>) -> bool {
    at.with_timezone(&INDOCHINA_TIME).time() == chrono::NaiveTime::MIN
}

fn day(at: DateTime<Utc>) -> String {
    let local = at.with_timezone(&INDOCHINA_TIME);
    local.format("%d/%m/%Y").to_string()
}

fn moment(at: DateTime<Utc>) -> String {
    let local = at.with_timezone(&INDOCHINA_TIME);
    local.format("%d/%m/%Y %H:%M:%S").to_string()
}

/// An account number with only its end readable.
fn masked(account_no: &str) -> String {
    let hidden = account_no.chars().count().saturating_sub(DIGITS_SHOWN);
    let digits = account_no.chars().enumerate();
    digits
        .map(|(place, digit)| if place < hidden { 'x' } else { digit })
        .collect()
}

/// An amount with commas between thousands.
fn grouped(amount: &str) -> String {
    let (whole, fraction) = amount.split_at(amount.find('.').unwrap_or(amount.len()));
    let mut grouped = String::new();
    let count = whole.bytes().filter(u8::is_ascii_digit).count();
    let mut left = count;
    for letter in whole.chars() {
        if letter.is_ascii_digit() {
            if left < count && left % 3 == 0 {
                grouped.push(',');
            }
            left -= 1;
        }
        grouped.push(letter);
    }
    grouped.push_str(fraction);
    grouped
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::api::export::shaping::Fonts;
    use crate::api::export::statement::example;

    fn holder() -> Holder {
        Holder {
            name: "ที่รัก ปิ่นแก้ว · ສົມໃຈ ຫຼ້າ".to_owned(),
            bank_code: "KBANK".to_owned(),
            account_no: "1234567890".to_owned(),
            service: "กระเป๋าเงินสมาชิก".to_owned(),
            colour: [53, 70, 200],
            checker: "https://wallet.example.com/verify.html".to_owned(),
            made_at: "2026-12-02T03:04:05Z".parse().unwrap(),
        }
    }

    fn places() -> Places {
        let names = [("KBANK", "กสิกรไทย"), ("pg", "PG Soft")];
        let names = names.map(|(code, name)| (code.to_owned(), name.to_owned()));
        Places::named(HashMap::from(names))
    }

    #[test]
    fn a_paper_says_whose_it_is_and_has_every_line_between_two_balances() {
        let wording = Wording::of(Language::En);
        let paper = paper(&example::bundle(), &holder(), &places(), &wording);
        let letter = paper.letterhead.as_ref().unwrap();
        let figures = letter.figures.iter();
        let figures: Vec<String> = figures
            .map(|figure| format!("{}: {}", figure.name, figure.amount))
            .collect();
        let facts = [&paper.facts, &letter.aside, &figures, &letter.notes]
            .map(|lines| lines.join("\n"))
            .join("\n");
        for fact in [
            "ที่รัก ปิ่นแก้ว",
            "กสิกรไทย xxxxxx7890",
            // The month ends in the future: the statement ends now.
            "01/11/2026 – 02/12/2026",
            "Opening balance (THB): 1,000.00",
            "Money in (THB): 1,249,500.50",
            "Money out (THB): 500.00",
            "Closing balance (THB): 1,250,000.50",
            "Checkpoint 13 Jv3R0uNrcS7i+emO",
            "https://wallet.example.com/verify.html",
        ] {
            assert!(facts.contains(fact), "{fact}: {facts}");
        }
        assert!(!facts.contains("123456"), "{facts}");
        let time = "01/12/2026 00:00:00";
        let rows: Vec<Vec<&str>> = paper
            .rows
            .iter()
            .map(|row| row.iter().map(String::as_str).collect())
            .collect();
        assert_eq!(rows[0], ["", "Opening balance", "", "", "", "1,000.00"]);
        assert_eq!(rows[1][..3], [time, "Deposit from กสิกรไทย", "Success"]);
        assert_eq!(rows[1][3..], ["", "1,249,500.50", "1,250,500.50"]);
        assert_eq!(rows[2][1], "Transfer Main wallet > PG Soft");
        assert_eq!(rows[2][2..], ["In progress", "500.00", "", "1,250,000.50"]);
        assert!(rows[3][1].ends_with("(300.00)"), "{:?}", rows[3]);
        assert_eq!(rows[3][2..], ["Failed", "", "", ""]);
        assert_eq!(rows[4], ["", "Closing balance", "", "", "", "1,250,000.50"]);
    }

    /// `PDF_FOLDER=folder cargo test -p gateway --lib export` leaves a page of each language.
    #[test]
    fn a_paper_can_be_looked_at_in_each_language() {
        for (name, language) in [
            ("th", Language::Th),
            ("la", Language::La),
            ("en", Language::En),
        ] {
            let mut bundle = example::bundle();
            for _ in 0..5 {
                bundle.shown.lines.extend(bundle.shown.lines.clone());
            }
            let pdf = print(&bundle, &holder(), &places(), language).unwrap();
            assert!(pdf.starts_with(b"%PDF-"));
            let text = String::from_utf8_lossy(&pdf).into_owned();
            assert_eq!(
                text.matches("/EmbeddedFile").count(),
                2,
                "one file and its list"
            );
            if let Ok(folder) = std::env::var("PDF_FOLDER") {
                std::fs::write(format!("{folder}/{name}.pdf"), pdf).unwrap();
            }
        }
    }

    #[test]
    fn thousands_are_grouped_and_only_the_end_of_an_account_number_is_shown() {
        for (amount, written) in [
            ("0.00", "0.00"),
            ("999.00", "999.00"),
            ("1000.00", "1,000.00"),
            ("-123456.78", "-123,456.78"),
            ("1234567", "1,234,567"),
        ] {
            assert_eq!(grouped(amount), written);
        }
        assert_eq!(masked("1234567890"), "xxxxxx7890");
        assert_eq!(masked("12"), "12");
    }

    #[test]
    fn how_it_is_checked_is_never_cut_off() {
        let fonts = Fonts::read().unwrap();
        for language in [Language::Th, Language::La, Language::En] {
            for line in Wording::of(language).labels.check {
                let line = line.replace("{file}", ATTACHMENT);
                let line = line.replace("{page}", "https://wallet.example.com/verify.html");
                // The page's width between its margins, in thousandths of the facts' size.
                let width: i32 = fonts
                    .shape(&line, i32::MAX)
                    .iter()
                    .map(|run| run.width)
                    .sum();
                assert!(width <= (5_150 - 180) * 1_000 / 78, "{line}: {width}");
                let shown = fonts.shape(&line, i32::MAX);
                let shown: String = shown.iter().map(|run| run.text.as_str()).collect();
                assert_eq!(shown, line, "a letter is in no font");
            }
        }
    }
}
