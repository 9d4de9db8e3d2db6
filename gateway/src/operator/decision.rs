//! What staff's decisions from the command line have in common: their words, and what they are
//! told. What is decided, and by what, is the review's.

use projections::View;
use serde_json::json;

use super::OperatorError;
use crate::review::decision::Decision;
use crate::review::plan::{self, Decided};
use crate::review::pseudonym;
use crate::review::refusal::Refusal;
use crate::review::terms::Terms;
use crate::review::voucher::{Covered, OPERATOR};
use crate::staff::acts::{self, Act};
use crate::state::AppState;

impl From<Refusal> for OperatorError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::No { why, .. } | Refusal::Later(why) => Self::Decision(why),
            Refusal::Wallet(refusal) => Self::Decision(refusal.code()),
            Refusal::Claimed => Self::Decision("this payment is credited already"),
            Refusal::Book(error) => Self::Book(error),
            Refusal::View(error) => Self::View(error),
            Refusal::Database(error) => Self::Sql(error),
        }
    }
}

/// Each option once, in any order, with a value that says something.
pub(super) fn read_options<const N: usize>(
    words: &[&str],
    names: [&str; N],
) -> Option<[String; N]> {
    if words.len() != 2 * N {
        return None;
    }
    let value = |name: &str| {
        let mut pairs = words.chunks_exact(2);
        let pair = pairs.find(|pair| pair[0] == name)?;
        let text = pair[1].trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let values: Vec<String> = names.into_iter().filter_map(value).collect();
    values.try_into().ok()
}

/// Carries a decision out in the name of somebody.
pub(super) async fn carry_out(
    state: &AppState,
    decision: &Decision,
    by: &str,
) -> Result<String, OperatorError> {
    let planned = plan::plan(state, decision, &Decided::BESIDE).await?;
    let (kind, subject) = decision.subject(uuid::Uuid::nil());
    let name = pseudonym::of_operator(subject, by).to_string();
    // Before it takes effect: the event holds a pseudonym, and here alone stands whose it is.
    let covered = Covered {
        by: None,
        kind: OPERATOR,
        subject: (kind, &subject.to_string()),
        reason: None,
    };
    let detail = json!({
        "by": by,
        "as": name,
        "decision": decision,
        "player": planned.wallet_id,
        "terms": Terms::of(&planned),
    });
    let detail = covered.vouch(&state.secrets, detail);
    let act = Act::of(OPERATOR).to(kind, &subject).with(detail);
    acts::append(&state.pool, state, (None, None), act).await?;
    let context = state.staff_context(&name, subject.to_string());
    let receipt = plan::carry_out(state, planned, context).await?;
    Ok(if receipt.events.is_empty() {
        "was decided so before".to_owned()
    } else {
        format!("decided at {}", receipt.position)
    })
}

/// Waits until a view shows everything that has happened.
pub(super) async fn show_all(state: &AppState, view: View) -> Result<(), OperatorError> {
    Ok(plan::show_all(state, view).await?)
}
