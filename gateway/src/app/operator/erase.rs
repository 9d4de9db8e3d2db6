//! `erase`: a member's personal data goes, the books stay.

use std::path::PathBuf;

use ledger::WalletId;

use super::OperatorError;
use super::options::read_options;
use crate::app::assemble;
use crate::backoffice::erasure::{self, Order};
use crate::platform::clock::Clock;
use crate::platform::config::Config;

/// Letters of a name or a reason.
const TEXT_MAX: usize = 300;

/// What stays, and why.
const STAYS: &str = "stays:
  the id with its events, amounts and times: they name nobody, and every proof rests on them
  claims (references of payments, payouts and gift links): nothing is credited twice
  ids of bank accounts with their banks, names with games made of the id: events point at them
  acts, decisions and reasons in staff's own words: one chain, in which nothing is changed
  numbers and times of messages, and who invited whom by id
gone from here, not from elsewhere: backups, logs of web servers, banks and games keep their own";

/// Whom the operator wants to be forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EraseArgs {
    member: WalletId,
    by: String,
    reason: String,
}

impl EraseArgs {
    /// Reads the words behind `erase`.
    #[must_use]
    pub fn parse(words: &[&str]) -> Option<Self> {
        let [id, options @ ..] = words else {
            return None;
        };
        let [by, reason] = read_options(options, ["--by", "--reason"])?;
        let is_text =
            |text: &str| text.chars().count() <= TEXT_MAX && !text.chars().any(char::is_control);
        (is_text(&by) && is_text(&reason)).then_some(())?;
        Some(Self {
            member: WalletId(id.parse().ok()?),
            by,
            reason,
        })
    }
}

/// Erases a member beside a running gateway; answers a text for people.
pub async fn erase(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    wish: EraseArgs,
    clock: Clock,
) -> Result<String, OperatorError> {
    let state = assemble(database_url, data_dir, config, clock).await?;
    let order = Order {
        member: wish.member,
        by: wish.by,
        reason: wish.reason,
    };
    let done = erasure::erase(&state.chat, &order).await;
    state.projections.stop().await;
    state.ledger.close().await;
    state.pool.close().await;
    let done = done.map_err(|error| OperatorError::NotErased(error.to_string()))?;
    let begun = if done.was_begun {
        "was erased before; now"
    } else {
        "erased:"
    };
    let (slips, messages, files) = (done.slips, done.messages, done.files);
    Ok(format!(
        "{begun} {slips} pictures of slips, {messages} messages, {files} files of the chat\n{STAYS}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_erasure_says_whom_by_whom_and_why() {
        let id = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
        let words = [id, "--reason", "asked for it", "--by", "nok"];
        let wish = EraseArgs::parse(&words).unwrap();
        assert_eq!(
            (wish.by.as_str(), wish.reason.as_str()),
            ("nok", "asked for it")
        );
        let long = "x".repeat(TEXT_MAX + 1);
        for words in [
            &[][..],
            &[id],
            &[id, "--by", "nok"],
            &[id, "--by", "nok", "--reason", " "],
            &[id, "--by", "nok", "--reason", "a\u{7}"],
            &[id, "--by", "nok", "--reason", &long],
            &["0812345678", "--by", "nok", "--reason", "asked"],
        ] {
            assert_eq!(EraseArgs::parse(words), None, "{words:?}");
        }
    }
}
