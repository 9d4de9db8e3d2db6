//! How events open, move and end work of any kind.

use ledger::RecordedEvent;

use crate::projection::{FoldReason, time_of};
use crate::rows::Rows;

use super::steps::{Step, step_of};
use super::work::{Detail, Stage, WorkKey, WorkRow};

/// The writer of the open work.
#[derive(Debug, Default)]
pub(crate) struct OpenWorkProjection {
    pub(super) work: Rows<WorkKey, WorkRow>,
}

impl OpenWorkProjection {
    pub(super) fn fold_event(&mut self, event: &RecordedEvent) -> Result<(), FoldReason> {
        let Some((kind, id, step)) = step_of(&event.event) else {
            return Ok(());
        };
        let key = (kind, event.wallet_id, id);
        let unknown = FoldReason::Unknown(kind.as_str());
        match step {
            Step::Begin { amount, detail } => {
                if self.work.contains(&key) {
                    return Err(FoldReason::AlreadyThere(kind.as_str()));
                }
                let row = WorkRow {
                    stage: Stage::Started,
                    amount,
                    detail,
                    begun_at: time_of(event),
                    changed_at: time_of(event),
                    opened_position: event.position,
                    position: event.position,
                };
                self.work.put(key, row);
            }
            Step::Refer { amount, detail } => {
                let known = self.work.get(&key);
                let row = WorkRow {
                    stage: Stage::Referred,
                    amount,
                    detail,
                    begun_at: known.map_or_else(|| time_of(event), |row| row.begun_at),
                    changed_at: time_of(event),
                    opened_position: known.map_or(event.position, |row| row.opened_position),
                    position: event.position,
                };
                self.work.put(key, row);
            }
            Step::Go { stage, amount } => {
                let row = self.work.change(&key).ok_or(unknown)?;
                row.stage = stage;
                row.amount = amount.or(row.amount);
                row.changed_at = time_of(event);
                row.position = event.position;
            }
            Step::Release => {
                let row = self.work.change(&key).ok_or(unknown)?;
                if let Detail::Withdrawal { not_before, .. } = &mut row.detail {
                    *not_before = None;
                }
                row.changed_at = time_of(event);
                row.position = event.position;
            }
            Step::End => {
                self.work.remove(&key).ok_or(unknown)?;
            }
            Step::EndIfThere => {
                if self.work.contains(&key) {
                    self.work.remove(&key);
                }
            }
        }
        Ok(())
    }
}
