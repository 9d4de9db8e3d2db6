//! The edge: routes, who is calling, members and sessions, the live socket, and the processes that
//! talk to the outside.
//!
//! Holds no business rule of money: those are the ledger's. Never writes an event by itself.

mod abandoned;
mod api;
mod app;
mod caller;
mod chat;
pub mod clock;
pub mod config;
mod database;
mod disk;
mod emv;
mod erasure;
mod error;
mod export;
mod extract;
mod full_disk;
mod gift;
mod health;
mod housekeeping;
mod identity;
mod inbox;
mod internal;
mod invites;
mod kept_answer;
mod layers;
#[cfg(test)]
mod lost_commit;
mod metrics;
mod openapi;
pub mod operator;
mod outside;
mod payments;
mod platform;
mod portal;
mod proof;
pub mod reconciliation;
mod replication;
mod review;
mod reward;
mod router;
mod routes;
mod secrets;
mod server;
mod slip;
mod staff;
mod wheel;

pub use app::{App, Options, StartError};
pub use database::{DatabaseError, prepare as prepare_database};
pub use router::openapi_json;
pub use server::ListenerLimits;
