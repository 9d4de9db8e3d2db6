//! Checks that staff have decided what the settings say: an entry of the audit log for each version.

use std::collections::HashSet;

use ledger::StaffId;
use ledger::journal::{self, JournalError, JournalKey};
use ledger::wallet::SettingsAuthor;
use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

use super::request::{AGREE, CHANGE};
use super::version::Version;

/// What an entry says: who, the action, the section, and the version that was there before.
type Said = (Uuid, String, String, u64);

/// Lists the versions that no entry of the audit log backs, and those that took a second person and have none.
pub(crate) async fn unbacked(pool: &PgPool, key: &JournalKey) -> Result<Vec<String>, JournalError> {
    let versions = journal::settings_copied(pool, key, 0).await?;
    let rows = sqlx::query!(
        r#"select staff_id as "by!", kind, subject_id as "section!", detail as "detail!: Value"
           from staff_act
           where kind = any($1) and subject_kind = 'settings' and staff_id is not null
             and subject_id is not null"#,
        &[CHANGE.to_owned(), AGREE.to_owned()]
    )
    .fetch_all(pool)
    .await?;
    let said = rows.into_iter().filter_map(|row| {
        let before = row.detail["before"].as_u64()?;
        Some((row.by, row.kind, row.section, before))
    });
    let said: HashSet<Said> = said.collect();
    let versions = versions.into_iter().filter_map(Version::of);
    let problems = versions.filter_map(|version| {
        let what = problem(&version, &said)?;
        let (section, number) = (version.section, version.number);
        Some(format!("settings, {section} {number}: {what}"))
    });
    Ok(problems.collect())
}

fn problem(version: &Version, said: &HashSet<Said>) -> Option<&'static str> {
    let has_said = |StaffId(by), kind: &str| {
        let section = version.section.to_string();
        said.contains(&(by, kind.to_owned(), section, version.number - 1))
    };
    match (&version.by, version.approved_by) {
        (SettingsAuthor::File, _) if version.number == 1 => None,
        (SettingsAuthor::File, _) => Some("the file makes the first version only"),
        (SettingsAuthor::Staff(by), Some(approved_by)) => {
            let is_agreed = *by != approved_by && has_said(approved_by, AGREE);
            (!is_agreed).then_some("no entry of a second person backs it")
        }
        _ if version.section.costs_money() => Some("it took two people, and has one"),
        (SettingsAuthor::Operator(_), None) => None,
        (SettingsAuthor::Operator(_), Some(_)) => Some("the command line has no second person"),
        (SettingsAuthor::Staff(by), None) => {
            let is_backed = has_said(*by, CHANGE);
            (!is_backed).then_some("no entry backs it")
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use platform::config::Section;
    use serde_json::json;

    use super::*;

    fn version(section: Section, by: SettingsAuthor, approved_by: Option<u128>) -> Version {
        Version {
            section,
            number: 2,
            sequence: 7,
            document: json!({}),
            is_whole: true,
            from: None,
            until: None,
            at: DateTime::UNIX_EPOCH,
            by,
            approved_by: approved_by.map(|id| StaffId(Uuid::from_u128(id))),
            why: "a test".to_owned(),
        }
    }

    #[test]
    fn a_version_needs_the_entries_of_its_people() {
        let staff = |id| SettingsAuthor::Staff(StaffId(Uuid::from_u128(id)));
        let entry = |by, kind: &str, section: &str| {
            let (kind, section) = (kind.to_owned(), section.to_owned());
            (Uuid::from_u128(by), kind, section, 1)
        };
        let said = HashSet::from([entry(1, CHANGE, "hours"), entry(2, AGREE, "offers")]);
        let operator = SettingsAuthor::Operator("nok".to_owned());
        for (version, is_backed) in [
            (version(Section::Hours, staff(1), None), true),
            (version(Section::Hours, staff(2), None), false),
            (version(Section::Games, staff(1), None), false),
            (version(Section::Hours, operator.clone(), None), true),
            (version(Section::Offers, operator, None), false),
            (version(Section::Offers, staff(1), Some(2)), true),
            (version(Section::Offers, staff(1), None), false),
            (version(Section::Offers, staff(2), Some(2)), false),
            (version(Section::Offers, staff(1), Some(3)), false),
            (version(Section::Amounts, staff(1), Some(2)), false),
            (version(Section::Hours, SettingsAuthor::File, None), false),
        ] {
            let found = problem(&version, &said);
            assert_eq!(found.is_none(), is_backed, "{version:?}: {found:?}");
        }
    }
}
