//! The operations that answer with a file, which no type of ours describes.

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{Content, RefOr};

use super::id;

const SLIP: &[&str] = &["image/jpeg", "image/png"];
const CHAT: &[&str] = &["image/jpeg", "image/png", "video/mp4", "video/quicktime"];
const RECORDS: &[&str] = &["text/csv", "application/json"];
const PAPERS: &[&str] = &["text/csv", "application/pdf"];
const TABLE: &[&str] = &["text/csv"];

/// Operations, and the media types of their files.
const FILES: [(&str, &[&str]); 10] = [
    ("get_slip_image", SLIP),
    ("open_slip_picture", SLIP),
    ("get_slip_picture", SLIP),
    ("get_chat_file", CHAT),
    ("get_staff_file", CHAT),
    ("export_statement", PAPERS),
    ("export_player", PAPERS),
    ("export_players", TABLE),
    ("export_report", TABLE),
    ("export_acts", RECORDS),
];

/// Adds the media types of the operation's file to its success.
pub(super) fn add(operation: &mut Operation) {
    let Some((_, kinds)) = FILES.iter().find(|(file, _)| *file == id(operation)) else {
        return;
    };
    let success = operation.responses.responses.get_mut("200");
    let Some(RefOr::T(response)) = success else {
        return;
    };
    "The file.".clone_into(&mut response.description);
    for kind in *kinds {
        let bytes = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)));
        let content = RefOr::T(Content::new(Some(bytes)));
        response.content.insert((*kind).to_owned(), content);
    }
}
