//! The routes of the portal, by noun.

pub(crate) mod account;
pub(crate) mod bonus;
pub(crate) mod chat;
pub(crate) mod deposit;
pub(crate) mod game;
pub(crate) mod invite;
pub(crate) mod lookup;
pub(crate) mod outcome;
pub(crate) mod proof;
pub(crate) mod refund;
pub(crate) mod statement;
pub(crate) mod transfer;
pub(crate) mod wallet;
pub(crate) mod wheel;
pub(crate) mod withdraw;
