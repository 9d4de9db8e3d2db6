//! What staff's decisions have in common: their words, and how the ledger takes them down.

use std::time::Duration;

use ledger::{BookError, WalletCommand, WalletId};
use projections::View;

use super::OperatorError;
use crate::state::AppState;

/// How long the list may need to show everything that has happened.
const PATIENCE: Duration = Duration::from_secs(10);

/// A word of letters, digits and a few further signs.
pub(super) fn is_word(text: &str, further: &[u8]) -> bool {
    (1..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || further.contains(&byte))
}

/// A reason as a code: upper-case letters, digits and `_`.
pub(super) fn is_code(text: &str) -> bool {
    is_word(text, b"_") && !text.bytes().any(|byte| byte.is_ascii_lowercase())
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

/// Has the ledger take staff's decision about something down.
pub(super) async fn carry_out(
    state: &AppState,
    wallet_id: WalletId,
    (command, id): (WalletCommand, String),
    by: &str,
) -> Result<String, OperatorError> {
    let context = state.staff_context(by, id);
    match state.book.execute(wallet_id, command, context).await {
        Ok(receipt) if receipt.events.is_empty() => Ok("was decided so before".to_owned()),
        Ok(receipt) => Ok(format!("decided at {}", receipt.position)),
        Err(BookError::Refused(refusal)) => Err(OperatorError::Decision(refusal.code())),
        Err(BookError::ClaimTaken { .. }) => {
            Err(OperatorError::Decision("this payment is credited already"))
        }
        Err(error) => Err(OperatorError::Book(error)),
    }
}

/// Waits until a view shows everything that has happened.
pub(super) async fn show_all(state: &AppState, view: View) -> Result<(), OperatorError> {
    let head = sqlx::query_scalar!("select position from log_head")
        .fetch_one(&state.pool)
        .await?;
    let shown = state.projections.wait_for(view, head, PATIENCE).await;
    shown
        .map(drop)
        .map_err(|_| OperatorError::Decision("the view of open work is behind"))
}
