//! Imports the file as the first version of each section, and looks at the stream again and again.

use std::sync::Arc;
use std::time::Duration;

use ledger::LedgerError;
use ledger::wallet::SettingsAuthor;
use platform::config::Section;
use platform::core::Core;
use serde_json::Value;
use tokio::time::timeout;

use super::follow::{Followed, catch_up};
use super::write::{Change, ChangeError, write};

/// How long one look may take: it takes longer only on a dead connection.
const LOOK_MAX: Duration = Duration::from_secs(5);

/// The reason of version 1.
const OF_FILE: &str = "the configuration's file";

/// Writes the file's content as version 1 of each section that has none, and reads what is new.
pub(super) async fn import(core: &Core, followed: &Followed) -> Result<(), ChangeError> {
    catch_up(core, followed).await?;
    let is_missing = |section: &Section| followed.last(*section).is_none();
    let missing: Vec<_> = Section::ALL.into_iter().filter(is_missing).collect();
    if missing.is_empty() {
        return Ok(());
    }
    for section in missing {
        let first = Change {
            section,
            document: followed.of_file.section(section),
            before: 0,
            from: None,
            until: None,
            by: SettingsAuthor::File,
            approved_by: None,
            why: OF_FILE.to_owned(),
        };
        match write(core, first).await {
            // Another gateway imports its file at the same time.
            Ok(()) | Err(ChangeError::Ledger(LedgerError::ClaimTaken { .. })) => {}
            Err(error) => return Err(error),
        }
    }
    catch_up(core, followed).await?;
    Ok(())
}

/// Logs where the file says something else than it did when it was imported: that has no effect.
fn note_changed_file(followed: &Followed) {
    for section in Section::ALL {
        for one in followed.file_changes(section) {
            let value = |value: Option<Value>| value.unwrap_or_default().to_string();
            let (before, now) = (value(one.before), value(one.after));
            tracing::warn!(%section, key = one.key, before, now,
                "the file was changed and has no effect: change the settings");
        }
    }
}

async fn look(core: &Core, followed: &Followed) -> Result<(), String> {
    let looked = timeout(LOOK_MAX, import(core, followed)).await;
    let looked = looked.map_err(|_| "the database does not answer".to_owned())?;
    looked.map_err(|error| error.to_string())
}

/// Imports the file where that was never done, and follows the stream until the gateway stops.
pub async fn start(core: &Core, followed: &Arc<Followed>) {
    let mut trouble = look(core, followed).await.err();
    if let Some(error) = &trouble {
        tracing::warn!(error, "the file's settings are not imported yet");
    }
    note_changed_file(followed);
    let (following, followed) = (core.clone(), Arc::clone(followed));
    core.spawn(async move {
        loop {
            tokio::time::sleep(following.config.paces.settings).await;
            let failed = look(&following, &followed).await.err();
            // Each failure is logged once, and not with every look.
            if failed != trouble
                && let Some(error) = &failed
            {
                tracing::warn!(error, "the settings are not followed");
            }
            trouble = failed;
        }
    });
}
