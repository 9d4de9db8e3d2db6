//! The evidence for an event in the name of staff: the decisions, and the entries that back them.

use std::collections::{HashMap, HashSet};

use ledger::journal::StaffEvent;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

use crate::review::decision::{Decision, Settlement};
use crate::review::power::{self, Reach};
use crate::review::pseudonym;
use crate::review::signature::{AGREE, ASK, MAKE, SignedEntry};
use crate::review::store::{DecisionRow, Status, page};
use crate::review::terms::Terms;
use platform::error::Code;

/// Decisions read at once.
const PAGE: i64 = 500;
/// Events that name both people of their decision.
const NAMES_TWO: [&str; 4] = ["Corrected", "Frozen", "Unfrozen", "VoidDeclared"];

/// The decisions and entries that the events are compared with.
pub(super) struct Evidence<'a> {
    pub(super) decisions: &'a Decisions,
    pub(super) entries: &'a Entries,
}

impl Evidence<'_> {
    /// A decision that was executed and has no problem. No other decision backs an event: an ended
    /// one left none, and one that waits is not executed yet.
    fn executed(&self, id: Uuid) -> Option<&DecisionRow> {
        let row = self.decisions.rows.get(&id)?;
        let is_executed = matches!(row.status, Status::Agreed | Status::Done);
        (is_executed && self.entries.problem(row).is_none()).then_some(row)
    }

    /// The digest of everything about a decision that an event is compared with; none for a
    /// decision that backs no event.
    pub(super) fn digest(&self, id: Uuid) -> Option<[u8; 32]> {
        let row = self.executed(id)?;
        let agreed = self.entries.agreed(row);
        let agreed: Vec<Uuid> = agreed.iter().map(|approval| approval.staff).collect();
        let compared = json!({
            "wallet": row.wallet_id.0,
            "decision": row.decision,
            "terms": row.terms,
            "needsSecond": row.needs_second,
            "askedBy": row.asked_by,
            "agreed": agreed,
        });
        Some(Sha256::digest(compared.to_string()).into())
    }
}

/// Every decision, by its id.
pub(super) struct Decisions {
    pub(super) rows: HashMap<Uuid, DecisionRow>,
    pub(super) unreadable: Vec<String>,
}

impl Decisions {
    pub(super) async fn read(pool: &PgPool) -> Result<Self, sqlx::Error> {
        let mut read = Self {
            rows: HashMap::new(),
            unreadable: Vec::new(),
        };
        let mut after = Uuid::nil();
        loop {
            let ids = sqlx::query_scalar!(
                "select id from staff_decision where id > $1 order by id limit $2",
                after,
                PAGE,
            )
            .fetch_all(pool)
            .await?;
            let Some(last) = ids.last() else {
                return Ok(read);
            };
            after = *last;
            for (id, row) in page(pool, &ids).await? {
                match row {
                    Some(row) => drop(read.rows.insert(id, row)),
                    None => read
                        .unreadable
                        .push(format!("staff_decision, id {id}: it cannot be read")),
                }
            }
        }
    }
}

/// What the trusted entries say about the decisions. The entries themselves are not kept: there are
/// more of them with every day.
#[derive(Default)]
pub(super) struct Entries {
    /// The decisions that an entry requests, or makes, exactly as they are stored.
    asked: HashSet<Uuid>,
    /// Who approves a decision exactly as it is stored.
    agreed: HashMap<Uuid, Vec<Approval>>,
    /// The requested decisions without a row.
    pub(super) without_row: HashSet<Uuid>,
}

/// The approval of a decision by a second person.
struct Approval {
    staff: Uuid,
    reason: Option<String>,
}

impl Entries {
    pub(super) fn take(&mut self, entry: &SignedEntry, decisions: &Decisions) {
        let is_request = matches!(entry.kind.as_str(), ASK | MAKE);
        if !is_request && entry.kind != AGREE {
            return;
        }
        let Some(said) = entry.said() else { return };
        match decisions.rows.get(&said.decision) {
            None if is_request => {
                self.without_row.insert(said.decision);
            }
            Some(row) if is_request && entry.asks(row) => {
                self.asked.insert(row.id);
            }
            Some(row) if entry.agrees(row) => {
                let staff = entry.by.into_iter();
                let approvals = staff.map(|staff| Approval {
                    staff,
                    reason: entry.reason.clone(),
                });
                self.agreed.entry(row.id).or_default().extend(approvals);
            }
            _ => {}
        }
    }

