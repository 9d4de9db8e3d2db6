//! Freezing a player's money, and letting it move again: two people, and a rule of the ledger.

use chrono::{DateTime, Utc};
use ledger::wallet::{Freeze, FreezeReach};
use ledger::{StaffId, Wallet, WalletCommand, WalletId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::plan::{Decided, Planned};
use super::pseudonym;
use super::refusal::Refusal;
use crate::platform::core::Core;
use crate::platform::error::Code;

/// The kind of the subject of a freeze, and of its end.
pub(crate) const FREEZE: &str = "freeze";

/// How much of a wallet is frozen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Reach {
    /// No money leaves for the player.
    MoneyOut,
    /// Nothing goes into a game either, and what comes in waits for staff.
    All,
}

impl From<Reach> for FreezeReach {
    fn from(reach: Reach) -> Self {
        match reach {
            Reach::MoneyOut => Self::MoneyOut,
            Reach::All => Self::All,
        }
    }
}

impl From<FreezeReach> for Reach {
    fn from(reach: FreezeReach) -> Self {
        match reach {
            FreezeReach::MoneyOut => Self::MoneyOut,
            FreezeReach::All => Self::All,
        }
    }
}

/// The command of a freeze, or of its end where no reach is given.
pub(super) async fn plan(
    state: &Core,
    wallet_id: WalletId,
    reach: Option<Reach>,
    decided: &Decided,
) -> Result<Planned, Refusal> {
    let wallet = state.ledger.load(wallet_id).await?;
    let unopened = Refusal::no(Code::NoData, "no such player, or no wallet");
    wallet.currency().ok_or(unopened)?;
    let reach = reach.map(FreezeReach::from);
    if wallet.freeze().map(|it| it.reach) == reach {
        return Err(Refusal::no(Code::AlreadyEnded, "it is like that already"));
    }
    let by = StaffId(pseudonym::of(decided.id, decided.by.0));
    let approved_by = StaffId(pseudonym::of(decided.id, decided.approved_by.0));
    let command = match reach {
        Some(reach) => WalletCommand::FreezeWallet {
            reach,
            by,
            approved_by,
        },
        None => WalletCommand::UnfreezeWallet { by, approved_by },
    };
    Ok(Planned::new(wallet_id, None, command))
}

/// A freeze in force, with the people behind it.
#[derive(Debug)]
pub(crate) struct KnownFreeze {
    pub(crate) reach: Reach,
    pub(crate) since: DateTime<Utc>,
    /// None if the decision is not there as the journal has it.
    pub(crate) behind: Option<People>,
}

/// Who froze a wallet, and why.
#[derive(Debug)]
pub(crate) struct People {
    pub(crate) asked_by: String,
    pub(crate) approved_by: String,
    /// The asker's words.
    pub(crate) reason: String,
}

/// The freeze of a wallet. That there is one, and since when, the journal says; its people are those of the
/// decision that fits the journal's pseudonyms.
pub(crate) async fn of_wallet(
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
    let behind = decisions.into_iter().find(|it| {
        let is = |staff: StaffId, account| staff.0 == pseudonym::of(it.id, account);
        is(freeze.by, it.asked_by) && is(freeze.approved_by, it.decided_by)
    });
    Ok(behind.map(|it| People {
        asked_by: it.asker,
        approved_by: it.approver,
        reason: it.reason,
    }))
}
