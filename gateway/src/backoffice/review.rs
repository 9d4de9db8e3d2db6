//! What staff decides about money: one place, whichever door it comes through – the console's
//! routes, or the operator's commands beside the gateway.
//!
//! A decision takes five steps, one file each:
//!
//! 1. [`ask`] keeps what somebody wants, and finds it again by its key.
//! 2. [`plan`] asks the outside once more and turns it into a command of the ledger, or says why
//!    not; nothing here believes staff where the outside can be asked.
//! 3. [`agree`] takes a second person's answer, where one has to agree.
//! 4. [`execute`] has the ledger carry it out, once.
//! 5. [`resume`] carries out what was cut off.
//!
//! All of them work on one [`case::Case`]: the decision's row, and the acts of staff that vouch for
//! it (see [`voucher`]).

pub(crate) mod agree;
mod alone;
pub(crate) mod approval_evidence;
pub(crate) mod ask;
mod case;
pub(crate) mod decision;
pub(crate) mod evidence;
mod execute;
pub(crate) mod plan;
pub(crate) mod pseudonym;
pub(crate) mod refusal;
pub(crate) mod resume;
pub(crate) mod store;
pub(crate) mod terms;
pub(crate) mod voucher;
pub(crate) mod waiting;
