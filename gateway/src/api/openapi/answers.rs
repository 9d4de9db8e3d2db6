//! The answers of every operation: its refusals by status, with their codes and headers, and
//! descriptions of its successes.

use std::collections::BTreeMap;

use utoipa::openapi::header::Header;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::schema::{
    AllOfBuilder, Array, ArrayItems, Object, ObjectBuilder, Schema, Type,
};
use utoipa::openapi::{Components, Content, Ref, RefOr, Response, ResponseBuilder};

use super::{GUEST, MARKED, SESSION, STAFF, admits, id, refusals, takes_key};
use platform::error::Code;

/// The common form of errors.
const PROBLEM: &str = "Problem";

const JSON: &str = "application/json";

/// The name of the response for codes that an operation does not list.
const OTHER: &str = "OtherError";

const RETRY_AFTER: &str = "Retry-After";
const REPLAYED: &str = "Idempotency-Replayed";

/// The refusals that many operations have in common, each under one name.
const SHARED: &[(&str, &[Code])] = &[
    ("InvalidInput", &[Code::InvalidInput]),
    (
        "NoSession",
        &[
            Code::Unauthorized,
            Code::ExpiredAuthToken,
            Code::InvalidToken,
        ],
    ),
    (
        "NotDeliberate",
        &[Code::KeyMissing, Code::KeyInvalid, Code::InvalidOrigin],
    ),
    (
        "NoMember",
        &[
            Code::KeyMissing,
            Code::KeyInvalid,
            Code::InvalidOrigin,
            Code::InactiveUser,
        ],
    ),
    (
        "OtherRole",
        &[
            Code::KeyMissing,
            Code::KeyInvalid,
            Code::InvalidOrigin,
            Code::RoleRequired,
        ],
    ),
    ("NoData", &[Code::NoData]),
    ("PayloadTooLarge", &[Code::PayloadTooLarge]),
    ("UnsupportedMediaType", &[Code::UnsupportedMediaType]),
    ("IdempotencyMismatch", &[Code::IdempotencyMismatch]),
    ("RequestLimit", &[Code::RequestLimit]),
    ("InternalServerError", &[Code::InternalServerError]),
    (
        "Unavailable",
        &[Code::RequestTimeout, Code::ServiceUnavailable],
    ),
];

/// The console's routes that an auditor may call as well.
const ANY_ROLE: [&str; 5] = [
    "log_out_staff",
    "create_staff_ticket",
    "open_look",
    "change_staff_password",
    "end_staff_session",
];

/// Adds the answers of an operation.
pub(super) fn add(operation: &mut Operation, components: &Components, is_read: bool, path: &str) {
    describe_successes(operation, components);
    let form = refusal_form(operation);
    let is_keyed = takes_key(operation);
    for (status, codes) in by_status(&codes(operation, is_read, path)) {
        // The key stores a refusal by the rules only, and a repeat gets it.
        let is_replayable = is_keyed && matches!(status, 404 | 409 | 422);
        let is_common = form == PROBLEM && !is_replayable;
        let response = if let Some(name) = shared_name(&codes).filter(|_| is_common) {
            RefOr::Ref(Ref::from_response_name(name))
        } else {
            let schema = RefOr::T(narrowed(&form, &codes));
            RefOr::T(refusal(schema, status, &codes, is_replayable))
        };
        let responses = &mut operation.responses.responses;
        responses.insert(status.to_string(), response);
    }
    let responses = &mut operation.responses.responses;
    let other = RefOr::Ref(Ref::from_response_name(OTHER));
    responses.insert("default".to_owned(), other);
    if is_keyed {
        for (status, response) in responses {
            if let RefOr::T(response) = response
                && status.starts_with('2')
            {
                let header = header_of(REPLAYED);
                response.headers.insert(REPLAYED.to_owned(), header);
            }
        }
    }
}

