//! The checked content of a message: every type has its shape and its bounds.
//!
//! Texts are stored unchanged and shown as text, never as HTML.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Side, file};
use platform::error::ApiError;
use platform::visible::is_blank;

/// The most characters of a message's text.
pub const TEXT_MAX: usize = 2_000;
const BUTTONS_TEXT_MAX: usize = 640;
const TITLE_MAX: usize = 80;
const DATA_MAX: usize = 1_000;
const LINK_MAX: usize = 2_000;
const BUTTONS_MAX: usize = 3;
const ELEMENTS_MAX: usize = 10;
const REPLIES_MAX: usize = 13;

/// A message as a client sends it; its type decides the payload's shape.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
pub struct MessageBody {
    /// `text`, `buttons`, `media`, `quick_replies`, `generic` or `postback`.
    message_type: String,
    #[schema(value_type = Object)]
    payload: Value,
}

/// The content of a message, after the checks.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    /// The type of the message, such as `text` or `quick_replies`.
    pub kind: &'static str,
    /// Its payload; it contains only checked fields.
    pub payload: Value,
    /// The file that it shows.
    pub file: Option<Uuid>,
}

#[derive(Serialize, Deserialize)]
struct Text {
    message: String,
    /// The value of a chosen quick reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payload: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Buttons {
    message: String,
    buttons: Vec<Button>,
}

#[derive(Serialize, Deserialize)]
struct Button {
    title: String,
    #[serde(rename = "type")]
    kind: String,
    payload: String,
}

#[derive(Deserialize)]
struct Media {
    #[serde(default)]
    message: String,
    #[serde(rename = "filePath")]
    file_path: String,
}

#[derive(Serialize, Deserialize)]
struct QuickReplies {
    message: String,
    quick_replies: Vec<QuickReply>,
}

#[derive(Serialize, Deserialize)]
struct QuickReply {
    title: String,
    payload: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    image_url: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Element {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    image_url: Option<String>,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    subtitle: Option<String>,
    #[serde(default)]
    buttons: Vec<Button>,
}

#[derive(Serialize, Deserialize)]
struct Postback {
    title: String,
    payload: String,
    #[serde(default)]
    message: String,
}

type Checked<T> = Result<T, ApiError>;

impl MessageBody {
    /// A plain text message; not checked yet.
    pub fn of_text(message: &str) -> Self {
        Self {
            message_type: "text".to_owned(),
            payload: json!({ "message": message }),
        }
    }

