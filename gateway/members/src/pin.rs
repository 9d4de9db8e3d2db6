//! A member's PIN: six digits that confirm movements of money, so that a stolen session alone
//! cannot make them.
//!
//! 1. An event of the wallet says whether there is a PIN, and which is in force. So writing to the
//!    database cannot turn a wallet with a PIN into one without.
//! 2. The digits are never part of a command's body, of its fingerprint or of an event: they come in a
//!    separate header. A repeat is answered without them.
//! 3. A new PIN takes effect with its event. Its hash is stored before, so a crash in between changes
//!    nothing; the former PIN stays in force.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use chrono::{DateTime, Utc};
use ledger::wallet::{Confirmation, HoldReason, PayoutCommand};
use ledger::{PinId, Wallet, WalletCommand, WalletId};
use sha2::{Digest, Sha256};
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Object, Type};

use platform::clock::new_id;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::subject::Member;

use super::credential;
use super::notice::{self, NewNotice};
use super::origin::Origin;
use super::otp::{self, GivenCode, NewCode, Purpose, Sent};
use super::throttle::{self, Rule};
use super::{password, payout_hold, phone};

/// Digits of a PIN.
const DIGITS: usize = 6;

/// Wrong tries at a PIN within a day. A member who has used them up sets a new PIN by a code to the
/// phone.
const TRIES: u32 = 5;
const DAY_SECONDS: u32 = 86_400;

/// The limit on the tries at one PIN.
const SCOPE: &str = "pin";

const SET_TEXT: &str = "ตั้ง PIN ถอนเงินแล้ว ไม่ใช่คุณ? ติดต่อเราทันที";

/// The PIN that came with a request, in the header `X-Pin`.
#[derive(Clone)]
pub struct TypedPin(Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for TypedPin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        let value = parts.headers.get("x-pin");
        let text = value.and_then(|value| value.to_str().ok());
        Ok(Self(text.map(str::to_owned)))
    }
}

/// Written by hand: no attribute describes an optional header that may not be null.
impl IntoParams for TypedPin {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let header = ParameterBuilder::new()
            .name("X-Pin")
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .description(Some(
                "The member's PIN, six digits; required if the member has one, except in a repeat",
            ))
            .schema(Some(Object::with_type(Type::String)));
        vec![header.build()]
    }
}

/// Checks the PIN of a member who has one; returns how the request was confirmed.
pub async fn confirm(
    state: &Core,
    member: WalletId,
    wallet: &Wallet,
    typed: &TypedPin,
) -> Result<Option<Confirmation>, ApiError> {
    let Some(pin) = wallet.pin() else {
        return Ok(None);
    };
    let digits = typed.0.as_deref().ok_or(Code::PinRequired)?;
    prove(state, member, pin, digits).await?;
    Ok(Some(Confirmation::Pin(pin)))
}

/// A try is charged before it is made: parallel tries count like tries in a row. It is counted in
/// memory as well, where writing to the database cannot reset the count.
async fn prove(state: &Core, member: WalletId, pin: PinId, text: &str) -> Result<(), ApiError> {
    let digits = read(text).ok_or(Code::PinInvalid)?;
    let subject = pin.to_string();
    let secret: [u8; 32] = Sha256::digest(subject.as_bytes()).into();
    let rule = Rule::Window {
        max: TRIES,
        seconds: DAY_SECONDS,
    };
    let charged = throttle::charge(state, SCOPE, &subject, rule).await;
    charged.map_err(|refusal| match refusal.code {
        Code::RequestLimit => refusal.with_code(Code::PinBlocked),
        _ => refusal,
    })?;
    let now = state.clock.instant();
    if !state.code_guesses.charge(secret, TRIES, now) {
        return Err(Code::PinBlocked.into());
    }
    let hash = sqlx::query_scalar!(
        "select hash from member_pin where id = $1 and member_id = $2",
        pin.0,
        member.0,
    )
    .fetch_optional(&state.pool)
    .await?;
    if hash.is_none() {
        tracing::error!(%member, "the digits of the PIN in force are missing");
    }
    let hashed = hashed_text(state, member, pin, &digits);
    if !state.passwords.verify(hashed, hash).await?.is_right {
        return Err(Code::PinInvalid.into());
    }
    state.code_guesses.clear(secret);
    throttle::clear(state, SCOPE, &subject).await
}

/// The text that is hashed in place of the digits.
fn hashed_text(state: &Core, member: WalletId, pin: PinId, digits: &str) -> String {
    let parts = [
        &member.0.as_bytes()[..],
        pin.0.as_bytes(),
        digits.as_bytes(),
    ];
    hex::encode(state.secrets.pin(&parts))
}

/// The six digits of a text; none if it cannot be a PIN.
fn read(text: &str) -> Option<String> {
    phone::plain_digits(text).filter(|digits| digits.len() == DIGITS)
}

