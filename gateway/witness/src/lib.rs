//! A witness of transparency logs.
//!
//! A log's operator could show two histories to two people. A witness is somebody else, who signs a
//! checkpoint only when it extends the last one that the witness has signed: who asks for the signatures of
//! witnesses has seen the same log as everybody else who does.
//!
//! The protocol is C2SP's [tlog-witness](https://c2sp.org/tlog-witness) v1.0.0, the signature its
//! [tlog-cosignature](https://c2sp.org/tlog-cosignature) v1 with Ed25519. A witness knows nothing of what is
//! in a log.

mod key;
mod request;
mod server;
mod store;
mod witness;

pub use key::WitnessKey;
pub use server::routes;
pub use witness::{StartError, Witness};
