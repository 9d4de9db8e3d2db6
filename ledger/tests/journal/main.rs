//! The journal and the book on a real `PostgreSQL`, a database a test.

mod append_only;
mod claims;
mod concurrency;
mod database;
mod failure;
mod idempotency;
mod layout;
mod lifecycle;
mod proxy;
mod support;
mod tamper;