    /// Checks the message of a side: visitors send texts, answers and files; staff send every type.
    pub fn read(self, side: Side) -> Checked<Content> {
        let is_staff = side == Side::Agent;
        match self.message_type.as_str() {
            "text" => text(self.payload),
            "media" => media(self.payload),
            "postback" => postback(self.payload),
            "buttons" if is_staff => buttons(self.payload),
            "quick_replies" if is_staff => quick_replies(self.payload),
            "generic" if is_staff => generic(self.payload),
            _ => Err(wrong("message.message_type")),
        }
    }
}

fn wrong(field: &str) -> ApiError {
    ApiError::invalid_fields(&[field])
}

fn shaped<T: for<'de> Deserialize<'de>>(payload: Value) -> Checked<T> {
    serde_json::from_value(payload).map_err(|_| wrong("message.payload"))
}

fn content(kind: &'static str, payload: &impl Serialize) -> Checked<Content> {
    let payload = serde_json::to_value(payload).map_err(|error| ApiError::internal(&error))?;
    Ok(Content {
        kind,
        payload,
        file: None,
    })
}

fn text(payload: Value) -> Checked<Content> {
    let mut text: Text = shaped(payload)?;
    text.message = line(&text.message, TEXT_MAX, "message.payload.message")?;
    if let Some(data) = &mut text.payload {
        *data = line(data, DATA_MAX, "message.payload.payload")?;
    }
    content("text", &text)
}

fn media(payload: Value) -> Checked<Content> {
    let media: Media = shaped(payload)?;
    let message = line_or_nothing(&media.message, TEXT_MAX, "message.payload.message")?;
    let id = file::id_in_path(&media.file_path).ok_or_else(|| wrong("message.payload.filePath"))?;
    Ok(Content {
        kind: "media",
        // The server adds the facts about the file when the message is stored.
        payload: json!({ "message": message, "url": true, "filePath": file::path_of(id) }),
        file: Some(id),
    })
}

fn postback(payload: Value) -> Checked<Content> {
    let mut postback: Postback = shaped(payload)?;
    postback.title = line(&postback.title, TITLE_MAX, "message.payload.title")?;
    postback.payload = line(&postback.payload, DATA_MAX, "message.payload.payload")?;
    postback.message = line_or_nothing(&postback.message, TEXT_MAX, "message.payload.message")?;
    content("postback", &postback)
}

fn buttons(payload: Value) -> Checked<Content> {
    let mut buttons: Buttons = shaped(payload)?;
    buttons.message = line(
        &buttons.message,
        BUTTONS_TEXT_MAX,
        "message.payload.message",
    )?;
    if buttons.buttons.is_empty() {
        return Err(wrong("message.payload.buttons"));
    }
    check_buttons(&mut buttons.buttons)?;
    content("buttons", &buttons)
}

fn quick_replies(payload: Value) -> Checked<Content> {
    let mut replies: QuickReplies = shaped(payload)?;
    replies.message = line(&replies.message, TEXT_MAX, "message.payload.message")?;
    let field = "message.payload.quick_replies";
    if !(1..=REPLIES_MAX).contains(&replies.quick_replies.len()) {
        return Err(wrong(field));
    }
    for reply in &mut replies.quick_replies {
        reply.title = line(&reply.title, TITLE_MAX, field)?;
        reply.payload = line(&reply.payload, DATA_MAX, field)?;
        check_picture(reply.image_url.as_deref(), field)?;
    }
    content("quick_replies", &replies)
}

fn generic(payload: Value) -> Checked<Content> {
    let mut elements: Vec<Element> = shaped(payload)?;
    if !(1..=ELEMENTS_MAX).contains(&elements.len()) {
        return Err(wrong("message.payload"));
    }
    for element in &mut elements {
        element.title = line(&element.title, TITLE_MAX, "message.payload.title")?;
        if let Some(subtitle) = &mut element.subtitle {
            *subtitle = line_or_nothing(subtitle, TITLE_MAX, "message.payload.subtitle")?;
        }
        check_picture(element.image_url.as_deref(), "message.payload.image_url")?;
        check_buttons(&mut element.buttons)?;
    }
    content("generic", &elements)
}

fn check_buttons(buttons: &mut [Button]) -> Checked<()> {
    let field = "message.payload.buttons";
    if buttons.len() > BUTTONS_MAX {
        return Err(wrong(field));
    }
    for button in buttons {
        button.title = line(&button.title, TITLE_MAX, field)?;
        button.payload = line(&button.payload, DATA_MAX, field)?;
        let is_right = match button.kind.as_str() {
            "web" => is_web(&button.payload),
            "call" => is_phone(&button.payload),
            "postback" | "other" => true,
            _ => false,
        };
        if !is_right {
            return Err(wrong(field));
        }
    }
    Ok(())
}

/// A web address; anything else, such as `javascript:`, could run code.
fn is_web(text: &str) -> bool {
    text.len() <= LINK_MAX
        && reqwest::Url::parse(text)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let rest = text.strip_prefix('+').unwrap_or(text);
    (3..=15).contains(&digits)
        && rest
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'-'))
}

/// A picture on the web, or one on this host; `//host` and `/\host` are other hosts.
fn check_picture(link: Option<&str>, field: &str) -> Checked<()> {
    let Some(link) = link else { return Ok(()) };
    let is_own = link.len() <= LINK_MAX
        && link.starts_with('/')
        && !link.starts_with("//")
        && link
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if is_own || is_web(link) {
        Ok(())
    } else {
        Err(wrong(field))
    }
}

/// A text that shows something, trimmed.
fn line(text: &str, max: usize, field: &str) -> Checked<String> {
    let text = line_or_nothing(text, max, field)?;
    if is_blank(&text) {
        return Err(wrong(field));
    }
    Ok(text)
}

