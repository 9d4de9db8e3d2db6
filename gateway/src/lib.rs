//! The edge: who calls, what the portal and the console ask for, the live socket, and what talks to
//! the outside.
//!
//! Holds no business rule of money: those are the ledger's. Never writes an event by itself. Its
//! rooms stand on floors, and a room uses only rooms below it: `platform` is the ground, then come
//! `providers`, `members`, `payments`, `rewards`, `chat`, `backoffice` and `api`; `app` is the roof.

mod api;
mod app;
mod backoffice;
mod chat;
mod members;
mod payments;
mod platform;
mod providers;
mod rewards;

pub use api::router::openapi_json;
pub use app::{App, Options, StartError, operator};
pub use backoffice::reconciliation;
pub use platform::database::{DatabaseError, prepare as prepare_database};
pub use platform::server::ListenerLimits;
pub use platform::{clock, config};
