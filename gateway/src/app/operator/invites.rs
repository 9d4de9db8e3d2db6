//! `gateway invites`: computes the earnings of inviters outside the nightly run.

use std::path::PathBuf;

use chrono::NaiveDate;

use super::OperatorError;
use crate::api::state::AppState;
use crate::app::assemble;
use platform::clock::Clock;
use platform::config::Config;
use rewards::invites::{self, Tally};

/// A command of `gateway invites`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum InvitesCommand {
    /// Compute the earnings now instead of at night
    ///
    /// An inviter earns a share of each invited player's losses of that day. A day counts once,
    /// however often it is computed.
    Compute(ComputeArgs),
}

/// The day to compute.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
#[group(required = true, multiple = false)]
pub struct ComputeArgs {
    /// One of the last seven days, YYYY-MM-DD
    #[arg(long)]
    pub day: Option<NaiveDate>,
    /// Treat today so far as a whole day; for demonstrations only
    ///
    /// Refused without a `[[demo_member]]` in the configuration. Later losses of today then earn
    /// nothing.
    #[arg(long)]
    pub now: bool,
}

/// Computes while the gateway runs; returns a text for people.
pub async fn invites(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    command: InvitesCommand,
    clock: Clock,
) -> Result<String, OperatorError> {
    let state = assemble(database_url, data_dir, config, clock).await?;
    let done = compute(&state, command).await;
    state.projections.stop().await;
    state.ledger.close().await;
    state.pool.close().await;
    done
}

async fn compute(state: &AppState, command: InvitesCommand) -> Result<String, OperatorError> {
    if !state.config.invite.is_on {
        return Err(OperatorError::NotDone("invitations are switched off"));
    }
    let InvitesCommand::Compute(ComputeArgs { day, .. }) = command;
    let Some(day) = day else {
        if state.config.demo_members.is_empty() {
            return Err(OperatorError::NotDone(
                "--now needs a [[demo_member]] in the configuration",
            ));
        }
        let tally = invites::compute_today(&state.payments).await?;
        return Ok(summary("today so far", tally));
    };
    let tally = invites::compute_day(&state.payments, day).await?;
    let tally = tally.ok_or(OperatorError::NotDone(
        "only the seven days before today can be computed",
    ))?;
    Ok(summary(&day.to_string(), tally))
}

fn summary(day: &str, tally: Tally) -> String {
    let Tally {
        earned,
        earned_before,
        nothing,
        waiting,
    } = tally;
    format!(
        "{day}: {earned} invited players earned something for their inviters, {earned_before} were \
         computed before, {nothing} had no loss, {waiting} are deferred"
    )
}
