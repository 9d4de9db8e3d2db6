//! The outside world from the side of those who live in it: who pays at a bank, scans a QR, makes a
//! gift, bets. And the world's own records, which the product is held against.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use hmac::{Hmac, Mac};
use rand::Rng;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::money;
use crate::trouble::{Trouble, eventually};

const RECEIVER: (&str, &str, &str) = ("SCB", "4681234567", "DEMO WALLET CO LTD");

/// Who holds every member's account.
pub(crate) const HOLDER: &str = "สมชาย ใจดี";

#[derive(Clone)]
pub(crate) struct World {
    http: Client,
    url: String,
}

/// A player's balance and bets at a game provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlayerState {
    /// What the provider holds, in satang.
    pub(crate) balance: i64,
    pub(crate) bets: i64,
}

impl World {
    /// The world at an address.
    pub(crate) fn at(url: String) -> Result<Self, Trouble> {
        // No bound in all: a bet that is given up while the sandbox is frozen would be made later.
        let http = Client::builder().connect_timeout(Duration::from_secs(3));
        let http = http.build();
        let http = http.map_err(|error| Trouble::program("the client", error))?;
        Ok(Self { http, url })
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Result<(StatusCode, Value), String> {
        let mut request = self.http.request(method, format!("{}{path}", self.url));
        if !body.is_null() {
            request = request.json(body);
        }
        let answer = request.send().await.map_err(|error| error.to_string())?;
        let status = answer.status();
        let text = answer.text().await.map_err(|error| error.to_string())?;
        let body = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok((status, body))
    }

    /// Asks until there is an answer.
    pub(crate) async fn ask(&self, path: &str) -> Result<Value, Trouble> {
        eventually(path, async || {
            match self.send(Method::GET, path, &Value::Null).await? {
                (StatusCode::OK, body) => Ok(body),
                (status, body) => Err(format!("{status} {body}")),
            }
        })
        .await
    }

    /// Pays the operator at the bank; the same reference is paid once.
    pub(crate) async fn pay(
        &self,
        account_no: &str,
        reference: &str,
        amount: i64,
    ) -> Result<(), Trouble> {
        let payment = json!({
            "fromBank": "SCB", "fromAccountNo": account_no, "fromName": HOLDER,
            "toBank": RECEIVER.0, "toAccountNo": RECEIVER.1, "toName": RECEIVER.2,
            "amount": money::show(amount), "transRef": reference,
        });
        eventually("the bank takes a payment", async || {
            match self.send(Method::POST, "/bank/payments", &payment).await? {
                (StatusCode::CREATED | StatusCode::CONFLICT, _) => Ok(()),
                (status, body) => Err(format!("{status} {body}")),
            }
        })
        .await
    }

    /// The slip of a payment.
    pub(crate) async fn slip(&self, reference: &str) -> Result<Bytes, Trouble> {
        let url = format!("{}/bank/slips/{reference}.png", self.url);
        eventually("the bank shows a slip", async || {
            let answer = self.http.get(&url).send().await;
            let answer = answer.and_then(reqwest::Response::error_for_status);
            let answer = answer.map_err(|error| error.to_string())?;
            answer.bytes().await.map_err(|error| error.to_string())
        })
        .await
    }

    /// Makes a gift and answers its link. One whose answer was lost stays with nobody.
    pub(crate) async fn gift(&self, amount: i64) -> Result<String, Trouble> {
        let options = json!({ "amount": money::show(amount) });
        eventually("a gift is made", async || {
            match self
                .send(Method::POST, "/truemoney/vouchers", &options)
                .await?
            {
                (StatusCode::CREATED, made) => match made["link"].as_str() {
                    Some(link) => Ok(link.to_owned()),
                    None => Err(made.to_string()),
                },
                (status, body) => Err(format!("{status} {body}")),
            }
        })
        .await
    }

    /// Pays a QR; one is paid once.
    pub(crate) async fn scan(&self, payload: &str) -> Result<(), Trouble> {
        let options = json!({ "payload": payload });
        eventually("a QR is paid", async || {
            match self.send(Method::POST, "/psp/payments", &options).await? {
                (StatusCode::OK | StatusCode::CONFLICT, _) => Ok(()),
                (status, body) => Err(format!("{status} {body}")),
            }
        })
        .await
    }

    /// Bets once; whether the provider took the bet. `before` are the bets so far, by which an
    /// answer that got lost is found.
    pub(crate) async fn bet(
        &self,
        (game, username): (&str, &str),
        (stake, win): (i64, i64),
        before: i64,
    ) -> Result<bool, Trouble> {
        let path = format!("/__sandbox/players/{game}/{username}/play");
        let bet = json!({ "stake": money::show(stake), "win": money::show(win) });
        eventually("a bet is answered", async || {
            let lost = match self.send(Method::POST, path.as_str(), &bet).await {
                Ok((status, _)) if status.is_success() => return Ok(true),
                Ok((status, _)) if status.is_client_error() => return Ok(false),
                Ok((status, body)) => format!("{status} {body}"),
                Err(lost) => lost,
            };
            let now = self.standing(game, username).await;
            let now = now.map_err(|trouble| trouble.to_string())?;
            if now.bets > before {
                Ok(true)
            } else {
                Err(lost)
            }
        })
        .await
    }

    /// A player's balance and bets at a provider, by the provider's own record.
    pub(crate) async fn standing(
        &self,
        game: &str,
        username: &str,
    ) -> Result<PlayerState, Trouble> {
        let path = format!("/v1/players/{username}");
        let summary = self.signed(game, &format!("{path}/summary")).await?;
        let balance = self.signed(game, &format!("{path}/balance")).await?;
        let wrong = || Trouble::program("sandbox", format!("{summary} {balance}"));
        Ok(PlayerState {
            balance: money::of(&balance["balance"]).ok_or_else(wrong)?,
            bets: summary["bets"].as_i64().ok_or_else(wrong)?,
        })
    }

    /// A call of the games' protocol.
    async fn signed(&self, game: &str, path: &str) -> Result<Value, Trouble> {
        let url = format!("{}/games/{game}{path}", self.url);
        eventually("a provider answers", async || {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            let timestamp = now.unwrap_or_default().as_secs().to_string();
            let nonce = format!("{:032x}", rand::rng().random::<u128>());
            let secret = format!("sandbox-secret-{game}");
            let digest = hex::encode(Sha256::digest(b""));
            let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes());
            let mut mac = mac.map_err(|error| error.to_string())?;
            mac.update(format!("GET\n{path}\n\n{timestamp}\n{nonce}\n{digest}").as_bytes());
            let request = self
                .http
                .get(&url)
                .header("x-agent", "demo-agent")
                .header("x-timestamp", &timestamp)
                .header("x-nonce", &nonce)
                .header("x-signature", hex::encode(mac.finalize().into_bytes()));
            let answer = request.send().await.map_err(|error| error.to_string())?;
            let text = answer.text().await.map_err(|error| error.to_string())?;
            serde_json::from_str(&text).map_err(|error| error.to_string())
        })
        .await
    }
}
