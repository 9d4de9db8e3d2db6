//! Members: who they are, how they prove it, and how long that lasts. Knows nothing of money.

pub(crate) mod password;
pub(crate) mod session;
