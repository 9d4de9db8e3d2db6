//! Lists of players whom staff should look at, each row with its reason.
//!
//! A page is as large as the answer of a search and counts as one, so a list opens no more players
//! to one member of staff than searches do. Each page looks through a bounded part of its source.

mod entry;
mod listing;
mod shared;
mod warned;

pub use entry::{ListCursor, ListFacts, ListReason, PlayerList};
pub use listing::{ListPage, ListedPlayer, page, record_page};
