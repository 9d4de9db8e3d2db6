//! The OpenAPI document: the descriptions of the routes, and the parts that are common to all.

mod answers;
mod files;
mod formats;
mod refusals;

use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::server::Server;
use utoipa::openapi::tag::Tag;
use utoipa::openapi::{
    Components, Deprecated, OpenApi, PathItem, Ref, RefOr, Required, Schema, SecurityRequirement,
};
use utoipa::{Modify, OpenApi as _};

use platform::error::Problem;

/// The name of the members' security scheme.
pub(crate) const SESSION: &str = "session";

/// The name of the scheme of guests: `Authorization: Guest <guestId>.<secret>`.
pub(crate) const GUEST: &str = "guest";

/// The name of the scheme of staff.
pub(crate) const STAFF: &str = "staff";

/// The name of the scheme of the marker that shows a deliberate call.
const MARKER: &str = "marker";

/// The name of the scheme of payment services.
const SIGNATURE: &str = "signature";

/// The operations without a session that a page of another site must not call.
const MARKED: [&str; 2] = ["create_guest", "log_in_staff"];

/// The operation of payment services.
const SIGNED: &str = "notify_payment";

/// The groups of operations.
const TAGS: [(&str, &str); 17] = [
    ("account", "Registration, profile and password."),
    (
        "bonus",
        "Bonuses and promotions, and what each would bring.",
    ),
    ("chat", "The chat with support, for members and guests."),
    ("invite", "Invited friends, and what they earn the member."),
    ("limits", "A player's own limits and breaks."),
    ("login", "Sessions of members."),
    (
        "lookup",
        "What a client shows before and after the log-in: banks, limits, texts.",
    ),
    ("otp", "One-time codes by text message."),
    (
        "proof",
        "The proof log, and receipts of a member's own lines.",
    ),
    ("psp", "Notifications of payment services."),
    ("qrcode", "Deposits by QR."),
    ("refund", "What losses give back."),
    ("socket", "Live notices over a WebSocket."),
    ("spinwheel", "The wheel and its coupons."),
    (
        "statement",
        "The member's history and slips, also as a file.",
    ),
    (
        "support",
        "The console of the staff. Every call is recorded in the audit log.",
    ),
    (
        "wallet",
        "Balances, deposits, transfers, withdrawals and game accounts.",
    ),
];

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Member wallet",
        description = "Money is a decimal string, a position is a string, and times are RFC 3339 \
            in UTC. A request may send an amount as a decimal string or as a JSON number. \
            Either is read by its digits, without an exponent and with at most the currency's \
            decimals, and is never rounded.\n\nErrors are `{message, requestId, data?}` with a \
            code of the catalogue in `message`. Each operation lists the codes that it answers; \
            a later release may add one, so a client treats a code that it does not know by its \
            status. Every answer has its request's id in `X-Request-Id`.",
        contact(name = "The operator of this installation")
    ),
    components(schemas(Problem)),
    modifiers(&SecuritySchemes)
)]
struct Document;

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, openapi: &mut OpenApi) {
        let bearer = |words: &str| {
            let mut scheme = Http::new(HttpAuthScheme::Bearer);
            scheme.description = Some(words.to_owned());
            SecurityScheme::Http(scheme)
        };
        let header = |name: &str, words: &str| {
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(name, words)))
        };
        let components = openapi.components.get_or_insert_default();
        for (name, scheme) in [
            (SESSION, bearer("The token from `POST /api/login`.")),
            (STAFF, bearer("The token from `POST /api/support/login`.")),
            (
                GUEST,
                header(
                    "Authorization",
                    "`Guest <guestId>.<secret>`, with the values from `POST /api/guest`.",
                ),
            ),
            (
                MARKER,
                header(
                    "X-Requested-With",
                    "Always `wallet-web`. A form or a link of another site cannot send it.",
                ),
            ),
            (
                SIGNATURE,
                header(
                    "X-Signature",
                    "The payment service's HMAC over `X-Timestamp` and the body.",
                ),
            ),
        ] {
            components.add_security_scheme(name, scheme);
        }
    }
}

