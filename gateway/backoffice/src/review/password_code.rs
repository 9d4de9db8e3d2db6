//! The one-time code with which a player sets a new password after two staff members have allowed
//! it.
//!
//! 1. The code is stored nowhere. It is computed from the decision, the player and the moment of
//!    its execution, under a key outside the database. Only the second person sees it.
//! 2. A decision gives a code only if signed audit entries back it, and the ledger has executed it.
//!    The moment comes from the ledger's event, so writing to a column cannot make a code live
//!    longer.
//! 3. A code sets one password. Using it uses up a key of the ledger, which nobody can remove.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::journal::{self, JournalError, KeyOutcome};
use ledger::wallet::{HoldReason, PayoutEvent};
use ledger::{Idempotency, WalletEvent, WalletId};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::case::Case;
use super::decision::{Decision, PASSWORD};
use super::execute::earlier_outcome;
use crate::staff::session::Staff;
use members::password_reset::Allowed;
use members::throttle::{self, Rule};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::secrets::Secrets;

/// Letters and digits that people do not confuse, also when they are read out.
const ALPHABET: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// Characters of a code: 31^12 codes, so that an hour of guessing finds none.
const LENGTH: usize = 12;
/// Characters that are shown together.
const GROUP: usize = 4;

/// How long a code is good for.
const LIFE: TimeDelta = TimeDelta::hours(1);

/// How many decisions about one player are looked at.
const DECISIONS_MAX: i64 = 5;

const ADDRESS: &str = "staff-code:address";
/// Tries from an address, which bounds the work. The code is too long to guess, so strangers'
/// failed attempts never lock the player out.
const TRIES: Rule = Rule::Leaking {
    max: 10,
    seconds: 30,
};

/// A code that is good now.
pub struct PasswordCode {
    /// The code as staff read it out: `XXXX-XXXX-XXXX`.
    pub text: String,
    /// When the code expires, an hour after the decision was executed.
    pub expires_at: DateTime<Utc>,
}

/// A decision that lets a player set a password.
struct Permission {
    decision: Uuid,
    player: WalletId,
    executed_at: DateTime<Utc>,
}

impl Permission {
    /// None if the decision permits no new password.
    async fn of(core: &Core, case: &Case) -> Result<Option<Self>, ApiError> {
        let row = &case.row;
        let Decision::ResetPassword { player } = row.decision else {
            return Ok(None);
        };
        if !row.needs_second || !case.is_signed() || row.wallet_id.0 != player {
            return Ok(None);
        }
        let mut connection = core.pool.acquire().await?;
        let KeyOutcome::Executed { position } =
            earlier_outcome(&mut connection, &core.secrets, row).await?
        else {
            return Ok(None);
        };
        let event = journal::read_events(
            &mut *connection,
            Some(core.ledger.journal_key()),
            position - 1,
            1,
        )
        .await;
        let event = event.map_err(|error| match error {
            JournalError::Database(error) => error.into(),
            JournalError::Corrupt { .. } => ApiError::contradiction(&error.to_string()),
        })?;
        let executed_at = event.first().and_then(|event| match event.event {
            WalletEvent::Payout(PayoutEvent::Held { reason, at, .. })
                if event.wallet_id == row.wallet_id
                    && reason == HoldReason::PasswordResetByStaff =>
            {
                Some(at)
            }
            _ => None,
        });
        Ok(executed_at.map(|executed_at| Self {
            decision: row.id,
            player: row.wallet_id,
            executed_at,
        }))
    }

    fn code(&self, secrets: &Secrets) -> String {
        let digest = secrets.password_code(&[
            self.decision.as_bytes(),
            self.player.0.as_bytes(),
            &self.executed_at.timestamp_micros().to_be_bytes(),
        ]);
        let mut number = u128::from_be_bytes(*digest.first_chunk().expect("it is longer"));
        let base = ALPHABET.len() as u128;
        let characters = (0..LENGTH).map(|_| {
            let place = usize::try_from(number % base).expect("it is below 31");
            number /= base;
            char::from(ALPHABET[place])
        });
        characters.collect()
    }

    fn expires_at(&self) -> DateTime<Utc> {
        self.executed_at + LIFE
    }

    /// The key of the ledger that the code uses up. No client can send a key with a space.
    fn key(&self) -> Idempotency {
        Idempotency {
            key: format!("password code {}", self.decision),
            fingerprint: Sha256::digest(self.decision.as_bytes()).into(),
        }
    }

