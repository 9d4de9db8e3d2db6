//! Two lists of movements, held against each other by id.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::{Difference, DifferenceKind, SourceReport, Window};

/// A movement as one side has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// When it was done.
    pub(super) at: DateTime<Utc>,
    /// What must be the same on both sides, in one spelling (`IN 100`).
    pub(super) what: String,
    /// Under way: only on our side, which then says nothing about the other.
    pub(super) is_open: bool,
}

/// Movements by their id.
pub(super) type Entries = BTreeMap<String, Entry>;

/// Compares what both sides did within a window; both lists reach beyond it by the margin.
pub(super) fn compare(window: Window, ours: &Entries, theirs: &Entries) -> SourceReport {
    let mut report = SourceReport::default();
    for (id, our) in ours.iter().filter(|(_, our)| !our.is_open) {
        let their = theirs.get(id);
        let is_due = window.contains(our.at) || their.is_some_and(|it| window.contains(it.at));
        if !is_due {
            continue;
        }
        report.compared += 1;
        let kind = match their {
            None => DifferenceKind::MissingOutside,
            Some(their) if their.what != our.what => DifferenceKind::Amount,
            Some(_) => continue,
        };
        report.differences.push(Difference {
            kind,
            subject: id.clone(),
            ours: Some(our.what.clone()),
            theirs: their.map(|their| their.what.clone()),
        });
    }
    for (id, their) in theirs.iter().filter(|(_, it)| window.contains(it.at)) {
        match ours.get(id) {
            Some(our) if our.is_open => report.open += 1,
            Some(_) => {}
            None => {
                report.compared += 1;
                report.differences.push(Difference {
                    kind: DifferenceKind::MissingHere,
                    subject: id.clone(),
                    ours: None,
                    theirs: Some(their.what.clone()),
                });
            }
        }
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(hour * 3600, 0).unwrap()
    }

    fn entries(list: &[(&str, i64, &str, bool)]) -> Entries {
        let entry = |(id, hour, what, is_open): &(&str, i64, &str, bool)| {
            let entry = Entry {
                at: at(*hour),
                what: (*what).to_owned(),
                is_open: *is_open,
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
        differences.map(|it| (it.kind, it.subject)).collect()
    }

    #[test]
    fn what_both_sides_did_alike_is_no_difference_across_the_edge_either() {
        let ours = entries(&[("a", 99, "IN 1", false), ("b", 123, "IN 2", false)]);
        let theirs = entries(&[("a", 100, "IN 1", false), ("b", 124, "IN 2", false)]);
        assert_eq!(kinds(&ours, &theirs), []);
    }

    #[test]
    fn each_kind_of_difference_is_found_once_and_named() {
        let ours = entries(&[("a", 101, "IN 1", false), ("b", 99, "IN 2", false)]);
        let theirs = entries(&[("b", 101, "IN 3", false), ("c", 102, "IN 4", false)]);
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
    fn what_is_under_way_here_or_outside_the_window_is_not_reported() {
        let ours = entries(&[("a", 101, "IN 1", true), ("b", 90, "IN 2", false)]);
        let theirs = entries(&[("a", 102, "IN 1", false), ("c", 130, "IN 4", false)]);
        assert_eq!(kinds(&ours, &theirs), []);
    }
}
