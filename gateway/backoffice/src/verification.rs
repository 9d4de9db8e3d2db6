//! Checks everything that is stored: once by command, and all the time in the background.

pub mod files;
pub mod finding;
pub(crate) mod guards;
pub mod operation;
pub mod report;
pub mod run;
pub(crate) mod stored_rows;
pub(crate) mod unapproved_events;
pub mod walker;
