//! Compares two lists of movements by id.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use ledger::{Currency, WalletId};
use rust_decimal::Decimal;

use super::{Difference, DifferenceKind, SourceReport, Window};

/// A movement's state in the ledger; the other side's list contains only completed movements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryStatus {
    /// Done.
    Done,
    /// In progress, which says nothing about the other side.
    Open,
    /// Abandoned: the other side must not have done it.
    Failed,
}

/// A movement as one side records it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// When it was done.
    pub(super) at: DateTime<Utc>,
    /// The part that must be the same on both sides, in one spelling (`IN 100`).
    pub(super) what: String,
    /// How much, in wallet units; below zero for what leaves the place that is compared.
    pub(super) amount: Decimal,
    /// The amount's currency, if the record has one.
    pub(super) currency: Option<Currency>,
    /// Whose movement it is, as far as that is known.
    pub(super) player: Option<WalletId>,
    pub(super) status: EntryStatus,
}

impl Entry {
    /// Whether both records name a currency, and not the same one: 500 baht are not 500 kip.
    fn is_of_other_currency(&self, other: &Self) -> bool {
        let named = self.currency.zip(other.currency);
        named.is_some_and(|(one, other)| one != other)
    }
}

/// Movements by their id.
pub(super) type Entries = BTreeMap<String, Entry>;

/// The movements that were done there within the window and are not in the ledger's list. They are
/// looked up by id before they count as unknown here.
pub(super) fn unknown_here(window: Window, ours: &Entries, theirs: &Entries) -> Vec<String> {
    let within = theirs.iter().filter(|(_, entry)| window.contains(entry.at));
    let unknown = within.filter(|(id, _)| !ours.contains_key(*id));
    unknown.map(|(id, _)| id.clone()).collect()
}

/// The movements that were done here within the window and are not in the other list. They are
/// requested by id before they count as unknown there.
pub(super) fn unknown_there(window: Window, ours: &Entries, theirs: &Entries) -> Vec<String> {
    let done = ours
        .iter()
        .filter(|(_, entry)| entry.status == EntryStatus::Done && window.contains(entry.at));
    let unknown = done.filter(|(id, _)| !theirs.contains_key(*id));
    unknown.map(|(id, _)| id.clone()).collect()
}

/// Compares the movements of both sides within a window. Both lists reach beyond it by the margin,
/// and missing movements were looked up by id.
pub(super) fn compare(window: Window, ours: &Entries, theirs: &Entries) -> SourceReport {
    let mut report = SourceReport::default();
    let done = ours
        .iter()
        .filter(|(_, entry)| entry.status == EntryStatus::Done);
    for (id, our) in done {
        let their = theirs.get(id);
        let is_due =
            window.contains(our.at) || their.is_some_and(|entry| window.contains(entry.at));
        if !is_due {
            continue;
        }
        report.compared += 1;
        let kind = match their {
            None => DifferenceKind::MissingOutside,
            Some(their) if their.what != our.what || our.is_of_other_currency(their) => {
                DifferenceKind::Amount
            }
            Some(_) => continue,
        };
        let is_of_other_currency = their.is_some_and(|their| our.is_of_other_currency(their));
        let spelled = |entry: &Entry| match entry.currency.filter(|_| is_of_other_currency) {
            Some(currency) => format!("{} {currency}", entry.what),
            None => entry.what.clone(),
        };
        let at = their.map_or(our.at, |their| their.at);
        report.differences.push(Difference {
            kind,
            subject: id.clone(),
            ours: Some(spelled(our)),
            theirs: their.map(spelled),
            player: our.player.or_else(|| their.and_then(|their| their.player)),
            gap: gap(
                our.amount,
                their
                    .filter(|_| !is_of_other_currency)
                    .map_or(Decimal::ZERO, |their| their.amount),
            ),
            currency: our.currency,
            at: Some(if window.contains(our.at) { our.at } else { at }),
        });
    }
    for (id, their) in theirs.iter().filter(|(_, entry)| window.contains(entry.at)) {
        let our = ours.get(id);
        match our.map(|our| our.status) {
            Some(EntryStatus::Open) => report.open += 1,
            Some(EntryStatus::Done) => {}
            Some(EntryStatus::Failed) | None => {
                report.compared += 1;
                report.differences.push(missing_here(id, our, their));
            }
        }
    }
    report
}

/// By how much two amounts differ. The other side may send any number.
pub(super) fn gap(one: Decimal, other: Decimal) -> Decimal {
    one.checked_sub(other).unwrap_or(Decimal::MAX).abs()
}

/// The difference of a movement that was done there and not here.
pub(super) fn missing_here(id: &str, our: Option<&Entry>, their: &Entry) -> Difference {
    Difference {
        kind: DifferenceKind::MissingHere,
        subject: id.to_owned(),
        ours: our.map(|our| format!("{} not done", our.what)),
        theirs: Some(their.what.clone()),
        player: our.and_then(|our| our.player).or(their.player),
        gap: their.amount.abs(),
        currency: our.and_then(|our| our.currency).or(their.currency),
        at: Some(their.at),
    }
}

