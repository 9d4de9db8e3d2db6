//! One decision about rewards: the wallet decides first, and the providers are queried only if the
//! wallet needs their answers. It is made once, and every repeat of the request gets the same
//! answer.

use ledger::wallet::reward::{GrantActivated, GrantOutcome, Seen};
use ledger::{
    Account, CommandOutcome, Context, GrantId, LedgerError, Money, RewardCommand, RewardError,
    RewardEvent, WalletCommand, WalletError, WalletEvent,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::asking::seen;
use payments::Payments;
use platform::error::{ApiError, Code};
use platform::subject::Member;

/// How often the providers are queried for one request: once, and again if money has moved in
/// between.
const ASKED_MAX: usize = 2;

/// A request about rewards: the player, and the key.
pub struct RewardRequest<'a> {
    /// The state that the decision uses: the ledger, the configuration and the providers.
    pub state: &'a Payments,
    /// The player whose request it is.
    pub caller: Member,
    /// The command's context; a repeat of its key gets the first answer.
    pub context: Context,
}

/// Why nothing was decided.
#[derive(Debug)]
pub enum RewardFailure {
    /// The ledger refused or failed.
    Ledger(LedgerError),
    /// The request failed before the ledger.
    Unasked(ApiError),
}

impl From<LedgerError> for RewardFailure {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}

impl From<ApiError> for RewardFailure {
    fn from(error: ApiError) -> Self {
        Self::Unasked(error)
    }
}

impl From<RewardFailure> for ApiError {
    fn from(why: RewardFailure) -> Self {
        match why {
            RewardFailure::Ledger(error) => error.into(),
            RewardFailure::Unasked(error) => error,
        }
    }
}

/// The figures before any provider was queried. The ledger refuses them as stale wherever it needs
/// a provider's balance.
pub const fn not_asked() -> Seen {
    Seen {
        at_sequence: 0,
        games: Vec::new(),
    }
}

/// Whether the wallet refused only because it needs the providers' balances.
pub fn is_stale(refusal: &WalletError) -> bool {
    matches!(refusal, WalletError::Reward(RewardError::Stale))
}

