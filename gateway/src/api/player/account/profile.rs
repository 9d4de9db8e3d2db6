//! The member's own profile.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::{Idempotency, WalletId};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Done;
use crate::api::player::lookup::BankNames;
use crate::api::state::AppState;
use members::device::Device;
use members::draft::check_password;
use members::member::{self, Member};
use members::origin::Origin;
use members::pin::TypedPin;
use members::{bank_account, login, name, particulars};
use platform::error::{ApiError, Code};
use platform::extract::{IdempotencyKey, Json};
use platform::idempotency::{Written, once_written};
use platform::subject;

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_profile, update_profile))
        .routes(routes!(update_bank_account_name))
        .routes(routes!(change_password))
}

/// A member's profile.
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
    /// The player's coins for the wheel.
    #[schema(example = 0)]
    coin: i64,
}

impl Profile {
    /// A member with the wallet's coins.
    pub(crate) fn with_coins(member: &Member, coin: i64) -> Self {
        Self {
            id: member.id.to_string(),
            username: member.username.clone(),
            name: member.name.clone(),
            created_at: member.created_at,
            coin,
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

/// A member's profile with the bank account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FullProfile {
    #[serde(flatten)]
    profile: Profile,
    bank_account: RegisteredBankAccount,
}

/// Returns the member's profile.
#[route(get, path = "/account/profile", tag = "account", security(("session" = [])),
    responses((status = 200, body = FullProfile)))]
async fn get_profile(
    State(state): State<AppState>,
    caller: subject::Member,
) -> Result<Json<FullProfile>, ApiError> {
    let wallet = state.ledger.load(caller.id).await?;
    let member = member::load_with(&state, caller.id, &wallet).await?;
    let coins = wallet.coins();
    let coins = coins.and_then(|coins| i64::try_from(coins.amount()).ok());
    let coins = coins.unwrap_or_default();
    Ok(Json(FullProfile {
        profile: Profile::with_coins(&member, coins),
        bank_account: RegisteredBankAccount::of(&state, &member),
    }))
}

/// A changed profile.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProfileUpdate {
    name: String,
    /// The bank; the registered one if absent.
    bank_code: Option<String>,
    /// The holder; the registered one if absent.
    bank_account_name: Option<String>,
    /// The number; the registered one if absent.
    bank_account_no: Option<String>,
    /// The password; required if the bank account changes.
    password: Option<String>,
}

/// The answer when the profile is saved.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SavedProfile {
    /// Always `SUCCESS`.
    #[schema(example = "SUCCESS")]
    status: &'static str,
    /// When withdrawals are paid again, if they wait because the bank account is new.
    held_until: Option<DateTime<Utc>>,
    /// For `after`: a read that shows this position shows the change.
    position: String,
}

impl ProfileUpdate {
    fn bank_account(&self) -> bank_account::Typed<'_> {
        bank_account::Typed {
            bank_code: self.bank_code.as_deref(),
            account_no: self.bank_account_no.as_deref(),
            holder: self.bank_account_name.as_deref(),
        }
    }

    /// The update's idempotency record. It contains nothing of the password, and of the other
    /// fields only a keyed fingerprint, which the database alone does not allow to guess.
    fn named(&self, state: &AppState, key: &IdempotencyKey) -> Option<Idempotency> {
        let account = self.bank_account();
        let input = (
            &self.name,
            account.bank_code,
            account.account_no,
            account.holder,
        );
        let input = serde_json::to_vec(&input).expect("texts are JSON");
        Some(Idempotency {
            key: key.0.clone()?,
            fingerprint: state.secrets.request_fingerprint(&input),
        })
    }
}

/// Changes the profile name and, given the password, the bank account. After a change of account,
/// new withdrawals are held, and those still held for the old account return to the wallet.
#[route(put, path = "/account/profile", tag = "account", security(("session" = [])),
    request_body = ProfileUpdate, params(("Idempotency-Key" = String, Header), TypedPin),
    responses((status = 200, body = SavedProfile)))]
async fn update_profile(
    State(state): State<AppState>,
    caller: subject::Member,
    key: IdempotencyKey,
    pin: TypedPin,
    Json(update): Json<ProfileUpdate>,
) -> Result<Response, ApiError> {
    let asked = update.named(&state, &key);
    let saving = save(&state, caller, &key, &pin, update);
    once_written(&state, caller.id, asked, saving).await
}

/// Changes the bank account, and leaves the name to be written.
async fn save(
    state: &AppState,
    caller: subject::Member,
    key: &IdempotencyKey,
    pin: &TypedPin,
    update: ProfileUpdate,
) -> Result<NewName, ApiError> {
    let member = member::load(state, caller.id).await?;
    let name = name::profile(&update.name).ok_or_else(|| ApiError::invalid_user_info(&["name"]))?;
    let change = update
        .bank_account()
        .read(&state.config, &member.bank_account)?;
    let proof = bank_account::Proof {
        password: update.password,
        pin,
    };
    bank_account::change(state, &member, change, proof, key).await?;
    let wallet = state.ledger.load(caller.id).await?;
    let now = state.clock.now();
    Ok(NewName {
        id: caller.id,
        name,
        at: now,
        saved: SavedProfile {
            status: "SUCCESS",
            held_until: wallet.withdrawals_held_until(now),
            position: state.ledger.committed().borrow().to_string(),
        },
    })
}

/// A name to write, and the answer afterwards.
struct NewName {
    id: WalletId,
    name: String,
    at: DateTime<Utc>,
    saved: SavedProfile,
}

impl Written for NewName {
    async fn write(self, connection: &mut PgConnection) -> Result<Response, ApiError> {
        member::rename(connection, self.id, &self.name, self.at).await?;
        Ok(Json(self.saved).into_response())
    }
}

/// The corrected holder of the registered account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankAccountNameUpdate {
    bank_code: String,
    bank_account_name: String,
}

/// Corrects the holder's name to English letters, for banks that report it that way.
#[route(put, path = "/account/bankAccountName", tag = "account",
    security(("session" = [])), request_body = BankAccountNameUpdate,
    responses((status = 200, body = Done)))]
async fn update_bank_account_name(
    State(state): State<AppState>,
    caller: subject::Member,
    Json(update): Json<BankAccountNameUpdate>,
) -> Result<Json<Done>, ApiError> {
    let account = member::load(&state, caller.id).await?.bank_account;
    let bank = state
        .config
        .bank(&update.bank_code)
        .filter(|bank| bank.code == account.bank_code && bank.english_name_only)
        .ok_or(Code::InvalidBank)?;
    let holder = bank_account::holder(&update.bank_account_name, bank)?;
    // A name that is already in English stays: withdrawals are paid to it.
    if name::is_english(&account.holder) && holder != account.holder {
        return Err(ApiError::invalid_user_info(&["bankAccountName"]));
    }
    particulars::correct_holder(&state, caller.id, account.id, &holder).await?;
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
#[route(put, path = "/account/changepwd", tag = "account", security(("session" = [])),
    request_body = PasswordChange, params(Device),
    responses((status = 200, body = Done)))]
async fn change_password(
    State(state): State<AppState>,
    caller: subject::Member,
    origin: Origin,
    Json(change): Json<PasswordChange>,
) -> Result<Json<Done>, ApiError> {
    check_password(&change.new_password, "newPassword")?;
    let (old, new) = (change.old_password, change.new_password);
    login::change_password(&state, caller, old, new, &origin).await?;
    Ok(Done::SUCCESS)
}
