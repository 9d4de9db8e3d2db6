//! From the text of a file to a configuration, or to everything that is wrong with it.

use std::path::Path;
use std::sync::Arc;

use super::content::FileContent;
use super::document::Document;
use super::mistake::{ConfigError, Mistake, Mistakes, Place};
use super::shape::{self, Shape};
use super::{Config, environment, hosts};

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
            hosts,
            mut mistakes,
        } = Self::read(text, file, variable)?;
        let is_malformed = !mistakes.is_empty();
        let config = config.map(|mut config| {
            config.clean();
            config.marks = document.marks.len();
            mistakes.extend(config.contradictions());
            config
        });
        // A trial starts from the operator's file as it is shipped.
        if document.sandbox().is_none() {
            mistakes.extend(examples(&hosts));
            let marks = &document.marks;
            mistakes.retain(|mistake| marks.iter().all(|mark| mark.key != mistake.key));
            mistakes.extend(marks.iter().cloned());
        }
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
        let mut of_shape = Vec::new();
        let Shape { hosts, is_readable } =
            shape::check(&mut document.value, &mut Place::whole(&mut of_shape));
        // A text whose variable has no value is of no form, but that is no second mistake.
        of_shape.retain(|mistake| mistakes.iter().all(|of_text| of_text.key != mistake.key));
        mistakes.extend(of_shape);
        let mut config = None;
        if has_all_variables && is_readable {
            match deserialized(document.value.clone()) {
                Ok(read) => config = Some(read),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        Ok(Parsed {
            config,
            document,
            hosts,
            mistakes,
        })
    }
}

/// The configuration that a content of the right shape has.
fn deserialized(content: toml::Value) -> Result<Config, Mistake> {
    let source = FileContent(Arc::new(content.clone()));
    let read = serde_path_to_error::deserialize(content);
    let read: Result<Config, serde_path_to_error::Error<toml::de::Error>> = read;
    match read {
        Ok(read) => Ok(Config {
            content: source,
            ..read
        }),
        // The schema allows what serde does not: a text of a form that `forms` lacks.
        Err(error) => Err(Mistake {
            key: error.path().to_string(),
            line: None,
            what: format!("cannot be read: {}", error.inner().message()),
        }),
    }
}

/// The configuration that a content has whose variables are filled in; fails with everything that is wrong.
pub(super) fn checked(mut content: toml::Value) -> Result<Config, Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let Shape { hosts, is_readable } = shape::check(&mut content, &mut Place::whole(&mut mistakes));
    if is_readable {
        match deserialized(content) {
            Ok(mut config) => {
                config.clean();
                mistakes.extend(config.contradictions());
                if config.service.sandbox.is_none() {
                    mistakes.extend(examples(&hosts));
                }
                if mistakes.is_empty() {
                    return Ok(config);
                }
            }
            Err(mistake) => mistakes.push(mistake),
        }
    }
    Err(mistakes)
}

/// The hosts that are examples'.
fn examples(hosts: &[(String, String)]) -> impl Iterator<Item = Mistake> {
    let examples = hosts.iter().filter_map(|(key, text)| {
        let host = hosts::host_of(text).filter(|host| hosts::is_example(host))?;
        Some((key, host))
    });
    examples.map(|(key, host)| Mistake {
        key: key.clone(),
        line: None,
        what: hosts::example(&host),
    })
}

/// A TOML text with the configuration read from it.
pub(super) struct Parsed {
    /// None if a value is missing or has the wrong type.
    pub(super) config: Option<Config>,
    document: Document,
    /// Each text that names a host, by its key.
    hosts: Vec<(String, String)>,
    mistakes: Vec<Mistake>,
}

/// Gives each mistake its line.
pub(super) fn located(file: &str, mut list: Vec<Mistake>, document: &Document) -> Mistakes {
    for mistake in &mut list {
        mistake.line = mistake.line.or_else(|| document.line_of(&mistake.key));
    }
    list.sort_by_key(|mistake| mistake.line);
    let file = file.to_owned();
    Mistakes { file, list }
}
