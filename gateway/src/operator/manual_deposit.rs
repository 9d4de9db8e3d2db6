//! Staff's decision about announced deposits, from the command line.

use std::fmt::Write;
use std::path::PathBuf;

use ledger::ManualDepositId;
use projections::View;
use projections::open_work::{self, OpenManualDeposit};

use super::OperatorError;
use super::decision::{carry_out, read_options, show_all};
use crate::app::assemble;
use crate::clock::Clock;
use crate::config::Config;
use crate::review::decision::{Decision, is_code, is_reference};
use crate::state::AppState;

/// Rows read at once.
const PAGE: i64 = 500;

/// What staff wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ManualDeposits {
    /// To see what waits.
    List,
    /// To credit one that was found on an account.
    Accept {
        /// Which.
        id: ManualDepositId,
        /// How the bank names the payment.
        reference: String,
        /// The operator's id of the account that received it.
        account: String,
        /// Who decides.
        by: String,
    },
    /// To end one that was not found.
    Reject {
        /// Which.
        id: ManualDepositId,
        /// Why: upper-case letters, digits and `_`.
        reason: String,
        /// Who decides.
        by: String,
    },
}

impl ManualDeposits {
    /// Reads the words behind `manual-deposits`.
    #[must_use]
    pub fn parse(words: &[&str]) -> Option<Self> {
        match words {
            [] | ["list"] => Some(Self::List),
            ["accept", id, options @ ..] => {
                let [reference, account, by] =
                    read_options(options, ["--reference", "--account", "--by"])?;
                is_reference(&reference).then_some(())?;
                Some(Self::Accept {
                    id: ManualDepositId(id.parse().ok()?),
                    reference,
                    account,
                    by,
                })
            }
            ["reject", id, options @ ..] => {
                let [reason, by] = read_options(options, ["--reason", "--by"])?;
                is_code(&reason).then(|| {
                    Some(Self::Reject {
                        id: ManualDepositId(id.parse().ok()?),
                        reason,
                        by,
                    })
                })?
            }
            _ => None,
        }
    }
}

/// Does what staff wants beside a running gateway; answers a text for people.
pub async fn manual_deposits(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    (wish, clock): (ManualDeposits, Clock),
) -> Result<String, OperatorError> {
    let state = assemble(database_url, data_dir, config, clock).await?;
    let done = match wish {
        ManualDeposits::List => list(&state).await,
        ManualDeposits::Accept {
            id,
            reference,
            account,
            by,
        } => {
            let decision = Decision::AcceptManual {
                id: id.0,
                reference,
                deposit_account: account,
            };
            carry_out(&state, &decision, &by).await
        }
        ManualDeposits::Reject { id, reason, by } => {
            let (id, code) = (id.0, Some(reason));
            carry_out(&state, &Decision::RejectManual { id, code }, &by).await
        }
    };
    state.projections.stop().await;
    state.book.close().await;
    state.pool.close().await;
    done
}

async fn list(state: &AppState) -> Result<String, OperatorError> {
    let mut text = String::new();
    for it in waiting(state).await? {
        let member = sqlx::query!(
            "select username, name from member where id = $1",
            it.wallet_id.0
        )
        .fetch_one(&state.pool)
        .await?;
        let (amount, currency) = (it.amount.digits(), it.amount.currency());
        let (id, asked) = (it.deposit_id, it.requested_at.to_rfc3339());
        let (phone, name) = (member.username, member.name);
        writeln!(text, "{id}  {asked}  {amount} {currency}  {phone}  {name}")
            .expect("a text takes a line");
    }
    if text.is_empty() {
        text.push_str("nothing waits");
    }
    Ok(text.trim_end().to_owned())
}

/// Everything that waits, as of now.
async fn waiting(state: &AppState) -> Result<Vec<OpenManualDeposit>, OperatorError> {
    show_all(state, View::OpenWork).await?;
    let mut all = Vec::new();
    loop {
        let after = all
            .last()
            .map_or(0, |it: &OpenManualDeposit| it.opened_position);
        let page = open_work::manual_deposits_after(&state.pool, after, PAGE).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";

    #[test]
    fn a_decision_names_its_deposit_its_grounds_and_who_decides() {
        let accept = [
            "accept",
            ID,
            "--by",
            "Nok",
            "--account",
            "scb-1",
            "--reference",
            "A/1",
        ];
        assert!(matches!(
            ManualDeposits::parse(&accept),
            Some(ManualDeposits::Accept { reference, .. }) if reference == "A/1"
        ));
        let reject = ["reject", ID, "--reason", "NOT_FOUND", "--by", "Nok"];
        assert!(matches!(
            ManualDeposits::parse(&reject),
            Some(ManualDeposits::Reject { by, .. }) if by == "Nok"
        ));
        assert_eq!(ManualDeposits::parse(&[]), Some(ManualDeposits::List));
    }

    #[test]
    fn a_decision_that_leaves_something_open_is_none() {
        for words in [
            &["accept", ID][..],
            &[
                "accept",
                "1",
                "--reference",
                "A",
                "--account",
                "scb-1",
                "--by",
                "Nok",
            ],
            &[
                "accept",
                ID,
                "--reference",
                " ",
                "--account",
                "scb-1",
                "--by",
                "Nok",
            ],
            &[
                "accept",
                ID,
                "--reference",
                "A:1",
                "--account",
                "scb-1",
                "--by",
                "Nok",
            ],
            &["accept", ID, "--by", "A", "--by", "scb-1", "--by", "Nok"],
            &["reject", ID, "--reason", "not found", "--by", "Nok"],
            &["reject", ID, "--reason", "NOT_FOUND"],
            &["remove", ID],
        ] {
            assert_eq!(ManualDeposits::parse(words), None, "{words:?}");
        }
    }
}
