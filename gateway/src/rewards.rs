//! What the house gives: bonuses, the wheel, invites.

pub(crate) mod bonus;
pub(crate) mod invites;
pub(crate) mod wheel;
