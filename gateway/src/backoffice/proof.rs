//! The proof log as the API shows it: to members, to staff and to anybody.

pub(crate) mod bundle;
pub(crate) mod places;
pub(crate) mod receipt;
pub(crate) mod sealed;
pub(crate) mod sealer;
