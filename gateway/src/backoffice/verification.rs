//! Checks everything that is stored: once by command, and all the time in the background.

pub(crate) mod files;
pub(crate) mod guards;
pub(crate) mod operation;
pub(crate) mod report;
pub(crate) mod stored_rows;
pub(crate) mod unapproved_events;
pub(crate) mod walker;
