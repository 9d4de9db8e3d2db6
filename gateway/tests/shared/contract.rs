//! Every answer that a story gets is held against the API document.

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::LazyLock;

use bytes::Bytes;
use ledger_testing::contract::{Answered, Contract};
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{RequestBuilder, StatusCode};

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/openapi.json");
    Contract::new(&std::fs::read_to_string(document).unwrap())
});

/// Sends the request, and panics unless the document describes the answer.
pub(crate) async fn send(request: RequestBuilder) -> (StatusCode, HeaderMap, Bytes) {
    let (client, request) = request.build_split();
    let request = request.unwrap();
    let (method, url) = (request.method().clone(), request.url().clone());
    let response = client.execute(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let body = response.bytes().await.unwrap();
    let answered = Answered {
        method: method.as_str(),
        path: url.path(),
        status: status.as_u16(),
        media_type: headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()),
        has_retry_after: headers.contains_key(RETRY_AFTER),
        body: &body,
    };
    if let Ok(file) = std::env::var("RECORD_REFUSALS") {
        record(&file, CONTRACT.broken_operation(&answered), &body);
    }
    CONTRACT.expect(&answered);
    (status, headers, body)
}

/// Adds a refusal to `refusals.txt`; a test of the document puts it in its place.
fn record(file: &str, operation: Option<&str>, body: &[u8]) {
    let answer: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    if let (Some(operation), Some(code)) = (operation, answer["message"].as_str()) {
        let operation = operation.strip_suffix("_by_get").unwrap_or(operation);
        let mut file = OpenOptions::new().append(true).open(file).unwrap();
        // One write, so that lines of several tests do not mix.
        file.write_all(format!("{operation}: {code}\n").as_bytes())
            .unwrap();
    }
}