    fn agreed(&self, row: &DecisionRow) -> &[Approval] {
        self.agreed.get(&row.id).map_or(&[], Vec::as_slice)
    }

    /// The problem with a stored decision, if there is one.
    pub(super) fn problem(&self, row: &DecisionRow) -> Option<String> {
        let what = if !self.asked.contains(&row.id) {
            "no signed audit entry backs it"
        } else if !row.is_of_one_piece() {
            "its columns contradict one another"
        } else if row.needs_second
            && matches!(row.status, Status::Agreed | Status::Done)
            && !self.agreed(row).iter().any(|approval| {
                Some(approval.staff) == row.decided_by && approval.reason == row.decided_reason
            })
        {
            "no signed audit entry of a second person backs it"
        } else {
            return None;
        };
        Some(format!("staff_decision, id {}: {what}", row.id))
    }
}

/// The decision behind an event, if there is one.
pub(super) enum Behind {
    /// Nothing signed by staff.
    Nothing,
    /// This decision.
    Decision(Uuid),
}

/// An event in the name of staff.
pub(super) struct Event(pub(super) StaffEvent);

impl Event {
    pub(super) fn behind(&self, evidence: &Evidence<'_>) -> Behind {
        let id = self.decision_id().and_then(|id| id.parse().ok());
        let found = id.and_then(|id: Uuid| evidence.executed(id));
        match found {
            Some(row) if self.is_of(row, evidence.entries) => Behind::Decision(row.id),
            _ => Behind::Nothing,
        }
    }

    /// The decision in its command's key, if the key has one.
    fn decision_id(&self) -> Option<&str> {
        let rest = self.0.key.as_deref()?.strip_prefix("staff decision ")?;
        Some(rest.split_once(' ').map_or(rest, |(id, _)| id))
    }

    /// Whether it completes this executed decision or follows from it, by one of the decision's
    /// people. [`Evidence::digest`] covers the fields of the decision that it reads.
    fn is_of(&self, row: &DecisionRow, entries: &Entries) -> bool {
        let agreed = entries.agreed(row);
        let is = |name: &str, staff: Uuid| name == pseudonym::of(row.id, staff).to_string();
        let has_agreed = |name: &str| agreed.iter().any(|approval| is(name, approval.staff));
        let is_by_one = self
            .0
            .actor
            .as_deref()
            .is_some_and(|name| is(name, row.asked_by) || has_agreed(name));
        let fields = &self.0.payload[&self.0.kind];
        let is_by_two = !NAMES_TWO.contains(&self.0.kind.as_str())
            || fields["by"]
                .as_str()
                .is_some_and(|name| is(name, row.asked_by))
                && fields["approved_by"].as_str().is_some_and(has_agreed);
        self.0.wallet == row.wallet_id.0.to_string()
            && (!row.needs_second || !agreed.is_empty())
            && is_by_one
            && is_by_two
            && (!self.is_end() || self.is_end_of(&row.decision, row.id, &row.terms))
    }

    /// Whether it is the direct result of a decision, and not a consequence of that.
    pub(super) fn is_end(&self) -> bool {
        matches!(
            self.0.kind.as_str(),
            "Deposited"
                | "SlipRejected"
                | "SlipReturned"
                | "QrPaid"
                | "QrRejected"
                | "ManualDepositCredited"
                | "ManualDepositRejected"
                | "WithdrawalReleased"
                | "WithdrawalReturned"
                | "TransferCompleted"
                | "TransferReturned"
                | "Corrected"
                | "PayoutsHeld"
                | "Frozen"
                | "Unfrozen"
                | "VoidDeclared"
                | "DepositLimitSet"
                | "GrantActivated"
                | "GrantEnded"
                | "CoinsGiven"
        )
    }

