//! The outside world for development: a bank, QR payments, slip verification,
//! gift vouchers, SMS, game providers, witnesses of the proof log.
//!
//! It speaks the protocols that the gateway speaks with the real ones, keeps its own state, and can be set
//! to fail in every way that they fail. It knows nothing of the product. `README.md` lists all calls.

mod amount;
mod bank;
mod body;
mod clock;
mod config;
mod control;
mod fault;
mod fonts;
mod game;
mod operation;
mod psp;
mod qr_picture;
mod record;
mod refusal;
mod report;
mod sandbox;
mod server;
mod signature;
mod slipok;
mod sms;
mod store;
mod tamper;
mod tlv;
mod totals;
mod trouble;
mod truemoney;
mod witness;
mod world;

pub use clock::Clock;
pub use config::{Config, DEFAULT_PROVIDERS};
pub use sandbox::Sandbox;
pub use server::{router, serve};
pub use signature::{SignedCall, sign_form};
pub use store::StoreError;
