//! The HTTP client of an outside service: sends one request and returns what came back.

use std::time::Duration;

use chrono::{DateTime, Utc};
use reqwest::header::DATE;
use reqwest::{Method, Response};
use serde_json::Value;

use super::answer::HttpOutcome;
use super::signing::{Signable, sign};
use crate::platform::clock::Clock;
use crate::platform::secrets::random_bytes;

/// The largest reply that is read; real replies are a few hundred bytes.
const REPLY_BYTES_MAX: usize = 256 * 1024;

/// A client with GW1 signatures for one provider or the bank.
#[derive(Clone, Copy)]
pub(crate) struct SignedLine<'a> {
    pub(crate) http: &'a reqwest::Client,
    pub(crate) clock: &'a Clock,
    /// The address before `/v1/…`; the signature does not cover it.
    pub(crate) base_url: &'a str,
    pub(crate) agent: &'a str,
    pub(crate) secret: &'a str,
    pub(crate) time_out: Duration,
}

impl SignedLine<'_> {
    /// Sends one request with a new nonce and timestamp.
    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> HttpOutcome {
        self.exchange(method, path, "", body).await
    }

    /// Reads by a query, which the signature covers.
    pub(crate) async fn read(&self, path: &str, raw_query: &str) -> HttpOutcome {
        self.exchange(Method::GET, path, raw_query, None).await
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        raw_query: &str,
        body: Option<&Value>,
    ) -> HttpOutcome {
        let body = body.map(Value::to_string).unwrap_or_default();
        let timestamp = self.clock.now().timestamp();
        let nonce = hex::encode(random_bytes::<16>());
        let signature = sign(
            self.secret,
            &Signable {
                method: method.as_str(),
                path,
                raw_query,
                timestamp,
                nonce: &nonce,
                body: body.as_bytes(),
            },
        );
        let question = if raw_query.is_empty() { "" } else { "?" };
        let mut request = self
            .http
            .request(
                method,
                format!("{}{path}{question}{raw_query}", self.base_url),
            )
            .header("x-agent", self.agent)
            .header("x-timestamp", timestamp)
            .header("x-nonce", nonce)
            .header("x-signature", signature);
        if !body.is_empty() {
            request = request
                .header("content-type", "application/json")
                .body(body);
        }
        send(request, self.time_out).await
    }
}

/// Sends a request and reads its reply to the end, both within the time-out.
pub(crate) async fn send(request: reqwest::RequestBuilder, time_out: Duration) -> HttpOutcome {
    send_dated(request, time_out).await.0
}

/// The same, with the other side's time, if its reply has a `Date`.
pub(crate) async fn send_dated(
    request: reqwest::RequestBuilder,
    time_out: Duration,
) -> (HttpOutcome, Option<DateTime<Utc>>) {
    let exchange = async {
        match begin(request).await {
            Ok(response) => {
                let date = date_of(&response);
                (read(response).await, date)
            }
            Err(wire) => (wire, None),
        }
    };
    match tokio::time::timeout(time_out, exchange).await {
        Ok(answer) => answer,
        Err(_) => (HttpOutcome::Lost("TIME_OUT".to_owned()), None),
    }
}

fn date_of(response: &Response) -> Option<DateTime<Utc>> {
    let date = response.headers().get(DATE)?.to_str().ok()?;
    Some(DateTime::parse_from_rfc2822(date).ok()?.to_utc())
}

async fn begin(request: reqwest::RequestBuilder) -> Result<Response, HttpOutcome> {
    request.send().await.map_err(|error| {
        // Only if no connection was made is it certain that the request was not sent.
        if error.is_connect() {
            HttpOutcome::NotConnected("NOT_CONNECTED".to_owned())
        } else if error.is_builder() {
            HttpOutcome::NotConnected("NOT_SENT".to_owned())
        } else {
            HttpOutcome::Lost("NO_REPLY".to_owned())
        }
    })
}

async fn read(mut response: Response) -> HttpOutcome {
    let status = response.status().as_u16();
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() <= REPLY_BYTES_MAX => {
                body.extend_from_slice(&chunk);
            }
            Ok(None) => return HttpOutcome::Reply { status, body },
            Ok(Some(_)) => return HttpOutcome::Lost("REPLY_TOO_LONG".to_owned()),
            Err(_) => return HttpOutcome::Lost("REPLY_CUT_SHORT".to_owned()),
        }
    }
}
