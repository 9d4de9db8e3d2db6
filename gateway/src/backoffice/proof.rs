//! The proof log at the edge: what is shown of it, and to whom.

pub(crate) mod bundle;
pub(crate) mod places;
pub(crate) mod receipt;
pub(crate) mod sealed;
pub(crate) mod sealer;
