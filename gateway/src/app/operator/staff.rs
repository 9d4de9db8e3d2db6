//! `gateway staff`: accounts of support's staff.

use std::fmt::Write;
use std::path::PathBuf;

use super::OperatorError;
use super::options::read_options;
use crate::api::state::AppState;
use crate::app::assemble;
use crate::backoffice::staff::account::{self, Draft, Handover};
use crate::backoffice::staff::totp;
use crate::platform::clock::Clock;
use crate::platform::config::{Config, StaffRole, is_staff_username};
use crate::platform::error::{ApiError, Code};
use crate::platform::totp_secret;

/// Letters of a name.
const NAME_MAX: usize = 64;

/// What the operator wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaffArgs {
    /// To see everybody.
    List,
    /// To make an account.
    Add {
        /// The name to log in with.
        username: String,
        /// The name that others see.
        name: String,
        /// What they may do.
        role: StaffRole,
    },
    /// To end an account at once.
    Disable(String),
    /// To open an ended account again.
    Enable(String),
    /// To give out a new password and a new authenticator.
    Reset(String),
    /// To see the code of the configuration's demonstration staff.
    Code(String),
}

impl StaffArgs {
    /// Reads the words behind `staff`.
    #[must_use]
    pub fn parse(words: &[&str]) -> Option<Self> {
        match words {
            [] | ["list"] => Some(Self::List),
            ["add", username, options @ ..] => {
                let [name, role] = read_options(options, ["--name", "--role"])?;
                let is_name = name.chars().count() <= NAME_MAX
                    && !name.chars().any(char::is_control)
                    && is_staff_username(username);
                is_name.then_some(())?;
                Some(Self::Add {
                    username: (*username).to_owned(),
                    name,
                    role: role.parse().ok()?,
                })
            }
            ["disable", username] => Some(Self::Disable((*username).to_owned())),
            ["enable", username] => Some(Self::Enable((*username).to_owned())),
            ["reset", username] => Some(Self::Reset((*username).to_owned())),
            ["code", username] => Some(Self::Code((*username).to_owned())),
            _ => None,
        }
    }
}

/// The code that an authenticator would show for one of the configuration's demonstration staff;
/// nobody else's secret is told to anyone.
pub fn staff_code(config: &Config, username: &str, clock: &Clock) -> Result<String, OperatorError> {
    let all = &config.demo_staff;
    let staff = all.iter().find(|it| it.username == username);
    let staff = staff.ok_or(OperatorError::NotDone(
        "a code is told of the configuration's [[demo_staff]] only",
    ))?;
    let secret = totp_secret::parse_secret(staff.totp_secret.reveal())
        .ok_or(OperatorError::NotDone("the secret is not base 32"))?;
    let (code, seconds) = totp::current(&secret, clock.now());
    Ok(format!("{code}  (for {seconds} s; each code opens once)"))
}

/// Does what the operator wants beside a running gateway; answers a text for people.
pub async fn staff(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    wish: StaffArgs,
    clock: Clock,
) -> Result<String, OperatorError> {
    let state = assemble(database_url, data_dir, config, clock).await?;
    let done = carry_out(&state, wish).await;
    state.projections.stop().await;
    state.ledger.close().await;
    state.pool.close().await;
    done
}

async fn carry_out(state: &AppState, wish: StaffArgs) -> Result<String, OperatorError> {
    match wish {
        StaffArgs::List => list(state).await,
        StaffArgs::Add {
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
        StaffArgs::Disable(username) => {
            let done = account::set_active(state, &username, false).await;
            done.map_err(refused)?;
            Ok(format!("{username} may not come in, and is out"))
        }
        StaffArgs::Enable(username) => {
            let done = account::set_active(state, &username, true).await;
            done.map_err(refused)?;
            Ok(format!("{username} may come in"))
        }
        StaffArgs::Reset(username) => {
            let handover = account::reset(state, &username).await.map_err(refused)?;
            Ok(shown_once(&username, &handover))
        }
        StaffArgs::Code(username) => staff_code(&state.config, &username, &state.clock),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "errors are handed over")]
fn refused(error: ApiError) -> OperatorError {
    OperatorError::NotDone(match error.code {
        Code::ExistingUser => "this name is taken",
        Code::NoData => "nobody has this name",
        other => other.as_str(),
    })
}

fn shown_once(username: &str, handover: &Handover) -> String {
    format!(
        "{username}\n  password       {}\n  authenticator  {}\nshown once: hand it over now",
        handover.password, handover.otpauth
    )
}

async fn list(state: &AppState) -> Result<String, OperatorError> {
    let mut text = String::new();
    for it in account::list(state).await? {
        let may = if it.is_active { "active" } else { "disabled" };
        let seen = it
            .last_seen_at
            .map_or_else(|| "never".to_owned(), |at| at.to_rfc3339());
        let made = it.created_at.to_rfc3339();
        let (username, role, name) = (it.username, it.role, it.name);
        writeln!(
            text,
            "{username}  {role}  {may}  made {made}  seen {seen}  {name}"
        )
        .expect("a text takes a line");
    }
    if text.is_empty() {
        text.push_str("nobody");
    }
    Ok(text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_needs_a_name_and_a_role() {
        let add = ["add", "nok", "--role", "agent", "--name", "นก"];
        let wish = StaffArgs::parse(&add).unwrap();
        assert!(matches!(
            wish,
            StaffArgs::Add { role: StaffRole::Agent, name, .. } if name == "นก"
        ));
        assert_eq!(StaffArgs::parse(&[]), Some(StaffArgs::List));
        for words in [
            &add[..4],
            &["add", "nok", "--role", "owner", "--name", "นก"],
            &["add", "NOK", "--role", "agent", "--name", "นก"],
            &["add", "nok", "--role", "agent", "--name", "a\u{7}b"],
            &["disable"],
            &["remove", "nok"],
        ] {
            assert_eq!(StaffArgs::parse(words), None, "{words:?}");
        }
    }
}
