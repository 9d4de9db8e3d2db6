//! `gateway settings`: shows what changes while the service runs, and changes what costs nobody money.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use backoffice::settings::{Change, change};
use chrono::{DateTime, Utc};
use ledger::wallet::SettingsAuthor;
use platform::clock::Clock;
use platform::config::{Config, Section};
use serde_json::Value;

use super::OperatorError;
use crate::api::state::AppState;
use crate::app::assemble;

/// What is done with the settings.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum SettingsCommand {
    /// Print a section as it is in force, as JSON
    Export(SettingsArgs),
    /// Print where what is in force differs from the file
    Diff,
    /// Put a section in force; gateways follow within two seconds, without a restart
    ///
    /// Takes `games` and `hours`. The others cost money, and take two people.
    Change(SettingsChangeArgs),
}

/// A section.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct SettingsArgs {
    /// games, hours, accounts, amounts or offers
    #[arg(value_parser = section)]
    pub section: Section,
}

/// A new content of a section.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct SettingsChangeArgs {
    /// games or hours
    #[arg(value_parser = section)]
    pub section: Section,
    /// File with the whole section, in the form of `export`
    pub file: PathBuf,
    /// The version that it was made from, as `diff` names it; another one is not overwritten
    #[arg(long)]
    pub before: u64,
    /// From when it is in force, as 2027-01-31T18:00:00+07:00; at once without it
    #[arg(long)]
    pub from: Option<DateTime<Utc>>,
    /// Until when; then the version before it is in force again
    #[arg(long)]
    pub until: Option<DateTime<Utc>>,
    /// Who changes it
    #[arg(long)]
    pub by: String,
    /// Why
    #[arg(long)]
    pub why: String,
}

/// A section by its name.
fn section(name: &str) -> Result<Section, String> {
    let named = serde_json::from_value(name.into());
    named.map_err(|error: serde_json::Error| error.to_string())
}

/// Runs a command and returns what to print.
pub async fn settings(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    command: SettingsCommand,
    clock: Clock,
) -> Result<String, OperatorError> {
    let state = assemble(database_url, data_dir, config, clock).await?;
    let done = run(&state, command).await;
    state.projections.stop().await;
    state.ledger.close().await;
    state.pool.close().await;
    done
}

async fn run(state: &AppState, command: SettingsCommand) -> Result<String, OperatorError> {
    match command {
        SettingsCommand::Export(SettingsArgs { section }) => Ok(exported(state, section)),
        SettingsCommand::Diff => Ok(unlike_the_file(state)),
        SettingsCommand::Change(args) => put_in_force(state, args).await,
    }
}

fn in_force(state: &AppState, section: Section) -> (u64, Value) {
    let of_file = || (0, state.settings.section_of_file(section));
    let version = state.settings.current(section);
    version.map_or_else(of_file, |version| (version.number, version.document))
}

fn exported(state: &AppState, section: Section) -> String {
    let (_, document) = in_force(state, section);
    format!("{document:#}")
}

fn unlike_the_file(state: &AppState) -> String {
    let mut text = String::new();
    let value = |value: Option<Value>| {
        value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
    };
    for section in Section::ALL {
        let (number, _) = in_force(state, section);
        writeln!(text, "{section}: version {number}").expect("a text takes a line");
        for one in state.settings.unlike_file(section) {
            let (before, after) = (value(one.before), value(one.after));
            writeln!(
                text,
                "  {}: the file has {before}, in force is {after}",
                one.key
            )
            .expect("a text takes a line");
        }
    }
    text.trim_end().to_owned()
}

async fn put_in_force(state: &AppState, args: SettingsChangeArgs) -> Result<String, OperatorError> {
    if args.section.costs_money() {
        return Err(OperatorError::NotDone(
            "this section costs money: it takes two people",
        ));
    }
    let name = args.file.display().to_string();
    let text = fs::read_to_string(&args.file).map_err(|cause| OperatorError::File {
        name: name.clone(),
        cause,
    })?;
    let document = serde_json::from_str(&text);
    let document = document.map_err(|cause| OperatorError::NotJson { name, cause })?;
    let wanted = Change {
        section: args.section,
        document,
        before: args.before,
        from: args.from,
        until: args.until,
        by: SettingsAuthor::Operator(args.by),
        approved_by: None,
        why: args.why,
    };
    let number = change(state, &state.settings, wanted).await?;
    Ok(format!("{}: version {number} is in force", args.section))
}