/// The document before any route has joined it.
pub(crate) fn base() -> OpenApi {
    Document::openapi()
}

/// Adds the parts that routes have in common, and distinct ids for GET and POST routes that share
/// a handler.
pub(crate) fn complete(mut openapi: OpenApi) -> OpenApi {
    let mut server = Server::new("/");
    server.description = Some("The gateway that serves this document.".to_owned());
    openapi.servers = Some(vec![server]);
    openapi.tags = Some(TAGS.map(tag).to_vec());
    let mut components = openapi.components.take().unwrap_or_default();
    formats::add(&mut components);
    for (path, item) in &mut openapi.paths.paths {
        separate_get_alias(item);
        let operations = [
            (true, &mut item.get),
            (false, &mut item.post),
            (false, &mut item.put),
            (false, &mut item.delete),
        ];
        for (is_read, operation) in operations {
            if let Some(operation) = operation {
                loosen(operation, &components);
                secure(operation);
                files::add(operation);
                answers::add(operation, &components, is_read, path);
                describe(operation, path);
                share_key(operation, &mut components);
            }
        }
    }
    answers::add_shared(&mut components);
    openapi.components = Some(components);
    openapi
}

fn tag((name, description): (&str, &str)) -> Tag {
    let mut tag = Tag::new(name);
    tag.description = Some(description.to_owned());
    tag
}

/// The GET form of a command is the product's old contract; it gets a separate, deprecated id.
fn separate_get_alias(item: &mut PathItem) {
    let post_id = item
        .post
        .as_ref()
        .and_then(|operation| operation.operation_id.clone());
    if let Some(get) = &mut item.get
        && get.operation_id.is_some()
        && get.operation_id == post_id
    {
        get.operation_id = post_id.map(|id| format!("{id}_by_get"));
        get.deprecated = Some(Deprecated::True);
    }
}

fn id(operation: &Operation) -> &str {
    operation.operation_id.as_deref().unwrap_or_default()
}

fn scheme(name: &str) -> SecurityRequirement {
    SecurityRequirement::new(name, [""; 0])
}

/// Whether a caller of the scheme is admitted.
fn admits(operation: &Operation, name: &str) -> bool {
    let schemes = operation.security.iter().flatten();
    let (alone, marked) = (scheme(name), scheme(name).add(MARKER, [""; 0]));
    schemes
        .into_iter()
        .any(|scheme| *scheme == alone || *scheme == marked)
}

/// States the required credentials of every operation, even if it requires none.
fn secure(operation: &mut Operation) {
    let schemes = operation.security.take().unwrap_or_default();
    operation.security = Some(if !schemes.is_empty() {
        let mark = |scheme: SecurityRequirement| scheme.add(MARKER, [""; 0]);
        schemes.into_iter().map(mark).collect()
    } else if MARKED.contains(&id(operation)) {
        vec![scheme(MARKER)]
    } else if id(operation) == SIGNED {
        vec![scheme(SIGNATURE)]
    } else {
        Vec::new()
    });
}

/// Says in words who calls the operation, unless it has a description.
fn describe(operation: &mut Operation, path: &str) {
    if operation.description.is_some() {
        return;
    }
    let caller = if admits(operation, GUEST) {
        "For signed-in members and guests."
    } else if admits(operation, SESSION) {
        "For signed-in members."
    } else if admits(operation, STAFF) {
        "For staff whose role allows it."
    } else if admits(operation, SIGNATURE) {
        "For payment services."
    } else {
        "Needs no log-in."
    };
    let spelling = if id(operation).ends_with("_by_get") {
        format!(" An older spelling of `POST {path}`.")
    } else {
        String::new()
    };
    let repeat = if takes_key(operation) {
        " A repeat with the same `Idempotency-Key` gets the same answer."
    } else {
        ""
    };
    operation.description = Some(format!("{caller}{spelling}{repeat}"));
}

