//! One-time codes: six digits by text message, good for minutes and for few tries.
//!
//! The code is not stored anywhere: the database holds an HMAC over token, phone, purpose and
//! digits, under a key that is not in the database.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use rand::Rng;
use serde_json::json;
use sqlx::{PgConnection, PgPool};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use platform::clock::new_id;
use platform::config::OtpRules;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::revocation::{self, Kind};
use platform::secrets::{Secrets, is_same_mac, mac};
use providers::sms::{self, SmsError};

use super::throttle::{self, Rule};
use platform::sessions::{hash_token, new_token};

/// The purpose of a code; a code for one purpose proves nothing for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Registering the number.
    Register,
    /// Setting a new password, requested at a device that the member has used, or elsewhere. The
    /// two are counted separately, so that strangers cannot use up the member's limit.
    Password {
        /// Whether the member has used the device.
        is_known_device: bool,
    },
    /// Setting a PIN.
    Pin,
}

impl Purpose {
    const fn name(self) -> &'static str {
        match self {
            Self::Register => "register",
            Self::Password {
                is_known_device: true,
            } => "password:device",
            Self::Password {
                is_known_device: false,
            } => "password",
            Self::Pin => "pin",
        }
    }

    /// The names of codes that prove the same.
    pub(super) const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Register => &["register"],
            Self::Password { .. } => &["password", "password:device"],
            Self::Pin => &["pin"],
        }
    }
}

/// The limit of guesses at a code for a new password or PIN. It is lower than for other codes,
/// because such a code opens a wallet.
const SECRET_TRIES_MAX: i32 = 3;

const REF_ALPHABET: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const HOUR_SECONDS: u32 = 3_600;
const DAY_SECONDS: i64 = 86_400;

/// The outcome of a request for a code.
pub enum Sent {
    /// A code is on its way.
    Code {
        /// Shown on the screen and in the message, so that both can be matched.
        reference: String,
        /// The client sends it back with the digits.
        token: String,
    },
    /// The caller has already proved the number, or no proof is required.
    AlreadyVerified,
}

/// Sends a code to a number, within all limits.
///
/// Only the holder of the token that proved a number learns that it is proved.
pub async fn send(
    state: &Core,
    phone: &str,
    token: Option<&str>,
    address: &str,
) -> Result<Sent, ApiError> {
    let rules = &state.config.otp;
    if !rules.is_on {
        return Ok(Sent::AlreadyVerified);
    }
    let by_address = sends_per_hour(rules.sends_per_address_hour_max);
    let by_service = sends_per_hour(rules.sends_per_hour_max);
    throttle::charge(state, "otp:address", address, by_address).await?;
    if is_verified(state, phone, token).await? {
        return Ok(Sent::AlreadyVerified);
    }
    throttle::charge(state, "otp:service", "", by_service).await?;

    let now = state.clock.now();
    let code = NewCode::draw(state, phone, Purpose::Register);
    let mut transaction = state.pool.begin().await?;
    require_room_for(&mut transaction, rules, &code, now).await?;
    // A proof stays: otherwise anyone who requests a code could revoke the owner's proof.
    let replaced = sqlx::query_scalar!(
        "select id from otp
         where phone = $1 and purpose = $2 and verified_at is null and expires_at > $3",
        phone,
        code.purpose.name(),
        now,
    )
    .fetch_all(&mut *transaction)
    .await?;
    for id in replaced {
        revocation::revoke(&mut transaction, &state.secrets, Kind::Code, id).await?;
    }
    code.store(state, &mut transaction, now).await?;
    // Stored before it is sent: a code that arrives can always be checked.
    transaction.commit().await?;
    code.deliver(state).await?;
    Ok(code.sent())
}

/// The bound on the codes that are sent within an hour.
pub(super) const fn sends_per_hour(max: u32) -> Rule {
    Rule::Window {
        max,
        seconds: HOUR_SECONDS,
    }
}

/// A code that was drawn for a number.
pub(super) struct NewCode {
    id: Uuid,
    phone: String,
    purpose: Purpose,
    digits: String,
    reference: String,
    token: String,
    expires_at: DateTime<Utc>,
}

impl NewCode {
    pub(super) fn draw(state: &Core, phone: &str, purpose: Purpose) -> Self {
        let lives = TimeDelta::seconds(i64::from(state.config.otp.expires_seconds));
        Self {
            id: new_id(),
            phone: phone.to_owned(),
            purpose,
            digits: format!("{:06}", rand::rng().random_range(0..1_000_000_u32)),
            reference: new_reference(),
            token: new_token().0,
            // As precise as it is stored: a MAC may cover it.
            expires_at: state.clock.now().trunc_subsecs(6) + lives,
        }
    }

