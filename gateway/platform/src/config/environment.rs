//! `${NAME}` and `${NAME:-default}` in texts. `NAME_FILE` may name a file that holds the value, so
//! that a secret need not be in the environment. A list item that consists of variables only and
//! turns out empty is left out: `["${PROXY:-}"]` has one item or none.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use ledger::key_file;

use super::mistake::Place;

/// Why a variable has no value.
#[derive(Debug, thiserror::Error)]
pub enum VariableError {
    /// It is given twice.
    #[error("{0} and {0}_FILE are both set: unset one of them")]
    Twice(String),
    /// Its file cannot be read.
    #[error("{name}_FILE: cannot read {path}: {cause}")]
    Unreadable {
        /// The variable.
        name: String,
        /// The file.
        path: String,
        /// What the system says.
        cause: std::io::Error,
    },
}

/// The value of a variable, or of the file that `NAME_FILE` names, without the line's end. Empty
/// counts as absent.
pub fn value_of(
    name: &str,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<String>, VariableError> {
    let given = |name: &str| variable(name).filter(|value| !value.is_empty());
    match (given(name), given(&format!("{name}_FILE"))) {
        (Some(_), Some(_)) => Err(VariableError::Twice(name.to_owned())),
        (value, None) => Ok(value),
        (None, Some(path)) => {
            warn_of_public(name, &path);
            match fs::read_to_string(&path) {
                Ok(text) => Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned())
                    .filter(|value| !value.is_empty())),
                Err(cause) => Err(VariableError::Unreadable {
                    name: name.to_owned(),
                    path,
                    cause,
                }),
            }
        }
    }
}

/// Where containers have their secrets. All may read them there, and "all" is the container alone.
const OF_CONTAINERS: [&str; 2] = ["/run/secrets", "/var/run/secrets"];

/// A warning and no refusal: the variable may be an address, and who mounts the file decides its mode.
fn warn_of_public(name: &str, path: &str) {
    let is_of_container = OF_CONTAINERS
        .iter()
        .any(|of| Path::new(path).starts_with(of));
    let is_public = File::open(path).and_then(|file| key_file::is_public(&file));
    if !is_of_container && is_public.unwrap_or(false) && is_reachable(Path::new(path)) {
        tracing::warn!(
            "everybody on this machine can read {path}, which {name}_FILE names: run `chmod 600 {path}`"
        );
    }
}

/// Whether everybody may enter the folders above a file. A folder that cannot be read counts as open.
fn is_reachable(path: &Path) -> bool {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut folders = path.ancestors().skip(1);
    !folders.any(|folder| {
        let mode = fs::metadata(folder).map(|data| data.permissions().mode());
        mode.is_ok_and(|mode| mode & 0o001 == 0)
    })
}

/// Replaces variables in every text of the document.
pub(super) fn substitute(
    value: &mut toml::Value,
    place: &mut Place<'_>,
    variable: &dyn Fn(&str) -> Option<String>,
) {
    match value {
        toml::Value::String(text) if text.contains("${") => match expand(text, variable) {
            Ok(expanded) => *text = expanded,
            Err(what) => place.wrong(what),
        },
        toml::Value::Array(items) => {
            let mut kept = Vec::with_capacity(items.len());
            for (number, mut item) in items.drain(..).enumerate() {
                let said_something = item.as_str() != Some("");
                substitute(&mut item, &mut place.item(number), variable);
                if !said_something || item.as_str() != Some("") {
                    kept.push(item);
                }
            }
            *items = kept;
        }
        toml::Value::Table(table) => {
            for (key, item) in table.iter_mut() {
                substitute(item, &mut place.at(key), variable);
            }
        }
        _ => {}
    }
}

fn expand(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut parts = text.split("${");
    let mut expanded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (reference, rest) = part
            .split_once('}')
            .ok_or_else(|| format!("a variable is not closed in {text:?}"))?;
        let (name, default) = match reference.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (reference, None),
        };
        let value = value_of(name, variable).map_err(|error| error.to_string())?;
        let value = value
            .or_else(|| default.map(str::to_owned))
            .ok_or_else(|| {
                format!("the environment has neither {name} nor {name}_FILE: set one")
            })?;
        expanded.push_str(&value);
        expanded.push_str(rest);
    }
    Ok(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str) -> Option<String> {
        (name == "HOST").then(|| "bank.test".to_owned())
    }

    #[test]
    fn a_variable_is_replaced_and_a_missing_one_needs_a_default() {
        assert_eq!(
            expand("http://${HOST}/v1", &one).unwrap(),
            "http://bank.test/v1"
        );
        assert_eq!(expand("${PORT:-80}/${HOST}", &one).unwrap(), "80/bank.test");
        assert!(expand("${PORT}", &one).unwrap_err().contains("PORT_FILE"));
        assert!(expand("${HOST", &one).unwrap_err().contains("not closed"));
    }

    #[test]
    fn a_secret_may_lie_in_a_file_without_its_last_line_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        fs::write(&path, "of the bank\n").unwrap();
        let path = path.to_str().unwrap().to_owned();
        let by_file = |name: &str| (name == "BANK_SECRET_FILE").then(|| path.clone());
        assert_eq!(expand("${BANK_SECRET}", &by_file).unwrap(), "of the bank");
        assert_eq!(
            expand("${BANK_SECRET:-x}", &by_file).unwrap(),
            "of the bank"
        );
        let twice = |name: &str| name.starts_with("BANK").then(|| path.clone());
        let error = expand("${BANK_SECRET}", &twice).unwrap_err();
        assert!(error.contains("both set"), "{error}");
        // A missing file is no reason to use the default.
        let away = |name: &str| (name == "BANK_SECRET_FILE").then(|| "/nowhere/at/all".to_owned());
        let error = expand("${BANK_SECRET:-x}", &away).unwrap_err();
        assert!(error.contains("/nowhere/at/all"), "{error}");
    }

    #[test]
    fn an_item_of_a_list_that_comes_out_empty_is_left_out() {
        let text = r#"list = ["${PROXY:-}", "${HOST}", "", ["${PROXY:-}"]]"#;
        let mut value: toml::Value = toml::from_str(text).unwrap();
        let mut mistakes = Vec::new();
        substitute(&mut value, &mut Place::whole(&mut mistakes), &one);
        assert_eq!(mistakes, []);
        let expected: toml::Value = toml::from_str(r#"list = ["bank.test", "", []]"#).unwrap();
        assert_eq!(value, expected);
    }
}