/// Adds the components that the operations refer to.
pub(super) fn add_shared(components: &mut Components) {
    for (name, codes) in SHARED {
        let status = codes[0].status().as_u16();
        // A schema with a name is one type in a generated client, and not one for each operation.
        let schema = format!("{name}{PROBLEM}");
        let reference = RefOr::Ref(Ref::from_schema_name(&schema));
        let response = refusal(reference, status, codes, false);
        let schemas = &mut components.schemas;
        schemas.insert(schema, RefOr::T(narrowed(PROBLEM, codes)));
        let responses = &mut components.responses;
        responses.insert((*name).to_owned(), RefOr::T(response));
    }
    let other = ResponseBuilder::new()
        .description("Another error of the catalogue, of a later release for example.")
        .content(JSON, Content::new(Some(Ref::from_schema_name(PROBLEM))))
        .build();
    let responses = &mut components.responses;
    responses.insert(OTHER.to_owned(), RefOr::T(other));
    let seconds = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(1));
    let truth = ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(["true"]));
    for (name, schema, words) in [
        (
            RETRY_AFTER,
            seconds,
            "After how many seconds a repeat makes sense.",
        ),
        (
            REPLAYED,
            truth,
            "Present if the key was used before and this is its first answer again.",
        ),
    ] {
        let mut header = Header::new(Schema::Object(schema.build()));
        header.description = Some(words.to_owned());
        let headers = &mut components.headers;
        headers.insert(name.to_owned(), RefOr::T(header));
    }
}

/// Every code that the operation may answer: those of its form, and those of its rules.
fn codes(operation: &Operation, is_read: bool, path: &str) -> Vec<Code> {
    let mut codes: Vec<Code> = refusals::of(id(operation)).collect();
    codes.extend([
        // A body is read, and has to be short enough, on every route.
        Code::InvalidInput,
        Code::PayloadTooLarge,
        Code::InternalServerError,
        Code::RequestTimeout,
        Code::ServiceUnavailable,
    ]);
    let (is_members, is_staffs) = (admits(operation, SESSION), admits(operation, STAFF));
    let has_session = is_members || is_staffs || admits(operation, GUEST);
    if has_session {
        codes.extend([
            Code::Unauthorized,
            Code::ExpiredAuthToken,
            Code::InvalidToken,
        ]);
    }
    if has_session || MARKED.contains(&id(operation)) {
        codes.extend([Code::KeyMissing, Code::KeyInvalid, Code::InvalidOrigin]);
    }
    if is_members {
        codes.push(Code::InactiveUser);
    }
    if is_staffs && !is_read && !ANY_ROLE.contains(&id(operation)) {
        codes.push(Code::RoleRequired);
    }
    if is_read && path.starts_with("/api/support/players/{id}") {
        codes.push(Code::LookRequired);
    }
    let mut parameters = operation.parameters.iter().flatten();
    if parameters.any(is_in_path) {
        codes.push(Code::NoData);
    }
    if operation.request_body.is_some() {
        codes.push(Code::UnsupportedMediaType);
    }
    if takes_key(operation) {
        codes.push(Code::IdempotencyMismatch);
    }
    codes
}

fn is_in_path(parameter: &RefOr<utoipa::openapi::path::Parameter>) -> bool {
    match parameter {
        RefOr::T(parameter) => parameter.parameter_in == ParameterIn::Path,
        RefOr::Ref(_) => false,
    }
}

/// The codes of each status, each once, in the catalogue's order.
fn by_status(codes: &[Code]) -> BTreeMap<u16, Vec<Code>> {
    let mut sorted: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in Code::ALL.iter().filter(|code| codes.contains(code)) {
        let status = code.status().as_u16();
        sorted.entry(status).or_default().push(*code);
    }
    sorted
}

fn shared_name(codes: &[Code]) -> Option<&'static str> {
    let is_same = |shared: &[Code]| {
        shared.len() == codes.len() && shared.iter().all(|code| codes.contains(code))
    };
    let found = SHARED.iter().find(|(_, shared)| is_same(shared));
    found.map(|(name, _)| *name)
}

/// The schema of the operation's refusals: its own for client errors, or else the common schema.
fn refusal_form(operation: &Operation) -> String {
    let described = operation.responses.responses.iter();
    let mut own = described.filter(|(status, _)| status.starts_with('4'));
    let schema = own
        .next()
        .and_then(|(_, response)| schema_name(response))
        .map(str::to_owned);
    schema.unwrap_or_else(|| PROBLEM.to_owned())
}

