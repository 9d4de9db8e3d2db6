//! The sections of the configuration that change while the service runs.
//!
//! A section is a document: a JSON object with the file's keys and the file's forms of their values. It holds no
//! secret and no address that is called, so a change of a section reaches neither.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use toml::{Table, Value};

use super::mistake::{Mistake, Place};
use super::{Config, Provider, parse};

/// A part of the configuration that changes as a whole.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// Which games are offered, in which order, and which are in maintenance.
    Games,
    /// The line for everybody, and the notices of the first page.
    Notices,
    /// When slips are not taken, and whether the service has ended.
    Hours,
    /// The accounts that players pay into.
    Accounts,
    /// Bounds of amounts, and the amounts that players are offered.
    Amounts,
    /// Bonuses, promotions, refunds, invitations and the wheel.
    Offers,
}

/// A part of the file that belongs to a section.
enum Part {
    /// A value, by its key.
    Value(&'static [&'static str]),
    /// Of each table of a list, these keys; the order of the list as well. A table that the file lacks cannot
    /// be added, and none can be left out.
    Tables(Tables),
}

/// Keys of the tables of a list.
#[derive(Clone, Copy)]
struct Tables {
    list: &'static str,
    /// The key by which a table is named.
    id: &'static str,
    keys: &'static [&'static str],
}

