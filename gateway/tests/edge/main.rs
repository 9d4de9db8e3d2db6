//! The edge over HTTP: who may call, what is refused and how, on a real database.

mod access;
mod document;
mod login;
mod otp;
mod profile;
mod registration;
mod session;
mod socket;
mod stage;
mod wire;
