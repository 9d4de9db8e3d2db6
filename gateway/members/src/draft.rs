//! A registration as typed, and the rule of each of its fields.

use ledger::{BankAccountId, Currency, WalletId};

use platform::clock::new_id;
use platform::config::Config;
use platform::core::Core;
use platform::error::{ApiError, Code};

use super::member::{self, NewMember};
use super::{bank_account, name, phone};
use crate::particulars::BankAccount;

/// Bytes of a password: a shorter one is guessable, a longer one is an attack.
const PASSWORD_BYTES: std::ops::RangeInclusive<usize> = 8..=128;

/// The input of a registration, as typed. Fields of later steps may be empty.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// The phone number, in any usual spelling.
    pub username: String,
    /// The profile name.
    pub name: String,
    /// The password to sign in with, 8 to 128 bytes.
    pub password: String,
    /// The code of where the player heard of the service.
    pub source_code: String,
    /// The inviter's code; absent or blank if the player was not invited.
    pub invite_code: Option<String>,
    /// The product's code of the bank.
    pub bank_code: String,
    /// First and last name of the account's holder.
    pub bank_account_name: String,
    /// The account number, in any usual spelling.
    pub bank_account_no: String,
    /// The wallet's currency, `BAHT` for baht; absent or empty for the default.
    pub currency: Option<String>,
    /// The token whose code proved the phone number.
    pub otp_token: Option<String>,
}

/// The part of a draft to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The phone number only.
    Phone,
    /// The phone number and the profile.
    Profile,
    /// All fields, as a registration checks them.
    Everything,
}

/// The valid profile of a draft: name, source and invite code.
pub struct Profile {
    name: String,
    source_code: String,
    invite_code: Option<String>,
}

/// The valid fields of a draft, except the phone number.
pub struct Checked<'a> {
    profile: Profile,
    password: &'a str,
    bank_account: BankAccount,
    currency: Currency,
}

/// Checks everything but the phone number.
pub(crate) async fn check_rest<'a>(
    state: &Core,
    draft: &'a Draft,
) -> Result<Checked<'a>, ApiError> {
    let profile = check_profile(&state.config, draft)?;
    check_password(&draft.password, "password")?;
    Ok(Checked {
        profile,
        password: &draft.password,
        bank_account: check_bank_account(state, draft).await?,
        currency: check_currency(&state.config, draft)?,
    })
}

impl Profile {
    /// The inviter's code, trimmed; none if it is absent or blank.
    pub fn invite_code(&self) -> Option<&str> {
        self.invite_code.as_deref()
    }
}

impl Checked<'_> {
    /// The inviter's code, trimmed; none if it is absent or blank.
    pub fn invite_code(&self) -> Option<&str> {
        self.profile.invite_code()
    }

    /// The member to store, with the hash of the password.
    pub(crate) async fn into_member(
        self,
        state: &Core,
        id: WalletId,
        username: String,
    ) -> Result<NewMember, ApiError> {
        Ok(NewMember {
            id,
            username,
            name: self.profile.name,
            password_hash: state.passwords.hash(self.password.to_owned()).await?,
            currency: self.currency,
            source_code: self.profile.source_code,
            invite_code: self.profile.invite_code,
            bank_account: self.bank_account,
        })
    }
}

/// The stored form of a phone number, or the error's code.
pub fn read_phone(config: &Config, text: &str) -> Result<String, ApiError> {
    let lao_mode = config.service.lao_mode;
    phone::normalise(text, lao_mode).ok_or_else(|| {
        if lao_mode {
            ApiError::invalid_user_info(&["username"])
        } else {
            Code::PhoneNumberRequire10Digit.into()
        }
    })
}

/// Checks the rule of a new password.
pub fn check_password(password: &str, field: &str) -> Result<(), ApiError> {
    if PASSWORD_BYTES.contains(&password.len()) {
        Ok(())
    } else {
        Err(ApiError::invalid_user_info(&[field]))
    }
}

/// Checks name, source and invite code, and names all that are wrong.
pub(crate) fn check_profile(config: &Config, draft: &Draft) -> Result<Profile, ApiError> {
    let name = name::profile(&draft.name);
    let is_source = config
        .sources
        .iter()
        .any(|source| source.code == draft.source_code);
    let invite_code = draft
        .invite_code
        .as_deref()
        .map(str::trim)
        .filter(|code| !code.is_empty());
    let is_invite = invite_code.is_none_or(|code| {
        code.len() <= 64
            && code
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    });
    let mut wrong = Vec::new();
    if name.is_none() {
        wrong.push("name");
    }
    if !is_source {
        wrong.push("sourceCode");
    }
    if !is_invite {
        wrong.push("inviteCode");
    }
    match name {
        Some(name) if wrong.is_empty() => Ok(Profile {
            name,
            source_code: draft.source_code.clone(),
            invite_code: invite_code.map(str::to_owned),
        }),
        _ => Err(ApiError::invalid_user_info(&wrong)),
    }
}

async fn check_bank_account(state: &Core, draft: &Draft) -> Result<BankAccount, ApiError> {
    let bank = state
        .config
        .bank(&draft.bank_code)
        .ok_or(Code::InvalidBank)?;
    let holder = bank_account::holder(&draft.bank_account_name, bank)?;
    // First and last name: a slip is compared with both.
    if !holder.contains(' ') {
        return Err(ApiError::invalid_user_info(&["bankAccountName"]));
    }
    let account_no = bank_account::number(&draft.bank_account_no, bank)
        .ok_or_else(|| ApiError::invalid_user_info(&["bankAccountNo"]))?;
    if member::is_bank_account_taken(state, &bank.code, &account_no).await? {
        return Err(Code::ExistingBank.into());
    }
    Ok(BankAccount {
        id: BankAccountId(new_id()),
        bank_code: bank.code.clone(),
        account_no,
        holder,
    })
}

/// Kip or baht in Lao mode, baht elsewhere; `BAHT` is the product's word for THB.
fn check_currency(config: &Config, draft: &Draft) -> Result<Currency, ApiError> {
    match draft.currency.as_deref() {
        None | Some("") => Ok(config.default_currency()),
        Some("BAHT") => Ok(Currency::Thb),
        Some(code) => {
            let currency = code.parse().ok();
            let offered = currency.filter(|currency| config.offers(*currency));
            offered.ok_or_else(|| ApiError::invalid_user_info(&["currency"]))
        }
    }
}
