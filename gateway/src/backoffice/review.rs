//! Staff decisions about money, from the console or from an operator's command.
//!
//! A decision takes five steps, one file each:
//!
//! 1. [`ask`] stores the request, and finds it again by its key.
//! 2. [`plan`] asks the bank or provider again and turns the decision into a command of the ledger,
//!    or says why not. It relies on nobody's word if the bank or provider can be asked.
//! 3. [`agree`] takes a second person's answer, if one is required.
//! 4. [`execute`] has the ledger execute it, once.
//! 5. [`resume`] completes interrupted decisions.
//!
//! All of them work on one [`case::Case`]: the decision's row, and the signed audit entries that
//! back it (see [`signature`]).

pub(crate) mod agree;
mod alone;
pub(crate) mod approval_evidence;
pub(crate) mod ask;
mod case;
pub(crate) mod decision;
pub(crate) mod evidence;
mod execute;
pub(crate) mod freeze;
pub(crate) mod password_code;
pub(crate) mod plan;
pub(crate) mod power;
pub(crate) mod pseudonym;
pub(crate) mod refusal;
pub(crate) mod resume;
pub(crate) mod signature;
pub(crate) mod store;
pub(crate) mod terms;
pub(crate) mod waiting;
