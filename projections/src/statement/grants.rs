//! The lines of money that the house gives and takes back: rule 7 of the parent module.

use ledger::wallet::reward::GrantKind;
use ledger::{RecordedEvent, RewardEvent, WalletEvent};
use uuid::Uuid;

use crate::projection::FoldReason;

use super::fold::{Movement, StatementProjection, WALLET, new_line};
use super::lines::LineKey;
use super::{LineGrant, StatementType, Status};

/// Where a grant's money comes from, and what is taken goes to.
fn place(kind: GrantKind) -> String {
    kind.code().to_uppercase()
}

impl StatementProjection {
    /// A grant is credited, or ends.
    pub(super) fn grant(
        &mut self,
        event: &RecordedEvent,
        id: Uuid,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        let WalletEvent::Reward(reward) = &event.event else {
            return Ok(());
        };
        match &**reward {
            RewardEvent::GrantActivated {
                kind,
                reference,
                amount,
                ..
            } => {
                let mut line = new_line(event, movement, *amount);
                line.status = Status::Success;
                line.from = place(*kind);
                WALLET.clone_into(&mut line.to);
                line.grant = Some(LineGrant {
                    kind: *kind,
                    reference: reference.clone(),
                    outcome: None,
                });
                self.add(LineKey::of(event.wallet_id, StatementType::Bonus, id), line)
            }
            RewardEvent::GrantEnded { outcome, taken, .. } => {
                // The event does not repeat what the grant was for: its first line knows.
                let key = LineKey::of(event.wallet_id, StatementType::Bonus, id);
                let first = self.lines.get(&key).and_then(|line| line.grant.as_ref());
                let first = first.ok_or(FoldReason::Unknown("grant"))?;
                let grant = LineGrant {
                    outcome: Some(*outcome),
                    ..first.clone()
                };
                let mut line = new_line(event, movement, *taken);
                line.status = Status::Success;
                WALLET.clone_into(&mut line.from);
                line.to = place(grant.kind);
                line.grant = Some(grant);
                let key = LineKey::of(event.wallet_id, StatementType::FinishBonus, id);
                self.add(key, line)
            }
            _ => Ok(()),
        }
    }
}
