//! The OpenAPI document: the descriptions of the routes, and the part that is common to all.

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, PathItem, Ref, RefOr, ResponseBuilder};
use utoipa::{Modify, OpenApi as _};

use crate::platform::error::Problem;

/// The name of the members' security scheme.
pub(crate) const SESSION: &str = "session";

/// The name of the scheme of guests: `Authorization: Guest <guestId>.<secret>`.
pub(crate) const GUEST: &str = "guest";

/// The name of the scheme of staff.
pub(crate) const STAFF: &str = "staff";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Member wallet",
        description = "Money is a decimal string, a position is a string, and times are RFC 3339 \
            in UTC. Errors are `{message, requestId, data?}` with a code of the catalogue in \
            `message`. A request may send an amount as a decimal string or as a JSON number. \
            Either is read by its digits, without an exponent and with at most the currency's \
            decimals, and is never rounded."
    ),
    components(schemas(Problem)),
    modifiers(&SessionScheme)
)]
struct Document;

struct SessionScheme;

impl Modify for SessionScheme {
    fn modify(&self, openapi: &mut OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let words = ApiKeyValue::with_description(
            "Authorization",
            "`Guest <guestId>.<secret>`, with the values from `POST /api/guest`.",
        );
        let guest = SecurityScheme::ApiKey(ApiKey::Header(words));
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme(SESSION, scheme);
        components.add_security_scheme(GUEST, guest);
        let mut staff = Http::new(HttpAuthScheme::Bearer);
        staff.description = Some("The token from `POST /api/support/login`.".to_owned());
        components.add_security_scheme(STAFF, SecurityScheme::Http(staff));
    }
}

/// The document before any route has joined it.
pub(crate) fn base() -> OpenApi {
    Document::openapi()
}

/// Adds the common parts of all routes: the form of errors, and distinct ids for GET and POST
/// routes that share a handler.
pub(crate) fn complete(mut openapi: OpenApi) -> OpenApi {
    for item in openapi.paths.paths.values_mut() {
        separate_get_alias(item);
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.delete,
        ];
        for operation in operations.into_iter().flatten() {
            add_problem(operation);
            describe_key(operation);
        }
    }
    openapi
}

/// The GET form of a command is the product's old contract; it gets a separate, deprecated id.
fn separate_get_alias(item: &mut PathItem) {
    let post_id = item.post.as_ref().and_then(|it| it.operation_id.clone());
    if let Some(get) = &mut item.get
        && get.operation_id.is_some()
        && get.operation_id == post_id
    {
        get.operation_id = post_id.map(|id| format!("{id}_by_get"));
        get.deprecated = Some(utoipa::openapi::Deprecated::True);
    }
}

/// What an idempotency key promises, in one text for all routes that take one.
const KEY: &str = "The client's name for one intent, 1 to 128 visible ASCII characters. A repeated \
    key always gets its first answer: the same status and body, with `Idempotency-Replayed: true`, \
    even after a refusal by the rules (404, 409, 422, `PLAYER_EXCLUDED`) whose cause is gone. \
    A new attempt needs a new key. The same key with another body is refused with \
    `IDEMPOTENCY_MISMATCH`. An answer of 400, 401, 403, 429 or 5xx decides nothing and leaves the \
    key free. After a 202, a repeat returns the command's current status. A repeat for a game \
    account or a QR returns the current state of the account or order that belongs to the key.";

fn describe_key(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter
            && parameter.name == "Idempotency-Key"
        {
            parameter.description = Some(KEY.to_owned());
        }
    }
}

fn add_problem(operation: &mut Operation) {
    let content = Content::new(Some(RefOr::Ref(Ref::from_schema_name("Problem"))));
    let response = ResponseBuilder::new()
        .description("An error of the catalogue.")
        .content("application/json", content)
        .build();
    operation
        .responses
        .responses
        .insert("default".to_owned(), RefOr::T(response));
}
