//! The common part of all rewards: the questions to providers before a decision, and decisions that
//! are made once and answered the same for every repeat.
//!
//! Nothing is guessed: if a provider does not answer, the answer is `503`.

mod asking;
mod decision;
mod description;
mod figures;
mod offer;
mod quote;
mod quoting;

pub use asking::{seen, total};
pub use decision::{
    Activated, GrantAnswer, GrantEnding, RewardFailure, RewardRequest, is_stale, not_asked,
};
pub use description::{describe, shown};
pub use figures::{during_grants, figures, turnover_since};
pub use offer::activate;
pub use quote::{Quote, QuoteStatus};
pub use quoting::Quoting;
