//! The lines of money that the house gives and takes back: rule 7 of the parent module.

use ledger::wallet::reward::{GrantActivated, GrantEnded, GrantKind};
use ledger::{GrantId, RecordedEvent, RewardEvent};

use crate::projection::FoldReason;

use super::fold::{Movement, StatementProjection, WALLET, new_line, no_line};
use super::lines::LineKey;
use super::{LineGrant, StatementType, Status};

/// Where a grant's money comes from and goes back to.
fn place(kind: GrantKind) -> String {
    kind.code().to_uppercase()
}

impl StatementProjection {
    /// A grant is credited, or ends.
    pub(super) fn grant(
        &mut self,
        event: &RecordedEvent,
        reward: &RewardEvent,
        movement: &Movement,
    ) -> Result<(), FoldReason> {
        match reward {
            RewardEvent::GrantActivated(GrantActivated {
                grant_id: GrantId(id),
                kind,
                reference,
                amount,
                ..
            }) => {
                let mut line = new_line(event, movement, *amount);
                line.status = Status::Success;
                line.from = place(*kind);
                WALLET.clone_into(&mut line.to);
                line.grant = Some(LineGrant {
                    kind: *kind,
                    reference: reference.clone(),
                    outcome: None,
                });
                let key = LineKey::of(event.wallet_id, StatementType::Bonus, *id);
                self.add(key, line)
            }
            RewardEvent::GrantEnded(GrantEnded {
                grant_id: GrantId(id),
                outcome,
                taken,
                ..
            }) => {
                // The event does not repeat the grant's subject, which its first line has.
                let key = LineKey::of(event.wallet_id, StatementType::Bonus, *id);
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
                let key = LineKey::of(event.wallet_id, StatementType::FinishBonus, *id);
                self.add(key, line)
            }
            RewardEvent::RefundReceived(_)
            | RewardEvent::InviteEarned(_)
            | RewardEvent::CoinsEarned(_)
            | RewardEvent::CoinsGiven(_)
            | RewardEvent::WheelSeedCommitted(_)
            | RewardEvent::WheelSeedRevealed(_)
            | RewardEvent::WheelSpun(_) => no_line(movement),
        }
    }
}
