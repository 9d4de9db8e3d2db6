//! The journal and the ledger on a real `PostgreSQL`, a database a test.
#![expect(clippy::unwrap_used, reason = "what is not as expected ends the test")]

mod append_only;
mod claims;
mod concurrency;
mod database;
mod deposit_limit;
mod direct_append;
mod failover;
mod failure;
mod forged;
mod freeze;
mod idempotency;
mod layout;
mod lifecycle;
mod movements;
mod partition;
mod plan;
mod proof;
mod second_reader;
mod settings;
mod silent;
mod staff;
mod support;
mod tamper;
mod wheel;
