//! `gateway erase`: deletes a member's personal data and keeps the ledger.

use std::path::PathBuf;

use ledger::WalletId;

use super::OperatorError;
use super::plain_text::plain_text;
use crate::app::assemble;
use backoffice::erasure::{self, Order};
use platform::clock::Clock;
use platform::config::Config;

/// Longest name or reason, in characters.
const TEXT_MAX: usize = 300;

/// Printed after an erasure: the remaining data, with the reasons.
const REMAINS: &str = "\
remains:
  the id with its events, amounts and times: they name nobody, and every proof needs them
  references of payments, payouts and gift links: they prevent a second credit
  ids of bank accounts with their banks, and game usernames made of the id: events refer to them
  staff's actions, decisions and reasons: the audit log is a chain that cannot be changed
  counts and times of messages, and who invited whom, by id
Other systems keep their own copies: backups, logs of web servers, banks and games.";

/// The options of `erase`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct EraseArgs {
    /// The member's id (UUID)
    #[arg(value_parser = |text: &str| text.parse().map(WalletId))]
    pub member: WalletId,
    /// Name of the person who orders it
    #[arg(long, value_parser = plain_text(TEXT_MAX))]
    pub by: String,
    /// Why, for the audit log
    #[arg(long, value_parser = plain_text(TEXT_MAX))]
    pub reason: String,
}

/// Erases a member while the gateway runs; returns a text for people.
pub async fn erase(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    args: EraseArgs,
    clock: Clock,
) -> Result<String, OperatorError> {
    let state = assemble(database_url, data_dir, config, clock).await?;
    let order = Order {
        member: args.member,
        by: args.by,
        reason: args.reason,
    };
    let done = erasure::erase(&state.chat, &order).await;
    state.projections.stop().await;
    state.ledger.close().await;
    state.pool.close().await;
    let done = done.map_err(|error| OperatorError::NotErased(error.to_string()))?;
    let prefix = if done.was_started {
        "was erased before; now"
    } else {
        "erased:"
    };
    let (slips, messages, files) = (done.slips, done.messages, done.files);
    Ok(format!(
        "{prefix} {slips} pictures of slips, {messages} messages, {files} files of the chat\n{REMAINS}"
    ))
}
