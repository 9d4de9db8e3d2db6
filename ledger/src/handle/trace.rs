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

/// A command's name without its data, with its subject: `Transfer.Start`.
struct Kind<'a>(&'a WalletCommand);

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = match self.0 {
            WalletCommand::Open(_) | WalletCommand::Sweep(_) | WalletCommand::Correct(_) => 1,
            _ => 2,
        };
        let text = String::new();
        let mut name = Name { text, names };
        // The name ends the writing where the data begins, which is no error here.
        let _ = fmt::write(&mut name, format_args!("{:?}", self.0));
        f.write_str(&name.text)
    }
}

/// Takes as many names of a text as it has to, up to the first character that belongs to none.
struct Name {
    text: String,
    names: u8,
}

impl fmt::Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            if letter.is_ascii_alphanumeric() {
                self.text.push(letter);
                continue;
            }
            self.names -= 1;
            if self.names == 0 {
                return Err(fmt::Error);
            }
            self.text.push('.');
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::id::TransferId;
    use crate::money::Currency;
    use crate::wallet::{Opened, TransferCommand, first_account};

    #[test]
    fn a_command_is_named_without_its_data() {
        let transfer_id = TransferId(Uuid::nil());
        let reason = "0812345678".to_owned();
        let command = WalletCommand::Transfer(TransferCommand::MarkUnknown {
            transfer_id,
            reason,
        });
        assert_eq!(Kind(&command).to_string(), "Transfer.MarkUnknown");
        let command = WalletCommand::Open(Opened {
            currency: Currency::Thb,
            bank_account: first_account(),
        });
        assert_eq!(Kind(&command).to_string(), "Open");
    }
}
