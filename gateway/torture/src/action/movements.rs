//! Money that moves: between the wallet and games, and out to the bank.

use rand::Rng;
use serde_json::{Value, json};

use crate::caller::Call;
use crate::journal::Fault;
use crate::member::{GAMES, Member};
use crate::money;
use crate::settle::{Outcome, moved};
use crate::trouble::{PAUSE, Trouble};

/// How often a sum that does not add up is looked at.
const LOOKS_MAX: u32 = 100;

/// Where money can be: the main wallet, or a game by its place in [`GAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Wallet,
    Game(usize),
}

impl Place {
    const fn name(self) -> &'static str {
        match self {
            Self::Wallet => "WALLET",
            Self::Game(game) => GAMES[game],
        }
    }

    fn named(name: &str) -> Option<Self> {
        if name == "WALLET" {
            return Some(Self::Wallet);
        }
        GAMES.iter().position(|game| *game == name).map(Self::Game)
    }
}

impl Member {
    const fn held(&mut self, place: Place) -> &mut i64 {
        match place {
            Place::Wallet => &mut self.purse.main,
            Place::Game(game) => &mut self.purse.games[game],
        }
    }

    /// Half of all movements fit, most of the others too: a few ask for more than there is.
    fn amount_from(&mut self, held: i64) -> i64 {
        if held < 200 || self.dice.random_range(0..10) == 0 {
            return held.max(0) + self.dice.random_range(200..5_000);
        }
        self.dice.random_range(100..=held)
    }

    pub(super) async fn transfer_somewhere(&mut self) {
        let places = [Place::Wallet, Place::Game(0), Place::Game(1)];
        let from = self.dice.random_range(0..places.len());
        let to = (from + self.dice.random_range(1..places.len())) % places.len();
        let held = *self.held(places[from]);
        let amount = self.amount_from(held);
        self.transfer(places[from].name(), places[to].name(), amount)
            .await;
    }

    /// Moves money between two places.
    pub(crate) async fn transfer(&mut self, from: &str, to: &str, amount: i64) {
        let held = Place::named(from).map_or(0, |place| *self.held(place));
        let key = self.new_key("transfer");
        let body = json!({ "from": from, "to": to, "amount": money::show(amount) });
        let call = Call::post("/wallet/transfer", body);
        let outcome = self.settle(&key, &call).await;
        self.judge(&key, &outcome, amount, held);
        match outcome {
            Outcome::Acked(reply) if reply.body["legs"].is_null() => {
                let leg = (String::new(), from.to_owned(), to.to_owned(), amount);
                self.shift(&key, reply.text("id"), &leg);
            }
            Outcome::Acked(reply) | Outcome::Refused(reply) => self.shift_all(&key, &reply.body),
            Outcome::Stuck => {}
        }
    }

    /// What cannot be must be refused, and what can be must not be refused for want of money.
    fn judge(&self, key: &str, outcome: &Outcome, amount: i64, held: i64) {
        let amounts = format!("{} of {}", money::show(amount), money::show(held));
        match outcome {
            Outcome::Acked(_) if amount > held => {
                self.find(Fault::Invented, format!("{key} took {amounts}"));
            }
            Outcome::Refused(reply) if amount <= held && reply.code() == "MONEY_NOT_ENOUGH" => {
                self.find(Fault::Lost, format!("{key} was refused {amounts}"));
            }
            _ => {}
        }
    }

    fn shift_all(&mut self, key: &str, body: &Value) {
        for leg in moved(body) {
            let id = leg.0.clone();
            self.shift(key, Some(&id), &leg);
        }
    }

    fn shift(&mut self, key: &str, id: Option<&str>, leg: &(String, String, String, i64)) {
        let (_, from, to, amount) = leg;
        let (Some(from), Some(to)) = (Place::named(from), Place::named(to)) else {
            let seen = format!("{key} moved money between unknown places: {leg:?}");
            self.find(Fault::Inconsistent, seen);
            return;
        };
        *self.held(from) -= amount;
        *self.held(to) += amount;
        self.expect("transfer", key, id, *amount);
    }

