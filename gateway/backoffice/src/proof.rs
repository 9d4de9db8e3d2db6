//! The proof log as the API shows it: to members, to staff and to the public.

pub mod bundle;
pub mod places;
pub mod receipt;
pub mod sealed;
pub mod sealer;
pub mod witnesses;
