//! The OpenAPI document.

use std::collections::BTreeSet;

use serde_json::Value;

fn document() -> Value {
    serde_json::from_str(&gateway::openapi_json()).unwrap()
}

#[test]
fn the_recorded_document_is_the_one_that_is_served() {
    let recorded = include_str!("../../../web/openapi.json");
    let current = gateway::openapi_json();
    assert!(
        recorded.trim() == current.trim(),
        "run: cargo run -p gateway -- openapi > web/openapi.json"
    );
}

#[test]
fn every_operation_has_an_id_of_its_own_and_the_error_form() {
    let document = document();
    let other = &document["components"]["responses"]["OtherError"]["content"]["application/json"];
    assert_eq!(other["schema"]["$ref"], "#/components/schemas/Problem");
    let mut ids = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id.to_owned()), "{id} is used twice");
            assert_eq!(
                operation["responses"]["default"]["$ref"], "#/components/responses/OtherError",
                "{method} {path}"
            );
        }
    }
}