    /// Whether it is the result of this decision: the same subject, amount and account.
    fn is_end_of(&self, decision: &Decision, id: Uuid, terms: &Terms) -> bool {
        let (kind, field) = match decision {
            Decision::AcceptSlip { .. } => ("Deposited", "slip_id"),
            Decision::RejectSlip { .. } => ("SlipRejected", "slip_id"),
            Decision::ReturnSlip { .. } => ("SlipReturned", "slip_id"),
            Decision::AcceptQr { .. } => ("QrPaid", "order_id"),
            Decision::RejectQr { .. } => ("QrRejected", "order_id"),
            Decision::AcceptManual { .. } => ("ManualDepositCredited", "deposit_id"),
            Decision::RejectManual { .. } => ("ManualDepositRejected", "deposit_id"),
            Decision::ReleaseWithdrawal { .. } => ("WithdrawalReleased", "withdrawal_id"),
            Decision::ReturnWithdrawal { .. } => ("WithdrawalReturned", "withdrawal_id"),
            Decision::SettleTransfer { outcome, .. } => match outcome {
                Settlement::Completed => ("TransferCompleted", "transfer_id"),
                Settlement::Returned => ("TransferReturned", "transfer_id"),
            },
            Decision::Correct { .. } => ("Corrected", "correction_id"),
            Decision::ResetPassword { .. } => ("PayoutsHeld", "reason"),
            Decision::Freeze { player, reach } => return self.is_frozen(*player, *reach),
            Decision::LimitDeposits {
                player,
                period,
                limit,
            } => {
                let fields = &self.0.payload["DepositLimitSet"];
                return self.0.wallet == player.to_string()
                    && power::is_set_by(fields, *period, limit);
            }
            Decision::Unfreeze { player } => {
                return self.0.kind == "Unfrozen" && self.0.wallet == player.to_string();
            }
            Decision::DeclareVoid { player } => {
                return self.0.kind == "VoidDeclared"
                    && self.0.wallet == player.to_string()
                    && terms.is_declared_by(&self.0.payload["VoidDeclared"]);
            }
            // No event completes it.
            Decision::Explain { .. } => return false,
            Decision::GrantBonus { .. }
            | Decision::EndBonus { .. }
            | Decision::GiveCoupon { .. }
            | Decision::GiveCoins { .. } => return self.is_reward_of(decision, id, terms),
        };
        let fields = &self.0.payload[kind];
        let (_, subject) = decision.subject(id);
        let subject = subject.to_string();
        let named = match decision {
            Decision::ResetPassword { .. } if subject == self.0.wallet => "PASSWORD_RESET_BY_STAFF",
            _ => &subject,
        };
        self.0.kind == kind && fields[field].as_str() == Some(named) && terms.is_kept_by(fields)
    }

    /// Whether it gives what this decision gives, or ends the grant that it ends.
    fn is_reward_of(&self, decision: &Decision, id: Uuid, terms: &Terms) -> bool {
        let kind = self.0.kind.as_str();
        let fields = &self.0.payload["Reward"][kind];
        let is_named =
            |named: Uuid| fields["grant_id"].as_str() == Some(named.to_string().as_str());
        match decision {
            Decision::GrantBonus { code, .. } | Decision::GiveCoupon { prize: code, .. } => {
                kind == "GrantActivated"
                    && is_named(id)
                    && fields["reference"].as_str() == Some(code.as_str())
                    && terms.is_kept_by(fields)
            }
            Decision::EndBonus { grant, .. } => {
                kind == "GrantEnded"
                    && is_named(*grant)
                    && fields["outcome"].as_str() == Some("CANCELLED")
            }
            Decision::GiveCoins { coins, .. } => {
                kind == "CoinsGiven"
                    && is_named(id)
                    && fields["coins"]["amount"].as_str() == Some(coins.to_string().as_str())
            }
            _ => false,
        }
    }

    /// Whether it is this freeze, or a transfer that the freeze has taken back.
    fn is_frozen(&self, player: Uuid, reach: Reach) -> bool {
        let fields = &self.0.payload[&self.0.kind];
        let is_it = match self.0.kind.as_str() {
            "Frozen" => fields["reach"] == json!(reach),
            "TransferReturned" => {
                reach == Reach::All
                    && fields["reason"].as_str() == Some(Code::AccountFrozen.as_str())
            }
            _ => false,
        };
        is_it && self.0.wallet == player.to_string()
    }
}
