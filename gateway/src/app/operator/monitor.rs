//! `gateway monitor`: follows a log from outside, with nothing but its address.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ledger::proof::{Checkpoint, open_note, roots_of, tiles_of_both};

use super::OperatorError;

/// Larger than any answer: a full tile has 8 kB.
const ANSWER_MAX: usize = 1 << 20;

/// Which log is followed.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct MonitorArgs {
    /// Address of the log, such as `https://wallet.example/log`
    pub url: String,
    /// The log's verifier key, known from elsewhere; repeat it for the log's next key
    #[arg(long = "key", required = true)]
    pub keys: Vec<String>,
    /// File with the newest checkpoint that was seen; it is written here
    #[arg(long)]
    pub seen: PathBuf,
    /// Seconds between two looks; 0 looks once
    #[arg(long, default_value_t = 60)]
    pub every: u64,
}

/// Why a log is not followed any further.
#[derive(Debug, thiserror::Error)]
pub enum MonitorError {
    /// It does not answer, or not with a log.
    #[error("{url}: {what}")]
    Unreadable {
        /// What was asked for.
        url: String,
        /// What came.
        what: String,
    },
    /// The file cannot be read or written.
    #[error("{path}: {cause}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        cause: io::Error,
    },
    /// Two checkpoints of one key are not of one log.
    #[error("THE LOG IS FORKED: keep both checkpoints.\n\n{seen}\n{now}")]
    Forked {
        /// The one that was seen before.
        seen: String,
        /// The one that contradicts it.
        now: String,
    },
}

impl MonitorError {
    /// Whether another look may succeed.
    const fn is_passing(&self) -> bool {
        matches!(self, Self::Unreadable { .. })
    }
}

/// Follows a log until it contradicts itself. A log that cannot be read is reported and asked again.
pub async fn monitor(args: &MonitorArgs, say: impl Fn(&str)) -> Result<(), OperatorError> {
    let http = reqwest::Client::builder()
        .timeout(Duration::from_secs(30))
        .build()
        .map_err(|error| MonitorError::Unreadable {
            url: args.url.clone(),
            what: error.to_string(),
        })?;
    loop {
        match look(&http, args).await {
            Ok(now) => say(&format!("{} events", now.size)),
            Err(error) if args.every > 0 && error.is_passing() => say(&error.to_string()),
            Err(error) => return Err(error.into()),
        }
        if args.every == 0 {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_secs(args.every)).await;
    }
}

/// Compares the newest checkpoint with the one that was seen last, and keeps it.
async fn look(http: &reqwest::Client, args: &MonitorArgs) -> Result<Checkpoint, MonitorError> {
    let prefix = args.url.trim_end_matches('/');
    let url = format!("{prefix}/checkpoint");
    let note = String::from_utf8(fetch(http, &url).await?);
    let note = note.map_err(|_| unreadable(&url, "it is not a text"))?;
    let now = open_note(&note, &args.keys).map_err(|error| unreadable(&url, &error.to_string()))?;
    let text = read_seen(&args.seen)?;
    let seen = text
        .as_deref()
        .map(|text| open_note(text, &args.keys))
        .transpose();
    let file = args.seen.display().to_string();
    let seen = seen.map_err(|error| unreadable(&file, &error.to_string()))?;
    let old = seen.unwrap_or_else(|| now.clone());
    if now.size < old.size {
        let what = format!("it shows {} events where {} were seen", now.size, old.size);
        return Err(unreadable(&url, &what));
    }
    let mut tiles = Vec::new();
    for tile in tiles_of_both(old.size, now.size) {
        let url = format!("{prefix}/{}", tile.path());
        tiles.push((tile, fetch(http, &url).await?));
    }
    let roots = roots_of(&tiles, [old.size, now.size]);
    let [begin, end] = roots.ok_or_else(|| unreadable(prefix, "its tiles are none"))?;
    let are_two = old.origin != now.origin
        || (old.size == now.size && old.root != now.root)
        || are_two_houses(&old, &now);
    if are_two || (end == now.root && begin != old.root) {
        let seen = text.unwrap_or_default();
        return Err(MonitorError::Forked { seen, now: note });
    }
    if end != now.root {
        return Err(unreadable(prefix, "its tiles do not lead to its root"));
    }
    keep_seen(&args.seen, &note)?;
    Ok(now)
}

/// The house has one chain: its number never falls, and behind a number is one hash. Else players could be shown
/// different totals of what they are owed.
fn are_two_houses(old: &Checkpoint, now: &Checkpoint) -> bool {
    match (old.last_of_house, now.last_of_house) {
        (Some(old), Some(now)) => {
            now.number < old.number || (now.number == old.number && now.hash != old.hash)
        }
        _ => false,
    }
}

async fn fetch(http: &reqwest::Client, url: &str) -> Result<Vec<u8>, MonitorError> {
    let failed = |error: reqwest::Error| unreadable(url, &error.to_string());
    let mut response = http.get(url).send().await.map_err(failed)?;
    let mut bytes = Vec::new();
    while let Some(part) = response.chunk().await.map_err(failed)? {
        bytes.extend(part);
        if bytes.len() > ANSWER_MAX {
            return Err(unreadable(url, "its answer is too long"));
        }
    }
    if response.status().is_success() {
        Ok(bytes)
    } else {
        Err(unreadable(
            url,
            &format!("it answers {}", response.status()),
        ))
    }
}

fn unreadable(url: &str, what: &str) -> MonitorError {
    MonitorError::Unreadable {
        url: url.to_owned(),
        what: what.to_owned(),
    }
}

fn read_seen(path: &Path) -> Result<Option<String>, MonitorError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(file_failed(path, cause)),
    }
}

/// Replaces the file at once, so that no death leaves half of it.
fn keep_seen(path: &Path, note: &str) -> Result<(), MonitorError> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".next");
    let written = fs::write(&draft, note).and_then(|()| fs::rename(&draft, path));
    written.map_err(|cause| file_failed(path, cause))
}

fn file_failed(path: &Path, cause: io::Error) -> MonitorError {
    MonitorError::File {
        path: path.display().to_string(),
        cause,
    }
}

#[cfg(test)]
mod tests {
    use ledger::proof::ChainEnd;

    use super::*;

    #[test]
    fn the_house_goes_on_with_one_chain() {
        let at = |number, hash| Checkpoint {
            origin: "example.org/log".to_owned(),
            size: 7,
            root: [1; 32],
            last_act: None,
            last_of_house: Some(ChainEnd {
                number,
                hash: [hash; 32],
            }),
        };
        let none = Checkpoint {
            last_of_house: None,
            ..at(1, 1)
        };
        for (old, now) in [
            (at(4, 1), at(4, 1)),
            (at(4, 1), at(5, 2)),
            (none.clone(), at(4, 1)),
            (at(4, 1), none),
        ] {
            assert!(!are_two_houses(&old, &now), "{now:?} after {old:?}");
        }
        for now in [at(4, 2), at(3, 1)] {
            assert!(are_two_houses(&at(4, 1), &now), "{now:?}");
        }
    }
}
