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

pub(crate) use asking::{seen, total};
pub(crate) use decision::{
    Activated, GrantAnswer, GrantEnding, RewardFailure, RewardRequest, is_stale, not_asked,
};
pub(crate) use description::{describe, shown};
pub(crate) use figures::{during_grants, figures, turnover_since};
pub(crate) use offer::activate;
pub(crate) use quote::{Quote, QuoteStatus};
pub(crate) use quoting::Quoting;