/// Whether many people choose these digits: one digit repeated, or all in a row.
fn is_common(digits: &str) -> bool {
    let bytes = digits.as_bytes();
    let has_step = |step: i16| {
        let mut pairs = bytes.windows(2);
        pairs.all(|pair| i16::from(pair[1]) - i16::from(pair[0]) == step)
    };
    [0, 1, -1].into_iter().any(has_step)
}

/// A new PIN, with the proof that it requires in addition to the password.
pub struct NewPin<'a> {
    /// Six digits.
    pub digits: &'a str,
    /// The member's password, required for every new PIN.
    pub password: String,
    /// The PIN in force.
    pub current: Option<&'a str>,
    /// The code to the phone, if the member does not know the PIN in force or has none.
    pub code: Option<GivenCode<'a>>,
    /// Where the request comes from, for the member's notice.
    pub origin: &'a Origin,
}

/// Sends a code to the member's own phone.
pub async fn send_code(state: &Core, member: WalletId) -> Result<Sent, ApiError> {
    let rules = &state.config.otp;
    if !rules.is_on {
        return Err(Code::OtpSendFail.into());
    }
    let phone = own_number(state, member).await?;
    let code = NewCode::draw(state, &phone, Purpose::Pin);
    let now = state.clock.now();
    let mut transaction = state.pool.begin().await?;
    otp::require_room_for(&mut transaction, rules, &code, now).await?;
    code.store(state, &mut transaction, now).await?;
    transaction.commit().await?;
    code.deliver(state).await?;
    Ok(code.sent())
}

/// The member's number, if the gateway itself has stored it.
async fn own_number(state: &Core, member: WalletId) -> Result<String, ApiError> {
    let row = credential::find(&state.pool, member).await?;
    let row = row.ok_or(Code::InactiveUser)?;
    let number = row.username.clone();
    row.into_hash(&state.secrets).ok_or(Code::InactiveUser)?;
    Ok(number)
}

/// Sets a PIN. Returns until when payouts are held, if it replaces a forgotten PIN.
///
/// The hold comes first: a crash in between never leaves a new PIN without the hold.
pub async fn set(
    state: &Core,
    caller: Member,
    new: NewPin<'_>,
) -> Result<Option<DateTime<Utc>>, ApiError> {
    let member = caller.id;
    let digits = read(new.digits).filter(|digits| !is_common(digits));
    let digits = digits.ok_or_else(|| ApiError::invalid_user_info(&["pin"]))?;
    password::prove(state, member, new.password).await?;
    let former = state.ledger.load(member).await?.pin();
    let is_known = match (former, new.current) {
        (Some(former), Some(current)) => {
            prove(state, member, former, current).await?;
            true
        }
        _ => false,
    };
    let phone_proof = match new.code {
        _ if is_known || !state.config.otp.is_on => None,
        Some(code) => {
            let phone = own_number(state, member).await?;
            let proved = otp::check(state, Purpose::Pin, &phone, &code).await?;
            Some(proved)
        }
        None => return Err(ApiError::invalid_user_info(&["otpCode"])),
    };
    let held_until = if former.is_some() && !is_known {
        payout_hold::start(state, member, HoldReason::PinReplaced).await?
    } else {
        None
    };
    let pin = PinId(new_id());
    let hash = hashed_text(state, member, pin, &digits);
    let hash = state.passwords.hash(hash).await?;
    let now = state.clock.now();
    let mut transaction = state.pool.begin().await?;
    if let Some(proved) = phone_proof {
        proved.consume(&mut transaction, &state.secrets).await?;
    }
    sqlx::query!(
        "insert into member_pin (id, member_id, hash, set_at) values ($1, $2, $3, $4)",
        pin.0,
        member.0,
        hash,
        now,
    )
    .execute(&mut *transaction)
    .await?;
    let notice = NewNotice {
        member,
        kind: notice::Kind::PinSet,
        origin: new.origin,
        held_until,
    };
    notice.add(&mut transaction, now).await?;
    transaction.commit().await?;
    let command = WalletCommand::Payout(PayoutCommand::SetPin { pin_id: pin });
    let context = state.member_context(None);
    state.ledger.execute(member, command, context).await?;
    if let Some(former) = former {
        sqlx::query!("delete from member_pin where id = $1", former.0)
            .execute(&state.pool)
            .await?;
    }
    notice::announce(state, member);
    if let Ok(number) = own_number(state, member).await {
        notice::send_message(state, number, SET_TEXT.to_owned());
    }
    Ok(held_until)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_many_people_choose_are_known() {
        for common in ["000000", "777777", "123456", "234567", "987654", "654321"] {
            assert!(is_common(common), "{common}");
        }
        for fine in ["123457", "000001", "135790", "121212"] {
            assert!(!is_common(fine), "{fine}");
        }
    }

    #[test]
    fn a_pin_is_six_digits_of_any_script() {
        assert_eq!(read("๑๒๓๔๕๗").as_deref(), Some("123457"));
        for text in ["", "12345", "1234567", "12345a"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn what_a_member_is_sent_is_one_part_in_thai_script() {
        assert!(SET_TEXT.chars().count() <= 70);
    }
}
