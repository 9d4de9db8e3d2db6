//! How one balance went: its changes, when it first crossed a bound, and a line to draw.

use rust_decimal::Decimal;

/// A balance after an event that changed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// The event's number in its wallet.
    pub sequence: i64,
    /// The account's balance right after it.
    pub amount: Decimal,
}

/// A bound that a balance may cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It was at the amount or higher, and is below it.
    Below(Decimal),
    /// It was at the amount or lower, and is above it.
    Above(Decimal),
}

impl Bound {
    fn is_crossed(self, before: Decimal, after: Decimal) -> bool {
        match self {
            Self::Below(bound) => before >= bound && after < bound,
            Self::Above(bound) => before <= bound && after > bound,
        }
    }
}

/// The first change behind `after` that crosses the bound. A balance begins at zero.
pub(super) fn first_crossing(
    changes: impl IntoIterator<Item = Point>,
    bound: Bound,
    after: i64,
) -> Option<i64> {
    let mut held = Decimal::ZERO;
    for change in changes {
        if change.sequence > after && bound.is_crossed(held, change.amount) {
            return Some(change.sequence);
        }
        held = change.amount;
    }
    None
}

/// At most `points` changes that draw the same line: each window of the stream gives its lowest and
/// its highest balance, in their order, so that no peak is lost, no matter how coarse the line is.
/// The last change is always among them.
pub(super) fn thin_out(changes: &[Point], total: i64, points: usize) -> Vec<Point> {
    if changes.len() <= points {
        return changes.to_vec();
    }
    // One point is the last one's; each window has two.
    let windows = i64::try_from(points.saturating_sub(1) / 2).unwrap_or(1);
    let windows = windows.max(1);
    let window_of = |point: &Point| (point.sequence - 1) * windows / total.max(1);
    let mut thin: Vec<Point> = Vec::with_capacity(points);
    for window in changes.chunk_by(|one, next| window_of(one) == window_of(next)) {
        let low = window.iter().min_by_key(|point| point.amount);
        let high = window.iter().max_by_key(|point| point.amount);
        let mut both: Vec<Point> = low.into_iter().chain(high).copied().collect();
        both.sort_by_key(|point| point.sequence);
        both.dedup();
        thin.extend(both);
    }
    if let Some(last) = changes.last()
        && thin.last() != Some(last)
    {
        thin.push(*last);
    }
    thin
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(amounts: &[i64]) -> Vec<Point> {
        let points = amounts.iter().zip(1..).map(|(amount, sequence)| Point {
            sequence,
            amount: Decimal::from(*amount),
        });
        points.collect()
    }

    #[test]
    fn a_bound_is_crossed_where_the_balance_leaves_it_and_not_where_it_starts() {
        let changes = line(&[500, 100, 99, 700, 50]);
        let below = Bound::Below(Decimal::from(100));
        let find = |bound, after| first_crossing(changes.clone(), bound, after);
        assert_eq!(find(below, 0), Some(3));
        assert_eq!(find(below, 3), Some(5));
        assert_eq!(find(below, 5), None);
        assert_eq!(find(Bound::Above(Decimal::from(500)), 0), Some(4));
        assert_eq!(find(Bound::Above(Decimal::from(700)), 0), None);
    }

    #[test]
    fn a_thin_line_keeps_every_peak_and_its_end() {
        let mut amounts = vec![100; 10_000];
        amounts[1_234] = 9_000;
        amounts[7_777] = 3;
        amounts[9_999] = 101;
        let changes = line(&amounts);
        let thin = thin_out(&changes, 10_000, 400);
        assert!(thin.len() <= 400, "{}", thin.len());
        for index in [1_234, 7_777, 9_999] {
            assert!(thin.contains(&changes[index]), "{index}");
        }
        assert!(thin.is_sorted_by_key(|point| point.sequence));
        assert_eq!(thin_out(&changes[..400], 400, 400), &changes[..400]);
    }
}
