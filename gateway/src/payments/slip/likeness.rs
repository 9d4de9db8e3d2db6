//! Whether a name or an account on a slip is the registered one.
//!
//! Slips show masked numbers and truncated names, so there are three answers. Only a definite
//! difference refuses a slip; an unclear comparison goes to a person.

/// The result of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatchResult {
    /// The same, to the extent that the slip shows it.
    Match,
    /// Definitely different.
    NoMatch,
    /// The slip shows too little to decide.
    Indeterminate,
}

impl MatchResult {
    /// The better of two readings of one fact: a match wins over a difference, and a difference
    /// wins over an unclear result.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Match, _) | (_, Self::Match) => Self::Match,
            (Self::Indeterminate, one) | (one, Self::Indeterminate) => one,
            (Self::NoMatch, Self::NoMatch) => Self::NoMatch,
        }
    }
}

/// Titles in front of a name; longer ones first, because some start with others.
const TITLES: [&str; 16] = [
    "นางสาว",
    "นาง",
    "นาย",
    "น.ส.",
    "ด.ช.",
    "ด.ญ.",
    "ທ້າວ",
    "ນາງ",
    "MISS",
    "MRS.",
    "MRS",
    "MR.",
    "MR",
    "MS.",
    "MS",
    "ท่าน",
];

/// With fewer visible digits than this, an account number proves nothing.
const VISIBLE_DIGITS_MIN: usize = 3;

/// Compares a registered account number with a masked one, by position.
#[must_use]
pub(crate) fn account(registered: &str, shown: &str) -> MatchResult {
    let digits: Vec<char> = registered.chars().filter(char::is_ascii_digit).collect();
    let shown: Vec<char> = shown
        .chars()
        .filter(|sign| !matches!(sign, '-' | ' ' | '.'))
        .collect();
    let is_masked_number = shown
        .iter()
        .all(|sign| sign.is_ascii_digit() || matches!(sign, 'x' | 'X' | '*'));
    if !is_masked_number || digits.len() != shown.len() || !has_enough(&shown) {
        return MatchResult::Indeterminate;
    }
    let differs = digits
        .iter()
        .zip(&shown)
        .any(|(digit, sign)| sign.is_ascii_digit() && digit != sign);
    if differs {
        MatchResult::NoMatch
    } else {
        MatchResult::Match
    }
}

/// Whether a masked number shows enough digits to distinguish accounts.
#[must_use]
pub(crate) fn shows_enough(shown: &str) -> bool {
    has_enough(&shown.chars().collect::<Vec<_>>())
}

fn has_enough(signs: &[char]) -> bool {
    signs.iter().filter(|sign| sign.is_ascii_digit()).count() >= VISIBLE_DIGITS_MIN
}

/// Whether a name is exactly the registered one: first and last name, letter by letter.
#[must_use]
pub(crate) fn is_whole(registered: &str, shown: &str) -> bool {
    let (registered, shown) = (words(registered), words(shown));
    registered == shown && shown.len() > 1
}

/// Compares a registered full name with a truncated one.
///
/// The first name must be equal, and the last name must begin with what the slip shows. Names in
/// different scripts cannot be compared.
#[must_use]
pub(crate) fn name(registered: &str, shown: &str) -> MatchResult {
    let (registered, shown) = (words(registered), words(shown));
    if registered == shown && !shown.is_empty() {
        return MatchResult::Match;
    }
    let (Some(registered_first), Some(shown_first)) = (registered.first(), shown.first()) else {
        return MatchResult::Indeterminate;
    };
    if script(registered_first) != script(shown_first) {
        return MatchResult::Indeterminate;
    }
    if registered_first != shown_first {
        // A truncated first name shows too little.
        return if registered_first.starts_with(shown_first.as_str()) && shown.len() == 1 {
            MatchResult::Indeterminate
        } else {
            MatchResult::NoMatch
        };
    }
    let (registered_last, shown_last) = (registered[1..].concat(), shown[1..].concat());
    if shown_last.is_empty() || registered_last.is_empty() {
        return MatchResult::Indeterminate;
    }
    if script(&registered_last) != script(&shown_last) {
        return MatchResult::Indeterminate;
    }
    if registered_last.starts_with(&shown_last) {
        MatchResult::Match
    } else {
        MatchResult::NoMatch
    }
}

/// The script of a word's first letter.
#[derive(Debug, PartialEq, Eq)]
enum Script {
    Thai,
    Lao,
    Other,
}

fn script(word: &str) -> Script {
    match word.chars().next() {
        Some('\u{0E00}'..='\u{0E7F}') => Script::Thai,
        Some('\u{0E80}'..='\u{0EFF}') => Script::Lao,
        _ => Script::Other,
    }
}

/// The name's words in upper case, without the title and without masking characters at their ends.
fn words(name: &str) -> Vec<String> {
    let upper = compose_sara_am(name).to_uppercase();
    let mut rest = upper.trim();
    for title in TITLES {
        // A Thai title may be joined to the name; a Latin title may not (many names start with MS).
        if let Some(after) = rest.strip_prefix(title) {
            let is_apart = after.starts_with([' ', '.', '\u{a0}']);
            let is_joined = !title.is_ascii() && !after.is_empty();
            if is_apart || is_joined {
                rest = after;
                break;
            }
        }
    }
    rest.split_whitespace()
        .map(|word| {
            let shown = word.trim_matches(|sign| matches!(sign, '*' | '.' | '-'));
            // `X` is a mask only when repeated: a name may end in one.
            if shown.ends_with("XX") {
                shown.trim_end_matches('X')
            } else {
                shown
            }
            .to_owned()
        })
        .filter(|word| !word.is_empty() && word.as_str() != "X")
        .collect()
}

