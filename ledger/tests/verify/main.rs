//! Whatever is changed in what is stored, the check finds it and names the row: online, and in a
//! dump of the database.
#![expect(clippy::unwrap_used, reason = "what is not as expected ends the test")]

mod archive;
mod events;
mod exported;
mod log;
mod paced;
mod proof;
mod semantics;
mod speed;
mod stored_tables;
mod walk;
