//! What all rewards share: what is asked of the providers before something is decided, and how a
//! decision is made once and answered as often as it is asked for.
//!
//! Nothing is guessed here: a provider that does not answer makes the answer `503`.

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
