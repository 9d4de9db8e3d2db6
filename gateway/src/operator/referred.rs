//! Staff's decision about what was paid and may not be credited by itself: slips and QR orders.
//!
//! Staff's credit stays under the player's own limits and breaks: what these refuse goes back by
//! bank, and is rejected here once it has.

use std::fmt::Write;
use std::path::PathBuf;

use ledger::WalletId;
use projections::open_work::{self, OpenSlip, ReferredQr};
use projections::{View, slip as slip_view};
use uuid::Uuid;

use super::OperatorError;
use super::decision::{carry_out, read_options, show_all};
use crate::app::assemble;
use crate::clock::Clock;
use crate::config::Config;
use crate::review::decision::{Decision, is_code};
use crate::state::AppState;

/// Rows read at once.
const PAGE: i64 = 500;

/// What staff wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Referred {
    /// To see what waits.
    List,
    /// To credit a payment that is the player's.
    Credit {
        /// Which slip or QR order.
        id: Uuid,
        /// The operator's id of the account that received it, where the slip's facts do not say.
        account: Option<String>,
        /// Who decides.
        by: String,
    },
    /// To end one that is not, or that goes back by bank.
    Reject {
        /// Which slip or QR order.
        id: Uuid,
        /// Why: of a slip, a reason of the catalogue.
        reason: String,
        /// Who decides.
        by: String,
    },
}

impl Referred {
    /// Reads the words behind `referred`.
    #[must_use]
    pub fn parse(words: &[&str]) -> Option<Self> {
        match words {
            [] | ["list"] => Some(Self::List),
            ["credit", id, options @ ..] => {
                let id = id.parse().ok()?;
                if let Some([by]) = read_options(options, ["--by"]) {
                    let account = None;
                    return Some(Self::Credit { id, account, by });
                }
                let [account, by] = read_options(options, ["--account", "--by"])?;
                let account = Some(account);
                Some(Self::Credit { id, account, by })
            }
            ["reject", id, options @ ..] => {
                let [reason, by] = read_options(options, ["--reason", "--by"])?;
                is_code(&reason).then_some(())?;
                let id = id.parse().ok()?;
                Some(Self::Reject { id, reason, by })
            }
            _ => None,
        }
    }
}

/// Does what staff wants beside a running gateway; answers a text for people.
pub async fn referred(
    database_url: &str,
    data_dir: PathBuf,
    config: Config,
    (wish, clock): (Referred, Clock),
) -> Result<String, OperatorError> {
    let state = assemble(database_url, data_dir, config, clock).await?;
    let done = match wish {
        Referred::List => list(&state).await,
        Referred::Credit { id, account, by } => credit(&state, id, account, &by).await,
        Referred::Reject { id, reason, by } => reject(&state, id, reason, &by).await,
    };
    state.projections.stop().await;
    state.book.close().await;
    state.pool.close().await;
    done
}

/// What waits, in one of its kinds.
enum Waiting {
    Slip(OpenSlip),
    Qr(ReferredQr),
}

impl Waiting {
    const fn wallet_id(&self) -> WalletId {
        match self {
            Self::Slip(slip) => slip.wallet_id,
            Self::Qr(order) => order.wallet_id,
        }
    }

    const fn id(&self) -> Uuid {
        match self {
            Self::Slip(slip) => slip.slip_id.0,
            Self::Qr(order) => order.order_id.0,
        }
    }
}

