//! The member's own profile.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller;
use crate::error::{ApiError, Code};
use crate::extract::Json;
use crate::identity::draft::{check_password, invalid_user_info};
use crate::identity::member::{self, Member};
use crate::identity::{bank_account, login, name};
use crate::routes::account::Done;
use crate::routes::lookup::BankNames;
use crate::state::AppState;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_profile, update_profile))
        .routes(routes!(update_bank_account_name))
        .routes(routes!(change_password))
}

/// Who a member is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Profile {
    /// The member's id.
    #[serde(rename = "_id")]
    id: String,
    /// The phone number.
    username: String,
    name: String,
    created_at: DateTime<Utc>,
    /// Coins for the wheel.
    #[schema(example = "0")]
    coin: String,
}

impl From<&Member> for Profile {
    fn from(member: &Member) -> Self {
        Self {
            id: member.id.to_string(),
            username: member.username.clone(),
            name: member.name.clone(),
            created_at: member.created_at,
            coin: "0".to_owned(),
        }
    }
}

/// The registered bank account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegisteredBankAccount {
    bank_code: String,
    /// The holder, in capitals.
    bank_account_name: String,
    bank_account_no: String,
    bank: BankNames,
}

impl RegisteredBankAccount {
    /// The member's account, with the names of its bank.
    pub(crate) fn of(state: &AppState, member: &Member) -> Self {
        let account = &member.bank_account;
        Self {
            bank_code: account.bank_code.clone(),
            bank_account_name: account.holder.clone(),
            bank_account_no: account.account_no.clone(),
            bank: BankNames::of(state, &account.bank_code),
        }
    }
}

/// Who a member is, with the bank account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FullProfile {
    #[serde(flatten)]
    profile: Profile,
    bank_account: RegisteredBankAccount,
}

/// The member's profile.
#[utoipa::path(get, path = "/account/profile", tag = "account", security(("session" = [])),
    responses((status = 200, body = FullProfile)))]
async fn get_profile(
    State(state): State<AppState>,
    caller: caller::Member,
) -> Result<Json<FullProfile>, ApiError> {
    let member = member::load(&state, caller.id).await?;
    Ok(Json(FullProfile {
        profile: Profile::from(&member),
        bank_account: RegisteredBankAccount::of(&state, &member),
    }))
}

/// A changed profile.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProfileUpdate {
    name: String,
    /// The registered bank, unchanged.
    bank_code: Option<String>,
    /// The registered holder, unchanged.
    bank_account_name: Option<String>,
    /// The registered number, unchanged.
    bank_account_no: Option<String>,
    /// The password; needed when the bank account changes.
    password: Option<String>,
}

/// The profile is saved.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SavedProfile {
    /// `SUCCESS`.
    #[schema(example = "SUCCESS")]
    status: &'static str,
    /// Withdrawals are paid from then on, because the bank account is new.
    held_until: Option<DateTime<Utc>>,
    /// For `after`: a read that shows this position shows the change.
    position: String,
}

impl ProfileUpdate {
    /// The names of the bank fields that differ from what is registered.
    fn changed_bank_fields(&self, state: &AppState, member: &Member) -> Vec<&'static str> {
        let account = &member.bank_account;
        let mut changed = Vec::new();
        if self
            .bank_code
            .as_ref()
            .is_some_and(|code| *code != account.bank_code)
        {
            changed.push("bankCode");
        }
        let is_same_holder =
            |text: &String| name::holder(text).as_deref() == Some(account.holder.as_str());
        if !self.bank_account_name.as_ref().is_none_or(is_same_holder) {
            changed.push("bankAccountName");
        }
        let bank = state.config.bank(&account.bank_code);
        let is_same_number = |text: &String| {
            let read = bank.and_then(|bank| bank_account::number(text, bank));
            read.as_ref() == Some(&account.account_no)
        };
        if !self.bank_account_no.as_ref().is_none_or(is_same_number) {
            changed.push("bankAccountNo");
        }
        changed
    }
}

/// Changes the profile name. The bank account is where withdrawals go: it cannot be changed here.
#[utoipa::path(put, path = "/account/profile", tag = "account", security(("session" = [])),
    request_body = ProfileUpdate, params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = SavedProfile)))]
async fn update_profile(
    State(state): State<AppState>,
    caller: caller::Member,
    Json(update): Json<ProfileUpdate>,
) -> Result<Json<SavedProfile>, ApiError> {
    let member = member::load(&state, caller.id).await?;
    let changed = update.changed_bank_fields(&state, &member);
    if !changed.is_empty() {
        return Err(invalid_user_info(&changed));
    }
    let name = name::profile(&update.name).ok_or_else(|| invalid_user_info(&["name"]))?;
    member::rename(&state, caller.id, &name).await?;
    if update.password.is_some() {
        return Err(Code::ServiceUnavailable.into());
    }
    Ok(Json(SavedProfile {
        status: "SUCCESS",
        held_until: None,
        position: state.book.committed().borrow().to_string(),
    }))
}

/// The corrected holder of the registered account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankAccountNameUpdate {
    bank_code: String,
    bank_account_name: String,
}

/// Corrects the holder's name to English letters, for the banks that report it so.
#[utoipa::path(put, path = "/account/bankAccountName", tag = "account",
    security(("session" = [])), request_body = BankAccountNameUpdate,
    responses((status = 200, body = Done)))]
async fn update_bank_account_name(
    State(state): State<AppState>,
    caller: caller::Member,
    Json(update): Json<BankAccountNameUpdate>,
) -> Result<Json<Done>, ApiError> {
    let account = member::load(&state, caller.id).await?.bank_account;
    let bank = state
        .config
        .bank(&update.bank_code)
        .filter(|bank| bank.code == account.bank_code && bank.english_name_only)
        .ok_or(Code::InvalidBank)?;
    let holder = bank_account::holder(&update.bank_account_name, bank)?;
    // A name that is English already stays: it is what withdrawals are paid out to.
    if name::is_english(&account.holder) && holder != account.holder {
        return Err(invalid_user_info(&["bankAccountName"]));
    }
    member::correct_holder(&state, account.id, &holder).await?;
    Ok(Done::SUCCESS)
}

/// The old and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordChange {
    old_password: String,
    #[schema(min_length = 8, max_length = 128)]
    new_password: String,
}

/// Changes the password and ends every other session.
#[utoipa::path(put, path = "/account/changepwd", tag = "account", security(("session" = [])),
    request_body = PasswordChange, responses((status = 200, body = Done)))]
async fn change_password(
    State(state): State<AppState>,
    caller: caller::Member,
    Json(change): Json<PasswordChange>,
) -> Result<Json<Done>, ApiError> {
    check_password(&change.new_password, "newPassword")?;
    login::change_password(&state, caller, change.old_password, change.new_password).await?;
    Ok(Done::SUCCESS)
}
