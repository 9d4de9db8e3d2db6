//! Rewards of the house: bonuses, the wheel and invitations.

pub(crate) mod bonus;
pub(crate) mod invites;
pub(crate) mod wheel;
