//! The house's own streams: what the service states about all wallets together, and what its operator has
//! settled for all of them. They have a place in the journal and in the log like a wallet's, and never any money.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::claim::Claim;
use crate::id::{StaffId, WalletId};
use crate::money::Currency;

use super::event::events;
use super::{Wallet, WalletError, WalletEvent};

/// The id of the house's stream. `.github/proofs.md` names it, so it never changes.
pub const HOUSE: WalletId = WalletId(Uuid::from_u128(0x686f_7573_6500_8000_8000_0000_0000_0000));

/// The id of the stream of settings. Every checkpoint names the last event of [`HOUSE`], and who checks a total
/// requires that to be the total; so settings have another stream. It never changes either.
pub const SETTINGS: WalletId = WalletId(Uuid::from_u128(0x7365_7474_696e_8000_8000_0000_0000_0000));

events! {
    /// What the house has stated.
    pub enum HouseEvent {
        /// What all players are owed together, with the roots of the trees that prove it.
        "LiabilitiesTotalled" LiabilitiesTotalled {
            /// When it was counted, in UTC.
            at: DateTime<Utc>,
            /// The position up to which the journal is counted.
            position: i64,
            /// A tree for each currency that has a wallet, by code.
            trees: Vec<LiabilityTotal>,
        },
        /// A section of the settings has another content from now on.
        "SettingsChanged" SettingsChanged {
            /// When it was decided, in UTC.
            at: DateTime<Utc>,
            /// The section's name.
            section: String,
            /// Number of the version that it replaces; 0 for the first one, which is the file's.
            before: u64,
            /// SHA-256 of `document`, in hexadecimal.
            digest: String,
            /// The whole section: JSON with its keys in order and without spaces. A personal value is an object
            /// with its `digest` there.
            document: String,
            /// From when it is in force, judged by an event's own time; at once without it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            from: Option<DateTime<Utc>>,
            /// Until when it is in force; then the version before it is again.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            until: Option<DateTime<Utc>>,
            /// Who changed it.
            by: SettingsAuthor,
            /// Who approved it, where that takes a second person.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            approved_by: Option<StaffId>,
            /// Why, in the words of who changed it.
            why: String,
        },
    }
}

/// What all wallets of a currency are owed, and the tree over their shares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiabilityTotal {
    /// Currency of the amounts.
    pub currency: Currency,
    /// How many leaves the tree has, those without money included.
    pub leaves: u64,
    /// The tree's root, in hexadecimal.
    pub root: String,
    /// The four amounts together. Like them it may exceed one wallet's bounds, so it is no `Money`.
    pub total: Decimal,
    /// What lies in main wallets.
    pub main: Decimal,
    /// What is on its way to games.
    pub in_transit: Decimal,
    /// What is on its way to banks.
    pub withdrawal: Decimal,
    /// What lies in games, as they were last observed.
    pub games: Decimal,
}

/// Who made a version of the settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingsAuthor {
    /// Nobody: it is the content of the configuration's file.
    File,
    /// The operator at the command line, by the name that was given there.
    Operator(String),
    /// A member of staff.
    Staff(StaffId),
}

impl HouseEvent {
    /// Of two changes of one version, the second is of a version that is no longer the last.
    pub(super) fn claims(&self) -> Vec<Claim> {
        match self {
            Self::LiabilitiesTotalled { .. } => Vec::new(),
            Self::SettingsChanged {
                section, before, ..
            } => vec![Claim {
                kind: "settings",
                reference: format!("{section}:{before}"),
            }],
        }
    }
}

impl Wallet {
    /// Takes a statement of the house. A stream that was opened is a player's and takes none.
    pub(super) fn decide_house(&self, event: HouseEvent) -> Result<Vec<WalletEvent>, WalletError> {
        if self.currency.is_some() {
            return Err(WalletError::NotTheHouse);
        }
        Ok(vec![WalletEvent::House(event)])
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use cqrs_es::Aggregate;

    use super::*;
    use crate::wallet::{Opened, WalletCommand, first_account};

    fn totalled() -> HouseEvent {
        let total = LiabilityTotal {
            currency: Currency::Thb,
            leaves: 512,
            root: "00".repeat(32),
            total: Decimal::new(45_000, 2),
            main: Decimal::new(30_000, 2),
            in_transit: Decimal::new(0, 2),
            withdrawal: Decimal::new(5_000, 2),
            games: Decimal::new(10_000, 2),
        };
        HouseEvent::LiabilitiesTotalled {
            at: DateTime::UNIX_EPOCH,
            position: 7,
            trees: vec![total],
        }
    }

    #[test]
    fn a_total_is_stored_as_the_papers_say() {
        let stored = serde_json::to_string(&WalletEvent::House(totalled())).unwrap();
        assert_eq!(
            stored,
            format!(
                r#"{{"LiabilitiesTotalled":{{"at":"1970-01-01T00:00:00Z","position":7,"trees":[{{"currency":"THB","leaves":512,"root":"{}","total":"450.00","main":"300.00","in_transit":"0.00","withdrawal":"50.00","games":"100.00"}}]}}}}"#,
                "00".repeat(32)
            )
        );
        let read: WalletEvent = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, WalletEvent::House(totalled()));
    }

    #[test]
    fn a_players_wallet_takes_no_statement_of_the_house() {
        let mut wallet = Wallet::default();
        let command = WalletCommand::House(totalled());
        let events = wallet
            .decide(command.clone(), DateTime::UNIX_EPOCH)
            .unwrap();
        assert_eq!(events, [WalletEvent::House(totalled())]);
        wallet.apply(WalletEvent::Opened(Opened {
            currency: Currency::Thb,
            bank_account: first_account(),
        }));
        let refused = wallet.decide(command, DateTime::UNIX_EPOCH);
        assert_eq!(refused, Err(WalletError::NotTheHouse));
    }
}
