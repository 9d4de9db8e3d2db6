//! Which characters of a text a reader sees.

/// Takes no room on a screen, or only as much as a fault does: format characters, variation
/// selectors and controls (Unicode, UAX 44, `Cf` and `Default_Ignorable_Code_Point`).
pub fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
        || letter.is_control() && !letter.is_whitespace()
}

/// Whether a text shows nothing: spaces, invisible characters and the pattern without a dot of
/// Braille.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|character| {
        character.is_whitespace() || is_invisible(character) || character == '\u{2800}'
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_blank_when_a_reader_sees_nothing() {
        for text in [
            "",
            " \n",
            "\u{200b}",
            "\u{2800}\u{3164} ",
            "\u{feff}\u{ad}\u{fe0f}",
        ] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in ["a", "\u{200b}ก", ".", "❤\u{fe0f}", "ຄ"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }
}
