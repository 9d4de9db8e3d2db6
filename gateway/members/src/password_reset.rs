//! A forgotten password: a code to the member's phone or from staff, and a new password.
//!
//! A thief who has the phone for a moment gets in like its owner. So payouts wait for a day, which
//! is a rule of the ledger; every session ends; and the phone gets a message.

use chrono::{DateTime, Utc};
use ledger::wallet::HoldReason;
use ledger::{Idempotency, WalletId, journal};
use sqlx::PgConnection;

use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;

use super::credential;
use super::device::{self, Device};
use super::login_freeze;
use super::notice::{self, NewNotice};
use super::origin::Origin;
use super::otp::{self, GivenCode, NewCode, ProvedPhone, Purpose, Sent};
use super::payout_hold;
use super::session::{self, Which};
use super::throttle;
use super::{draft, member};

/// A new password for a number, with the proof that permits it.
pub struct Reset<'a> {
    /// The number that the member signs in with.
    pub phone: &'a str,
    /// The proof: a code to the phone, or a permission from staff.
    pub proof: Proof<'a>,
    /// The password to set.
    pub password: String,
    /// Where the request comes from.
    pub origin: &'a Origin,
}

/// The proof that permits a new password.
pub enum Proof<'a> {
    /// A code to the member's phone.
    Message(GivenCode<'a>),
    /// Two people of staff.
    Staff(Allowed),
}

/// The permission of staff for one member to set one password.
pub struct Allowed {
    /// The member whose password may be set.
    pub member: WalletId,
    /// The ledger's key that is used up with it: no key can be removed, so the permission is good
    /// for one password.
    pub key: Idempotency,
}

/// A proof that was checked.
enum Proved {
    Phone(ProvedPhone),
    Staff(Allowed),
}

impl Proved {
    fn is_of(&self, id: WalletId) -> bool {
        match self {
            Self::Phone(_) => true,
            Self::Staff(allowed) => allowed.member == id,
        }
    }

    const fn reason(&self) -> HoldReason {
        match self {
            Self::Phone(_) => HoldReason::PasswordForgotten,
            Self::Staff(_) => HoldReason::PasswordResetByStaff,
        }
    }

    /// Uses it up, in the transaction that stores the password.
    async fn consume(
        &self,
        connection: &mut PgConnection,
        secrets: &Secrets,
    ) -> Result<(), ApiError> {
        match self {
            Self::Phone(phone) => phone.consume(connection, secrets).await,
            Self::Staff(allowed) => {
                if journal::use_up(connection, allowed.member, &allowed.key).await? {
                    return Ok(());
                }
                Err(Code::OtpNotExist.into())
            }
        }
    }
}

/// Sends a code to a member's number. Nobody learns whether the number is a member's: the answer is the
/// same, and does not wait for the message.
pub async fn send_code(
    state: &Core,
    phone: &str,
    address: &str,
    device: &Device,
) -> Result<Sent, ApiError> {
    let rules = &state.config.otp;
    if !rules.is_on {
        return Err(Code::OtpSendFail.into());
    }
    let is_known_device = device::known(state, phone, device).await?.is_some();
    let by_address = otp::sends_per_hour(rules.sends_per_address_hour_max);
    let by_service = otp::sends_per_hour(rules.sends_per_hour_max);
    throttle::charge(state, "password:address", address, by_address).await?;
    // Strangers who use up the service's sends keep no member waiting at a known device.
    if !is_known_device {
        throttle::charge(state, "otp:service", "", by_service).await?;
    }
    let code = NewCode::draw(state, phone, Purpose::Password { is_known_device });
    let now = state.clock.now();
    let is_member = member::is_registered(state, phone).await?;
    let mut transaction = state.pool.begin().await?;
    otp::require_room_for(&mut transaction, rules, &code, now).await?;
    code.store(state, &mut transaction, now).await?;
    transaction.commit().await?;
    let sent = code.sent();
    if is_member {
        let state_of_sending = state.clone();
        state.spawn(async move {
            // A failure is logged there: an answer to the caller would reveal who is a member.
            let _ = code.deliver(&state_of_sending).await;
        });
    }
    Ok(sent)
}

/// Sets a new password. Returns until when payouts are held.
///
/// The hold comes first: a crash in between leaves a wallet with held payouts, and never a new
/// password without the hold.
pub async fn reset(state: &Core, reset: Reset<'_>) -> Result<Option<DateTime<Utc>>, ApiError> {
    draft::check_password(&reset.password, "password")?;
    let proved = match reset.proof {
        Proof::Message(code) => {
            let purpose = Purpose::Password {
                is_known_device: false,
            };
            Proved::Phone(otp::check(state, purpose, reset.phone, &code).await?)
        }
        Proof::Staff(allowed) => Proved::Staff(allowed),
    };
    let found = credential::find_by_username(&state.pool, reset.phone).await?;
    let found = found.ok_or(Code::OtpNotExist)?;
    let id = WalletId(found.credential.id);
    if !proved.is_of(id) {
        return Err(Code::OtpNotExist.into());
    }
    if !found.is_active {
        return Err(Code::InactiveUser.into());
    }
    login_freeze::require_open(state, id).await?;
    // The MAC covers the number: a row with a forged number gets no password.
    let currency = found.credential.currency.clone();
    let held = found.credential.into_hash(&state.secrets);
    held.ok_or(Code::OtpNotExist)?;
    let hash = state.passwords.hash(reset.password).await?;
    let currency = currency
        .parse()
        .map_err(|error| ApiError::internal(&error))?;
    member::ensure_wallet(state, id, currency).await?;
    let held_until = payout_hold::start(state, id, proved.reason()).await?;
    let now = state.clock.now();
    let mut transaction = state.pool.begin().await?;
    proved.consume(&mut transaction, &state.secrets).await?;
    credential::store_in(state, &mut transaction, id, hash).await?;
    let ended = session::revoke_in(state, &mut transaction, id, Which::All).await?;
    let notice = NewNotice {
        member: id,
        kind: notice::Kind::PasswordSet,
        origin: reset.origin,
        held_until,
    };
    notice.add(&mut transaction, now).await?;
    transaction.commit().await?;
    for session_id in ended {
        state.live.end_session(session_id);
    }
    throttle::clear(state, super::login::ACCOUNT, reset.phone).await?;
    let hours = state.config.withdrawal.password_hold_hours;
    notice::send_message(state, reset.phone.to_owned(), set_text(hours));
    Ok(held_until)
}

/// Notifies a member that staff have let them set a new password, so that a member who did not want
/// it can object.
pub async fn notify_allowed(state: &Core, id: WalletId) -> Result<(), sqlx::Error> {
    let Some(row) = credential::find(&state.pool, id).await? else {
        return Ok(());
    };
    let phone = row.username.clone();
    // Not to a number that was forged into the row.
    if row.into_hash(&state.secrets).is_some() {
        notice::send_message(state, phone, ALLOWED_TEXT.to_owned());
    }
    Ok(())
}

/// Below 70 characters, which is one part in Thai script; so is the next one.
const ALLOWED_TEXT: &str = "เจ้าหน้าที่ให้คุณตั้งรหัสผ่านใหม่ได้ ไม่ใช่คุณที่ขอ? ติดต่อเราทันที";

fn set_text(hours: u32) -> String {
    format!("ตั้งรหัสผ่านใหม่แล้ว พักการถอน {hours} ชม. ไม่ใช่คุณ? ติดต่อเราทันที")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_member_is_sent_is_one_part_in_thai_script() {
        for text in [ALLOWED_TEXT, &set_text(720)] {
            assert!(text.chars().count() <= 70, "{text}");
        }
    }
}
