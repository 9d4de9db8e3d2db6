//! The mistakes in a configuration, each with its key and its line.

use std::fmt;
use std::path::PathBuf;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The key that it is about, as `provider[2].secret`; counted from 0, empty for the whole text.
    pub key: String,
    /// The line of that key, from 1; none if no file has it.
    pub line: Option<usize>,
    /// The mistake, in words.
    pub what: String,
}

/// All that is wrong with one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes {
    /// The file.
    pub file: String,
    /// Each of them, by line.
    pub list: Vec<Mistake>,
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, mistake) in self.list.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            write!(f, "{}:", self.file)?;
            if let Some(line) = mistake.line {
                write!(f, "{line}:")?;
            }
            if !mistake.key.is_empty() {
                write!(f, " {}:", mistake.key)?;
            }
            write!(f, " {}", mistake.what)?;
        }
        Ok(())
    }
}

/// Why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the configuration {path}: {cause}. WALLET_CONFIG has to name it")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// Not TOML, not the expected keys, or a variable without a value.
    #[error("{0}")]
    Malformed(Mistakes),
    /// The parts contradict each other.
    #[error("{0}")]
    Contradiction(Mistakes),
}

/// A key of the configuration during its check; collects the mistakes.
pub(super) struct Place<'a> {
    mistakes: &'a mut Vec<Mistake>,
    key: String,
}

impl<'a> Place<'a> {
    /// The whole text.
    pub(super) fn whole(mistakes: &'a mut Vec<Mistake>) -> Self {
        let key = String::new();
        Self { mistakes, key }
    }

    /// A key of this table.
    pub(super) fn at(&mut self, key: &str) -> Place<'_> {
        let key = if self.key.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.key)
        };
        Place {
            mistakes: self.mistakes,
            key,
        }
    }

    /// An item of this list, counted from 0.
    pub(super) fn item(&mut self, number: usize) -> Place<'_> {
        Place {
            key: format!("{}[{number}]", self.key),
            mistakes: self.mistakes,
        }
    }

    /// Like [`Self::item`], for a caller that is done with the list.
    pub(super) fn into_item(self, number: usize) -> Self {
        let key = format!("{}[{number}]", self.key);
        Self { key, ..self }
    }

    /// Its name in the text.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// Notes a mistake in it.
    pub(super) fn wrong(&mut self, what: impl Into<String>) {
        self.mistakes.push(Mistake {
            key: self.key.clone(),
            line: None,
            what: what.into(),
        });
    }

    /// Notes a mistake in it unless a condition holds.
    pub(super) fn require(&mut self, holds: bool, what: impl Into<String>) {
        if !holds {
            self.wrong(what);
        }
    }
}
