//! A player's life, event by event: the state at any position, what each event changed, and why.
//!
//! A [`Replay`] is an index over one wallet's stream. It is made by reading the stream once, with
//! every link of the hash chain checked and every event folded by the ledger's own `apply`; what
//! stays in memory is small (a state and the accounts' sums each [`STRIDE`] events, the balances'
//! changes, the hashes). The text of an event is read again when it is shown, and must still have
//! the hash in the index, so the appended event is what staff see. This module must not know HTTP,
//! or staff.

mod cache;
mod diff;
mod flow;
mod index;
mod load;
mod state;
mod story;
mod summary;
mod sums;
mod transfers;
mod why;

pub use cache::{ReplayOptions, Replays, Turn};
pub use diff::{Change, difference};
pub use flow::{Bound, Point};
pub use index::{Replay, ReplayError};
pub use state::{State, StateBucket, StateExclusion, StateGame, StateGrant, StateLimit, StateWork};
pub use story::{Comparison, Moment, Page, TimelineEvent};
pub use summary::Summary;
pub use transfers::TransferSteps;
pub use why::{Cause, Why};

/// How many events lie between two states that are kept.
pub const STRIDE: i64 = 512;
