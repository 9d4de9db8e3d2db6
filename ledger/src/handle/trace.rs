//! Spans of commands and commits, for traces.
//!
//! They leave this process where the operator has a collector, so they name requests and positions,
//! and no wallet, no amount and no person.

use std::fmt;

use tracing::Span;
use tracing::field::Empty;

use super::{CommandOutcome, LedgerError};
use crate::journal::Context;
use crate::trace::TRACES;
use crate::wallet::WalletCommand;

/// The span of a command, within what its caller does.
pub(super) fn command(command: &WalletCommand, context: &Context) -> Span {
    tracing::info_span!(
        target: TRACES,
        "command",
        wallet.command = %Kind(command),
        wallet.request_id = context.metadata.request_id,
        wallet.outcome = Empty,
        wallet.refusal = Empty,
        wallet.position = Empty,
    )
}

/// Notes what a command's caller is answered.
pub(super) fn note_outcome(span: &Span, outcome: &Result<CommandOutcome, LedgerError>) {
    if span.is_disabled() {
        return;
    }
    let word = match outcome {
        Ok(outcome) if outcome.is_replayed => "replayed",
        Ok(_) => "taken",
        Err(LedgerError::Refused(refusal)) => {
            span.record("wallet.refusal", refusal.code());
            "refused"
        }
        Err(_) => "failed",
    };
    span.record("wallet.outcome", word);
    if let Ok(outcome) = outcome {
        span.record("wallet.position", outcome.position);
    }
}

/// The span of a commit, within none of its commands, as it belongs to all of them.
pub(super) fn commit(commands: usize) -> Span {
    tracing::info_span!(
        target: TRACES,
        parent: None,
        "commit",
        wallet.commands = commands,
        wallet.first_position = Empty,
        wallet.last_position = Empty,
        wallet.request_ids = Empty,
    )
}

/// Notes which events the current commit has written; it may write in several steps.
pub(super) fn note_positions(first: i64, last: i64) {
    let span = Span::current();
    span.record("wallet.first_position", first);
    span.record("wallet.last_position", last);
}

/// A command's name without its data.
struct Kind<'a>(&'a WalletCommand);

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = Name(String::new());
        // The name ends the writing where the data begins, which is no error here.
        let _ = match self.0 {
            WalletCommand::Reward(command) => fmt::write(&mut name, format_args!("{command:?}")),
            command => fmt::write(&mut name, format_args!("{command:?}")),
        };
        f.write_str(&name.0)
    }
}

/// Takes a text up to the first character that belongs to no name.
struct Name(String);

impl fmt::Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = text.find(|it: char| !it.is_ascii_alphanumeric());
        self.0.push_str(&text[..end.unwrap_or(text.len())]);
        end.map_or(Ok(()), |_| Err(fmt::Error))
    }
}

#[cfg(test)]
mod tests {
    use crate::wallet::TransferCommand;
    use uuid::Uuid;

    use super::*;
    use crate::id::TransferId;

    #[test]
    fn a_command_is_named_without_its_data() {
        let transfer_id = TransferId(Uuid::nil());
        let reason = "0812345678".to_owned();
        let command = WalletCommand::Transfer(TransferCommand::MarkUnknown {
            transfer_id,
            reason,
        });
        assert_eq!(Kind(&command).to_string(), "MarkTransferUnknown");
    }
}
