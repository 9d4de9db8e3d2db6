//! The edge over HTTP: who may call, what is refused and how, on a real database.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod access;
mod devices;
mod document;
mod forgotten;
mod insider;
mod inviter;
mod login;
mod network;
mod operator;
mod otp;
mod portal;
mod profile;
mod refusals;
mod registration;
mod replication;
mod rights;
mod session;
mod socket;
mod stage;
mod start;
mod terminated;
mod tls;
mod verify;
mod wallet;
mod wire;
