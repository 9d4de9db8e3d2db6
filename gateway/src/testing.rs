//! What only tests use.

pub(crate) mod lost_commit;
