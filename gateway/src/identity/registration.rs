//! Registration: the rules of each field in their order, then one transaction and the wallet.

use ledger::{BankAccountId, Currency, WalletId};
use serde_json::json;
use uuid::Uuid;

use crate::clock::new_id;
use crate::config::Config;
use crate::error::{ApiError, Code};
use crate::extract::IdempotencyKey;
use crate::state::AppState;

use super::member::{self, BankAccount, NewMember};
use super::throttle::{self, Rule};
use super::{bank_account, name, otp, phone};

/// Bytes of a password: below the first it is guessed, above the second it is an attack.
const PASSWORD_BYTES: std::ops::RangeInclusive<usize> = 8..=128;

/// Steps that a wizard checks, with room for mistakes.
const CHECKS_PER_REGISTRATION: u32 = 10;

/// What somebody asks to register with, as typed. Fields of later steps may be empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    pub(crate) username: String,
    pub(crate) name: String,
    pub(crate) password: String,
    pub(crate) source_code: String,
    pub(crate) invite_code: Option<String>,
    pub(crate) bank_code: String,
    pub(crate) bank_account_name: String,
    pub(crate) bank_account_no: String,
    pub(crate) currency: Option<String>,
}

/// Which part of a draft is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The phone number.
    Phone,
    /// The phone number and the profile.
    Profile,
    /// Everything.
    Everything,
}

/// A profile that keeps the rules.
struct Profile {
    name: String,
    source_code: String,
    invite_code: Option<String>,
}

/// Checks a draft as far as `step`, and against who is registered already.
pub(crate) async fn validate(
    state: &AppState,
    draft: &Draft,
    step: Step,
    address: &str,
) -> Result<(), ApiError> {
    // A check tells whether a number is registered: looking through all numbers must take years.
    let rule = Rule::Window {
        max: state
            .config
            .login
            .registrations_per_address_hour
            .saturating_mul(CHECKS_PER_REGISTRATION),
        seconds: 3_600,
    };
    throttle::charge(state, "register:check", address, rule).await?;
    let username = check_phone(state, draft).await?;
    if step == Step::Phone {
        return Ok(());
    }
    if step == Step::Everything {
        require_verified(state, &username).await?;
        check_rest(state, draft).await?;
    } else {
        check_profile(&state.config, draft)?;
        check_password(&draft.password, "password")?;
    }
    Ok(())
}

/// Registers a member and opens the wallet.
///
/// With an idempotency key the member's id follows from key and body, so that a repeat finds the
/// member that the first attempt has made.
pub(crate) async fn register(
    state: &AppState,
    draft: &Draft,
    address: &str,
    key: &IdempotencyKey,
) -> Result<Registered, ApiError> {
    let id = member_id(state, draft, key);
    if let Some(registered) = earlier(state, draft, id, key).await? {
        return Ok(registered);
    }
    let username = check_phone(state, draft).await?;
    require_verified(state, &username).await?;
    let checked = check_rest(state, draft).await?;
    let rule = Rule::Window {
        max: state.config.login.registrations_per_address_hour,
        seconds: 3_600,
    };
    throttle::charge(state, "register:address", address, rule).await?;
    let new_member = checked.into_member(state, id, username).await?;
    let mut transaction = state.pool.begin().await?;
    otp::consume(state, &mut transaction, &new_member.username).await?;
    member::insert(&mut transaction, &new_member, state.clock.now()).await?;
    transaction.commit().await?;
    // Should this fail, the first log-in opens the wallet: the member exists either way.
    if let Err(error) = member::ensure_wallet(state, id, new_member.currency).await {
        tracing::warn!(%error, "a wallet waits for its owner's first log-in");
    }
    Ok(Registered {
        id,
        is_replayed: false,
    })
}

/// Registers a member of the operator's own making, whose phone needs no proof; an existing one
/// is left as it is. Answers whether the member is new.
pub(crate) async fn register_known(state: &AppState, draft: &Draft) -> Result<bool, ApiError> {
    let username = read_phone(&state.config, &draft.username)?;
    let existing = sqlx::query!(
        "select id, currency from member where username = $1",
        username
    )
    .fetch_optional(&state.pool)
    .await?;
    if let Some(row) = existing {
        let currency = row
            .currency
            .parse()
            .map_err(|error| ApiError::internal(&error))?;
        member::ensure_wallet(state, WalletId(row.id), currency).await?;
        return Ok(false);
    }
    let checked = check_rest(state, draft).await?;
    let new_member = checked
        .into_member(state, WalletId(new_id()), username)
        .await?;
    let mut transaction = state.pool.begin().await?;
    member::insert(&mut transaction, &new_member, state.clock.now()).await?;
    transaction.commit().await?;
    member::ensure_wallet(state, new_member.id, new_member.currency).await?;
    Ok(true)
}

