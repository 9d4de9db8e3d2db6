//! What a slip shows of names and accounts: parts, as real services do.

const TITLES: [&str; 11] = [
    "นาย",
    "นาง",
    "นางสาว",
    "น.ส.",
    "ด.ช.",
    "ด.ญ.",
    "MR",
    "MRS",
    "MS",
    "MISS",
    "MR.",
];
const COMPANY_WORDS: [&str; 7] = ["บริษัท", "บจก", "บมจ", "หจก", "CO.", "LTD", "COMPANY"];

/// `1230102093` → `xxx-x-x0209-x`; other lengths keep the same four digits without dashes.
pub(crate) fn account(number: &str) -> String {
    let length = number.len();
    if !number.is_ascii() || length < 6 {
        return "x".repeat(number.chars().count());
    }
    let shown = &number[length - 5..length - 1];
    if length == 10 {
        format!("xxx-x-x{shown}-x")
    } else {
        format!("{}{shown}x", "x".repeat(length - 5))
    }
}

/// `สมชาย ใจดี` → `นาย สมชาย ใ`, `SOMCHAI JAIDEE` → `MR. SOMCHAI J`; a company's name stays whole.
pub(crate) fn name(full: &str) -> String {
    let upper = full.to_uppercase();
    if COMPANY_WORDS.iter().any(|word| upper.contains(word)) {
        return full.to_owned();
    }
    let mut words: Vec<&str> = full.split_whitespace().collect();
    let is_title =
        |word: &str| TITLES.contains(&word.trim_end_matches('.').to_uppercase().as_str());
    let title = match words.first() {
        Some(first) if words.len() > 1 && (is_title(first) || TITLES.contains(first)) => {
            words.remove(0)
        }
        Some(first) if first.is_ascii() => "MR.",
        // A Lao name gets no Thai title.
        Some(first)
            if first
                .chars()
                .any(|letter| ('\u{0E80}'..='\u{0EFF}').contains(&letter)) =>
        {
            ""
        }
        Some(_) => "นาย",
        None => "",
    };
    let initial = words
        .get(1)
        .and_then(|last| last.chars().next())
        .map(String::from);
    let parts = [
        Some(title.to_owned()),
        words.first().map(ToString::to_string),
        initial,
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_shows_four_digits() {
        assert_eq!(account("1230102093"), "xxx-x-x0209-x");
        assert_eq!(account("020123456789"), "xxxxxxx5678x");
        assert_eq!(account("12"), "xx");
    }

    #[test]
    fn a_name_shows_the_first_word_and_one_letter() {
        assert_eq!(name("สมชาย ใจดี"), "นาย สมชาย ใ");
        assert_eq!(name("นางสาว สมหญิง รักไทย"), "นางสาว สมหญิง ร");
        assert_eq!(name("SOMCHAI JAIDEE"), "MR. SOMCHAI J");
        assert_eq!(name("MRS. SOMSRI JAIDEE"), "MRS. SOMSRI J");
        assert_eq!(name("ສົມໄຊ ໃຈດີ"), "ສົມໄຊ ໃ");
        assert_eq!(name("บริษัท แซนด์บ็อกซ์ จำกัด"), "บริษัท แซนด์บ็อกซ์ จำกัด");
        assert_eq!(name(""), "");
    }
}
