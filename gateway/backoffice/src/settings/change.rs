//! Changes a section.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use ledger::LedgerError;
use platform::config::{Config, Mistake, Section};
use platform::core::Core;
use serde_json::Value;

use super::follow::{Followed, catch_up};
use super::import::import;
use super::version::Version;
use super::write::{Change, ChangeError, WHY_MAX, write};

/// The configuration with a wanted content, or all that is wrong with that in the sentences of `gateway config
/// check`.
pub fn configured(
    core: &Core,
    followed: &Followed,
    wanted: &Change,
) -> Result<Config, Vec<Mistake>> {
    let (section, now) = (wanted.section, core.clock.now());
    let mut found = of_times(wanted, now);
    if let Some(last) = followed.last(section) {
        found.extend(closed_accounts(&last.document, &wanted.document));
    }
    found.extend(followed.of_file.unmatched(section, &wanted.document));
    let mut documents = BTreeMap::new();
    for other in Section::ALL {
        if let Some(version) = followed.current(other) {
            documents.insert(other, version.document);
        }
    }
    documents.insert(section, wanted.document.clone());
    match followed.of_file.with(&documents) {
        Ok(config) if found.is_empty() => Ok(config),
        Ok(_) => Err(found),
        Err(mistakes) => {
            found.extend(mistakes);
            Err(found)
        }
    }
}

/// The accounts that a content no longer has. A payment into one may still come, and could not be credited.
fn closed_accounts(before: &Value, wanted: &Value) -> Vec<Mistake> {
    let list = "deposit_account";
    let ids = |document: &Value| -> Vec<String> {
        let accounts = document[list].as_array().into_iter().flatten();
        let ids = accounts.filter_map(|account| account["id"].as_str());
        ids.map(str::to_owned).collect()
    };
    let kept = ids(wanted);
    let gone = ids(before).into_iter().filter(|id| !kept.contains(id));
    gone.map(|id| Mistake {
        key: list.to_owned(),
        line: None,
        what: format!(
            "{id:?} is missing: a payment into it may still come. Set is_offered = false instead"
        ),
    })
    .collect()
}

fn of_times(wanted: &Change, now: DateTime<Utc>) -> Vec<Mistake> {
    let wrong = |what: &str| Mistake {
        key: "until".to_owned(),
        line: None,
        what: what.to_owned(),
    };
    match (wanted.from, wanted.until) {
        (_, Some(until)) if until <= now => vec![wrong("is over")],
        (Some(from), Some(until)) if until <= from => vec![wrong("is not after from")],
        _ => Vec::new(),
    }
}

/// Checks a wanted change against what is in force now, and returns the last version.
pub(super) async fn checked(
    core: &Core,
    followed: &Followed,
    wanted: &Change,
) -> Result<u64, ChangeError> {
    if !(1..=WHY_MAX).contains(&wanted.why.trim().chars().count()) {
        return Err(ChangeError::NoReason);
    }
    import(core, followed).await?;
    let last = followed.last(wanted.section);
    let before = last.as_ref().map_or(0, |version| version.number);
    if wanted.before != before {
        return Err(ChangeError::Stale(before));
    }
    let is_same = |last: &Version| {
        last.document == wanted.document && last.from == wanted.from && last.until == wanted.until
    };
    if last.as_ref().is_some_and(is_same) {
        return Err(ChangeError::Same);
    }
    configured(core, followed, wanted).map_err(ChangeError::Wrong)?;
    Ok(before)
}

/// Changes a section, and returns the number of its new version.
pub async fn change(core: &Core, followed: &Followed, wanted: Change) -> Result<u64, ChangeError> {
    let number = checked(core, followed, &wanted).await? + 1;
    match write(core, wanted).await {
        Ok(()) => {}
        Err(ChangeError::Ledger(LedgerError::ClaimTaken { .. })) => {
            return Err(ChangeError::Stale(number));
        }
        Err(error) => return Err(error),
    }
    catch_up(core, followed).await?;
    Ok(number)
}
