//! Follows the stream of settings: what a gateway decides by is never older than the last look at it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use ledger::journal::{self, JournalError};
use platform::config::{Config, Section};
use platform::core::Core;
use serde_json::Value;

use super::values;
use super::version::{SettingsDifference, Version, differences};

/// What this gateway has read of the stream.
#[derive(Debug)]
pub struct Followed {
    /// The configuration as the file has it.
    pub(super) of_file: Arc<Config>,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    /// The stream's head at the last look. All up to it was read, also what nobody with the key has written.
    head: i64,
    /// The oldest first.
    versions: BTreeMap<Section, Vec<Version>>,
    /// What the newest configuration was made of: the stream's head, and the version of each section.
    made_of: (i64, BTreeMap<Section, u64>),
    /// The number of each section's version in it: where one does not fit, an earlier one.
    laid: BTreeMap<Section, u64>,
}

impl Seen {
    fn take(&mut self, read: Vec<Version>, head: i64) {
        self.head = self.head.max(head);
        for version in read {
            let versions = self.versions.entry(version.section).or_default();
            // Another look at the same time may have read it.
            if versions
                .last()
                .is_none_or(|last| last.sequence < version.sequence)
            {
                tracing::info!(section = %version.section, number = version.number, "the settings are changed");
                versions.push(version);
            }
        }
    }

    fn of(&self, section: Section) -> &[Version] {
        self.versions.get(&section).map_or(&[], Vec::as_slice)
    }

    /// The versions of a section whose time includes `at`; the first of them is in force. It is the one that began
    /// last, so what is planned begins whatever is changed before.
    fn at(&self, section: Section, at: DateTime<Utc>) -> impl Iterator<Item = &Version> {
        let versions = self.of(section).iter();
        let mut found: Vec<_> = versions.filter(|version| version.is_in_force(at)).collect();
        found.sort_by_key(|version| Reverse((version.begin(), version.sequence)));
        found.into_iter()
    }
}

impl Followed {
    /// A stream of which nothing was read.
    #[must_use]
    pub fn new(of_file: Arc<Config>) -> Self {
        Self {
            of_file,
            seen: Mutex::default(),
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of the last change that was read.
    pub fn last_change(&self) -> i64 {
        self.seen().head
    }

    /// All versions of a section, the oldest first.
    pub fn versions(&self, section: Section) -> Vec<Version> {
        self.seen().of(section).to_vec()
    }

    /// The newest version of a section, in force or not; none before the file was imported.
    pub fn last(&self, section: Section) -> Option<Version> {
        self.seen().of(section).last().cloned()
    }

    /// The version of a section that this gateway decides by; none for the file's, before it was imported.
    pub fn current(&self, section: Section) -> Option<Version> {
        let seen = self.seen();
        let number = *seen.laid.get(&section)?;
        let mut versions = seen.of(section).iter();
        versions.find(|version| version.number == number).cloned()
    }

    /// The version of a section that was in force at a time, among those up to a change; none for the file's.
    pub fn in_force(&self, section: Section, at: DateTime<Utc>, change: i64) -> Option<Version> {
        let seen = self.seen();
        let mut versions = seen.at(section, at);
        versions.find(|version| version.sequence <= change).cloned()
    }

    /// What the file says.
    pub fn section_of_file(&self, section: Section) -> Value {
        self.of_file.section(section)
    }

    /// Where the file says something else than it did when it was imported: that has no effect.
    pub fn file_changes(&self, section: Section) -> Vec<SettingsDifference> {
        let seen = self.seen();
        let first = seen.of(section).first();
        first.map_or_else(Vec::new, |first| {
            differences(&first.document, &self.of_file.section(section))
        })
    }

    /// Where the file says something else than the version in force.
    pub fn unlike_file(&self, section: Section) -> Vec<SettingsDifference> {
        let of_file = self.of_file.section(section);
        let current = self.current(section);
        current.map_or_else(Vec::new, |version| differences(&of_file, &version.document))
    }
}

/// Reads what is new in the stream, and decides by it from then on.
pub async fn catch_up(core: &Core, followed: &Followed) -> Result<(), JournalError> {
    let read_to = followed.last_change();
    let head = journal::settings_head(&core.pool).await?;
    if head > read_to {
        let recorded =
            journal::settings_after(&core.pool, core.ledger.journal_key(), read_to).await?;
        let mut read = Vec::new();
        for event in recorded {
            let sequence = event.sequence;
            let version = Version::of(event);
            if version.is_none() {
                tracing::error!(
                    sequence,
                    "a change of settings cannot be read: it changes nothing"
                );
            }
            read.extend(version);
        }
        let documents = read
            .iter()
            .map(|version| (version.section, &version.document));
        let values = values::read(core, documents).await?;
        for version in &mut read {
            version.is_whole = values::reveal(version.section, &mut version.document, &values);
        }
        followed.seen().take(read, head);
    }
    decide_by(core, followed);
    Ok(())
}

/// Puts what is in force now into the newest configuration, where that is something else than before.
fn decide_by(core: &Core, followed: &Followed) {
    let mut seen = followed.seen();
    let now = core.clock.now();
    let candidates = Section::ALL.into_iter().filter_map(|section| {
        let version = seen.at(section, now).next()?;
        Some((section, version.number))
    });
    let made_of = (seen.head, candidates.collect());
    if seen.made_of != made_of {
        let (config, laid) = laid_over(&followed.of_file, &seen, now);
        seen.laid = laid;
        core.newest.send_replace(Arc::new(config));
        core.live.notify_all_changed("settings", seen.head);
        seen.made_of = made_of;
    }
}

/// The file's configuration under the version of each section that is in force, with their numbers. A version that
/// does not fit the file any more changes nothing: the one before it stays.
fn laid_over(
    of_file: &Config,
    seen: &Seen,
    now: DateTime<Utc>,
) -> (Config, BTreeMap<Section, u64>) {
    let mut fitting: BTreeMap<Section, Value> = BTreeMap::new();
    let mut numbers = BTreeMap::new();
    let mut laid = of_file.clone();
    for section in Section::ALL {
        for version in seen.at(section, now) {
            if !version.is_whole {
                tracing::error!(%section, number = version.number,
                    "a value of the settings was erased: the version before is in force");
                continue;
            }
            if version.document == of_file.section(section) {
                numbers.insert(section, version.number);
                break;
            }
            let mut tried = fitting.clone();
            tried.insert(section, version.document.clone());
            match of_file.with(&tried) {
                Ok(changed) => {
                    (laid, fitting) = (changed, tried);
                    numbers.insert(section, version.number);
                    break;
                }
                Err(mistakes) => {
                    for mistake in mistakes {
                        tracing::error!(%section, number = version.number, key = mistake.key, what = mistake.what,
                            "the settings do not fit the file any more: the version before is in force");
                    }
                }
            }
        }
    }
    laid.settings = seen.head;
    (laid, numbers)
}
