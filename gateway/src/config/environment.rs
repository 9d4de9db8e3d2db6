//! `${NAME}` and `${NAME:-default}` in texts.

use super::ConfigError;

/// Replaces variables in every text of the document.
pub(super) fn substitute(
    value: &mut toml::Value,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    match value {
        toml::Value::String(text) => {
            if text.contains("${") {
                *text = expand(text, variable)?;
            }
            Ok(())
        }
        toml::Value::Array(items) => items
            .iter_mut()
            .try_for_each(|item| substitute(item, variable)),
        toml::Value::Table(table) => table
            .iter_mut()
            .try_for_each(|(_, item)| substitute(item, variable)),
        _ => Ok(()),
    }
}

fn expand(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<String, ConfigError> {
    let mut parts = text.split("${");
    let mut expanded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (reference, rest) = part
            .split_once('}')
            .ok_or_else(|| ConfigError::Unclosed(text.to_owned()))?;
        let (name, default) = match reference.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (reference, None),
        };
        let value = variable(name).filter(|value| !value.is_empty());
        match (value, default) {
            (Some(value), _) => expanded.push_str(&value),
            (None, Some(default)) => expanded.push_str(default),
            (None, None) => return Err(ConfigError::NoVariable(name.to_owned())),
        }
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
        assert!(matches!(
            expand("${PORT}", &one),
            Err(ConfigError::NoVariable(name)) if name == "PORT"
        ));
        assert!(matches!(
            expand("${HOST", &one),
            Err(ConfigError::Unclosed(_))
        ));
    }
}
