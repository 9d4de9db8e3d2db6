//! From the text of a file to a configuration, or to everything that is wrong with it.

use std::path::Path;

use super::document::Document;
use super::mistake::{ConfigError, Mistake, Mistakes, Place};
use super::{Config, environment, schema};

impl Config {
    /// Reads and checks the file.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|cause| ConfigError::Unreadable {
            path: path.to_owned(),
            cause,
        })?;
        let file = path.display().to_string();
        Self::parse_file(&text, &file, &|name| std::env::var(name).ok())
    }

    /// Reads and checks a text, with the environment given.
    pub fn parse(
        text: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        Self::parse_file(text, "configuration", variable)
    }

    fn parse_file(
        text: &str,
        file: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let Parsed {
            config,
            document,
            mut mistakes,
        } = Self::read(text, file, variable)?;
        let is_malformed = !mistakes.is_empty();
        let config = config.map(|mut config| {
            config.clean();
            mistakes.extend(config.contradictions());
            config
        });
        match config {
            Some(config) if mistakes.is_empty() => Ok(config),
            _ if is_malformed => Err(ConfigError::Malformed(located(file, mistakes, &document))),
            _ => Err(ConfigError::Contradiction(located(
                file, mistakes, &document,
            ))),
        }
    }

    /// Reads a text, whether or not its parts contradict each other.
    pub(super) fn read(
        text: &str,
        file: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Parsed, ConfigError> {
        let mut document = Document::read(text).map_err(|list| {
            let file = file.to_owned();
            ConfigError::Malformed(Mistakes { file, list })
        })?;
        let mut mistakes = Vec::new();
        environment::substitute(
            &mut document.value,
            &mut Place::whole(&mut mistakes),
            variable,
        );
        let has_all_variables = mistakes.is_empty();
        // They are taken out, so that the rest can be read and checked.
        schema::take_unknown_keys(&mut document.value, &mut Place::whole(&mut mistakes));
        let mut config = None;
        if has_all_variables {
            let read = serde_path_to_error::deserialize(document.value.clone());
            let read: Result<_, serde_path_to_error::Error<toml::de::Error>> = read;
            match read {
                Ok(read) => config = Some(read),
                Err(error) => mistakes.push(Mistake {
                    key: error.path().to_string(),
                    line: None,
                    what: error.inner().message().to_owned(),
                }),
            }
        }
        Ok(Parsed {
            config,
            document,
            mistakes,
        })
    }
}

/// A TOML text with the configuration read from it.
pub(super) struct Parsed {
    /// None if a value is missing or has the wrong type.
    pub(super) config: Option<Config>,
    document: Document,
    mistakes: Vec<Mistake>,
}

/// Gives each mistake its line.
fn located(file: &str, mut list: Vec<Mistake>, document: &Document) -> Mistakes {
    for mistake in &mut list {
        mistake.line = document.line_of(&mistake.key);
    }
    list.sort_by_key(|mistake| mistake.line);
    let file = file.to_owned();
    Mistakes { file, list }
}