    /// Only the data that checks the digits is stored.
    pub(super) async fn store(
        &self,
        state: &Core,
        connection: &mut PgConnection,
        now: DateTime<Utc>,
    ) -> Result<(), sqlx::Error> {
        let token_hash = hash_token(&self.token);
        let covered = Covered {
            id: self.id,
            token_hash: &token_hash,
            phone: &self.phone,
            purpose: self.purpose.name(),
            expires_at: self.expires_at,
        };
        sqlx::query!(
            "insert into otp
                 (id, token_hash, ref, phone, purpose, code_mac, created_at, expires_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            self.id,
            &token_hash[..],
            self.reference,
            self.phone,
            self.purpose.name(),
            &covered.mac(state, &self.digits)[..],
            now,
            self.expires_at,
        )
        .execute(connection)
        .await
        .map(drop)
    }

    /// Hands the message over; if the service refuses it, the code is not valid either.
    pub(super) async fn deliver(&self, state: &Core) -> Result<(), ApiError> {
        let text = text(&self.digits, &self.reference, &state.config.otp);
        deliver(state, self.id, &self.phone, &text).await
    }

    pub(super) fn sent(&self) -> Sent {
        Sent::Code {
            reference: self.reference.clone(),
            token: self.token.clone(),
        }
    }
}

/// The data that a code's MAC covers in addition to its digits.
struct Covered<'a> {
    /// Which code was used is known by its id.
    id: Uuid,
    token_hash: &'a [u8],
    phone: &'a str,
    purpose: &'a str,
    expires_at: DateTime<Utc>,
}

impl Covered<'_> {
    fn mac(&self, state: &Core, digits: &str) -> [u8; 32] {
        // With its end: a thief who can write the row cannot keep guessing.
        let end = self.expires_at.timestamp_micros().to_be_bytes();
        let parts = [
            self.id.as_bytes(),
            self.token_hash,
            self.phone.as_bytes(),
            self.purpose.as_bytes(),
            digits.as_bytes(),
            &end,
        ];
        mac(state.secrets.otp_key(), &parts)
    }

    /// That the right digits came at this time, in microseconds: nobody else proves a number.
    fn proof(&self, state: &Core, at: DateTime<Utc>) -> [u8; 32] {
        state.secrets.row(
            "otp",
            &[&self.id, &self.token_hash, &self.phone, &self.purpose, &at],
        )
    }

    fn is_of(&self, state: &Core, digits: &str, code_mac: &[u8]) -> bool {
        bool::from(self.mac(state, digits).ct_eq(code_mac))
    }
}

/// The message stays below 70 characters, which is one part in Thai script.
fn text(digits: &str, reference: &str, rules: &OtpRules) -> String {
    let minutes = rules.expires_seconds / 60;
    format!("OTP {digits} (Ref: {reference}) ใช้ได้ภายใน {minutes} นาที ห้ามบอกผู้อื่น")
}

fn new_reference() -> String {
    let mut rng = rand::rng();
    (0..4)
        .map(|_| char::from(REF_ALPHABET[rng.random_range(0..REF_ALPHABET.len())]))
        .collect()
}

/// Refuses a second code too soon, and too many codes within a day. Requests for one number are
/// serialised here, so that two at once do not both pass.
pub(super) async fn require_room_for(
    connection: &mut PgConnection,
    rules: &OtpRules,
    code: &NewCode,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 1))",
        code.phone
    )
    .execute(&mut *connection)
    .await?;
    let sent = sqlx::query!(
        r#"select count(*) as "count!", max(created_at) as last, min(created_at) as first
           from otp where phone = $1 and purpose = $2 and created_at > $3"#,
        code.phone,
        code.purpose.name(),
        now - TimeDelta::seconds(DAY_SECONDS),
    )
    .fetch_one(&mut *connection)
    .await?;
    let wait = |from: Option<DateTime<Utc>>, seconds: i64| {
        let until = from.unwrap_or(now) + TimeDelta::seconds(seconds);
        u64::try_from((until - now).num_seconds()).unwrap_or(0)
    };
    let pause = i64::from(rules.resend_seconds);
    if let Some(last) = sent.last
        && now - last < TimeDelta::seconds(pause)
    {
        let seconds = wait(sent.last, pause);
        return Err(ApiError::from(Code::RequestLimit1Min)
            .with_retry_after(seconds)
            .with_data(json!({ "retryIn": seconds.max(1) })));
    }
    if sent.count >= i64::from(rules.sends_per_day_max) {
        return Err(ApiError::from(Code::OtpBlock).with_retry_after(wait(sent.first, DAY_SECONDS)));
    }
    Ok(())
}

