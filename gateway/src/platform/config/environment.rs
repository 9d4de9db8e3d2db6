//! `${NAME}` and `${NAME:-default}` in texts. An item of a list that is nothing but variables and
//! comes out empty is left out: `["${PROXY:-}"]` is a list of one or of none.

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
        toml::Value::Array(items) => {
            let mut kept = Vec::with_capacity(items.len());
            for mut item in items.drain(..) {
                let said_something = item.as_str() != Some("");
                substitute(&mut item, variable)?;
                if !said_something || item.as_str() != Some("") {
                    kept.push(item);
                }
            }
            *items = kept;
            Ok(())
        }
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

    #[test]
    fn an_item_of_a_list_that_comes_out_empty_is_left_out() {
        let text = r#"list = ["${PROXY:-}", "${HOST}", "", ["${PROXY:-}"]]"#;
        let mut value: toml::Value = toml::from_str(text).unwrap();
        substitute(&mut value, &one).unwrap();
        let expected: toml::Value = toml::from_str(r#"list = ["bank.test", "", []]"#).unwrap();
        assert_eq!(value, expected);
    }
}
