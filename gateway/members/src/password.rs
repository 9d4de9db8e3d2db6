//! Asking a signed-in member for the password again.

use ledger::WalletId;

use super::credential;
use super::throttle::{self, Rule};
use platform::core::Core;
use platform::error::{ApiError, Code};

/// The limit on a signed-in member's tries, for all uses of the password together.
const MEMBER: &str = "password:member";

/// Checks the password of a signed-in member, before an action that a stolen session must not do.
///
/// Tries are charged before they are made, and counted per member: parallel tries, and guesses at
/// several endpoints, count like tries in a row.
pub async fn prove(state: &Core, id: WalletId, password: String) -> Result<(), ApiError> {
    let by_member = Rule::Growing {
        free: state.config.login.account_tries,
        wait_max: state.config.login.wait_max_seconds,
    };
    let subject = id.to_string();
    throttle::charge(state, MEMBER, &subject, by_member).await?;
    let stored = credential::find(&state.pool, id).await?;
    let stored = stored.and_then(|row| row.into_hash(&state.secrets));
    if !state.passwords.verify(password, stored).await?.is_right {
        return Err(Code::WrongPassword.into());
    }
    throttle::clear(state, MEMBER, &subject).await
}
