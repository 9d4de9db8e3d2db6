//! A wanted change, and its event.

use chrono::{DateTime, Utc};
use ledger::journal::JournalError;
use ledger::wallet::{HouseEvent, SETTINGS, SettingsAuthor};
use ledger::{LedgerError, StaffId, WalletCommand};
use platform::config::{Mistake, Section, SectionText};
use platform::core::Core;
use serde_json::Value;

use super::values;

/// The longest reason, in characters.
pub(super) const WHY_MAX: usize = 500;

/// A wanted change.
#[derive(Debug, Clone)]
pub struct Change {
    /// The section.
    pub section: Section,
    /// Its new content.
    pub document: Value,
    /// The version that it was made from; 0 for the file's.
    pub before: u64,
    /// From when it is in force; at once without it.
    pub from: Option<DateTime<Utc>>,
    /// Until when it is in force; then the version before it is again.
    pub until: Option<DateTime<Utc>>,
    /// Who changes it.
    pub by: SettingsAuthor,
    /// The supervisor who agreed to it, where that takes one.
    pub approved_by: Option<StaffId>,
    /// Why.
    pub why: String,
}

/// Why a section is not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// What it would say is wrong.
    #[error("{}", in_words(.0))]
    Wrong(Vec<Mistake>),
    /// There is no reason, or a book of them.
    #[error("say why, in 1 to {WHY_MAX} characters")]
    NoReason,
    /// It says what is in force.
    #[error("it says what is in force already")]
    Same,
    /// Somebody else has changed it meanwhile.
    #[error("version {0} is in force: make the change from it")]
    Stale(u64),
    /// The journal does not take it now.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

impl From<JournalError> for ChangeError {
    fn from(error: JournalError) -> Self {
        Self::Ledger(error.into())
    }
}

impl From<sqlx::Error> for ChangeError {
    fn from(error: sqlx::Error) -> Self {
        Self::Ledger(LedgerError::Unavailable(error))
    }
}

fn in_words(mistakes: &[Mistake]) -> String {
    let lines = mistakes
        .iter()
        .map(|mistake| format!("{}: {}", mistake.key, mistake.what));
    lines.collect::<Vec<_>>().join("\n")
}

/// Writes a change that was checked; of two of one version, the second is refused by its claim.
pub(super) async fn write(core: &Core, mut change: Change) -> Result<(), ChangeError> {
    let values = values::conceal(core, change.section, &mut change.document);
    values::keep(core, &values).await?;
    let text = SectionText::of(&change.document);
    let run = format!("{} {}", change.section, change.before + 1);
    let mut context = core.process_context("settings", run);
    // It is no wallet's, and rests on the version that its claim names.
    context.metadata.settings = None;
    let event = HouseEvent::SettingsChanged {
        at: context.metadata.at,
        section: change.section.to_string(),
        before: change.before,
        digest: text.digest(),
        document: text.as_str().to_owned(),
        from: change.from,
        until: change.until,
        by: change.by,
        approved_by: change.approved_by,
        why: change.why,
    };
    core.ledger
        .execute(SETTINGS, WalletCommand::House(event), context)
        .await?;
    Ok(())
}
