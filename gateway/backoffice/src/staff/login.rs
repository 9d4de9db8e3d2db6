//! The login of staff: a name, a password and a code, with the same answer to every mistake.

use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::account_row::{self, AccountRow};
use super::audit_log::{self, AuditEntry};
use super::{place, refusal, session, totp};
use members::throttle::{self, Charge, Rule};
use platform::config::StaffRole;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::sessions::NewSession;

/// The service-wide limit recovers one try a second, so that nobody can keep it exhausted.
const SERVICE_LEAK_SECONDS: u32 = 1;

/// The input of a login.
pub struct Credentials {
    /// The name to log in with, as typed; case and spaces around it do not matter.
    pub username: String,
    /// The password as typed, which is compared with the stored hash.
    pub password: String,
    /// The code that the authenticator shows.
    pub code: String,
}

/// A member of staff who has logged in.
pub struct Entered {
    /// Id of the staff account.
    pub id: Uuid,
    /// The name to log in with.
    pub username: String,
    /// The display name.
    pub name: String,
    /// What they may do.
    pub role: StaffRole,
    /// The session that was opened, with its token.
    pub session: NewSession,
}

/// Opens a session for a caller who knows the password and has the authenticator.
pub async fn log_in(
    state: &Core,
    credentials: Credentials,
    address: &str,
) -> Result<Entered, ApiError> {
    let username: String = credentials.username.trim().to_lowercase();
    let username: String = username.chars().take(64).collect();
    let tries = Tries::from(state, &username, address).await?;
    throttle::charge_all(state, &tries.charges()).await?;
    let row = account_row::find(&state.pool, &username).await?;
    let stored = row.as_ref().map(|row| row.password_hash.clone());
    let verdict = state.passwords.verify(credentials.password, stored);
    let is_right = verdict.await?.is_right;
    let known = row.as_ref().map(|row| row.id);
    let Some(row) = row.filter(|row| is_right && row.is_open(&state.secrets)) else {
        return refuse(state, known).await;
    };
    let cipher = state.secrets.staff_totp();
    let secret = cipher
        .decrypt(&totp::owner(row.id), &row.totp_sealed)
        .ok_or_else(|| ApiError::internal(&"the secret of a member of staff does not open"))?;
    let now = state.clock.now();
    let step = totp::find_step(&secret, &credentials.code, now);
    let Some(step) = step else {
        return refuse(state, known).await;
    };
    let role = row
        .role
        .parse()
        .map_err(|error| ApiError::internal(&error))?;
    // One transaction: a password renewal either finds the session and ends it, or makes this proof
    // invalid; and a session without an audit entry does not exist.
    let mut transaction = state.pool.begin().await?;
    if !use_up(&mut transaction, state, &row, step).await? {
        transaction.rollback().await?;
        return refuse(state, known).await;
    }
    let (session_id, session) = session::open(&mut transaction, state, row.id).await?;
    place::note(&mut transaction, state, row.id, address).await?;
    let act = AuditEntry::of("login").with(json!({ "session": session_id }));
    audit_log::append(&mut *transaction, state, Some(row.id), None, act)
        .await
        .map_err(audit_log::unwritten)?;
    transaction.commit().await?;
    tries.give_back(state).await?;
    Ok(Entered {
        id: row.id,
        username,
        name: row.name,
        role,
        session,
    })
}

/// The limits that a try is charged to. An address from which staff logged in before has separate
/// limits, so guesses from elsewhere do not block it or its account.
struct Tries {
    account: (&'static str, String, Rule),
    address: (&'static str, String, Rule),
    service: (&'static str, String, Rule),
}

impl Tries {
    async fn from(state: &Core, username: &str, address: &str) -> Result<Self, ApiError> {
        let rules = &state.config.login;
        let growing = |free| Rule::Growing {
            free,
            wait_max: rules.wait_max_seconds,
        };
        let by_service = Rule::Leaking {
            max: rules.service_tries_per_minute,
            seconds: SERVICE_LEAK_SECONDS,
        };
        let (account, service) = if place::is_known(state, address).await? {
            let both = format!("{username} {address}");
            (("staff:known-account", both), "staff:known-service")
        } else {
            (("staff:account", username.to_owned()), "staff:service")
        };
        Ok(Self {
            account: (account.0, account.1, growing(rules.account_tries)),
            address: (
                "staff:address",
                address.to_owned(),
                growing(rules.address_tries),
            ),
            service: (service, String::new(), by_service),
        })
    }

    /// The service-wide limit comes last, so that refused tries of one account or address do not
    /// use up the tries of others.
    fn charges(&self) -> [Charge<'_>; 3] {
        [&self.account, &self.address, &self.service]
            .map(|(scope, subject, rule)| Charge::of(scope, subject, *rule))
    }

    /// After a success, clears the account's limit and returns this try to the others.
    async fn give_back(&self, state: &Core) -> Result<(), ApiError> {
        let [account, address, service] = self.charges();
        throttle::clear(state, account.scope(), account.subject()).await?;
        throttle::give_back(state, &address).await?;
        throttle::give_back(state, &service).await
    }
}

/// Uses up a code. False if it was used before, or if the account has changed since it was read.
async fn use_up(
    connection: &mut PgConnection,
    state: &Core,
    read: &AccountRow,
    step: i64,
) -> Result<bool, ApiError> {
    let locked = account_row::lock_by_id(&mut *connection, read.id).await?;
    let is_same = locked.is_some_and(|row| row.is_open(&state.secrets) && row.mac == read.mac);
    Ok(is_same && totp::use_up(connection, &state.secrets, read, step).await?)
}

/// The one answer to a failed login. Refusals of unknown names are written as well, so that they
/// take as long. They are only counted, because there is no account to record them for.
async fn refuse(state: &Core, known: Option<Uuid>) -> Result<Entered, ApiError> {
    match known {
        Some(id) => {
            audit_log::record_by(state, Some(id), AuditEntry::of("login.refused")).await?;
        }
        None => refusal::count(state).await?,
    }
    Err(Code::WrongCredential.into())
}