    /// Refuses a code that is over, or was used.
    async fn require_good(&self, core: &Core) -> Result<(), ApiError> {
        if journal::is_used(&core.pool, self.player, &self.key().key).await? {
            return Err(Code::OtpNotExist.into());
        }
        if self.expires_at() <= core.clock.now() {
            return Err(Code::OtpExpired.into());
        }
        Ok(())
    }
}

/// The code of a decision; only the person who approved it may see it.
pub async fn show(core: &Core, staff: &Staff, id: Uuid) -> Result<PasswordCode, ApiError> {
    let case = Case::find(core, id).await?.ok_or(Code::NoData)?;
    if case.row.decided_by != Some(staff.id) {
        return Err(Code::NoData.into());
    }
    let permission = Permission::of(core, &case).await?.ok_or(Code::NoData)?;
    permission.require_good(core).await?;
    Ok(PasswordCode {
        text: spelled(&permission.code(&core.secrets)),
        expires_at: permission.expires_at(),
    })
}

/// Checks a code that staff has read out to the owner of a number.
pub async fn prove(
    core: &Core,
    phone: &str,
    text: &str,
    address: &str,
) -> Result<Allowed, ApiError> {
    throttle::charge(core, ADDRESS, address, TRIES).await?;
    let typed = read(text).ok_or(Code::OtpCodeInvalid)?;
    let ids = sqlx::query_scalar!(
        "select decision.id
         from staff_decision as decision join member on member.id = decision.subject_id
         where member.username = $1 and decision.subject_kind = $2
           and decision.status in ('AGREED', 'DONE')
         order by decision.asked_at desc limit $3",
        phone,
        PASSWORD,
        DECISIONS_MAX,
    )
    .fetch_all(&core.pool)
    .await?;
    for id in ids {
        let Some(case) = Case::find(core, id).await? else {
            continue;
        };
        let Some(permission) = Permission::of(core, &case).await? else {
            continue;
        };
        if bool::from(
            permission
                .code(&core.secrets)
                .as_bytes()
                .ct_eq(typed.as_bytes()),
        ) {
            permission.require_good(core).await?;
            return Ok(Allowed {
                member: permission.player,
                key: permission.key(),
            });
        }
    }
    Err(Code::OtpCodeInvalid.into())
}

/// The code in groups, for display.
fn spelled(code: &str) -> String {
    let groups: Vec<String> = code
        .as_bytes()
        .chunks(GROUP)
        .map(|group| String::from_utf8_lossy(group).into_owned())
        .collect();
    groups.join("-")
}

/// The characters of a typed code, without spaces and hyphens; none if it cannot be a code.
fn read(text: &str) -> Option<String> {
    let typed = text
        .chars()
        .filter(|character| !character.is_whitespace() && *character != '-');
    let code: String = typed
        .map(|character| character.to_ascii_uppercase())
        .take(LENGTH + 1)
        .collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte));
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permission() -> Permission {
        Permission {
            decision: Uuid::from_u128(1),
            player: WalletId(Uuid::from_u128(2)),
            executed_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_code_is_of_one_decision_player_moment_and_installation() {
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [ours, others] = folders.map(|folder| Secrets::load(folder.path()).unwrap());
        let code = permission().code(&ours);
        assert_eq!(code, permission().code(&ours));
        assert_eq!(read(&spelled(&code)), Some(code.clone()));
        let changed = |change: fn(&mut Permission)| {
            let mut changed = permission();
            change(&mut changed);
            changed.code(&ours)
        };
        for other in [
            changed(|permission| permission.decision = Uuid::nil()),
            changed(|permission| permission.player = WalletId(Uuid::nil())),
            changed(|permission| permission.executed_at += TimeDelta::microseconds(1)),
            permission().code(&others),
        ] {
            assert_ne!(other, code);
        }
    }

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let code = Some("ABCDEFGH2345".to_owned());
        for text in ["ABCD-EFGH-2345", "abcdefgh2345", " abcd efgh 2345 "] {
            assert_eq!(read(text), code, "{text}");
        }
        for text in [
            "",
            "ABCD-EFGH-234",
            "ABCD-EFGH-23456",
            "ABCD-EFGH-234O",
            "ก",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
