//! Logging in: the same work and the same answer for known and unknown names.

use ledger::WalletId;

use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::subject::Member;

use super::credential;
use super::device;
use super::login_freeze;
use super::notice::{self, NewNotice};
use super::origin::Origin;
use super::session::{self, Which};
use super::throttle::{self, Charge, Rule};
use super::{member, password, phone};
use platform::sessions::NewSession;

/// The tries on a name.
pub(super) const ACCOUNT: &str = "login:account";
const ADDRESS: &str = "login:address";
/// Of a member's name, the tries from a device that the member has signed in from.
const DEVICE: &str = "login:device";

/// How long one address waits for its next try once its tries are used up.
const ADDRESS_LEAK_SECONDS: u32 = 30;

/// The input of a login.
pub struct Credentials<'a> {
    /// The phone number, in any usual spelling.
    pub username: &'a str,
    /// The password as typed.
    pub password: String,
    /// Whether the session outlives the browser.
    pub is_remembered: bool,
}

/// Opens a session for a caller who knows the password.
pub async fn log_in(
    state: &Core,
    credentials: Credentials<'_>,
    origin: &Origin,
) -> Result<NewSession, ApiError> {
    let Credentials {
        username,
        password,
        is_remembered,
    } = credentials;
    let username = phone::normalise(username, state.config.service.lao_mode)
        .unwrap_or_else(|| username.trim().chars().take(64).collect());
    let rules = &state.config.login;
    let wait_max = rules.wait_max_seconds;
    let address = &origin.address.to_string();
    let by_service = Rule::Window {
        max: rules.service_tries_per_minute,
        seconds: 60,
    };
    let by_address = Rule::Leaking {
        max: rules.address_tries,
        seconds: ADDRESS_LEAK_SECONDS,
    };
    let by_account = Rule::Growing {
        free: rules.account_tries,
        wait_max,
    };
    // The tries at a device that the member has used are counted separately, so strangers' tries
    // never lock the member out there.
    let known = device::known(state, &username, &origin.device).await?;
    // The service-wide limit comes last, so that refused tries of one account or address do not use
    // up the tries of others.
    let charges = match &known {
        Some(subject) => vec![Charge::of(DEVICE, subject, by_account)],
        None => vec![
            Charge::of(ACCOUNT, &username, by_account),
            Charge::of(ADDRESS, address, by_address),
            Charge::of("login:service", "", by_service),
        ],
    };
    throttle::charge_all(state, &charges).await?;

    let found = credential::find_by_username(&state.pool, &username).await?;
    let member = found.as_ref().map(|found| {
        let credential = &found.credential;
        (WalletId(credential.id), credential.currency.clone())
    });
    let is_active = found.as_ref().is_some_and(|found| found.is_active);
    let stored = found.and_then(|found| found.credential.into_hash(&state.secrets));
    let verdict = state.passwords.verify(password.clone(), stored).await?;
    let (id, currency) = match member {
        Some(member) if verdict.is_right => member,
        _ => return Err(Code::WrongCredential.into()),
    };
    if let Some(subject) = &known {
        throttle::clear(state, DEVICE, subject).await?;
    } else {
        throttle::clear(state, ACCOUNT, &username).await?;
        throttle::refund(state, ADDRESS, address).await?;
    }
    if !is_active {
        return Err(Code::InactiveUser.into());
    }
    // Only who knows the password hears of it.
    login_freeze::require_open(state, id).await?;
    if verdict.is_outdated {
        let hash = state.passwords.hash(password).await?;
        credential::store(state, id, hash).await?;
    }
    let currency = currency
        .parse()
        .map_err(|error| ApiError::internal(&error))?;
    member::ensure_wallet(state, id, currency).await?;
    let mut transaction = state.pool.begin().await?;
    let is_new_device = device::note(state, &mut transaction, id, &origin.device).await?;
    if is_new_device {
        let notice = NewNotice {
            member: id,
            kind: notice::Kind::NewDevice,
            origin,
            held_until: None,
        };
        notice.add(&mut transaction, state.clock.now()).await?;
    }
    let session = session::open(state, &mut transaction, id, is_remembered, origin).await?;
    transaction.commit().await?;
    if is_new_device {
        notice::announce(state, id);
    }
    Ok(session)
}

/// Changes the password of a member who knows the old one; ends every other session.
pub async fn change_password(
    state: &Core,
    caller: Member,
    old: String,
    new: String,
    origin: &Origin,
) -> Result<(), ApiError> {
    password::prove(state, caller.id, old).await?;
    let hash = state.passwords.hash(new).await?;
    let now = state.clock.now();
    let mut transaction = state.pool.begin().await?;
    credential::store_in(state, &mut transaction, caller.id, hash).await?;
    let others = Which::AllBut(caller.session_id);
    let ended = session::revoke_in(state, &mut transaction, caller.id, others).await?;
    let notice = NewNotice {
        member: caller.id,
        kind: notice::Kind::PasswordChanged,
        origin,
        held_until: None,
    };
    notice.add(&mut transaction, now).await?;
    transaction.commit().await?;
    for session_id in ended {
        state.live.end_session(session_id);
    }
    notice::announce(state, caller.id);
    Ok(())
}
