//! The outside world's records: each movement there has its line here, and each line its movement.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::journal::Fault;
use crate::member::GAMES;
use crate::money;
use crate::oracle::{Line, MemberView, Oracle};
use crate::trouble::Trouble;

/// An id with satang.
type Movements = BTreeMap<String, i64>;

impl Oracle {
    /// Compares with games, bank, payment services and gifts.
    pub(crate) async fn compare_outside(&self, views: &[MemberView]) -> Result<(), Trouble> {
        for (game, name) in GAMES.iter().enumerate() {
            let path = format!("/__sandbox/transfers/{name}");
            let body = self.world.ask(&path).await?;
            for one in views {
                let username = one.member.usernames[game].as_str();
                self.compare_game(name, username, &body, one);
            }
        }
        let payouts = self.world.ask("/__sandbox/payouts").await?;
        self.compare_payouts(&payouts, views);
        let totals = self.world.ask("/__sandbox/totals").await?;
        self.compare_deposits(&totals, views);
        Ok(())
    }

    fn compare_game(&self, game: &str, username: &str, body: &Value, view: &MemberView) {
        for (direction, place) in [("IN", (None, Some(game))), ("OUT", (Some(game), None))] {
            let booked = body["transfers"].as_array().into_iter().flatten();
            let booked = booked.filter(|it| {
                it["username"] == username
                    && it["direction"] == direction
                    && it["status"] == "SUCCESS"
            });
            let booked = movements(booked, "requestId");
            let is_ours = |line: &&Line| {
                line.has_arrived("transfer")
                    && place.0.is_none_or(|from| line.from == from)
                    && place.1.is_none_or(|to| line.to == to)
            };
            let own = view.lines.iter().filter(is_ours);
            let own: Movements = own.map(|line| (line.id.clone(), line.amount)).collect();
            self.compare_sets(
                &format!("{game} {direction}"),
                Some(view.member.number),
                &booked,
                &own,
            );
        }
    }

    fn compare_payouts(&self, body: &Value, views: &[MemberView]) {
        let paid = body["payouts"].as_array().into_iter().flatten();
        let paid = paid.filter(|it| it["status"] == "SUCCESS");
        let paid = movements(paid, "payoutId");
        let own = paid_out(views.iter().flat_map(|one| &one.lines));
        self.compare_sets("payouts", None, &paid, &own);
    }

    /// What the outside has booked against what we have.
    fn compare_sets(&self, what: &str, member: Option<u32>, outside: &Movements, own: &Movements) {
        for (id, amount) in outside {
            match own.get(id) {
                Some(own) if own == amount => {}
                Some(own) => {
                    let (amount, own) = (money::show(*amount), money::show(*own));
                    let seen = format!("{what} {id}: {amount} there, {own} here");
                    self.journal.find(Fault::Inconsistent, member, seen);
                }
                None => {
                    let seen = format!("{what} {id}: {} there only", money::show(*amount));
                    self.journal.find(Fault::Doubled, member, seen);
                }
            }
        }
        for (id, amount) in own {
            if !outside.contains_key(id) {
                let seen = format!("{what} {id}: {} here only", money::show(*amount));
                self.journal.find(Fault::Invented, member, seen);
            }
        }
    }

    fn compare_deposits(&self, totals: &Value, views: &[MemberView]) {
        let lines = || views.iter().flat_map(|one| &one.lines);
        let deposits = || lines().filter(|line| line.has_arrived("deposit"));
        let sum = |method: &str| -> i64 {
            let of_method = deposits().filter(|line| line.method.as_deref() == Some(method));
            of_method.map(|line| line.amount).sum()
        };
        for (method, outside) in [
            ("qr", &totals["psp"]["kbank"]["amount"]),
            ("gift", &totals["truemoney"]["redeemedAmount"]),
            ("slip", &totals["payments"]["amount"]),
        ] {
            let (outside, own) = (money::of(outside).unwrap_or(-1), sum(method));
            if outside != own {
                let fault = if own < outside {
                    Fault::Lost
                } else {
                    Fault::Invented
                };
                let (outside, own) = (money::show(outside), money::show(own));
                let seen = format!("{method}: {outside} were paid and {own} are credited");
                self.journal.find(fault, None, seen);
            }
        }
        let mut seen = BTreeSet::new();
        for line in deposits() {
            if let Some(reference) = &line.reference
                && !seen.insert((line.from.clone(), reference.clone()))
            {
                let seen = format!("{} {reference} is credited twice", line.from);
                self.journal.find(Fault::Doubled, None, seen);
            }
        }
    }
}

/// What has arrived at banks.
fn paid_out<'a>(lines: impl Iterator<Item = &'a Line>) -> Movements {
    lines
        .filter(|line| line.has_arrived("withdraw"))
        .map(|line| (line.id.clone(), line.amount))
        .collect()
}

fn movements<'a>(records: impl Iterator<Item = &'a Value>, id: &str) -> Movements {
    records
        .map(|it| {
            let name = it[id].as_str().unwrap_or_default().to_owned();
            (name, money::of(&it["amount"]).unwrap_or(-1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payout_that_came_back_has_not_arrived() {
        let line = |id, is_success| Line::for_test("withdraw", id, is_success, 500);
        let lines = [
            line("1", true),
            line("2", false),
            line("2-returned", true),
            Line::for_test("transfer", "3", true, 500),
        ];
        let expected = [("1".to_owned(), 500)].into();
        assert_eq!(paid_out(lines.iter()), expected);
    }
}
