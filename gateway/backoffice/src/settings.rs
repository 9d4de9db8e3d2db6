//! Settings: the sections of the configuration that change while the service runs, as events of a separate stream.
//!
//! The first gateway writes the file's content as version 1 of each section. Every gateway reads the stream and
//! lays the version that is in force over its file. What does not fit the file any more is left out and logged, so
//! the version before it stays in force.

mod backing;
mod change;
mod follow;
mod import;
mod preview;
mod request;
mod values;
mod version;
mod write;

pub(crate) use backing::unbacked;
pub use change::{change, configured};
pub use follow::{Followed, catch_up};
pub use import::start;
pub use preview::{PreviewFact, PreviewItem, preview};
pub(crate) use request::verify;
pub use request::{Request, agree, ask, change_alone, refuse, waiting};
pub use version::{SettingsDifference, Version, differences};
pub use write::{Change, ChangeError};
