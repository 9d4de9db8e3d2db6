//! Money that comes in: by slip, by QR and by gift link, each fact once.

use rand::Rng;
use reqwest::Method;
use serde_json::json;

use crate::action::LIMIT;
use crate::caller::{Body, Call, Reply};
use crate::journal::Fault;
use crate::member::{Member, Phase, Spent};
use crate::money;
use crate::settle::Outcome;
use crate::trouble::{PAUSE, Trouble};

impl Member {
    /// Money comes in by one of three ways.
    pub(crate) async fn deposit(&mut self) -> Result<(), Trouble> {
        let amount = self.dice.random_range(10_000..90_000);
        match self.dice.random_range(0..5) {
            0 => self.deposit_by_slip(amount).await,
            1 | 2 => self.deposit_by_gift(amount).await,
            _ => self.deposit_by_qr(amount).await,
        }
    }

    async fn deposit_by_slip(&mut self, amount: i64) -> Result<(), Trouble> {
        let key = self.new_key("slip");
        let reference: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
        self.world.pay(&self.account_no, &reference, amount).await?;
        let picture = self.world.slip(&reference).await?;
        let call = Call {
            method: Method::POST,
            path: "/wallet/slip".to_owned(),
            body: Body::Picture(picture.clone()),
        };
        match self.settle(&key, &call).await {
            Outcome::Acked(reply) => {
                self.expect_amount(&key, &reply, amount);
                self.take_in(&key, reply.text("id"), amount);
                self.spent.push(Spent::Slip(picture));
            }
            Outcome::Refused(reply) => {
                let amount = money::show(amount);
                let seen = format!("{key}: a paid slip of {amount} was refused: {}", reply.body);
                self.find(Fault::Lost, seen);
            }
            Outcome::Stuck => {}
        }
        Ok(())
    }

    async fn deposit_by_gift(&mut self, amount: i64) -> Result<(), Trouble> {
        let link = self.world.gift(amount).await?;
        let key = self.new_key("gift");
        let call = Call::post("/wallet/truelink", json!({ "link": link }));
        match self.settle(&key, &call).await {
            Outcome::Acked(reply) => {
                self.expect_amount(&key, &reply, amount);
                self.take_in(&key, reply.text("id"), amount);
                self.spent.push(Spent::Gift(link));
            }
            // The voucher's own record shows at the end whether anything was taken all the same.
            Outcome::Refused(_) | Outcome::Stuck => {}
        }
        Ok(())
    }

    async fn deposit_by_qr(&mut self, amount: i64) -> Result<(), Trouble> {
        let key = self.new_key("qr");
        let body = json!({ "amount": money::show(amount) });
        let call = Call::post("/qrcode/KBANK", body);
        let Outcome::Acked(reply) = self.settle(&key, &call).await else {
            return Ok(());
        };
        let (Some(id), Some(payload)) = (reply.text("qrcodeId"), reply.text("payload")) else {
            // Nobody can pay what is not shown.
            return Ok(());
        };
        self.expect_amount(&key, &reply, amount);
        let (id, payload) = (id.to_owned(), payload.to_owned());
        self.journal
            .note(json!({ "member": self.number, "key": key, "paid": id }));
        self.world.scan(&payload).await?;
        self.take_in(&key, Some(&id), amount);
        if self.credited(&id).await.is_none() {
            self.is_stuck = true;
            let seen = format!("{key}: the paid QR order {id} is not credited");
            self.find(Fault::Stuck, seen);
        }
        self.note_progress();
        Ok(())
    }

    /// Waits for the statement's line of a deposit.
    async fn credited(&mut self, id: &str) -> Option<()> {
        let call = Call::post("/statement", json!({ "page": 1, "limit": 100 }));
        loop {
            let statement = self.read(&call).await?;
            let mut lines = statement.body["statements"]
                .as_array()
                .into_iter()
                .flatten();
            if lines.any(|line| line["id"] == id && line["status"] == "SUCCESS") {
                return Some(());
            }
            if *self.phase.borrow() == Phase::GiveUp {
                return None;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn take_in(&mut self, key: &str, id: Option<&str>, amount: i64) {
        self.purse.main += amount;
        self.purse.deposited += amount;
        self.expect("deposit", key, id, amount);
    }

    fn expect_amount(&self, key: &str, reply: &Reply, amount: i64) {
        let credited = money::of(&reply.body["amount"]);
        if credited.is_some_and(|credited| credited != amount) {
            let seen = format!(
                "{key} of {} was answered: {}",
                money::show(amount),
                reply.body
            );
            self.find(Fault::Inconsistent, seen);
        }
    }

    /// What brought money in once brings nothing under another key.
    pub(super) async fn spend_again(&mut self) {
        if self.spent.is_empty() {
            return;
        }
        let chosen = self.dice.random_range(0..self.spent.len());
        let (name, call) = match self.spent[chosen].clone() {
            Spent::Slip(picture) => (
                "slip-again",
                Call {
                    method: Method::POST,
                    path: "/wallet/slip".to_owned(),
                    body: Body::Picture(picture),
                },
            ),
            Spent::Gift(link) => (
                "gift-again",
                Call::post("/wallet/truelink", json!({ "link": link })),
            ),
        };
        let key = self.new_key(name);
        if let Outcome::Acked(reply) = self.settle(&key, &call).await {
            let seen = format!("{key} was credited again: {}", reply.body);
            self.find(Fault::Doubled, seen);
        }
    }

    pub(super) async fn order_beyond_limit(&mut self) {
        let key = self.new_key("qr-beyond");
        let body = json!({ "amount": money::show(LIMIT + 100) });
        let call = Call::post("/qrcode/KBANK", body);
        if let Outcome::Acked(reply) = self.settle(&key, &call).await
            && reply.body["hasQrcode"] == true
        {
            self.find(Fault::Invented, format!("{key} passed the member's limit"));
        }
    }
}
