//! `gateway provider check`: the conformance kit against any address.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use ledger::Currency;
use platform::config::GameProtocol;
use providers::conformance::{GameAccess, check_game};

use super::OperatorError;

/// What is done with a provider.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum ProviderCommand {
    /// Run the conformance checks against a provider's test system; needs no database
    ///
    /// Creates a player there and moves small amounts. Exits with 3 when a check fails.
    Check(ProviderCheckArgs),
}

/// Which provider is checked.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct ProviderCheckArgs {
    /// What it provides
    #[arg(long, value_parser = ["game"])]
    pub kind: String,
    /// The protocol that it speaks: gw1 or sf1
    #[arg(long, value_parser = protocol)]
    pub protocol: GameProtocol,
    /// Its address before the paths of the protocol
    #[arg(long)]
    pub url: String,
    /// The operator's name there
    #[arg(long)]
    pub agent: String,
    /// File with the key of the signatures
    #[arg(long)]
    pub secret_file: PathBuf,
    /// Currency of the player that is created
    #[arg(long, default_value = "THB", value_parser = currency)]
    pub currency: Currency,
    /// How long a call may take, in milliseconds
    #[arg(long, default_value_t = 10_000)]
    pub time_out_ms: u64,
}

/// A protocol by the name that the configuration has for it.
fn protocol(name: &str) -> Result<GameProtocol, String> {
    let named = serde_json::from_value(name.into());
    named.map_err(|error| error.to_string())
}

fn currency(code: &str) -> Result<Currency, String> {
    let currency = code.parse().ok();
    currency
        .filter(|currency| *currency != Currency::Coin)
        .ok_or_else(|| "is THB or LAK".to_owned())
}

/// Runs the checks; whether all are passed, and a line for each.
pub async fn check_provider(args: &ProviderCheckArgs) -> Result<(bool, String), OperatorError> {
    let secret = fs::read_to_string(&args.secret_file).map_err(|cause| OperatorError::File {
        name: args.secret_file.display().to_string(),
        cause,
    })?;
    let findings = check_game(&GameAccess {
        protocol: args.protocol,
        base_url: args.url.clone(),
        agent: args.agent.clone(),
        secret: secret.trim().to_owned(),
        currency: args.currency,
        patience: Duration::from_millis(args.time_out_ms),
    })
    .await;
    let mut text = String::new();
    for finding in &findings {
        match &finding.problem {
            None => writeln!(text, "passed  {}", finding.check),
            Some(problem) => writeln!(text, "FAILED  {}: {problem}", finding.check),
        }
        .expect("a text takes a line");
    }
    let failed = findings.iter().filter(|it| it.problem.is_some()).count();
    write!(text, "{failed} of {} checks failed", findings.len()).expect("a text takes a line");
    Ok((failed == 0, text))
}
