//! What members do, one thing after the other.

mod deposits;
mod movements;

use rand::Rng;
use reqwest::Method;
use serde_json::json;

use crate::caller::{Body, Call};
use crate::journal::Fault;
use crate::member::{Effect, GAMES, Member, Phase, position};
use crate::money;
use crate::settle::Outcome;
use crate::trouble::{PAUSE, Trouble};

/// Beyond this nothing comes in within a day: each member's own limit.
pub(crate) const LIMIT: i64 = 500_000_000;

impl Member {
    /// Limits what comes in, once and for all.
    pub(crate) async fn set_limit(&mut self) {
        let call = Call {
            method: Method::PUT,
            path: "/limits".to_owned(),
            body: Body::Json(json!({ "deposit": { "day": money::show(LIMIT) } })),
        };
        let key = self.new_key("limit");
        if let Outcome::Refused(reply) = self.settle(&key, &call).await {
            let seen = format!("{key}: a limit was refused: {}", reply.body);
            self.find(Fault::Inconsistent, seen);
        }
    }

    /// One thing after the other, until the run ends.
    pub(crate) async fn live(&mut self) -> Result<(), Trouble> {
        self.set_limit().await;
        while *self.phase.borrow() == Phase::Work && !self.is_stuck {
            self.step().await?;
        }
        Ok(())
    }

    async fn step(&mut self) -> Result<(), Trouble> {
        let die = self.dice.random_range(0..100);
        if self.purse.total() < 50_000 {
            return self.deposit().await;
        }
        match die {
            0..18 => self.deposit().await?,
            18..52 => self.transfer_somewhere().await,
            52..60 => self.collect().await,
            60..70 => self.withdraw().await,
            70..75 => self.withdraw_all().await?,
            75..83 => self.bet().await?,
            83..92 => self.repeat_old().await,
            92..96 => self.spend_again().await,
            96..98 => self.order_beyond_limit().await,
            _ => self.check().await,
        }
        Ok(())
    }

    /// Remembers what the statement must show.
    pub(crate) fn expect(&mut self, kind: &'static str, key: &str, id: Option<&str>, amount: i64) {
        let Some(id) = id else {
            self.find(
                Fault::Inconsistent,
                format!("{key} was answered without an id"),
            );
            return;
        };
        let effect = Effect {
            kind,
            amount,
            key: key.to_owned(),
        };
        if let Some(other) = self.effects.insert(id.to_owned(), effect) {
            let seen = format!("{key} and {} are one operation: {id}", other.key);
            self.find(Fault::Contradicted, seen);
        }
    }

    async fn bet(&mut self) -> Result<(), Trouble> {
        let game = self.dice.random_range(0..GAMES.len());
        let held = self.purse.games[game];
        if held < 100 {
            return Ok(());
        }
        let stake = self.dice.random_range(100..=held.min(5_000));
        let win = stake * self.dice.random_range(0..3);
        self.journal
            .note(json!({ "member": self.number, "bet": GAMES[game],
            "stake": money::show(stake), "win": money::show(win) }));
        let who = (GAMES[game], self.usernames[game].as_str());
        let bets = self.purse.bets[game];
        if self.world.bet(who, (stake, win), bets).await? {
            self.purse.games[game] += win - stake;
            self.purse.bets[game] += 1;
        }
        self.refresh(game).await;
        Ok(())
    }

    /// Asks the product to ask the provider, until it has.
    pub(crate) async fn refresh(&mut self, game: usize) {
        let call = Call::post("/wallet/refresh/slot", json!({}));
        loop {
            let Some(reply) = self.read(&call).await else {
                return;
            };
            self.seen = self.seen.max(position(&reply.body["position"]));
            let mut slots = reply.body["slots"].as_array().into_iter().flatten();
            if slots.any(|slot| slot["code"] == GAMES[game] && slot["ok"] == true) {
                return;
            }
            if *self.phase.borrow() == Phase::GiveUp {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Holds what the product shows against the own count.
    pub(crate) async fn check(&mut self) {
        let Some((wallet, _)) = self.settled().await else {
            return;
        };
        let shown = money::of(&wallet["wallet"]["amount"]).unwrap_or_default();
        let own = self.purse.main;
        if shown != own {
            let fault = if shown < own {
                Fault::Lost
            } else {
                Fault::Invented
            };
            let (shown, own) = (money::show(shown), money::show(own));
            self.find(
                fault,
                format!("the wallet shows {shown} and must hold {own}"),
            );
            self.purse.main = money::of(&wallet["wallet"]["amount"]).unwrap_or_default();
        }
    }
}
