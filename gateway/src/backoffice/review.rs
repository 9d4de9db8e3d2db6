//! What staff decides about money: one place, whichever door it comes through – the console's
//! routes, or the operator's commands beside the gateway.
//!
//! A decision names what is wanted. [`plan::plan`] asks the outside once more and turns it into a
//! command of the ledger, or says why not; nothing here believes staff where the outside can be
//! asked. [`record`] keeps what the console decides, finds it again by its key, and waits for a
//! second person where one has to agree. [`resume`] carries out what was cut off. [`voucher`] shows
//! that staff have decided something, and [`vouched`] finds what they have not.

mod alone;
pub(crate) mod approval;
pub(crate) mod approval_evidence;
pub(crate) mod decision;
pub(crate) mod evidence;
mod execution;
pub(crate) mod plan;
pub(crate) mod pseudonym;
pub(crate) mod record;
pub(crate) mod refusal;
pub(crate) mod resume;
pub(crate) mod store;
pub(crate) mod terms;
pub(crate) mod voucher;