/// Everything that waits, as of now.
async fn waiting(state: &AppState) -> Result<Vec<Waiting>, OperatorError> {
    show_all(state, View::OpenWork).await?;
    let mut all = Vec::new();
    let mut after = 0;
    loop {
        let page = open_work::referred_slips_after(&state.pool, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.opened_position;
        all.extend(page.into_iter().map(Waiting::Slip));
    }
    after = 0;
    loop {
        let page = open_work::referred_qr_orders_after(&state.pool, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.opened_position;
        all.extend(page.into_iter().map(Waiting::Qr));
    }
    Ok(all)
}

async fn find(state: &AppState, id: Uuid) -> Result<Waiting, OperatorError> {
    let found = waiting(state).await?.into_iter().find(|it| it.id() == id);
    found.ok_or(OperatorError::Decision(
        "nothing of this id waits for staff",
    ))
}

async fn list(state: &AppState) -> Result<String, OperatorError> {
    let all = waiting(state).await?;
    show_all(state, View::Slip).await?;
    let mut text = String::new();
    for it in &all {
        let member = sqlx::query!(
            "select username, name from member where id = $1",
            it.wallet_id().0
        )
        .fetch_one(&state.pool)
        .await?;
        let (kind, since, amount, reason) = match it {
            Waiting::Slip(slip) => {
                let entry =
                    slip_view::find_by_id(&state.pool, slip.wallet_id, slip.slip_id).await?;
                let reason = entry.and_then(|entry| entry.reason).unwrap_or_default();
                ("slip", slip.changed_at, "-".to_owned(), reason)
            }
            Waiting::Qr(order) => {
                let amount = format!("{} {}", order.amount.digits(), order.amount.currency());
                ("qr", order.referred_at, amount, order.reason.clone())
            }
        };
        let (id, since) = (it.id(), since.to_rfc3339());
        let (phone, name) = (member.username, member.name);
        writeln!(
            text,
            "{id}  {kind}  {since}  {amount}  {phone}  {name}  {reason}"
        )
        .expect("a text takes a line");
    }
    if text.is_empty() {
        text.push_str("nothing waits");
    }
    Ok(text.trim_end().to_owned())
}

async fn credit(
    state: &AppState,
    id: Uuid,
    account: Option<String>,
    by: &str,
) -> Result<String, OperatorError> {
    let decision = match find(state, id).await? {
        Waiting::Slip(_) => Decision::AcceptSlip {
            id,
            deposit_account: account,
            amount: None,
        },
        Waiting::Qr(_) if account.is_some() => {
            return Err(OperatorError::Decision(
                "the account of a QR order is its channel's",
            ));
        }
        Waiting::Qr(_) => Decision::AcceptQr { id },
    };
    carry_out(state, &decision, by).await
}

async fn reject(
    state: &AppState,
    id: Uuid,
    reason: String,
    by: &str,
) -> Result<String, OperatorError> {
    let code = Some(reason);
    let (decision, what) = match find(state, id).await? {
        Waiting::Slip(_) => {
            let what = "what was paid, if anything".to_owned();
            (Decision::RejectSlip { id, code }, what)
        }
        Waiting::Qr(order) => {
            let (amount, currency) = (order.amount.digits(), order.amount.currency());
            let what = format!(
                "what {} took in, ordered as {amount} {currency}",
                order.channel
            );
            (Decision::RejectQr { id, code }, what)
        }
    };
    let done = carry_out(state, &decision, by).await?;
    Ok(format!("{done}: {what}, is to be sent back by bank"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";

    #[test]
    fn a_decision_says_what_and_who() {
        assert_eq!(Referred::parse(&[]), Some(Referred::List));
        let credit = ["credit", ID, "--by", "Nok", "--account", "scb-1"];
        assert!(matches!(
            Referred::parse(&credit),
            Some(Referred::Credit { account: Some(account), .. }) if account == "scb-1"
        ));
        assert!(matches!(
            Referred::parse(&credit[..4]),
            Some(Referred::Credit { account: None, by, .. }) if by == "Nok"
        ));
        let reject = ["reject", ID, "--reason", "SENT_BACK", "--by", "Nok"];
        assert!(matches!(
            Referred::parse(&reject),
            Some(Referred::Reject { reason, .. }) if reason == "SENT_BACK"
        ));
        for words in [
            &credit[..2],
            &credit[..3],
            &reject[..4],
            &["reject", ID, "--reason", "sent back", "--by", "Nok"],
            &["credit", "1", "--by", "Nok"],
            &["remove", ID, "--by", "Nok"],
        ] {
            assert_eq!(Referred::parse(words), None, "{words:?}");
        }
    }
}