#[cfg(test)]
mod tests {
    use super::EntryStatus::{Done, Failed, Open};
    use super::*;

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(hour * 3600, 0).unwrap()
    }

    fn entries(list: &[(&str, i64, &str, EntryStatus)]) -> Entries {
        let entry = |(id, hour, what, status): &(&str, i64, &str, EntryStatus)| {
            let entry = Entry {
                at: at(*hour),
                what: (*what).to_owned(),
                amount: Decimal::ONE,
                currency: Some(Currency::Thb),
                player: None,
                status: *status,
            };
            ((*id).to_owned(), entry)
        };
        list.iter().map(entry).collect()
    }

    fn kinds(ours: &Entries, theirs: &Entries) -> Vec<(DifferenceKind, String)> {
        let window = Window {
            from: at(100),
            to: at(124),
        };
        let report = compare(window, ours, theirs);
        let differences = report.differences.into_iter();
        differences
            .map(|difference| (difference.kind, difference.subject))
            .collect()
    }

    #[test]
    fn what_both_sides_did_alike_is_no_difference_across_the_edge_either() {
        let ours = entries(&[("a", 99, "IN 1", Done), ("b", 123, "IN 2", Done)]);
        let theirs = entries(&[("a", 100, "IN 1", Done), ("b", 124, "IN 2", Done)]);
        assert_eq!(kinds(&ours, &theirs), []);
    }

    #[test]
    fn each_kind_of_difference_is_found_once_and_named() {
        let ours = entries(&[("a", 101, "IN 1", Done), ("b", 99, "IN 2", Done)]);
        let theirs = entries(&[("b", 101, "IN 3", Done), ("c", 102, "IN 4", Done)]);
        let found = kinds(&ours, &theirs);
        let named = |kind, id: &str| (kind, id.to_owned());
        assert_eq!(
            found,
            [
                named(DifferenceKind::MissingOutside, "a"),
                named(DifferenceKind::Amount, "b"),
                named(DifferenceKind::MissingHere, "c"),
            ]
        );
    }

    #[test]
    fn a_difference_is_of_the_amount_by_which_both_sides_differ() {
        let entry = |what: &str, amount: i64| Entry {
            at: at(101),
            what: what.to_owned(),
            amount: amount.into(),
            currency: Some(Currency::Thb),
            player: None,
            status: Done,
        };
        let ours = [("a", entry("IN 5", 5)), ("b", entry("IN 5", 5))];
        let theirs = [("b", entry("OUT 5", -5)), ("c", entry("OUT 7", -7))];
        let named = |list: [(&str, Entry); 2]| -> Entries {
            list.map(|(id, entry)| (id.to_owned(), entry)).into()
        };
        let window = Window {
            from: at(100),
            to: at(124),
        };
        let found = compare(window, &named(ours), &named(theirs)).differences;
        let gaps: Vec<Decimal> = found.iter().map(|difference| difference.gap).collect();
        assert_eq!(gaps, [5, 10, 7].map(Decimal::from));
    }

    #[test]
    fn the_same_number_in_another_currency_is_another_amount() {
        let entry = |currency| Entry {
            at: at(101),
            what: "500".to_owned(),
            amount: 500.into(),
            currency,
            player: None,
            status: Done,
        };
        let window = Window {
            from: at(100),
            to: at(124),
        };
        let compared = |theirs| {
            let ours = Entries::from([("a".to_owned(), entry(Some(Currency::Thb)))]);
            let theirs = Entries::from([("a".to_owned(), entry(theirs))]);
            compare(window, &ours, &theirs).differences
        };
        let [difference] = &compared(Some(Currency::Lak))[..] else {
            panic!("kip agree with baht");
        };
        assert_eq!(difference.kind, DifferenceKind::Amount);
        assert_eq!(difference.ours.as_deref(), Some("500 THB"));
        assert_eq!(difference.theirs.as_deref(), Some("500 LAK"));
        assert_eq!(difference.gap, Decimal::from(500));
        assert_eq!(compared(Some(Currency::Thb)), []);
        assert_eq!(compared(None), [], "not every list names it");
    }

    #[test]
    fn what_is_under_way_here_or_outside_the_window_is_not_reported() {
        let ours = entries(&[("a", 101, "IN 1", Open), ("b", 90, "IN 2", Done)]);
        let theirs = entries(&[("a", 102, "IN 1", Done), ("c", 130, "IN 4", Done)]);
        assert_eq!(kinds(&ours, &theirs), []);
    }

    #[test]
    fn what_was_given_up_here_and_done_there_is_missing_here() {
        let ours = entries(&[("a", 1, "IN 1", Failed)]);
        let theirs = entries(&[("a", 101, "IN 1", Done)]);
        let missing = (DifferenceKind::MissingHere, "a".to_owned());
        assert_eq!(kinds(&ours, &theirs), [missing]);
    }

    #[test]
    fn only_what_was_done_within_the_window_is_asked_for_by_its_id() {
        let ours = entries(&[
            ("a", 101, "IN 1", Done),
            ("b", 101, "IN 2", Open),
            ("c", 90, "IN 3", Done),
            ("d", 101, "IN 4", Done),
        ]);
        let theirs = entries(&[
            ("d", 101, "IN 4", Done),
            ("e", 101, "IN 5", Done),
            ("f", 130, "IN 6", Done),
        ]);
        let window = Window {
            from: at(100),
            to: at(124),
        };
        assert_eq!(unknown_there(window, &ours, &theirs), ["a"]);
        assert_eq!(unknown_here(window, &ours, &theirs), ["e"]);
    }
}