/// A body without required fields may be left out.
fn loosen(operation: &mut Operation, components: &Components) {
    let Some(RefOr::T(body)) = &mut operation.request_body else {
        return;
    };
    let Some(RefOr::T(content)) = body.content.get("application/json") else {
        return;
    };
    let Some(RefOr::Ref(reference)) = &content.schema else {
        return;
    };
    let name = reference
        .ref_location
        .trim_start_matches("#/components/schemas/");
    if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get(name)
        && object.required.is_empty()
    {
        body.required = Some(Required::False);
    }
}

/// The header with which a client names one intent.
const KEY: &str = "Idempotency-Key";

/// The name of the one description of that header.
const KEY_COMPONENT: &str = "IdempotencyKey";

/// What an idempotency key promises, in one text for all routes that take one.
const KEY_PROMISE: &str = "The client's name for one intent, 1 to 128 visible ASCII characters. A repeated \
    key always gets its first answer: the same status and body, with `Idempotency-Replayed: true`, \
    even after a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`, `ACCOUNT_FROZEN`) whose cause is gone. \
    A new attempt needs a new key. The same key with another body is refused with \
    `IDEMPOTENCY_MISMATCH`. An answer of 400, 401, 403, 410, 429 or 5xx decides nothing and leaves the \
    key free. After a 202, a repeat returns the command's current status. A repeat for a game \
    account or a QR returns the current state of the account or order that belongs to the key.";

fn is_key(parameter: &RefOr<Parameter>) -> bool {
    match parameter {
        RefOr::T(parameter) => parameter.name == KEY,
        RefOr::Ref(_) => false,
    }
}

fn takes_key(operation: &Operation) -> bool {
    operation.parameters.iter().flatten().any(is_key)
}

/// Replaces the header's description in the operation by the common one.
fn share_key(operation: &mut Operation, components: &mut Components) {
    for place in operation.parameters.iter_mut().flatten() {
        if !is_key(place) {
            continue;
        }
        let reference = Ref::new(format!("#/components/parameters/{KEY_COMPONENT}"));
        if let RefOr::T(mut parameter) = std::mem::replace(place, RefOr::Ref(reference)) {
            parameter.description = Some(KEY_PROMISE.to_owned());
            parameter.schema = Some(formats::key());
            let parameters = &mut components.parameters;
            parameters.insert(KEY_COMPONENT.to_owned(), RefOr::T(parameter));
        }
    }
}

/// The committed document. Unit tests read it instead of the router's own: a test program that names
/// no route is compiled without all of them. `gateway/tests/edge/document.rs` compares the two.
#[cfg(test)]
pub(crate) fn recorded() -> serde_json::Value {
    serde_json::from_str(include_str!("../../../web/openapi.json")).expect("the document is JSON")
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fmt::Write;

    #[test]
    fn every_operation_with_refusals_is_served() {
        let document = super::recorded();
        let operations = document["paths"].as_object().unwrap().values();
        let served: BTreeSet<_> = operations
            .flat_map(|item| item.as_object().unwrap().values())
            .map(|operation| operation["operationId"].as_str().unwrap())
            .collect();
        for (operation, _) in super::refusals::lines() {
            assert!(served.contains(operation), "{operation}");
        }
    }

    /// A line for each operation, in the order of the alphabet; with `RECORD_REFUSALS` it is put so.
    #[test]
    fn the_refusals_are_in_order() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api/openapi/refusals.txt");
        let text = std::fs::read_to_string(file).unwrap();
        let mut refusals: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for line in text.lines() {
            let (operation, codes) = line.split_once(": ").unwrap();
            let known = refusals.entry(operation).or_default();
            known.extend(codes.split_whitespace());
        }
        let mut ordered = String::new();
        for (operation, codes) in refusals {
            let codes = Vec::from_iter(codes).join(" ");
            writeln!(ordered, "{operation}: {codes}").unwrap();
        }
        if std::env::var_os("RECORD_REFUSALS").is_some() {
            std::fs::write(file, ordered).unwrap();
        } else {
            assert_eq!(text, ordered);
        }
    }
}