fn line_or_nothing(text: &str, max: usize, field: &str) -> Checked<String> {
    let text = text.trim().replace("\r\n", "\n");
    // Line ends and tabs are intentional; other control characters only hide something.
    let is_plain = text
        .chars()
        .all(|character| !character.is_control() || matches!(character, '\n' | '\t'));
    if !is_plain || text.chars().count() > max {
        return Err(wrong(field));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(
        clippy::needless_pass_by_value,
        reason = "written in place by each test"
    )]
    fn read(kind: &str, payload: Value, side: Side) -> Result<Content, ApiError> {
        let body = json!({ "message_type": kind, "payload": payload });
        serde_json::from_value::<MessageBody>(body)
            .unwrap()
            .read(side)
    }

    fn said(kind: &str, payload: Value) -> Result<Content, ApiError> {
        read(kind, payload, Side::Agent)
    }

    #[test]
    fn a_text_is_trimmed_and_has_at_most_two_thousand_characters() {
        let text = said("text", json!({ "message": "  สวัสดี\r\nค่ะ ", "extra": 1 })).unwrap();
        assert_eq!(text.payload, json!({ "message": "สวัสดี\nค่ะ" }));
        assert!(said("text", json!({ "message": "ก".repeat(2_000) })).is_ok());
        for message in [
            "ก".repeat(2_001),
            String::new(),
            " \n\t ".to_owned(),
            "a\u{0}b".to_owned(),
            "a\u{1b}[2J".to_owned(),
            "a\u{85}b".to_owned(),
        ] {
            assert!(
                said("text", json!({ "message": message })).is_err(),
                "{message:?}"
            );
        }
    }

    #[test]
    fn buttons_lead_to_the_web_to_a_phone_or_back_to_us() {
        let with = |kind: &str, payload: &str| {
            let button = json!({ "title": "go", "type": kind, "payload": payload });
            said(
                "buttons",
                json!({ "message": "choose", "buttons": [button] }),
            )
        };
        for (kind, payload) in [
            ("web", "https://example.test/a?b"),
            ("web", "http://example.test"),
            ("call", "+66 81-234-5678"),
            ("call", "1234"),
            ("postback", "DEPOSIT_HELP"),
            ("other", "anything"),
        ] {
            assert!(with(kind, payload).is_ok(), "{kind} {payload}");
        }
        for (kind, payload) in [
            ("web", "javascript:alert(1)"),
            ("web", " data:text/html,x"),
            ("web", "//example.test"),
            ("web", "https://"),
            ("web", "ftp://example.test"),
            ("call", "0812345678;ext=1"),
            ("call", "tel:081"),
            ("call", "12"),
            ("postback", ""),
            ("dance", "x"),
        ] {
            assert!(with(kind, payload).is_err(), "{kind} {payload}");
        }
    }

    #[test]
    fn lists_have_their_bounds() {
        let button = json!({ "title": "b", "type": "postback", "payload": "B" });
        let buttons =
            |count: usize| json!({ "message": "m", "buttons": vec![button.clone(); count] });
        let replies = |count: usize| {
            let reply = json!({ "title": "r", "payload": "R" });
            json!({ "message": "m", "quick_replies": vec![reply; count] })
        };
        let elements = |count: usize| {
            json!(vec![
                json!({ "title": "e", "subtitle": "s", "buttons": [button] });
                count
            ])
        };
        for (kind, make, max) in [
            ("buttons", &buttons as &dyn Fn(usize) -> Value, 3),
            ("quick_replies", &replies, 13),
            ("generic", &elements, 10),
        ] {
            assert!(said(kind, make(1)).is_ok(), "{kind}");
            assert!(said(kind, make(max)).is_ok(), "{kind}");
            assert!(said(kind, make(0)).is_err(), "{kind}");
            assert!(said(kind, make(max + 1)).is_err(), "{kind}");
        }
        let long = |length| json!([{ "title": "t".repeat(length) }]);
        assert!(said("generic", long(80)).is_ok());
        assert!(said("generic", long(81)).is_err());
        let message = "m".repeat(641);
        assert!(
            said(
                "buttons",
                json!({ "message": message, "buttons": [button] })
            )
            .is_err()
        );
    }

    #[test]
    fn a_picture_is_on_the_web_or_on_this_host() {
        let with = |link: &str| said("generic", json!([{ "title": "t", "image_url": link }]));
        for link in ["/banners/a.svg", "https://cdn.example/a.png"] {
            assert!(with(link).is_ok(), "{link}");
        }
        for link in [
            "//evil.example/a",
            "/\\evil.example",
            "javascript:x",
            "a.png",
            "",
        ] {
            assert!(with(link).is_err(), "{link}");
        }
    }

    #[test]
    fn a_visitor_writes_answers_and_sends_files_and_nothing_else() {
        let button = json!({ "title": "b", "type": "web", "payload": "https://evil.example" });
        for (kind, payload) in [
            ("buttons", json!({ "message": "m", "buttons": [button] })),
            ("generic", json!([{ "title": "t" }])),
            ("unknown", json!({})),
        ] {
            assert!(read(kind, payload, Side::Customer).is_err(), "{kind}");
        }
        let answer = json!({ "message": "Deposit", "payload": "Q_DEPOSIT" });
        assert!(read("text", answer, Side::Customer).is_ok());
        let back = json!({ "title": "Deposit", "payload": "DEPOSIT_HELP" });
        assert!(read("postback", back, Side::Customer).is_ok());
    }

    #[test]
    fn a_file_is_named_by_our_path_only() {
        let with = |path: &str| said("media", json!({ "filePath": path }));
        let id = "0a1b2c3d-0000-4000-8000-000000000001";
        let right = with(&format!("/api/chat/file/{id}")).unwrap();
        assert_eq!(right.file, id.parse().ok());
        for path in [
            "/api/chat/file/../x",
            "https://evil.example/a.png",
            "",
            "/etc/passwd",
        ] {
            assert!(with(path).is_err(), "{path}");
        }
    }
}
