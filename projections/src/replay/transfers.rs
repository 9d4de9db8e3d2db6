//! The transfers of a stream: each with the events that it consists of.

use std::collections::HashMap;

use uuid::Uuid;

use super::Replay;

/// How the types of a transfer's events begin.
const TRANSFER: &str = "Transfer";

/// The events of one transfer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransferSteps {
    /// Their sequences, in order; the first one started the transfer.
    pub steps: Vec<i64>,
    /// The type of the last of them.
    pub last: String,
}

impl Replay {
    /// Every transfer of the stream, in the order in which they began.
    #[must_use]
    pub fn transfers(&self) -> Vec<TransferSteps> {
        let mut places: HashMap<Uuid, usize> = HashMap::new();
        let mut transfers: Vec<TransferSteps> = Vec::new();
        for (sequence, entry) in self.entries() {
            let kind = self.index.kinds.get(usize::from(entry.kind));
            let kind = kind.filter(|kind| kind.starts_with(TRANSFER));
            let Some((kind, operation)) = kind.zip(entry.operation) else {
                continue;
            };
            let place = *places.entry(operation).or_insert_with(|| {
                transfers.push(TransferSteps::default());
                transfers.len() - 1
            });
            if let Some(transfer) = transfers.get_mut(place) {
                transfer.steps.push(sequence);
                transfer.last.clone_from(kind);
            }
        }
        transfers
    }
}
