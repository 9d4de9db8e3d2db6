//! Everything that can be checked about what is stored.

pub(crate) mod files;
pub(crate) mod operation;
pub(crate) mod report;
pub(crate) mod stored_rows;
pub(crate) mod vouched;
pub(crate) mod walker;
