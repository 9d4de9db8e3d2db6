//! The text of a configuration as a document whose keys have lines.

use std::collections::HashMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::mistake::Mistake;

/// The comment at the end of a line that an operator has to replace.
const MARK: &str = "# REPLACE";

/// A text of TOML.
pub(super) struct Document {
    /// Its content.
    pub(super) value: toml::Value,
    /// Each line that is still an example's.
    pub(super) marks: Vec<Mistake>,
    lines: HashMap<String, usize>,
}

impl Document {
    /// Reads a text; fails with everything that is not TOML.
    pub(super) fn read(text: &str) -> Result<Self, Vec<Mistake>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let line = |at: usize| 1 + ends.partition_point(|end| *end < at);
        let mistake = |error: &toml::de::Error| Mistake {
            key: String::new(),
            line: error.span().map(|span| line(span.start)),
            what: error.message().to_owned(),
        };
        if !errors.is_empty() {
            let mut mistakes: Vec<_> = errors.iter().map(mistake).collect();
            mistakes.sort_by_key(|mistake| mistake.line);
            return Err(mistakes);
        }
        let value = toml::from_str(text).map_err(|error| vec![mistake(&error)])?;
        let mut keys = Vec::new();
        note_table(table.get_ref(), "", &mut |key, at| keys.push((key, at)));
        let mark = |mark: &Mark| Mistake {
            key: key_of(mark, &keys),
            line: Some(line(mark.begin)),
            what: "is still the example: replace it and delete the mark".to_owned(),
        };
        let marks = marks(text).iter().map(mark).collect();
        let lines = keys.into_iter().map(|(key, at)| (key, line(at))).collect();
        Ok(Self {
            value,
            marks,
            lines,
        })
    }

    /// The sandbox of a trial or a demonstration, whatever the rest of the text is.
    pub(super) fn sandbox(&self) -> Option<&str> {
        self.value.get("service")?.get("sandbox")?.as_str()
    }

    /// The line of a key, or of the nearest one above it that the text has.
    pub(super) fn line_of(&self, key: &str) -> Option<usize> {
        let mut key = key;
        loop {
            if let Some(line) = self.lines.get(key) {
                return Some(*line);
            }
            key = &key[..key.rfind(['.', '['])?];
        }
    }
}

/// Where a mark is.
struct Mark {
    /// Where its line begins.
    line: usize,
    /// Where the key of its line ends.
    key_end: usize,
    /// Where it begins itself.
    begin: usize,
}

/// The lexer knows a comment from a text that contains `#`. A mark alone on its line, or in another
/// comment, marks nothing.
fn marks(text: &str) -> Vec<Mark> {
    let mut found = Vec::new();
    let (mut line, mut is_empty, mut key_end) = (0, true, None);
    for token in Source::new(text).lex() {
        let at = token.span();
        match token.kind() {
            TokenKind::Newline => (line, is_empty, key_end) = (at.end(), true, None),
            TokenKind::Whitespace => {}
            TokenKind::Comment if !is_empty && text[at.start()..at.end()].trim_end() == MARK => {
                let begin = at.start();
                let key_end = key_end.unwrap_or(begin);
                found.push(Mark {
                    line,
                    key_end,
                    begin,
                });
            }
            TokenKind::Equals => {
                key_end.get_or_insert(at.start());
                is_empty = false;
            }
            _ => is_empty = false,
        }
    }
    found
}

/// The key that a mark's line is about: the innermost that is written there, or, where a value ends
/// that began on another line, the one before it.
fn key_of(mark: &Mark, keys: &[(String, usize)]) -> String {
    let before = keys.iter().filter(|(_, at)| *at < mark.key_end);
    let key = before.max_by_key(|(key, at)| match *at {
        at if at < mark.line => (at, 0),
        _ => (mark.line, key.len()),
    });
    key.map(|(key, _)| key.clone()).unwrap_or_default()
}

fn note_table(table: &DeTable<'_>, above: &str, note: &mut dyn FnMut(String, usize)) {
    for (name, value) in table {
        let key = if above.is_empty() {
            name.get_ref().to_string()
        } else {
            format!("{above}.{}", name.get_ref())
        };
        note(key.clone(), name.span().start);
        note_value(value, &key, note);
    }
}

fn note_value(value: &Spanned<DeValue<'_>>, key: &str, note: &mut dyn FnMut(String, usize)) {
    match value.get_ref() {
        DeValue::Table(table) => note_table(table, key, note),
        DeValue::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                let key = format!("{key}[{number}]");
                note(key.clone(), item.span().start);
                note_value(item, &key, note);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
[service]
name = \"x\"

[[provider]]
code = \"a\"

[[provider]]
code = \"b\"
list = [
  1,
  2,
]
";

    #[test]
    fn each_key_has_the_line_that_it_is_written_in() {
        let document = Document::read(TEXT).unwrap();
        for (key, line) in [
            ("service", 1),
            ("service.name", 2),
            ("provider[0]", 4),
            ("provider[0].code", 5),
            ("provider[1].code", 8),
            ("provider[1].list[1]", 11),
            // A value that the text lacks is looked for where it would be.
            ("service.website", 1),
            ("provider[1].secret", 7),
        ] {
            assert_eq!(document.line_of(key), Some(line), "{key}");
        }
        assert_eq!(document.line_of("session"), None);
    }

    #[test]
    fn a_mark_at_the_end_of_a_line_is_found_and_nothing_else_is_one() {
        let text = "\
# Delete each mark # REPLACE
# REPLACE
[service] # REPLACE
name = { th = \"a\", en = \"b\" } # REPLACE
a.b.c = 1   # REPLACE  \r
note = \"x # REPLACE\"
long = \"\"\"
x # REPLACE
\"\"\" # REPLACE
list = [ # REPLACE
  1,
  2, # REPLACE
  # REPLACE
]
# web = \"x\" # REPLACE
done = 1 # REPLACED

[[provider]] # REPLACE
code = 'a # REPLACE' # why # REPLACE
[[provider]] # REPLACE
[provider.of] # REPLACE
";
        let document = Document::read(text).unwrap();
        let marks = document.marks.iter();
        let found: Vec<_> = marks
            .map(|mark| (mark.line.unwrap(), mark.key.as_str()))
            .collect();
        let expected = [
            (3, "service"),
            (4, "service.name"),
            (5, "service.a.b.c"),
            (9, "service.long"),
            (10, "service.list"),
            (12, "service.list[1]"),
            (18, "provider[0]"),
            (20, "provider[1]"),
            (21, "provider[1].of"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn everything_that_is_not_toml_is_named_with_its_line() {
        let broken = Document::read("a = 1\nb = \nc = 2\nd = [1\n")
            .err()
            .unwrap();
        let lines: Vec<_> = broken.iter().map(|mistake| mistake.line).collect();
        assert_eq!(lines[0], Some(2), "{broken:?}");
        assert!(broken.len() > 1, "{broken:?}");
    }
}
