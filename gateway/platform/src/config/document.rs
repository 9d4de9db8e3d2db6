//! The text of a configuration as a document whose keys have lines.

use std::collections::HashMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::mistake::Mistake;

/// A text of TOML.
pub(super) struct Document {
    /// Its content.
    pub(super) value: toml::Value,
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
        let mut lines = HashMap::new();
        note_table(table.get_ref(), "", &mut |key, at| {
            lines.insert(key, line(at));
        });
        Ok(Self { value, lines })
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
    fn everything_that_is_not_toml_is_named_with_its_line() {
        let broken = Document::read("a = 1\nb = \nc = 2\nd = [1\n")
            .err()
            .unwrap();
        let lines: Vec<_> = broken.iter().map(|mistake| mistake.line).collect();
        assert_eq!(lines[0], Some(2), "{broken:?}");
        assert!(broken.len() > 1, "{broken:?}");
    }
}
