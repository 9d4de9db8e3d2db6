//! The statement: read to its beginning, added up line by line, and held against the answers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::caller::Call;
use crate::journal::Fault;
use crate::member::{Member, position};
use crate::money;
use crate::oracle::MemberView;

/// A line of the statement.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// The operation's id, with something behind it for a return.
    pub(crate) id: String,
    /// `deposit`, `transfer`, `withdraw` …
    pub(crate) kind: String,
    pub(crate) is_success: bool,
    /// `in`, `out` or `none`.
    pub(crate) direction: String,
    /// In satang.
    pub(crate) amount: i64,
    /// The main wallet after it; nothing when it has moved nothing.
    pub(crate) balance: Option<i64>,
    /// `WALLET` or a game's code, or where a deposit came from.
    pub(crate) from: String,
    /// `WALLET` or a game's code, or a bank.
    pub(crate) to: String,
    /// By which way a deposit came in.
    pub(crate) method: Option<String>,
    /// The outside's own reference of a deposit.
    pub(crate) reference: Option<String>,
    place: i64,
}

impl Line {
    /// Whether it says that money of a kind has arrived where it was sent. A return says the
    /// opposite: what it brings back has never been there.
    pub(crate) fn has_arrived(&self, kind: &str) -> bool {
        self.is_success && self.kind == kind && !self.is_return()
    }

    fn is_return(&self) -> bool {
        self.returned().is_some()
    }

    /// The operation that a return takes back.
    fn returned(&self) -> Option<&str> {
        self.id.strip_suffix("-returned")
    }

    fn read(line: &Value) -> Self {
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        Self {
            id: text("id"),
            kind: text("statementType"),
            is_success: line["status"] == "SUCCESS",
            direction: text("direction"),
            amount: money::of(&line["amount"]).unwrap_or_default(),
            balance: money::of(&line["balance"]),
            from: text("from"),
            to: text("to"),
            method: line["method"].as_str().map(str::to_owned),
            reference: line["slip"]["reference"].as_str().map(str::to_owned),
            place: position(&line["position"]),
        }
    }
}

/// All lines, the oldest first.
pub(crate) async fn read_all(member: &mut Member) -> Option<Vec<Line>> {
    let mut lines = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let mut body = json!({ "page": 1, "limit": 100 });
        if !cursor.is_null() {
            body["cursor"] = cursor;
        }
        let page = member.read(&Call::post("/statement", body)).await?.body;
        lines.extend(page["statements"].as_array()?.iter().map(Line::read));
        cursor = page["nextCursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    lines.sort_by_key(|line| line.place);
    Some(lines)
}

/// Adds the lines up, and finds each answer's effect once.
pub(crate) fn audit(view: &MemberView) {
    let member = &view.member;
    let mut balance = 0;
    for line in &view.lines {
        let Some(shown) = line.balance else { continue };
        match line.direction.as_str() {
            "in" => balance += line.amount,
            "out" => balance -= line.amount,
            _ => {}
        }
        if shown != balance || shown < 0 {
            let seen = format!(
                "line {} shows {} where the lines add up to {}",
                line.id,
                money::show(shown),
                money::show(balance)
            );
            member.find(Fault::Inconsistent, seen);
            balance = shown;
        }
    }
    find_effects(view);
}

fn find_effects(view: &MemberView) {
    let member = &view.member;
    let mut lines: BTreeMap<&str, Vec<&Line>> = BTreeMap::new();
    for line in view.lines.iter().filter(|line| line.is_success) {
        lines.entry(&line.id).or_default().push(line);
    }
    for (id, effect) in &member.effects {
        let found = lines.remove(id.as_str()).unwrap_or_default();
        let fitting = |line: &&&Line| line.kind == effect.kind && line.amount == effect.amount;
        let fits = found.iter().filter(fitting).count();
        let what = format!("{} ({} {id})", effect.key, money::show(effect.amount));
        match (found.len(), fits) {
            (1, 1) => {}
            (0, _) => member.find(Fault::Lost, format!("{what} is not in the statement")),
            (1, _) => {
                let seen = format!("{what} differs in the statement: {:?}", found[0]);
                member.find(Fault::Inconsistent, seen);
            }
            _ => member.find(Fault::Doubled, format!("{what} has {} lines", found.len())),
        }
    }
    let returns = view.lines.iter().filter(|line| line.is_return()).count();
    let returns = u64::try_from(returns).unwrap_or(u64::MAX);
    member.journal.count(|it| it.returns += returns);
    for line in stray_returns(&view.lines) {
        member.find(Fault::Invented, format!("no failure explains {line:?}"));
    }
    for line in lines.into_values().flatten() {
        if member.is_stuck || line.is_return() {
            continue;
        }
        let seen = format!("no command explains {line:?}");
        member.find(Fault::Invented, seen);
    }
}

/// Returns that take back what no failed operation of the same amount has moved.
fn stray_returns(lines: &[Line]) -> impl Iterator<Item = &Line> {
    lines.iter().filter(|line| {
        let fits = |id: &str, other: &Line| {
            other.id == id
                && !other.is_success
                && (&other.kind, other.amount) == (&line.kind, line.amount)
        };
        let id = line.returned();
        id.is_some_and(|id| !lines.iter().any(|other| fits(id, other)))
    })
}

#[cfg(test)]
impl Line {
    /// A line of a kind with an id.
    pub(crate) fn for_test(kind: &str, id: &str, is_success: bool, amount: i64) -> Self {
        Self {
            id: id.to_owned(),
            kind: kind.to_owned(),
            is_success,
            direction: String::new(),
            amount,
            balance: None,
            from: String::new(),
            to: String::new(),
            method: None,
            reference: None,
            place: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_return_wants_a_failure_of_its_amount() {
        let line = |id, is_success, amount| Line::for_test("withdraw", id, is_success, amount);
        let lines = [
            line("1", false, 500),
            line("1-returned", true, 500),
            line("2", true, 500),
            line("2-returned", true, 500),
            line("3", false, 500),
            line("3-returned", true, 600),
            line("4-returned", true, 500),
        ];
        let stray: Vec<&str> = stray_returns(&lines).map(|line| line.id.as_str()).collect();
        assert_eq!(stray, ["2-returned", "3-returned", "4-returned"]);
    }
}
