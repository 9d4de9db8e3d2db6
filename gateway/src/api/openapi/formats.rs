//! Formats and patterns of texts that are spelled in one way everywhere.

use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Components, Object, RefOr, Schema};

/// A decimal number, as money and factors are written.
const DECIMAL: &str = r"^-?\d+(\.\d+)?$";

/// A position of the journal, and what follows from one.
const POSITION: &str = r"^\d+$";

/// The fields that hold a position.
const POSITIONS: [&str; 2] = ["position", "asOf"];

/// The schema of an idempotency key.
pub(super) fn key() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(128))
        .pattern(Some(r"^[\x21-\x7e]+$"))
        .into()
}

/// Adds patterns to the fields of all schemas.
pub(super) fn add(components: &mut Components) {
    for schema in components.schemas.values_mut() {
        if let RefOr::T(schema) = schema {
            walk(None, schema);
        }
    }
}

fn walk(name: Option<&str>, schema: &mut Schema) {
    match schema {
        Schema::Object(object) => {
            note(name, object);
            drop_short_default(object);
            for (name, property) in &mut object.properties {
                if let RefOr::T(property) = property {
                    walk(Some(name), property);
                }
            }
            if let Some(AdditionalProperties::RefOr(RefOr::T(value))) =
                object.additional_properties.as_deref_mut()
            {
                walk(None, value);
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items
                && let RefOr::T(items) = items.as_mut()
            {
                walk(None, items);
            }
        }
        Schema::OneOf(one) => parts(name, &mut one.items),
        Schema::AllOf(all) => parts(name, &mut all.items),
        Schema::AnyOf(any) => parts(name, &mut any.items),
        _ => {}
    }
}

fn parts(name: Option<&str>, schemas: &mut [RefOr<Schema>]) {
    for schema in schemas {
        if let RefOr::T(schema) = schema {
            walk(name, schema);
        }
    }
}

fn note(name: Option<&str>, object: &mut Object) {
    if !is_text(&object.schema_type) || object.pattern.is_some() || object.format.is_some() {
        return;
    }
    let is_position = name.is_some_and(|name| POSITIONS.contains(&name));
    let is_amount = object.example.as_ref().and_then(|example| example.as_str());
    if is_position {
        object.pattern = Some(POSITION.to_owned());
    } else if is_amount.is_some_and(is_decimal) {
        object.pattern = Some(DECIMAL.to_owned());
    }
}

/// A field that may be absent has the empty text as its default, which its bounds need not admit.
fn drop_short_default(object: &mut Object) {
    let default = object.default.as_ref().and_then(|default| default.as_str());
    let length = default.map(|text| text.chars().count());
    if length < object.min_length && length.is_some() {
        object.default = None;
    }
}

fn is_text(kind: &SchemaType) -> bool {
    match kind {
        SchemaType::Type(kind) => *kind == Type::String,
        SchemaType::Array(kinds) => kinds.contains(&Type::String),
        SchemaType::AnyValue => false,
    }
}

/// Whether an example is an amount, with its decimals.
fn is_decimal(example: &str) -> bool {
    let Some((whole, part)) = example.split_once('.') else {
        return false;
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole.strip_prefix('-').unwrap_or(whole)) && digits(part)
}