/// NIKHAHIT + SARA AA is how some bank systems write SARA AM; the two look the same.
fn compose_sara_am(name: &str) -> String {
    name.replace("\u{0E4D}\u{0E32}", "\u{0E33}")
        .replace("\u{0ECD}\u{0EB2}", "\u{0EB3}")
}

#[cfg(test)]
mod tests {
    use super::MatchResult::{Indeterminate, Match, NoMatch};
    use super::*;

    #[test]
    fn names_compare_as_the_worked_examples_do() {
        for (registered, shown, expected) in [
            ("สมชาย ใจดี", "นาย สมชาย ใ", Match),
            ("สมชาย ใจดี", "นาย สมชาย ด", NoMatch),
            ("SOMCHAI JAIDEE", "MR. SOMCHAI J", Match),
            ("สมชาย ใจดี", "น.ส. สมชาย", Indeterminate),
        ] {
            assert_eq!(name(registered, shown), expected, "{registered} | {shown}");
        }
    }

    #[test]
    fn masks_titles_and_case_do_not_hide_a_name() {
        for shown in [
            "สมชาย ใจ***",
            "นายสมชาย ใจดี",
            "สมชาย  ใจดี",
            "นาย สมชาย ใจxxx",
        ] {
            assert_eq!(name("สมชาย ใจดี", shown), Match, "{shown}");
        }
        for shown in [
            "Mr. Somchai J.",
            "somchai jaidee",
            "MR SOMCHAI JA***",
            "MRSOMCHAI J",
        ] {
            let expected = if shown == "MRSOMCHAI J" {
                NoMatch
            } else {
                Match
            };
            assert_eq!(name("SOMCHAI JAIDEE", shown), expected, "{shown}");
        }
        assert_eq!(name("MAX FOX", "Mr. Max Fox"), Match);
        assert_eq!(name("DEMO", "demo"), Match);
    }

    #[test]
    fn what_shows_too_little_is_left_open() {
        for (registered, shown) in [
            ("SOMCHAI JAIDEE", "นาย สมชาย ใ"),
            ("สมชาย ใจดี", "MR. SOMCHAI J"),
            ("สมชาย ใจดี", ""),
            ("สมชาย ใจดี", "สมชาย ***"),
            ("สมชาย ใจดี", "นาย"),
            ("", "สมชาย ใจดี"),
            ("SOMCHAI JAIDEE", "SOM***"),
        ] {
            assert_ne!(name(registered, shown), Match, "{registered} | {shown}");
        }
        assert_eq!(name("สมชาย ใจดี", "สมชาย ***"), Indeterminate);
        assert_eq!(name("SOMCHAI JAIDEE", "นาย สมชาย ใ"), Indeterminate);
    }

    #[test]
    fn another_name_is_definitely_another() {
        assert_eq!(name("สมชาย ใจดี", "นาย สมหญิง ใ"), NoMatch);
        assert_eq!(name("SOMCHAI JAIDEE", "MS. SOMYING J"), NoMatch);
    }

    #[test]
    fn accounts_compare_as_the_worked_examples_do() {
        for (registered, shown, expected) in [
            ("1230102093", "xxx-x-x0209-x", Match),
            ("1230112093", "xxx-x-x0309-x", NoMatch),
            ("1234567890", "1234xxxx5678", Indeterminate),
        ] {
            assert_eq!(
                account(registered, shown),
                expected,
                "{registered} | {shown}"
            );
        }
    }

    #[test]
    fn a_number_that_shows_too_little_is_never_a_match() {
        for shown in [
            "",
            "xxx-x-xxxxx-x",
            "xxx-x-xxx93-x",
            "12-34",
            "SOMCHAI",
            "xxx-x-x๐๒๐๙-x",
        ] {
            assert_eq!(account("1230102093", shown), Indeterminate, "{shown}");
        }
        assert_eq!(account("123-0-10209-3", "***-*-*0209-*"), Match);
        assert_eq!(account("1230102093", "1230102093"), Match);
    }

    #[test]
    fn a_whole_name_has_both_its_parts_to_the_last_letter() {
        assert!(is_whole("สมชาย ใจดี", "นาย สมชาย ใจดี"));
        assert!(is_whole("SOMCHAI JAIDEE", "Mr. Somchai Jaidee"));
        for cut in ["นาย สมชาย ใ", "สมชาย ใจ***", "สมชาย", ""]
        {
            assert!(!is_whole("สมชาย ใจดี", cut), "{cut}");
        }
        assert!(!is_whole("สมชาย", "สมชาย"));
    }

    #[test]
    fn one_reading_that_fits_is_enough_and_one_that_differs_is_not() {
        assert_eq!(NoMatch.or(Match), Match);
        assert_eq!(Indeterminate.or(NoMatch), NoMatch);
        assert_eq!(Indeterminate.or(Indeterminate), Indeterminate);
        assert_eq!(NoMatch.or(NoMatch), NoMatch);
    }
}
