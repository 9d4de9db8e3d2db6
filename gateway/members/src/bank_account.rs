//! The bank account that a player registers: the rules of its number and holder, and its change.
//!
//! A change involves two stores: the table `bank_account` holds the particulars, and the ledger
//! decides which account is in force. Their order makes a crash at any point harmless:
//!
//! 1. The particulars are stored under an id. Nothing is paid to that id yet.
//! 2. The ledger takes the id, starts the hold and returns withdrawals that wait for the former
//!    account. From this event on, every reader sees the new account.
//!
//! After a crash before step 2 nothing has changed, and a repeat finds the stored particulars;
//! after step 2 the change is complete.

use chrono::{SubsecRound, TimeDelta};
use ledger::wallet::{BankAccountCommand, BankAccountRecord};
use ledger::{BankAccountId, Idempotency, WalletCommand};

use platform::clock::new_id;
use platform::config::{Bank, Config};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::extract::IdempotencyKey;

use super::member::Member;
use super::pin::{self, TypedPin};
use super::throttle::{self, Rule};
use super::{name, particulars, password, phone};
use crate::particulars::BankAccount;

const SECONDS_A_DAY: u32 = 86_400;

/// The digits of an account number, or `None`.
///
/// No bank publishes a check digit, and lengths differ, so only bounds are checked: 10–15 digits
/// in Thailand and 8–20 in Laos. A bank without a number of the Bank of Thailand is a Lao bank.
pub fn number(text: &str, bank: &Bank) -> Option<String> {
    if text.len() > 128 {
        return None;
    }
    let digits = phone::plain_digits(text)?;
    let bounds = if bank.number.is_some() {
        10..=15
    } else {
        8..=20
    };
    let is_blank = digits.bytes().all(|byte| byte == b'0');
    (bounds.contains(&digits.len()) && !is_blank).then_some(digits)
}

/// The holder's name under the bank's rule.
pub fn holder(text: &str, bank: &Bank) -> Result<String, ApiError> {
    let holder = name::holder(text).ok_or_else(|| {
        let refusal = if bank.english_name_only {
            Code::BankAccountNameEng
        } else {
            Code::InvalidUserInfo
        };
        ApiError::from(refusal).with_data(serde_json::json!({ "fields": ["bankAccountName"] }))
    })?;
    if bank.english_name_only && !name::is_english(&holder) {
        return Err(ApiError::from(Code::BankAccountNameEng)
            .with_data(serde_json::json!({ "fields": ["bankAccountName"] })));
    }
    Ok(holder)
}

/// A bank account as a member types it; absent fields keep their registered values.
#[derive(Debug, Clone, Copy)]
pub struct Typed<'a> {
    /// The product's code of the bank.
    pub bank_code: Option<&'a str>,
    /// The account number, in any usual spelling.
    pub account_no: Option<&'a str>,
    /// First and last name of the holder.
    pub holder: Option<&'a str>,
}

/// The change that a typed account requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BankAccountInput {
    /// No change: it is the registered account.
    Same,
    /// The registered account, with all of its particulars typed again.
    Again(BankAccount),
    /// A new spelling of the holder; the money still goes to the same account.
    Holder(String),
    /// A different account.
    Account(BankAccount),
}

impl Typed<'_> {
    /// Reads it against the account in force, under the rules of a registration.
    pub fn read(
        self,
        config: &Config,
        registered: &BankAccount,
    ) -> Result<BankAccountInput, ApiError> {
        let code = self.bank_code.unwrap_or(&registered.bank_code);
        let bank = config.bank(code).ok_or(Code::InvalidBank)?;
        let is_same_bank = code == registered.bank_code;
        let account_no = match self.account_no {
            Some(text) => number(text, bank),
            // A number says nothing about an account of another bank.
            None => is_same_bank.then(|| registered.account_no.clone()),
        }
        .ok_or_else(|| ApiError::invalid_user_info(&["bankAccountNo"]))?;
        let is_same_account = is_same_bank && account_no == registered.account_no;
        // A registered holder stays valid, also one from before the bank's rule.
        let is_same_holder = self
            .holder
            .is_none_or(|text| name::holder(text).as_deref() == Some(registered.holder.as_str()));
        if is_same_account && is_same_holder {
            // Only a completely typed account confirms the stored particulars.
            let is_whole =
                self.bank_code.is_some() && self.account_no.is_some() && self.holder.is_some();
            return Ok(if is_whole {
                BankAccountInput::Again(registered.clone())
            } else {
                BankAccountInput::Same
            });
        }
        let holder = holder(self.holder.unwrap_or(&registered.holder), bank)?;
        // First and last name, as at the registration: a slip is compared with both.
        if !holder.contains(' ') {
            return Err(ApiError::invalid_user_info(&["bankAccountName"]));
        }
        if is_same_account {
            return Ok(BankAccountInput::Holder(holder));
        }
        Ok(BankAccountInput::Account(BankAccount {
            id: BankAccountId(new_id()),
            bank_code: bank.code.clone(),
            account_no,
            holder,
        }))
    }
}