    pub(super) async fn collect(&mut self) {
        let key = self.new_key("collect");
        let call = Call::post("/wallet/transferAll", json!({ "to": "WALLET" }));
        let held: i64 = self.purse.games.iter().sum();
        let outcome = self.settle(&key, &call).await;
        if held > 0 {
            self.judge(&key, &outcome, 1, held);
        }
        if let Outcome::Acked(reply) | Outcome::Refused(reply) = outcome {
            self.shift_all(&key, &reply.body);
        }
    }

    pub(super) async fn withdraw(&mut self) {
        let held = self.purse.main;
        let amount = self.amount_from(held).clamp(10_000, 5_000_000);
        let key = self.new_key("withdraw");
        let body = json!({ "amount": money::show(amount) });
        let call = Call::post("/wallet/withdraw", body);
        let outcome = self.settle(&key, &call).await;
        self.judge(&key, &outcome, amount, held);
        if let Outcome::Acked(reply) = outcome {
            self.pay_out(&key, reply.text("id"), amount);
        }
    }

    fn pay_out(&mut self, key: &str, id: Option<&str>, amount: i64) {
        self.purse.main -= amount;
        self.purse.paid += amount;
        self.expect("withdraw", key, id, amount);
    }

    /// Collects and withdraws. No answer says what was collected, so the places are read
    /// afterwards; the sum of them is known all the same.
    pub(super) async fn withdraw_all(&mut self) -> Result<(), Trouble> {
        let held = self.purse.total();
        let amount = self.amount_from(held).clamp(10_000, 5_000_000);
        let key = self.new_key("withdrawall");
        let body = json!({ "amount": money::show(amount) });
        let call = Call::post("/wallet/withdrawAll", body);
        let outcome = self.settle(&key, &call).await;
        match outcome {
            // A provider that reports nothing leaves its share out, which is nobody's fault.
            Outcome::Acked(reply) => {
                self.judge(&key, &Outcome::Acked(reply.clone()), amount, held);
                self.pay_out(&key, reply.text("id"), amount);
            }
            Outcome::Refused(_) => {}
            Outcome::Stuck => return Ok(()),
        }
        self.adopt(&key).await
    }

    /// Reads where the money is; how much it is in all was known before. Another sending of the same
    /// command may still be under way, so a moment that does not add up is looked at again.
    async fn adopt(&mut self, key: &str) -> Result<(), Trouble> {
        let before = self.purse.total();
        let mut looks = 0;
        loop {
            for game in 0..GAMES.len() {
                self.refresh(game).await;
            }
            let Some((wallet, statement)) = self.settled().await else {
                self.is_stuck = true;
                self.find(
                    Fault::Stuck,
                    format!("{key}: the wallet does not come to rest"),
                );
                return Ok(());
            };
            for line in statement["statements"].as_array().into_iter().flatten() {
                self.note_collected(key, line);
            }
            self.purse.main = money::of(&wallet["wallet"]["amount"]).unwrap_or_default();
            for (game, name) in GAMES.iter().enumerate() {
                let standing = self.world.standing(name, &self.usernames[game]).await?;
                self.purse.games[game] = standing.balance;
            }
            looks += 1;
            if self.purse.total() == before || looks >= LOOKS_MAX {
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        let now = self.purse.total();
        if now != before {
            let fault = if now < before {
                Fault::Lost
            } else {
                Fault::Invented
            };
            let (now, before) = (money::show(now), money::show(before));
            self.find(fault, format!("{key}: {before} were there, {now} are"));
        }
        Ok(())
    }

    /// A movement out of a game that no answer reported belongs to the last collecting command.
    fn note_collected(&mut self, key: &str, line: &Value) {
        let is_way_back = line["statementType"] == "transfer"
            && line["status"] == "SUCCESS"
            && line["to"] == "WALLET";
        let Some(id) = line["id"].as_str().filter(|_| is_way_back) else {
            return;
        };
        if !self.effects.contains_key(id) {
            let amount = money::of(&line["amount"]).unwrap_or_default();
            self.expect("transfer", key, Some(id), amount);
        }
    }
}
