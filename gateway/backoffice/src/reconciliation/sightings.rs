//! A report's differences as items for staff.

use ledger::{Currency, Money};
use rust_decimal::{Decimal, RoundingStrategy};
use sqlx::PgPool;
use uuid::Uuid;

use super::{Difference, DifferenceKind, SourceReport, players};
use crate::discrepancy::row::{DiscrepancyKind, Sighting};

impl From<DifferenceKind> for DiscrepancyKind {
    fn from(kind: DifferenceKind) -> Self {
        match kind {
            DifferenceKind::MissingOutside => Self::MissingOutside,
            DifferenceKind::MissingHere => Self::MissingHere,
            DifferenceKind::Amount => Self::Amount,
            DifferenceKind::Balance => Self::Balance,
        }
    }
}

/// What a comparison has seen. A source that could not be compared shows nothing but that.
pub(super) async fn of_report(
    pool: &PgPool,
    report: &SourceReport,
) -> Result<Vec<Sighting>, sqlx::Error> {
    if let Some(problem) = &report.problem {
        return Ok(vec![not_compared(&report.source, problem)]);
    }
    let differences = report.differences.iter();
    let named = differences
        .clone()
        .filter_map(|difference| difference.player);
    let ids: Vec<Uuid> = named.map(|player| player.0).collect();
    let currencies = players::currencies(pool, &ids).await?;
    let differences = differences.map(|difference| {
        let of_player = difference
            .player
            .and_then(|player| currencies.get(&player.0));
        let currency = difference.currency.or(of_player.copied());
        sighting(difference, currency)
    });
    Ok(differences.chain(report.overdue.iter().cloned()).collect())
}

fn not_compared(source: &str, problem: &str) -> Sighting {
    Sighting {
        kind: DiscrepancyKind::NotCompared,
        subject: source.to_owned(),
        player: None,
        amount: None,
        ours: None,
        theirs: Some(problem.to_owned()),
        at: None,
    }
}

fn sighting(difference: &Difference, currency: Option<Currency>) -> Sighting {
    Sighting {
        kind: difference.kind.into(),
        subject: difference.subject.clone(),
        player: difference.player,
        amount: currency.and_then(|currency| in_question(difference.gap, currency)),
        ours: difference.ours.clone(),
        theirs: difference.theirs.clone(),
        at: difference.at,
    }
}

/// The amount in question. A part of the smallest unit counts as a whole one: it must not be taken for
/// nothing.
fn in_question(gap: Decimal, currency: Currency) -> Option<Money> {
    let rounded = gap.round_dp_with_strategy(currency.decimals(), RoundingStrategy::AwayFromZero);
    Money::try_new(rounded, currency).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_smallest_unit_is_in_question_as_a_whole_one() {
        let gap: Decimal = "0.001".parse().unwrap();
        let digits = |currency| in_question(gap, currency).map(Money::digits);
        assert_eq!(digits(Currency::Thb).as_deref(), Some("0.01"));
        assert_eq!(digits(Currency::Lak).as_deref(), Some("1"));
        assert_eq!(in_question(Decimal::MAX, Currency::Thb), None);
    }
}
