//! The people behind a freeze of a player's money.

use chrono::{DateTime, Utc};
use ledger::wallet::Freeze;
use ledger::{StaffId, Wallet, WalletId};

use super::power::{FREEZE, Reach};
use super::pseudonym;
use platform::core::Core;

/// A freeze in force, with the people behind it.
#[derive(Debug)]
pub struct KnownFreeze {
    /// How much of the wallet is frozen.
    pub reach: Reach,
    /// When the money was frozen, by the journal.
    pub since: DateTime<Utc>,
    /// The people who decided it; none if no stored decision fits the journal.
    pub behind: Option<People>,
}

/// Who froze a wallet, and why.
#[derive(Debug)]
pub struct People {
    /// Display name of the staff member who requested the freeze.
    pub asked_by: String,
    /// Display name of the second person, who approved it.
    pub approved_by: String,
    /// The asker's words.
    pub reason: String,
}

/// The freeze of a wallet. The journal says whether there is one and since when. Its people come
/// from the decision that fits the journal's pseudonyms.
pub async fn of_wallet(
    core: &Core,
    wallet_id: WalletId,
    wallet: &Wallet,
) -> Result<Option<KnownFreeze>, sqlx::Error> {
    let Some(freeze) = wallet.freeze() else {
        return Ok(None);
    };
    Ok(Some(KnownFreeze {
        reach: freeze.reach.into(),
        since: freeze.since,
        behind: people(core, wallet_id, &freeze).await?,
    }))
}

async fn people(
    core: &Core,
    wallet_id: WalletId,
    freeze: &Freeze,
) -> Result<Option<People>, sqlx::Error> {
    let decisions = sqlx::query!(
        r#"select decision.id, decision.reason, decision.asked_by, decision.decided_by as "decided_by!",
                  asker.name as asker, approver.name as approver
           from staff_decision as decision
               join staff as asker on asker.id = decision.asked_by
               join staff as approver on approver.id = decision.decided_by
           where decision.subject_kind = $2 and decision.subject_id = $1"#,
        wallet_id.0,
        FREEZE,
    )
    .fetch_all(&core.pool)
    .await?;
    let behind = decisions.into_iter().find(|decision| {
        let is = |staff: StaffId, account| staff.0 == pseudonym::of(decision.id, account);
        is(freeze.by, decision.asked_by) && is(freeze.approved_by, decision.decided_by)
    });
    Ok(behind.map(|decision| People {
        asked_by: decision.asker,
        approved_by: decision.approver,
        reason: decision.reason,
    }))
}
