//! Staff's log-in: a name, a password and a code, one answer whatever is wrong.

use serde_json::json;
use uuid::Uuid;

use super::acts::{self, Act};
use super::{session, totp};
use crate::config::StaffRole;
use crate::error::{ApiError, Code};
use crate::identity::session::NewSession;
use crate::identity::throttle::{self, Charge, Rule};
use crate::state::AppState;

const ACCOUNT: &str = "staff:account";
const ADDRESS: &str = "staff:address";

/// How long one address waits for another try once its tries are used up.
const ADDRESS_LEAK_SECONDS: u32 = 30;

/// What somebody logs in with.
pub(crate) struct Credentials {
    /// The name.
    pub(crate) username: String,
    /// The password.
    pub(crate) password: String,
    /// What the authenticator shows.
    pub(crate) code: String,
}

/// Somebody who has come in.
pub(crate) struct Entered {
    /// Who.
    pub(crate) id: Uuid,
    /// The name to log in with.
    pub(crate) username: String,
    /// The name that others see.
    pub(crate) name: String,
    /// What they may do.
    pub(crate) role: StaffRole,
    /// The session.
    pub(crate) session: NewSession,
}

/// Opens a session for whoever knows the password and holds the authenticator.
pub(crate) async fn log_in(
    state: &AppState,
    credentials: Credentials,
    address: &str,
) -> Result<Entered, ApiError> {
    let username: String = credentials.username.trim().to_lowercase();
    let username: String = username.chars().take(64).collect();
    charge(state, &username, address).await?;
    let row = sqlx::query!(
        "select id, name, role, password_hash, totp_sealed, totp_last_step, is_active
         from staff where username = $1",
        username,
    )
    .fetch_optional(&state.pool)
    .await?;
    let stored = row.as_ref().map(|row| row.password_hash.clone());
    let verdict = state.passwords.verify(credentials.password, stored);
    let is_right = verdict.await?.is_right;
    let known = row.as_ref().map(|row| row.id);
    let Some(row) = row.filter(|row| is_right && row.is_active) else {
        return refuse(state, known).await;
    };
    let secret = totp::unseal(state.secrets.staff_totp_key(), row.id, &row.totp_sealed)
        .ok_or_else(|| ApiError::internal(&"the secret of a member of staff does not open"))?;
    let now = state.clock.now();
    let step = totp::find_step(&secret, &credentials.code, now, row.totp_last_step);
    let Some(step) = step else {
        return refuse(state, known).await;
    };
    if !use_up(state, row.id, step).await? {
        return refuse(state, known).await;
    }
    let role = row
        .role
        .parse()
        .map_err(|error| ApiError::internal(&error))?;
    let (session_id, session) = session::open(state, row.id).await?;
    // Without this row the token is not told, and the session is nobody's.
    let act = Act::of("login").with(json!({ "session": session_id }));
    acts::record_by(state, Some(row.id), act).await?;
    throttle::clear(state, ACCOUNT, &username).await?;
    throttle::refund(state, ADDRESS, address).await?;
    Ok(Entered {
        id: row.id,
        username,
        name: row.name,
        role,
        session,
    })
}

async fn charge(state: &AppState, username: &str, address: &str) -> Result<(), ApiError> {
    let rules = &state.config.login;
    let by_account = Rule::Growing {
        free: rules.account_tries,
        wait_max: rules.wait_max_seconds,
    };
    let by_address = Rule::Leaking {
        max: rules.address_tries,
        seconds: ADDRESS_LEAK_SECONDS,
    };
    let by_service = Rule::Window {
        max: rules.service_tries_per_minute,
        seconds: 60,
    };
    let charges = [
        Charge::of(ACCOUNT, username, by_account),
        Charge::of(ADDRESS, address, by_address),
        Charge::of("staff:service", "", by_service),
    ];
    throttle::charge_all(state, &charges).await
}

/// Uses a code up; false when somebody else was faster with it, or it is older than the last one.
async fn use_up(state: &AppState, id: Uuid, step: i64) -> Result<bool, ApiError> {
    let used = sqlx::query!(
        "update staff set totp_last_step = $2
         where id = $1 and totp_last_step < $2 and is_active",
        id,
        step,
    )
    .execute(&state.pool)
    .await?;
    Ok(used.rows_affected() == 1)
}

/// The one answer. Written down for unknown names as well, so that it takes as long; a name that
/// nobody has is not kept: it may be a password in the wrong field.
async fn refuse(state: &AppState, known: Option<Uuid>) -> Result<Entered, ApiError> {
    acts::record_by(state, known, Act::of("login.refused")).await?;
    Err(Code::WrongCredential.into())
}
