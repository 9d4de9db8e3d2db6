//! What invited players have lost, computed at another time than in the night.

use std::path::PathBuf;

use chrono::NaiveDate;

use super::OperatorError;
use crate::api::state::AppState;
use crate::app::assemble;
use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::rewards::invites::{self, Tally};

/// Which losses the operator wants to be computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitesCommand {
    /// Those of a day that is over.
    ComputeDay(NaiveDate),
    /// Those of today so far, in a demonstration.
    ComputeNow,
}

impl InvitesCommand {
    /// Reads the words behind `invites`.
    #[must_use]
    pub fn parse(words: &[&str]) -> Option<Self> {
        match words {
            ["compute", "--day", day] => day.parse().ok().map(Self::ComputeDay),
            ["compute", "--now"] => Some(Self::ComputeNow),
            _ => None,
        }
    }
}

/// Computes beside a running gateway; answers a text for people.
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
        return Err(OperatorError::NotDone("inviting is switched off"));
    }
    let day = match command {
        InvitesCommand::ComputeDay(day) => day,
        InvitesCommand::ComputeNow => {
            let config = &state.config;
            if config.demo_members.is_empty() {
                return Err(OperatorError::NotDone(
                    "today is computed where the configuration has a [[demo_member]] only",
                ));
            }
            let tally = invites::compute_today(&state.payments).await?;
            return Ok(summary("today so far", tally));
        }
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
        "{day}: {earned} invited players earned something for their inviters, {earned_before} had \
         before, {nothing} had lost nothing, {waiting} are left for later"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computation_is_of_one_day_or_of_now() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 24).unwrap();
        let words = ["compute", "--day", "2026-11-24"];
        assert_eq!(
            InvitesCommand::parse(&words),
            Some(InvitesCommand::ComputeDay(day))
        );
        let words = ["compute", "--now"];
        assert_eq!(
            InvitesCommand::parse(&words),
            Some(InvitesCommand::ComputeNow)
        );
        for words in [
            &[][..],
            &["compute"],
            &["compute", "--day"],
            &["compute", "--day", "yesterday"],
            &["compute", "--now", "--day", "2026-11-24"],
        ] {
            assert_eq!(InvitesCommand::parse(words), None, "{words:?}");
        }
    }
}