/// What a draft holds besides the phone number, within the rules.
struct Checked<'a> {
    profile: Profile,
    password: &'a str,
    bank_account: BankAccount,
    currency: Currency,
}

async fn check_rest<'a>(state: &AppState, draft: &'a Draft) -> Result<Checked<'a>, ApiError> {
    let profile = check_profile(&state.config, draft)?;
    check_password(&draft.password, "password")?;
    Ok(Checked {
        profile,
        password: &draft.password,
        bank_account: check_bank_account(state, draft).await?,
        currency: check_currency(&state.config, draft)?,
    })
}

impl Checked<'_> {
    async fn into_member(
        self,
        state: &AppState,
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

/// A registered member.
pub(crate) struct Registered {
    /// The member.
    pub(crate) id: WalletId,
    /// Whether an earlier attempt with the same key has registered the member.
    pub(crate) is_replayed: bool,
}

fn member_id(state: &AppState, draft: &Draft, key: &IdempotencyKey) -> WalletId {
    let Some(key) = &key.0 else {
        return WalletId(new_id());
    };
    let body = format!("{key}\u{0}{draft:?}");
    let bytes = state.secrets.subject(&body);
    let bytes: [u8; 16] = bytes.try_into().expect("a subject has 16 bytes");
    WalletId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
}

async fn earlier(
    state: &AppState,
    draft: &Draft,
    id: WalletId,
    key: &IdempotencyKey,
) -> Result<Option<Registered>, ApiError> {
    if key.0.is_none() {
        return Ok(None);
    }
    let Some(username) = phone::normalise(&draft.username, state.config.service.lao_mode) else {
        return Ok(None);
    };
    let found: Option<Uuid> = sqlx::query_scalar!(
        "select id from member where id = $1 and username = $2",
        id.0,
        username,
    )
    .fetch_optional(&state.pool)
    .await?;
    Ok(found.map(|_| Registered {
        id,
        is_replayed: true,
    }))
}

/// A wrong profile, with the names of the fields.
pub(crate) fn invalid_user_info(fields: &[&str]) -> ApiError {
    ApiError::from(Code::InvalidUserInfo).with_data(json!({ "fields": fields }))
}

async fn check_phone(state: &AppState, draft: &Draft) -> Result<String, ApiError> {
    let username = read_phone(&state.config, &draft.username)?;
    if member::is_registered(state, &username).await? {
        return Err(Code::ExistingUser.into());
    }
    Ok(username)
}

/// The stored form of a phone number, or the code that says what is wrong with it.
pub(crate) fn read_phone(config: &Config, text: &str) -> Result<String, ApiError> {
    let lao_mode = config.service.lao_mode;
    phone::normalise(text, lao_mode).ok_or_else(|| {
        if lao_mode {
            invalid_user_info(&["username"])
        } else {
            Code::PhoneNumberRequire10Digit.into()
        }
    })
}

async fn require_verified(state: &AppState, username: &str) -> Result<(), ApiError> {
    if state.config.otp.is_on && !otp::is_verified(state, username).await? {
        return Err(Code::UnverifiedOtp.into());
    }
    Ok(())
}

/// Holds the rule of a new password.
pub(crate) fn check_password(password: &str, field: &str) -> Result<(), ApiError> {
    if PASSWORD_BYTES.contains(&password.len()) {
        Ok(())
    } else {
        Err(invalid_user_info(&[field]))
    }
}

fn check_profile(config: &Config, draft: &Draft) -> Result<Profile, ApiError> {
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
        _ => Err(invalid_user_info(&wrong)),
    }
}

async fn check_bank_account(state: &AppState, draft: &Draft) -> Result<BankAccount, ApiError> {
    let bank = state
        .config
        .bank(&draft.bank_code)
        .ok_or(Code::InvalidBank)?;
    let holder = bank_account::holder(&draft.bank_account_name, bank)?;
    // First and last name: a slip is compared with both.
    if !holder.contains(' ') {
        return Err(invalid_user_info(&["bankAccountName"]));
    }
    let account_no = bank_account::number(&draft.bank_account_no, bank)
        .ok_or_else(|| invalid_user_info(&["bankAccountNo"]))?;
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
        Some("THB" | "BAHT") => Ok(Currency::Thb),
        Some("LAK") if config.service.lao_mode => Ok(Currency::Lak),
        Some(_) => Err(invalid_user_info(&["currency"])),
    }
}
