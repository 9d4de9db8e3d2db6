//! The read side of the wallet: events become the tables that screens show.
//!
//! [`Projections`] keeps the views up to date. Each view's file holds its writer and its queries.
//! [`rebuild`] computes a view from scratch while the old one serves, and [`audit`] checks all
//! views against the events. This crate must not know HTTP, commands or how events are appended.

// Every match must decide about a new event or a new state.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod audit;
pub mod day;
pub mod feed;
pub mod liability;
pub mod open_work;
mod page;
pub mod player_list;
mod projection;
pub mod rebuild;
pub mod replay;
pub mod report;
pub mod reward;
mod rows;
mod runner;
pub mod search;
pub mod slip;
pub mod statement;
pub mod trial_balance;
pub mod wallet;

pub use page::{Page, PageQuery};
pub use projection::{FoldError, FoldReason, View, ViewError, shown_on};
pub use runner::{Notice, Projections, ViewFigures, WaitError};
