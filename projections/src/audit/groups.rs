//! The groups of wallets that are audited together.

use ledger::journal::{StreamPlace, last_places};
use sqlx::PgPool;
use uuid::Uuid;

use crate::projection::WalletRange;

/// Ranges that have about this many events each and together contain every id: what is stored of a
/// wallet without a stream must be found as well. The heads only say how large the groups are.
pub(super) async fn plan(pool: &PgPool, group_max: i64) -> Result<Vec<WalletRange>, sqlx::Error> {
    Ok(split(&last_places(pool).await?, group_max))
}

fn split(ends: &[StreamPlace], group_max: i64) -> Vec<WalletRange> {
    let mut ranges = Vec::new();
    let (mut first, mut events) = (Uuid::nil(), 0_i64);
    for end in ends {
        let length = end.sequence.max(0);
        if events > 0 && events.saturating_add(length) > group_max {
            let next = end.wallet_id.0;
            let last = Uuid::from_u128(next.as_u128().saturating_sub(1));
            ranges.push(WalletRange { first, last });
            (first, events) = (next, 0);
        }
        events = events.saturating_add(length);
    }
    let last = Uuid::max();
    ranges.push(WalletRange { first, last });
    ranges
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
        let ends = (1..).zip(lengths).map(|(number, length)| StreamPlace {
            wallet_id: WalletId(Uuid::from_u128(number * 10)),
            sequence: *length,
        });
        split(&ends.collect::<Vec<_>>(), group_max)
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
