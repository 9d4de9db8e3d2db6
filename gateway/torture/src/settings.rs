//! The operator's configuration for a run: the demonstration set, with waits that let a run see many
//! outages in little time.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::trouble::Trouble;

/// What differs from the demonstration set: section, name, value.
const CHANGES: &[(&str, &str, Setting)] = &[
    // Members register by the dozen, and money comes in as fast as they can send it.
    ("otp", "is_on", Setting::Is(false)),
    (
        "login",
        "registrations_per_address_hour",
        Setting::Number(100_000),
    ),
    (
        "login",
        "service_tries_per_minute",
        Setting::Number(100_000),
    ),
    ("slip", "uploads_per_hour_max", Setting::Number(100_000)),
    ("gift", "links_per_hour_max", Setting::Number(100_000)),
    ("qr", "orders_per_hour_max", Setting::Number(100_000)),
    (
        "proof",
        "reads_per_address_minute",
        Setting::Number(100_000),
    ),
    // The end of the run compares all books itself.
    ("reconciliation", "is_on", Setting::Is(false)),
    // What is lost is asked about soon.
    ("qr", "poll_ms", Setting::Number(1_000)),
    ("qr", "late_poll_ms", Setting::Number(2_000)),
    ("waits", "outside_ms", Setting::Number(3_000)),
    ("waits", "transfer_ms", Setting::Number(3_000)),
    ("waits", "withdrawal_ms", Setting::Number(3_000)),
    ("waits", "slip_ms", Setting::Number(3_000)),
    ("waits", "retry_ms", Setting::Number(250)),
    ("waits", "retry_max_ms", Setting::Number(1_000)),
    ("waits", "cancel_after_ms", Setting::Number(10_000)),
    ("waits", "slip_retry_ms", Setting::Number(500)),
    ("breaker", "open_ms", Setting::Number(500)),
];

#[derive(Clone, Copy)]
enum Setting {
    Is(bool),
    Number(i64),
}

impl Setting {
    const fn value(self) -> Value {
        match self {
            Self::Is(is) => Value::Boolean(is),
            Self::Number(number) => Value::Integer(number),
        }
    }
}

/// Writes the configuration of a run; payment services find the gateway at `callback`.
///
/// With `is_synchronous`, gateways want commits to wait for a standby.
pub(crate) fn write(
    repo: &Path,
    folder: &Path,
    callback: &str,
    is_synchronous: bool,
) -> Result<PathBuf, Trouble> {
    let from = repo.join("gateway/demo.toml");
    let text = fs::read_to_string(&from).map_err(Trouble::file(&from))?;
    let mut table: Table = text.parse().map_err(|error| unusable(&from, &error))?;
    for (section, name, setting) in CHANGES {
        let value = setting_of(&mut table, section, name)?;
        *value = setting.value();
    }
    *setting_of(&mut table, "database", "require_synchronous")? = Value::Boolean(is_synchronous);
    *setting_of(&mut table, "qr", "callback_base")? = Value::String(callback.to_owned());
    let providers = table.get_mut("provider").and_then(Value::as_array_mut);
    for provider in providers.into_iter().flatten() {
        if let Some(provider) = provider.as_table_mut() {
            provider.insert("time_out_ms".to_owned(), Value::Integer(3_000));
        }
    }
    let path = folder.join("wallet.toml");
    let text = toml::to_string(&table).map_err(|error| unusable(&path, &error))?;
    fs::write(&path, text).map_err(Trouble::file(&path))?;
    Ok(path)
}

fn setting_of<'a>(
    table: &'a mut Table,
    section: &str,
    name: &str,
) -> Result<&'a mut Value, Trouble> {
    let missing = || Trouble::RunOptions(format!("gateway/demo.toml has no {name} in [{section}]"));
    let section = table.get_mut(section).and_then(Value::as_table_mut);
    section.and_then(|it| it.get_mut(name)).ok_or_else(missing)
}

fn unusable(path: &Path, error: &dyn std::fmt::Display) -> Trouble {
    Trouble::RunOptions(format!("{}: {error}", path.display()))
}
