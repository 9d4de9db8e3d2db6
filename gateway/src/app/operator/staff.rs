//! `gateway staff`: accounts of support's staff.

use std::fmt::Write;
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::OperatorError;
use super::plain_text::plain_text;
use super::terminal_code::terminal_code;
use crate::api::state::AppState;
use crate::app::assemble;
use backoffice::staff::account::{self, Draft, Handover};
use backoffice::staff::totp;
use platform::clock::Clock;
use platform::config::{Config, StaffRole, is_staff_username};
use platform::error::{ApiError, Code};
use platform::totp_secret;

/// Longest name, in characters.
const NAME_MAX: usize = 64;

/// A command of `gateway staff`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum StaffCommand {
    /// List all accounts
    List,
    /// Create an account
    Add {
        /// Name to log in with
        #[arg(value_parser = username)]
        username: String,
        /// Display name
        #[arg(long, value_parser = plain_text(NAME_MAX))]
        name: String,
        /// What the person may do
        #[arg(long, value_parser = role_parser())]
        role: StaffRole,
    },
    /// Close an account and end its sessions at once
    Disable {
        /// Name to log in with
        username: String,
    },
    /// Reopen a closed account
    Enable {
        /// Name to log in with
        username: String,
    },
    /// Issue a new password and a new authenticator secret, and end all sessions
    Reset {
        /// Name to log in with
        username: String,
    },
    /// Print the current authenticator code of one of the configuration's `[[demo_staff]]`
    Code {
        /// Name to log in with
        username: String,
    },
}

fn username(text: &str) -> Result<String, String> {
    if is_staff_username(text) {
        Ok(text.to_owned())
    } else {
        Err("not a username of staff".to_owned())
    }
}

fn role_parser() -> impl TypedValueParser<Value = StaffRole> {
    PossibleValuesParser::new(StaffRole::ALL.map(StaffRole::as_str))
        .try_map(|text| text.parse::<StaffRole>())
}

/// The code that an authenticator shows now for one of the configuration's `[[demo_staff]]`; other
/// secrets stay in the database.
pub fn staff_code(config: &Config, username: &str, clock: &Clock) -> Result<String, OperatorError> {
    let all = &config.demo_staff;
    let staff = all.iter().find(|staff| staff.username == username);
    let staff = staff.ok_or(OperatorError::NotDone(
        "codes are shown for the configuration's [[demo_staff]] only",
    ))?;
    let secret = totp_secret::parse_secret(staff.totp_secret.reveal())
        .ok_or(OperatorError::NotDone("the secret is not base 32"))?;
    let (code, seconds) = totp::current(&secret, clock.now());
    Ok(format!("{code}  (for {seconds} s; each code opens once)"))
}

/// Runs a command while the gateway runs; returns a text for people.
pub async fn staff(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    command: StaffCommand,
    clock: Clock,
) -> Result<String, OperatorError> {
    let state = assemble(database_url, data_dir, config, clock).await?;
    let done = carry_out(&state, command).await;
    state.projections.stop().await;
    state.ledger.close().await;
    state.pool.close().await;
    done
}

async fn carry_out(state: &AppState, command: StaffCommand) -> Result<String, OperatorError> {
    match command {
        StaffCommand::List => list(state).await,
        StaffCommand::Add {
            username,
            name,
            role,
        } => {
            let draft = Draft {
                username: &username,
                name: &name,
                role,
            };
            let handover = account::add(state, &draft).await.map_err(refused)?;
            Ok(shown_once(&username, &handover))
        }
        StaffCommand::Disable { username } => {
            let done = account::set_active(state, &username, false).await;
            done.map_err(refused)?;
            Ok(format!(
                "{username} is disabled, and all sessions are ended"
            ))
        }
        StaffCommand::Enable { username } => {
            let done = account::set_active(state, &username, true).await;
            done.map_err(refused)?;
            Ok(format!("{username} is enabled"))
        }
        StaffCommand::Reset { username } => {
            let handover = account::reset(state, &username).await.map_err(refused)?;
            Ok(shown_once(&username, &handover))
        }
        StaffCommand::Code { username } => staff_code(&state.config, &username, &state.clock),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "errors are handed over")]
fn refused(error: ApiError) -> OperatorError {
    OperatorError::NotDone(match error.code {
        Code::ExistingUser => "this name is taken: choose another one",
        Code::NoData => "no account has this name: `gateway staff list` shows them all",
        other => other.as_str(),
    })
}

/// A person at a terminal also gets the address as a code; a script reads the same lines as ever.
fn shown_once(username: &str, handover: &Handover) -> String {
    let code = Some(&handover.otpauth).filter(|_| stdout().is_terminal());
    let code = code.and_then(|address| terminal_code(address));
    let code = code.map_or_else(String::new, |code| format!("\n{code}"));
    format!(
        "{username}\n  password       {}\n  authenticator  {}{code}\nThis is shown once: hand it over now.",
        handover.password, handover.otpauth
    )
}

async fn list(state: &AppState) -> Result<String, OperatorError> {
    let mut text = String::new();
    for account in account::list(state).await? {
        let state = if account.is_active {
            "active"
        } else {
            "disabled"
        };
        let seen = account
            .last_seen_at
            .map_or_else(|| "never".to_owned(), |at| at.to_rfc3339());
        let created = account.created_at.to_rfc3339();
        let (username, role, name) = (account.username, account.role, account.name);
        writeln!(
            text,
            "{username}  {role}  {state}  created {created}  last seen {seen}  {name}"
        )
        .expect("a text takes a line");
    }
    if text.is_empty() {
        text.push_str("no accounts");
    }
    Ok(text.trim_end().to_owned())
}
