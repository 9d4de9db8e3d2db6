//! A client of the product: it sends, and says what came back.

use std::time::Duration;

use bytes::Bytes;
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::trouble::Trouble;

/// After so long a client gives an attempt up, and sends the same again.
const ATTEMPT: Duration = Duration::from_secs(8);

/// What a call carries.
#[derive(Debug, Clone)]
pub(crate) enum Body {
    /// JSON.
    Json(Value),
    /// The picture of a slip.
    Picture(Bytes),
}

/// A call of the product, ready to be sent any number of times.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// GET, POST, PUT or DELETE.
    pub(crate) method: Method,
    /// Below `/api`.
    pub(crate) path: String,
    pub(crate) body: Body,
}

impl Call {
    /// A POST of JSON.
    pub(crate) fn post(path: impl Into<String>, body: Value) -> Self {
        Self {
            method: Method::POST,
            path: path.into(),
            body: Body::Json(body),
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Reply {
    /// The status of HTTP.
    pub(crate) status: u16,
    /// The body, `null` when it is no JSON.
    pub(crate) body: Value,
}

impl Reply {
    /// A text of the body.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.body[name].as_str()
    }

    /// The code of a refusal.
    pub(crate) fn code(&self) -> &str {
        self.text("message").unwrap_or_default()
    }
}

/// What an answer means for the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It has its effect.
    Acked,
    /// It has none, and never will.
    Refused,
    /// It is under way.
    Pending,
    /// Nothing is known: send it again.
    PutOff,
}

impl Verdict {
    pub(crate) fn of(reply: &Reply) -> Self {
        match reply.status {
            202 => Self::Pending,
            200..=299 if reply.body["status"] == "FAILED" => Self::Refused,
            200..=299 => Self::Acked,
            401 | 408 | 425 | 429 => Self::PutOff,
            400..=499 => Self::Refused,
            _ => Self::PutOff,
        }
    }
}

/// A member's line to the gateways.
#[derive(Clone)]
pub(crate) struct Caller {
    http: Client,
    gateways: Vec<String>,
    at: usize,
    token: Option<String>,
}

impl Caller {
    /// Talks to these gateways, the first one first.
    pub(crate) fn new(gateways: Vec<String>, first: usize) -> Result<Self, Trouble> {
        let http = Client::builder()
            .timeout(ATTEMPT)
            .connect_timeout(Duration::from_secs(3))
            .build()
            .map_err(|error| Trouble::program("the client", error))?;
        let at = first % gateways.len();
        Ok(Self {
            http,
            gateways,
            at,
            token: None,
        })
    }

    /// Sends what follows as a signed-in member.
    pub(crate) fn sign_in(&mut self, token: &str) {
        self.token = Some(token.to_owned());
    }

    /// Which gateway the next call goes to.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Goes to another gateway, if there is one.
    pub(crate) const fn turn(&mut self) {
        self.at = (self.at + 1) % self.gateways.len();
    }

    /// Sends a call once.
    pub(crate) async fn send(&self, call: &Call, key: Option<&str>) -> Result<Reply, String> {
        let url = format!("{}{}", self.gateways[self.at], call.path);
        let mut request = self.http.request(call.method.clone(), url);
        request = request.header("x-requested-with", "wallet-web");
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        request = match &call.body {
            Body::Json(Value::Null) => request,
            Body::Json(body) => request.json(body),
            Body::Picture(bytes) => {
                let part = Part::stream(bytes.clone()).file_name("slip.png");
                request.multipart(Form::new().part("slip", part))
            }
        };
        let answer = request.send().await.map_err(|error| seen(&error))?;
        let status = answer.status().as_u16();
        let text = answer.text().await.map_err(|error| seen(&error))?;
        let body = serde_json::from_str(&text).unwrap_or(json!(null));
        Ok(Reply { status, body })
    }
}

/// An error with its causes: the outermost one alone says little.
fn seen(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