impl RewardRequest<'_> {
    /// Makes a decision. `command` is first built without the providers' answers, so that no
    /// provider is queried for a request that the wallet refuses in any case.
    pub async fn decide(
        &self,
        command: impl Fn(Option<Seen>) -> RewardCommand,
    ) -> Result<CommandOutcome, RewardFailure> {
        self.decide_knowing(&mut None, command).await
    }

    /// Like [`RewardRequest::decide`], with recent answers of the providers, which are queried
    /// again only if those are stale.
    pub(crate) async fn decide_knowing(
        &self,
        known: &mut Option<Seen>,
        command: impl Fn(Option<Seen>) -> RewardCommand,
    ) -> Result<CommandOutcome, RewardFailure> {
        let mut asked = 0;
        loop {
            // Loaded before any provider is queried: a later movement makes their answers stale.
            let wallet = self.state.ledger.load(self.caller.id).await?;
            let now = self.state.clock.now();
            match wallet.decide(WalletCommand::Reward(command(None)), now) {
                Ok(_) => {}
                Err(refusal) if is_stale(&refusal) => {
                    if known.is_none() {
                        asked += 1;
                        *known = Some(seen(self.state, &wallet).await?);
                    }
                }
                Err(refusal) => return Err(LedgerError::Refused(refusal).into()),
            }
            match self.execute(command(known.clone())).await {
                Err(LedgerError::Refused(refusal)) if is_stale(&refusal) && asked < ASKED_MAX => {
                    *known = None;
                }
                decided => return Ok(decided?),
            }
        }
    }

    /// Executes a command as it is.
    pub async fn execute(&self, command: RewardCommand) -> Result<CommandOutcome, LedgerError> {
        let (command, context) = (WalletCommand::Reward(command), self.context.clone());
        self.state
            .ledger
            .execute(self.caller.id, command, context)
            .await
    }

    /// The decision, or the decision of an earlier request with the same key: a later change does
    /// not make a repeat fail.
    pub async fn or_recall(
        &self,
        decided: Result<CommandOutcome, RewardFailure>,
    ) -> Result<CommandOutcome, ApiError> {
        let refusal = match decided {
            Ok(receipt) => return Ok(receipt),
            Err(why) => ApiError::from(why),
        };
        match self.recall().await {
            Ok(Some(receipt)) => Ok(receipt),
            Err(LedgerError::IdempotencyMismatch) => Err(Code::IdempotencyMismatch.into()),
            Ok(None) | Err(_) => Err(refusal),
        }
    }

    /// The answer of an earlier request with the same key.
    async fn recall(&self) -> Result<Option<CommandOutcome>, LedgerError> {
        if self.context.idempotency.is_none() {
            return Ok(None);
        }
        // No grant has this id, so the wallet would refuse. Only an earlier outcome of the key can
        // be the answer.
        let nothing = RewardCommand::ClearGrant {
            grant_id: GrantId(Uuid::nil()),
            seen: not_asked(),
            turnover: None,
        };
        match self.execute(nothing).await {
            Ok(receipt) => Ok(Some(receipt)),
            Err(LedgerError::Refused(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A grant that a decision credited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activated {
    /// The grant's id in the ledger.
    pub grant_id: GrantId,
    /// Whether it has a condition that is not met yet.
    pub is_active: bool,
    /// The money that the grant added to the main wallet.
    pub amount: Money,
    /// The main wallet right after it.
    pub balance: Money,
    /// When it was credited, by its event.
    pub at: chrono::DateTime<chrono::Utc>,
}

impl Activated {
    /// The grant in a receipt; every repeat gets the same.
    pub fn of(receipt: &CommandOutcome) -> Result<Self, ApiError> {
        let mut events = receipt.events.iter().map(|recorded| &recorded.event);
        let activated = events.find_map(Self::read);
        activated.ok_or_else(|| ApiError::internal(&"a grant without its event"))
    }

    fn read(event: &WalletEvent) -> Option<Self> {
        let WalletEvent::Reward(event) = event else {
            return None;
        };
        let RewardEvent::GrantActivated(GrantActivated {
            grant_id,
            amount,
            terms,
            balances,
            at,
            ..
        }) = event.as_ref()
        else {
            return None;
        };
        let mut held = balances.iter();
        let main = held.find(|held| held.account == Account::Main);
        let before = main.map_or(Money::zero(amount.currency()), |held| held.amount);
        Some(Self {
            grant_id: *grant_id,
            is_active: !terms.are_met_at_once(),
            amount: *amount,
            balance: before.checked_add(*amount).ok()?,
            at: *at,
        })
    }
}

/// How a grant ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum GrantEnding {
    /// The player reached the upper bound.
    Success,
    /// The player fell to the lower bound.
    Fail,
    /// Its time ran out.
    Expired,
    /// The player started a break from playing.
    Excluded,
    /// Staff ended it.
    Cancelled,
}

impl From<GrantOutcome> for GrantEnding {
    fn from(outcome: GrantOutcome) -> Self {
        match outcome {
            GrantOutcome::Success => Self::Success,
            GrantOutcome::Fail => Self::Fail,
            GrantOutcome::Expired => Self::Expired,
            GrantOutcome::Excluded => Self::Excluded,
            GrantOutcome::Cancelled => Self::Cancelled,
        }
    }
}

/// Money that was granted.
#[derive(Debug, Serialize, ToSchema)]
pub struct GrantAnswer {
    /// Always `SUCCESS`.
    #[schema(example = "SUCCESS")]
    pub status: &'static str,
    /// For `after`: a read that shows this position shows the effect.
    pub position: String,
    /// The main wallet right after it.
    #[schema(example = "800.00")]
    pub balance: String,
    /// The money that the grant added to the main wallet.
    #[schema(example = "300.00")]
    pub amount: String,
}

impl GrantAnswer {
    /// The answer to the request for a grant.
    pub fn of(receipt: &CommandOutcome, activated: &Activated) -> Self {
        Self {
            status: "SUCCESS",
            position: receipt.position.to_string(),
            balance: activated.balance.digits(),
            amount: activated.amount.digits(),
        }
    }
}
