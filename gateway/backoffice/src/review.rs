//! Staff decisions about money, from the console or from an operator's command.
//!
//! A decision takes five steps, one file each:
//!
//! 1. [`ask`] stores the request, and finds it again by its key.
//! 2. [`plan`] queries the bank or provider again and turns the decision into a command of the
//!    ledger, or says why not. It takes no person's word for a fact that the bank or provider can
//!    confirm.
//! 3. [`agree`] takes a second person's answer, if one is required.
//! 4. [`execute`] has the ledger execute it, once.
//! 5. [`resume`] completes interrupted decisions.
//!
//! [`work_claim`] shows who has an item open; no decision asks it.
//!
//! All of them work on one [`case::Case`]: the decision's row, and the signed audit entries that
//! back it (see [`signature`]).

pub mod agree;
mod alone;
pub mod approval_evidence;
pub mod ask;
mod case;
pub mod decision;
pub mod evidence;
mod execute;
mod explain;
pub mod freeze;
pub mod password_code;
pub(crate) mod plan;
pub mod power;
pub mod pseudonym;
pub mod receipt_match;
pub mod refusal;
pub mod resume;
mod reward;
pub mod signature;
pub mod store;
pub mod terms;
pub mod waiting;
pub mod work_claim;