impl Section {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Games,
        Self::Notices,
        Self::Hours,
        Self::Accounts,
        Self::Amounts,
        Self::Offers,
    ];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Notices => "notices",
            Self::Hours => "hours",
            Self::Accounts => "accounts",
            Self::Amounts => "amounts",
            Self::Offers => "offers",
        }
    }

    /// Whether a change of it can cost the operator or a player money.
    #[must_use]
    pub const fn costs_money(self) -> bool {
        match self {
            Self::Games | Self::Notices | Self::Hours => false,
            Self::Accounts | Self::Amounts | Self::Offers => true,
        }
    }

    /// The keys of personal values in the tables of a list: who holds an account, and its number.
    #[must_use]
    pub const fn personal(self) -> Option<(&'static str, &'static [&'static str])> {
        match self {
            Self::Accounts => Some((
                "deposit_account",
                &["account_name", "account_name_aliases", "account_no"],
            )),
            Self::Games | Self::Notices | Self::Hours | Self::Amounts | Self::Offers => None,
        }
    }

    const fn parts(self) -> &'static [Part] {
        use Part::Value;
        match self {
            Self::Games => &[Part::Tables(Tables {
                list: "provider",
                id: "code",
                keys: &["is_offered", "maintenance", "event"],
            })],
            Self::Notices => &[Value(&["texts", "notice"]), Value(&["notice"])],
            Self::Hours => &[
                Value(&["slip", "closed_from"]),
                Value(&["slip", "closed_until"]),
                Value(&["service", "terminated"]),
            ],
            Self::Accounts => &[Value(&["deposit_account"])],
            Self::Amounts => &[
                Value(&["bounds"]),
                Value(&["gift", "minimum"]),
                Part::Tables(Tables {
                    list: "psp",
                    id: "bank_code",
                    keys: &["minimum", "quick_amounts"],
                }),
            ],
            Self::Offers => &[
                Value(&["bonus"]),
                Value(&["promotion"]),
                Value(&["refund"]),
                Value(&["invite"]),
                Value(&["wheel"]),
            ],
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text of a section in its one form: keys in order, no spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionText(String);

impl SectionText {
    /// The text of a document.
    #[must_use]
    pub fn of(document: &Json) -> Self {
        // The maps of `serde_json` are in the order of their keys.
        Self(document.to_string())
    }

    /// The text itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its SHA-256, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        hex::encode(Sha256::digest(self.0.as_bytes()))
    }
}

impl Config {
    /// A section as the file has it.
    pub fn section(&self, section: Section) -> Json {
        let mut content = (*self.content.0).clone();
        let mut document = Table::new();
        let Some(file) = content.as_table_mut() else {
            return Json::Null;
        };
        for part in section.parts() {
            match part {
                Part::Value(path) => {
                    if let Some(value) = take(file, path) {
                        put(&mut document, path, value);
                    }
                }
                Part::Tables(Tables { list, id, keys }) => {
                    let tables = file.get(*list).and_then(Value::as_array);
                    let shown = |table: &Value| {
                        let mut table = table.as_table()?.clone();
                        table.retain(|key, _| key == *id || keys.contains(&key));
                        Some(Value::Table(table))
                    };
                    let tables = tables.into_iter().flatten().filter_map(shown).collect();
                    document.insert((*list).to_owned(), Value::Array(tables));
                }
            }
        }
        serde_json::to_value(document).unwrap_or_default()
    }

    /// The tables that only the file has, or only a document.
    pub fn unmatched(&self, section: Section, document: &Json) -> Vec<Mistake> {
        let (mut content, mut unmatched) = ((*self.content.0).clone(), Vec::new());
        lay(
            section,
            document,
            &mut content,
            &mut Vec::new(),
            &mut unmatched,
        );
        unmatched
    }

    /// The configuration with these sections in place of the file's; fails with everything that is wrong.
    ///
    /// The file may have changed since a section was written. A table that is new in it comes after those of the
    /// section, and one that it has no longer is left out.
    pub fn with(&self, documents: &BTreeMap<Section, Json>) -> Result<Self, Vec<Mistake>> {
        let mut content = (*self.content.0).clone();
        let mut mistakes = Vec::new();
        for (section, document) in documents {
            lay(
                *section,
                document,
                &mut content,
                &mut mistakes,
                &mut Vec::new(),
            );
        }
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let read = parse::checked(content)?;
        let mut changed = self.clone();
        for section in documents.keys() {
            changed.take_over(*section, &read);
        }
        Ok(changed)
    }

    /// Takes a section's values from another configuration, and nothing else.
    fn take_over(&mut self, section: Section, from: &Self) {
        match section {
            Section::Games => {
                let mut of_self = std::mem::take(&mut self.providers);
                for provider in &from.providers {
                    let place = of_self.iter().position(|one| one.code == provider.code);
                    self.providers.extend(place.map(|place| Provider {
                        is_offered: provider.is_offered,
                        maintenance: provider.maintenance,
                        event: provider.event.clone(),
                        ..of_self.remove(place)
                    }));
                }
                self.providers.extend(of_self);
            }
            Section::Notices => {
                self.texts.notice.clone_from(&from.texts.notice);
                self.notices.clone_from(&from.notices);
            }
            Section::Hours => {
                self.slip.closed_from.clone_from(&from.slip.closed_from);
                self.slip.closed_until.clone_from(&from.slip.closed_until);
                self.service.terminated = from.service.terminated;
            }
            Section::Accounts => self.deposit_accounts.clone_from(&from.deposit_accounts),
            Section::Amounts => {
                self.bounds.clone_from(&from.bounds);
                self.gift.minimum.clone_from(&from.gift.minimum);
                for psp in &mut self.psps {
                    let mut all = from.psps.iter();
                    if let Some(of_from) = all.find(|one| one.bank_code == psp.bank_code) {
                        psp.minimum = of_from.minimum;
                        psp.quick_amounts.clone_from(&of_from.quick_amounts);
                    }
                }
            }
            Section::Offers => {
                self.bonuses.clone_from(&from.bonuses);
                self.promotions.clone_from(&from.promotions);
                self.refund.clone_from(&from.refund);
                self.invite.clone_from(&from.invite);
                self.wheel.clone_from(&from.wheel);
            }
        }
    }
}

/// Puts a document in place of the file's section. `unmatched` gets the tables that only one of them has.
fn lay(
    section: Section,
    document: &Json,
    content: &mut Value,
    mistakes: &mut Vec<Mistake>,
    unmatched: &mut Vec<Mistake>,
) {
    let mut whole = Place::whole(mistakes);
    let document = Value::try_from(document);
    let (Some(file), Ok(Value::Table(mut document))) = (content.as_table_mut(), document) else {
        return whole.wrong(format!("{section}: is no table, or has a null in it"));
    };
    for part in section.parts() {
        match part {
            Part::Value(path) => {
                take(file, path);
                if let Some(value) = take(&mut document, path) {
                    put(file, path, value);
                }
            }
            Part::Tables(tables) => {
                let list = tables.list;
                let given = document.remove(list).unwrap_or(Value::Array(Vec::new()));
                let alone = &mut Place::whole(unmatched);
                let places = (&mut whole.at(list), &mut alone.at(list));
                lay_tables(file, *tables, given, places);
            }
        }
    }
    for (key, value) in document {
        let is_empty = value.as_table().is_some_and(Table::is_empty);
        whole
            .at(&key)
            .require(is_empty, format!("is no part of the section {section}"));
    }
}

fn lay_tables(
    file: &mut Table,
    Tables { list, id, keys }: Tables,
    given: Value,
    (at, alone): (&mut Place<'_>, &mut Place<'_>),
) {
    let Value::Array(given) = given else {
        return at.wrong("is no list".to_owned());
    };
    let name = |table: &Value| Some(table.get(id)?.as_str()?.to_owned());
    let of_file = file.remove(list);
    let Some(Value::Array(mut of_file)) = of_file.or(Some(Value::Array(Vec::new()))) else {
        return at.wrong("is no list".to_owned());
    };
    let mut laid = Vec::with_capacity(of_file.len());
    for (number, given) in given.into_iter().enumerate() {
        let mut at = at.item(number);
        let Some(named) = name(&given) else {
            at.at(id).wrong("is missing".to_owned());
            continue;
        };
        let Some(place) = of_file
            .iter()
            .position(|table| name(table).as_ref() == Some(&named))
        else {
            alone
                .item(number)
                .at(id)
                .wrong(format!("{named:?} comes twice, or the file has none"));
            continue;
        };
        let (Value::Table(mut table), Value::Table(given)) = (of_file.remove(place), given) else {
            continue;
        };
        table.retain(|key, _| !keys.contains(&key));
        for (key, value) in given {
            let is_known = key == id || keys.contains(&key.as_str());
            at.at(&key)
                .require(is_known, "is set in the file, not while the service runs");
            table.insert(key, value);
        }
        laid.push(Value::Table(table));
    }
    for missing in of_file.iter().filter_map(name) {
        alone.wrong(format!("{missing:?} is missing"));
    }
    laid.extend(of_file);
    file.insert(list.to_owned(), Value::Array(laid));
}

/// Takes a value out, and the tables around it that become empty.
fn take(table: &mut Table, path: &[&str]) -> Option<Value> {
    let (key, rest) = path.split_first()?;
    if rest.is_empty() {
        return table.remove(*key);
    }
    let inner = table.get_mut(*key)?.as_table_mut()?;
    let value = take(inner, rest);
    if inner.is_empty() {
        table.remove(*key);
    }
    value
}

fn put(table: &mut Table, path: &[&str], value: Value) {
    match path {
        [] => {}
        [key] => {
            table.insert((*key).to_owned(), value);
        }
        [key, rest @ ..] => {
            let inner = table
                .entry((*key).to_owned())
                .or_insert_with(|| Value::Table(Table::new()));
            if let Some(inner) = inner.as_table_mut() {
                put(inner, rest, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn demo() -> Config {
        Config::parse(include_str!("../../../demo.toml"), &|_| None).unwrap()
    }

    fn changed(section: Section, document: Json) -> Result<Config, Vec<String>> {
        let mut unmatched = demo().unmatched(section, &document);
        let changed = demo().with(&BTreeMap::from([(section, document)]));
        let changed = changed.and_then(|changed| {
            let is_matched = unmatched.is_empty();
            is_matched.then_some(changed).ok_or(Vec::new())
        });
        changed.map_err(|mistakes| {
            unmatched.extend(mistakes);
            let words = unmatched.into_iter();
            words
                .map(|mistake| format!("{}: {}", mistake.key, mistake.what))
                .collect()
        })
    }

    #[test]
    fn each_section_of_the_file_changes_nothing_when_it_is_laid_over_the_file() {
        let demo = demo();
        for section in Section::ALL {
            let document = demo.section(section);
            let same = changed(section, document.clone()).unwrap();
            assert_eq!(format!("{same:?}"), format!("{demo:?}"), "{section}");
            let text = SectionText::of(&document);
            let read: Json = serde_json::from_str(text.as_str()).unwrap();
            assert_eq!(SectionText::of(&read).digest(), text.digest());
        }
    }

    #[test]
    fn no_section_shows_a_secret_or_an_address_that_is_called() {
        let demo = demo();
        for section in Section::ALL {
            let text = demo.section(section).to_string();
            for word in ["secret", "base_url", "sandbox", "agent", "api_key"] {
                assert!(!text.contains(word), "{section}: {word}");
            }
        }
    }

    #[test]
    fn a_game_goes_into_maintenance_and_to_the_front() {
        let mut document = demo().section(Section::Games);
        let games = document["provider"].as_array_mut().unwrap();
        let mut last = games.pop().unwrap();
        last["maintenance"] = true.into();
        let code = last["code"].as_str().unwrap().to_owned();
        games.insert(0, last);
        let changed = changed(Section::Games, document).unwrap();
        let first = &changed.providers[0];
        assert_eq!(first.code.as_str(), code);
        assert!(first.maintenance);
        assert!(!first.secret.reveal().is_empty(), "the file's");
    }

    #[test]
    fn a_section_reaches_nothing_outside_it_and_leaves_no_game_out() {
        let mut document = demo().section(Section::Games);
        document["payout_bank"] = json!({ "base_url": "https://thief.example.net" });
        document["provider"][0]["base_url"] = "https://thief.example.net".into();
        document["provider"][1]["code"] = "nobody".into();
        let games = document["provider"].as_array_mut().unwrap();
        games.pop();
        let said = changed(Section::Games, document).unwrap_err().join("\n");
        for expected in [
            "payout_bank: is no part of the section games",
            "provider[0].base_url: is set in the file, not while the service runs",
            "provider[1].code: \"nobody\" comes twice, or the file has none",
            "provider: \"huayhd\" is missing",
        ] {
            assert!(said.contains(expected), "{expected}\n{said}");
        }
    }

    #[test]
    fn a_section_outlives_the_change_of_the_files_list() {
        let mut document = demo().section(Section::Games);
        let games = document["provider"].as_array_mut().unwrap();
        let new_in_file = games.remove(0)["code"].as_str().unwrap().to_owned();
        games[0]["code"] = "gone".into();
        games[1]["maintenance"] = true.into();
        let demo = demo();
        let number = demo.providers.len();
        let changed = demo.with(&BTreeMap::from([(Section::Games, document)]));
        let changed = changed.unwrap();
        assert_eq!(changed.providers.len(), number);
        assert!(changed.providers[0].maintenance);
        let last: Vec<_> = changed.providers[number - 2..].iter().collect();
        assert_eq!(last[0].code.as_str(), new_in_file);
    }

    #[test]
    fn what_the_check_of_the_file_refuses_is_refused_in_its_words() {
        let mut hours = demo().section(Section::Hours);
        hours["slip"]["closed_from"] = "25:00".into();
        let said = changed(Section::Hours, hours).unwrap_err().join("\n");
        assert!(said.contains("slip.closed_from"), "{said}");
        let mut amounts = demo().section(Section::Amounts);
        amounts["bounds"]["THB"]["withdraw_min"] = "many".into();
        let said = changed(Section::Amounts, amounts).unwrap_err().join("\n");
        assert!(said.contains("bounds.THB.withdraw_min"), "{said}");
        let gone = changed(Section::Accounts, json!({}))
            .unwrap_err()
            .join("\n");
        assert!(gone.contains("deposit_account: is missing"), "{gone}");
    }
}