/// The form of an error with some of the codes only.
fn narrowed(form: &str, codes: &[Code]) -> Schema {
    let names = codes.iter().map(|code| code.as_str());
    let message = ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(names));
    let narrow = ObjectBuilder::new()
        .schema_type(Type::Object)
        .property("message", message);
    AllOfBuilder::new()
        .item(Ref::from_schema_name(form))
        .item(narrow)
        .into()
}

fn refusal(schema: RefOr<Schema>, status: u16, codes: &[Code], is_replayable: bool) -> Response {
    let names: Vec<_> = codes.iter().map(|code| code.as_str()).collect();
    let words = format!("{}: `{}`.", lead(status), names.join("`, `"));
    let mut response = ResponseBuilder::new()
        .description(words)
        .content(JSON, Content::new(Some(schema)))
        .build();
    // The log signs within a moment.
    if matches!(status, 429 | 503) || codes == [Code::ProofPending] {
        let header = header_of(RETRY_AFTER);
        response.headers.insert(RETRY_AFTER.to_owned(), header);
    }
    if is_replayable {
        let header = header_of(REPLAYED);
        response.headers.insert(REPLAYED.to_owned(), header);
    }
    response
}

fn header_of(name: &str) -> RefOr<Header> {
    RefOr::Ref(Ref::new(format!("#/components/headers/{name}")))
}

fn lead(status: u16) -> &'static str {
    match status {
        400 => "The input is malformed",
        401 => "The caller is not known",
        403 => "The caller may not do this",
        404 => "There is no such thing",
        409 => "The present state does not allow it",
        410 => "The service has ended",
        408 => "The body came in too slowly",
        413 => "The body is too long",
        415 => "The body is of another media type",
        422 => "The rules refuse it",
        429 => "Too often; try again later",
        502 => "A service outside failed",
        503 => "Not possible now; try again later",
        _ => "A fault of the service",
    }
}

/// Describes a success by its body's type, or as having no body.
fn describe_successes(operation: &mut Operation, components: &Components) {
    for response in operation.responses.responses.values_mut() {
        let RefOr::T(response) = response else {
            continue;
        };
        if !response.description.is_empty() {
            continue;
        }
        response.description = match (
            response.content.is_empty(),
            body_words(response, components),
        ) {
            (true, _) => "Done.".to_owned(),
            (false, Some(words)) => words,
            (false, None) => "The answer.".to_owned(),
        };
    }
}

fn body_words(response: &Response, components: &Components) -> Option<String> {
    let content = match response.content.values().next()? {
        RefOr::T(content) => content,
        RefOr::Ref(_) => return None,
    };
    let (name, is_list) = match content.schema.as_ref()? {
        RefOr::Ref(reference) => (named(reference)?, false),
        RefOr::T(Schema::Array(array)) => (item_name(array)?, true),
        RefOr::T(_) => return None,
    };
    let words = match components.schemas.get(name)? {
        RefOr::T(Schema::Object(Object { description, .. })) => description.as_deref()?,
        _ => return None,
    };
    Some(if is_list {
        format!("A list, each of: {words}")
    } else {
        words.to_owned()
    })
}

fn schema_name(response: &RefOr<Response>) -> Option<&str> {
    let RefOr::T(response) = response else {
        return None;
    };
    let RefOr::T(content) = response.content.values().next()? else {
        return None;
    };
    match content.schema.as_ref()? {
        RefOr::Ref(reference) => named(reference),
        RefOr::T(_) => None,
    }
}

fn item_name(array: &Array) -> Option<&str> {
    match &array.items {
        ArrayItems::RefOrSchema(item) => match item.as_ref() {
            RefOr::Ref(reference) => named(reference),
            RefOr::T(_) => None,
        },
        ArrayItems::False => None,
    }
}

fn named(reference: &Ref) -> Option<&str> {
    let place = &reference.ref_location;
    place.strip_prefix("#/components/schemas/")
}
