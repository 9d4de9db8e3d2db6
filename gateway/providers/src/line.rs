//! The HTTP client of an outside service: sends one request and returns the outcome.

use std::time::Duration;

use chrono::{DateTime, Utc};
use reqwest::header::DATE;
use reqwest::{Method, Response};
use serde_json::Value;

use super::answer::HttpOutcome;
use super::signing::{Signable, sign};
use platform::clock::Clock;
use platform::outside::{CallOutcome, OutsideClient, Service};
use platform::secrets::random_bytes;

/// The largest reply that is read; real replies are a few hundred bytes.
const REPLY_BYTES_MAX: usize = 256 * 1024;

/// A client with GW1 signatures for one provider or the bank.
#[derive(Clone, Copy)]
pub struct SignedLine<'a> {
    /// The client that sends the calls and counts them.
    pub http: &'a OutsideClient,
    /// The called service, as metrics and traces name it.
    pub service: Service<'a>,
    /// The source of the timestamps that are signed.
    pub clock: &'a Clock,
    /// The address before `/v1/…`; the signature does not cover it.
    pub base_url: &'a str,
    /// The operator's name at the service, sent as `X-Agent`.
    pub agent: &'a str,
    /// The key of the signatures, shared with the service.
    pub secret: &'a str,
    /// How long a call may take, with the reading of its reply.
    pub time_out: Duration,
}

impl SignedLine<'_> {
    /// Sends one request with a new nonce and timestamp.
    pub async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> HttpOutcome {
        self.exchange(method, path, "", body).await
    }

    /// Reads by a query, which the signature covers.
    pub async fn read(&self, path: &str, raw_query: &str) -> HttpOutcome {
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
        send(self.http, self.service, request, self.time_out).await
    }
}

/// Sends a request and reads its reply to the end, both within the time-out.
pub async fn send(
    http: &OutsideClient,
    service: Service<'_>,
    request: reqwest::RequestBuilder,
    time_out: Duration,
) -> HttpOutcome {
    send_dated(http, service, request, time_out).await.0
}

/// The same, with the other side's time, if its reply has a `Date`.
pub(crate) async fn send_dated(
    http: &OutsideClient,
    service: Service<'_>,
    request: reqwest::RequestBuilder,
    time_out: Duration,
) -> (HttpOutcome, Option<DateTime<Utc>>) {
    let call = http.begin(service);
    let exchange = async {
        match begin(request).await {
            Ok(response) => {
                let date = date_of(&response);
                (read(response).await, date)
            }
            Err(wire) => (wire, None),
        }
    };
    let answer = tokio::time::timeout(time_out, exchange).await;
    let answer = answer.unwrap_or_else(|_| (HttpOutcome::Lost("TIME_OUT".to_owned()), None));
    call.end(match &answer.0 {
        HttpOutcome::Reply { status, .. } => CallOutcome::of_status(*status),
        HttpOutcome::NotConnected(_) => CallOutcome::NotConnected,
        HttpOutcome::Lost(_) => CallOutcome::Lost,
    });
    answer
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use platform::metrics::Metrics;

    const LONG: Duration = Duration::from_mins(1);

    /// Answers each call with these bytes, and then is silent.
    async fn service(answer: &'static [u8]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            loop {
                let (mut socket, _) = listener.accept().await.unwrap();
                tokio::spawn(async move {
                    let mut request = [0; 1_024];
                    assert!(socket.read(&mut request).await.unwrap() > 0);
                    socket.write_all(answer).await.unwrap();
                    std::future::pending::<()>().await;
                });
            }
        });
        format!("http://{address}/")
    }

    struct Caller {
        metrics: Arc<Metrics>,
        http: OutsideClient,
    }

    impl Caller {
        fn new() -> Self {
            let metrics = Arc::new(Metrics::new(Clock::default()));
            let http = OutsideClient::new(reqwest::Client::new(), metrics.outside());
            Self { metrics, http }
        }

        async fn call(&self, url: &str, time_out: Duration) -> HttpOutcome {
            send(
                &self.http,
                Service::Game("pg"),
                self.http.get(url),
                time_out,
            )
            .await
        }

        /// How many calls ended so.
        fn count(&self, outcome: &str) -> Option<String> {
            let text = self.metrics.render(&[]).unwrap();
            let name = "wallet_outside_call_duration_seconds_count";
            let line = format!("{name}{{service=\"game:pg\",outcome=\"{outcome}\"}} ");
            let found = text.lines().find_map(|sample| sample.strip_prefix(&line));
            found.map(str::to_owned)
        }
    }

    #[tokio::test]
    async fn a_call_counts_by_what_became_of_it() {
        let caller = Caller::new();
        for (answer, outcome) in [
            (
                &b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"[..],
                "answered",
            ),
            (
                b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
                "answered",
            ),
            (b"HTTP/1.1 503 Away\r\ncontent-length: 0\r\n\r\n", "failed"),
        ] {
            caller.call(&service(answer).await, LONG).await;
            assert!(caller.count(outcome).is_some(), "{outcome}");
        }
        assert_eq!(caller.count("answered").as_deref(), Some("2"));
        let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = nobody.local_addr().unwrap();
        drop(nobody);
        caller.call(&format!("http://{address}/"), LONG).await;
        assert_eq!(caller.count("not_connected").as_deref(), Some("1"));
        assert_eq!(caller.count("lost"), None);
    }

    #[tokio::test]
    async fn half_an_answer_a_time_out_and_a_call_that_was_given_up_are_lost() {
        let caller = Caller::new();
        let half = service(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{").await;
        let outcome = caller.call(&half, Duration::from_millis(300)).await;
        assert!(matches!(outcome, HttpOutcome::Lost(what) if what == "TIME_OUT"));
        assert_eq!(caller.count("lost").as_deref(), Some("1"));
        let given_up = tokio::time::timeout(Duration::from_millis(10), caller.call(&half, LONG));
        assert!(given_up.await.is_err());
        assert_eq!(caller.count("lost").as_deref(), Some("2"));
        assert_eq!(caller.count("answered"), None);
    }
}
