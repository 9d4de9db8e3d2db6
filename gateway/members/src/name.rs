//! Names of people: normalised (NFC), without doubled spaces, within bounds.

mod canonical;

use unicode_normalization::UnicodeNormalization;

pub use canonical::{canonical, is_mark};

use platform::visible::is_blank;

/// Characters of a profile name, at most.
const PROFILE_MAX: usize = 60;
/// Letters of a shortened name's first word, at most.
const SHOWN_MAX: usize = 3;
/// Characters of an account holder's name, at most.
const HOLDER_MAX: usize = 100;

/// The pattern of `like` for canonical names that begin so; none of its letters is a wildcard.
pub fn like_pattern(canonical: &str) -> String {
    let mut pattern = String::with_capacity(canonical.len() + 1);
    for letter in canonical.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

fn tidy(text: &str) -> String {
    let composed: String = text.nfc().collect();
    composed.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Characters that hide in a name and make two different ones look the same. The selector of an
/// emoji's colours is not one of them.
fn hides(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A profile name, or `None` when it shows nothing, is too long or holds characters that hide.
pub fn profile(text: &str) -> Option<String> {
    let name = tidy(text);
    let fits = name.chars().count() <= PROFILE_MAX && !name.chars().any(hides) && !is_blank(&name);
    fits.then_some(name)
}

/// An account holder's name in capitals: letters with their marks, spaces and `.` `-` `'`.
pub fn holder(text: &str) -> Option<String> {
    let name = tidy(text).to_uppercase();
    let is_name_like = |character: char| {
        character.is_alphabetic()
            || is_mark(character)
            || matches!(character, ' ' | '.' | '-' | '\'')
    };
    let fits = (1..=HOLDER_MAX).contains(&name.chars().count())
        && name.chars().all(is_name_like)
        && name.chars().any(char::is_alphabetic);
    fits.then_some(name)
}

/// A shortened profile name that only its owner recognises: the beginning of the first word and
/// the first letter of the last one.
pub fn shortened(name: &str) -> String {
    let mut words = name.split(' ');
    let first = words.next().unwrap_or_default();
    let letters = first.chars().filter(|letter| !is_mark(*letter)).count();
    let mut short = beginning(first, (letters / 2).clamp(1, SHOWN_MAX));
    short.push('…');
    if let Some(last) = words.next_back() {
        short.push(' ');
        short.push_str(&beginning(last, 1));
        short.push('.');
    }
    short
}

/// The first letters of a word, each with the marks above and below it.
fn beginning(word: &str, letters: usize) -> String {
    let mut seen = 0;
    let fits = |character: &char| {
        seen += usize::from(!is_mark(*character));
        seen <= letters
    };
    word.chars().take_while(fits).collect()
}

/// Whether a holder's name is in English capitals and single spaces only.
pub fn is_english(name: &str) -> bool {
    !name.is_empty()
        && name
            .split(' ')
            .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wildcard_is_a_letter_like_any_other() {
        assert_eq!(like_pattern(r"50%_\"), r"50\%\_\\%");
    }

    #[test]
    fn a_holder_is_written_in_capitals_with_single_spaces() {
        assert_eq!(
            holder("  somchai   jaidee ").as_deref(),
            Some("SOMCHAI JAIDEE")
        );
        assert_eq!(holder("สมชาย  ใจดี").as_deref(), Some("สมชาย ใจดี"));
        assert_eq!(holder("ນາງ ມະນີ ສີສຸກ").as_deref(), Some("ນາງ ມະນີ ສີສຸກ"));
        // One letter with a combining accent becomes the composed letter.
        assert_eq!(
            holder("Jose\u{301} D'Or-Ys").as_deref(),
            Some("JOSÉ D'OR-YS")
        );
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in [
            "",
            " ",
            ".",
            "JOHN 2",
            "<b>JOHN</b>",
            "A\u{200b}B",
            "JOHN\u{202e}",
        ] {
            assert_eq!(holder(text), None, "{text:?}");
        }
        assert_eq!(holder(&"A".repeat(101)), None);
        assert_eq!(profile(&"ก".repeat(61)), None);
        assert_eq!(profile("a\u{202e}b"), None);
        for nothing in [
            "",
            " ",
            "\u{3164}",
            "\u{2800} \u{2800}",
            "\u{ad}",
            "\u{fe0f}",
        ] {
            assert_eq!(profile(nothing), None, "{nothing:?}");
        }
        assert_eq!(profile(" สม  ชาย ").as_deref(), Some("สม ชาย"));
    }

    #[test]
    fn a_shortened_name_shows_at_most_half_of_a_word_and_cuts_no_letter_from_its_marks() {
        for (name, short) in [
            ("Somchai", "Som…"),
            ("Somchai Na Chiangmai", "Som… C."),
            ("Malee", "Ma…"),
            ("Jo", "J…"),
            ("A", "A…"),
            ("เพ็ญศรี ดีงาม", "เพ็… ดี."),
            ("ສົມຊາຍ", "ສົມ…"),
            ("", "…"),
        ] {
            assert_eq!(shortened(name), short, "{name}");
        }
    }

    #[test]
    fn english_is_capitals_and_single_spaces() {
        assert!(is_english("SOMCHAI JAIDEE"));
        for name in [
            "",
            "SOMCHAI  JAIDEE",
            "สมชาย",
            "SOMCHAI J.",
            "somchai",
            " A",
        ] {
            assert!(!is_english(name), "{name:?}");
        }
    }
}