async fn deliver(state: &Core, id: Uuid, phone: &str, text: &str) -> Result<(), ApiError> {
    let Err(error) = sms::client(state).send(phone, text).await else {
        return Ok(());
    };
    tracing::warn!(%error, "a one-time code was not sent");
    match error {
        // Definitely not sent: it does not count against the number.
        SmsError::Refused(_) => {
            sqlx::query!("delete from otp where id = $1", id)
                .execute(&state.pool)
                .await?;
        }
        SmsError::Unknown(_) => {
            let mut connection = state.pool.acquire().await?;
            revocation::revoke(&mut connection, &state.secrets, Kind::Code, id).await?;
        }
    }
    Err(Code::OtpSendFail.into())
}

/// Checks the digits that came with a token; the right ones prove the number for a while.
pub async fn verify(state: &Core, token: &str, digits: &str) -> Result<(), ApiError> {
    let now = state.clock.now();
    let hash = hash_token(token);
    let tries_max = i32::from(state.config.otp.tries_max);
    // The try is charged before it is checked, so that parallel tries cannot share one charge.
    let charged = sqlx::query!(
        "update otp set tries = tries + 1
         where token_hash = $1 and tries < $2 and expires_at > $3 and purpose = $4
           and not exists (select from revocation where kind = 'code' and revocation.id = otp.id)
         returning id, phone, purpose, code_mac, expires_at, tries",
        &hash[..],
        tries_max,
        now,
        Purpose::Register.name(),
    )
    .fetch_optional(&state.pool)
    .await?;
    let Some(otp) = charged else {
        return Err(why_dead(state, &hash, now).await?);
    };
    // An attacker who can write the row can reset its count, but not this one.
    if !state
        .code_guesses
        .charge(hash, tries_max.unsigned_abs(), state.clock.instant())
    {
        return Err(Code::OtpBlock.into());
    }
    let covered = Covered {
        id: otp.id,
        token_hash: &hash,
        phone: &otp.phone,
        purpose: &otp.purpose,
        expires_at: otp.expires_at,
    };
    if !covered.is_of(state, digits, &otp.code_mac) {
        let left = tries_max - otp.tries;
        return Err(if left <= 0 {
            Code::OtpBlock.into()
        } else {
            ApiError::from(Code::OtpCodeInvalid).with_data(json!({ "triesLeft": left }))
        });
    }
    state.code_guesses.clear(hash);
    let at = now.trunc_subsecs(6);
    sqlx::query!(
        "update otp
         set tries = tries - 1, verified_at = coalesce(verified_at, $2),
             verified_mac = coalesce(verified_mac, $3)
         where id = $1",
        otp.id,
        at,
        &covered.proof(state, at)[..],
    )
    .execute(&state.pool)
    .await?;
    Ok(())
}

/// Why a token takes no more tries.
async fn why_dead(state: &Core, hash: &[u8], now: DateTime<Utc>) -> Result<ApiError, sqlx::Error> {
    let row = sqlx::query!(
        r#"select expires_at,
                  exists (select from revocation where kind = 'code' and revocation.id = otp.id)
                      as "is_used!"
           from otp where token_hash = $1"#,
        hash,
    )
    .fetch_optional(&state.pool)
    .await?;
    Ok(match row {
        None => Code::OtpTokenInvalid.into(),
        Some(row) if row.is_used => Code::OtpNotExist.into(),
        Some(row) if row.expires_at <= now => Code::OtpExpired.into(),
        Some(_) => Code::OtpBlock.into(),
    })
}

/// Whether this token has recently proved the number and was not used yet.
pub(crate) async fn is_verified(
    state: &Core,
    phone: &str,
    token: Option<&str>,
) -> Result<bool, ApiError> {
    let Some(token) = token else {
        return Ok(false);
    };
    let mut connection = state.pool.acquire().await?;
    let Some(id) = proved(state, &mut connection, phone, token).await? else {
        return Ok(false);
    };
    Ok(!revocation::is_revoked(&mut connection, Kind::Code, id).await?)
}

