//! Every answer that a story gets is held against the API document.

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
    CONTRACT.expect(&Answered {
        method: method.as_str(),
        path: url.path(),
        status: status.as_u16(),
        media_type: headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()),
        has_retry_after: headers.contains_key(RETRY_AFTER),
        body: &body,
    });
    (status, headers, body)
}
