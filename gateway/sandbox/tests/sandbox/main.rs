//! The sandbox as its callers see it: over HTTP, on a separate port for each test.

#![expect(
    clippy::unwrap_used,
    reason = "clippy takes only test functions for tests, not what they call"
)]

mod bank;
mod faults;
mod forms;
mod games;
mod psp;
mod reports;
mod restart;
mod sites;
mod slips;
mod sms;
mod support;
mod truemoney;
