//! The edge: identifies callers, answers the portal and the console, serves the live socket, and
//! talks to the outside world.
//!
//! The gateway holds no rule about money, because those are the ledger's, and it never writes an
//! event itself. This crate has the API and, on top, the program. The rooms below are crates: `platform` is
//! the ground, then come `providers`, `members`, `payments`, `rewards`, `chat` and `backoffice`.

mod api;
mod app;

pub use api::router::openapi_json;
pub use app::{App, Options, StartError, command_line, operator, traces};
pub use backoffice::reconciliation;
pub use platform::database::{
    CollationError, DatabaseAccess, DatabaseError, OwnershipError, SchemaError, check_address,
    migrate as prepare_database,
};
pub use platform::open::CoreError;
pub use platform::secrets::recorded::SecretKeyError;
pub use platform::server::ListenerLimits;
pub use platform::{clock, config};
