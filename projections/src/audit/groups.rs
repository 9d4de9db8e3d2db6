//! The groups of wallets that are audited together.

use futures_util::TryStreamExt;
use ledger::journal::{StreamPlace, last_places};
use sqlx::PgPool;
use uuid::Uuid;

use crate::projection::WalletRange;

/// Ranges that have about this many events each and together contain every id: what is stored of a
/// wallet without a stream must be found as well. The heads only say how large the groups are.
pub(super) async fn plan(pool: &PgPool, group_max: i64) -> Result<Vec<WalletRange>, sqlx::Error> {
    let mut groups = Groups::new(group_max);
    let mut ends = last_places(pool);
    while let Some(end) = ends.try_next().await? {
        groups.add(end);
    }
    Ok(groups.finish())
}

/// The groups so far, and the one that streams are added to.
struct Groups {
    group_max: i64,
    done: Vec<WalletRange>,
    first: Uuid,
    events: i64,
}

impl Groups {
    fn new(group_max: i64) -> Self {
        Self {
            group_max,
            done: Vec::new(),
            first: Uuid::nil(),
            events: 0,
        }
    }

    fn add(&mut self, end: StreamPlace) {
        let length = end.sequence.max(0);
        if self.events > 0 && self.events.saturating_add(length) > self.group_max {
            let next = end.wallet_id.0;
            self.done.push(WalletRange {
                first: self.first,
                last: Uuid::from_u128(next.as_u128().saturating_sub(1)),
            });
            (self.first, self.events) = (next, 0);
        }
        self.events = self.events.saturating_add(length);
    }

    fn finish(mut self) -> Vec<WalletRange> {
        self.done.push(WalletRange {
            first: self.first,
            last: Uuid::max(),
        });
        self.done
    }
}

#[cfg(test)]
mod tests {
    use ledger::WalletId;

    use super::*;

    fn range(first: u128, last: u128) -> WalletRange {
        WalletRange {
            first: Uuid::from_u128(first),
            last: Uuid::from_u128(last),
        }
    }

    /// Streams of these lengths, of wallets with the ids 10, 20, 30 and so on.
    fn split_lengths(lengths: &[i64], group_max: i64) -> Vec<WalletRange> {
        let mut groups = Groups::new(group_max);
        for (number, length) in (1..).zip(lengths) {
            groups.add(StreamPlace {
                wallet_id: WalletId(Uuid::from_u128(number * 10)),
                sequence: *length,
            });
        }
        groups.finish()
    }

    #[test]
    fn every_id_is_in_one_group() {
        let last = u128::MAX;
        assert_eq!(split_lengths(&[], 5), [range(0, last)]);
        assert_eq!(split_lengths(&[3, 2], 5), [range(0, last)]);
        assert_eq!(
            split_lengths(&[3, 2, 1], 5),
            [range(0, 29), range(30, last)]
        );
    }

    #[test]
    fn a_stream_that_is_longer_than_a_group_is_one() {
        let groups = [range(0, 19), range(20, 29), range(30, u128::MAX)];
        assert_eq!(split_lengths(&[1, 900, 1], 5), groups);
        assert_eq!(split_lengths(&[1, i64::MAX, i64::MAX], 5), groups);
    }

    #[test]
    fn a_head_without_events_changes_nothing() {
        assert_eq!(split_lengths(&[-7, 5, 0], 5), [range(0, u128::MAX)]);
    }
}