/// The secrets of a member who changes the bank account.
pub struct Proof<'a> {
    /// The password in force; it may be absent or empty only if nothing changes.
    pub password: Option<String>,
    /// The PIN of the request, which is checked if the member has one.
    pub pin: &'a TypedPin,
}

/// Changes the bank account of a member who knows the password, and the PIN if there is one.
pub async fn change(
    state: &Core,
    member: &Member,
    input: BankAccountInput,
    proof: Proof<'_>,
    key: &IdempotencyKey,
) -> Result<(), ApiError> {
    let password = proof.password.filter(|text| !text.is_empty());
    let input = match input {
        // With the password it is stored again, and held as a new account would be.
        BankAccountInput::Again(account)
            if !member.is_bank_account_confirmed && password.is_some() =>
        {
            BankAccountInput::Account(account)
        }
        BankAccountInput::Same | BankAccountInput::Again(_) => return Ok(()),
        other => other,
    };
    let password = password.ok_or_else(|| ApiError::invalid_user_info(&["password"]))?;
    // Before anything is looked up: only the member may learn whether an account is registered.
    password::prove(state, member.id, password).await?;
    let wallet = state.ledger.load(member.id).await?;
    pin::confirm(state, member.id, &wallet, proof.pin).await?;
    let by_member = Rule::Window {
        max: state.config.withdrawal.bank_changes_per_day_max,
        seconds: SECONDS_A_DAY,
    };
    throttle::charge(state, "bank:change", &member.id.to_string(), by_member).await?;
    match input {
        BankAccountInput::Same | BankAccountInput::Again(_) => Ok(()),
        BankAccountInput::Holder(holder) => {
            particulars::correct_holder(state, member.id, member.bank_account.id, &holder).await
        }
        BankAccountInput::Account(account) => {
            let account = particulars::keep(state, member.id, &account).await?;
            // The fingerprint covers the id only, so the journal contains nothing of the number.
            let idempotency = key.for_command("changeBankAccount", &account.id.0);
            put_in_force(state, member, account, idempotency).await
        }
    }
}

async fn put_in_force(
    state: &Core,
    member: &Member,
    account: BankAccountRecord,
    idempotency: Option<Idempotency>,
) -> Result<(), ApiError> {
    let hours = state.config.withdrawal.hold_hours;
    // Whole seconds, because every store and every wire format can represent them exactly.
    let until = state.clock.now().trunc_subsecs(0) + TimeDelta::hours(i64::from(hours));
    let command = WalletCommand::BankAccount(BankAccountCommand::Change {
        account,
        hold_until: (hours > 0).then_some(until),
    });
    let context = state.member_context(idempotency);
    state.ledger.execute(member.id, command, context).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bank(number: Option<&str>, english_name_only: bool) -> Bank {
        Bank {
            code: "X".to_owned(),
            number: number.map(str::to_owned),
            name_th: String::new(),
            name_en: String::new(),
            name_la: None,
            colour: "#000000".to_owned(),
            english_name_only,
            aliases: Vec::new(),
        }
    }

    #[test]
    fn a_thai_number_has_ten_to_fifteen_digits() {
        let scb = bank(Some("014"), false);
        assert_eq!(number("123-0-10209-3", &scb).as_deref(), Some("1230102093"));
        assert_eq!(number("๑๒๓๐๑๐๒๐๙๓", &scb).as_deref(), Some("1230102093"));
        assert!(number("123456789012345", &scb).is_some());
        for text in [
            "123456789",
            "1234567890123456",
            "12345abcde",
            "",
            "0000000000",
        ] {
            assert_eq!(number(text, &scb), None, "{text}");
        }
    }

    #[test]
    fn a_lao_number_has_eight_to_twenty_digits() {
        let bcel = bank(None, false);
        assert!(number("010-12-00-01234567-001", &bcel).is_some());
        assert!(number("12345678", &bcel).is_some());
        assert!(number("1234567", &bcel).is_none());
    }

    #[test]
    fn some_banks_take_english_holders_only() {
        let bbl = bank(Some("002"), true);
        assert_eq!(holder("malee sukjai", &bbl).unwrap(), "MALEE SUKJAI");
        for text in ["มาลี สุขใจ", "MALEE SUKJAI 2", ""] {
            assert_eq!(
                holder(text, &bbl).unwrap_err().code,
                Code::BankAccountNameEng
            );
        }
        let scb = bank(Some("014"), false);
        assert_eq!(holder("มาลี สุขใจ", &scb).unwrap(), "มาลี สุขใจ");
        assert_eq!(holder("", &scb).unwrap_err().code, Code::InvalidUserInfo);
    }
}
