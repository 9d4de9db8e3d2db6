//! Registration: the rules in their order, then one transaction and the wallet.

use ledger::WalletId;
use sqlx::PgConnection;
use uuid::Uuid;

use platform::clock::new_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::extract::IdempotencyKey;

use super::device::{self, Device};
use super::draft::{Draft, Step, check_password, check_profile, check_rest, read_phone};
use super::member::NewMember;
use super::throttle::{self, Rule};
use super::{inviter, member, otp, phone};

/// How many checks one address may make: the steps of the wizard, with room for mistakes.
const CHECKS_PER_REGISTRATION: u32 = 10;

/// Checks a draft as far as `step`. Only a caller who has proved the number learns whether it is a
/// member's; if no proof is required, it is checked with everything else.
pub async fn validate(
    state: &Core,
    draft: &Draft,
    step: Step,
    address: &str,
) -> Result<(), ApiError> {
    charge_check(state, address).await?;
    let username = read_phone(&state.config, &draft.username)?;
    if step == Step::Everything {
        require_verified(state, &username, draft).await?;
        require_free(state, &username).await?;
        let checked = check_rest(state, draft).await?;
        return inviter::require_known(state, checked.invite_code(), address).await;
    }
    let token = draft.otp_token.as_deref();
    if state.config.otp.is_on && otp::is_verified(state, &username, token).await? {
        require_free(state, &username).await?;
    }
    if step == Step::Profile {
        let profile = check_profile(&state.config, draft)?;
        check_password(&draft.password, "password")?;
        inviter::require_known(state, profile.invite_code(), address).await?;
    }
    Ok(())
}

/// Registers a member and opens the wallet.
///
/// With an idempotency key, the member's id is derived from key and body, so that a repeat finds
/// the member that the first attempt created.
pub async fn register(
    state: &Core,
    draft: &Draft,
    address: &str,
    device: &Device,
    key: &IdempotencyKey,
) -> Result<Registered, ApiError> {
    let id = member_id(state, draft, key);
    if let Some(registered) = earlier(state, draft, id, key).await? {
        return Ok(registered);
    }
    match register_now(state, draft, address, device, id).await {
        Ok(()) => Ok(Registered {
            id,
            is_replayed: false,
        }),
        // The same request may have run at the same time and come first.
        Err(error) => earlier(state, draft, id, key).await?.ok_or(error),
    }
}

async fn register_now(
    state: &Core,
    draft: &Draft,
    address: &str,
    device: &Device,
    id: WalletId,
) -> Result<(), ApiError> {
    charge_check(state, address).await?;
    let username = read_phone(&state.config, &draft.username)?;
    require_verified(state, &username, draft).await?;
    require_free(state, &username).await?;
    let checked = check_rest(state, draft).await?;
    inviter::require_known(state, checked.invite_code(), address).await?;
    let rule = Rule::Window {
        max: state.config.login.registrations_per_address_hour,
        seconds: 3_600,
    };
    throttle::charge(state, "register:address", address, rule).await?;
    let new_member = checked.into_member(state, id, username).await?;
    let mut transaction = state.pool.begin().await?;
    let token = draft.otp_token.as_deref();
    otp::consume(state, &mut transaction, &new_member.username, token).await?;
    store(state, &mut transaction, &new_member, device).await?;
    transaction.commit().await?;
    // If this fails, the first login opens the wallet: the member exists either way.
    if let Err(error) = member::ensure_wallet(state, id, new_member.currency).await {
        tracing::warn!(?error, "a wallet waits for its owner's first log-in");
    }
    Ok(())
}

/// Stores a member with the device and the inviter.
async fn store(
    state: &Core,
    transaction: &mut PgConnection,
    new_member: &NewMember,
    device: &Device,
) -> Result<(), ApiError> {
    member::insert(transaction, state, new_member).await?;
    device::note(state, transaction, new_member.id, device).await?;
    let code = new_member.invite_code.as_deref();
    inviter::settle(state, transaction, new_member.id, code).await?;
    Ok(())
}

/// If no proof of the number is required, a check reveals whether the number is registered, so
/// trying all numbers must take years.
async fn charge_check(state: &Core, address: &str) -> Result<(), ApiError> {
    let registrations = state.config.login.registrations_per_address_hour;
    let rule = Rule::Window {
        max: registrations.saturating_mul(CHECKS_PER_REGISTRATION),
        seconds: 3_600,
    };
    throttle::charge(state, "register:check", address, rule).await
}

/// Registers a member that the operator creates, whose phone needs no proof. An existing member is
/// left unchanged. Returns whether the member is new.
pub async fn register_known(state: &Core, draft: &Draft) -> Result<bool, ApiError> {
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
    store(state, &mut transaction, &new_member, &Device::NONE).await?;
    transaction.commit().await?;
    member::ensure_wallet(state, new_member.id, new_member.currency).await?;
    Ok(true)
}

/// A member who is registered now.
pub struct Registered {
    /// The member's id, which is also the wallet's id.
    pub id: WalletId,
    /// Whether an earlier attempt with the same key registered the member.
    pub is_replayed: bool,
}

fn member_id(state: &Core, draft: &Draft, key: &IdempotencyKey) -> WalletId {
    let Some(key) = &key.0 else {
        return WalletId(new_id());
    };
    let body = format!("{key}\u{0}{draft:?}");
    let bytes = state.secrets.subject(&body);
    let bytes: [u8; 16] = bytes.try_into().expect("a subject has 16 bytes");
    WalletId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
}

async fn earlier(
    state: &Core,
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

async fn require_free(state: &Core, username: &str) -> Result<(), ApiError> {
    if member::is_registered(state, username).await? {
        return Err(Code::ExistingUser.into());
    }
    Ok(())
}

async fn require_verified(state: &Core, username: &str, draft: &Draft) -> Result<(), ApiError> {
    let token = draft.otp_token.as_deref();
    if state.config.otp.is_on && !otp::is_verified(state, username, token).await? {
        return Err(Code::UnverifiedOtp.into());
    }
    Ok(())
}
