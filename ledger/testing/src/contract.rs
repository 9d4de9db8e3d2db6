//! Holds answers against an OpenAPI document: what an answer has and the document does not know is
//! as wrong as what it lacks.

mod document;
mod schema;

use std::fmt::Write;

use serde_json::{Map, Value};

use self::document::Document;
use self::schema::Schemas;

/// The methods that the document can describe.
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// An OpenAPI document.
#[derive(Debug)]
pub struct Contract {
    document: Document,
}

/// An answer as it came over the wire.
#[derive(Debug, Clone, Copy)]
pub struct Answered<'a> {
    /// The method of its request.
    pub method: &'a str,
    /// The path of its request, without the query.
    pub path: &'a str,
    /// The status.
    pub status: u16,
    /// The media type, as in `Content-Type`.
    pub media_type: Option<&'a str>,
    /// Whether it has `Retry-After`.
    pub has_retry_after: bool,
    /// The body.
    pub body: &'a [u8],
}

impl Contract {
    /// Reads a document.
    ///
    /// # Panics
    ///
    /// If it is no JSON with paths.
    #[must_use]
    pub fn new(json: &str) -> Self {
        let document = Document::read(json);
        Self { document }
    }

    /// Panics unless the document describes the answer. What the document cannot describe passes: a
    /// path or a method that it does not have.
    ///
    /// # Panics
    ///
    /// With everything that is wrong.
    #[track_caller]
    pub fn expect(&self, answered: &Answered<'_>) {
        let faults = self.faults(answered);
        let Answered {
            method,
            path,
            status,
            body,
            ..
        } = answered;
        let body = String::from_utf8_lossy(&body[..body.len().min(2_000)]);
        assert!(
            faults.is_empty(),
            "{method} {path} {status} is not as in the document: {faults}in {body}"
        );
    }

    /// The id of the operation whose answer is not as the document describes it; none where it is.
    #[must_use]
    pub fn broken_operation(&self, answered: &Answered<'_>) -> Option<&str> {
        let operation = self.operation(answered.method, answered.path)?;
        let is_described = self.faults(answered).is_empty();
        operation["operationId"].as_str().filter(|_| !is_described)
    }

    fn faults(&self, answered: &Answered<'_>) -> String {
        let mut faults = String::new();
        let mut note = |fault: &str| {
            let _ = writeln!(faults, "{fault};");
        };
        let Some(operation) = self.operation(answered.method, answered.path) else {
            return faults;
        };
        let Some(response) = operation["responses"].get(answered.status.to_string()) else {
            note("the status is not described");
            return faults;
        };
        let response = self.resolve(response);
        if !response["headers"]["Retry-After"].is_null() && !answered.has_retry_after {
            note("Retry-After is missing");
        }
        let Some(content) = response["content"].as_object() else {
            if !answered.body.is_empty() {
                note("a body is not described");
            }
            return faults;
        };
        for fault in self.body_faults(content, answered) {
            note(&fault);
        }
        faults
    }

    fn body_faults(&self, content: &Map<String, Value>, answered: &Answered<'_>) -> Vec<String> {
        let kind = answered.media_type.unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        let Some(described) = content.get(kind) else {
            return vec![format!("the media type {kind:?} is not described")];
        };
        if kind != "application/json" {
            return Vec::new();
        }
        match serde_json::from_slice(answered.body) {
            Ok(body) => Schemas::of(&self.document).faults(&described["schema"], &body),
            Err(error) => vec![format!("the body is no JSON: {error}")],
        }
    }

    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        if !METHODS.contains(&method) {
            return None;
        }
        self.document.path(path)?.get(method.to_lowercase())
    }

    fn resolve<'a>(&'a self, place: &'a Value) -> &'a Value {
        match place["$ref"].as_str() {
            Some(reference) => self.document.component(reference),
            None => place,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn contract() -> Contract {
        let thing = json!({ "type": "object", "required": ["id"], "properties": {
            "id": { "type": "string", "format": "uuid" },
            "amount": { "type": ["string", "null"], "pattern": "^\\d+$" } } });
        let narrow = json!({ "allOf": [{ "$ref": "#/components/schemas/Problem" },
            { "type": "object", "properties": { "message": { "enum": ["NO_DATA"] } } }] });
        let problem = json!({ "type": "object", "required": ["message"], "properties": {
            "message": { "type": "string" }, "data": { "type": "object" } } });
        let responses = json!({
            "200": { "content": { "application/json": { "schema": thing } } },
            "404": { "content": { "application/json": { "schema": narrow } } },
            "503": { "headers": { "Retry-After": {} } } });
        let paths = json!({ "/things/{id}": { "get": { "responses": responses } } });
        let document =
            json!({ "paths": paths, "components": { "schemas": { "Problem": problem } } });
        Contract::new(&document.to_string())
    }

    fn faults(status: u16, body: &Value) -> String {
        let body = body.to_string();
        contract().faults(&Answered {
            method: "GET",
            path: "/things/1",
            status,
            media_type: Some("application/json; charset=utf-8"),
            has_retry_after: false,
            body: body.as_bytes(),
        })
    }

    #[test]
    fn an_answer_as_described_passes() {
        let id = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
        assert_eq!(faults(200, &json!({ "id": id })), "");
        assert_eq!(faults(200, &json!({ "id": id, "amount": null })), "");
        let found = json!({ "message": "NO_DATA", "data": { "any": 1 } });
        assert_eq!(faults(404, &found), "");
    }

    #[test]
    fn what_the_document_does_not_know_is_found() {
        let id = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
        for (status, body, fault) in [
            (200, json!({ "id": "1" }), "/id: no uuid"),
            (200, json!({}), "id is missing"),
            (
                200,
                json!({ "id": id, "more": 1 }),
                "/more is not described",
            ),
            (200, json!({ "id": id, "amount": "x" }), "/amount: not of"),
            (200, json!({ "id": id, "amount": 1 }), "/amount: no [string"),
            (404, json!({ "message": "OTHER" }), "/message: none of"),
            (
                404,
                json!({ "message": "NO_DATA", "x": 1 }),
                "/x is not described",
            ),
            (418, json!({}), "the status is not described"),
            (503, json!({}), "Retry-After is missing"),
        ] {
            let found = faults(status, &body);
            assert!(found.contains(fault), "{body}: {found}");
        }
    }
}