/// The code by which this token has recently proved the number, used or not.
async fn proved(
    state: &Core,
    connection: &mut PgConnection,
    phone: &str,
    token: &str,
) -> Result<Option<Uuid>, sqlx::Error> {
    let token_hash = hash_token(token);
    let minutes = i64::from(state.config.otp.verified_minutes);
    let row = sqlx::query!(
        r#"select id, purpose, expires_at, verified_at as "verified_at!", verified_mac
           from otp
           where token_hash = $1 and phone = $2 and purpose = $3 and verified_at > $4"#,
        &token_hash[..],
        phone,
        Purpose::Register.name(),
        state.clock.now() - TimeDelta::minutes(minutes),
    )
    .fetch_optional(connection)
    .await?;
    let proved = row.filter(|row| {
        let covered = Covered {
            id: row.id,
            token_hash: &token_hash,
            phone,
            purpose: &row.purpose,
            expires_at: row.expires_at,
        };
        let right = covered.proof(state, row.verified_at);
        let stored = row.verified_mac.as_deref();
        stored.is_some_and(|stored| is_same_mac(&right, stored))
    });
    Ok(proved.map(|row| row.id))
}

/// Uses up the proof, within the registration's transaction.
pub(crate) async fn consume(
    state: &Core,
    connection: &mut PgConnection,
    phone: &str,
    token: Option<&str>,
) -> Result<(), ApiError> {
    if !state.config.otp.is_on {
        return Ok(());
    }
    let token = token.ok_or(Code::UnverifiedOtp)?;
    let id = proved(state, &mut *connection, phone, token).await?;
    let id = id.ok_or(Code::UnverifiedOtp)?;
    if !revocation::revoke(connection, &state.secrets, Kind::Code, id).await? {
        return Err(Code::UnverifiedOtp.into());
    }
    Ok(())
}

/// A code as its owner gives it back.
pub struct GivenCode<'a> {
    /// The token from the answer to the code's request.
    pub token: &'a str,
    /// The six digits of the text message.
    pub digits: &'a str,
}

/// Checks the digits of a code for a new password or PIN. They must come with the new secret
/// itself, because the application's role could write a row that says the number was proved
/// earlier.
pub(super) async fn check(
    state: &Core,
    purpose: Purpose,
    phone: &str,
    given: &GivenCode<'_>,
) -> Result<ProvedPhone, ApiError> {
    let GivenCode { token, digits } = *given;
    let now = state.clock.now();
    let purposes: Vec<String> = purpose
        .names()
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    let token_hash = hash_token(token);
    let tries_max = i32::from(state.config.otp.tries_max).min(SECRET_TRIES_MAX);
    let guesses = &state.code_guesses;
    let charged = sqlx::query!(
        "update otp set tries = tries + 1
         where token_hash = $1 and tries < $2 and expires_at > $3
           and phone = $4 and purpose = any($5)
           and not exists (select from revocation where kind = 'code' and revocation.id = otp.id)
         returning id, purpose, code_mac, expires_at, tries",
        &token_hash[..],
        tries_max,
        now,
        phone,
        &purposes,
    )
    .fetch_optional(&state.pool)
    .await?;
    let Some(otp) = charged else {
        return Err(why_dead(state, &token_hash, now).await?);
    };
    // An attacker who can write the row can reset its count, but not this one.
    if !guesses.charge(token_hash, tries_max.unsigned_abs(), state.clock.instant()) {
        return Err(Code::OtpBlock.into());
    }
    let covered = Covered {
        id: otp.id,
        token_hash: &token_hash,
        phone,
        purpose: &otp.purpose,
        expires_at: otp.expires_at,
    };
    if covered.is_of(state, digits, &otp.code_mac) {
        return Ok(ProvedPhone { id: otp.id });
    }
    let left = tries_max - otp.tries;
    Err(if left <= 0 {
        Code::OtpBlock.into()
    } else {
        ApiError::from(Code::OtpCodeInvalid).with_data(json!({ "triesLeft": left }))
    })
}

/// A code for a new password or PIN whose digits were right.
pub(super) struct ProvedPhone {
    id: Uuid,
}

impl ProvedPhone {
    /// Uses the code up, in the transaction that stores the password or PIN.
    pub(super) async fn consume(
        &self,
        connection: &mut PgConnection,
        secrets: &Secrets,
    ) -> Result<(), ApiError> {
        if !revocation::revoke(connection, secrets, Kind::Code, self.id).await? {
            return Err(Code::OtpNotExist.into());
        }
        Ok(())
    }
}

/// Deletes codes that no limit needs.
pub async fn sweep(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let gone = sqlx::query!(
        "delete from otp where created_at < $1",
        now - TimeDelta::days(2),
    )
    .execute(pool)
    .await?;
    Ok(gone.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_one_part_in_thai_script() {
        let config = platform::config::Config::parse(include_str!("../../demo.toml"), &|_| None);
        let rules = config.unwrap().otp;
        let text = text("123456", &new_reference(), &rules);
        assert!(text.chars().count() <= 70, "{text}");
        assert!(text.starts_with("OTP 123456 (Ref: "), "{text}");
    }
}
