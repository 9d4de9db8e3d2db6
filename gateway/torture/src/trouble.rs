//! Why the harness itself cannot continue. What the product does wrong is a finding, not a trouble.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long anything is waited for that must come: only what hangs takes so long, on however busy
/// a machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(4);

/// The pause between two looks at a condition.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

/// Why the harness cannot continue.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// A file of the run cannot be read or written.
    #[error("{path}: {cause}")]
    File {
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A program does not do its part.
    #[error("{name}: {seen}")]
    Program {
        name: String,
        /// What was seen of it.
        seen: String,
    },
    /// The harness's own look into the database failed.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// Something that must come has not come.
    #[error("waited in vain until {what}: {seen}")]
    Patience {
        /// What was waited for.
        what: String,
        /// What was seen last.
        seen: String,
    },
    /// The command line or a configuration makes no sense.
    #[error("{0}")]
    RunOptions(String),
}

impl Trouble {
    /// For `map_err` on files.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |cause| Self::File { path, cause }
    }

    /// A program that does not do its part.
    pub(crate) fn program(name: &str, seen: impl Into<Seen>) -> Self {
        let Seen(seen) = seen.into();
        Self::Program {
            name: name.to_owned(),
            seen,
        }
    }
}

/// What was seen of something, as a text.
pub(crate) struct Seen(String);

impl<T: std::fmt::Display> From<T> for Seen {
    fn from(seen: T) -> Self {
        Self(seen.to_string())
    }
}

/// Looks until what is looked for is there.
pub(crate) async fn eventually<T, E: ToString>(
    what: &str,
    mut look: impl AsyncFnMut() -> Result<T, E>,
) -> Result<T, Trouble> {
    let began = Instant::now();
    loop {
        let seen = match look().await {
            Ok(found) => return Ok(found),
            Err(seen) => seen,
        };
        if began.elapsed() > PATIENCE {
            return Err(Trouble::Patience {
                what: what.to_owned(),
                seen: seen.to_string(),
            });
        }
        tokio::time::sleep(PAUSE).await;
    }
}
